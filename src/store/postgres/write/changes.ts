// The changes feed on PostgreSQL. Transactions of several processes commit in any order, so that none of them can give
// its changes their numbers. A create leaves them in workforce_pending. A read of the feed gives numbers to all that
// are committed by then, behind a lock: what has a number is final, and what commits later comes later.
// docs/design/changes.md has the whole picture.
import { FEED_KEY, newFeedKey } from '../../shared/changes/page.ts';
import { BEGINNING, ChangesMade, endOf, type NewRun, placed, type Run } from '../../shared/changes/runs.ts';
import type { Distribution } from '../citus/distribution.ts';
import { onceSettled, WAIT } from '../citus/settle.ts';
import { firstValue, type Query } from '../connection/connection.ts';
import type { Server } from '../connection/server.ts';

/** A row of workforce_changes has many runs, because a row of its own would take four times the bytes. `runs`: a JSON
 * array of `[code, id, count, milliseconds after at]`. */
export const changesDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_pending (
    place BIGINT GENERATED ALWAYS AS IDENTITY, code INTEGER NOT NULL, id BIGINT NOT NULL, count BIGINT NOT NULL, at BIGINT NOT NULL
  )`,
  'CREATE TABLE IF NOT EXISTS workforce_changes (seq BIGINT PRIMARY KEY, at BIGINT NOT NULL, runs TEXT NOT NULL)',
];

/** For the audit: the first number of each row, and how many it has. */
export const COUNTED_CHANGES = `SELECT seq,
  (SELECT sum((run->>2)::bigint) FROM json_array_elements(runs::json) AS run) AS count FROM workforce_changes`;

/** Runs of one row. With more, a row that grows no longer fits into what the server finds free in its page, and pages
 * stay half empty. */
const RUNS = 24;
/** How many rows of old runs are deleted at a time. */
const EXPIRED_AT_ONCE = 20;

/** Runs that follow one another, as they are stored. */
export type Block = { readonly seq: number; readonly at: number; readonly runs: readonly Run[] };

export const blockOf = (row: readonly (Buffer | null)[]): Block => {
  const [seq, at] = [Number(row[0]), Number(row[1])];
  let next = seq;
  const runs = (JSON.parse(row[2]!.toString()) as number[][]).map(([code = 0, id = 0, count = 0, later = 0]) => {
    const run = { seq: next, code, id, count, at: at + later };
    next += count;
    return run;
  });
  return { seq, at, runs };
};

const textOf = (runs: readonly Run[], at: number): string =>
  JSON.stringify(runs.map(({ code, id, count, at: own }) => [code, id, count, own - at]));

export async function newestBlock(query: Query): Promise<Block | undefined> {
  const [row] = await query('SELECT seq, at, runs FROM workforce_changes ORDER BY seq DESC LIMIT 1', [], true);
  return row && blockOf(row);
}

/** Called in the transaction that makes the changes. */
export async function addPending(query: Query, made: readonly NewRun[]): Promise<void> {
  if (made.length === 0) return;
  const values = JSON.stringify(made.map(({ code, id, count, at }) => [code, id, count, at]));
  await query(
    `INSERT INTO workforce_pending (code, id, count, at)
     SELECT (run->>0)::integer, (run->>1)::bigint, (run->>2)::bigint, (run->>3)::bigint
     FROM json_array_elements($1::text::json) AS run`,
    [values],
  );
}

/** Until the end of the transaction, nobody else gives numbers. A lock of this kind needs no right to a table. */
const lock = (query: Query) => query('SELECT pg_advisory_xact_lock(7849331)');

/** The key of the marks of cursors. */
const makeFeedKey = (query: Query) =>
  query('INSERT INTO workforce_meta VALUES ($1, $2) ON CONFLICT DO NOTHING', [FEED_KEY, newFeedKey()]);

/** `isRewritten`: records have another form than before, so that every copy has to begin again. */
export async function beginChanges(query: Query, isRewritten: boolean): Promise<void> {
  await lock(query);
  await makeFeedKey(query);
  const last = (await newestBlock(query))?.runs.at(-1);
  if (last && !isRewritten) return;
  await query('DELETE FROM workforce_pending');
  await query('DELETE FROM workforce_changes');
  const begin = { seq: last ? endOf(last) + 1 : 0, code: BEGINNING, id: 0, count: 1, at: Date.now() };
  await insert(query, [begin]);
}

/** Numbers the pending changes, and after them the changes of this transaction. `retention`: how long changes are kept,
 * in milliseconds. */
export async function numberChanges(query: Query, own: readonly NewRun[], retention: number): Promise<void> {
  await lock(query);
  const rows = await query('DELETE FROM workforce_pending RETURNING place, code, id, count, at');
  if (rows.length === 0 && own.length === 0) return;
  const pending = rows
    .map((row) => row.map(Number) as [number, number, number, number, number])
    .sort(([a], [b]) => a - b)
    .map(([, code, id, count, at]) => ({ code, id, count, at }));
  const last = (await newestBlock(query))!;
  const made = placed(last.runs.at(-1)!, merged([...pending, ...own]));
  const room = Math.max(0, RUNS - last.runs.length);
  if (room > 0)
    await query('UPDATE workforce_changes SET runs = $2 WHERE seq = $1', [
      last.seq,
      textOf([...last.runs, ...made.slice(0, room)], last.at),
    ]);
  for (let from = room; from < made.length; from += RUNS) await insert(query, made.slice(from, from + RUNS));
  if (made.length > room) await expire(query, Date.now() - retention);
}

/** Creates that were pending may follow one another. */
function merged(runs: readonly NewRun[]): readonly NewRun[] {
  const made = new ChangesMade();
  for (const { code, id, at, count } of runs) made.add(code, id, at, count);
  return made.take();
}

const insert = (query: Query, runs: readonly Run[]) =>
  query('INSERT INTO workforce_changes VALUES ($1, $2, $3)', [runs[0]!.seq, runs[0]!.at, textOf(runs, runs[0]!.at)]);

/** A row is no longer needed when the one after it is old enough: until then its end is where a reader may stand that
 * has read all. */
async function expire(query: Query, before: number): Promise<void> {
  await query(
    `DELETE FROM workforce_changes WHERE seq < (
       SELECT max(seq) FROM (SELECT seq, at FROM workforce_changes ORDER BY seq LIMIT ${EXPIRED_AT_ONCE + 1}) AS oldest
       WHERE at < $1)`,
    [before],
  );
}

/** Numbers the pending changes, and returns the number of the last entry. Throws where another process holds the lock
 * for long. */
export async function numberPending(server: Server, retention: number, distributed: Distribution): Promise<number> {
  if ((await firstValue(server.query, 'SELECT EXISTS (SELECT 1 FROM workforce_pending)', [], true)) === 't') {
    const number = async (query: Query) => {
      await query(`SET LOCAL lock_timeout = ${WAIT.longest}`);
      await numberChanges(query, [], retention);
    };
    await (distributed.size > 0 ? onceSettled(server, distributed, number) : server.transaction(number));
  }
  return endOf((await newestBlock(server.query))!.runs.at(-1)!);
}
