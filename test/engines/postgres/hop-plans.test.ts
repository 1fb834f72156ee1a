// Filters one hop further on PostgreSQL: few records look up what they refer to one by one, many are joined, however
// many records there meet the condition and however little memory a statement has.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import postgres from 'postgres';
import { catalogueOf } from '../../../src/catalogue/catalogue-of.ts';
import { type DataRecord, field, resource } from '../../../src/catalogue/resource.ts';
import { parseListQuery } from '../../../src/contract/request/list-query.ts';
import { seed } from '../../../src/jobs/seed.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import { listStatement } from '../../../src/store/postgres/read/list-page.ts';
import type { Statement } from '../../../src/store/shared/list-sql.ts';
import { newDatabase, openDatabase } from '../../harness/databases.ts';

const COUNT = 20_000;
const RARE = 20;

const about = 'For this test.';
const catalogue = catalogueOf([
  resource('shelves', {
    schema: 'Shelf',
    one: 'shelf',
    many: 'shelves',
    about,
    fields: { id: field('id', about), room: field('word', about), label: field('host', about) },
  }),
  resource('books', {
    schema: 'Book',
    one: 'book',
    many: 'books',
    about,
    fields: {
      id: field('id', about),
      status: field('word', about, { required: true }),
      shelf_id: field('reference', about, { to: 'shelves' }),
    },
  }),
]);
const books = catalogue.find(({ name }) => name === 'books')!;

const shelves: DataRecord[] = Array.from({ length: COUNT }, (_, i) => ({
  id: i + 1,
  room: i % 5 === 0 ? null : `room ${i % 7}`,
  label: i % 3 === 0 ? null : 'label.example',
}));
const records: DataRecord[] = Array.from({ length: COUNT }, (_, i) => ({
  id: i + 1,
  status: i % (COUNT / RARE) === 0 ? 'rare' : 'common',
  shelf_id: i % 4 === 0 ? null : 1 + ((i * 7919) % COUNT),
}));

let store: Database;
let sql: postgres.Sql;
beforeAll(async () => {
  const url = await newDatabase('postgresql');
  store = await openDatabase(url, catalogue);
  await seed(store, catalogue, [
    { resource: 'shelves', records: shelves },
    { resource: 'books', records },
  ]);
  const connection = { max_parallel_workers_per_gather: 0, work_mem: '64kB' };
  sql = postgres(url, { max: 1, onnotice: () => undefined, connection });
  await sql.unsafe('ANALYZE');
});
afterAll(async () => {
  await Promise.all([store.close(), sql.end()]);
});

type Plan = {
  readonly 'Node Type': string;
  readonly 'Join Type'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
};
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

async function explain({ sql: text, parameters }: Statement): Promise<Plan[]> {
  const [row] = await sql.unsafe(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, parameters as never[]);
  return nodes(row!['QUERY PLAN'][0].Plan);
}

/** How many shelves were read. */
const readThere = (plan: Plan[]): number =>
  plan
    .filter((each) => each['Relation Name'] === 'shelves')
    .reduce(
      (sum, each) => sum + (each['Actual Rows'] + (each['Rows Removed by Filter'] ?? 0)) * each['Actual Loops'],
      0,
    );

type Shelf = DataRecord | undefined;
const hops: [string, (shelf: Shelf) => boolean][] = [
  ['shelf_id.room=room 3', (shelf) => shelf?.room === 'room 3'],
  ['shelf_id.room[ne]=room 3', (shelf) => shelf?.room !== 'room 3'],
  ['shelf_id.room[ne]=room 3&shelf_id.room[ne]=null', (shelf) => shelf?.room != null && shelf.room !== 'room 3'],
  ['shelf_id.room=null', (shelf) => shelf?.room == null],
  ['shelf_id.room=null&shelf_id.room=room 3', (shelf) => shelf?.room == null || shelf.room === 'room 3'],
  ['shelf_id.label[ne]=null', (shelf) => shelf?.label != null],
  ['shelf_id.id[gte_or_null]=19000', (shelf) => shelf === undefined || Number(shelf.id) >= 19_000],
  ['shelf_id.id[lt_or_null]=19000', (shelf) => shelf === undefined || Number(shelf.id) < 19_000],
];

test.each(hops)('%s', async (filter, passes) => {
  const expected = records.filter(({ shelf_id }) =>
    passes(shelf_id === null ? undefined : shelves[Number(shelf_id) - 1]),
  );
  const few = expected.filter(({ status }) => status === 'rare');
  for (const [search, found] of [
    [filter, expected],
    [`status=rare&${filter}`, few],
  ] as const) {
    const { query, faults } = parseListQuery(books, `${search}&limit=200`, {});
    expect(faults).toEqual([]);
    const { total, items } = await store.list(books, query);
    const ids = JSON.parse(`[${new TextDecoder().decode(items)}]`).map(({ id }: DataRecord) => id);
    expect({ total, ids }).toEqual({ total: found.length, ids: found.slice(0, 200).map(({ id }) => Number(id)) });
    const statement = listStatement(books, query, false)!;
    expect(readThere(await explain(statement.ofFew!))).toBeLessThanOrEqual(2 * (search === filter ? COUNT : RARE));
    // A list of what is found there would be looked through for each record, once it is too long for the memory of a
    // statement.
    const plan = await explain(statement);
    expect(plan.filter((each) => each['Subplan Name']?.startsWith('SubPlan'))).toEqual([]);
    expect(plan.map((each) => each['Join Type'])).toContainEqual(
      expect.stringMatching(/^(Anti|Right Anti|Semi|Right Semi|Inner)$/),
    );
  }
});
