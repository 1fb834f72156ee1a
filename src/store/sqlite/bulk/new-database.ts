// Makes a new database from many records at once, beside its place and without a journal, and moves it there when it is
// whole: half the writing of a load into a database that is there, and still all or nothing. Parts that have no resource
// in common can be made at the same time, each by itself.
import { Database } from 'bun:sqlite';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, DataRecord } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import { type LoadOptions, type PrivateFields, StoreError, type TakeIn } from '../../store.ts';
import { migrate } from '../admin/migrate.ts';
import { statementCache, withStatements } from '../connection/statements.ts';
import { DATABASE_FILE } from '../store.ts';
import { checkReferences, loadInto } from './bulk-writer.ts';
import { letIn, telling } from './import-session.ts';

export const canBuild = (folder: string): boolean => !existsSync(join(folder, DATABASE_FILE));

/** Where a part is made. */
export function partFile(folder: string, part: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The folder of the database cannot be made: ${reason}. It is set by WORKFORCE_DATA.`);
  }
  return join(folder, `${DATABASE_FILE}.building-${process.pid}-${part}`);
}

/** Makes a part; its references are checked when the parts are put together. */
export async function buildPart(
  file: string,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  batches: Iterable<{ resource: string; records: DataRecord[] }>,
  options: LoadOptions,
): Promise<number> {
  const db = unsafely(file);
  try {
    migrate(db, catalogue, privateFields);
    db.run('BEGIN');
    const written = await loadInto(db, catalogue, privateFields, batches, options);
    db.run('COMMIT');
    return written;
  } finally {
    db.close();
  }
}

/** Imports into a folder without a database: what is made gets its place when the import is whole. */
export const takeInNew =
  (folder: string, catalogue: Catalogue, privateFields: PrivateFields): TakeIn =>
  (resources, writes, run) =>
    telling(async () => {
      const file = partFile(folder, 'import');
      try {
        const db = unsafely(file);
        const { prepare, finish } = statementCache(db);
        try {
          migrate(db, catalogue, privateFields);
          db.run('PRAGMA cache_size = -65536');
          db.run('BEGIN');
          await letIn(db, prepare, catalogue, privateFields, resources, run);
          db.run('COMMIT');
        } finally {
          finish();
          db.close();
        }
        if (writes) assemble(folder, [file], catalogue);
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST') throw error;
        const made = join(folder, DATABASE_FILE);
        throw new StoreError(
          `Another process has made ${made} meanwhile; nothing was imported. Import again, into that.`,
        );
      } finally {
        removeParts([file]);
      }
    });

/** Puts the parts together and in place; the first becomes the database. */
export function assemble(folder: string, [first, ...others]: readonly string[], catalogue: Catalogue): void {
  const db = unsafely(first!);
  for (const other of others) takeOver(db, other, catalogue);
  withStatements(db, (prepare) => checkReferences(prepare, catalogue));
  db.close();
  durable(first!);
  // Unlike a renaming, a link does not take the place of a database that somebody has made meanwhile.
  linkSync(first!, join(folder, DATABASE_FILE));
  durable(folder);
}

export function removeParts(files: readonly string[]): void {
  for (const file of files) for (const each of [file, `${file}-journal`]) rmSync(each, { force: true });
}

/** Nobody else sees the file, and a half-made one is thrown away: no journal, no waiting for the disk. */
function unsafely(file: string): Database {
  const db = new Database(file, { create: true, strict: true });
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF']) db.run(`PRAGMA ${pragma}`);
  return db;
}

/** Tables of the same shape are copied page by page into empty ones, indexes included. */
function takeOver(db: Database, file: string, catalogue: Catalogue): void {
  const kept = ['workforce_counts', 'workforce_landmarks', 'workforce_grams', 'workforce_sealed'];
  db.run(`ATTACH '${file.replaceAll("'", "''")}' AS part`);
  for (const table of [...catalogue.map((resource) => resource.table), ...kept]) {
    db.run(`INSERT INTO main.${quoted(table)} SELECT * FROM part.${quoted(table)}`);
  }
  db.run('DETACH part');
}

function durable(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
