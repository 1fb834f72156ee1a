// Streams of records. Each has a connection of its own and one read transaction, so that it sees one snapshot. While a stream is
// open the log cannot be cleared. Connections stay open for the next stream.
import type { Database } from 'bun:sqlite';
import type { Resource } from '../../../catalogue/resource.ts';
import { type ListQuery, NO_LIMIT } from '../../../contract/request/list-query.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { batchSize } from '../../shared/batch-size.ts';
import { orderSql, whereSql } from '../../shared/list-sql.ts';
import { privateFieldsCheck } from '../../shared/private-fields.ts';
import { quoted } from '../../shared/schema.ts';
import type { PrivateFields, ReadOptions, RecordStream } from '../../store.ts';
import { readMeta } from '../connection/meta.ts';
import { type Prepare, statementCache } from '../connection/statements.ts';
import { JSON_LINES, sqlite } from '../dialect.ts';
import { watermarkOf } from '../search/search-index.ts';
import { searchIds } from '../search/search-page.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** Reads the next records, as many as asked for. */
type Batches = { next(count: number): Bytes | null; end?(): void };

export type Streams = {
  open(resource: Resource, query: ListQuery, options?: ReadOptions): RecordStream;
  close(): void;
};

export function streams(connect: () => Database, privateFields: PrivateFields): Streams {
  const checkPrivateFields = privateFieldsCheck(privateFields);
  const idle: Database[] = [];
  const open = new Set<RecordStream>();
  let isClosed = false;

  function begin(db: Database, resource: Resource, query: ListQuery, searchPrivate: boolean): RecordStream {
    const { prepare, finish } = statementCache(db);
    const end = (batches?: Batches) => {
      batches?.end?.();
      if (db.inTransaction) db.run('ROLLBACK');
      finish();
      if (isClosed) db.close();
      else idle.push(db);
    };
    try {
      db.run('BEGIN');
      // The first read takes the snapshot.
      prepare('SELECT 1 FROM workforce_meta').values();
      const hasPrivate = privateFields[resource.name] !== undefined;
      if (query.terms.length > 0 && hasPrivate && !searchPrivate)
        checkPrivateFields(resource, 'search', readMeta(prepare, 'private'));
      const usesIndex = query.terms.length > 0 && !(hasPrivate && searchPrivate);
      const ids = usesIndex ? foundIds(prepare, resource, query) : undefined;
      const batches = isWhole(query)
        ? wholeTable(prepare, resource)
        : byIds(prepare, resource, ids ?? scannedIds(db, resource, query, searchPrivate));
      const stream = streamOf(batches, () => {
        open.delete(stream);
        end(batches);
      });
      open.add(stream);
      return stream;
    } catch (error) {
      end();
      throw error;
    }
  }

  return {
    open: (resource, query, { searchPrivate = false } = {}) =>
      begin(idle.pop() ?? connect(), resource, query, searchPrivate),
    close() {
      isClosed = true;
      for (const stream of [...open]) stream.close();
      for (const db of idle.splice(0)) db.close();
    },
  };
}

const isWhole = ({ terms, conditions, sort, offset, limit }: ListQuery): boolean =>
  !sort && terms.length === 0 && conditions.length === 0 && offset === 0 && limit === NO_LIMIT;

function streamOf(batches: Batches, onEnd: () => void): RecordStream {
  const size = batchSize();
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
        const lines = batches.next(size.count());
        if (lines === null) end('ended');
        else size.adapt(lines.length);
        return lines ?? undefined;
      } catch (error) {
        end('closed');
        throw error;
      }
    },
    close: () => end('closed'),
  };
}

/** In the order of ids, each batch from where the last one ended. */
function wholeTable(prepare: Prepare, { table }: Resource): Batches {
  const rows = `SELECT id, json FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT ?`;
  const sql = `SELECT ${JSON_LINES}, max(id) FROM (${rows})`;
  let after = BEFORE_ALL - 1;
  return {
    next(count) {
      const [lines, last] = prepare(sql).values(after, count)[0] as [Bytes | null, number];
      after = last;
      return lines;
    },
  };
}

/** The records with these ids, in their order. Ids come first and records later, so a sort is one of ids only. */
function byIds(prepare: Prepare, { table }: Resource, ids: Iterator<number>): Batches {
  const rows = `SELECT record.json FROM json_each(?) AS given CROSS JOIN ${quoted(table)} AS record
    ON record.id = given.value ORDER BY given.key`;
  const sql = `SELECT ${JSON_LINES} FROM (${rows})`;
  return {
    next(count) {
      const some: number[] = [];
      while (some.length < count) {
        const { value, done } = ids.next();
        if (done) break;
        some.push(value);
      }
      return prepare(sql).values(JSON.stringify(some))[0]![0] as Bytes | null;
    },
    end: () => void ids.return?.(),
  };
}

/** From the search index; `undefined` where there is none yet. */
function foundIds(prepare: Prepare, resource: Resource, query: ListQuery): Generator<number> | undefined {
  const watermark = watermarkOf(prepare, resource);
  if (!watermark) return undefined;
  const { offset, limit } = query;
  return (function* () {
    let [skip, left] = [offset, limit];
    for (const id of searchIds(prepare, resource, watermark, query)) {
      if (skip-- > 0) continue;
      if (left-- <= 0) return;
      yield id;
    }
  })();
}

function* scannedIds(db: Database, { table }: Resource, query: ListQuery, searchPrivate: boolean): Generator<number> {
  const { sql, parameters } = whereSql(sqlite, query, { searchPrivate, leading: [query.limit, query.offset] });
  const statement = db.prepare(
    `SELECT id FROM ${quoted(table)}${sql} ORDER BY ${orderSql(sqlite, query)} LIMIT ?1 OFFSET ?2`,
  );
  try {
    for (const row of statement.iterate(...parameters)) yield (row as { id: number }).id;
  } finally {
    statement.finalize();
  }
}
