// Sorted, shaped and streamed reads of the client, compared with the answers of the service.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ConnectionError, createClient } from '../../client/src/index.ts';
import { insights } from '../../src/insights/insights.ts';
import { eitherEngine } from '../harness/databases.ts';
import { type Service, startService } from '../harness/service.ts';
import { faultyNetwork } from './faulty-network.ts';

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of all) found.push(each);
  return found;
}

const RATIO = ['value', 'numerator', 'denominator', 'small'];
/** As client/src/insight-types.ts has them. */
const FIGURE_PARTS = { count: ['value', 'rows'], ratio: RATIO, rate: RATIO, measure: ['value', 'of', 'small'] };

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let client: ReturnType<typeof createClient>;
  beforeAll(async () => {
    service = await startService({ engine, attendanceDays: 90 });
    client = createClient({ baseUrl: service.url });
  });
  afterAll(() => service.stop());
  const listed = async (path: string): Promise<any> => (await fetch(`${service.url}/api/v1/${path}`)).json();

  test('a list in another order', async () => {
    const page = await client.employees.list({ sort: ['branch', '-date_of_joining'], limit: 200 });
    expect(page as unknown).toEqual(await listed('employees?sort=branch,-date_of_joining&limit=200'));
    const branches = page.data.map(({ branch }) => branch!);
    expect(branches).toEqual([...branches].sort());
  });

  test('groups with their measures', async () => {
    const query = { group: ['branch', 'year(date_of_joining)'], measure: ['count', 'max(date_of_joining)'] } as const;
    const found = await client.employees.aggregate({ ...query, 'status[ne]': 'terminated', sort: '-count', limit: 5 });
    const address = 'group=branch,year(date_of_joining)&measure=count,max(date_of_joining)&status[ne]=terminated';
    expect(found as unknown).toEqual(await listed(`aggregate/employees?${address}&sort=-count&limit=5`));
    expect(found.data).toHaveLength(5);
    const behind = await (await fetch(service.url + found.data[0]!.rows)).json();
    expect(behind.meta.total).toBe(found.data[0]!.values.count);
    expect(await client.employees.aggregate()).toMatchObject({ data: [{ group: {} }], meta: { total: 1 } });
  });

  test('metrics, by periods and groups', async () => {
    const query = { from: '2025-01-01', to: '2025-12-31', every: 'quarter', group: ['dept_id', 'branch'] } as const;
    const found = await client.insight('turnover', { ...query, 'status[ne]': 'onboarding', limit: 7 });
    const address = 'from=2025-01-01&to=2025-12-31&every=quarter&group=dept_id,branch&status[ne]=onboarding&limit=7';
    expect(found as unknown).toEqual(await listed(`insights/turnover?${address}`));
    expect(found.data).toHaveLength(7);
    const { numerator } = found.data[0]!.values.turnover;
    const behind = await (await fetch(service.url + numerator.rows)).json();
    expect(behind.meta.total).toBe(numerator.value);
    const absence = await client.insight('absence', { 'employee_id.branch': ['London', 'Berlin'] });
    expect(absence as unknown).toEqual(
      await listed('insights/absence?employee_id.branch=London&employee_id.branch=Berlin'),
    );
  });

  test('every metric is listed and answered, with figures of the kinds that the types say', async () => {
    expect((await client.insights()) as unknown).toEqual(await listed('insights'));
    for (const metric of insights) {
      const answer = await client.insight(metric.name as 'turnover');
      expect(answer).toEqual(await listed(`insights/${metric.name}`));
      const { period, values } = answer.data[0]!;
      expect(period === null).toBe(!metric.isSeries);
      const day = { from: answer.today, to: answer.today, partial: false };
      const kinds = 'figuresOf' in metric ? metric.figuresOf(day, answer.today) : {};
      for (const [name, { kind }] of Object.entries(kinds)) {
        const parts = Object.keys((values as Record<string, object>)[name]!);
        expect({ name, parts }).toEqual({ name, parts: FIGURE_PARTS[kind] });
      }
    }
  });

  test('all records in another order, each once', async () => {
    const all = await collect(client.candidates.all({ sort: '-email' }));
    const emails = all.map(({ email }) => email!);
    expect(emails.length).toBeGreaterThan(200);
    expect(new Set(emails).size).toBe(emails.length);
    expect(emails).toEqual([...emails].sort().reverse());
  });

  test('some fields only, with the id among them and without', async () => {
    const whole = await collect(client.candidates.all());
    const some = await collect(client.candidates.all({ fields: ['id', 'email'] }));
    expect(some).toEqual(whole.map(({ id, email }) => ({ id, email })));
    expect(await collect(client.candidates.all({ fields: ['email'] }))).toEqual(some.map(({ email }) => ({ email })));
    expect(await client.candidates.get(3, { fields: ['email'] })).toEqual({ email: some[2]!.email });
  });

  test('references with their records', async () => {
    const { data } = await client.employees.list({ expand: ['dept_id', 'manager_id'], limit: 20 });
    expect(data.map(({ expanded }) => expanded.manager_id)).toContain(null);
    for (const { expanded, dept_id, manager_id } of data) {
      expect(expanded.dept_id?.id ?? null).toBe(dept_id);
      expect(expanded.manager_id?.id ?? null).toBe(manager_id);
    }
    const one = await client.employees.get(data[1]!.id, { fields: ['id'], expand: ['dept_id'] });
    expect(one).toEqual({ id: data[1]!.id, expanded: { dept_id: data[1]!.expanded.dept_id } });
    const named = await client.employees.list({ fields: ['id', 'dept_id.name', 'manager_id.email'], limit: 20 });
    expect(named.data).toEqual(
      data.map(({ id, expanded }) => ({
        id,
        'dept_id.name': expanded.dept_id?.name ?? null,
        'manager_id.email': expanded.manager_id?.email ?? null,
      })),
    );
  });

  test('a whole list in one stream, as records and as a file', async () => {
    const query = { source: ['referral', 'agency'], sort: '-id' } as const;
    const records = await collect(client.candidates.export({ format: 'ndjson', ...query }));
    expect(records.length).toBeGreaterThan(0);
    expect(records).toEqual(await collect(client.candidates.all(query)));
    const file = await client.candidates.export({ format: 'csv', ...query });
    const sent = await fetch(`${service.url}/api/v1/candidates?source=referral&source=agency&sort=-id&format=csv`);
    expect(await new Response(file).text()).toBe(await sent.text());
    const shape = { fields: ['id', 'referred_by.email'], expand: ['referred_by'] } as const;
    expect(await collect(client.candidates.export({ format: 'ndjson', ...shape }))).toEqual(
      await collect(client.candidates.all(shape)),
    );
    const workbook = await client.candidates.export({ format: 'xlsx', ...query });
    expect((await new Response(workbook).text()).slice(0, 2)).toBe('PK');
    const columns = await client.candidates.export({ format: 'csv', fields: ['id', 'referred_by.email'] });
    expect(await new Response(columns).text()).toMatch(/^id,referred_by\.email\r\n1,/);
  });

  test('a stream can be left early or aborted', async () => {
    for await (const { id } of client.attendance.export({ format: 'ndjson' })) if (id > 10) break;
    const stop = new AbortController();
    const reading = async () => {
      for await (const { id } of client.attendance.export({ format: 'ndjson' }, { signal: stop.signal })) {
        if (id > 10) stop.abort(new Error('enough'));
      }
    };
    await expect(reading()).rejects.toThrow('enough');
  });

  test('a stream that is cut off throws', async () => {
    const network = await faultyNetwork(service.url);
    const far = createClient({ baseUrl: network.url });
    network.next('answer cut', 'answer cut');
    let came = 0;
    const reading = async () => {
      for await (const { id } of far.attendance.export({ format: 'ndjson' })) came += id > 0 ? 1 : 0;
    };
    expect(await reading().catch((error) => error)).toBeInstanceOf(ConnectionError);
    expect(came).toBeGreaterThan(0);
    const file = await far.attendance.export({ format: 'csv' });
    expect(await new Response(file).text().catch((error) => error)).toBeInstanceOf(ConnectionError);
    expect(network.seen).toHaveLength(2);
    network.stop();
  });
});
