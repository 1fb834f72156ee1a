// Opens the embedded database: one connection that reads and one that writes, so that the reading one can tell that
// something was written, by this process or another.
import { Database } from 'bun:sqlite';
import { LOG_BYTES } from '../../../contract/limits.ts';
import type { AllowedChange } from '../../shared/migration.ts';
import type { Model } from '../../shared/model.ts';
import { StoreError } from '../../store.ts';
import { migrate } from '../admin/migrate.ts';
import { isBusy } from './errors.ts';
import { type FileGuard, fileGuard } from './file-guard.ts';
import { refuseUnfinished } from './meta.ts';
import { withStatements } from './statements.ts';
import { type WalHeader, walHeader } from './wal-header.ts';

const OLDEST_SQLITE = '3.51.3';
/** The page cache of reads, so that a record found at random costs few reads of the file. */
const READ_CACHE_KIB = 65_536;
/** Room for all the pages that a group of creates changes, in every index. */
const WRITE_CACHE_KIB = 16_384;
/** Pages in the log before a checkpoint: a page that changes several times until then is written to the file once. */
const CHECKPOINT_PAGES = 4000;
/** How long opening is tried again while another process is in the way. SQLite waits by itself, except when a new file
 * gets its log while another process is about to write to it: then it reports a locked database at once. */
const RETRY_MILLISECONDS = 5000;

export type Connections = {
  readonly writer: Database;
  readonly reader: Database;
  readonly header: WalHeader | undefined;
  readonly guard: FileGuard;
};

export type OpenSettings = {
  readonly change: AllowedChange;
  /** Opens the target of an unfinished copy too. */
  readonly unfinishedCopy: boolean;
  /** The identity that the file must have. Without one, a file that is missing is made. */
  readonly identity?: string | undefined;
};

export function openConnections(file: string, model: Model, settings: OpenSettings): Connections {
  const until = performance.now() + RETRY_MILLISECONDS;
  const guard = fileGuard(file, settings.identity);
  try {
    for (;;) {
      const opened = tryOpen(file, model, settings, until);
      if (!opened) continue;
      guard.begin();
      return { ...opened, guard };
    }
  } catch (error) {
    guard.release();
    throw error;
  }
}

/** `undefined`: another process was in the way. */
function tryOpen(
  file: string,
  model: Model,
  settings: OpenSettings,
  until: number,
): Omit<Connections, 'guard'> | undefined {
  const made: Database[] = [];
  const header = walHeader(file);
  const open = () => {
    const db = connect(file);
    made.push(db);
    return db;
  };
  try {
    const writer = open();
    if (!settings.unfinishedCopy) withStatements(writer, refuseUnfinished);
    migrate(writer, model, settings.change);
    // From now on group-commit.ts tries again when the database is locked, without blocking the process.
    writer.run('PRAGMA busy_timeout = 0');
    writer.run(`PRAGMA cache_size = -${WRITE_CACHE_KIB}`);
    writer.run(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    // A log that had to grow is cut when it is begun again.
    writer.run(`PRAGMA journal_size_limit = ${LOG_BYTES}`);
    const reader = open();
    reader.run(`PRAGMA cache_size = -${READ_CACHE_KIB}`);
    // After this first read the shared memory stays where it is for as long as the connection is open.
    withStatements(reader, (prepare) => prepare('SELECT 1 FROM workforce_meta').values());
    if (!header || header.isCurrent()) return { writer, reader, header };
  } catch (error) {
    closeConnections(made, header);
    if (!isBusy(error) || performance.now() > until) throw error;
    Bun.sleepSync(10);
    return undefined;
  }
  closeConnections(made, header);
  return undefined;
}

export function closeConnections(connections: readonly Database[], header: WalHeader | undefined): void {
  for (const db of connections) db.close();
  header?.release();
}

/** The file must be there: a database that was removed is not made again. */
export function connect(file: string): Database {
  const db = new Database(file, { readwrite: true, strict: true });
  try {
    const version = withStatements(db, (prepare) => prepare('SELECT sqlite_version()').values()[0]?.[0] as string);
    if (Bun.semver.order(version, OLDEST_SQLITE) < 0)
      throw new StoreError(`SQLite ${version} can corrupt a database in WAL mode; ${OLDEST_SQLITE} or newer is needed`);
    for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
      db.run(`PRAGMA ${pragma}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
