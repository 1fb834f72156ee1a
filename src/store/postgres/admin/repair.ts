// Rebuilds everything derived from the records, a transaction each. It is safe while others serve from the database:
// watermarks are locked, so creates wait; reads go on, except from a table whose index or foreign key is being built.
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { countText } from '../../../contract/limits.ts';
import type { NewEntry } from '../../audit-log.ts';
import { auditedColumns, orphanedKeys, rowAudit } from '../../shared/audit/audit.ts';
import { type Category, CHANGES_BEGUN, type Finding, type Repaired, resourcesOf } from '../../shared/audit/findings.ts';
import { ERASURES_FINISHED } from '../../shared/bulk/erasures.ts';
import { ChangesOfSession } from '../../shared/changes/runs.ts';
import { hiddenIn } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import { makeViews } from '../bi/make-views.ts';
import { addForeignKeys, advanceSequence } from '../bulk/bulk-writer.ts';
import { refuseHidden } from '../citus/audit.ts';
import type { PostgresModel } from '../citus/distribution.ts';
import { beginBulk, type Query } from '../connection/connection.ts';
import { isForbidden } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';
import { invalidateAnswers } from '../lane/long-page.ts';
import { beginChanges, numberChanges } from '../write/changes.ts';
import { addWatermark, lockWatermark, rebuildCounters } from '../write/list-counters.ts';
import { rowWriter } from '../write/row-writer.ts';
import { appendEntries } from '../write/table.ts';
import { auditedRows, DERIVED_COLUMNS } from './audit.ts';
import { wrongIndexes } from './catalog-audit.ts';
import { scrub } from './scrub.ts';

/** How many rows one statement writes. */
const ROWS = 1000;
/** A repair deletes no old changes. */
const KEEPS_ALL = Number.MAX_SAFE_INTEGER;

/** `entryOf`: the entry of the audit log for a repair; `undefined` where there is none. */
export async function repair(
  server: Server,
  model: PostgresModel,
  found: readonly Finding[],
  entryOf: ((what: string) => NewEntry) | undefined,
): Promise<Repaired[]> {
  const { catalogue, distributed } = model;
  const done: Repaired[] = [];
  const step = async (what: string, run: (query: Query) => Promise<string>): Promise<void> => {
    try {
      const said = await server.transaction(async (query) => {
        await beginBulk(query);
        const text = await run(query);
        if (entryOf) await appendEntries(query, [entryOf(text)]);
        return text;
      });
      done.push({ what: said });
    } catch (error) {
      done.push({ what, failed: reasonOf(error) });
    }
  };
  const has = (category: Category) => found.some((each) => each.category === category);
  if (has('file') || has('copying')) return done;
  if (has('index')) await step('indexes', (query) => rebuildIndexes(query, catalogue));
  // The repairs of records are told in it.
  if (has('changes'))
    await step('the changes feed', async (query) => {
      await beginChanges(query, true);
      return CHANGES_BEGUN;
    });
  const among = (names: ReadonlySet<string>) => catalogue.filter(({ name }) => names.has(name));
  const rows = resourcesOf(found, 'json', 'text');
  for (const resource of among(rows))
    await step(`records of ${resource.name}`, async (query) => {
      if (distributed.has(resource)) await refuseHidden(query);
      return rewriteRows(query, resource, model);
    });
  for (const resource of among(resourcesOf(found, 'count', 'landmark'))) {
    if (rows.has(resource.name)) continue;
    await step(`lists of ${resource.name}`, async (query) => {
      await addWatermark(query, resource);
      await lockWatermark(query, resource);
      if (distributed.has(resource)) await refuseHidden(query);
      await rebuildCounters(query, resource, distributed);
      return `Counts and landmarks of ${resource.name} were rebuilt.`;
    });
  }
  for (const resource of among(resourcesOf(found, 'sequence')))
    await step(`the sequence of ${resource.name}`, (query) => repairSequence(query, resource));
  if (has('key')) await step('keys', (query) => deleteKeys(query, catalogue));
  for (const resource of among(resourcesOf(found, 'constraint')))
    await step(`constraints of ${resource.name}`, async (query) => {
      await addForeignKeys(query, resource, distributed.size > 0);
      return `Constraints of ${resource.name} were put back.`;
    });
  if (has('view'))
    await step('views for reports', async (query) => {
      const hindrance = await makeViews(query, model);
      if (hindrance !== undefined) throw new Error(hindrance);
      return 'The views for reports were made again.';
    });
  if (has('erasure'))
    await scrub(server, model).then(
      () => done.push({ what: ERASURES_FINISHED }),
      (error) => done.push({ what: 'the files', failed: reasonOf(error) }),
    );
  return done;
}

function reasonOf(error: unknown): string {
  const { message, detail } = error as { message: string; detail?: string };
  if (isForbidden(error)) return `${message}; run it as the owner of the tables`;
  return detail ? `${message} (${detail.replace(/\.$/, '')})` : message;
}

async function rebuildIndexes(query: Query, catalogue: Catalogue): Promise<string> {
  const wrong = await wrongIndexes(query, catalogue);
  for (const { name, sql, state } of wrong) await query(state === 'missing' ? sql : `REINDEX INDEX ${quoted(name)}`);
  return `Indexes were rebuilt: ${wrong.map(({ name }) => name).join(', ')}.`;
}

/** Counters may agree with the wrong values, so they are rebuilt too. */
async function rewriteRows(query: Query, resource: Resource, model: PostgresModel): Promise<string> {
  const hidden = hiddenIn(model, resource);
  await addWatermark(query, resource);
  await lockWatermark(query, resource);
  const faultOf = rowAudit(resource, hidden, DERIVED_COLUMNS);
  const writer = rowWriter(resource, hidden);
  const changed = new ChangesOfSession([resource]);
  let [batch, count] = [[] as DataRecord[], 0];
  const columns = auditedColumns(resource, DERIVED_COLUMNS);
  for await (const row of auditedRows(query, resource, columns)) {
    const fault = faultOf(row);
    if (!fault) continue;
    batch.push(fault.record);
    changed.add(resource, 'updated', [fault.record.id as number]);
    if (batch.length < ROWS) continue;
    await writer.update(query, batch);
    [batch, count] = [[], count + batch.length];
  }
  if (batch.length > 0) await writer.update(query, batch);
  await invalidateAnswers(query);
  await rebuildCounters(query, resource, model.distributed);
  await numberChanges(query, changed.runs(), KEEPS_ALL);
  return `${countText(count + batch.length)} of ${resource.name}: columns and texts were rebuilt, and lists after them.`;
}

/** Behind the lock of the watermark no create has an id whose record is still to come. */
async function repairSequence(query: Query, resource: Resource): Promise<string> {
  await query(`CREATE SEQUENCE IF NOT EXISTS ${quoted(`${resource.table}_ids`)}`);
  await addWatermark(query, resource);
  await lockWatermark(query, resource);
  await advanceSequence(query, resource);
  return `The sequence ${resource.table}_ids was moved on to the newest id.`;
}

async function deleteKeys(query: Query, catalogue: Catalogue): Promise<string> {
  const gone = await query(`DELETE FROM workforce_idempotency WHERE ${orphanedKeys(catalogue)} RETURNING 1`);
  return `Keys of records that do not exist were forgotten: ${gone.length}.`;
}
