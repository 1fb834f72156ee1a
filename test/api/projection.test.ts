// Parts of records and more, on both engines: `fields`, `expand`, and the links to other pages.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord, Field } from '../../src/catalogue/resource.ts';
import { casesOn, eitherEngine } from '../harness/databases.ts';
import { post, type Service, startService, TOKEN } from '../harness/service.ts';

const resources = catalogue.map((resource) => [resource.name, resource] as const);
const referring = resources.filter(([, { fields }]) => fields.some(({ to }) => to));
const HOLDER = { Authorization: `Bearer ${TOKEN}` };

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  const all = new Map<string, Map<number, DataRecord>>();
  beforeAll(async () => {
    service = await startService({ engine });
    for (const resource of catalogue) {
      const records: DataRecord[] = [];
      for await (const texts of service.store.scan(resource, { after: -1, upTo: Number.MAX_SAFE_INTEGER }))
        records.push(...texts.map((text) => JSON.parse(text)));
      all.set(resource.name, new Map(records.map((record) => [record.id as number, record])));
    }
  });
  afterAll(() => service.stop());

  const text = async (path: string, headers = {}) => (await fetch(`${service.url}/api/v1/${path}`, { headers })).text();
  const dataIn = (body: string) => body.slice('{"data":'.length, body.lastIndexOf(',"meta"'));

  test.each(casesOn(engine, resources))(
    '%s: any choice of fields, in the order of the record, byte for byte',
    async (name, { fields }) => {
      const records = [...all.get(name)!.values()].slice(0, 30);
      const some = (start: number) => fields.filter((_, i) => (i + start) % 3 === 0).map((field) => field.name);
      for (const wanted of [...fields.map((field) => [field.name]), some(0), some(1), some(2)].filter(
        (each) => each.length,
      )) {
        const parts = records.map((record) => Object.fromEntries(wanted.map((each) => [each, record[each] ?? null])));
        const asked = `fields=${wanted.toReversed().join(',')}`;
        expect([asked, dataIn(await text(`${name}?limit=30&${asked}`))]).toEqual([asked, JSON.stringify(parts)]);
        expect(await text(`${name}/${records[0]!.id}?${asked}`)).toBe(JSON.stringify(parts[0]));
      }
      const every = fields.map((field) => field.name).join(',');
      expect(await text(`${name}?fields=${every}`)).toBe(await text(name));
      expect(await text(`${name}/${records[0]!.id}?fields=`)).toBe(JSON.stringify(records[0]));
    },
  );

  test('values of any form are returned unchanged', async () => {
    for (const days of ['5.0', '1e21', '0.1', '5e-324', '1.7976931348623157e308', '-0.0', '12345678901234567890']) {
      const reason = '\u2028 "quoted" \\ \u007f 👩‍💻 <b> é';
      const sent = `{"leave_type":"study","days":${days},"reason":${JSON.stringify(reason)}}`;
      const whole = await (await post(service, '/api/v1/leave', sent)).text();
      const { id } = JSON.parse(whole);
      const [, stored] = /"days":([^,]+),/.exec(whole)!;
      const [, kept] = /"reason":(".*"),"applied_on"/s.exec(whole)!;
      expect(await text(`leave/${id}?fields=reason,days`)).toBe(`{"days":${stored},"reason":${kept}}`);
      expect(dataIn(await text(`leave?id[gte]=${id}&fields=reason,days`))).toBe(
        `[{"days":${stored},"reason":${kept}}]`,
      );
    }
  });

  const expandedIn = (record: DataRecord, references: readonly Field[]) =>
    Object.fromEntries(references.map(({ name, to }) => [name, all.get(to!)!.get(record[name] as number) ?? null]));

  test.each(casesOn(engine, referring))('%s: references are expanded', async (name, { fields }) => {
    const references = fields.filter(({ to }) => to);
    const records = [...all.get(name)!.values()].slice(0, 200);
    for (const wanted of [...references.map((each) => [each]), references]) {
      const expected = records.map((record) => ({ ...record, expanded: expandedIn(record, wanted) }));
      const asked = `expand=${wanted.map((each) => each.name).toReversed()}`;
      expect([asked, dataIn(await text(`${name}?limit=200&${asked}`))]).toEqual([asked, JSON.stringify(expected)]);
      expect(await text(`${name}/${records[0]!.id}?${asked}`)).toBe(JSON.stringify(expected[0]));
    }
    const [first] = references;
    const part = { id: records[0]!.id!, expanded: expandedIn(records[0]!, [first!]) };
    expect(await text(`${name}/${part.id}?fields=id&expand=${first!.name}`)).toBe(JSON.stringify(part));
    expect(dataIn(await text(`${name}?fields=id&limit=1&expand=${first!.name}`))).toBe(JSON.stringify([part]));
    expect(JSON.parse(await text(`${name}?expand=${first!.name}&offset=999999`)).data).toEqual([]);
    expect(JSON.parse(await text(`${name}/0?expand=${first!.name}`)).error.code).toBe('not_found');
  });

  test('a search that finds nothing expands nothing', async () => {
    expect(JSON.parse(await text('employees?q=%00&expand=dept_id')).data).toEqual([]);
  });

  test('a record that was just created is expanded', async () => {
    const { id } = await (await post(service, '/api/v1/organizations', { name: 'N', slug: `n-${engine}` })).json();
    const brand = await (
      await post(service, '/api/v1/brands', { organization_id: id, name: 'B', slug: `b-${engine}` })
    ).json();
    const { expanded } = JSON.parse(await text(`brands/${brand.id}?expand=organization_id`));
    expect(expanded.organization_id).toMatchObject({ id, slug: `n-${engine}` });
  });

  test('each query has its own cached answer', async () => {
    const queries = ['', 'fields=id', 'fields=id,status', 'expand=dept_id', 'fields=id&expand=dept_id', 'sort=-id'];
    const paths = [...queries.map((query) => `employees?limit=3&${query}`), ...queries.map((q) => `employees/3?${q}`)];
    const first = await Promise.all(paths.map((path) => text(path)));
    expect(new Set(first).size).toBe(11);
    for (let round = 0; round < 3; round++)
      for (const [i, path] of paths.entries()) expect([path, await text(path)]).toEqual([path, first[i]!]);
  });

  const linksOf = async (path: string, init?: RequestInit) => {
    const header = (await fetch(service.url + path, init)).headers.get('link');
    if (header === null) return undefined;
    return Object.fromEntries(header.split(', ').map((each) => /^<(.*)>; rel="(\w+)"$/.exec(each)!.slice(1).reverse()));
  };

  test.each([
    ['', { first: 'limit=50&offset=0', last: 'limit=50&offset=0' }],
    ['limit=5', { first: 'limit=5&offset=0', next: 'limit=5&offset=5', last: 'limit=5&offset=10' }],
    [
      'offset=4&limit=4',
      { first: 'limit=4&offset=0', prev: 'limit=4&offset=0', next: 'limit=4&offset=8', last: 'limit=4&offset=8' },
    ],
    ['offset=3&limit=9', { first: 'limit=9&offset=0', prev: 'limit=9&offset=0', last: 'limit=9&offset=9' }],
    ['limit=6&offset=99', { first: 'limit=6&offset=0', prev: 'limit=6&offset=6', last: 'limit=6&offset=6' }],
    ['q=nothing&limit=9', { first: 'q=nothing&limit=9&offset=0', last: 'q=nothing&limit=9&offset=0' }],
    [
      'utm=x&sort=-name&fields=name,id&fields=name&id[gt]=+2&q=e+%26%3E"%20%C3%A9',
      Object.fromEntries(
        ['first', 'last'].map((rel) => [
          rel,
          'q=e%20%26%3E%22%20%C3%A9&id%5Bgt%5D=2&sort=-name&fields=name&limit=50&offset=0',
        ]),
      ),
    ],
  ])('%s: where the other pages are', async (query, expected) => {
    const links = Object.fromEntries(
      Object.entries(expected).map(([rel, each]) => [rel, `/api/v1/departments?${each}`]),
    );
    for (const method of ['GET', 'GET', 'GET', 'HEAD'])
      expect(await linksOf(`/api/v1/departments?${query}`, { method })).toEqual(links);
    expect(await linksOf(`/api/v1/departments?${query}`, { headers: { 'If-None-Match': '*' } })).toEqual(links);
  });

  test('links lead through a whole list and back', async () => {
    const conditions = [
      '',
      'q=e+a',
      'status=active&status=on_leave&manager_id=null&manager_id=1',
      'date_of_joining[gte]=2020-01-01T00:00:00%2B02:00&base_salary[lt]=1e6',
      'sort=-branch,last_name&fields=id&branch=London',
    ];
    for (const query of conditions) {
      const wholes = JSON.parse(await text(`employees?limit=200&${query}`)).data;
      for (const [start, rel] of [
        [0, 'next'],
        [wholes.length - 23, 'prev'],
      ] as const) {
        const seen: unknown[] = [];
        let path: string | undefined = `/api/v1/employees?limit=23&offset=${Math.max(0, start)}&${query}`;
        for (let pages = 0; path && pages < 20; pages++) {
          const { data } = await (await fetch(service.url + path)).json();
          if (rel === 'next') seen.push(...data);
          else seen.unshift(...data);
          path = (await linksOf(path))![rel];
        }
        if (rel === 'next') expect(seen.slice(0, 200)).toEqual(wholes);
        else expect(seen.slice(0, 5)).toEqual(wholes.slice(0, 5));
      }
    }
  });

  test('very long queries and single records have no links', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `dept_id=${i}`).join('&');
    expect(await linksOf(`/api/v1/employees?${many}`)).toBeUndefined();
    expect(await linksOf('/api/v1/employees?limit=1')).toBeDefined();
    expect(await linksOf(`/api/v1/employees?${many}`)).toBeUndefined();
    expect(await linksOf('/api/v1/employees/1')).toBeUndefined();
    const exposed = (await fetch(`${service.url}/api/v1/jobs`)).headers.get('access-control-expose-headers');
    expect(exposed).toBe('*');
  });

  test('private fields are null when chosen, cannot be expanded, and are null in expanded records', async () => {
    const privateFields = { employees: new Set(['base_salary', 'dept_id']), candidates: new Set(['email']) };
    const closed = await startService({ engine, privateFields });
    const ask = (path: string, headers = {}) => fetch(`${closed.url}/api/v1/${path}`, { headers });
    const json = async (path: string, headers = {}) => (await ask(path, headers)).json();
    const whole = await json('employees/7', HOLDER);
    for (let round = 0; round < 3; round++) {
      expect(await json('employees/7?fields=id,base_salary')).toEqual({ id: 7, base_salary: null });
      expect(await json('employees/7?fields=id,base_salary', HOLDER)).toEqual({
        id: 7,
        base_salary: whole.base_salary,
      });
      for (const path of ['employees?expand=dept_id', 'employees/7?expand=dept_id', 'employees?sort=-base_salary']) {
        expect((await json(path)).detail[0].type).toBe('private_field');
        expect((await ask(path, HOLDER)).status).toBe(200);
      }
      // No field of leave is private.
      for (const path of ['leave?limit=1&employee_id=7&expand=employee_id', 'leave?expand=employee_id&limit=3']) {
        for (const [who, salaries] of [
          [{}, 'null'],
          [HOLDER, 'number'],
        ] as const) {
          const answer = await ask(path, who);
          expect([answer.headers.get('vary'), answer.headers.get('cache-control')]).toEqual([
            'Accept, Accept-Encoding, Authorization, Prefer',
            'private, no-cache',
          ]);
          for (const { expanded } of (await answer.json()).data) {
            const { base_salary, last_name } = expanded.employee_id;
            expect([base_salary === null ? 'null' : typeof base_salary, typeof last_name]).toEqual([
              salaries,
              'string',
            ]);
          }
        }
      }
      const { id } = (await json('leave?limit=1')).data[0];
      const one = await ask(`leave/${id}?expand=employee_id`);
      expect(one.headers.get('vary')).toContain('Authorization');
      expect((await one.json()).expanded.employee_id.base_salary).toBeNull();
      expect((await json(`leave/${id}?expand=employee_id`, HOLDER)).expanded.employee_id.base_salary).toBeNumber();
    }
    await closed.stop();
  });
});

test('a page is expanded with one statement for each reference, however long the page is', async () => {
  const prepare = Database.prototype.prepare;
  let asked: string[] = [];
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: never[]) {
    const statement = prepare.call(this, sql, ...rest);
    const values = statement.values;
    statement.values = (...parameters: never[]) => {
      asked.push(sql);
      return values.apply(statement, parameters);
    };
    return statement;
  } as typeof prepare;
  const service = await startService();
  try {
    for (const limit of [2, 200]) {
      asked = [];
      await fetch(`${service.url}/api/v1/employees?limit=${limit}&expand=dept_id,manager_id,candidate_id`);
      expect(asked.filter((sql) => sql.startsWith('SELECT id, json')).length).toBe(3);
      expect(asked.length).toBeLessThan(12);
    }
  } finally {
    Database.prototype.prepare = prepare;
    await service.stop();
  }
});
