// Lists that start after an id, on both engines: the same as a plain scan, and read without counting the records that
// follow.
import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { seed } from '../../src/jobs/seed.ts';
import { listStatement } from '../../src/store/postgres/read/list-page.ts';
import { engines, newDatabase, openDatabase } from '../harness/databases.ts';
import { note, notes, notesCatalogue, numberedNotes } from '../harness/notes.ts';

const COUNT = 1000;
const queryOf = (text: string) => parseListQuery(notes, text, {}).query;

const filters: [string, (record: DataRecord) => boolean][] = [
  ['', () => true],
  ['status=late', ({ status }) => status === 'late'],
  ['status=rare', ({ status }) => status === 'rare'],
  ['status=nothing', () => false],
  ['status=rare&status=middle', ({ status }) => status === 'rare' || status === 'middle'],
  ['shelf=null', ({ shelf }) => shelf === null],
  ['weight[lt]=3', ({ weight }) => Number(weight) < 3],
  ['q=note+7', ({ text }) => String(text).includes('7')],
];

describe.each(engines)('on the %s database', (engine) => {
  test.each([
    ['with gaps', numberedNotes(COUNT)],
    ['without gaps', numberedNotes(COUNT).map((record, i) => ({ ...record, id: 1 + i }))],
  ])('ids %s', async (_, loaded) => {
    const store = await openDatabase(await newDatabase(engine), notesCatalogue);
    await seed(store, notesCatalogue, [{ resource: 'notes', records: loaded }]);
    for (let n = COUNT; n < COUNT + 70; n++) await store.create(notes, note(n));
    const records: DataRecord[] = [];
    for await (const texts of store.scan(notes, { after: Number.MIN_SAFE_INTEGER, upTo: Number.MAX_SAFE_INTEGER }))
      records.push(...texts.map((text) => JSON.parse(text)));
    const ids = records.map(({ id }) => Number(id));
    const bounds = [
      Number.MIN_SAFE_INTEGER,
      ...[0, 63, 64, COUNT / 2, COUNT + 30, COUNT + 69].map((i) => ids[i]!),
      ids[COUNT / 2]! + 2,
      Number.MAX_SAFE_INTEGER,
    ];
    for (const [filter, passes] of filters)
      for (const bound of bounds)
        for (const [asking, order, first] of [
          [`id[gt]=${bound}`, '', bound + 1],
          [`id[gte]=${bound}`, 'sort=-id', bound],
          [`id[gte]=64&id[gt]=${bound}`, '', Math.max(64, bound + 1)],
        ] as const) {
          const fitting = records.filter((each) => passes(each) && Number(each.id) >= first);
          const all = order === '' ? fitting : fitting.toReversed();
          for (const offset of new Set([0, Math.max(0, all.length - 1)])) {
            const asked = `${filter}&${asking}&${order}&limit=7&offset=${offset}`;
            const { total, items } = await store.list(notes, queryOf(asked), { searchPrivate: true });
            const found = JSON.parse(`[${new TextDecoder().decode(items)}]`).map(({ id }: DataRecord) => id);
            expect({ asked, total, found }).toEqual({
              asked,
              total: all.length,
              found: all.slice(offset, offset + 7).map(({ id }) => Number(id)),
            });
          }
        }
    expect(await store.audit()).toEqual([]);
    await store.close();
  });
});

test('the records that follow are not counted', async () => {
  const location = await newDatabase('embedded');
  const store = await openDatabase(location, notesCatalogue);
  await seed(store, notesCatalogue, [{ resource: 'notes', records: numberedNotes(COUNT) }]);
  const { prepare } = Database.prototype;
  const counted: string[] = [];
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: never[]) {
    if (sql.includes('count(*)')) counted.push(sql);
    return prepare.call(this, sql, ...rest);
  } as typeof prepare;
  try {
    await store.list(notes, queryOf('id[gt]=100'), { searchPrivate: true });
    await store.list(notes, queryOf('id[gt]=100&status=late'), { searchPrivate: true });
  } finally {
    Database.prototype.prepare = prepare;
    await store.close();
  }
  expect(counted).toEqual([]);
  for (const asked of ['id[gt]=100', 'id[gt]=100&status=late', 'id[gte]=100&shelf=null'])
    expect({ asked, isQuick: listStatement(notes, queryOf(asked), true)!.isQuick }).toEqual({ asked, isQuick: true });
});
