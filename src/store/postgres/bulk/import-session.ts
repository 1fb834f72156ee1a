// Imports and seeding: one transaction that locks the watermarks of its resources, so that creates wait for it. Foreign
// keys are checked at its end. Indexes of tables that were empty are built there too; until then reads of these tables
// wait.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { type AuditSettings, sessionEntries } from '../../audit-log.ts';
import { BEFORE_ALL, type ImportInto, type ImportSession } from '../../maintenance.ts';
import { markErasure } from '../../shared/bulk/erasures.ts';
import { lookUps } from '../../shared/bulk/look-ups.ts';
import { forgetRecords, notes } from '../../shared/bulk/notes.ts';
import { ChangesOfSession } from '../../shared/changes/runs.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import type { PostgresModel } from '../citus/distribution.ts';
import { settle } from '../citus/settle.ts';
import { beginBulk, type Query, runSql } from '../connection/connection.ts';
import { asRefusal, isForbidden, isLost } from '../connection/errors.ts';
import { lockMeta, refuseUnfinished } from '../connection/meta.ts';
import type { Server } from '../connection/server.ts';
import { arrayText, postgres } from '../dialect.ts';
import { invalidateAnswers } from '../lane/long-page.ts';
import { lookUp } from '../read/check-relations.ts';
import { newestIds, nextId, retireIds } from '../read/scan.ts';
import { numberChanges } from '../write/changes.ts';
import { countTail, lockWatermark, rebuildCounters } from '../write/list-counters.ts';
import { appendEntries } from '../write/table.ts';
import {
  addIndexes,
  advanceSequence,
  bulkWriter,
  checkReferences,
  dropForeignKeys,
  dropListIndexes,
} from './bulk-writer.ts';

export const importInto =
  (
    primary: () => Server,
    model: PostgresModel,
    { retention, audit }: { readonly retention: number; readonly audit: AuditSettings },
  ): ImportInto =>
  async ({ resources, writes = true, done = 'imported', audit: asked }, run) => {
    const used = new Set<Resource>();
    const server = primary();
    try {
      const entries = await server.transaction(async (query) => {
        await beginBulk(query);
        await refuseUnfinished(query);
        const watermarks = writes ? await lock(query, model, resources) : new Map<Resource, number>();
        const changes = new ChangesOfSession(model.catalogue);
        await run(await session(query, model, { watermarks, used, changes }));
        const made = asked ? sessionEntries(changes, asked) : [];
        await appendEntries(query, made);
        await markErasure({ run: runSql(query), dialect: postgres }, changes);
        // At the very end: until the commit, nobody else gives numbers.
        if (writes) await numberChanges(query, changes.runs(), retention);
        return made;
      });
      audit.onWritten(entries);
    } catch (error) {
      throw explained(error, done);
    }
    // All of it is stored, and the server does this by itself some time later.
    for (const { table } of used) await server.query(`ANALYZE ${quoted(table)}`).catch(() => undefined);
  };

/** What the operator can fix is said in one line. */
function explained(error: unknown, done: string): unknown {
  const { message } = error as Error;
  if (isForbidden(error))
    return new StoreError(
      `The database cannot be changed by this user (${message}); run "workforce migrate" as the owner of its tables, or this command as that user. Nothing was ${done}.`,
    );
  if (isLost(error))
    return new StoreError(
      `The database was lost (${message}). Nothing was ${done}, unless that was at the very end: look before you try again.`,
    );
  // A full disk, and whatever else passes.
  return asRefusal(error, 0);
}

/** In the order in which creates lock the watermarks, so that neither waits for the other. */
async function lock(query: Query, { catalogue, distributed }: PostgresModel, resources: readonly Resource[]) {
  await lockMeta(query);
  await query('SET CONSTRAINTS ALL DEFERRED');
  const watermarks = new Map<Resource, number>();
  for (const resource of catalogue.filter((each) => resources.includes(each) || distributed.has(each))) {
    // At the end, all changes get their numbers.
    if (distributed.has(resource)) await settle(query, [resource]);
    watermarks.set(resource, await lockWatermark(query, resource));
  }
  return watermarks;
}

type Collected = {
  readonly watermarks: ReadonlyMap<Resource, number>;
  readonly used: Set<Resource>;
  readonly changes: ChangesOfSession;
};

const idsOf = (records: readonly DataRecord[]): number[] => records.map(({ id }) => id as number);

async function session(
  query: Query,
  model: PostgresModel,
  { watermarks, used, changes }: Collected,
): Promise<ImportSession> {
  const { catalogue, distributed } = model;
  const newest = await newestIds(query, catalogue);
  const wasEmpty = ({ name }: Resource) => newest[name] === BEFORE_ALL;
  const isNew = catalogue.every(wasEmpty);
  const { insert, update } = bulkWriter(model);
  const engine = { run: runSql(query), dialect: postgres };
  /** Resources that have a new record below their watermark. */
  const disturbed = new Set<Resource>();

  /** Workers check foreign keys at the very end, and until then no index can be built on tables that have them. */
  const buildsIndexes = isNew || distributed.size === 0;

  /** A foreign key can only be dropped while nobody reads either table, so they are dropped in an empty database only.
   * All tables are locked at once and in the order of readers, so that neither waits for the other. */
  async function prepare(resource: Resource): Promise<void> {
    if (used.size === 0 && isNew)
      for (const each of catalogue) {
        await dropForeignKeys(query, each);
        await dropListIndexes(query, each);
      }
    else if (!used.has(resource) && buildsIndexes && wasEmpty(resource)) await dropListIndexes(query, resource);
    used.add(resource);
  }

  /** Lists are counted again at the end, and answers that were found before are no longer valid. */
  async function change(resource: Resource, count: number): Promise<void> {
    if (count === 0) return;
    await prepare(resource);
    disturbed.add(resource);
    await invalidateAnswers(query);
  }

  async function remove({ table }: Resource, ids: readonly number[]): Promise<void> {
    await query(`DELETE FROM ${quoted(table)} WHERE id = ANY ($1::text::bigint[])`, [arrayText(ids)]);
  }

  return {
    newest,
    find: (relation, keys) => lookUp(query, relation, keys),
    async write(resource, records) {
      await prepare(resource);
      if (records.some(({ id }) => (id as number) <= watermarks.get(resource)!)) disturbed.add(resource);
      await insert(query, resource, records);
      changes.add(resource, 'created', idsOf(records));
    },
    nextId: (resource) => nextId(query, resource),
    ...lookUps(engine),
    ...notes(engine),
    async update(resource, records) {
      await change(resource, records.length);
      await update(query, resource, records);
      changes.add(resource, 'updated', idsOf(records));
    },
    async remove(resource, ids) {
      await remove(resource, ids);
      changes.forget(resource, ids);
    },
    async erase(resource, ids) {
      await change(resource, ids.length);
      await remove(resource, ids);
      await forgetRecords(engine, resource.name, ids);
      await retireIds(query, resource, ids);
      changes.add(resource, 'erased', ids);
    },
    async complete(signal) {
      await query('SET CONSTRAINTS ALL IMMEDIATE');
      if (buildsIndexes)
        for (const resource of isNew && used.size > 0 ? catalogue : used) await addIndexes(query, resource);
      for (const resource of used) {
        if (disturbed.has(resource)) await rebuildCounters(query, resource, distributed);
        else await countTail(query, resource, distributed);
        await advanceSequence(query, resource);
        signal?.throwIfAborted();
      }
      if (isNew && used.size > 0)
        for (const resource of catalogue)
          await checkReferences(query, resource, distributed.size > 0, 'nothing was written');
    },
  };
}
