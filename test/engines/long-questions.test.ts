// Long questions on real databases: the same answers as in place, byte for byte; and what happens when one is too long
// or is no longer wanted.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { parseAddresses } from '../../src/store/database-address.ts';
import { server } from '../../src/store/postgres/connection/server.ts';
import { demoDatabase, type Engine, engines, newDatabase, openDatabase } from '../harness/databases.ts';
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
      { numRuns: someRuns(40) },
    );
    // The first service has answered in the lane, the other in place.
    const before = await Promise.all(services.map(outcomesOf));
    for (let time = 0; time < 2; time++) await answers(`${COMBINED}6.5`);
    const after = await Promise.all(services.map(outcomesOf));
    const more = (outcome: string) => after.map((each, at) => each[outcome]! - before[at]![outcome]!);
    expect([more('answered'), more('remembered')]).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  test('an answer has every record that was there when it was asked for, whoever created it, and whatever is remembered', async () => {
    const path = '/api/v1/leave?leave_type=annual&days[gte]=1&sort=-days,from_date&limit=1';
    const total = async () => (await (await fetch(services[0]!.url + path)).json()).meta.total as number;
    const before = await total();
    for (let i = 1; i <= 20; i++) {
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

/** Questions that cost the same at any size, and those that grow with the records and are long (docs/api.md). */
const costs: Readonly<Record<Engine, { readonly same: string[]; readonly grow: string[] }>> = {
  embedded: {
    same: ['attendance?sort=-id&offset=@', 'attendance?status=present&sort=-id&offset=300'],
    grow: [
      ...['attendance?sort=status&offset=@', 'attendance?employee_id=7&hours[gte]=2', 'attendance?att_date[weekday]=1'],
      ...['attendance?employee_id.branch=London', 'aggregate/attendance?group=status'],
      'aggregate/attendance?measure=median(hours)',
    ],
  },
  postgresql: {
    same: [
      ...['aggregate/attendance?group=status', 'aggregate/attendance', 'aggregate/leave?group=status&limit=7'],
      ...['attendance?sort=att_date', 'attendance?sort=-att_date&offset=40', 'attendance?employee_id=7&hours[gte]=2'],
    ],
    grow: [
      ...['aggregate/attendance?group=month(att_date)', 'aggregate/attendance?group=employee_id.branch'],
      ...['aggregate/attendance?group=status&measure=avg(hours)', 'aggregate/attendance?measure=median(hours)'],
      ...['attendance?status=present&hours[gte]=3', 'attendance?hours[gte]=3&offset=900'],
      ...['attendance?sort=att_date,status&offset=@', 'attendance?q=present&sort=att_date,status'],
      ...['attendance?status[ne]=present', 'attendance?att_date[weekday]=1', 'attendance?hours=7.5'],
      'attendance?employee_id.branch=London',
      'attendance?employee_id.status[ne]=active&employee_id.date_of_joining[weekday]=1',
    ],
  },
};
const ALWAYS_THE_SAME = [
  ...['attendance/700', 'attendance?offset=@', 'attendance?status=present&offset=@', 'attendance?id[gt]=@'],
  'attendance?status=present&id[gt]=@',
];

test.each(engines)('which questions are long on the %s database', async (engine) => {
  // The embedded engine counts blocks, of which there is one.
  const service = await startService({ engine, long: { seconds: 60, quickRows: engine === 'embedded' ? 0 : 250 } });
  const middle = Math.floor((await service.store.counts()).attendance! / 2);
  const isLong = async (path: string) => {
    const before = (await outcomesOf(service)).answered!;
    const response = await fetch(`${service.url}/api/v1/${path.replace('@', String(middle))}`);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    return (await outcomesOf(service)).answered! > before;
  };
  const { same, grow } = costs[engine];
  for (const path of [...ALWAYS_THE_SAME, ...same]) expect([path, await isLong(path)]).toEqual([path, false]);
  for (const path of grow) expect([path, await isLong(path)]).toEqual([path, true]);
  await service.stop();
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
