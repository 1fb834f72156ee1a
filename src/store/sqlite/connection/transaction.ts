// A transaction for bulk work, on a connection of its own. Foreign keys are off: the writer checks references at the
// end.
import { Database } from 'bun:sqlite';
import { type Prepare, statementCache } from './statements.ts';

export type Transaction = { readonly db: Database; readonly prepare: Prepare };

/** Room for the pages that a bulk write changes, so that they reach the file once. */
const CACHE_KIB = 65_536;

/** `writes: false` reads from one snapshot. */
export function bulkTransaction<T>(
  file: string,
  run: (transaction: Transaction) => T | Promise<T>,
  { writes = true } = {},
): Promise<T> {
  const pragmas = ['busy_timeout = 5000', 'synchronous = FULL'];
  return inTransaction(
    new Database(file, { readwrite: true, strict: true }),
    pragmas,
    writes ? 'BEGIN IMMEDIATE' : 'BEGIN',
    run,
  );
}

/** For a new file that nobody else sees. An unfinished one is deleted, so it needs no journal on disk and no sync. */
export const unsafeTransaction = <T>(file: string, run: (transaction: Transaction) => T | Promise<T>): Promise<T> =>
  inTransaction(
    new Database(file, { create: true, strict: true }),
    ['journal_mode = MEMORY', 'synchronous = OFF'],
    'BEGIN',
    run,
  );

async function inTransaction<T>(
  db: Database,
  pragmas: readonly string[],
  begin: string,
  run: (transaction: Transaction) => T | Promise<T>,
): Promise<T> {
  const { prepare, finish } = statementCache(db);
  try {
    for (const pragma of [...pragmas, 'foreign_keys = OFF', `cache_size = -${CACHE_KIB}`]) db.run(`PRAGMA ${pragma}`);
    db.run(begin);
    const result = await run({ db, prepare });
    db.run('COMMIT');
    return result;
  } finally {
    finish();
    if (db.inTransaction) db.run('ROLLBACK');
    db.close();
  }
}
