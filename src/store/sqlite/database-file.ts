// The file of the embedded database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const databaseFile = (folder: string): string => join(folder, 'workforce.db');

export const hasDatabaseFile = (folder: string): boolean => existsSync(databaseFile(folder));

/** Whether there is a log that the last process to close the database has not cleared. */
export const hasLog = (folder: string): boolean => existsSync(`${databaseFile(folder)}-wal`);
