// Private fields: without the token they are null, or `private` where they are never null, in every format and through
// references, and cannot be searched, filtered, sorted or grouped by; with it they are ordinary.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import postgres from 'postgres';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { privateValue, type Resource } from '../../../src/catalogue/resource.ts';
import { fieldNames, SettingError } from '../../../src/config/parse.ts';
import { valueFault } from '../../../src/contract/request/check-value.ts';
import { demoDatabase, eitherEngine, newDatabase } from '../../harness/databases.ts';
import { post, type Service, startService, TOKEN } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';

/** Kinds whose values are never null and no plain text. */
const REFUSED = ['id', 'reference', 'count', 'flag', 'slug', 'colour', 'locale', 'timezone', 'date'];

test('every field can be private that can be null, and of the others those whose answer may be the text', () => {
  for (const resource of catalogue)
    for (const field of resource.fields.filter(({ name }) => name !== 'id')) {
      const name = `${resource.name}.${field.name}`;
      const accepted = () => fieldNames(name, 'FIELDS');
      if (field.required && REFUSED.includes(field.kindName)) {
        expect(accepted).toThrow(SettingError);
        expect(accepted).toThrow(`"${name}", which cannot be hidden: it is never null`);
        expect(accepted).toThrow(`this is ${field.kind.expected}.`);
      } else {
        expect(accepted()).toEqual({ [resource.name]: new Set([field.name]) });
        expect([name, privateValue(field)]).toEqual([name, field.required ? 'private' : null]);
        if (field.required) expect([name, valueFault(field, 'private')]).toEqual([name, undefined]);
      }
    }
});

const PRIVATE: Record<string, ReadonlySet<string>> = {
  employees: new Set(['base_salary', 'last_name', 'date_of_joining', 'manager_id', 'status', 'gender']),
  departments: new Set(['name']),
  candidates: new Set(['email']),
  leave: new Set(['leave_type', 'status', 'reason', 'to_date']),
  jobs: new Set(['title']),
  applications: new Set(['stage']),
};

const named = (name: string): Resource => catalogue.find((each) => each.name === name)!;

/** What is shown of a field to those without the token: its value, or this one. Behind a private reference all is null. */
function hiddenAs(resource: Resource, path: string): { readonly instead?: null | 'private' } {
  const [name, behind] = path.split('.') as [string, string?];
  const field = resource.fields.find((each) => each.name === name)!;
  const isPrivate = PRIVATE[resource.name]?.has(name) ?? false;
  if (behind !== undefined) return isPrivate ? { instead: null } : hiddenAs(field.target!, behind);
  return isPrivate ? { instead: field.required ? 'private' : null } : {};
}

type Row = Record<string, any>;

/** The row as it is without the token. `missing`: how null is written. */
function hidden(resource: Resource, { expanded, ...row }: Row, missing: null | '' = null): Row {
  const shown = Object.entries(row).map(([path, value]) => {
    const { instead = value } = hiddenAs(resource, path);
    return [path, instead ?? missing];
  });
  const targetOf = (reference: string) => resource.fields.find(({ name }) => name === reference)!.target!;
  const others = Object.entries(expanded ?? {}).map(([name, to]) => [name, to && hidden(targetOf(name), to as Row)]);
  return { ...Object.fromEntries(shown), ...(expanded && { expanded: Object.fromEntries(others) }) };
}

/** The records of an answer. Cells of CSV are texts. */
const rowsIn: Record<string, (body: string) => Row[]> = {
  json: (body) => JSON.parse(body).data,
  ndjson: (body) =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  csv: (body) => parse(body, { columns: true }),
};

