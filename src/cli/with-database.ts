// Opens the database for a command, and closes it however the command ends.
import type { Settings } from '../config.ts';
import type { Database } from '../store/maintenance.ts';
import { openDatabase, requireDatabase, requireWritable } from '../store/open.ts';

export async function withDatabase<T>(
  settings: Settings,
  use: (database: Database) => Promise<T>,
  options?: Parameters<typeof openDatabase>[1],
): Promise<T> {
  const database = await openDatabase(settings, options);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** For commands that change a database that has to be there. */
export function withOwnDatabase<T>(settings: Settings, use: (database: Database) => Promise<T>): Promise<T> {
  requireDatabase(settings);
  requireWritable(settings);
  return withDatabase(settings, use);
}
