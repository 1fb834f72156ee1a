// Brings a database file to the layout and catalogue of this version, in one transaction, or refuses it with a reason.
// New resources, fields and indexes follow from the catalogue; all other changes of the stored form are steps of the
// layout.
import type { Database } from 'bun:sqlite';
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { countText } from '../../../contract/limits.ts';
import { VERSION } from '../../../contract/product.ts';
import { log } from '../../../log/log.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import {
  type AllowedChange,
  addColumn,
  fingerprint,
  migrationPlan,
  missingFields,
  newerLayout,
  refuseChange,
  type StoredState,
} from '../../shared/migration.ts';
import { hiddenIn, hiddenNames, type Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import { BLOCK } from '../columns/column.ts';
import { dropColumns, storingTail } from '../columns/writer.ts';
import { readMeta, writeMeta } from '../connection/meta.ts';
import { type Prepare, withStatements } from '../connection/statements.ts';
import type { Transaction } from '../connection/transaction.ts';
import { ddl } from '../dialect.ts';
import { SEGMENT } from '../search/position-sets.ts';
import { dropSearchIndex, indexSegment } from '../search/search-index.ts';
import { beginChanges } from '../write/changes.ts';
import { rowWriter } from '../write/row-writer.ts';
import { APPLICATION_ID, type LayoutStep, layoutAfter, layoutSteps, ownTables } from './layout.ts';
import { backUpBefore } from './upgrade-backup.ts';

const printOf = (model: Model, steps: readonly LayoutStep[]): string =>
  fingerprint([layoutAfter(steps), SEGMENT, BLOCK, ...ownTables], ddl, model);

export function migrate(db: Database, model: Model, change: AllowedChange, steps = layoutSteps): void {
  withStatements(db, (prepare) => {
    const layout = layoutAfter(steps);
    const isUpToDate = () => isOurs(prepare, layout) && readMeta(prepare, 'catalogue') === printOf(model, steps);
    if (isUpToDate()) return;
    const [stored, began] = [storedState(prepare, model, layout), performance.now()];
    const plan = stored && migrationPlan(ddl, layout, model, stored);
    refuseChange(change, stored?.hidden, model.privateFields);
    if (plan) log.info(plan);
    if (stored && isUpgrade(prepare, model, stored, steps)) backUpBefore(db, model.catalogue);
    db.run('BEGIN IMMEDIATE');
    try {
      // Another process may have migrated the database while this one waited for the lock.
      if (!isUpToDate()) migrateInTransaction({ db, prepare }, model, steps);
      db.run('COMMIT');
    } finally {
      if (db.inTransaction) db.run('ROLLBACK');
    }
    if (plan) log.info(`The database is migrated, in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  });
}

/** Whether more than the private fields has changed: those can be changed back. */
function isUpgrade(prepare: Prepare, model: Model, { hidden }: StoredState, steps: readonly LayoutStep[]): boolean {
  const privateFields: Record<string, Set<string>> = {};
  for (const name of JSON.parse(hidden) as string[]) {
    const [resource = '', field = ''] = name.split('.');
    privateFields[resource] = (privateFields[resource] ?? new Set()).add(field);
  }
  return readMeta(prepare, 'catalogue') !== printOf({ ...model, privateFields }, steps);
}

/** `undefined` for a new database. */
function storedState(prepare: Prepare, { catalogue }: Model, layout: number): StoredState | undefined {
  if (!isOurs(prepare, layout)) return undefined;
  const columns = catalogue
    .map((resource) => [resource.name, columnsOf(prepare, resource)] as const)
    .filter(([, names]) => names.length > 0);
  return {
    version: readMeta(prepare, 'version')!,
    layout: pragma(prepare, 'user_version'),
    hidden: readMeta(prepare, 'private')!,
    columns: new Map(columns),
  };
}

const columnsOf = (prepare: Prepare, { table }: Resource): string[] =>
  (prepare(`PRAGMA table_info(${quoted(table)})`).all() as { name: string }[]).map(({ name }) => name);

export function migrateInTransaction({ db, prepare }: Transaction, model: Model, steps = layoutSteps): void {
  db.run('PRAGMA defer_foreign_keys = ON');
  const layout = layoutAfter(steps);
  if (isOurs(prepare, layout)) for (const step of steps.slice(pragma(prepare, 'user_version') - 1)) step(db);
  for (const sql of ownTables) db.run(sql);
  const hidden = hiddenNames(model.privateFields);
  const searchChanged = readMeta(prepare, 'private') !== hidden;
  const rewritten = model.catalogue.filter((resource) =>
    migrateTable({ db, prepare }, resource, { searchChanged, hidden: hiddenIn(model, resource) }),
  );
  // The feed begins again when records have changed all at once.
  beginChanges(prepare, rewritten.length > 0);
  db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  db.run(`PRAGMA user_version = ${layout}`);
  writeMeta(prepare, 'version', VERSION);
  writeMeta(prepare, 'catalogue', printOf(model, steps));
  writeMeta(prepare, 'private', hidden);
}

function pragma(prepare: Prepare, name: string): number {
  return (prepare(`PRAGMA ${name}`).values()[0]?.[0] as number) ?? 0;
}

/** `false`: it is empty. */
function isOurs(prepare: Prepare, layout: number): boolean {
  const version = pragma(prepare, 'user_version');
  if (pragma(prepare, 'application_id') !== APPLICATION_ID) {
    if (version === 0 && prepare('SELECT 1 FROM sqlite_schema').values().length === 0) return false;
    throw new StoreError('it holds the data of another program; choose another folder');
  }
  if (version > layout) throw newerLayout(version, layout);
  return true;
}

type TableChange = { readonly searchChanged: boolean; readonly hidden: ReadonlySet<string> | undefined };

/** Returns whether the texts of records were made again. */
function migrateTable(
  { db, prepare }: Transaction,
  resource: Resource,
  { searchChanged, hidden }: TableChange,
): boolean {
  const present = columnsOf(prepare, resource);
  const isNew = present.length === 0;
  const missing = isNew ? [] : missingFields(ddl, resource, present).map((field) => addColumn(ddl, resource, field));
  for (const sql of isNew ? [ddl.tableDdl(resource)] : missing) db.run(sql);
  const isRewritten = !isNew && (searchChanged || missing.length > 0);
  if (isRewritten) rewriteTexts(prepare, resource, hidden);
  dropOldIndexes({ db, prepare }, resource);
  for (const sql of ddl.indexDdl(resource)) db.run(sql);
  if (isNew) return false;
  // The catalogue has changed, so filters and search may have too.
  const progress = progressOf(prepare, resource);
  dropColumns(prepare, resource);
  for (const records of storingTail(prepare, resource)) progress('columns', records);
  dropSearchIndex(prepare, resource);
  while (indexSegment(prepare, resource)) progress('search index', SEGMENT);
  return isRewritten;
}

/** Milliseconds between two lines. */
const SAID_EVERY = 5000;

/** Says how far long work on a large table is. */
function progressOf(prepare: Prepare, { name, table }: Resource): (what: string, records: number) => void {
  const [[total]] = prepare(`SELECT count(*) FROM ${quoted(table)}`).values() as [[number]];
  const done = new Map<string, number>();
  let said = performance.now();
  return (what, records) => {
    done.set(what, Math.min((done.get(what) ?? 0) + records, total));
    if (performance.now() - said < SAID_EVERY) return;
    said = performance.now();
    log.info(`Making the ${what} of ${name}: ${countText(done.get(what)!)} of ${countText(total)} records.`);
  };
}

/** Indexes that this version has no use for. */
function dropOldIndexes({ db, prepare }: Transaction, resource: Resource): void {
  const wanted = new Set(ddl.indexes(resource).map(({ name }) => name));
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL";
  for (const [name] of prepare(sql).values(resource.table) as [string][])
    if (!wanted.has(name)) db.run(`DROP INDEX ${quoted(name)}`);
}

/** Adds new fields to the JSON of each record; the values that were there stay as they were sent. */
function rewriteTexts(prepare: Prepare, resource: Resource, hidden: ReadonlySet<string> | undefined): void {
  const writer = rowWriter(prepare, resource, hidden);
  const page = prepare(`SELECT * FROM ${quoted(resource.table)} WHERE id > ? ORDER BY id LIMIT 1000`);
  for (let after = BEFORE_ALL; ; ) {
    const rows = page.all(after) as (DataRecord & { json: string })[];
    if (rows.length === 0) return;
    for (const row of rows) {
      writer.updateTexts({ ...row, ...(JSON.parse(row.json) as DataRecord) });
      after = row.id as number;
    }
  }
}
