// The target of a copy: records are written in their order, a transaction a batch. As long as workforce_meta has the
// mark, only the copy opens the database.
import type { Resource } from '../../../catalogue/resource.ts';
import type { AuditSettings } from '../../audit-log.ts';
import { BEFORE_ALL, type CopyTarget } from '../../maintenance.ts';
import { addNotes } from '../../shared/bulk/notes.ts';
import { COPYING, notEmpty, notNewer, STAYS_UNFINISHED } from '../../shared/copy-mark.ts';
import { quoted } from '../../shared/schema.ts';
import type { PostgresModel } from '../citus/distribution.ts';
import { beginBulk, type Query, runSql } from '../connection/connection.ts';
import { lockMeta, readMeta, writeMeta } from '../connection/meta.ts';
import type { Server } from '../connection/server.ts';
import { postgres } from '../dialect.ts';
import { newestId, newestIds } from '../read/scan.ts';
import { countTail } from '../write/list-counters.ts';
import { appendEntries } from '../write/table.ts';
import {
  addIndexes,
  advanceSequence,
  bulkWriter,
  checkReferences,
  dropForeignKeys,
  dropListIndexes,
} from './bulk-writer.ts';

/** Commits become durable in their order, so only the last one has to wait for the disk. Building indexes gets more
 * memory than a server gives by default. */
const SETTINGS = `SELECT set_config('synchronous_commit', 'off', true),
  set_config('maintenance_work_mem', greatest(pg_size_bytes(current_setting('maintenance_work_mem')), 268435456) / 1024 || 'kB', true)`;

export async function openCopyTarget(
  primary: () => Server,
  model: PostgresModel,
  audit: AuditSettings,
): Promise<CopyTarget> {
  const { catalogue, distributed } = model;
  const { insert } = bulkWriter(model);
  const begun = new Set<Resource>();
  const transaction = <T>(run: (query: Query) => Promise<T>): Promise<T> =>
    primary().transaction(async (query) => {
      await beginBulk(query);
      await query(SETTINGS);
      await lockMeta(query);
      return run(query);
    });
  /** Each statement in a transaction of its own: after an interruption, those that were done stay done. */
  const separately: Query = (sql, parameters) => transaction((query) => query(sql, parameters));
  await transaction(async (query) => {
    if ((await readMeta(query, COPYING)) !== undefined) return;
    const newest = Object.values(await newestIds(query, catalogue));
    if (newest.some((id) => id !== BEFORE_ALL)) throw notEmpty();
    await writeMeta(query, COPYING, new Date().toISOString());
  });
  return {
    write: (resource, records) =>
      transaction(async (query) => {
        const newest = await newestId(query, resource);
        if (newest >= (records[0]!.id as number)) throw notNewer(resource.one, newest);
        if (!begun.has(resource)) {
          await dropForeignKeys(query, resource);
          await dropListIndexes(query, resource);
        }
        begun.add(resource);
        await insert(query, resource, records);
      }),
    note: (all) => transaction((query) => addNotes({ run: runSql(query), dialect: postgres }, all)),
    async complete() {
      for (const resource of catalogue) {
        await addIndexes(separately, resource);
        await transaction((query) => countTail(query, resource, distributed));
        await transaction((query) => advanceSequence(query, resource));
      }
      for (const resource of catalogue)
        await transaction((query) => checkReferences(query, resource, distributed.size > 0, STAYS_UNFINISHED));
      for (const { table } of catalogue) await separately(`ANALYZE ${quoted(table)}`);
    },
    async release(entry) {
      const entries = entry ? [entry] : [];
      await transaction(async (query) => {
        await query('SET LOCAL synchronous_commit TO DEFAULT');
        await query('DELETE FROM workforce_meta WHERE key = $1', [COPYING]);
        await appendEntries(query, entries);
      });
      audit.onWritten(entries);
    },
  };
}
