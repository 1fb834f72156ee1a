// Imports into a folder without a database. The database is made in a file beside its name, without a journal, and gets its name
// when it is whole: half the writing of an import into an existing database, and still all or nothing.
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { messageOf } from '../../../contract/errors.ts';
import type { ImportInto } from '../../maintenance.ts';
import type { Model } from '../../shared/model.ts';
import { StoreError } from '../../store.ts';
import { migrateInTransaction } from '../admin/migrate.ts';
import { unsafeTransaction } from '../connection/transaction.ts';
import { databaseFile } from '../database-file.ts';
import type { BulkSettings } from './bulk-writer.ts';
import { explained, withSession } from './import-session.ts';

export const importIntoNew =
  (folder: string, model: Model, settings?: BulkSettings): ImportInto =>
  ({ writes = true }, run) =>
    explained(async () => {
      makeFolder(folder);
      const [unfinished, file] = [`${databaseFile(folder)}.building-${process.pid}`, databaseFile(folder)];
      try {
        await unsafeTransaction(unfinished, (transaction) => {
          migrateInTransaction(transaction, model);
          return withSession(transaction, model, run, settings);
        });
        if (!writes) return;
        sync(unfinished);
        // Unlike a rename, a link does not replace a database that somebody has made meanwhile.
        linkSync(unfinished, file);
        sync(folder);
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST') throw error;
        throw new StoreError(
          `Another process has made ${file} meanwhile; nothing was imported. Import again, into that.`,
        );
      } finally {
        for (const each of [unfinished, `${unfinished}-journal`]) rmSync(each, { force: true });
      }
    });

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StoreError(
      `The folder of the database cannot be made: ${messageOf(error)}. It is set by WORKFORCE_DATA.`,
    );
  }
}

/** Makes a file or a folder durable. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
