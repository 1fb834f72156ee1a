// Long questions on real databases: the same answers as in place, byte for byte; and what happens when one is too long
// or is no longer wanted.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { parseAddresses } from '../../src/store/database-address.ts';
import { server } from '../../src/store/postgres/connection/server.ts';
import { demoDatabase, type Engine, engines, newDatabase, openDatabase } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { query } from '../harness/postgres/server.ts';
import { fc } from '../harness/random/fc.ts';
import { randomReads } from '../harness/random/reads.ts';
import { someRuns } from '../harness/random/sample.ts';
import { allRecords, post, type Service, startService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const COMBINED = '/api/v1/attendance?status=present&hours[gte]=';

/** How many long questions ended how. */
async function outcomesOf({ store }: Service): Promise<Record<string, number>> {
  const measures = await store.measures();
  const { samples } = measures.find(({ name }) => name === 'workforce_long_questions_total')!;
  return Object.fromEntries(samples.map(({ labels, value }) => [labels!.outcome!, value]));
}

const answeredLong = async (service: Service): Promise<number> => (await outcomesOf(service)).answered!;

describe.each(engines)('on the %s database', (engine) => {
  const services: Service[] = [];
  beforeAll(async () => {
    const location = await demoDatabase(engine);
    services.push(await startService({ engine, location, long: { seconds: 60, quickRows: 0 } }));
    services.push(await startService({ engine, location, long: { seconds: 60, quickRows: Number.MAX_SAFE_INTEGER } }));
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
  });

  test('they get the answers that short ones get, byte for byte, the first time and again', async () => {
    const all = new Map<string, DataRecord[]>();
    for (const { name } of catalogue) all.set(name, await allRecords(services[1]!, name));
    const answers = (path: string) =>
      Promise.all(
        services.map(async ({ url }) => {
          const response = await fetch(url + path);
          return [response.status, response.headers.get('etag'), response.headers.get('link'), await response.text()];
        }),
      );
    const reads = randomReads(catalogue, all).filter(({ method }) => method === 'GET');
    await fc.assert(
      fc.asyncProperty(reads, async ({ path }) => {
        for (let time = 0; time < 2; time++) {
          const [long, short] = await answers(path);
          expect({ path, long }).toEqual({ path, long: short! });
        }
      }),
      { numRuns: someRuns(60) },
    );
    const [long, short] = await Promise.all(services.map(outcomesOf));
    expect(long!.answered).toBeGreaterThan(5);
    expect(long!.remembered).toBeGreaterThan(5);
    // On PostgreSQL a few lists are never read in place: those in the order of a field with few values, with conditions
    // on others.
    expect(short!.answered).toBeLessThanOrEqual(engine === 'embedded' ? 0 : long!.answered! / 5);
  });

  test('an answer has every record that was there when it was asked for, whoever created it, and whatever is remembered', async () => {
    const path = '/api/v1/leave?leave_type=annual&days[gte]=1&sort=-days,from_date&limit=1';
    const total = async () => (await (await fetch(services[0]!.url + path)).json()).meta.total as number;
    const before = await total();
    for (let i = 1; i <= 60; i++) {
      // Under way while the record is created, so its answer must not be taken for the next one.
      const early = total();
      const values = { employee_id: 7, leave_type: 'annual', from_date: '2026-05-04', to_date: '2026-05-05', days: 2 };
      expect((await post(services[i % 2]!, '/api/v1/leave', values)).status).toBe(201);
      expect(await total()).toBe(before + i);
      expect(await early).toBeWithin(before + i - 1, before + i + 1);
      expect(await total()).toBe(before + i);
    }
  });

  test('other pages and orders of the same few groups are answered from what is remembered', async () => {
    const path = '/api/v1/aggregate/attendance?group=employee_id.branch&measure=median(hours),count&hours[gte]=2.5';
    const ask = async (more: string): Promise<any> => (await fetch(services[0]!.url + path + more)).json();
    const { data, totals } = await ask('');
    const before = await outcomesOf(services[0]!);
    expect(data.length).toBeGreaterThan(2);
    expect(await ask('&limit=1&offset=1')).toMatchObject({ data: data.slice(1, 2), totals });
    const byCount = data.toSorted((a: any, b: any) => b.values.count - a.values.count);
    expect((await ask('&sort=-count')).data.map((each: any) => each.values.count)).toEqual(
      byCount.map((each: any) => each.values.count),
    );
    expect((await ask('&having[count][gte]=1')).meta.total).toBe(data.length);
    expect((await outcomesOf(services[0]!)).answered).toBe(before.answered!);
  });

  test('other pages of many groups are answered from what is cached', async () => {
    const path = '/api/v1/aggregate/attendance?group=employee_id,att_date&measure=median(hours),count&hours[gte]=1.5';
    const ask = async (more: string): Promise<any> => (await fetch(services[0]!.url + path + more)).json();
    const { data, totals, meta } = await ask('&limit=200');
    const before = await outcomesOf(services[0]!);
    expect(meta.total).toBeGreaterThan(2000);
    expect(await ask('&limit=9&offset=100')).toMatchObject({ data: data.slice(100, 109), totals });
    expect((await ask(`&limit=9&offset=${meta.total - 4}`)).data).toHaveLength(4);
    const after = await outcomesOf(services[0]!);
    expect([after.answered, after.shared]).toEqual([before.answered, before.shared]);
    expect(after.remembered).toBe(before.remembered! + 2);
  });

  test('those who ask the same at the same time get one answer', async () => {
    const before = await outcomesOf(services[0]!);
    const asked = Array.from({ length: 20 }, () =>
      fetch(`${services[0]!.url}${COMBINED}3.5`).then((each) => each.text()),
    );
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    const after = await outcomesOf(services[0]!);
    expect(after.answered! - before.answered!).toBe(1);
  });
});

describe('on the embedded database, in slices', () => {
  /** Every field of many records, so that it takes long. */
  const DEAR = '/api/v1/aggregate/attendance?group=employee_id,att_date&measure=median(hours),distinct(status)&limit=1';

  test('one that is not answered in time is given up, and the asker gets advice', async () => {
    const service = await startService({ long: { seconds: 0.001, quickRows: 0 } });
    const response = await fetch(`${service.url}${DEAR}&hours[gte]=1&status=present`);
    expect([response.status, (await response.json()).error.message]).toEqual([
      503,
      'This question took longer than 0.001 s and was given up. It would be cheaper to ask for a smaller range or filter by fewer fields or by a rarer value.',
    ]);
    expect((await outcomesOf(service)).late).toBe(1);
    expect((await fetch(`${service.url}/api/v1/attendance?limit=1`)).status).toBe(200);
    await service.stop();
  });

  test('others are answered while one is under way, and it ends when its asker is gone', async () => {
    const service = await startService({ long: { seconds: 60, quickRows: 0 } });
    // A quick machine may have answered all of them before their askers leave; then others are asked, which nobody has
    // asked before.
    for (let asked = 0; (await outcomesOf(service)).abandoned === 0; asked += 12) {
      const leaving = new AbortController();
      const answers = Array.from({ length: 12 }, (_, at) =>
        fetch(`${service.url}${DEAR}&hours[gte]=${(asked + at) / 10_000}`, { signal: leaving.signal }).catch(() => 0),
      );
      let isAnswered = false;
      const all = Promise.all(answers).finally(() => {
        isAnswered = true;
      });
      await waitUntil('a long question', async () => {
        const measures = await service.store.measures();
        const running = measures.find(({ name }) => name === 'workforce_long_questions_running')!;
        return isAnswered || running.samples[0]!.value > 0;
      });
      expect((await fetch(`${service.url}/api/v1/employees/1`)).status).toBe(200);
      leaving.abort();
      await all;
    }
    await waitUntil('their end', async () => {
      const measures = await service.store.measures();
      return ['running', 'waiting'].every(
        (what) => measures.find(({ name }) => name === `workforce_long_questions_${what}`)!.samples[0]!.value === 0,
      );
    });
    expect((await outcomesOf(service)).abandoned).toBeGreaterThan(0);
    await service.stop();
  });
});

/** The rows of the table in docs/api.md about what questions cost, with questions of each; those that grow are long. */
const costs: [row: string, engines: readonly Engine[], paths: string[]][] = [
  [
    'one record; a list or one filter value at any offset, in the order of `id`; `id[gt]` | the same at any size',
    engines,
    [
      'attendance/700',
      'attendance?offset=@',
      'attendance?status=present&offset=@',
      'attendance?id[gt]=@',
      'attendance?status=present&id[gt]=@',
    ],
  ],
  [
    'the same with the newest first (embedded database) | the same at any size',
    ['embedded'],
    ['attendance?sort=-id&offset=@', 'attendance?status=present&sort=-id&offset=300'],
  ],
  [
    'any other question (embedded database) | grows with the records, most of them by 1 to 40 ms for each million',
    ['embedded'],
    [
      'attendance?sort=status&offset=@',
      'attendance?employee_id=7&hours[gte]=2',
      'attendance?employee_id.branch=London',
      'attendance?att_date[weekday]=1',
      'aggregate/attendance?group=status',
      'aggregate/attendance?measure=median(hours)',
    ],
  ],
  [
    'counts of all records by one field that has few values, such as `status`, or a reference (PostgreSQL) | the same at any size',
    ['postgresql'],
    ['aggregate/attendance?group=status', 'aggregate/attendance', 'aggregate/leave?group=status&limit=7'],
  ],
  [
    'the first pages of a list sorted by other fields; filters and ranges that few records meet (PostgreSQL) | the same at any size',
    ['postgresql'],
    ['attendance?sort=att_date', 'attendance?sort=-att_date&offset=40', 'attendance?employee_id=7&hours[gte]=2'],
  ],
  [
    'other aggregates (PostgreSQL) | grows with the records that match the first time, with those that came since when asked again',
    ['postgresql'],
    [
      'aggregate/attendance?group=month(att_date)',
      'aggregate/attendance?group=employee_id.branch',
      'aggregate/attendance?group=status&measure=avg(hours)',
      'aggregate/attendance?measure=median(hours)',
    ],
  ],
  [
    'several common filters, wide ranges, other orders far from both ends, common words with filters or orders (PostgreSQL) | grows with the records that match',
    ['postgresql'],
    [
      'attendance?status=present&hours[gte]=3',
      'attendance?hours[gte]=3&offset=900',
      'attendance?sort=att_date,status&offset=@',
      'attendance?q=present&sort=att_date,status',
    ],
  ],
  [
    '`[ne]` and `[weekday]`, filters by fields that lists cannot be sorted by, filters one hop further, unless another filter leaves few records (PostgreSQL) | grows with the records that there are',
    ['postgresql'],
    [
      'attendance?status[ne]=present',
      'attendance?att_date[weekday]=1',
      'attendance?hours=7.5',
      'attendance?employee_id.branch=London',
      'attendance?employee_id.status[ne]=active&employee_id.date_of_joining[weekday]=1',
    ],
  ],
];

describe.each(engines)('docs/api.md on what questions cost, on the %s database', (engine) => {
  let service: Service;
  let middle: number;
  beforeAll(async () => {
    // The embedded engine counts blocks, of which there is one.
    service = await startService({ engine, long: { seconds: 60, quickRows: engine === 'embedded' ? 0 : 250 } });
    middle = Math.floor((await service.store.counts()).attendance! / 2);
  });
  afterAll(async () => {
    await service.stop();
  });

  test.each(costs)('%s', async (row, on, paths) => {
    expect(await Bun.file(repositoryFile('docs/api.md')).text()).toContain(`| ${row} |`);
    if (!on.includes(engine)) return;
    for (const path of paths) {
      const before = await answeredLong(service);
      const response = await fetch(`${service.url}/api/v1/${path.replace('@', String(middle))}`);
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      expect({ path, isLong: (await answeredLong(service)) > before }).toEqual({ path, isLong: row.includes('grows') });
    }
  });
});

test('a statement on PostgreSQL that is no longer wanted ends there too', async () => {
  const url = await newDatabase('postgresql');
  const { addresses } = parseAddresses(url) as { addresses: [Parameters<typeof server>[1]] };
  const one = server('one', addresses[0], { poolSize: 2, statementTimeout: 60_000 });
  const running = async () =>
    (await query(url, `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'`))
      .length;
  for (const delay of [0, 100]) {
    const leaving = new AbortController();
    const asked = one.long('SELECT pg_sleep(50)', [], leaving.signal);
    asked.catch(() => undefined);
    await Bun.sleep(delay);
    if (delay > 0) await waitUntil('the statement', async () => (await running()) === 1);
    leaving.abort(new Error('gone'));
    expect(asked).rejects.toThrow('gone');
    await waitUntil('the end of the statement', async () => (await running()) === 0);
  }
  expect((await one.long("SELECT 'fine'", [], new AbortController().signal))[0]![0]!.toString()).toBe('fine');
  await one.close();
  await (await openDatabase(url)).close();
});
