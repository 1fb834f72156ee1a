// A transaction that writes much, on a connection of its own that does not look at references: they are checked afterwards.
import { Database } from 'bun:sqlite';
import { type Prepare, statementCache } from '../connection/statements.ts';

export async function bulkTransaction<T>(
  file: string,
  run: (db: Database, prepare: Prepare) => T | Promise<T>,
  writes = true,
): Promise<T> {
  const db = new Database(file, { strict: true });
  const { prepare, finish } = statementCache(db);
  try {
    for (const pragma of ['busy_timeout = 5000', 'synchronous = FULL', 'foreign_keys = OFF', 'cache_size = -262144'])
      db.run(`PRAGMA ${pragma}`);
    db.run(writes ? 'BEGIN IMMEDIATE' : 'BEGIN');
    const result = await run(db, prepare);
    db.run('COMMIT');
    return result;
  } finally {
    finish();
    if (db.inTransaction) db.run('ROLLBACK');
    db.close();
  }
}
