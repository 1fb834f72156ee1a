// Brings a database to the layout and catalogue of this version, in one transaction, or refuses it with a reason. When
// several processes start together, one migrates behind the lock of a row; the others wait and find it done.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { VERSION } from '../../../contract/product.ts';
import { log } from '../../../log/log.ts';
import { FEED_KEY } from '../../shared/changes/page.ts';
import { STRIDE } from '../../shared/list-counters.ts';
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
import { makeViewsIfPossible, renewViews } from '../bi/make-views.ts';
import { addForeignKeys, addIndexes } from '../bulk/bulk-writer.ts';
import { distributeTables } from '../citus/distribute.ts';
import { BLOCK, DISTRIBUTED, type Distribution, distributionOf } from '../citus/distribution.ts';
import { beginBulk, firstValue, type Query } from '../connection/connection.ts';
import { codeOf, isForbidden } from '../connection/errors.ts';
import { hasMeta, lockMeta, readMeta, writeMeta } from '../connection/meta.ts';
import type { Server } from '../connection/server.ts';
import { ddl } from '../dialect.ts';
import { rowsOf } from '../read/scan.ts';
import { beginChanges } from '../write/changes.ts';
import { addWatermark, lockWatermark, rebuildCounters } from '../write/list-counters.ts';
import { rowWriter } from '../write/row-writer.ts';
import { type LayoutStep, layoutAfter, layoutSteps, ownTables } from './layout.ts';

const printOf = (model: Model, steps: readonly LayoutStep[]): string =>
  fingerprint([layoutAfter(steps), STRIDE, ...ownTables], ddl, model);

/** The errors of two processes that create the same thing at the same moment. */
const RACED = new Set(['23505', '42P07', '40001', '40P01', 'XX000']);
const TRIES = 10;

