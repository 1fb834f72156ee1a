// Sorted lists, on both engines, compared with a plain sort of all records; and the query plans of the embedded
// database.

import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord, Resource } from '../../src/catalogue/resource.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { seed } from '../../src/jobs/seed.ts';
import { inOrder } from '../engines/model.ts';
import { casesOn, engines, newDatabase, openDatabase } from '../harness/databases.ts';
import { note, notes, notesCatalogue, numberedNotes } from '../harness/notes.ts';
import { share } from '../harness/random/sample.ts';
import { type Service, startService } from '../harness/service.ts';

const PLAIN = { headers: { 'Accept-Encoding': 'identity' } };
const resourceOf = (name: string) => catalogue.find((each) => each.name === name)!;

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  const all = new Map<string, DataRecord[]>();
  beforeAll(async () => {
    service = await startService({ engine });
    for (const resource of catalogue) {
      const records: DataRecord[] = [];
      for await (const texts of service.store.scan(resource, { after: -1, upTo: Number.MAX_SAFE_INTEGER }))
        records.push(...texts.map((text) => JSON.parse(text)));
      all.set(resource.name, records);
    }
  });
  afterAll(() => service.stop());

  const ask = async (path: string) => (await fetch(`${service.url}/api/v1/${path}`)).json();

  async function expectOrder(resource: Resource, sort: string, query = '', passes = (_: DataRecord) => true) {
    const records = inOrder(resource, all.get(resource.name)!.filter(passes), sort.split(','));
    for (const offset of [0, 7, Math.max(0, records.length - 9)]) {
      const path = `${resource.name}?sort=${sort}&limit=20&offset=${offset}${query}`;
      const { data, meta } = await ask(path);
      expect({ path, total: meta.total, data }).toEqual({
        path,
        total: records.length,
        data: records.slice(offset, offset + 20),
      });
    }
  }

  test.each(casesOn(engine, catalogue).map((each) => [each.name, each] as const))(
    '%s by each of its fields',
    async (_, resource) => {
      for (const { name } of resource.fields.filter(({ sort }) => sort)) {
        await expectOrder(resource, name);
        await expectOrder(resource, `-${name}`);
      }
    },
  );

  test('by several fields, with filters, ranges and search', async () => {
    const employees = resourceOf('employees');
    await expectOrder(employees, '-branch,last_name,-first_name');
    await expectOrder(employees, 'termination_date,-id');
    await expectOrder(employees, '-base_salary', '&status=active', ({ status }) => status === 'active');
    await expectOrder(employees, 'last_name', '&status=active&status=on_leave', ({ status }) =>
      ['active', 'on_leave'].includes(String(status)),
    );
    await expectOrder(employees, '-id', '&manager_id=null', ({ manager_id }) => manager_id === null);
    await expectOrder(
      employees,
      '-date_of_joining',
      '&date_of_joining[lt]=2024-01-01&branch=London',
      ({ date_of_joining, branch }) => String(date_of_joining) < '2024-01-01' && branch === 'London',
    );
    const text = (record: DataRecord) => JSON.stringify(Object.values(record)).toLowerCase();
    await expectOrder(employees, 'date_of_joining,-code', '&q=engineer', (record) => text(record).includes('engineer'));
    await expectOrder(resourceOf('attendance'), '-att_date,status', '&employee_id=5', (each) => each.employee_id === 5);
  });

  test('equivalent sorts give the same answer, and sorting by id gives the plain list', async () => {
    const tag = async (query: string) =>
      (await fetch(`${service.url}/api/v1/jobs?${query}`, PLAIN)).headers.get('etag');
    const plain = await tag('');
    for (const query of ['sort=', 'sort=id', 'sort=id,-title', 'sort=-title&sort=id', 'sort=id,id'])
      expect([query, await tag(query)]).toEqual([query, plain]);
    expect(await tag('sort=title,-title,id')).toBe(await tag('sort=title'));
    expect(await tag('sort=-id')).not.toBe(plain);
  });

  test('many records: any order, from both ends, with search', async () => {
    const store = await openDatabase(await newDatabase(engine), notesCatalogue);
    await seed(store, notesCatalogue, [{ resource: 'notes', records: numberedNotes(21_000) }]);
    const records = numberedNotes(21_000);
    for (let n = 0; n < 40; n++) {
      const created = await store.create(notes, note(21_000 + n));
      records.push({ ...note(21_000 + n), id: (created as { id: number }).id });
    }
    const cases: [string, string, (record: DataRecord) => boolean][] = [
      ['weight', '', () => true],
      ['-shelf,weight', '', () => true],
      ['-slug', '', () => true],
      ['-id', '', () => true],
      ['-id', 'status=late', ({ status }) => status === 'late'],
      ['-weight', 'status=late', ({ status }) => status === 'late'],
      ['-weight', 'status=rare', ({ status }) => status === 'rare'],
      ['shelf', 'q=note', () => true],
      ['-shelf', 'q=note-77', ({ slug }) => String(slug).includes('note-77')],
      ['id', 'weight[gte]=49', ({ weight }) => Number(weight) >= 49],
      ['-shelf', 'weight[gte]=49', ({ weight }) => Number(weight) >= 49],
      ['id', 'weight[gte]=2', ({ weight }) => Number(weight) >= 2],
      ['status', 'weight[gte]=2&shelf=null', ({ weight, shelf }) => Number(weight) >= 2 && shelf === null],
    ];
    for (const [sort, search, passes] of share(cases, 2)) {
      const sorted = inOrder(notes, records.filter(passes), sort.split(','));
      for (const offset of [0, 100, Math.floor(sorted.length / 2) + 1, sorted.length - 3, sorted.length]) {
        const { query } = parseListQuery(notes, `limit=5&offset=${offset}&sort=${sort}&${search}`, {});
        const { total, items } = await store.list(notes, query, { searchPrivate: true });
        const ids = JSON.parse(`[${new TextDecoder().decode(items)}]`).map(({ id }: DataRecord) => id);
        expect({ sort, search, offset, total, ids }).toEqual({
          sort,
          search,
          offset,
          total: sorted.length,
          ids: sorted.slice(offset, offset + 5).map(({ id }) => id!),
        });
      }
    }
    expect(await store.audit()).toEqual([]);
    await store.close();
  });
});

