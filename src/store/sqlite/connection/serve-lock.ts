// Only one service at a time serves an embedded database: with two, each would have its own settings and its own set of
// private fields. The lock is SQLite's, on a file of its own beside the database, so it ends with the process, however
// that ends.
import { Database } from 'bun:sqlite';
import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../../../contract/errors.ts';
import { StoreError } from '../../store.ts';
import { makeFolder, ownLikeFolder } from '../file-owner.ts';
import { isBusy } from './errors.ts';

/** Where SQLite stores the number that `user_version` sets. Here it is the id of the process that has the lock. */
const PROCESS_ID_AT = 60;

/** Returns the function that releases the lock. */
export function lockForServing(folder: string): () => void {
  const file = join(folder, 'workforce.lock');
  let lock: ReturnType<typeof lockFile>;
  try {
    makeFolder(folder);
    lock = lockFile(file);
    ownLikeFolder(file);
  } catch (error) {
    throw new StoreError(`${file} cannot be used: ${messageOf(error)}. Its folder is set by WORKFORCE_DATA.`);
  }
  if (typeof lock === 'function') return lock;
  throw new StoreError(
    `The database in ${folder} is being served already, by process ${lock}; stop that one, or set WORKFORCE_DATA to another folder.`,
  );
}

/** Of this process. Opening such a file once more and closing it would release its lock, as POSIX has it. */
const held = new Set<string>();

/** Returns the function that releases the lock, or the id of the process that has it. */
export function lockFile(path: string): (() => void) | number {
  const file = resolve(path);
  if (held.has(file)) return process.pid;
  const db = new Database(file, { create: true });
  try {
    db.run('PRAGMA locking_mode = EXCLUSIVE');
    db.run('PRAGMA journal_mode = MEMORY');
    // The first write takes the lock, and this mode keeps it.
    db.run(`PRAGMA user_version = ${process.pid}`);
    chmodSync(file, 0o600);
  } catch (error) {
    db.close();
    if (isBusy(error)) return readFileSync(file).readUInt32BE(PROCESS_ID_AT);
    throw error;
  }
  held.add(file);
  return () => {
    held.delete(file);
    db.close();
  };
}
