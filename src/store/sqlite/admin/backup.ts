// Makes and restores backups of the embedded database: one file each, made while the service runs. The live file is only opened
// through SQLite, because a process that closes any descriptor of a file loses all its locks on it.
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Catalogue } from '../../../catalogue/resource.ts';
import { messageOf } from '../../../contract/errors.ts';
import type { BackedUp } from '../../maintenance.ts';
import { StoreError } from '../../store.ts';
import { isFull } from '../connection/errors.ts';
import { databaseFile, hasDatabaseFile } from '../database-file.ts';
import { makeFolder, ownLikeReplaced } from '../file-owner.ts';
import { sync } from '../sync.ts';
import { inspect, withDatabase } from './inspect.ts';

/** Writes a snapshot of the database to a new file, which gets its name after every page of it was checked. */
export function backUp(folder: string, file: string, catalogue: Catalogue): BackedUp {
  const live = databaseFile(folder);
  if (!hasDatabaseFile(folder)) throw new StoreError(`There is no database in ${folder} (set WORKFORCE_DATA).`);
  if (existsSync(file)) throw new StoreError(`${file} is there already; choose another name.`);
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    withDatabase(live, (db) => db.run(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`));
    const copied = inspect(unfinished, catalogue);
    chmodSync(unfinished, 0o600);
    sync(unfinished);
    renameSync(unfinished, file);
    sync(dirname(file));
    return copied;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const mend = isFull(error) ? '; free some space, or write elsewhere' : '';
    throw new StoreError(`${file} cannot be written: ${messageOf(error)}${mend}.`);
  } finally {
    for (const end of ['', '-journal']) rmSync(unfinished + end, { force: true });
  }
}

/** Replaces the database by a backup. No other process may have it open. */
export function restore(folder: string, file: string, catalogue: Catalogue, force: boolean): BackedUp {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`);
  const copied = inspect(file, catalogue);
  const live = databaseFile(folder);
  if (hasDatabaseFile(folder)) {
    if (!force) throw new StoreError(`There is a database in ${folder} already; --force puts the backup in its place.`);
    requireUnused(live);
  }
  makeFolder(folder);
  const temporary = `${live}.restoring-${process.pid}`;
  try {
    copyFileSync(file, temporary);
    ownLikeReplaced(temporary, live);
    sync(temporary);
    // SQLite would apply the logs of the old database to the new one.
    for (const log of ['-wal', '-shm', '-journal']) rmSync(live + log, { force: true });
    renameSync(temporary, live);
    sync(folder);
    return copied;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** SQLite can leave WAL mode only while no other connection has the database open. */
function requireUnused(live: string): void {
  withDatabase(live, (db) => {
    try {
      db.run('PRAGMA busy_timeout = 1000');
      db.run('PRAGMA journal_mode = DELETE');
    } catch {
      throw new StoreError('The database is in use; stop the service first.');
    }
  });
}
