// Removes the bytes of deleted records from the files of the database. SQLite leaves the bytes of deleted rows, and
// copies of rows that were moved, in unused parts of pages and in free pages, and older pages in the log. So the file
// is written anew, and the log is emptied.
import { type Database, SQLiteError } from 'bun:sqlite';
import { forgetErasures, unfinishedErasures } from '../../shared/bulk/erasures.ts';
import type { SqlEngine } from '../../shared/dialect.ts';
import { StoreError } from '../../store.ts';
import { connect } from '../connection/connection.ts';
import { runSql, withStatements } from '../connection/statements.ts';
import { bulkTransaction } from '../connection/transaction.ts';
import { sqlite } from '../dialect.ts';

/** How often, and for how many milliseconds apart, it is tried to empty the log while others read from it. */
const TRIES = 300;
const PAUSE = 100;

export async function scrub(file: string): Promise<boolean> {
  const unfinished = await inTransaction(file, ({ run }) => unfinishedErasures(run), false);
  if (!unfinished) return false;
  await writeWithoutLog(file);
  await inTransaction(file, (engine) => forgetErasures(engine, unfinished), true);
  return true;
}

const inTransaction = <T>(file: string, run: (engine: SqlEngine) => Promise<T>, writes: boolean): Promise<T> =>
  bulkTransaction(file, ({ prepare }) => run({ run: runSql(prepare), dialect: sqlite }), { writes });

async function writeWithoutLog(file: string): Promise<void> {
  using db = connect(file);
  writeAnew(db, file);
  for (let left = TRIES; left > 0; left--) {
    const [row] = withStatements(db, (prepare) => prepare('PRAGMA wal_checkpoint(TRUNCATE)').values());
    if (row?.[0] === 0) return;
    await Bun.sleep(PAUSE);
  }
  throw new StoreError(
    `What was erased is no longer in ${file}, but still in its log, because someone reads from it for long; run "workforce doctor --fix" later, or stop the service, which empties the log.`,
  );
}

/** The whole database passes through its log, so for a moment it takes its room three times. */
function writeAnew(db: Database, file: string): void {
  try {
    db.run('VACUUM');
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error;
    throw new StoreError(
      `The records are erased, but unused parts of ${file} may still hold them: it cannot be written anew (${error.message}), which takes three times its size. Free some space; then "workforce doctor --fix" clears the file, and so does the next start or erasure.`,
      { cause: error },
    );
  }
}
