// Copies of the embedded database as one file: made while others serve from it, and put back in its place. The live file is
// only ever opened through SQLite: closing it any other way would take the locks away that SQLite holds on it.
import { Database } from 'bun:sqlite';
import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Catalogue } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import { DATABASE_FILE } from '../store.ts';
import { APPLICATION_ID, LAYOUT } from './migrate.ts';

export type Copied = { readonly bytes: number; readonly records: number };

/** Writes the database as it is at one moment to a new file, looks at every page of it, and only then gives it its name. */
export function backUp(folder: string, file: string, catalogue: Catalogue): Copied {
  const live = join(folder, DATABASE_FILE);
  if (!existsSync(live)) throw new StoreError(`There is no database in ${folder} (set WORKFORCE_DATA).`);
  if (existsSync(file)) throw new StoreError(`${file} is there already; choose another name.`);
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    using(live, (db) => db.run(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`));
    const copied = inspect(unfinished, catalogue);
    durable(unfinished);
    renameSync(unfinished, file);
    durable(dirname(file));
    return copied;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Puts a backup in the place of the database, which nobody may be using. */
export function restore(folder: string, file: string, catalogue: Catalogue, force: boolean): Copied {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`);
  const copied = inspect(file, catalogue);
  const live = join(folder, DATABASE_FILE);
  if (existsSync(live)) {
    if (!force) throw new StoreError(`There is a database in ${folder} already; --force puts the backup in its place.`);
    requireAlone(live);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const beside = `${live}.restoring-${process.pid}`;
  try {
    copyFileSync(file, beside);
    durable(beside);
    // Logs of the old database would be taken for the new one's.
    for (const log of ['-wal', '-shm', '-journal']) rmSync(live + log, { force: true });
    renameSync(beside, live);
    durable(folder);
    return copied;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Whether the file is one of ours and whole; how much is in it. */
function inspect(file: string, catalogue: Catalogue): Copied {
  try {
    return using(
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`${file} cannot be used: ${reason}.`);
  }
}

/** Leaving the log behind is possible only for whoever has the database alone. */
function requireAlone(live: string): void {
  using(live, (db) => {
    try {
      db.run('PRAGMA busy_timeout = 1000');
      db.run('PRAGMA journal_mode = DELETE');
    } catch {
      throw new StoreError('The database is in use; stop the service first.');
    }
  });
}

function using<T>(file: string, run: (db: Database) => T, how: { readonly?: true } = {}): T {
  const db = new Database(file, { strict: true, ...(how.readonly ? how : { readwrite: true }) });
  try {
    return run(db);
  } finally {
    db.close();
  }
}

function durable(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