const HOLDER = { Authorization: `Bearer ${TOKEN}` };

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    // The database was filled before anything was private.
    const location = await demoDatabase(engine);
    const privateFields = Object.fromEntries(Object.entries(PRIVATE).map(([name, fields]) => [name, new Set(fields)]));
    service = await startService({ engine, location, privateFields });
  });
  afterAll(() => service.stop());
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/v1/${path}`, { headers });
  const json = async (path: string, headers = {}): Promise<any> => (await ask(path, headers)).json();

  const lists = [
    'employees?limit=200',
    'leave?limit=60&expand=employee_id',
    'leave?fields=id,employee_id.base_salary,employee_id.code&limit=60',
    'employees?fields=id,dept_id.name,dept_id.id,status,branch&limit=60',
    'employees?fields=base_salary,manager_id.first_name,id&offset=1&limit=60',
    'applications?fields=id,candidate_id.email,candidate_id.phone,stage&limit=60',
  ];
  test.each(Object.keys(rowsIn))('only with the token there are private values, as %s', async (format) => {
    for (const list of format === 'csv' ? lists.filter((each) => !each.includes('expand')) : lists) {
      const path = `${list}&format=${format}`;
      // Twice, because later answers may come from the cache.
      for (let round = 0; round < 2; round++) {
        const [held, ...others] = [
          await ask(path, HOLDER),
          await ask(path),
          await ask(path, { Authorization: 'Bearer wrong-token' }),
        ];
        const whole = rowsIn[format]!(await held!.text());
        const expected = whole.map((row) => hidden(named(path.split('?')[0]!), row, format === 'csv' ? '' : null));
        expect(expected).not.toEqual(whole);
        for (const response of others)
          expect({ path, rows: rowsIn[format]!(await response.text()) }).toEqual({ path, rows: expected });
        for (const { headers } of [held!, ...others]) {
          expect([path, headers.get('vary')]).toEqual([path, expect.stringContaining('Authorization')]);
          expect(headers.get('cache-control')).toBe(format === 'json' ? 'private, no-cache' : 'no-store');
        }
      }
    }
  });

  test('single records, and answers with nothing private, which do not depend on the token', async () => {
    for (const path of ['employees/7', 'employees/7?fields=id,dept_id.name,manager_id.branch,gender', 'leave/3']) {
      const [open, held] = [await ask(path), await ask(path, HOLDER)];
      const whole = await held.json();
      expect(await open.json()).toEqual(hidden(named(path.split('/')[0]!), whole));
      for (const { headers } of [open, held])
        expect(headers.get('vary')).toBe('Accept-Encoding, Authorization, Prefer');
    }
    const { headers } = await ask('brands?fields=organization_id.slug');
    expect([headers.get('vary'), headers.get('cache-control')]).toEqual([
      'Accept, Accept-Encoding, Prefer',
      'no-cache',
    ]);
  });

  test('an ETag that was given to a caller with the token matches nothing for others, and the reverse', async () => {
    // Several times, so that cached and compressed answers are among them.
    for (const path of ['employees?limit=5', 'employees/3', 'leave?expand=employee_id'])
      for (const encoding of ['identity', 'gzip', 'br', 'zstd', 'br']) {
        const headers = { 'Accept-Encoding': encoding };
        const statusOf = async (more: Record<string, string>) => (await ask(path, { ...headers, ...more })).status;
        const tagOf = async (more = {}) => (await ask(path, { ...headers, ...more })).headers.get('etag')!;
        const [open, held] = [await tagOf(), await tagOf(HOLDER)];
        expect(held.replace(/-\w+"$/, '"')).not.toBe(open.replace(/-\w+"$/, '"'));
        expect([
          await statusOf({ 'If-None-Match': held }),
          await statusOf({ 'If-None-Match': open, ...HOLDER }),
          await statusOf({ 'If-None-Match': open }),
          await statusOf({ 'If-None-Match': held, ...HOLDER }),
        ]).toEqual([200, 200, 304, 304]);
      }
  });

  test.each([
    'employees?base_salary[gte]=1',
    'employees?date_of_joining[lt]=2020-01-01',
    'employees?dept_id.name[ne]=Sales',
    'employees?manager_id.branch=London',
    'employees?sort=base_salary',
    'employees?expand=manager_id&format=ndjson',
    'leave?employee_id.base_salary[gt]=1',
    'leave?employee_id.status=active',
    'leave?leave_type=private',
    'leave?leave_type[ne]=sick',
    'jobs?sort=-title',
    'aggregate/leave?group=leave_type',
    'aggregate/leave?measure=distinct(leave_type)',
    'aggregate/applications?group=job_id.title',
  ])('%s is refused by name without the token, and works with it', async (path) => {
    const [response, held] = [await ask(path), await ask(path, HOLDER)];
    expect([response.status, (await response.json()).detail]).toMatchObject([
      422,
      [{ type: 'private_field', loc: ['query', path.split('?')[1]!.split('=')[0]!] }],
    ]);
    expect(held.status).toBe(200);
    await held.arrayBuffer();
  });

  test('search finds neither values nor the word that stands for them', async () => {
    const total = async (path: string, headers = {}) => (await json(`${path}&limit=1`, headers)).meta.total;
    const [candidate] = (await json('candidates?limit=1', HOLDER)).data;
    const [employee] = (await json('employees?limit=1', HOLDER)).data;
    const name = `employees?q=${encodeURIComponent(`${employee.first_name} ${employee.last_name}`)}`;
    expect([await total(`candidates?q=${candidate.email}`), await total(`employees?q=${employee.code}`)]).toEqual([
      0, 1,
    ]);
    expect(await total(`candidates?q=${candidate.email}`, HOLDER)).toBe(1);
    expect(await total(name, HOLDER)).toBeGreaterThan(0);
    expect([await total('leave?q=private'), await total('leave?q=private', HOLDER)]).toEqual([0, 0]);
    expect((await json('aggregate/leave?q=private')).totals.values.count).toBe(0);
  });

  test.each(['/api/openapi.json', '/swagger.json'])('%s shows no value, and says what is private', async (path) => {
    const document = await (await fetch(service.url + path)).json();
    const { schemas = document.definitions } = document.components ?? {};
    const parameters: Row = document.parameters ?? document.components.parameters;
    const exampleOf = ({ examples, example = examples[0] }: any) => example;
    /** Of what the list of a resource can be asked, by name, and whether it is marked. Those of a family are named in
     * what is said of it. */
    const marksOf = ({ name: list }: Resource): [string, boolean][] =>
      document.paths[`/v1/${list}`].get.parameters.flatMap((part: any): [string, boolean][] => {
        const { name, style, schema, description } = parameters[part.$ref?.split('/').at(-1)] ?? part;
        const said: string = description.split('private here')[1] ?? '';
        if (style !== 'form') return [[name, said !== '']];
        const names = Object.keys(schemas[schema.$ref.split('/').at(-1)].properties);
        return names.map((each) => [each, said.includes(`\`${each}\``)]);
      });
    for (const resource of catalogue) {
      const { properties, ...schema } = schemas[resource.schema];
      const sent = resource.creatable ? exampleOf(schemas[`${resource.schema}Create`]) : {};
      for (const field of resource.fields) {
        const { instead } = hiddenAs(resource, field.name);
        const key = `${resource.name}.${field.name}`;
        const said: string = (properties[field.name].description ?? '').split(' It is private here: ')[1] ?? '';
        if (instead === undefined) expect([key, said]).toEqual([key, '']);
        else {
          expect([key, said]).toEqual([
            key,
            `${instead === null ? 'null' : 'the text `private`'} without the write token.`,
          ]);
          // 2.0 has no null. A create has to send what is required.
          const shown = instead ?? (document.components ? null : undefined);
          expect([key, exampleOf(schema)[field.name]]).toEqual([key, shown]);
          expect([key, sent[field.name]]).toEqual([key, field.name in sent ? 'private' : undefined]);
        }
      }
      const isField = (name: string) => resource.fields.some((field) => field.name === name);
      const marks = marksOf(resource).filter(([name]) => isField(name.split(/[.[]/)[0]!));
      expect([resource.name, marks]).toEqual([
        resource.name,
        marks.map(([name]) => [name, 'instead' in hiddenAs(resource, name.split('[')[0]!)]),
      ]);
    }
    const { content } = document.paths['/v1/aggregate/employees']?.get.responses[200] ?? {};
    expect(content?.['application/json'].example).toBe(undefined);
  });
});