export async function migrate(
  server: Server,
  model: Model,
  change: AllowedChange,
  steps = layoutSteps,
  tries = TRIES,
): Promise<void> {
  if (await isUpToDate(server.query, model, steps)) return change === 'all' ? renewViews(server, model) : undefined;
  const began = performance.now();
  const stored = (await hasMeta(server.query)) ? await storedState(server.query, model) : undefined;
  const plan = stored && migrationPlan(ddl, layoutAfter(steps), model, stored);
  refuseChange(change, stored?.hidden, model.privateFields);
  if (plan) log.info(plan);
  try {
    await server.transaction(async (query) => {
      await beginBulk(query);
      await lockMeta(query);
      // Another process may have migrated the database while this one waited for the lock.
      if (!(await isUpToDate(query, model, steps))) await migrateInTransaction(query, model, steps);
    });
  } catch (error) {
    if (tries > 1 && RACED.has(codeOf(error))) return migrate(server, model, change, steps, tries - 1);
    if (!isForbidden(error)) throw error;
    throw new StoreError(
      `its tables are not those of this version, and this user may not change them (${(error as Error).message}); run "workforce migrate" as the owner of its tables`,
    );
  }
  if (plan) log.info(`The database is migrated, in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

async function storedState(query: Query, { catalogue }: Model): Promise<StoredState> {
  const columns = new Map<string, string[]>();
  for (const resource of catalogue) {
    const names = await columnsOf(query, resource);
    if (names.length > 0) columns.set(resource.name, names);
  }
  return {
    version: (await readMeta(query, 'version'))!,
    layout: Number(await readMeta(query, 'layout')),
    hidden: (await readMeta(query, 'private'))!,
    columns,
  };
}

async function columnsOf(query: Query, { table }: Resource): Promise<string[]> {
  const columns = await query(
    'SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1',
    [table],
  );
  // Distributed tables have one more.
  return columns.map(([name]) => name!.toString()).filter((name) => name !== BLOCK);
}

async function isUpToDate(query: Query, model: Model, steps: readonly LayoutStep[]): Promise<boolean> {
  if (!(await hasMeta(query))) return false;
  const layout = Number(await readMeta(query, 'layout'));
  if (layout > layoutAfter(steps)) throw newerLayout(layout, layoutAfter(steps));
  // Databases of earlier builds have no key.
  if ((await readMeta(query, FEED_KEY)) === undefined) return false;
  return (await readMeta(query, 'catalogue')) === printOf(model, steps);
}

async function migrateInTransaction(query: Query, model: Model, steps: readonly LayoutStep[]): Promise<void> {
  const { catalogue, privateFields } = model;
  await requireUtf8(query);
  const layout = await readMeta(query, 'layout');
  const isNew = layout === undefined;
  if (!isNew) for (const step of steps.slice(Number(layout) - 1)) await step(query);
  // Where it is there, a user who may not create it is not asked to.
  const [extension] = await query("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'");
  if (!extension) await query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  for (const sql of ownTables) await query(sql);
  const searchChanged = (await readMeta(query, 'private')) !== hiddenNames(privateFields);
  const distributed = await distributionOf(query, catalogue);
  let isRewritten = false;
  for (const resource of catalogue) {
    const change = { isNew, searchChanged, hidden: hiddenIn(model, resource), distributed };
    if (await migrateTable(query, resource, change)) isRewritten = true;
  }
  // The feed begins again when records have changed all at once.
  await beginChanges(query, isRewritten);
  for (const resource of catalogue) await addForeignKeys(query, resource, distributed.size > 0);
  if (distributed.size > 0) await distributeTables(query, model, Number(await readMeta(query, DISTRIBUTED)));
  await writeMeta(query, 'layout', String(layoutAfter(steps)));
  await writeMeta(query, 'private', hiddenNames(privateFields));
  await writeMeta(query, 'version', VERSION);
  await writeMeta(query, 'catalogue', printOf(model, steps));
  // With the rest, so that no report shows for a moment a field that has become private.
  await makeViewsIfPossible(query, model);
}

async function requireUtf8(query: Query): Promise<void> {
  const encoding = await firstValue(query, "SELECT current_setting('server_encoding')");
  if (encoding === 'UTF8') return;
  throw new StoreError(`its encoding is ${encoding}, which cannot hold every text; make one with ENCODING 'UTF8'`);
}

type TableChange = {
  /** The database has none of our tables. */
  readonly isNew: boolean;
  readonly searchChanged: boolean;
  readonly hidden: ReadonlySet<string> | undefined;
  readonly distributed: Distribution;
};

/** Returns whether the texts of records were made again. */
async function migrateTable(query: Query, resource: Resource, change: TableChange): Promise<boolean> {
  const present = await columnsOf(query, resource);
  if (present.length > 0 && change.isNew)
    throw new StoreError(`it has a table ${resource.table} of another program; choose another database`);
  if (present.length === 0) {
    await query(ddl.tableDdl(resource));
    await query(`CREATE SEQUENCE ${quoted(`${resource.table}_ids`)}`);
    await addWatermark(query, resource);
    await addIndexes(query, resource);
    return false;
  }
  // No create may write a record between the old texts and the new ones.
  await lockWatermark(query, resource);
  const missing = missingFields(ddl, resource, present);
  for (const field of missing) await query(addColumn(ddl, resource, field));
  const isRewritten = change.searchChanged || missing.length > 0;
  if (isRewritten) await rewriteTexts(query, resource, change.hidden);
  await addIndexes(query, resource);
  // The catalogue has changed, so filters may have too.
  await rebuildCounters(query, resource, change.distributed);
  return isRewritten;
}

/** Adds new fields to the JSON of each record; the values that were there stay as they were sent. */
async function rewriteTexts(query: Query, resource: Resource, hidden: ReadonlySet<string> | undefined): Promise<void> {
  const writer = rowWriter(resource, hidden);
  for await (const rows of rowsOf<DataRecord & { json: string }>(query, resource, { size: 1000 })) {
    const records = rows.map((row) => ({ ...row, ...(JSON.parse(row.json) as DataRecord) }));
    await writer.updateTexts(query, records);
  }
}
