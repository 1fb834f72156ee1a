// Parts of records and what they refer to, beside what the model computes of pages and streams.test.ts of exports: many
// and long records, odd values, the statements they take, and the links to other pages.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { type DataRecord, referencesOf } from '../../src/catalogue/resource.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { exportBatches } from '../../src/http/response/export.ts';
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
