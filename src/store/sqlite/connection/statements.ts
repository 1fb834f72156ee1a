// Prepared statements of a connection by their text, the least recently used given up first: there are more possible list
// queries than memory should hold statements for. Ask for a statement whenever it is used; do not hold on to it.
import type { Database, Statement } from 'bun:sqlite';

const MOST = 512;

export type Prepare = (sql: string) => Statement;

/** `finish` gives them all up: a connection with statements left does not really close. */
export function statementCache(db: Database): { prepare: Prepare; finish(): void } {
  const cache = new Map<string, Statement>();
  return {
    prepare(sql) {
      const known = cache.get(sql);
      // While there is room, nobody has to know which was used last.
      if (known && cache.size < MOST / 2) return known;
      const statement = known ?? db.prepare(sql);
      if (known) cache.delete(sql);
      cache.set(sql, statement);
      if (cache.size > MOST) {
        const [oldest, unused] = cache.entries().next().value!;
        unused.finalize();
        cache.delete(oldest);
      }
      return statement;
    },
    finish() {
      for (const statement of cache.values()) statement.finalize();
      cache.clear();
    },
  };
}

/** Runs something that needs statements for a while only. */
export function withStatements<T>(db: Database, run: (prepare: Prepare) => T): T {
  const { prepare, finish } = statementCache(db);
  try {
    return run(prepare);
  } finally {
    finish();
  }
}
