// The table workforce_meta: what the database says about itself, by key.
import { COPYING, unfinished } from '../../shared/copy-mark.ts';
import type { Prepare } from './statements.ts';

export const metaDdl = 'CREATE TABLE IF NOT EXISTS workforce_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT';

export const readMeta = (prepare: Prepare, key: string): string | undefined =>
  prepare('SELECT value FROM workforce_meta WHERE key = ?').values(key)[0]?.[0] as string | undefined;

export const writeMeta = (prepare: Prepare, key: string, value: string): void =>
  void prepare('INSERT OR REPLACE INTO workforce_meta VALUES (?, ?)').run(key, value);

/** When the copy began whose target this database is; `undefined` when there is none, or when the file is new or not
 * ours. */
export function copyingSince(prepare: Prepare): string | undefined {
  if (prepare("SELECT 1 FROM sqlite_schema WHERE name = 'workforce_meta'").values().length === 0) return undefined;
  return readMeta(prepare, COPYING);
}

export function refuseUnfinished(prepare: Prepare): void {
  const since = copyingSince(prepare);
  if (since !== undefined) throw unfinished(since);
}
