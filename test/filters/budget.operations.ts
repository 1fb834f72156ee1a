// No filter makes the process that serves read without bounds. On PostgreSQL what would read much is a long question,
// whatever it is made of. On the embedded database columns are read a block at a time, and no statement reads more than
// a stretch of rows.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { type Engine, engines, newDatabase } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { randomReads } from '../harness/random/reads.ts';
import { someRuns } from '../harness/random/sample.ts';
import { allRecords, type Service, startService } from '../harness/service.ts';

/** Fewer than there are employees, so that a look at all of them is a long question too. */
const QUICK = 100;

async function answeredLong({ store }: Service): Promise<number> {
  const { samples } = (await store.measures()).find(({ name }) => name === 'workforce_long_questions_total')!;
  return samples.find(({ labels }) => labels!.outcome === 'answered')!.value;
}

/** Lists, and the engines on which they are long questions. */
const lists: [path: string, long: readonly Engine[]][] = [
  ['attendance?status[ne]=present', ['postgresql']],
  ['attendance?status[ne]=present&status[ne]=remote&offset=200', ['postgresql']],
  ['attendance?att_date[weekday]=1', ['postgresql']],
  ['attendance?hours[gt_or_null]=100', ['postgresql']],
  ['employees?termination_date[gte_or_null]=2020-01-01', ['postgresql']],
  ['employees?email[ne]=null&sort=termination_date', ['postgresql']],
  ['candidates?notes=null', ['postgresql']],
  // The records there have no index for it, or too many of them meet it, or too many records here refer to them.
  ['attendance?employee_id.branch[ne]=London', ['postgresql']],
  ['attendance?employee_id.date_of_joining[weekday]=1', ['postgresql']],
  ['attendance?employee_id.status=active', ['postgresql']],
  ['employees?dept_id.name=Engineering&dept_id.name=Sales&sort=last_name', ['postgresql']],
  ['candidates?referred_by.base_salary[gte_or_null]=1', ['postgresql']],
  // Few records are left by another condition: the rest is checked on each of them.
  ['attendance?employee_id=7&status[ne]=present', []],
  ['attendance?employee_id=7&employee_id.branch[ne]=London', []],
  ['attendance?id=5&id=6&employee_id.status=active&employee_id.date_of_joining[weekday]=1', []],
  ['employees?code=E-00007&manager_id.branch[ne]=London&dept_id.name[ne]=Sales', []],
  // On PostgreSQL only counters tell that they are few.
  ['attendance?employee_id.code=E-00007', ['postgresql']],
  ['attendance?employee_id.code=E-00007&employee_id.branch[ne]=Nowhere&status[ne]=present', ['postgresql']],
  ['attendance?att_date[gte_or_null]=9999-01-01', ['postgresql']],
  ['attendance?att_date[gt]=0001-01-01&att_date[gte]=9999-01-01&hours[gte]=1', ['postgresql']],
  ['attendance?id[gt]=0&id[gte]=999999&sort=att_date', ['postgresql']],
  ['attendance?employee_id.termination_date=null&employee_id.branch=null', ['postgresql']],
  // Search comes first, and finds many.
  ['candidates?id=7&q=a&referred_by.branch[ne]=London', []],
];

/** Aggregates of few records, which an index of what they group by or measure does not lead to. */
const aggregates = [
  'leave?to_date[gte]=9999-01-01&measure=distinct(employee_id)',
  'leave?from_date[gte]=9999-01-01&group=employee_id',
  'leave?from_date[gte]=9999-01-01&group=employee_id,status&measure=sum(days)',
  'attendance?att_date[gte]=9999-01-01&group=status&measure=avg(hours)',
  'attendance?employee_id=7&group=att_date',
  'attendance?employee_id=7&group=month(att_date)&measure=median(hours)',
  'attendance?employee_id=7&measure=distinct(att_date),distinct(status)',
  'employees?code=E-00007&group=branch,dept_id&measure=median(base_salary)',
];

describe.each(engines)('on the %s database', (engine) => {
  let [service, unlimited]: Service[] = [];
  beforeAll(async () => {
    const location = await newDatabase(engine);
    service = await startService({ engine, location, long: { seconds: 60, quickRows: QUICK } });
    unlimited = await startService({ engine, location, long: { seconds: 60, quickRows: Number.MAX_SAFE_INTEGER } });
  });
  afterAll(async () => {
    for (const each of [service, unlimited]) await each!.stop();
  });

  test.each(lists)('%s', async (path, long) => {
    const before = await answeredLong(service!);
    const [answer, other] = await Promise.all(
      [service!, unlimited!].map(async ({ url }) => (await fetch(`${url}/api/v1/${path}`)).text()),
    );
    expect(answer).toBe(other!);
    expect(JSON.parse(answer!).meta).toBeDefined();
    expect((await answeredLong(service!)) > before).toBe(long.includes(engine));
  });
});

test('no statement on the embedded database reads all records', async () => {
  const service = await startService({ long: { seconds: 60, quickRows: QUICK } });
  const all = new Map<string, DataRecord[]>();
  for (const { name } of catalogue) all.set(name, await allRecords(service, name));
  const large = catalogue.filter(({ name }) => all.get(name)!.length > QUICK).map(({ table }) => table);
  expect(large).toContain('employees');
  const scans = new RegExp(`^SCAN (${large.join('|')})\\b`);
  const prepare = Database.prototype.prepare;
  const seen = new Set<string>();
  const unbounded: string[] = [];
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: never[]) {
    if (!/^(SELECT|WITH)/.test(sql) || seen.has(sql)) return prepare.call(this, sql, ...rest);
    seen.add(sql);
    const plan = prepare.call(this, `EXPLAIN QUERY PLAN ${sql}`).values();
    const scanned = plan.flatMap(([, , , step]) => scans.exec(String(step))?.[1] ?? []);
    if (scanned.some((table) => !isBounded(sql, table)) || TWO_ENDS.test(sql)) unbounded.push(sql);
    return prepare.call(this, sql, ...rest);
  } as typeof prepare;
  try {
    const reads = randomReads(catalogue, all).filter(({ path }) => /[=.][^&]*=|\[/.test(path));
    await Promise.all(lists.map(([path]) => fetch(`${service.url}/api/v1/${path}`)));
    await Promise.all(aggregates.map((path) => fetch(`${service.url}/api/v1/aggregate/${path}`)));
    expect(unbounded).toEqual([]);
    // Each of the lists and aggregates has a statement of its own, so they were looked at.
    expect(seen.size).toBeGreaterThan(aggregates.length);
    await fc.assert(
      fc.asyncProperty(fc.array(reads, { minLength: 8, maxLength: 8 }), async (several) => {
        await Promise.all(several.map(({ path }) => fetch(service.url + path)));
        expect(unbounded).toEqual([]);
      }),
      { numRuns: someRuns(60) },
    );
  } finally {
    Database.prototype.prepare = prepare;
    await service.stop();
  }
}, 120_000);

/** Of two ends on one side SQLite uses one for the index, and may read all records between the two. */
const TWO_ENDS = /(?<!\+)"(\w+)" ([<>])=? \?\d+ AND "\1" \2/;

/** Rows are read in the order of an index and nothing is tested on them before there are enough; or there can be
 * none. */
const isBounded = (sql: string, table: string): boolean =>
  new RegExp(`FROM "${table}"( INDEXED BY "\\w+")?( WHERE true)? ORDER BY [^()]* LIMIT `).test(sql) ||
  new RegExp(`FROM "${table}" WHERE ([^()]* AND )?false`).test(sql);
