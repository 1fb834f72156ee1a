// Long questions on real databases: the same answers as in place, byte for byte; and what happens when one is too long, is no longer
// wanted, or loses the process that answers it.
import { Database } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { LOG } from '../../src/contract/limits.ts';
import { parseAddresses } from '../../src/store/database-address.ts';
import { server } from '../../src/store/postgres/connection/server.ts';
import { logGuard } from '../../src/store/sqlite/lane/log-guard.ts';
import { demoDatabase, type Engine, engines, newDatabase, openDatabase } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { query } from '../harness/postgres/server.ts';
import { childrenOf, isAlive } from '../harness/processes.ts';
import { FACTOR } from '../harness/random/factor.ts';
import { randomReads } from '../harness/random/reads.ts';
import { allRecords, post, type Service, startService } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
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
      { numRuns: FACTOR * 60 },
    );
    const [long, short] = await Promise.all(services.map(outcomesOf));
    expect(long!.answered).toBeGreaterThan(5);
    expect(long!.remembered).toBeGreaterThan(5);
    // A few lists are never read in place: those in the order of a field with few values, with conditions on others.
    expect(short!.answered).toBeLessThan(long!.answered! / 5);
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

describe('reader processes', () => {
  const stopping: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stopping.splice(0)) await stop();
  });

  async function started(seconds: number) {
    const before = new Set(childrenOf(process.pid));
    const service = await startService({ long: { seconds, quickRows: 0 } });
    stopping.push(() => service.stop());
    const readers = () => childrenOf(process.pid).filter((pid) => !before.has(pid));
    const ask = async (hours: string, init?: RequestInit) => {
      const response = await fetch(`${service.url}${COMBINED}${hours}`, init);
      return { status: response.status, body: await response.json() };
    };
    expect((await ask('1')).status).toBe(200);
    const [reader] = readers();
    return { service, ask, reader: reader!, readers };
  }

  test('one that does not answer in time is killed, the asker gets advice, and the next question another one', async () => {
    const { ask, reader } = await started(1);
    process.kill(reader, 'SIGSTOP');
    const { status, body } = await ask('2');
    expect([status, body.error.message]).toEqual([
      503,
      'This question took longer than 1 s and was given up. It would be cheaper to ask for a smaller range or filter by fewer fields or by a rarer value.',
    ]);
    await waitUntil('its end', () => !isAlive(reader));
    expect((await ask('2')).status).toBe(200);
  });

  test('one whose asker is gone is killed', async () => {
    const { ask, reader } = await started(60);
    process.kill(reader, 'SIGSTOP');
    const leaving = new AbortController();
    const asked = ask('2', { signal: leaving.signal });
    await Bun.sleep(50);
    leaving.abort();
    expect(asked).rejects.toThrow();
    await waitUntil('its end', () => !isAlive(reader));
    expect((await ask('2')).status).toBe(200);
  });

  test('when one ends by itself, the asker is told to try again', async () => {
    const { ask, reader } = await started(60);
    process.kill(reader, 'SIGSTOP');
    const asked = ask('2');
    await Bun.sleep(50);
    process.kill(reader, 'SIGKILL');
    expect(await asked).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect((await ask('2')).status).toBe(200);
  });

  test('there are few, and none is left when the database is closed', async () => {
    const { service, ask, readers } = await started(60);
    await Promise.all(Array.from({ length: 20 }, (_, i) => ask(String(i / 10))));
    expect(readers().length).toBeLessThanOrEqual(2);
    const whole = await fetch(`${service.url}/api/v1/attendance?sort=-att_date&format=csv`);
    expect((await whole.text()).length).toBeGreaterThan(1000);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('workforce-ids-'))).toEqual([]);
    for (const stop of stopping.splice(0)) await stop();
    await waitUntil('their end', () => readers().length === 0);
  });
});