describe.each(eitherEngine)('two services with other private fields, on the %s database', (engine) => {
  const headline = { 'career-sites': new Set(['headline']) };
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

  test('the one that was started first refuses searches and creates that could reveal private values', async () => {
    const public_ = await serve(headline);
    expect(await create(public_, 'one')).toBe(201);
    expect([await found(public_), await found(public_, HOLDER)]).toEqual([0, 1]);

    const internal = await serve({});
    expect(await found(internal)).toBe(1);
    const refused = await ask(public_, '/career-sites?q=quokka');
    expect([refused.status, (await refused.json()).error]).toMatchObject([
      503,
      { code: 'unavailable', message: expect.stringContaining('can search no career-sites until it is restarted') },
    ]);
    expect((await ask(public_, '/career-sites?q=quokka', { Accept: 'text/csv' })).status).toBe(503);
    expect(await create(public_, 'two')).toBe(503);
    expect(await found(public_, HOLDER)).toBe(1);
    for (const path of ['/career-sites', '/career-sites/1', '/organizations?q=quokka'])
      expect((await ask(public_, path)).status).toBe(200);

    const again = await serve(headline);
    expect([await found(again), await found(again, HOLDER)]).toEqual([0, 1]);
    expect(await found(internal)).toBe(0);
    expect(await create(internal, 'three')).toBe(503);
    expect(await create(again, 'four')).toBe(201);
    expect([await found(again), await found(again, HOLDER)]).toEqual([0, 2]);
    expect(await found(public_)).toBe(0);
    expect(await again.store.audit()).toEqual([]);
  });

  test('after a change during many creates, the search texts of all records leave out the same fields', async () => {
    const before = await serve(headline);
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
