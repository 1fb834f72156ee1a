// Makes and restores backups of the embedded database: one file each, made while the service runs. The live file is only opened
// through SQLite, because a process that closes any descriptor of a file loses all its locks on it.
import { Database } from 'bun:sqlite';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Catalogue } from '../../../catalogue/resource.ts';
import { messageOf } from '../../../contract/errors.ts';
import type { BackedUp } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import { sync } from '../bulk/new-database.ts';
import { databaseFile, hasDatabaseFile } from '../database-file.ts';
import { APPLICATION_ID, LAYOUT } from './migrate.ts';

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
    sync(unfinished);
    renameSync(unfinished, file);
    sync(dirname(file));
    return copied;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${file} cannot be written: ${messageOf(error)}.`);
  } finally {
    rmSync(unfinished, { force: true });
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
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${live}.restoring-${process.pid}`;
  try {
    copyFileSync(file, temporary);
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

/** Checks that the file is a complete database of this program, and counts its records. */
function inspect(file: string, catalogue: Catalogue): BackedUp {
  try {
    return withDatabase(
      file,
      (db) => {
        const value = (sql: string) => Object.values(db.prepare(sql).get() as Record<string, number | string>)[0]!;
        if (value('PRAGMA application_id') !== APPLICATION_ID)
          throw new StoreError('it is no database of this program');
        const layout = value('PRAGMA user_version') as number;
        if (layout > LAYOUT) throw new StoreError('it is from a newer version; upgrade workforce');
        const integrity = value('PRAGMA integrity_check');
        if (integrity !== 'ok') throw new StoreError(`it is damaged: ${String(integrity).split('\n')[0]}`);
        const tables = new Set(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").values().flat());
        const present = catalogue.filter(({ table }) => tables.has(table));
        const records = present.map(({ table }) => value(`SELECT count(*) FROM ${quoted(table)}`) as number);
        const bytes = (value('PRAGMA page_count') as number) * (value('PRAGMA page_size') as number);
        return { bytes, records: records.reduce((sum, each) => sum + each, 0) };
      },
      { readonly: true },
    );
  } catch (error) {
    throw new StoreError(`${file} cannot be used: ${messageOf(error)}.`);
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

function withDatabase<T>(file: string, run: (db: Database) => T, options: { readonly?: true } = {}): T {
  const db = new Database(file, { strict: true, ...(options.readonly ? options : { readwrite: true }) });
  try {
    return run(db);
  } finally {
    db.close();
  }
}
