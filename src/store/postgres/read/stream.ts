// Streams of records: a cursor in a transaction of its own, which sees one snapshot.
import type { Reference, Resource } from '../../../catalogue/resource.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import { sizeOf } from '../../shared/expansion.ts';
import { orderSql, type Statement, whereSql } from '../../shared/list-sql.ts';
import { batchSize, NO_RECORDS, recordStream } from '../../shared/record-stream.ts';
import { quoted } from '../../shared/schema.ts';
import type { RecordBatch, RecordStream, StreamQuery } from '../../store.ts';
import { firstValue, type Query, type Row } from '../connection/connection.ts';
import type { Server } from '../connection/server.ts';
import { postgres } from '../dialect.ts';
import { expand } from './expand.ts';
import { withoutNul } from './list-page.ts';

/** `undefined`: no record can match. */
export function streamStatement(
  { table }: Resource,
  asked: StreamQuery,
  searchPrivate: boolean,
): Statement | undefined {
  const query = withoutNul(asked);
  if (!query) return undefined;
  const { columns } = asked;
  const { sql, parameters } = whereSql(postgres, query, { searchPrivate, leading: [query.limit, query.offset] });
  return {
    sql: `SELECT ${columns ? `json_build_array(${columns.map(({ name }) => quoted(name))})` : 'json'} FROM ${quoted(table)}${sql} ORDER BY ${orderSql(postgres, query)} LIMIT $1 OFFSET $2`,
    parameters,
  };
}

type StreamOptions = {
  /** Ends it on the server too, until the first records are there. */
  readonly signal: AbortSignal | undefined;
  /** References whose records come along. */
  readonly follow: readonly Reference[] | undefined;
  /** Which of them are there for the caller. */
  readonly rows: RowLimits | undefined;
  /** Sees the same snapshot. */
  check(query: Query): Promise<void>;
};

/** Resolves with the first records: until then another server can be tried. */
export function openStream(
  on: Server,
  { sql, parameters }: Statement,
  { signal, follow, rows, check }: StreamOptions,
): Promise<RecordStream> {
  const { promise: isOver, resolve: finish } = Promise.withResolvers<void>();
  return new Promise((resolve, reject) => {
    const over = on.longTransaction(async (query) => {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const read = reader(query, follow, rows);
      const first = await cancellable(on, query, signal, async () => {
        await query(`DECLARE records NO SCROLL CURSOR FOR ${sql}`, parameters);
        await check(query);
        return read();
      });
      if (!first) return resolve(NO_RECORDS);
      let waiting: RecordBatch | undefined = first;
      const next = () => {
        const ready = waiting;
        waiting = undefined;
        return ready ?? Promise.race([read(), ended]);
      };
      resolve(recordStream(next, finish));
      await isOver;
    });
    // A read that is under way when the connection is lost is rejected by this.
    const ended = over.then(() => {
      throw new Error('The stream was closed.');
    });
    ended.catch(reject);
  });
}

/** Ends the statements of `run` on the server when the signal is aborted. A cancel is waited for: it must not hit what
 * comes later on this connection. */
async function cancellable<T>(
  on: Server,
  query: Query,
  signal: AbortSignal | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (!signal) return run();
  const backend = Number(await firstValue(query, 'SELECT pg_backend_pid()'));
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = on.cancel(backend).catch(() => undefined);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel);
  try {
    return await run();
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelled;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads the next records; `undefined` when there are none. */
function reader(
  query: Query,
  follow: readonly Reference[] | undefined,
  rows: RowLimits | undefined,
): () => Promise<RecordBatch | undefined> {
  const size = batchSize(follow);
  return async () => {
    const found = await query(`FETCH ${size.count()} FROM records`);
    if (found.length === 0) return undefined;
    const lines = joined(found);
    const expanded = follow && (await expand(query, lines, follow, rows));
    size.adapt(lines.length + (expanded ? sizeOf(expanded) : 0));
    return { lines, ...(expanded && { expanded }) };
  };
}

const LF = 0x0a;

function joined(rows: readonly Row[]): Bytes {
  const lines = new Uint8Array(rows.reduce((sum, [json]) => sum + json!.length + 1, 0));
  let at = 0;
  for (const [json] of rows) {
    lines.set(json!, at);
    at += json!.length;
    lines[at++] = LF;
  }
  return lines;
}
