// The query plans of PostgreSQL: it reads a page through an index, and about as many rows as the page has, wherever the
// page begins, however the values are distributed, with generic and with custom plans. With a filter one hop further, few
// records look up what they refer to one by one, and many are joined, however little memory a statement has.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import postgres from 'postgres';
import { catalogueOf } from '../../../src/catalogue/catalogue-of.ts';
import { type DataRecord, field, resource } from '../../../src/catalogue/resource.ts';
import { parseListQuery } from '../../../src/contract/request/list-query.ts';
import { seed } from '../../../src/jobs/seed.ts';
import { type Address, parseAddresses } from '../../../src/store/database-address.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import { connection } from '../../../src/store/postgres/connection/connection.ts';
import { listStatement } from '../../../src/store/postgres/read/list-page.ts';
import type { Statement } from '../../../src/store/shared/list-sql.ts';
import { newDatabase, openDatabase } from '../../harness/databases.ts';
import { note, notes, notesCatalogue, numberedNotes } from '../../harness/notes.ts';

const COUNT = 24_000;
const NEW = 200;

type Plan = {
  readonly 'Node Type': string;
  readonly 'Join Type'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
};

let url: string;
let store: Database;
let sql: postgres.Sql;
beforeAll(async () => {
  url = await newDatabase('postgresql');
  store = await openDatabase(url, notesCatalogue);
  // Only the newest records have the last status, and only the oldest have the first.
  const records = numberedNotes(COUNT).map((record, n) => (n < COUNT / 2 ? { ...record, status: 'early' } : record));
  await seed(store, notesCatalogue, [{ resource: 'notes', records }]);
  await Promise.all(Array.from({ length: NEW }, (_, i) => store.create(notes, note(COUNT + i))));
  sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { max_parallel_workers_per_gather: 0 } });
});
afterAll(async () => {
  await Promise.all([store.close(), sql.end()]);
});

/** How many rows a node has read. */
const readBy = (each: Plan): number => each['Actual Rows'] + (each['Rows Removed by Filter'] ?? 0);

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** The counters of the notes are a few hundred rows, which the server may read all, once it has counted them by
 * itself. */
const isScan = (each: Plan): boolean =>
  each['Node Type'] === 'Seq Scan' &&
  !(each['Relation Name'] === 'workforce_list_counters' && (each['Rows Removed by Filter'] ?? 0) < 1000);

