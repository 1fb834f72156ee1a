// Makes a new database from many records at once, beside its place and without a journal, and moves it there when it is
// whole: half the writing of a load into a database that is there, and still all or nothing.
import { Database } from 'bun:sqlite';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, DataRecord } from '../../catalogue/resource.ts';
import type { LoadOptions, PrivateFields } from '../store.ts';
import { loadInto } from './load.ts';
import { migrate } from './migrate.ts';
import { DATABASE_FILE } from './open-sqlite.ts';

export const canBuild = (folder: string): boolean => !existsSync(join(folder, DATABASE_FILE));

export async function buildSqlite(
  folder: string,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  batches: Iterable<{ resource: string; records: DataRecord[] }>,
  options: LoadOptions,
): Promise<number> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const beside = join(folder, `${DATABASE_FILE}.building-${process.pid}`);
  try {
    const db = new Database(beside, { create: true, strict: true });
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'locking_mode = EXCLUSIVE'])
      db.run(`PRAGMA ${pragma}`);
    migrate(db, catalogue, privateFields);
    const written = await loadInto(db, catalogue, privateFields, batches, options);
    db.close();
    durable(beside);
    // Unlike a renaming, a link does not take the place of a database that somebody has made meanwhile.
    linkSync(beside, join(folder, DATABASE_FILE));
    durable(folder);
    return written;
  } finally {
    rmSync(beside, { force: true });
  }
}

function durable(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
