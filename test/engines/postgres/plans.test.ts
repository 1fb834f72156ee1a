// The query plans of PostgreSQL: it reads a page through an index, and about as many rows as the page has, wherever the
// page begins, however the values are distributed, with generic and with custom plans.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import postgres from 'postgres';
import { parseListQuery } from '../../../src/contract/request/list-query.ts';
import { seed } from '../../../src/jobs/seed.ts';
import { type Address, parseAddresses } from '../../../src/store/database-address.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import { connection } from '../../../src/store/postgres/connection/connection.ts';
import { listStatement } from '../../../src/store/postgres/read/list-page.ts';
import { newDatabase, openDatabase } from '../../harness/databases.ts';
import { note, notes, notesCatalogue, numberedNotes } from '../../harness/notes.ts';

const COUNT = 24_000;
const NEW = 200;

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
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
  ['limit=50&status=early', 'notes_by_status'],
  ['limit=50&status=late', 'notes_by_status'],
  ['limit=50&status=rare', 'notes_by_status'],
  ['limit=200&status=rare&offset=10', 'notes_by_status'],
  ['limit=50&status=late&offset=3000', 'notes_by_status'],
  ['limit=50&status=nowhere', 'notes_by_status'],
  ['limit=50&shelf=shelf 7', 'notes_by_shelf'],
  ['limit=50&shelf=null', 'notes_by_shelf'],
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
    const read = onNotes.map((each) => each['Actual Rows'] + (each['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...read)).toBeLessThanOrEqual(query.limit + 64 + NEW);
  });

  test.each([
    ['sort=weight', 'notes_by_weight', true],
    ['sort=-weight', 'notes_by_weight', true],
    ['sort=-shelf&offset=500', 'notes_by_shelf', true],
    ['sort=shelf', 'notes_by_shelf', true],
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
    const read = onNotes.map((each) => each['Actual Rows'] + (each['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...read)).toBeLessThanOrEqual((query.offset + 200) * (isCovering ? 1 : 10));
  });

  test('one record', async () => {
    const plan = await explain('SELECT json FROM notes WHERE id = $1', [700]);
    expect(plan.map((each) => each['Index Name'])).toEqual(['notes_pkey']);
  });

  test.each(['q=note-77', 'q=7x', 'q=no%20note-77', 'slug=note-5', 'status=rare&shelf=null'])('%s', async (search) => {
    const { query } = parseListQuery(notes, search, {});
    const { sql: text, parameters } = listStatement(notes, query, false)!;
    expect((await explain(text, parameters)).map((each) => each['Node Type'])).not.toContain('Seq Scan');
  });
});

test('any number of different queries leaves a limited number of prepared statements', async () => {
  const { addresses } = parseAddresses(url) as { addresses: Address[] };
  const one = connection(addresses[0]!, 10_000, () => undefined);
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
