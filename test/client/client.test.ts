// The typed client: its derived files are up to date, every error has a class, and it answers what the service answers,
// also sorted, shaped, grouped and streamed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import manifest from '../../client/package.json';
import { type Client, createClient, errorClasses, type Reads, WorkforceError } from '../../client/src/index.ts';
import product from '../../package.json';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { clientSource } from '../../src/contract/documents/client-source.ts';
import { errors } from '../../src/contract/errors.ts';
import { insightSource } from '../../src/insights/client-source.ts';
import { insights } from '../../src/insights/insights.ts';
import { addSecret } from '../access/tokens.ts';
import { demoDatabase, eitherEngine } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { type Service, type ServiceOptions, startService, TOKEN } from '../harness/service.ts';

const derived = { ...clientSource(catalogue, errors), ...insightSource(insights, catalogue) };
test.each(Object.entries(derived))('%s is as it is derived (npm run generate)', async (name, text) => {
  expect(await Bun.file(repositoryFile(name)).text()).toBe(text);
});

test('the client has the version of the service, and depends on nothing', () => {
  expect(manifest.version).toBe(product.version);
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

test('every error code has its class', () => {
  expect(Object.keys(errorClasses)).toEqual(Object.keys(errors));
  for (const [code, Class] of Object.entries(errorClasses)) {
    const error = new Class('It is so.', { code, status: 418 });
    expect(error).toBeInstanceOf(WorkforceError);
    expect({ ...error, text: `${error}` }).toMatchObject({
      name: Class.name,
      code,
      status: 418,
      text: `${Class.name}: It is so.`,
    });
  }
});

test.each([
  ['', 'baseUrl is ""'],
  ['people.example.com', 'baseUrl is "people.example.com"'],
  ['ftp://people.example.com', 'such as "http://127.0.0.1:8080"'],
])('the address %p is refused at once', (baseUrl, message) => {
  expect(() => createClient({ baseUrl })).toThrow(message);
});

test('an empty list of values is refused, because it would match everything', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9' });
  await expect(client.employees.list({ dept_id: [] })).rejects.toThrow('dept_id is an empty list');
});

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const records: T[] = [];
  for await (const each of all) records.push(each);
  return records;
}

const leave = { employee_id: 7, leave_type: 'annual' };
const organization = (slug: string) => ({ name: 'Harbour Foods', slug });

/** Services whose errors a client meets: the usual one, one that takes no writes, and ones at their limits. */
const services = {
  usual: {},
  readOnly: { token: undefined },
  limited: { parts: { limits: { inFlight: 100, perMinute: 1 } } },
  busy: { parts: { limits: { inFlight: 0, perMinute: undefined } } },
} as const satisfies Record<string, ServiceOptions>;

/** The error of each call: where, its code and status, and the places of its problems. */
const refusals: [keyof typeof services, string, number, (client: Client) => Promise<unknown>, string?][] = [
  [
    ...(['usual', 'invalid_parameters', 422] as const),
    (client) => client.employees.list({ limit: 500, offset: -1, 'date_of_joining[gte]': 'soon' }),
    'query.limit query.offset query.date_of_joining[gte]',
  ],
  ['usual', 'not_found', 404, (client) => client.employees.get(999_999_999)],
  ['usual', 'uri_too_long', 414, (client) => client.employees.list({ q: 'x'.repeat(33_000) })],
  ['usual', 'cursor_gone', 410, (client) => client.changes.page({ after: 'banana' })],
  [
    ...(['usual', 'validation_error', 422] as const),
    (client) => client.leave.create({ employee_id: 999_999_999, from_date: '2026-02-30', leave_type: ' ' }),
    'body.leave_type body.from_date body.employee_id',
  ],
  [
    ...(['usual', 'idempotency_conflict', 422] as const),
    async (client) => {
      const options = { idempotencyKey: crypto.randomUUID() };
      const [first, again] = ['a', 'a', 'b'].map(() => organization(options.idempotencyKey));
      const made = await client.organizations.create(first!, options);
      expect(await client.organizations.create(again!, options)).toEqual(made);
      return client.organizations.create(organization('another'), options);
    },
  ],
  ['usual', 'payload_too_large', 413, (client) => client.leave.create({ ...leave, reason: 'x'.repeat(2 ** 21) })],
  ['readOnly', 'writes_disabled', 503, (client) => client.leave.create(leave)],
  ['limited', 'rate_limited', 429, async (client) => [await client.totals(), await client.totals()]],
  ['busy', 'unavailable', 503, (client) => client.employees.list()],
];

