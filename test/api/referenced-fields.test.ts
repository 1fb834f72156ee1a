// Fields of what references lead to (`dept_id.name`) and whole records of them, on both engines: the same values in
// pages, single records, CSV and JSON lines.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { type DataRecord, type Resource, referencesOf } from '../../src/catalogue/resource.ts';
import { csvLine } from '../../src/contract/formats/csv.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { exportBatches } from '../../src/http/response/export.ts';
import { csvCells } from '../harness/csv.ts';
import { engines } from '../harness/databases.ts';
import { share } from '../harness/random/sample.ts';
import { post, type Service, startService } from '../harness/service.ts';

const referring = catalogue
  .filter((resource) => referencesOf(resource).length > 0)
  .map((resource) => [resource.name, resource] as const);

const namesOf = ({ fields }: Resource) =>
  fields.flatMap(({ name, target }) => [name, ...(target?.fields ?? []).map((other) => `${name}.${other.name}`)]);

describe.each(engines)('on the %s database', (engine) => {
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

  const ask = (path: string, init?: RequestInit) => fetch(`${service.url}/api/v1/${path}`, init);
  const text = async (path: string) => (await ask(path)).text();
  const dataIn = (body: string) => body.slice('{"data":'.length, body.lastIndexOf(',"meta"'));

  /** The part of a record that `names` stand for, in the order of the answers. */
  const part = (resource: Resource, record: DataRecord, names: readonly string[]): DataRecord => {
    const target = (name: string, to: string) => all.get(to)!.get(record[name] as number);
    const values = resource.fields.flatMap(({ name, to }) => [
      [name, record[name] ?? null] as const,
      ...Object.entries((to && [...all.get(to)!.values()][0]) || {}).map(
        ([other]) => [`${name}.${other}`, target(name, to!)?.[other] ?? null] as const,
      ),
    ]);
    return Object.fromEntries(values.filter(([name]) => names.includes(name)));
  };

  const csvOf = (parts: readonly DataRecord[], names: readonly string[]) =>
    [names, ...parts.map((each) => Object.values(each))].map((values) => csvLine(values)).join('');

  test.each(referring)('%s: any choice of names, byte for byte, in every format', async (name, resource) => {
    const names = namesOf(resource);
    const every = (step: number, start: number) => names.filter((_, i) => (i + start) % step === 0);
    const hops = names.filter((each) => each.includes('.'));
    const choices = [names, hops, [hops.at(-1)!], every(3, 0), every(3, 1), every(7, 2), every(7, 5)];
    const records = [...all.get(name)!.values()];
    for (const wanted of share(choices, 2)) {
      const asked = `${name}?fields=${[...wanted, wanted[0]!].toReversed()}`;
      const parts = records.map((record) => part(resource, record, wanted));
      expect([asked, dataIn(await text(`${asked}&limit=30&offset=3`))]).toEqual([
        asked,
        JSON.stringify(parts.slice(3, 33)),
      ]);
      expect(await text(asked.replace('?', `/${records[0]!.id}?`))).toBe(JSON.stringify(parts[0]));
      // Attendance has thousands of records; the first ones fill several batches too.
      const some = records.length > 1000 ? 200 : records.length;
      const limit = records.length > 1000 ? '&limit=200' : '';
      expect(await text(`${asked}&format=ndjson${limit}`)).toBe(
        parts
          .slice(0, some)
          .map((each) => `${JSON.stringify(each)}\n`)
          .join(''),
      );
      expect(await text(`${asked}&format=csv${limit}`)).toBe(csvOf(parts.slice(0, some), wanted));
    }
  });

  test('thousands of records, more than a batch holds, from beginning to end', async () => {
    const attendance = catalogue.find(({ name }) => name === 'attendance')!;
    const names = ['id', 'employee_id.last_name', 'employee_id.email', 'status'];
    const parts = [...all.get('attendance')!.values()].map((record) => part(attendance, record, names));
    expect(parts.length).toBeGreaterThan(2000);
    expect(await text(`attendance?fields=${names}&format=csv`)).toBe(csvOf(parts, names));
    // In another order, the ids are found first.
    expect(await text(`attendance?fields=${names}&format=csv&sort=-id`)).toBe(csvOf(parts.toReversed(), names));
  });

  test.each(referring)('%s: expanded JSON lines are the records of the pages', async (name, resource) => {
    const references = referencesOf(resource).map((each) => each.name);
    for (const query of [`expand=${references}`, `fields=id,${references[0]}.id&expand=${references.at(-1)}`]) {
      const lines: string[] = [];
      for (let offset = 0; offset < 400; offset += 200) {
        const { data } = JSON.parse(await text(`${name}?${query}&limit=200&offset=${offset}&sort=-id`));
        lines.push(...data.map((record: DataRecord) => `${JSON.stringify(record)}\n`));
      }
      const stream = await text(`${name}?${query}&format=ndjson&sort=-id`);
      expect(stream.split('\n').slice(0, lines.length).join('\n')).toBe(lines.join('').trimEnd());
      expect(stream.match(/\n/g)!.length).toBe(all.get(name)!.size);
    }
  });

  test('the page, its bytes and the stream have the same records', async () => {
    const query = 'employees?expand=dept_id,manager_id&fields=id,dept_id.name,manager_id&limit=200';
    const page = dataIn(await text(query));
    expect(page).toStartWith(
      '[{"id":1,"dept_id.name":"Executive Office","manager_id":null,"expanded":{"dept_id":{"id":1,',
    );
    expect(await text(`${query}&format=ndjson`)).toBe(`${page.slice(1, -1).replaceAll('},{"id"', '}\n{"id"')}\n`);
  });

  test('lists without records have a header and nothing else', async () => {
    const query = 'employees?q=%00nobody&fields=dept_id.name,id';
    expect(await text(`${query}&format=csv`)).toBe('id,dept_id.name\r\n');
    expect(await text(`${query}&format=ndjson`)).toBe('');
    expect(await text(`employees?status=none&expand=dept_id&format=ndjson`)).toBe('');
    expect(dataIn(await text(query))).toBe('[]');
  });

  test('any text and number comes through, and no cell is a formula', async () => {
    const slug = `hop-${engine}`;
    const name = '=1+1,"\\ \u2028é😀\r\n';
    const made = await (await post(service, '/api/v1/organizations', { name, slug })).json();
    await post(service, '/api/v1/brands', { organization_id: made.id, name: '@brand', slug });
    const query = `brands?organization_id=${made.id}&fields=name,organization_id.name,organization_id.settings_json`;
    const shown = { 'organization_id.name': name, 'organization_id.settings_json': null, name: '@brand' };
    expect(await text(`${query}&format=ndjson`)).toBe(`${JSON.stringify(shown)}\n`);
    const csv = await text(`${query}&format=csv`);
    expect(csv).toBe(csvOf([shown], Object.keys(shown)));
    expect(csvCells(csv)[1]).toEqual([name, null, '@brand']);
    expect(csv).not.toMatch(/(^|,|\n)"?[=@]/);
  });

  test('links to other pages have these names, and every address its own cached answer', async () => {
    const query = (fields: string) => `employees?limit=5&fields=${fields}`;
    const link = (await ask(query('manager_id.email,id,dept_id.name,id'))).headers.get('link');
    expect(link).toContain('</api/v1/employees?fields=id,dept_id.name,manager_id.email&limit=5&offset=5>; rel="next"');
    const paths = ['id', 'id,dept_id', 'id,dept_id.id', 'id,dept_id.name', 'id,dept_id,dept_id.name'].map(query);
    const first = await Promise.all(paths.map(text));
    expect(new Set(first).size).toBe(5);
    for (let round = 0; round < 3; round++)
      for (const [i, path] of paths.entries()) expect(await text(path)).toBe(first[i]!);
  });

  test('HEAD has the headers of GET', async () => {
    for (const path of [
      'employees?fields=id,dept_id.name',
      'employees?expand=dept_id',
      'employees/2?fields=dept_id.name',
    ])
      for (const format of path.includes('/2') ? [''] : ['', '&format=ndjson']) {
        const [got, head] = [await ask(path + format), await ask(path + format, { method: 'HEAD' })];
        expect([head.status, await head.text()]).toEqual([200, '']);
        await got.text();
        for (const name of ['content-type', 'vary', 'cache-control', 'etag', 'link'])
          expect([path, name, head.headers.get(name)]).toEqual([path, name, got.headers.get(name)]);
      }
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
    const { id } = await (
      await post(service, '/api/v1/organizations', { name: 'Long', slug: `long-${engine}`, settings_json })
    ).json();
    for (let i = 0; i < 100; i++)
      await post(service, '/api/v1/brands', { organization_id: id, name: 'x', slug: `long-${i}-${engine}` });
    const [reference] = referencesOf(brands);
    const asked = `organization_id=${id}&expand=organization_id&format=ndjson`;
    const { query } = parseListQuery(brands, asked, {});
    const references = [{ field: reference!, hidden: new Set<string>(), isExpanded: true }];
    const view = { columns: undefined, hidden: new Set<string>(), references, varies: '' };
    const batches = await exportBatches(service.store, brands, query, { format: 'ndjson', view });
    let [largest, records] = [0, 0];
    for (let piece = await batches.next(); piece; piece = await batches.next()) {
      largest = Math.max(largest, piece.length);
      records += new TextDecoder().decode(piece).match(/\n/g)!.length;
    }
    expect(records).toBe(100);
    expect(largest).toBeLessThan(400_000);
  });
});

test('each reference takes one statement for a page, and one for a batch of a stream', async () => {
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
  const followed = () => asked.filter((sql) => sql.startsWith('SELECT id, json')).length;
  try {
    for (const more of ['', '&expand=dept_id', '&format=csv&limit=60', '&format=ndjson&limit=60&expand=manager_id']) {
      asked = [];
      const query = 'fields=dept_id.id,dept_id.name,manager_id.email,manager_id.code,id';
      expect((await (await fetch(`${service.url}/api/v1/employees?${query}${more}`)).text()).length).toBeGreaterThan(
        99,
      );
      expect([more, followed()]).toEqual([more, 2]);
    }
    asked = [];
    await (await fetch(`${service.url}/api/v1/employees?fields=id,dept_id&format=csv`)).text();
    expect(followed()).toBe(0);
  } finally {
    Database.prototype.prepare = prepare;
    await service.stop();
  }
});
