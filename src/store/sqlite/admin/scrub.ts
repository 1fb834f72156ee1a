// Removes the bytes of deleted records from the files of the database. SQLite leaves the bytes of deleted rows, and
// copies of rows that were moved, in unused parts of pages and in free pages, and older pages in the log. So the file
// is written anew, and the log is emptied.
import { type Database, SQLiteError } from 'bun:sqlite';
import { StoreError } from '../../store.ts';
import { connect } from '../connection/connection.ts';
import { withStatements } from '../connection/statements.ts';

/** How often, and for how many milliseconds apart, it is tried to empty the log while others read from it. */
const TRIES = 300;
const PAUSE = 100;

export async function scrub(file: string): Promise<void> {
  using db = connect(file);
  writeAnew(db, file);
  for (let left = TRIES; left > 0; left--) {
    const [row] = withStatements(db, (prepare) => prepare('PRAGMA wal_checkpoint(TRUNCATE)').values());
    if (row?.[0] === 0) return;
    await Bun.sleep(PAUSE);
  }
  throw new StoreError(
    `What was erased is no longer in ${file}, but still in its log, because someone reads from it for long; run "workforce doctor" later, or stop the service, which empties the log.`,
  );
}

/** The whole database passes through its log, so for a moment it takes its room three times. */
function writeAnew(db: Database, file: string): void {
  try {
    db.run('VACUUM');
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error;
    throw new StoreError(
      `The records are erased, but unused parts of ${file} may still hold them: it cannot be written anew (${error.message}), which takes three times its size. Free some space; the next erasure clears the file, and so does a restore of a new backup.`,
      { cause: error },
    );
  }
}
