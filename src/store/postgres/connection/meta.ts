// The table workforce_meta: what the database says about itself, by key. Locking its row `lock` serializes migrations
// and bulk work.
import { COPYING, unfinished } from '../../shared/copy-mark.ts';
import { firstValue, type Query } from './connection.ts';

export const metaDdl = 'CREATE TABLE IF NOT EXISTS workforce_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)';

export const readMeta = (query: Query, key: string): Promise<string | undefined> =>
  firstValue(query, 'SELECT value FROM workforce_meta WHERE key = $1', [key]);

export async function writeMeta(query: Query, key: string, value: string): Promise<void> {
  await query('INSERT INTO workforce_meta VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2', [key, value]);
}

export const hasMeta = async (query: Query): Promise<boolean> =>
  (await firstValue(query, "SELECT to_regclass('workforce_meta') IS NOT NULL")) === 't';

/** Until the end of the transaction. */
export async function lockMeta(query: Query): Promise<void> {
  await query(metaDdl);
  await query("INSERT INTO workforce_meta VALUES ('lock', '') ON CONFLICT DO NOTHING");
  await query("SELECT 1 FROM workforce_meta WHERE key = 'lock' FOR UPDATE");
}

export async function refuseUnfinished(query: Query): Promise<void> {
  const since = (await hasMeta(query)) ? await readMeta(query, COPYING) : undefined;
  if (since !== undefined) throw unfinished(since);
}