test('the embedded database reads the records of a page by their ids, and leaves no order to SQLite', async () => {
  const location = await newDatabase('embedded');
  const store = await openDatabase(location, notesCatalogue);
  await seed(store, notesCatalogue, [{ resource: 'notes', records: numberedNotes(5000) }]);
  const db = new Database(`${location}/workforce.db`, { readonly: true });
  const prepare = Database.prototype.prepare;
  const plans = new Map<string, string[]>();
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: never[]) {
    if (this !== db && /^SELECT .*FROM .*"notes"/s.test(sql))
      plans.set(
        sql,
        (prepare.call(db, `EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail),
      );
    return prepare.call(this, sql, ...rest);
  } as typeof prepare;
  const searches = ['sort=weight', 'sort=-weight&offset=40', 'sort=slug', 'sort=status', 'sort=-weight&status=late'];
  const more = ['weight[gte]=49', 'weight[gte]=5&status=late', 'sort=-id&status=late', 'sort=status,-weight,slug'];
  try {
    for (const search of [...searches, ...more])
      await store.list(notes, parseListQuery(notes, search, {}).query, { searchPrivate: true });
  } finally {
    Database.prototype.prepare = prepare;
    db.close();
    await store.close();
  }
  expect(plans.size).toBeGreaterThan(1);
  for (const [sql, plan] of plans) {
    // A page is put in the order of the ids that were found.
    const wrong = sql.endsWith('given.key)') ? /^SCAN notes/ : /^SCAN notes|^USE TEMP B-TREE/;
    expect({ sql, wrong: plan.filter((line) => wrong.test(line)) }).toEqual({ sql, wrong: [] });
  }
});
