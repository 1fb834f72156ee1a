// The prepared statements of a connection, by their text. There are more possible list queries than memory should hold
// statements for, so the least recently used one is finalized first. Ask for a statement at every use; never store it.
import type { Database, Statement } from 'bun:sqlite';
import { isTraced, tracedStatement } from '../../../trace/span.ts';
import type { RunSql } from '../../shared/dialect.ts';

const MAX_STATEMENTS = 512;

type Run = 'all' | 'get' | 'run' | 'values';
export type Prepare = (sql: string) => Pick<Statement, Run>;

/** For statements that both engines share. */
export const runSql =
  (prepare: Prepare): RunSql =>
  (sql, values = []) =>
    prepare(sql).values(...values);

/** `finish` finalizes them all: a connection with open statements does not really close. */
export function statementCache(db: Database): { prepare: Prepare; finish(): void } {
  const cache = new Map<string, Statement>();

  function prepared(sql: string): Statement {
    const cached = cache.get(sql);
    // While the cache is half empty, the order of use does not matter.
    if (cached && cache.size < MAX_STATEMENTS / 2) return cached;
    const statement = cached ?? db.prepare(sql);
    if (cached) cache.delete(sql);
    cache.set(sql, statement);
    if (cache.size > MAX_STATEMENTS) {
      const [oldest, unused] = cache.entries().next().value!;
      unused.finalize();
      cache.delete(oldest);
    }
    return statement;
  }

  return {
    prepare(sql) {
      const statement = prepared(sql);
      return isTraced() ? spanning(statement, sql) : statement;
    },
    finish() {
      for (const statement of cache.values()) statement.finalize();
      cache.clear();
    },
  };
}

/** Every use of the statement is a span. */
function spanning(statement: Statement, sql: string): Pick<Statement, Run> {
  const use =
    (name: Run) =>
    (...values: unknown[]) =>
      tracedStatement('sqlite', sql, () => (statement[name] as (...given: unknown[]) => unknown)(...values));
  return { all: use('all'), get: use('get'), run: use('run'), values: use('values') } as Pick<Statement, Run>;
}

/** For work that needs statements for a short time. */
export function withStatements<T>(db: Database, run: (prepare: Prepare) => T): T {
  const { prepare, finish } = statementCache(db);
  try {
    return run(prepare);
  } finally {
    finish();
  }
}
