// Streams of records. A stream sees the records of one moment without holding a snapshot, so that the log of the database can be
// cleared however slowly it is read: ids only grow. A list in the order of ids goes on after the last one,
// up to the newest of that moment; of any other list the ids are written to a file first. When an update, an erasure or a repair changes
// records meanwhile, that is seen, and the stream fails.
import type { Database } from 'bun:sqlite';
import type { Value } from '../../../catalogue/kinds.ts';
import type { Reference, Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { batchSize } from '../../shared/batch-size.ts';
import { sizeOf } from '../../shared/expansion.ts';
import { isCounted } from '../../shared/list-counters.ts';
import { quoted } from '../../shared/schema.ts';
import type { Asker, Awaitable, ReadOptions, RecordBatch, RecordStream } from '../../store.ts';
import { type Prepare, statementCache } from '../connection/statements.ts';
import { JSON_LINES } from '../dialect.ts';
import { newIdFile, readIds } from '../lane/id-file.ts';
import { expand } from './expand.ts';
import { GENERATION_SQL } from './incremental-counts.ts';
import { recordsSql } from './records.ts';
import { newestId } from './scan.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** Reads the next records, at most so many; `null` when there are none. */
type Batches = { next(count: number): Bytes | null; end(): void };

/** Writes the ids of a list to a file; resolves with the generation of the data. */
export type WriteIds = (
  file: string,
  resource: Resource,
  query: ListQuery,
  searchPrivate: boolean,
  asker: Asker | undefined,
) => Awaitable<string>;

export type Streams = {
  open(resource: Resource, query: ListQuery, options?: ReadOptions): Awaitable<RecordStream>;
  close(): void;
};

/** All streams share one connection: each reads a batch and leaves it. */
export function streams(connect: () => Database, writeIds: WriteIds): Streams {
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

  function begin(batches: Batches, follow: readonly Reference[] | undefined): RecordStream {
    const read = reader(prepare, batches, follow);
    const stream = streamOf(follow ? () => inOneState(read) : read, () => {
      open.delete(stream);
      batches.end();
    });
    open.add(stream);
    return stream;
  }

  return {
    open(resource, query, { searchPrivate = false, asker } = {}) {
      const list = listInOrder(query);
      if (list) return begin(inOrder(prepare, resource, list, query.limit), query.follow);
      const file = newIdFile();
      const written = writeIds(file, resource, query, searchPrivate, asker);
      const read = (generation: string) => begin(byIds(prepare, resource, readIds(file), generation), query.follow);
      return written instanceof Promise ? written.then(read) : read(written);
    },
    close() {
      for (const stream of [...open]) stream.close();
      connection?.finish();
      connection?.db.close();
      connection = undefined;
    },
  };
}

type Read = () => RecordBatch | undefined;

/** Reads the next records; `undefined` when there are none. */
function reader(prepare: Prepare, batches: Batches, follow: readonly Reference[] | undefined): Read {
  const size = batchSize(follow);
  return () => {
    const lines = batches.next(size.count());
    if (lines === null) return undefined;
    const expanded = follow && expand(prepare, lines, follow);
    size.adapt(lines.length + (expanded ? sizeOf(expanded) : 0));
    return { lines, ...(expanded && { expanded }) };
  };
}

function streamOf(read: Read, onEnd: () => void): RecordStream {
  let state: 'open' | 'ended' | 'closed' = 'open';
  const end = (as: 'ended' | 'closed') => {
    if (state !== 'open') return;
    state = as;
    onEnd();
  };
  return {
    next() {
      if (state === 'closed') throw new Error('The stream was closed.');
      if (state === 'ended') return undefined;
      try {
        const batch = read();
        if (!batch) end('ended');
        return batch;
      } catch (error) {
        end('closed');
        throw error;
      }
    },
    close: () => end('closed'),
  };
}

/** A whole resource, or its records with one value of one field, in the order of ids. */
type ListInOrder = { readonly field?: string; readonly value?: Value };

function listInOrder({ sort, terms, conditions, offset }: ListQuery): ListInOrder | undefined {
  if (sort || terms.length > 0 || offset > 0 || conditions.length > 1) return undefined;
  const [condition] = conditions;
  if (!condition) return {};
  if (condition.operator !== 'in' || !isCounted(condition.field) || condition.values.length > 1) return undefined;
  return { field: condition.field.name, value: condition.values[0]! };
}

/** Each batch begins where the last one ended. */
function inOrder(prepare: Prepare, resource: Resource, { field, value }: ListInOrder, limit: number): Batches {
  const upTo = newestId(prepare, resource);
  const generation = prepare(GENERATION_SQL).values()[0]![0] as string;
  const test = field === undefined ? '' : ` AND ${quoted(field)} IS ?4`;
  const rows = `SELECT id, json FROM ${quoted(resource.table)} WHERE id > ?1 AND id <= ?2${test} ORDER BY id LIMIT ?3`;
  const sql = `SELECT ${JSON_LINES}, max(id), count(*), (${GENERATION_SQL}) FROM (${rows})`;
  let [after, left] = [BEFORE_ALL - 1, limit];
  return {
    next(count) {
      const bound = [after, upTo, Math.min(count, left), ...(field === undefined ? [] : [value!])];
      const [lines, last, read, now] = prepare(sql).values(...bound)[0] as [Bytes | null, number, number, string];
      if (now !== generation) throw new Changed();
      after = last;
      left -= read;
      return lines;
    },
    end: () => undefined,
  };
}

/** The records with these ids, in their order. */
function byIds(prepare: Prepare, resource: Resource, ids: ReturnType<typeof readIds>, generation: string): Batches {
  const sql = `SELECT ${JSON_LINES}, (${GENERATION_SQL}) FROM (${recordsSql(resource)})`;
  return {
    next(count) {
      const [lines, now] = prepare(sql).values(JSON.stringify(ids.next(count)))[0] as [Bytes | null, string];
      if (now !== generation) throw new Changed();
      return lines;
    },
    end: ids.close,
  };
}

class Changed extends Error {
  override readonly message = 'An import or a repair has changed older records while they were being sent.';
}
