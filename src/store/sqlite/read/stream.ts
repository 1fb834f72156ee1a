// Streams of records. A stream sees the records of one moment without holding a snapshot, so that the log of the
// database can be cleared however slowly it is read: ids only grow. A list in the order of ids goes on after the last
// one, up to the newest of that moment; of any other list the ids are found in columns, some at a time. When an update,
// an erasure or a repair changes records meanwhile, that is seen, and the stream fails.
import type { Database } from 'bun:sqlite';
import type { Reference, Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import type { Steps } from '../../../fairness/slices.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { limited } from '../../shared/access/row-limits.ts';
import { sizeOf } from '../../shared/expansion.ts';
import { batchSize, recordStream } from '../../shared/record-stream.ts';
import { quoted } from '../../shared/schema.ts';
import type { Awaitable, ReadOptions, RecordBatch, RecordStream, StreamQuery } from '../../store.ts';
import { GENERATION_SQL } from '../columns/blocks.ts';
import { countsOf } from '../columns/ids.ts';
import { idsOf } from '../columns/page.ts';
import type { Selected } from '../columns/selection.ts';
import { Changed } from '../columns/table.ts';
import { type Prepare, statementCache } from '../connection/statements.ts';
import { JSON_LINES } from '../dialect.ts';
import { expand } from './expand.ts';
import { recordsSql } from './records.ts';
import { newestId } from './scan.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Batches = {
  /** Finds the next ids, when there are none left to read. */
  refill?(): Promise<void> | undefined;
  /** Reads the next records, at most so many; `null` when there are none. */
  next(count: number): Bytes | null;
};
type Find = (resource: Resource, query: ListQuery, searchPrivate: boolean) => Steps<Selected>;
type Slowly = <T>(steps: Steps<T>) => Promise<T>;
/** A list: its records, how many each block has, and all of them together. */
type Listed = { readonly selected: Selected; readonly counts: readonly number[]; readonly found: number };

export type Streams = {
  open(resource: Resource, query: StreamQuery, options?: ReadOptions): Awaitable<RecordStream>;
  close(): void;
};

/** All streams share one connection: each reads a batch and leaves it. `find` and `slowly` are those of lists. */
export function streams(connect: () => Database, find: Find, slowly: Slowly): Streams {
  const open = new Set<RecordStream>();
  let connection: { readonly db: Database; readonly prepare: Prepare; finish(): void } | undefined;

  function prepare(sql: string) {
    if (!connection) {
      const db = connect();
      connection = { db, ...statementCache(db) };
    }
    return connection.prepare(sql);
  }

  /** A batch without other records is one statement. */
  function inOneState<T>(read: () => T): T {
    prepare('BEGIN').run();
    try {
      return read();
    } finally {
      // After some errors SQLite has ended it already.
      if (connection?.db.inTransaction) prepare('ROLLBACK').run();
    }
  }

  function begin(
    batches: Batches,
    follow: readonly Reference[] | undefined,
    rows: RowLimits | undefined,
  ): RecordStream {
    const read = reader(prepare, batches, follow, rows);
    const readWhole = follow ? () => inOneState(read) : read;
    const stream = recordStream(
      () => batches.refill?.()?.then(readWhole) ?? readWhole(),
      () => open.delete(stream),
    );
    open.add(stream);
    return stream;
  }

  function* listed(resource: Resource, query: ListQuery, searchPrivate: boolean): Steps<Listed> {
    const selected = yield* find(resource, query, searchPrivate);
    const counts = yield* countsOf(selected);
    return { selected, counts, found: counts.reduce((sum, count) => sum + count, 0) };
  }

  return {
    async open(resource, asked, { searchPrivate = false, rows } = {}) {
      const query = limited(resource, asked, rows);
      const { sort, terms, conditions, offset, follow } = query;
      if (!sort && terms.length + conditions.length + offset === 0)
        return begin(wholeBatches(prepare, resource, query), follow, rows);
      const list = await slowly(listed(resource, query, searchPrivate));
      return begin(foundBatches(prepare, list, query, slowly), follow, rows);
    },
    close() {
      for (const stream of [...open]) stream.close();
      connection?.finish();
      connection?.db.close();
      connection = undefined;
    },
  };
}

/** Reads the next records; `undefined` when there are none. */
function reader(
  prepare: Prepare,
  batches: Batches,
  follow: readonly Reference[] | undefined,
  rows: RowLimits | undefined,
): () => RecordBatch | undefined {
  const size = batchSize(follow);
  return () => {
    const lines = batches.next(size.count());
    if (lines === null) return undefined;
    const expanded = follow && expand(prepare, lines, follow, rows);
    size.adapt(lines.length + (expanded ? sizeOf(expanded) : 0));
    return { lines, ...(expanded && { expanded }) };
  };
}

/** All records, each batch after the one before. */
function wholeBatches(prepare: Prepare, resource: Resource, { limit, columns }: StreamQuery): Batches {
  const upTo = newestId(prepare, resource);
  const generation = prepare(GENERATION_SQL).values()[0]![0] as string;
  const line = columns ? `json_array(${columns.map(({ name }) => quoted(name))}) AS json` : 'json';
  const rows = `SELECT id, ${line} FROM ${quoted(resource.table)} WHERE id > ?1 AND id <= ?2 ORDER BY id LIMIT ?3`;
  const sql = `SELECT ${JSON_LINES}, max(id), count(*), (${GENERATION_SQL}) FROM (${rows})`;
  let [after, left] = [BEFORE_ALL - 1, limit];
  return {
    next(count) {
      const found = prepare(sql).values(after, upTo, Math.min(count, left))[0];
      const [lines, last, read, now] = found as [Bytes | null, number, number, string];
      if (now !== generation) throw new Changed();
      after = last;
      left -= read;
      return lines;
    },
  };
}

/** Ids that are found at a time. */
const IDS = 50_000;

/** The records of a list. It stays as it was found, because records that come later have greater ids. */
function foundBatches(
  prepare: Prepare,
  { selected, counts, found }: Listed,
  query: StreamQuery,
  slowly: Slowly,
): Batches {
  const { resource, generation } = selected.table;
  const sql = `SELECT ${JSON_LINES}, (${GENERATION_SQL}) FROM (${recordsSql(resource, query.columns)})`;
  const end = Math.min(query.offset + query.limit, found);
  let [offset, ids, at]: [number, readonly number[], number] = [query.offset, [], 0];

  return {
    refill() {
      if (at < ids.length || offset >= end) return undefined;
      const part = { offset, limit: Math.min(IDS, end - offset) };
      return slowly(idsOf(selected, query.sort ?? [], part, counts)).then((next) => {
        [ids, at] = [next, 0];
        offset += part.limit;
      });
    },
    next(count) {
      const some = ids.slice(at, at + count);
      at += some.length;
      if (some.length === 0) return null;
      const [lines, now] = prepare(sql).values(JSON.stringify(some))[0] as [Bytes | null, string];
      if (now !== generation) throw new Changed();
      return lines;
    },
  };
}
