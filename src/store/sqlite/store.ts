// The embedded database: one SQLite file in WAL mode, every commit durable before it is answered. One connection reads,
// another writes, so that the reading one can tell that something was written, here or in another process.
import { Database, SQLiteError } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Change } from '../shared/migration.ts';
import { type PrivateFields, type RecordStream, type Store, StoreError, UNKNOWN_OUTCOME } from '../store.ts';
import { migrate } from './admin/migrate.ts';
import { mend } from './admin/repair.ts';
import { loadRecords } from './bulk/bulk-writer.ts';
import { refuseUnfinished } from './bulk/copy-mark.ts';
import { newestIds, openIntake, scan } from './bulk/copy-target.ts';
import { takeIn } from './bulk/import-session.ts';
import { snapshot } from './connection/snapshot.ts';
import { statementCache, withStatements } from './connection/statements.ts';
import { type WalHeader, walHeader } from './connection/wal-header.ts';
import { reading } from './read/read.ts';
import { streams } from './read/stream.ts';
import { writing } from './write/create.ts';
import { isBusy } from './write/group-commit.ts';

export const DATABASE_FILE = 'workforce.db';
const OLDEST_SQLITE = '3.51.3';
/** Pages kept in memory, so that a record found at random costs few reads of the file. */
const READ_CACHE_KIB = 114_688;
/** Room for all the pages that a group of creates changes, in every index. */
const WRITE_CACHE_KIB = 16_384;
/** So many pages are in the log before they go into the file: those that change again meanwhile go once. */
const LOG_PAGES = 4000;

/** `unfinished`: opens a database that a copy into it has not finished, for the copy. `change`: what may be, to open it. */
export function openSqlite(
  folder: string,
  catalogue: Catalogue,
  privateFields: PrivateFields = {},
  unfinished = false,
  change: Change = 'all',
): Store {
  const file = join(folder, DATABASE_FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return sqliteStore(file, opened(file, catalogue, privateFields, unfinished, change), catalogue, privateFields);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The database ${file} cannot be used: ${reason}. The folder is set by WORKFORCE_DATA.`, {
      cause: error,
    });
  }
}

/** Milliseconds for which an open is tried again that others were in the way of. SQLite waits for them by itself, but not when a
 * new file gets its log and another process is about to write to it: then it is locked at once. */
const PATIENCE = 5000;

type Connections = { readonly writer: Database; readonly reader: Database; readonly header: WalHeader | undefined };

function opened(
  file: string,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  unfinished: boolean,
  change: Change,
  until = performance.now() + PATIENCE,
): Connections {
  const made: Database[] = [];
  const header = walHeader(file);
  const connect = () => {
    const db = connection(file);
    made.push(db);
    return db;
  };
  try {
    const writer = connect();
    if (!unfinished) withStatements(writer, refuseUnfinished);
    migrate(writer, catalogue, privateFields, change);
    // From now on a write that finds the database locked is tried again by group-commit.ts, which does not block.
    writer.run('PRAGMA busy_timeout = 0');
    writer.run(`PRAGMA cache_size = -${WRITE_CACHE_KIB}`);
    writer.run(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
    const reader = connect();
    reader.run(`PRAGMA cache_size = -${READ_CACHE_KIB}`);
    // A first read: from here on the shared memory stays where it is for as long as the connection is open.
    withStatements(reader, (prepare) => prepare('SELECT 1 FROM workforce_meta').values());
    if (!header || header.isCurrent()) return { writer, reader, header };
  } catch (error) {
    close(made, header);
    if (!isBusy(error) || performance.now() > until) throw error;
    Bun.sleepSync(10);
    return opened(file, catalogue, privateFields, unfinished, change, until);
  }
  close(made, header);
  return opened(file, catalogue, privateFields, unfinished, change, until);
}

function close(connections: readonly Database[], header: WalHeader | undefined): void {
  for (const db of connections) db.close();
  header?.release();
}

function connection(file: string): Database {
  const db = new Database(file, { create: true, strict: true });
  try {
    return prepared(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepared(db: Database): Database {
  const version = withStatements(db, (prepare) => prepare('SELECT sqlite_version()').values()[0]?.[0] as string);
  if (Bun.semver.order(version, OLDEST_SQLITE) < 0) {
    throw new StoreError(`SQLite ${version} can corrupt a database in WAL mode; ${OLDEST_SQLITE} or newer is needed`);
  }
  for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
    db.run(`PRAGMA ${pragma}`);
  }
  return db;
}

function sqliteStore(
  file: string,
  { writer, reader, header }: Connections,
  catalogue: Catalogue,
  privateFields: PrivateFields,
): Store {
  const [reads, writes] = [statementCache(reader), statementCache(writer)];
  const state = snapshot(reads.prepare, header);
  const read = reading(reads.prepare, state, catalogue, privateFields);
  const streaming = streams(() => connection(file), privateFields);
  const write = writing(writer, writes.prepare, catalogue, privateFields);
  return {
    list: (resource, query, all) => answer(() => read.list(resource, query, all)),
    stream: (resource, query, all) => answer(() => guarded(streaming.open(resource, query, all))),
    get: (resource, id) => answer(() => read.get(resource, id)),
    check: (resource, values) => answer(() => read.check(resource, values)),
    create: (resource, values, once, sender) =>
      write.create(resource, values, once, sender).catch((error) => {
        throw foreseen(error);
      }),
    load: (batches, options = {}) => loadRecords(file, catalogue, privateFields, batches, options),
    newest: () => newestIds(reads.prepare, state, catalogue),
    scan: (resource, after, upTo) => scan(reads.prepare, state, resource, after, upTo),
    intake: () => openIntake(file, catalogue, privateFields),
    takeIn: takeIn(file, catalogue, privateFields),
    version: () => answer(state.version),
    audit: () => answer(read.audit),
    mend: (found) => mend(file, catalogue, privateFields, found),
    counts: () => answer(read.counts),
    health: () => answer(read.health),
    measures: () => answer(() => [...write.measures(), ...read.measures()]),
    close: async () => {
      streaming.close();
      state.end();
      reads.finish();
      writes.finish();
      try {
        writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // On a disk that is full or fails the log stays, and whoever opens the database next finds everything in it.
      }
      close([reader, writer], header);
    },
  };
}

const guarded = (stream: RecordStream): RecordStream => ({ ...stream, next: () => answer(stream.next) });

function answer<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw foreseen(error);
  }
}

/** A database that is busy, full or failing is the operator's matter; the caller hears that it may try again. */
function foreseen(error: unknown): unknown {
  const code = error instanceof SQLiteError ? (error.code ?? '') : '';
  if (!/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/.test(code)) return error;
  console.error(`database: ${code} ${(error as Error).message}`);
  return new Refusal('unavailable', UNSURE.test(code) ? UNKNOWN_OUTCOME : NOT_WRITTEN, {
    headers: { 'Retry-After': '1' },
  });
}

const NOT_WRITTEN = 'The database cannot answer just now; nothing was written. Try again shortly.';
/** Then the whole transaction is in the log. The next one is written over it, and nobody sees it; but when every process
 * ends before that, whoever opens the database next finds it there. */
const UNSURE = /FSYNC$/;
