// The mark of an unfinished copy in the embedded database.
import { COPYING, unfinished } from '../../shared/copy-mark.ts';
import { storedValue } from '../connection/meta.ts';
import type { Prepare } from '../connection/statements.ts';

export function refuseUnfinished(prepare: Prepare): void {
  const since = copyingSince(prepare);
  if (since !== undefined) throw unfinished(since);
}

/** In a file that is new, or not ours, there is none. */
export function copyingSince(prepare: Prepare): string | undefined {
  if (prepare("SELECT 1 FROM sqlite_schema WHERE name = 'workforce_meta'").values().length === 0) return undefined;
  return storedValue(prepare, COPYING);
}