/** A client that uses fetch sends its body at once, uses valid methods only, and cannot make the service fail. */
const UNREACHABLE = ['conflict', 'method_not_allowed', 'request_timeout', 'internal_error'];

const RATIO = ['value', 'numerator', 'denominator', 'small'];
/** As client/src/insight-types.ts has them. */
const FIGURE_PARTS = { count: ['value', 'rows'], ratio: RATIO, rate: RATIO, measure: ['value', 'of', 'small'] };

type AnyResource = Reads<{ id: number }, object, 'id', object>;

describe.each(eitherEngine)('on the %s database', (engine) => {
  const started = {} as Record<keyof typeof services, Service>;
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    const location = await demoDatabase(engine);
    for (const [name, options] of Object.entries(services))
      started[name as keyof typeof services] = await startService({ ...options, engine, location });
    service = started.usual;
    client = createClient({ baseUrl: `${service.url}/`, token: TOKEN });
  });
  afterAll(() => Promise.all(Object.values(started).map((each) => each.stop())));
  const listed = async (path: string): Promise<any> => (await fetch(`${service.url}/api/v1/${path}`)).json();
  const outcome = (at: keyof typeof services, token: string, call: (client: Client) => Promise<unknown>) =>
    call(createClient({ baseUrl: started[at].url, token, retries: 0 })).then(
      () => 'answered',
      ({ code, status, errors: problems }) => [code, status, problems.map(({ loc }: any) => loc.join('.')).join(' ')],
    );

  test('every error that a client can cause comes with its code, its status and the places of its problems', async () => {
    for (const [at, code, status, call, places = ''] of refusals)
      expect(await outcome(at, TOKEN, call)).toEqual([code, status, places]);
    const create = ({ leave: resource }: Client) => resource.create(leave);
    expect(await outcome('usual', 'not-the-token', create)).toEqual(['unauthorized', 401, '']);
    const reader = await addSecret(service.store, 'reader', { read: 'all' });
    expect(await outcome('usual', reader, create)).toEqual(['forbidden', 403, '']);
    const met = [...refusals.map(([, code]) => code), 'unauthorized', 'forbidden'];
    expect([...new Set(met), ...UNREACHABLE].sort()).toEqual(Object.keys(errors).sort());
  });

  test('every resource can be listed and got, and created where the service says so', async () => {
    const { health, totals, orgChart, insight: _, insights: __, changes: ___, ...resources } = client;
    expect(await health()).toEqual(await listed('health'));
    expect(await orgChart({ depth: 2, branch: 'London' })).toEqual(await listed('org-chart?depth=2&branch=London'));
    expect(await totals()).toEqual(await listed('totals'));
    const known = catalogue.map(({ name, creatable }) => ({ name, creatable }));
    const offered = Object.entries(resources).map(([key, each]) => ({
      name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      creatable: 'create' in each,
    }));
    expect(offered).toEqual(known);
    for (const [i, resource] of (Object.values(resources) as unknown as AnyResource[]).entries()) {
      const page = await resource.list({ limit: 2 });
      expect(page).toEqual(await listed(`${known[i]!.name}?limit=2`));
      expect(await resource.get(page.data[0]!.id)).toEqual(page.data[0]!);
    }
    const created = await client.leave.create({ ...leave, reason: 'Ünïcödé' });
    expect(created).toEqual(await listed(`leave/${created.id}`));
  });

  test('lists with filters and an order', async () => {
    const query = {
      ...{ status: ['active', 'on_leave'], manager_id: [1, null], 'base_salary[gt]': 30_000, q: 'e &' },
      ...{ 'termination_date[gte_or_null]': '2026-01-01', 'dept_id.name[ne]': ['Sales'] },
    };
    const address =
      'status=active&status=on_leave&manager_id=1&manager_id=null&base_salary[gt]=30000&q=e+%26' +
      '&termination_date[gte_or_null]=2026-01-01&dept_id.name[ne]=Sales&sort=branch,-date_of_joining&limit=200';
    const page = await client.employees.list({ ...query, sort: ['branch', '-date_of_joining'], limit: 200 });
    expect(page as unknown).toEqual(await listed(`employees?${address}`));
  });

  test('groups with their measures', async () => {
    const query = { group: ['branch', 'year(date_of_joining)'], measure: ['count', 'max(date_of_joining)'] } as const;
    const answer = await client.employees.aggregate({ ...query, 'status[ne]': 'terminated', sort: '-count', limit: 5 });
    const address = 'group=branch,year(date_of_joining)&measure=count,max(date_of_joining)&status[ne]=terminated';
    expect(answer as unknown).toEqual(await listed(`aggregate/employees?${address}&sort=-count&limit=5`));
    expect(await client.employees.aggregate()).toMatchObject({ data: [{ group: {} }], meta: { total: 1 } });
  });

  test('metrics, by periods, groups and filters', async () => {
    const query = { from: '2025-01-01', to: '2025-12-31', every: 'quarter', group: ['dept_id', 'branch'] } as const;
    const answer = await client.insight('turnover', { ...query, 'status[ne]': 'onboarding', limit: 7 });
    const address = 'from=2025-01-01&to=2025-12-31&every=quarter&group=dept_id,branch&status[ne]=onboarding&limit=7';
    expect(answer as unknown).toEqual(await listed(`insights/turnover?${address}`));
    const absence = await client.insight('absence', { 'employee_id.branch': ['London', 'Berlin'] });
    expect(absence as unknown).toEqual(
      await listed('insights/absence?employee_id.branch=London&employee_id.branch=Berlin'),
    );
  });

  test('every metric is listed and answered, with figures of the kinds that the types say', async () => {
    expect((await client.insights()) as unknown).toEqual(await listed('insights'));
    for (const metric of insights) {
      const answer = await client.insight(metric.name as 'turnover');
      const { period, values } = answer.data[0]!;
      expect({ name: metric.name, isNull: period === null }).toEqual({ name: metric.name, isNull: !metric.isSeries });
      const day = { from: answer.today, to: answer.today, partial: false };
      const kinds = 'figuresOf' in metric ? metric.figuresOf(day, answer.today) : {};
      for (const [name, { kind }] of Object.entries(kinds)) {
        const parts = Object.keys((values as Record<string, object>)[name]!);
        expect({ name, parts }).toEqual({ name, parts: FIGURE_PARTS[kind] });
      }
    }
  });

  test('all() requests no more pages than are read, and gives a record once, even when pages overlap', async () => {
    const urls: string[] = [];
    const moved = createClient({
      baseUrl: service.url,
      fetch: (url, init) => {
        urls.push(url);
        return fetch(url.replace('offset=200', 'offset=199'), init);
      },
    });
    for await (const { id } of moved.candidates.all({ q: 'a' })) if (id) break;
    expect(urls).toEqual([`${service.url}/api/v1/candidates?q=a&offset=0&limit=200`]);
    const ids = (await collect(moved.candidates.all({ fields: ['id', 'email'] }))).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('all() includes records that are created meanwhile', async () => {
    const { total } = (await listed('applications?limit=1')).meta;
    expect(total).toBeGreaterThan(200);
    const ids: number[] = [];
    for await (const { id, candidate_id, job_id } of client.applications.all()) {
      if (ids.length === 0) await client.applications.create({ candidate_id, job_id });
      ids.push(id);
    }
    expect(ids).toHaveLength(total + 1);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  test('a whole list in one stream, as records and as files', async () => {
    const query = { source: ['referral', 'agency'], sort: '-id' } as const;
    const shape = { fields: ['id', 'referred_by.email'], expand: ['referred_by'] } as const;
    const records = await collect(client.candidates.export({ format: 'ndjson', ...query }));
    expect(records.length).toBeGreaterThan(0);
    expect(records).toEqual(await collect(client.candidates.all(query)));
    expect(await collect(client.candidates.export({ format: 'ndjson', ...shape }))).toEqual(
      await collect(client.candidates.all(shape)),
    );
    const file = await client.candidates.export({ format: 'csv', ...query, fields: ['id', 'referred_by.email'] });
    const address = 'source=referral&source=agency&sort=-id&fields=id,referred_by.email&format=csv';
    const sent = await fetch(`${service.url}/api/v1/candidates?${address}`);
    expect(await new Response(file).text()).toBe(await sent.text());
    const workbook = await client.candidates.export({ format: 'xlsx', ...query });
    expect((await new Response(workbook).text()).slice(0, 2)).toBe('PK');
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
});
