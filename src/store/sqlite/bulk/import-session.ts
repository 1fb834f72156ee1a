// Imports and seeding: one transaction on a connection of its own. Creates of others wait for it from its beginning;
// reads go on from the snapshot before.
import { SQLiteError } from 'bun:sqlite';
import type { Value } from '../../../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { type AuditSettings, type NewEntry, sessionEntries } from '../../audit-log.ts';
import type { ImportInto, ImportOptions, ImportSession } from '../../maintenance.ts';
import { markErasure } from '../../shared/bulk/erasures.ts';
import { lookUps } from '../../shared/bulk/look-ups.ts';
import { forgetRecords, notes } from '../../shared/bulk/notes.ts';
import { ChangesOfSession } from '../../shared/changes/runs.ts';
import { hiddenIn, type Model } from '../../shared/model.ts';
import { StoreError } from '../../store.ts';
import { isBusy } from '../connection/errors.ts';
import { refuseUnfinished } from '../connection/meta.ts';
import { runSql } from '../connection/statements.ts';
import { bulkTransaction, type Transaction } from '../connection/transaction.ts';
import { sqlite } from '../dialect.ts';
import { lookUpSql } from '../read/check-relations.ts';
import { newestIds, nextId, retireIds } from '../read/scan.ts';
import { appendChanges } from '../write/changes.ts';
import { appendEntries } from '../write/table.ts';
import { type BulkSettings, type BulkWriter, bulkWriter } from './bulk-writer.ts';
import { checkReferences } from './check-references.ts';

export const importInto =
  (
    file: string,
    model: Model,
    { retention, audit }: { readonly retention: number; readonly audit: AuditSettings },
  ): ImportInto =>
  ({ writes = true, done, audit: asked }, run) =>
    explained(done, async () => {
      const entries = await bulkTransaction(
        file,
        (transaction) => {
          refuseUnfinished(transaction.prepare);
          return withSession(transaction, model, run, { retention, audit: asked });
        },
        { writes },
      );
      audit.onWritten(entries);
    });

type SessionSettings = Partial<BulkSettings> & Pick<ImportOptions, 'audit'> & { readonly retention?: number };

/** Runs an import within a transaction that has foreign keys switched off. Returns what it has added to the audit log.
 * */
export async function withSession(
  transaction: Transaction,
  model: Model,
  run: (session: ImportSession) => Promise<void>,
  { retention = Number.POSITIVE_INFINITY, audit, ...settings }: SessionSettings = {},
): Promise<readonly NewEntry[]> {
  const { prepare } = transaction;
  const engine = { run: runSql(prepare), dialect: sqlite };
  const changes = new ChangesOfSession(model.catalogue);
  const idsOf = (records: readonly DataRecord[]) => records.map(({ id }) => id as number);
  const writers = new Map<Resource, BulkWriter>();
  let current: BulkWriter | undefined;
  const writerOf = (resource: Resource): BulkWriter => {
    const writer = writers.get(resource) ?? bulkWriter(transaction, resource, hiddenIn(model, resource), settings);
    writers.set(resource, writer);
    return writer;
  };
  try {
    await run({
      newest: newestIds(prepare, model.catalogue),
      find(relation, keys) {
        const sql = lookUpSql(relation);
        const found = new Map<string, Value>();
        for (const key of keys) {
          const [row] = prepare(sql).values(...key);
          if (row) found.set(JSON.stringify(key), row[0] as Value);
        }
        return found;
      },
      nextId: (resource) => nextId(prepare, resource),
      ...lookUps(engine),
      ...notes(engine),
      async write(resource, records) {
        const writer = writerOf(resource);
        if (writer !== current) await current?.rest(pause);
        current = writer;
        await writer.write(records);
        changes.add(resource, 'created', idsOf(records));
      },
      update(resource, records) {
        writerOf(resource).update(records);
        changes.add(resource, 'updated', idsOf(records));
      },
      remove(resource, ids) {
        writerOf(resource).remove(ids);
        changes.forget(resource, ids);
      },
      async erase(resource, ids) {
        writerOf(resource).remove(ids);
        changes.add(resource, 'erased', ids);
        await forgetRecords(engine, resource.name, ids);
        retireIds(prepare, resource, ids);
      },
      async complete(signal) {
        for (const writer of writers.values()) await writer.finish(() => pause(signal));
        // An import into a table with records has looked up the references of the new ones.
        const filled = [...writers].filter(([, { wasEmpty }]) => wasEmpty).map(([resource]) => resource);
        checkReferences(prepare, filled);
      },
    });
    await markErasure(engine, changes);
    appendChanges(prepare, changes.runs(), retention);
    const entries = audit ? sessionEntries(changes, audit) : [];
    appendEntries(prepare, entries);
    return entries;
  } finally {
    for (const writer of writers.values()) writer.end();
  }
}

/** Lets signals through. */
async function pause(signal?: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  signal?.throwIfAborted();
}

/** A disk or another process that is in the way is for the operator to fix, so it is said in one line. */
export async function explained(done: ImportOptions['done'] = 'imported', run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error;
    const why = isBusy(error) ? 'another process is writing to it for long' : error.message;
    throw new StoreError(`The database cannot be written (${why}); nothing was ${done}.`, { cause: error });
  }
}
