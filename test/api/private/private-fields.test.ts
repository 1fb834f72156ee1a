// Private fields: without the token they are null and cannot be searched, filtered or sorted by; with it they are
// ordinary.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import postgres from 'postgres';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { demoDatabase, eitherEngine, newDatabase } from '../../harness/databases.ts';
import { post, type Service, startService, TOKEN } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';

describe.each(eitherEngine)('on the %s database', (engine) => {
  const privateFields = {
    employees: new Set(['base_salary', 'last_name', 'date_of_joining', 'dept_id']),
    candidates: new Set(['email']),
    leave: new Set(['reason', 'to_date']),
  };
  let service: Service;
  beforeAll(async () => {
    // The database was filled before anything was private.
    const location = await demoDatabase(engine);
    service = await startService({ engine, location, privateFields });
  });
  afterAll(async () => {
    await service.stop();
  });

  const ask = (path: string, shown?: string) =>
    fetch(`${service.url}/api/v1${path}`, shown ? { headers: { Authorization: `Bearer ${shown}` } } : {});
  const json = async (path: string, shown?: string) => (await ask(path, shown)).json();

  test('values are null without the token, and nothing else differs', async () => {
    const open = (await json('/employees?limit=200', TOKEN)).data;
    const hidden = { base_salary: null, last_name: null, date_of_joining: null, dept_id: null };
    expect(open.every((employee: any) => employee.base_salary > 0 && employee.last_name)).toBe(true);
    for (const shown of [undefined, 'wrong-token']) {
      expect((await json('/employees?limit=200', shown)).data).toEqual(
        open.map((employee: any) => ({ ...employee, ...hidden })),
      );
      expect(await json('/employees/1', shown)).toEqual({ ...open[0], ...hidden });
    }
    expect(await json('/employees/1', TOKEN)).toEqual(open[0]);
  });

  const documents = [['/api/openapi.json'], ['/swagger.json']];
  test.each(documents)('%s shows no value of them, and says what is private', async (path) => {
    const text = await (await fetch(service.url + path)).text();
    const document = JSON.parse(text);
    const isNewer = document.components !== undefined;
    const { schemas = document.definitions } = document.components ?? {};
    const exampleOf = ({ examples, example = examples[0] }: any) => example;
    for (const { name: resource, schema, creatable } of catalogue) {
      const names: ReadonlySet<string> = new Map(Object.entries(privateFields)).get(resource) ?? new Set();
      const record = exampleOf(schemas[schema]);
      // 2.0 has no null.
      for (const name of names) expect([name, record[name]]).toEqual([name, isNewer ? null : undefined]);
      expect(record.id).toBe(1);
      const sent = creatable ? exampleOf(schemas[`${schema}Create`]) : {};
      expect(Object.keys(sent).filter((name) => names.has(name))).toEqual([]);
    }
    const published = JSON.parse(text.replaceAll(/ It is private here: [^"]*\./g, ''));
    const open = await startService({ filled: false });
    const usual = await (await fetch(open.url + path)).json();
    await open.stop();
    // Nothing else differs, but that a parameter with such a text is not shared any more.
    const rest = (all: any) => {
      const found = (part: any) =>
        part.$ref?.split('/').reduce((at: any, key: string) => (key === '#' ? all : at[key]), all) ?? part;
      const paths = JSON.stringify(all.paths, (key, value) => (key === 'parameters' ? value.map(found) : value));
      const others = { ...all, parameters: 0, components: { ...all.components, parameters: 0 } };
      return JSON.stringify({ ...others, paths: JSON.parse(paths) }, (key, value) =>
        /^examples?$/.test(key) ? undefined : value,
      );
    };
    expect(rest(published)).toBe(rest(usual));
    const parameters: Record<string, any> = document.parameters ?? document.components.parameters;
    /** All filters by `resource.filter`, and whether they are marked. Those of a family are named in what it says. */
    const marks = new Map(
      catalogue.flatMap((resource) =>
        document.paths[`/v1/${resource.name}`].get.parameters.flatMap((part: any): [string, boolean][] => {
          const { name, style, schema, description } = parameters[part.$ref?.split('/').at(-1)] ?? part;
          const said: string = description.split('private here')[1] ?? '';
          if (style !== 'form') return [[`${resource.name}.${name}`, said !== '']];
          const names = Object.keys(schemas[schema.$ref.split('/').at(-1)].properties);
          return names.map((each) => [`${resource.name}.${each}`, said.includes(`\`${each}\``)]);
        }),
      ),
    );
    const isMarked = (key: string) => marks.get(key) === true;
    const expected = [
      'employees.base_salary[gt]',
      'employees.dept_id',
      'candidates.email[ne]',
      'leave.reason',
      'leave.to_date[weekday]',
    ];
    if (isNewer) expected.push('employees.base_salary[gt_or_null]', 'leave.employee_id.base_salary[lt]');
    // Behind references, also behind one that is itself private.
    expected.push('leave.employee_id.base_salary', 'applications.candidate_id.email', 'employees.dept_id.name');
    expect(expected.filter((key) => !isMarked(key))).toEqual([]);
    const others = [
      'employees.branch',
      'employees.email',
      'jobs.dept_id',
      'jobs.dept_id.name',
      'leave.employee_id',
      'leave.employee_id.branch',
    ];
    expect(others.filter((key) => marks.get(key) !== false)).toEqual([]);
    const { properties } = schemas.Candidate;
    expect(properties.email.description).toEndWith('null without the write token.');
    expect(properties.phone.description).not.toContain('private');
  });

  test('filters and ranges are refused by name without the token, and work with it', async () => {
    for (const query of ['dept_id=1', 'base_salary[gte]=1', 'date_of_joining[lt]=2020-01-01']) {
      const response = await ask(`/employees?${query}`);
      expect(response.status).toBe(422);
      expect((await response.json()).detail).toMatchObject([
        { type: 'private_field', loc: ['query', query.split('=')[0]!] },
      ]);
      expect((await ask(`/employees?${query}`, TOKEN)).status).toBe(200);
    }
  });

  test('filters behind a reference are refused where the reference or the field is private', async () => {
    const paths = [
      '/employees?dept_id.name[ne]=Sales',
      '/leave?employee_id.base_salary[gt]=1',
      '/leave?employee_id.dept_id=1',
    ];
    for (const path of paths) {
      const response = await ask(path);
      expect([path, response.status]).toEqual([path, 422]);
      expect((await response.json()).detail).toMatchObject([
        { type: 'private_field', loc: ['query', /\?(.*)=/.exec(path)![1]!] },
      ]);
      expect((await ask(path, TOKEN)).status).toBe(200);
    }
    expect((await ask('/leave?employee_id.branch=London')).status).toBe(200);
  });

  test('search does not find their values without the token', async () => {
    const [employee] = (await json('/employees?limit=1', TOKEN)).data;
    const [candidate] = (await json('/candidates?limit=1', TOKEN)).data;
    const total = async (path: string, shown?: string) => (await json(path, shown)).meta.total;
    const name = `/employees?q=${encodeURIComponent(`${employee.first_name} ${employee.last_name}`)}`;
    const byCode = `/employees?q=${employee.code}`;
    expect(await total(byCode)).toBe(1);
    expect(await total(name, TOKEN)).toBeGreaterThan(0);
    expect(await total(`/candidates?q=${candidate.email}`, TOKEN)).toBe(1);
    expect(await total(`/candidates?q=${candidate.email}`)).toBe(0);
  });
});

describe.each(eitherEngine)('two services with other private fields, on the %s database', (engine) => {
  const hidden = { 'career-sites': new Set(['headline']) };
  const site = (slug: string) => ({ name: 'Site', slug, headline: `quokka ${slug}` });
  let location: string;
  const running: Service[] = [];
  beforeAll(async () => {
    location = await newDatabase(engine);
  });
  afterAll(() => Promise.all(running.map((service) => service.stop())));

  async function serve(privateFields: Record<string, Set<string>>): Promise<Service> {
    const service = await startService({ engine, location, filled: false, privateFields });
    running.push(service);
    return service;
  }
  const ask = (service: Service, path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/v1${path}`, { headers });
  async function found(service: Service, headers = {}): Promise<unknown> {
    const response = await ask(service, '/career-sites?q=quokka', headers);
    return response.status === 200 ? (await response.json()).meta.total : response.status;
  }
  const create = async (service: Service, slug: string) =>
    (await post(service, '/api/v1/career-sites', site(slug))).status;
  const shown = { Authorization: `Bearer ${TOKEN}` };

  test('the one that was started first refuses searches and creates that could reveal private values', async () => {
    const public_ = await serve(hidden);
    expect(await create(public_, 'one')).toBe(201);
    expect([await found(public_), await found(public_, shown)]).toEqual([0, 1]);

    const internal = await serve({});
    expect(await found(internal)).toBe(1);
    const refused = await ask(public_, '/career-sites?q=quokka');
    expect([refused.status, (await refused.json()).error]).toMatchObject([
      503,
      { code: 'unavailable', message: expect.stringContaining('can search no career-sites until it is restarted') },
    ]);
    expect((await ask(public_, '/career-sites?q=quokka', { Accept: 'text/csv' })).status).toBe(503);
    expect(await create(public_, 'two')).toBe(503);
    expect(await found(public_, shown)).toBe(1);
    for (const path of ['/career-sites', '/career-sites/1', '/organizations?q=quokka'])
      expect((await ask(public_, path)).status).toBe(200);

    const again = await serve(hidden);
    expect([await found(again), await found(again, shown)]).toEqual([0, 1]);
    expect(await found(internal)).toBe(0);
    expect(await create(internal, 'three')).toBe(503);
    expect(await create(again, 'four')).toBe(201);
    expect([await found(again), await found(again, shown)]).toEqual([0, 2]);
    expect(await found(public_)).toBe(0);
    expect(await again.store.audit()).toEqual([]);
  });

  test('after a change during many creates, the search texts of all records leave out the same fields', async () => {
    const before = await serve(hidden);
    let created = 0;
    const creating = [0, 1, 2, 3].map(async (n) => {
      for (let i = 0; ; i++) {
        const status = await create(before, `many-${n}-${i}`);
        if (status !== 201) return status;
        created += 1;
      }
    });
    await waitUntil('creates', () => created >= 20);
    const after = await serve({ 'career-sites': new Set(['headline', 'introduction']) });
    expect(new Set(await Promise.all(creating))).toEqual(new Set([503]));
    expect(await after.store.audit()).toEqual([]);
    expect(await found(after)).toBe(0);
  });
});

test('on PostgreSQL, a change of the private fields waits for creates in flight', async () => {
  const location = await newDatabase('postgresql');
  const before = await startService({ engine: 'postgresql', location, filled: false });
  await post(before, '/api/v1/career-sites', { name: 'Late', slug: 'late', headline: 'quokka' });
  await before.stop();
  const sql = postgres(location, { max: 2, onnotice: () => undefined });
  const create = await sql.reserve();
  await create`CREATE TEMP TABLE late AS SELECT * FROM career_sites`;
  await create`DELETE FROM career_sites`;
  await create`BEGIN`;
  await create`SELECT id FROM workforce_watermarks WHERE resource = 'career-sites' FOR SHARE`;
  await create`INSERT INTO career_sites SELECT * FROM late`;
  const privateFields = { 'career-sites': new Set(['headline']) };
  const after = startService({ engine: 'postgresql', location, filled: false, privateFields });
  await waitUntil('it to wait', async () => {
    const [row] = await sql`SELECT count(*)::int FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = current_database()`;
    return row!.count > 0;
  });
  await create`COMMIT`;
  create.release();
  await sql.end();
  const { store, stop } = await after;
  expect(await store.audit()).toEqual([]);
  await stop();
});
