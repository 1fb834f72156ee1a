// The file of the embedded database.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isReadable, nearestExisting, requireWritable } from '../file-rights.ts';
import { StoreError } from '../store.ts';

const FILE = 'workforce.db';

export const databaseFile = (folder: string): string => join(folder, FILE);

/** Throws where it may not be read: a database that is there must not be taken for a missing one. */
export function hasDatabaseFile(folder: string): boolean {
  if (isReadable(databaseFile(folder), whatIn(folder))) return true;
  const there = nearestExisting(folder);
  if (!statSync(there).isDirectory())
    throw new StoreError(
      `WORKFORCE_DATA is ${folder}, but ${there === resolve(folder) ? 'that' : there} is no folder; set it to the folder of the database${basename(folder) === FILE ? `, ${dirname(folder)}` : ''}.`,
    );
  return false;
}

/** For what writes to the database or makes it. SQLite makes two files beside it, if they are not there. */
export function requireWritableDatabase(folder: string): void {
  const files = hasDatabaseFile(folder) ? ['', '-wal', '-shm'].map((end) => databaseFile(folder) + end) : [];
  const there = files.filter((file) => existsSync(file));
  const paths = there.length === 3 ? there : [...there, nearestExisting(folder)];
  for (const path of paths) requireWritable(path, whatIn(folder));
}

const whatIn = (folder: string): string => `The database in ${folder}`;

/** Whether there is a log that the last process to close the database has not cleared. */
export const hasLog = (folder: string): boolean => existsSync(`${databaseFile(folder)}-wal`);
