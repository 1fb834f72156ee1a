// Streams of records: each on a connection of its own, in one read transaction, so that what is written meanwhile does not
// show. While one is under way the log cannot be cleared. Connections stay open for the next stream.
import type { Database } from 'bun:sqlite';
import type { Resource } from '../../../catalogue/resource.ts';
import { type ListQuery, NO_LIMIT } from '../../../contract/request/list-query.ts';
import { sqlite } from '../../shared/dialect.ts';
import { orderSql, whereSql } from '../../shared/list-sql.ts';
import { agreement } from '../../shared/private-fields.ts';
import { quoted } from '../../shared/schema.ts';
import { portionSize } from '../../shared/stream-portion.ts';
import { BEFORE_ALL, type PrivateFields, type RecordStream } from '../../store.ts';
import { storedValue } from '../connection/meta.ts';
import { type Prepare, statementCache } from '../connection/statements.ts';
import { sealedOf } from '../search/search-index.ts';
import { searchIds } from '../search/search-page.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** Gives the next so many records. */
type Portions = { next(count: number): Bytes | null; end?(): void };

export type Streams = {
  open(resource: Resource, query: ListQuery, all: boolean): RecordStream;
  close(): void;
};

export function streams(connect: () => Database, privateFields: PrivateFields): Streams {
  const agreed = agreement(privateFields);
  const idle: Database[] = [];
  const open = new Set<RecordStream>();
  let isClosed = false;

  function begun(db: Database, resource: Resource, query: ListQuery, all: boolean): RecordStream {
    const { prepare, finish } = statementCache(db);
    const end = (portions?: Portions) => {
      portions?.end?.();
      if (db.inTransaction) db.run('ROLLBACK');
      finish();
      if (isClosed) db.close();
      else idle.push(db);
    };
    try {
      db.run('BEGIN');
      // The first read takes the state.
      prepare('SELECT 1 FROM workforce_meta').values();
      if (query.terms.length > 0 && !all && privateFields[resource.name])
        agreed(resource, 'search', storedValue(prepare, 'private'));
      const searches = query.terms.length > 0 && !(all && privateFields[resource.name]);
      const portions = isWhole(query)
        ? wholeTable(prepare, resource)
        : chosen(prepare, resource, idsOf(db, prepare, resource, query, all, searches));
      const stream = streamOf(portions, () => {
        open.delete(stream);
        end(portions);
      });
      open.add(stream);
      return stream;
    } catch (error) {
      end();
      throw error;
    }
  }

  return {
    open: (resource, query, all) => begun(idle.pop() ?? connect(), resource, query, all),
    close() {
      isClosed = true;
      for (const stream of [...open]) stream.close();
      for (const db of idle.splice(0)) db.close();
    },
  };
}

const isWhole = ({ terms, conditions, sort, offset, limit }: ListQuery): boolean =>
  !sort && terms.length === 0 && conditions.length === 0 && offset === 0 && limit === NO_LIMIT;

function streamOf(portions: Portions, onEnd: () => void): RecordStream {
  const size = portionSize();
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
        const lines = portions.next(size.count());
        if (lines === null) end('ended');
        else size.note(lines.length);
        return lines ?? undefined;
      } catch (error) {
        end('closed');
        throw error;
      }
    },
    close: () => end('closed'),
  };
}

/** In the order of ids, each portion from where the last one ended. */
function wholeTable(prepare: Prepare, { table }: Resource): Portions {
  const rows = `SELECT id, json FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT ?`;
  const sql = `SELECT ${sqlite.lines}, max(id) FROM (${rows})`;
  let after = BEFORE_ALL - 1;
  return {
    next(count) {
      const [lines, last] = prepare(sql).values(after, count)[0] as [Bytes | null, number];
      after = last;
      return lines;
    },
  };
}

/** The records with these ids, in their order. Ids are found one by one, so that sorting, where there is any, is of ids. */
function chosen(prepare: Prepare, { table }: Resource, ids: Iterator<number>): Portions {
  const rows = `SELECT kept.json FROM json_each(?) AS given CROSS JOIN ${quoted(table)} AS kept ON kept.id = given.value
    ORDER BY given.key`;
  const sql = `SELECT ${sqlite.lines} FROM (${rows})`;
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

function* idsOf(
  db: Database,
  prepare: Prepare,
  resource: Resource,
  query: ListQuery,
  all: boolean,
  searches: boolean,
): Generator<number> {
  const sealed = searches ? sealedOf(prepare, resource) : undefined;
  if (sealed) {
    let [skip, left] = [query.offset, query.limit];
    for (const id of searchIds(prepare, resource, sealed, query)) {
      if (skip-- > 0) continue;
      if (left-- <= 0) return;
      yield id;
    }
    return;
  }
  const { sql, parameters } = whereSql(sqlite, query, { all, first: [query.limit, query.offset] });
  const statement = db.prepare(
    `SELECT id FROM ${quoted(resource.table)}${sql} ORDER BY ${orderSql(sqlite, query)} LIMIT ?1 OFFSET ?2`,
  );
  try {
    for (const row of statement.iterate(...parameters)) yield (row as { id: number }).id;
  } finally {
    statement.finalize();
  }
}
