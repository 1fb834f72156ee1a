// Imports into a folder without a database. The database is made in a file beside its name, without a journal on disk,
// and gets its name when it is whole: half the writing of an import into an existing database, and still all or
// nothing.
import { linkSync, rmSync } from 'node:fs';
import { messageOf } from '../../../contract/errors.ts';
import { type AuditSettings, NO_AUDIT_LOG } from '../../audit-log.ts';
import type { ImportInto } from '../../maintenance.ts';
import type { Model } from '../../shared/model.ts';
import { StoreError } from '../../store.ts';
import { migrateInTransaction } from '../admin/migrate.ts';
import { unsafeTransaction } from '../connection/transaction.ts';
import { databaseFile } from '../database-file.ts';
import { makeFolder, ownLikeReplaced } from '../file-owner.ts';
import { sync } from '../sync.ts';
import type { BulkSettings } from './bulk-writer.ts';
import { explained, withSession } from './import-session.ts';

export const importIntoNew =
  (
    folder: string,
    model: Model,
    settings?: BulkSettings,
    onWritten: AuditSettings['onWritten'] = NO_AUDIT_LOG.onWritten,
  ): ImportInto =>
  ({ writes = true, done = 'imported', audit }, run) =>
    explained(done, async () => {
      makeDataFolder(folder);
      const [unfinished, file] = [`${databaseFile(folder)}.building-${process.pid}`, databaseFile(folder)];
      try {
        const entries = await unsafeTransaction(unfinished, (transaction) => {
          migrateInTransaction(transaction, model);
          return withSession(transaction, model, run, { ...settings, audit });
        });
        if (!writes) return;
        ownLikeReplaced(unfinished, file);
        sync(unfinished);
        // Unlike a rename, a link does not replace a database that somebody has made meanwhile.
        linkSync(unfinished, file);
        sync(folder);
        onWritten(entries);
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST') throw error;
        throw new StoreError(
          `Another process has made ${file} meanwhile; nothing was ${done}. Run the command again, on that.`,
        );
      } finally {
        rmSync(unfinished, { force: true });
      }
    });

function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new StoreError(
      `The folder of the database cannot be made: ${messageOf(error)}. It is set by WORKFORCE_DATA.`,
    );
  }
}
