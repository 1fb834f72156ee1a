// The target of a copy: records are written in their order, a transaction a batch. Columns and the search index are
// built at the end.
import type { Resource } from '../../../catalogue/resource.ts';
import type { AuditSettings } from '../../audit-log.ts';
import { BEFORE_ALL, type CopyTarget } from '../../maintenance.ts';
import { addNotes } from '../../shared/bulk/notes.ts';
import { COPYING, notEmpty, notNewer, STAYS_UNFINISHED } from '../../shared/copy-mark.ts';
import { hiddenIn, type Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import { storingTail } from '../columns/writer.ts';
import { copyingSince, writeMeta } from '../connection/meta.ts';
import { runSql } from '../connection/statements.ts';
import { bulkTransaction } from '../connection/transaction.ts';
import { ddl, sqlite } from '../dialect.ts';
import { newestId } from '../read/scan.ts';
import { indexSegment } from '../search/search-index.ts';
import { rowWriter } from '../write/row-writer.ts';
import { appendEntries } from '../write/table.ts';
import { checkReferences } from './check-references.ts';

/** Lets signals through. */
const pause = () => new Promise(setImmediate);

export async function openCopyTarget(file: string, model: Model, audit: AuditSettings): Promise<CopyTarget> {
  const { catalogue } = model;
  const withoutIndexes = new Set<Resource>();
  await bulkTransaction(file, ({ prepare }) => {
    if (copyingSince(prepare) !== undefined) return;
    if (catalogue.some((resource) => newestId(prepare, resource) !== BEFORE_ALL)) throw notEmpty();
    writeMeta(prepare, COPYING, new Date().toISOString());
  });
  return {
    write: (resource, records) =>
      bulkTransaction(file, ({ db, prepare }) => {
        const newest = newestId(prepare, resource);
        if (newest >= (records[0]!.id as number)) throw notNewer(resource.one, newest);
        if (!withoutIndexes.has(resource))
          for (const { name } of ddl.listIndexDdl(resource)) db.run(`DROP INDEX IF EXISTS ${quoted(name)}`);
        withoutIndexes.add(resource);
        const writer = rowWriter(prepare, resource, hiddenIn(model, resource));
        for (const record of records) writer.insert(record);
      }),
    note: (all) => bulkTransaction(file, ({ prepare }) => addNotes({ run: runSql(prepare), dialect: sqlite }, all)),
    async complete() {
      for (const resource of catalogue) {
        for (const { sql } of ddl.listIndexDdl(resource)) {
          await bulkTransaction(file, ({ db }) => void db.run(sql));
          await pause();
        }
        while (await bulkTransaction(file, ({ prepare }) => indexSegment(prepare, resource))) await pause();
        await bulkTransaction(file, async ({ prepare }) => {
          for (const _ of storingTail(prepare, resource)) await pause();
        });
      }
      await bulkTransaction(file, ({ prepare }) => checkReferences(prepare, catalogue, STAYS_UNFINISHED));
    },
    async release(entry) {
      const entries = entry ? [entry] : [];
      await bulkTransaction(file, ({ prepare }) => {
        prepare('DELETE FROM workforce_meta WHERE key = ?').run(COPYING);
        appendEntries(prepare, entries);
      });
      audit.onWritten(entries);
    },
  };
}
