// Brings a database to the present layout and catalogue, in one transaction, or refuses it with a reason. Of several
// processes that start together one does it, behind the lock of a row, and the others wait and find it done.
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { postgres } from '../../shared/dialect.ts';
import { STRIDE } from '../../shared/list-counters.ts';
import { additions, type Change, fingerprint, hiddenNames, newerLayout, refuseChange } from '../../shared/migration.ts';
import { type Index, indexesIn, quoted, schema } from '../../shared/schema.ts';
import { type PrivateFields, StoreError } from '../../store.ts';
import type { Query } from '../connection/connection.ts';
import type { Node } from '../connection/server.ts';
import { idempotencyDdl } from '../write/idempotency.ts';
import { keptListsDdl, LANDMARKS_BY_ID, rebuildLists, sealAlone } from '../write/list-counters.ts';
import { rows } from '../write/row-writer.ts';

const LAYOUT = 2;
const ddl = schema(postgres);

/** What two processes that make the same thing at the same moment may meet. */
const RACED = new Set(['23505', '42P07', '40001', '40P01', 'XX000']);
const TRIES = 10;

export async function migrate(
  node: Node,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  change: Change = 'all',
  tries = TRIES,
): Promise<void> {
  const print = fingerprint([LAYOUT, STRIDE], ddl, catalogue, privateFields);
  if (await isCurrent(node.query, print)) return;
  refuseChange(change, (await hasMeta(node.query)) ? await metaOf(node.query, 'private') : undefined, privateFields);
  try {
    await node.transaction(async (query) => {
      await query('SET LOCAL statement_timeout = 0');
      await lockMeta(query);
      // Another process may have done the work while this one waited for the lock.
      if (await isCurrent(query, print)) return;
      await bringAllUp(query, catalogue, privateFields);
      await setMeta(query, 'layout', String(LAYOUT));
      await setMeta(query, 'private', hiddenNames(privateFields));
      await setMeta(query, 'catalogue', print);
    });
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (tries > 1 && RACED.has(code)) return migrate(node, catalogue, privateFields, change, tries - 1);
    throw ownersMatter(error, 'its tables are not those of this version, and this user may not change them');
  }
}

/** What the owner of the tables has to do, when this user may not. */
export function ownersMatter(error: unknown, what: string): unknown {
  const { code, message } = error as { code?: string; message: string };
  return code === '42501'
    ? new StoreError(`${what} (${message}); run "workforce migrate" as the owner of its tables`)
    : error;
}

/** Also waits for whoever fills the database for the first time. */
export async function lockMeta(query: Query): Promise<void> {
  await query('CREATE TABLE IF NOT EXISTS workforce_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)');
  await query("INSERT INTO workforce_meta VALUES ('lock', '') ON CONFLICT DO NOTHING");
  await query("SELECT 1 FROM workforce_meta WHERE key = 'lock' FOR UPDATE");
}

export async function metaOf(query: Query, key: string): Promise<string | undefined> {
  const [row] = await query('SELECT value FROM workforce_meta WHERE key = $1', [key]);
  return row?.[0]?.toString();
}

export async function setMeta(query: Query, key: string, value: string): Promise<void> {
  await query('INSERT INTO workforce_meta VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2', [key, value]);
}

async function hasMeta(query: Query): Promise<boolean> {
  const [row] = await query("SELECT to_regclass('workforce_meta') IS NOT NULL");
  return row![0]!.toString() === 't';
}

async function isCurrent(query: Query, print: string): Promise<boolean> {
  if (!(await hasMeta(query))) return false;
  const layout = Number((await metaOf(query, 'layout')) ?? 0);
  if (layout > LAYOUT) throw newerLayout(layout, LAYOUT);
  return (await metaOf(query, 'catalogue')) === print;
}