let statements = 0;
async function explain(text: string, parameters: readonly unknown[]): Promise<Plan[]> {
  const name = `s${statements++}`;
  const literals = parameters.map((each) => (typeof each === 'number' ? each : `'${each}'`));
  await sql.unsafe(`PREPARE ${name} AS ${text}`);
  const [row] = await sql.unsafe(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE ${name} (${literals})`);
  return nodes(row!['QUERY PLAN'][0].Plan);
}

const pages: [string, string][] = [
  ['limit=50', 'notes_pkey'],
  [`limit=50&offset=${COUNT - 1000}`, 'notes_pkey'],
  ['limit=200&offset=9007199254740991', 'notes_pkey'],
  ['limit=50&status=late', 'notes_by_status'],
  ['limit=50&status=rare', 'notes_by_status'],
  ['limit=50&status=late&offset=3000', 'notes_by_status'],
  ['limit=50&shelf=shelf 7', 'notes_by_shelf'],
  ['limit=50&shelf=null&offset=5000', 'notes_by_shelf'],
];

describe.each(['force_generic_plan', 'force_custom_plan'])('%s', (mode) => {
  beforeAll(async () => {
    await sql.unsafe(`SET plan_cache_mode = ${mode}`);
  });

  test.each(pages)('%s', async (search, index) => {
    const { query } = parseListQuery(notes, search, {});
    const { sql: text, parameters } = listStatement(notes, query, false)!;
    const plan = await explain(text, parameters);
    expect(plan.filter(isScan)).toEqual([]);
    expect(plan.filter((each) => each['Node Type'].includes('Sort'))).toEqual([]);
    const onNotes = plan.filter((each) => each['Relation Name'] === 'notes');
    // The page, and the count of the records that the counters do not include yet.
    expect(onNotes.at(-1)).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': index });
    const read = onNotes.map(readBy);
    expect(Math.max(...read)).toBeLessThanOrEqual(query.limit + 64 + NEW);
  });

  test.each([
    ['sort=-weight', 'notes_by_weight', true],
    ['sort=-shelf&offset=500', 'notes_by_shelf', true],
    ['sort=slug', 'notes_by_slug', true],
    ['sort=-id', 'notes_pkey', true],
    ['sort=-weight&status=late', 'notes_by_weight', false],
  ])('%s', async (search, index, isCovering) => {
    const { query } = parseListQuery(notes, search, {});
    const { sql: text, parameters } = listStatement(notes, query, false)!;
    const plan = await explain(text, parameters);
    expect(plan.filter(isScan)).toEqual([]);
    expect(plan.map((each) => each['Index Name'])).toContain(index);
    const onNotes = plan.filter((each) => each['Relation Name'] === 'notes');
    const read = onNotes.map(readBy);
    expect(Math.max(...read)).toBeLessThanOrEqual((query.offset + 200) * (isCovering ? 1 : 10));
  });

  test.each(['q=note-77', 'q=no%20note-77', 'slug=note-5', 'status=rare&shelf=null'])('%s', async (search) => {
    const { query } = parseListQuery(notes, search, {});
    const { sql: text, parameters } = listStatement(notes, query, false)!;
    expect((await explain(text, parameters)).map((each) => each['Node Type'])).not.toContain('Seq Scan');
  });
});

test('any number of different queries leaves a limited number of prepared statements', async () => {
  const { addresses } = parseAddresses(url) as { addresses: Address[] };
  const one = connection(addresses[0]!, { statementTimeout: 10_000, idleTimeout: 0 }, () => undefined);
  const prepared = async () => Number((await one.query('SELECT count(*) FROM pg_prepared_statements'))[0]![0]);
  for (let n = 0; n < 600; n++) {
    expect(Number((await one.query(`SELECT ${n} + $1::integer`, [n]))[0]![0])).toBe(2 * n);
  }
  const count = await prepared();
  expect(count).toBeGreaterThan(300);
  expect(count).toBeLessThan(500);
  await one.close();
});

test('all pages of a list use one statement, whatever limit and offset are', () => {
  const texts = ['status=a', 'status=b&limit=7', 'status=c&limit=200&offset=70'].map(
    (search) => listStatement(notes, parseListQuery(notes, search, {}).query, false)!.sql,
  );
  expect(new Set(texts).size).toBe(1);
});

const BOOKS = 20_000;
const RARE = 20;

const about = 'For this test.';
const library = catalogueOf([
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
const books = library.find(({ name }) => name === 'books')!;

const shelves: DataRecord[] = Array.from({ length: BOOKS }, (_, i) => ({
  id: i + 1,
  room: i % 5 === 0 ? null : `room ${i % 7}`,
  label: i % 3 === 0 ? null : 'label.example',
}));
const records: DataRecord[] = Array.from({ length: BOOKS }, (_, i) => ({
  id: i + 1,
  status: i % (BOOKS / RARE) === 0 ? 'rare' : 'common',
  shelf_id: i % 4 === 0 ? null : 1 + ((i * 7919) % BOOKS),
}));

type Shelf = DataRecord | undefined;
const hops: [string, (shelf: Shelf) => boolean][] = [
  ['shelf_id.room=room 3', (shelf) => shelf?.room === 'room 3'],
  ['shelf_id.room[ne]=room 3&shelf_id.room[ne]=null', (shelf) => shelf?.room != null && shelf.room !== 'room 3'],
  ['shelf_id.room=null', (shelf) => shelf?.room == null],
  ['shelf_id.label[ne]=null', (shelf) => shelf?.label != null],
  ['shelf_id.id[gte_or_null]=19000', (shelf) => shelf === undefined || Number(shelf.id) >= 19_000],
];

describe('filters one hop further', () => {
  let shelved: Database;
  let connected: postgres.Sql;
  beforeAll(async () => {
    const place = await newDatabase('postgresql');
    shelved = await openDatabase(place, library);
    await seed(shelved, library, [
      { resource: 'shelves', records: shelves },
      { resource: 'books', records },
    ]);
    const settings = { max_parallel_workers_per_gather: 0, work_mem: '64kB' };
    connected = postgres(place, { max: 1, onnotice: () => undefined, connection: settings });
    await connected.unsafe('ANALYZE');
  });
  afterAll(async () => {
    await Promise.all([shelved.close(), connected.end()]);
  });

  async function explainHop({ sql: text, parameters }: Statement): Promise<Plan[]> {
    const [row] = await connected.unsafe(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, parameters as never[]);
    return nodes(row!['QUERY PLAN'][0].Plan);
  }

  /** How many shelves were read. */
  const readThere = (plan: Plan[]): number =>
    plan
      .filter((each) => each['Relation Name'] === 'shelves')
      .reduce((sum, each) => sum + readBy(each) * each['Actual Loops'], 0);

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
      const { total, items } = await shelved.list(books, query);
      const ids = JSON.parse(`[${new TextDecoder().decode(items)}]`).map(({ id }: DataRecord) => id);
      expect({ total, ids }).toEqual({ total: found.length, ids: found.slice(0, 200).map(({ id }) => Number(id)) });
      const statement = listStatement(books, query, false)!;
      expect(readThere(await explainHop(statement.ofFew!))).toBeLessThanOrEqual(2 * (search === filter ? BOOKS : RARE));
      // A list of what is found there would be looked through for each record, once it is too long for the memory of a
      // statement.
      const plan = await explainHop(statement);
      expect(plan.filter((each) => each['Subplan Name']?.startsWith('SubPlan'))).toEqual([]);
      expect(plan.map((each) => each['Join Type'])).toContainEqual(
        expect.stringMatching(/^(Anti|Right Anti|Semi|Right Semi|Inner)$/),
      );
    }
  });
});
