// Pages of lists in any order, with filters, search and bounds of the id, on both engines, compared with a plain sort of
// all records; and what the databases read for them.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { seed } from '../../src/jobs/seed.ts';
import type { Database as Store } from '../../src/store/maintenance.ts';
import { listStatement } from '../../src/store/postgres/read/list-page.ts';
import { inOrder } from '../engines/model.ts';
import { engines, newDatabase, openDatabase } from '../harness/databases.ts';
import { note, notes, notesCatalogue, numberedNotes } from '../harness/notes.ts';
import { share } from '../harness/random/sample.ts';

const COUNT = 3000;
const CREATED = 70;
const queryOf = (text: string) => parseListQuery(notes, text, {}).query;

type Passes = (record: DataRecord) => boolean;
const all: Passes = () => true;

/** Orders, filters, and what they leave. */
const sorted: [sort: string, filter: string, passes: Passes][] = [
  ['weight', '', all],
  ['-shelf,weight', '', all],
  ['-shelf,-id', '', all],
  ['weight,-id', '', all],
  ['weight,id,-slug', '', all],
  ['status,-status,-slug', '', all],
  ['-slug', '', all],
  ['-id', '', all],
  ['-id', 'status=late', ({ status }) => status === 'late'],
  ['-weight', 'status=late', ({ status }) => status === 'late'],
  ['-weight', 'status=rare', ({ status }) => status === 'rare'],
  ['shelf', 'q=note', all],
  ['-shelf', 'q=note-77', ({ slug }) => String(slug).includes('note-77')],
  ['id', 'weight[gte]=49', ({ weight }) => Number(weight) >= 49],
  ['-shelf', 'weight[gte]=49', ({ weight }) => Number(weight) >= 49],
  ['id', 'weight[gte]=2', ({ weight }) => Number(weight) >= 2],
  ['status', 'weight[gte]=2&shelf=null', ({ weight, shelf }) => Number(weight) >= 2 && shelf === null],
];

/** Filters of lists that begin at an id. */
const filters: [filter: string, passes: Passes][] = [
  ['', all],
  ['status=late', ({ status }) => status === 'late'],
  ['status=rare', ({ status }) => status === 'rare'],
  ['status=nothing', () => false],
  ['status=rare&status=middle', ({ status }) => status === 'rare' || status === 'middle'],
  ['shelf=null', ({ shelf }) => shelf === null],
  ['weight[lt]=3', ({ weight }) => Number(weight) < 3],
  ['q=note+7', ({ text }) => String(text).includes('7')],
];

const loaded: [ids: string, records: DataRecord[]][] = [
  ['with gaps', numberedNotes(COUNT)],
  ['without gaps', numberedNotes(1000).map((record, i) => ({ ...record, id: 1 + i }))],
];

