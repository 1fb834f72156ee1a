// The changes feed on disk: a row for each run, written in the transaction that makes the changes. One process writes
// at a time, so that the order of numbers is the order of commits.
// docs/design/changes.md has the whole picture.
import { FEED_KEY, newFeedKey } from '../../shared/changes/page.ts';
import { BEGINNING, endOf, type NewRun, placed, type Run } from '../../shared/changes/runs.ts';
import { readMeta } from '../connection/meta.ts';
import type { Prepare } from '../connection/statements.ts';

export const changesDdl = `CREATE TABLE IF NOT EXISTS workforce_changes (
  seq INTEGER PRIMARY KEY, code INTEGER NOT NULL, id INTEGER NOT NULL, count INTEGER NOT NULL, at INTEGER NOT NULL
) STRICT`;
const COLUMNS = 'seq, code, id, count, at';

/** Every transaction deletes up to so many that are older than what is kept. */
const EXPIRED_AT_ONCE = 20;

type Row = [seq: number, code: number, id: number, count: number, at: number];
const runOf = ([seq, code, id, count, at]: Row): Run => ({ seq, code, id, count, at });

/** `where`: which of them. */
export const runs = (prepare: Prepare, where: string, ...values: number[]): Run[] =>
  (prepare(`SELECT ${COLUMNS} FROM workforce_changes ${where}`).values(...values) as Row[]).map(runOf);

export const newest = (prepare: Prepare): Run | undefined => runs(prepare, 'ORDER BY seq DESC LIMIT 1')[0];

const insert = (prepare: Prepare, { seq, code, id, count, at }: Run): void =>
  void prepare('INSERT INTO workforce_changes VALUES (?, ?, ?, ?, ?)').run(seq, code, id, count, at);

/** The key of the marks of cursors. A database that was made without one gets it here. */
export function feedKey(prepare: Prepare): string {
  const key = readMeta(prepare, FEED_KEY);
  if (key !== undefined) return key;
  prepare('INSERT OR IGNORE INTO workforce_meta VALUES (?, ?)').run(FEED_KEY, newFeedKey());
  return readMeta(prepare, FEED_KEY)!;
}

/** `isRewritten`: records have another form than before, so that every copy has to begin again. */
export function beginChanges(prepare: Prepare, isRewritten: boolean): void {
  feedKey(prepare);
  const last = newest(prepare);
  if (last && !isRewritten) return;
  insert(prepare, { seq: last ? endOf(last) + 1 : 0, code: BEGINNING, id: 0, count: 1, at: Date.now() });
  if (last) prepare('DELETE FROM workforce_changes WHERE seq <= ?').run(last.seq);
}

/** Called in the transaction that makes the changes. */
export function appendChanges(prepare: Prepare, made: readonly NewRun[], retention: number): void {
  if (made.length === 0) return;
  for (const run of placed(newest(prepare)!, made)) insert(prepare, run);
  expire(prepare, Date.now() - retention);
}

/** A run is no longer needed when the one after it is old enough: until then its end is where a reader may stand that
 * has read all. */
function expire(prepare: Prepare, before: number): void {
  const oldest = runs(prepare, `ORDER BY seq LIMIT ${EXPIRED_AT_ONCE + 1}`);
  const kept = oldest.findLast(({ at }) => at < before);
  if (kept && kept !== oldest[0]) prepare('DELETE FROM workforce_changes WHERE seq < ?').run(kept.seq);
}
