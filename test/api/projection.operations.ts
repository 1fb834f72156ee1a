// Parts of records and what they refer to, beside what the model computes of pages and streams.test.ts of exports: many
// and long records, odd values, the statements they take, and the links to other pages.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { type DataRecord, referencesOf } from '../../src/catalogue/resource.ts';
import { csvLine } from '../../src/contract/formats/csv.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { exportBatches } from '../../src/http/response/export.ts';
import { part } from '../engines/model.ts';
import { csvCells } from '../harness/csv.ts';
import { eitherEngine } from '../harness/databases.ts';
import { post, type Service, startService } from '../harness/service.ts';

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  const records = new Map<string, DataRecord[]>();
  beforeAll(async () => {
    service = await startService({ engine });
    for (const resource of catalogue) {
      const found: DataRecord[] = [];
      for await (const texts of service.store.scan(resource, { after: -1, upTo: Number.MAX_SAFE_INTEGER }))
        found.push(...texts.map((text) => JSON.parse(text)));
      records.set(resource.name, found);
    }
  });
  afterAll(() => service.stop());

  const ask = (path: string, init?: RequestInit) => fetch(`${service.url}/api/v1/${path}`, init);
  const text = async (path: string) => (await ask(path)).text();
  const dataIn = (body: string) => body.slice('{"data":'.length, body.lastIndexOf(',"meta"'));
  const linesOf = (parts: readonly object[]) => parts.map((each) => `${JSON.stringify(each)}\n`).join('');
  const csvOf = (parts: readonly object[], names: readonly string[]) =>
    [names, ...parts.map((each) => Object.values(each))].map((values) => csvLine(values)).join('');

  test('thousands of records, more than a batch holds, in both directions', async () => {
    const resource = catalogue.find(({ name }) => name === 'attendance')!;
    const fields = ['id', 'employee_id.last_name', 'employee_id.email', 'status'];
    const model = { records, keys: new Map(), seen: new Map() };
    const parts = records.get('attendance')!.map((record) => part(model, resource, record, { fields, expand: [] }));
    expect(parts.length).toBeGreaterThan(2000);
    expect(await text(`attendance?fields=${fields}&format=csv`)).toBe(csvOf(parts, fields));
    expect(await text(`attendance?fields=${fields}&format=ndjson`)).toBe(linesOf(parts));
    expect(await text(`attendance?fields=${fields}&format=csv&sort=-id`)).toBe(csvOf(parts.toReversed(), fields));
  });

  test('lists without records have a header and nothing else', async () => {
    const query = 'employees?q=%00nobody&fields=dept_id.name,id';
    expect(await text(`${query}&format=csv`)).toBe('id,dept_id.name\r\n');
    expect(await text(`${query}&format=ndjson`)).toBe('');
    expect(await text('employees?status=none&expand=dept_id&format=ndjson')).toBe('');
    expect(dataIn(await text('employees?q=%00&expand=dept_id'))).toBe('[]');
  });

  test('values of any form are returned unchanged', async () => {
    for (const days of ['5.0', '1e21', '0.1', '5e-324', '1.7976931348623157e308', '-0.0', '12345678901234567890']) {
      const reason = '\u2028 "quoted" \\ \u007f 👩‍💻 <b> é';
      const sent = `{"leave_type":"study","days":${days},"reason":${JSON.stringify(reason)}}`;
      const whole = await (await post(service, '/api/v1/leave', sent)).text();
      const { id } = JSON.parse(whole);
      const [, stored] = /"days":([^,]+),/.exec(whole)!;
      const [, kept] = /"reason":(".*"),"applied_on"/s.exec(whole)!;
      const expected = `{"days":${stored},"reason":${kept}}`;
      expect(await text(`leave/${id}?fields=reason,days`)).toBe(expected);
      expect(dataIn(await text(`leave?id[gte]=${id}&fields=reason,days`))).toBe(`[${expected}]`);
    }
  });

  test('of a record that was just created, any text comes through, and no cell is a formula', async () => {
    const slug = `hop-${engine}`;
    const name = '=1+1,"\\ \u2028é😀\r\n';
    const made = await (await post(service, '/api/v1/organizations', { name, slug })).json();
    await post(service, '/api/v1/brands', { organization_id: made.id, name: '@brand', slug });
    const query = `brands?organization_id=${made.id}&fields=name,organization_id.name,organization_id.settings_json`;
    const shown = { 'organization_id.name': name, 'organization_id.settings_json': null, name: '@brand' };
    expect(await text(`${query}&format=ndjson`)).toBe(linesOf([shown]));
    const csv = await text(`${query}&format=csv`);
    expect(csvCells(csv)[1]).toEqual([name, null, '@brand']);
    expect(csv).not.toMatch(/(^|,|\n)"?[=@]/);
  });

  test('in CSV records are not expanded, and the fault names the columns to ask for instead', async () => {
    const response = await ask('leave?expand=employee_id&format=csv');
    expect(response.status).toBe(422);
    const [{ msg, ...fault }] = (await response.json()).detail;
    expect(fault).toEqual({ type: 'not_supported', loc: ['query', 'expand'], input: 'employee_id' });
    const [, fields] = /fields=(\S+)/.exec(msg)!;
    expect(await text(`leave?fields=${fields}&format=csv&limit=1`)).toMatch(/^employee_id\.code\r\nE-\d+\r\n$/);
  });

  test('records that lead to long ones are sent in pieces, in the memory of a few', async () => {
    const brands = catalogue.find(({ name }) => name === 'brands')!;
    const settings_json = `"${'long '.repeat(10_000)}"`;
    const long = { name: 'Long', slug: `long-${engine}`, settings_json };
    const { id } = await (await post(service, '/api/v1/organizations', long)).json();
    for (let i = 0; i < 100; i++)
      await post(service, '/api/v1/brands', { organization_id: id, name: 'x', slug: `long-${i}-${engine}` });
    const [reference] = referencesOf(brands);
    const { query } = parseListQuery(brands, `organization_id=${id}&expand=organization_id&format=ndjson`, {});
    const references = [{ field: reference!, hidden: new Set<string>(), isExpanded: true }];
    const view = { columns: undefined, hidden: new Set<string>(), references, varies: '' };
    const batches = await exportBatches(service.store, brands, query, { format: 'ndjson', view });
    let [largest, lines] = [0, 0];
    for (let piece = await batches.next(); piece; piece = await batches.next()) {
      largest = Math.max(largest, piece.length);
      lines += new TextDecoder().decode(piece).match(/\n/g)!.length;
    }
    expect(lines).toBe(100);
    expect(largest).toBeLessThan(400_000);
  });

  test('each query has its own cached answer, and equivalent ones have the same', async () => {
    const different = ['', 'fields=id', 'fields=id,status', 'fields=id,dept_id.name', 'expand=dept_id', 'sort=-id'];
    const paths = different.flatMap((query) => [`jobs?limit=3&${query}`, `jobs/3?${query.replace('sort=-id', '')}`]);
    const first = await Promise.all(paths.map(text));
    expect(new Set(first).size).toBe(paths.length - 1);
    for (let round = 0; round < 3; round++)
      for (const [i, path] of paths.entries()) expect([path, await text(path)]).toEqual([path, first[i]!]);
    const tag = async (query: string) => (await ask(`jobs?limit=3&${query}`)).headers.get('etag');
    for (const query of ['sort=', 'sort=id', 'sort=id,-title', 'sort=-title&sort=id', 'sort=id,id'])
      expect([query, await tag(query)]).toEqual([query, await tag('')]);
    expect(await tag('sort=title,-title,id')).toBe(await tag('sort=title'));
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

  test.each([
    '',
    'q=e+a',
    'status=active&status=on_leave&manager_id=null&manager_id=1',
    'date_of_joining[gte]=2020-01-01T00:00:00%2B02:00&base_salary[lt]=1e6',
    'sort=-branch,last_name&fields=id,dept_id.name&branch=London',
  ])('%s: links lead through a whole list and back', async (query) => {
    const { data: first, meta } = JSON.parse(await text(`employees?limit=200&${query}`));
    for (const [start, rel] of [
      [0, 'next'],
      [Math.max(0, meta.total - 23), 'prev'],
    ] as const) {
      const seen: unknown[] = [];
      let path: string | undefined = `/api/v1/employees?limit=23&offset=${start}&${query}`;
      while (path) {
        const { data } = await (await fetch(service.url + path)).json();
        if (rel === 'next') seen.push(...data);
        else seen.unshift(...data);
        path = (await linksOf(path))![rel];
      }
      expect(seen.slice(0, 5)).toEqual(first.slice(0, 5));
      if (rel === 'next') expect([seen.length, seen.slice(0, 200)]).toEqual([meta.total, first]);
    }
  });

  test('very long queries and single records have no links', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `dept_id=${i}`).join('&');
    expect(await linksOf(`/api/v1/employees?${many}`)).toBeUndefined();
    expect(await linksOf('/api/v1/employees/1')).toBeUndefined();
  });
});