describe.each(engines)('on the %s database', (engine) => {
  describe.each(loaded)('ids %s', (ids, given) => {
    let store: Store;
    const records: DataRecord[] = [];
    beforeAll(async () => {
      store = await openDatabase(await newDatabase(engine), notesCatalogue);
      await seed(store, notesCatalogue, [{ resource: 'notes', records: given }]);
      for (let n = given.length; n < given.length + CREATED; n++) await store.create(notes, note(n));
      for await (const texts of store.scan(notes, { after: Number.MIN_SAFE_INTEGER, upTo: Number.MAX_SAFE_INTEGER }))
        records.push(...texts.map((text) => JSON.parse(text)));
      expect(records).toHaveLength(given.length + CREATED);
    });
    afterAll(() => store.close());

    async function expectPage(text: string, expected: readonly DataRecord[], offset: number): Promise<void> {
      const asked = `${text}&limit=7&offset=${offset}`;
      const { total, items } = await store.list(notes, queryOf(asked), { searchPrivate: true });
      const ids = JSON.parse(`[${new TextDecoder().decode(items)}]`).map(({ id }: DataRecord) => id);
      expect({ asked, total, ids }).toEqual({
        asked,
        total: expected.length,
        ids: expected.slice(offset, offset + 7).map(({ id }) => id!),
      });
    }

    // Orders do not depend on gaps.
    test.each(ids === 'with gaps' ? sorted : share(sorted, 6))('sort=%s&%s', async (sort, filter, passes) => {
      const expected = inOrder(notes, records.filter(passes), sort.split(','));
      for (const offset of [0, 64, Math.floor(expected.length / 2) + 1, Math.max(0, expected.length - 3), COUNT * 2])
        await expectPage(`sort=${sort}&${filter}`, expected, offset);
    });

    test.each(filters)('%s, from an id on', async (filter, passes) => {
      const ids = records.map(({ id }) => Number(id));
      const middle = ids[Math.floor(ids.length / 2)]!;
      const bounds = [
        ...[Number.MIN_SAFE_INTEGER, ids[0]!, ids[63]!, ids[64]!, middle, middle + 2],
        ...[ids.at(-40)!, ids.at(-1)!, Number.MAX_SAFE_INTEGER],
      ];
      for (const bound of bounds)
        for (const [asked, order, first] of [
          [`id[gt]=${bound}`, '', bound + 1],
          [`id[gte]=${bound}`, 'sort=-id', bound],
          [`id[gte]=64&id[gt]=${bound}`, '', Math.max(64, bound + 1)],
        ] as const) {
          const fitting = records.filter((each) => passes(each) && Number(each.id) >= first);
          const expected = order === '' ? fitting : fitting.toReversed();
          for (const offset of new Set([0, Math.max(0, expected.length - 1)]))
            await expectPage(`${filter}&${asked}&${order}`, expected, offset);
        }
    });

    test('the audit finds nothing', async () => {
      expect(await store.audit()).toEqual([]);
    });
  });
});

/** Calls `heard` with every statement that is prepared while lists are read. */
async function listing(lists: readonly string[], heard: (sql: string, db: Database) => void): Promise<void> {
  const location = await newDatabase('embedded');
  const store = await openDatabase(location, notesCatalogue);
  await seed(store, notesCatalogue, [{ resource: 'notes', records: numberedNotes(COUNT) }]);
  const db = new Database(`${location}/workforce.db`, { readonly: true });
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: never[]) {
    if (this !== db) heard(sql, db);
    return prepare.call(this, sql, ...rest);
  } as typeof prepare;
  try {
    for (const list of lists) await store.list(notes, queryOf(list), { searchPrivate: true });
  } finally {
    Database.prototype.prepare = prepare;
    db.close();
    await store.close();
  }
}

test('the embedded database reads the records of a page by their ids, and leaves no order to SQLite', async () => {
  const searches = ['sort=weight', 'sort=-weight&offset=40', 'sort=slug', 'sort=status', 'sort=-weight&status=late'];
  const more = ['weight[gte]=49', 'weight[gte]=5&status=late', 'sort=-id&status=late', 'sort=status,-weight,slug'];
  const plans = new Map<string, string[]>();
  await listing([...searches, ...more], (sql, db) => {
    if (!/^SELECT .*FROM .*"notes"/s.test(sql)) return;
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
    plans.set(
      sql,
      plan.map(({ detail }) => detail),
    );
  });
  expect(plans.size).toBeGreaterThan(1);
  for (const [sql, plan] of plans) {
    // A page is put in the order of the ids that were found.
    const wrong = sql.endsWith('given.key)') ? /^SCAN notes/ : /^SCAN notes|^USE TEMP B-TREE/;
    expect({ sql, wrong: plan.filter((line) => wrong.test(line)) }).toEqual({ sql, wrong: [] });
  }
});

test('records that follow an id are not counted', async () => {
  const counted: string[] = [];
  await listing(['id[gt]=100', 'id[gt]=100&status=late'], (sql) => {
    if (sql.includes('count(*)')) counted.push(sql);
  });
  expect(counted).toEqual([]);
  for (const asked of ['id[gt]=100', 'id[gt]=100&status=late', 'id[gte]=100&shelf=null'])
    expect({ asked, isQuick: listStatement(notes, queryOf(asked), true)!.isQuick }).toEqual({ asked, isQuick: true });
});
