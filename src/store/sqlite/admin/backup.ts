// Makes and restores backups of the embedded database: one file each, made while the service runs. The live file is
// only opened through SQLite, because a process that closes any descriptor of a file loses all its locks on it.
import { Database } from 'bun:sqlite';
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Catalogue } from '../../../catalogue/resource.ts';
import { messageOf } from '../../../contract/errors.ts';
import type { BackupOptions, NightBackup, Restored, Verified } from '../../maintenance.ts';
import type { Model } from '../../shared/model.ts';
import { StoreError } from '../../store.ts';
import { isFull } from '../connection/errors.ts';
import { databaseFile, hasDatabaseFile } from '../database-file.ts';
import { makeFolder, ownLikeReplaced } from '../file-owner.ts';
import { sync } from '../sync.ts';
import { digestOf, fileDigest, inspect, manifestFile, readManifest, rowsOf, writeManifest } from './backup-file.ts';
import { lockBackups, nextBackup, removeLeftovers, removeOlder } from './backup-folder.ts';
import { verify } from './verify.ts';

/** Writes a snapshot of the database to a new file, which gets its name after every page of it was checked. A folder
 * gets a file with a name of ours. */
export async function backUp(
  folder: string,
  target: string,
  model: Model,
  options: BackupOptions,
): Promise<NightBackup> {
  if (!hasDatabaseFile(folder)) throw new StoreError(`There is no database in ${folder} (set WORKFORCE_DATA).`);
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) {
    if (options.keep !== undefined)
      throw new StoreError(`--keep is about the backups in a folder, and ${target} is no folder that is there.`);
    return { ...(await writeBackup(folder, target, model, options)), removed: [], kept: 0 };
  }
  const release = lockBackups(target);
  try {
    removeLeftovers(target);
    const made = await writeBackup(folder, nextBackup(target, new Date()), model, options);
    return { ...made, ...removeOlder(target, options.keep ?? Number.POSITIVE_INFINITY) };
  } finally {
    release();
  }
}

async function writeBackup(
  folder: string,
  file: string,
  model: Model,
  { verify: verifies, begin }: BackupOptions,
): Promise<Omit<NightBackup, 'removed' | 'kept'>> {
  const [list, unfinished] = [manifestFile(file), `${file}.unfinished`];
  const unfinishedList = `${list}.unfinished`;
  for (const each of [file, list])
    if (existsSync(each)) throw new StoreError(`${each} is there already; choose another name.`);
  rmSync(unfinished, { force: true });
  let signal: AbortSignal | undefined;
  try {
    using live = new Database(databaseFile(folder), { readwrite: true });
    const made = new Date().toISOString();
    const rows = copySnapshot(live, unfinished);
    const copied = inspect(unfinished, model.catalogue);
    const reading = begin(copied.records * (verifies ? 2 : 1));
    signal = reading.signal;
    const records: Record<string, string> = {};
    for (const { table } of model.catalogue)
      if (rows[table] !== undefined) records[table] = await digestOf(live, table, reading);
    const sha256 = await fileDigest(unfinished, reading.signal);
    const manifest = { made, bytes: statSync(unfinished).size, sha256, rows, records };
    const verified = verifies ? await verify(unfinished, manifest, model, reading) : undefined;
    if (verified && verified.faults.length > 0)
      throw new StoreError(
        ['No backup was made: restored, it is not what is in the database.', ...verified.faults].join('\n'),
      );
    chmodSync(unfinished, 0o600);
    sync(unfinished);
    writeManifest(unfinishedList, manifest);
    // A backup that has its name also has its manifest.
    renameSync(unfinishedList, list);
    renameSync(unfinished, file);
    sync(dirname(file));
    return { ...copied, file, verified };
  } catch (error) {
    if (error instanceof StoreError || error === signal?.reason) throw error;
    const mend = isFull(error) ? '; free some space, or write elsewhere' : '';
    throw new StoreError(`${file} cannot be written: ${messageOf(error)}${mend}.`);
  } finally {
    for (const end of ['', '-journal']) rmSync(unfinished + end, { force: true });
    rmSync(unfinishedList, { force: true });
  }
}

/** Between the two snapshots a commit may come. Then both are taken again. */
const ATTEMPTS = 5;

/** Copies the database, and leaves the connection in a transaction that sees exactly what was copied. Returns the rows
 * of every table. */
function copySnapshot(live: Database, file: string): Record<string, number> {
  using copying = new Database(live.filename, { readwrite: true });
  // Another process that opens or closes the database has it alone for a moment.
  for (const each of [live, copying]) each.run('PRAGMA busy_timeout = 5000');
  for (let attempt = 1; ; attempt++) {
    live.run('BEGIN');
    // The first read takes the snapshot.
    live.run('SELECT 1 FROM sqlite_schema');
    copying.run(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
    const rows = rowsOf(live);
    if (isSame(live, rows, file)) return rows;
    if (attempt === ATTEMPTS)
      throw new StoreError(`The copy has not the rows of the database, after ${ATTEMPTS} attempts.`);
    live.run('ROLLBACK');
    rmSync(file);
  }
}

function isSame(live: Database, rows: Record<string, number>, file: string): boolean {
  using copied = new Database(file, { readonly: true });
  return Bun.deepEquals(rowsOf(copied), rows) && Bun.deepEquals(newestChange(copied, rows), newestChange(live, rows));
}

/** It tells of records that were changed, which are no more rows. The first versions had no changes feed. */
const newestChange = (db: Database, { workforce_changes: changes }: Readonly<Record<string, number>>): unknown =>
  changes && db.prepare('SELECT * FROM workforce_changes ORDER BY seq DESC LIMIT 1').values();

/** Restores a backup into a scratch database, and compares it with its manifest. */
export async function verifyBackup(file: string, model: Model, begin: BackupOptions['begin']): Promise<Verified> {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`);
  const manifest = readManifest(file);
  if (!manifest)
    throw new StoreError(
      `There is no ${manifestFile(file)}, which "workforce backup" writes beside it: nothing says what it has to hold.`,
    );
  const records = Object.keys(manifest.records).reduce((sum, table) => sum + (manifest.rows[table] ?? 0), 0);
  return verify(file, manifest, model, begin(records));
}

/** Replaces the database by a backup. No other process may have it open. */
export async function restore(folder: string, file: string, catalogue: Catalogue, force: boolean): Promise<Restored> {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`);
  const copied = inspect(file, catalogue);
  const manifest = readManifest(file);
  if (manifest && (await fileDigest(file, NEVER)) !== manifest.sha256)
    throw new StoreError(
      `${file} cannot be used: it is not what was written; "workforce verify ${file}" says what differs.`,
    );
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
    return { ...copied, isCompared: manifest !== undefined };
  } finally {
    rmSync(temporary, { force: true });
  }
}

const NEVER = new AbortController().signal;

/** SQLite can leave WAL mode only while no other connection has the database open. */
function requireUnused(live: string): void {
  using db = new Database(live, { readwrite: true });
  try {
    db.run('PRAGMA busy_timeout = 1000');
    db.run('PRAGMA journal_mode = DELETE');
  } catch {
    throw new StoreError('The database is in use; stop the service first.');
  }
}
