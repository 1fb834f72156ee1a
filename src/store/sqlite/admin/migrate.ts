// Brings a database file to the present layout and catalogue, in one transaction, or refuses it with a reason.
// New resources, fields and indexes come from the catalogue by themselves; LAYOUT counts changes of any other sort.
import type { Database } from 'bun:sqlite';
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { sqlite } from '../../shared/dialect.ts';
import { STRIDE } from '../../shared/list-counters.ts';
import { additions, type Change, fingerprint, hiddenNames, newerLayout, refuseChange } from '../../shared/migration.ts';
import { quoted, schema } from '../../shared/schema.ts';
import { type PrivateFields, StoreError } from '../../store.ts';
import { rebuild } from '../bulk/bulk-writer.ts';
import { storedValue } from '../connection/meta.ts';
import { indexDdl, tableDdl } from '../connection/schema.ts';
import { type Prepare, withStatements } from '../connection/statements.ts';
import { SEGMENT } from '../search/position-sets.ts';
import { searchIndexDdl } from '../search/search-index.ts';
import { idempotencyDdl } from '../write/idempotency.ts';
import { keptListsDdl } from '../write/list-counters.ts';
import { rowWriter } from '../write/row-writer.ts';

export const LAYOUT = 3;
export const APPLICATION_ID = 0x776b6663;

export function migrate(
  db: Database,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  change: Change = 'all',
): void {
  withStatements(db, (prepare) => {
    const print = fingerprint([LAYOUT, SEGMENT, STRIDE], schema(sqlite), catalogue, privateFields);
    const upToDate = () => isOurs(prepare) && storedValue(prepare, 'catalogue') === print;
    if (upToDate()) return;
    refuseChange(change, isOurs(prepare) ? storedValue(prepare, 'private') : undefined, privateFields);
    db.run('BEGIN IMMEDIATE');
    try {
      // Another process may have done the work while this one waited for the lock.
      if (!upToDate()) {
        bringAllUp(db, prepare, catalogue, privateFields);
        const store = prepare('INSERT OR REPLACE INTO workforce_meta VALUES (?, ?)');
        store.run('catalogue', print);
        store.run('private', hiddenNames(privateFields));
      }
      db.run('COMMIT');
    } finally {
      if (db.inTransaction) db.run('ROLLBACK');
    }
  });
}

function bringAllUp(db: Database, prepare: Prepare, catalogue: Catalogue, privateFields: PrivateFields): void {
  db.run('PRAGMA defer_foreign_keys = ON');
  db.run('CREATE TABLE IF NOT EXISTS workforce_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
  // Layout 2: lengths and landmarks of lists are kept, and there is a search index.
  if (pragma(prepare, 'user_version') < 2) for (const ddl of [...keptListsDdl, ...searchIndexDdl]) db.run(ddl);
  // Layout 3: keys of creates are kept.
  if (pragma(prepare, 'user_version') < 3) for (const ddl of idempotencyDdl) db.run(ddl);
  const searchChanged = storedValue(prepare, 'private') !== hiddenNames(privateFields);
  for (const resource of catalogue) {
    bringUp(db, prepare, resource, searchChanged, privateFields[resource.name]);
  }
  db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  db.run(`PRAGMA user_version = ${LAYOUT}`);
}

function pragma(prepare: Prepare, name: string): number {
  return (prepare(`PRAGMA ${name}`).values()[0]?.[0] as number) ?? 0;
}

function isOurs(prepare: Prepare): boolean {
  const version = pragma(prepare, 'user_version');
  if (pragma(prepare, 'application_id') !== APPLICATION_ID) {
    if (version === 0 && prepare('SELECT 1 FROM sqlite_schema').values().length === 0) return false;
    throw new StoreError('it holds the data of another program; choose another folder');
  }
  if (version > LAYOUT) throw newerLayout(version, LAYOUT);
  return true;
}

function bringUp(
  db: Database,
  prepare: Prepare,
  resource: Resource,
  refresh: boolean,
  hidden?: ReadonlySet<string>,
): void {
  const present = prepare(`PRAGMA table_info(${quoted(resource.table)})`).all() as { name: string }[];
  if (present.length === 0) {
    db.run(tableDdl(resource));
  } else {
    const names = present.map((column) => column.name);
    const missing = additions(schema(sqlite), resource, names);
    for (const sql of missing) db.run(sql);
    if (refresh || missing.length > 0) refreshTexts(prepare, resource, hidden);
  }
  for (const ddl of indexDdl(resource)) db.run(ddl);
  // The catalogue has changed, so filters and search may have too.
  if (present.length > 0) rebuild(prepare, resource);
}

/** Adds what is new to each record's JSON; the values that were there stay as they were sent. */
function refreshTexts(prepare: Prepare, resource: Resource, hidden?: ReadonlySet<string>): void {
  const writer = rowWriter(prepare, resource, hidden);
  const page = prepare(`SELECT * FROM ${quoted(resource.table)} WHERE id > ? ORDER BY id LIMIT 1000`);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = page.all(after) as (DataRecord & { json: string })[];
    if (rows.length === 0) return;
    for (const row of rows) {
      writer.refresh({ ...row, ...(JSON.parse(row.json) as DataRecord) });
      after = row.id as number;
    }
  }
}