test('each reference takes one statement for a page, however long it is, and one for a batch of a stream', async () => {
  const { prepare } = Database.prototype;
  let heard: string[] = [];
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: never[]) {
    const statement = prepare.call(this, sql, ...rest);
    const { values } = statement;
    statement.values = (...parameters: never[]) => {
      heard.push(sql);
      return values.apply(statement, parameters);
    };
    return statement;
  } as typeof prepare;
  const service = await startService();
  try {
    const names = 'fields=dept_id.id,dept_id.name,manager_id.email,manager_id.code,id';
    for (const [query, count] of [
      ['limit=2&expand=dept_id,manager_id,candidate_id', 3],
      ['limit=200&expand=dept_id,manager_id,candidate_id', 3],
      [names, 2],
      [`${names}&expand=dept_id`, 2],
      [`${names}&format=csv&limit=60`, 2],
      [`${names}&format=ndjson&limit=60&expand=manager_id`, 2],
      ['fields=id,dept_id&format=csv', 0],
    ] as const) {
      heard = [];
      expect((await (await fetch(`${service.url}/api/v1/employees?${query}`)).text()).length).toBeGreaterThan(99);
      const followed = heard.filter((sql) => sql.startsWith('SELECT id, json'));
      expect([query, followed.length]).toEqual([query, count]);
    }
  } finally {
    Database.prototype.prepare = prepare;
    await service.stop();
  }
});
