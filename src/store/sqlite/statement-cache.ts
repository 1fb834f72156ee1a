// Prepared statements by their text, the least recently used given up first: there are more possible list queries than
// memory should hold statements for.
import type { Database, Statement } from 'bun:sqlite';

const MOST = 256;

export function statementCache(db: Database): (sql: string) => Statement {
  const cache = new Map<string, Statement>();
  return (sql) => {
    const known = cache.get(sql);
    const statement = known ?? db.prepare(sql);
    if (known) cache.delete(sql);
    cache.set(sql, statement);
    if (cache.size > MOST) {
      const [oldest, unused] = cache.entries().next().value!;
      unused.finalize();
      cache.delete(oldest);
    }
    return statement;
  };
}