test('what has no index is not looked for in the process that serves', async () => {
  const service = await startService({ long: { seconds: 60, quickRows: 250 } });
  const prepare = Database.prototype.prepare;
  const looked: string[] = [];
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: never[]) {
    if (sql.includes('hours')) looked.push(sql);
    return prepare.call(this, sql, ...rest);
  } as typeof prepare;
  try {
    // No record has so many, so looking for one would read them all.
    for (const path of ['hours[gte]=1000', 'hours[gte]=1000&status=present', 'hours[gte]=1000&sort=att_date,status'])
      expect((await (await fetch(`${service.url}/api/v1/attendance?${path}`)).json()).meta.total).toBe(0);
  } finally {
    Database.prototype.prepare = prepare;
    await service.stop();
  }
  expect(looked).toEqual([]);
});

test('while the log of the embedded database is long no question begins, and when it is too long they end', async () => {
  const file = join(temporaryFolder(), 'workforce.db');
  const grow = (bytes: number) => truncateSync(`${file}-wal`, bytes);
  writeFileSync(`${file}-wal`, '');
  let cleared = 0;
  const guard = logGuard(file, async () => {
    cleared += 1;
    if (cleared === 3) grow(0);
  });
  const { signal } = new AbortController();
  grow(LOG.long + 1);
  expect(await guard.run(async () => cleared, signal)).toBe(3);
  const ended = guard.run(
    (limited) =>
      new Promise((_, reject) => {
        limited.addEventListener('abort', () => reject(limited.reason));
        grow(LOG.tooLong + 1);
      }),
    signal,
  );
  const busy = { code: 'unavailable', headers: { 'Retry-After': '5' } };
  expect(await ended.catch((error) => error)).toMatchObject(busy);
  expect(await guard.run(async () => 'begun', signal).catch((error) => error)).toMatchObject(busy);
  // Something else may keep it from being cleared for long.
  grow(LOG.tooLong - 1);
  expect(await guard.run(async () => 'begun', signal)).toBe('begun');
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
    'the same with the newest first; a list sorted by one field that has a filter, at any offset (embedded database) | the same at any size',
    ['embedded'],
    [
      'attendance?sort=-id&offset=@',
      'attendance?status=present&sort=-id&offset=300',
      'attendance?sort=status&offset=@',
      'attendance?sort=-status&offset=@',
      'attendance?sort=status,-id&offset=@',
    ],
  ],
  [
    'counts of all records by one field that has few values, such as `status`, or a reference | the same at any size',
    engines,
    ['aggregate/attendance?group=status', 'aggregate/attendance', 'aggregate/leave?group=status&limit=7'],
  ],
  [
    'the first pages of a list sorted by other fields; filters and ranges that few records meet | the same at any size',
    engines,
    ['attendance?sort=att_date', 'attendance?sort=-att_date&offset=40', 'attendance?employee_id=7&hours[gte]=2'],
  ],
  [
    'other aggregates | grows with the records that match the first time, with those that came since when asked again',
    engines,
    [
      'aggregate/attendance?group=month(att_date)',
      'aggregate/attendance?group=employee_id.branch',
      'aggregate/attendance?group=status&measure=avg(hours)',
      'aggregate/attendance?measure=median(hours)',
    ],
  ],
  [
    'filters one hop further that few records there meet, and few records here refer to (embedded database) | the same at any size',
    ['embedded'],
    [
      'attendance?employee_id.code=E-00007',
      'attendance?employee_id.last_name=Menon&sort=-att_date',
      'leave?employee_id.email=nobody@example.com&employee_id.branch[ne]=London',
    ],
  ],
  [
    'several common filters, wide ranges, other orders far from both ends, common words with filters or orders | grows with the records that match',
    engines,
    [
      'attendance?status=present&hours[gte]=3',
      'attendance?hours[gte]=3&offset=900',
      'attendance?sort=att_date,status&offset=@',
      'attendance?q=present&sort=att_date,status',
    ],
  ],
  [
    '`[ne]` and `[weekday]`, filters by fields that lists cannot be sorted by, filters one hop further, unless another filter leaves few records | grows with the records that there are',
    engines,
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
    service = await startService({ engine, long: { seconds: 60, quickRows: 250 } });
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