async function bringAllUp(query: Query, catalogue: Catalogue, privateFields: PrivateFields): Promise<void> {
  const [encoding] = await query("SELECT current_setting('server_encoding')");
  if (encoding![0]!.toString() !== 'UTF8') {
    throw new StoreError(
      `its encoding is ${encoding![0]}, which cannot hold every text; make one with ENCODING 'UTF8'`,
    );
  }
  const layout = await metaOf(query, 'layout');
  const isNew = layout === undefined;
  await query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  if (isNew) for (const statement of [...keptListsDdl, ...idempotencyDdl]) await query(statement);
  // Layout 2: in the indexes of lists, missing values come first; landmarks are found by their ids too.
  if (layout === '1') {
    for (const resource of catalogue) await dropIndexes(query, ddl.listIndexDdl(resource));
    await query(LANDMARKS_BY_ID);
  }
  const searchChanged = (await metaOf(query, 'private')) !== hiddenNames(privateFields);
  for (const resource of catalogue) {
    await bringUp(query, resource, { isNew, refresh: searchChanged, hidden: privateFields[resource.name] });
  }
  for (const resource of catalogue) await refer(query, resource);
}

type Needed = { readonly isNew: boolean; readonly refresh: boolean; readonly hidden: ReadonlySet<string> | undefined };

async function bringUp(query: Query, resource: Resource, needed: Needed): Promise<void> {
  const found = await query(
    'SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1',
    [resource.table],
  );
  const present = found.map(([name]) => name!.toString());
  if (present.length > 0 && needed.isNew) {
    throw new StoreError(`it has a table ${resource.table} of another program; choose another database`);
  }
  // No record may come between the texts that are there and those that are to be.
  if (present.length > 0) await sealAlone(query, resource);
  else {
    await query(ddl.tableDdl(resource));
    await query(`CREATE SEQUENCE ${quoted(`${resource.table}_ids`)}`);
    await query('INSERT INTO workforce_sealed VALUES ($1, $2)', [resource.name, Number.MIN_SAFE_INTEGER]);
  }
  const missing = present.length === 0 ? [] : additions(ddl, resource, present);
  for (const statement of missing) await query(statement);
  if (present.length > 0 && (needed.refresh || missing.length > 0)) await refreshTexts(query, resource, needed.hidden);
  await index(query, resource);
  // The catalogue has changed, so filters may have too.
  if (present.length > 0) await rebuildLists(query, resource);
}

/** What makes finding fast, as far as it is not there. */
export async function index(query: Query, resource: Resource): Promise<void> {
  for (const statement of [...ddl.indexDdl(resource), ...postgres.searchIndexes(resource.table)])
    await query(statement);
}

/** Drops what is sooner made at the end when much is written. */
export async function unindex(query: Query, resource: Resource): Promise<void> {
  await dropIndexes(query, [...ddl.listIndexDdl(resource), ...indexesIn(postgres.searchIndexes(resource.table))]);
}

async function dropIndexes(query: Query, indexes: readonly Index[]): Promise<void> {
  for (const { name } of indexes) await query(`DROP INDEX IF EXISTS ${quoted(name)}`);
}

export async function refer(query: Query, resource: Resource): Promise<void> {
  for (const { drop, sql } of ddl.referenceDdl(resource)) {
    await query(drop);
    await query(sql);
  }
}

export async function unrefer(query: Query, resource: Resource): Promise<void> {
  for (const { drop } of ddl.referenceDdl(resource)) await query(drop);
}

/** Adds what is new to each record's JSON; the values that were there stay as they were sent. */
async function refreshTexts(query: Query, resource: Resource, hidden: ReadonlySet<string> | undefined): Promise<void> {
  const writer = rows(resource, hidden);
  const page = `SELECT row_to_json(kept) FROM (
    SELECT * FROM ${quoted(resource.table)} WHERE id > $1 ORDER BY id LIMIT 1000) AS kept`;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const found = await query(page, [after]);
    if (found.length === 0) return;
    const records = found.map(([json]) => {
      const row = JSON.parse(json!.toString()) as DataRecord & { json: string };
      return { ...row, ...(JSON.parse(row.json) as DataRecord) };
    });
    await writer.refresh(query, records);
    after = records.at(-1)!.id as number;
  }
}
