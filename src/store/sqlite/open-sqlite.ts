// The embedded database: one SQLite file in WAL mode, every commit durable before it is answered. One connection reads,
// another writes, so that the reading one can tell that something was written, here or in another process.
import { Database, SQLiteError } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import { type PrivateFields, type Store, StoreError } from '../store.ts';
import { loadRecords } from './load.ts';
import { migrate } from './migrate.ts';
import { reading } from './reading.ts';
import { snapshot } from './snapshot.ts';
import { statementCache, withStatements } from './statement-cache.ts';
import { writing } from './writing.ts';

export const DATABASE_FILE = 'workforce.db';
const OLDEST_SQLITE = '3.51.3';

export function openSqlite(folder: string, catalogue: Catalogue, privateFields: PrivateFields = {}): Store {
  const file = join(folder, DATABASE_FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const writer = connection(file);
    try {
      migrate(writer, catalogue, privateFields);
      return sqliteStore(file, writer, connection(file), catalogue, privateFields);
    } catch (error) {
      writer.close();
      throw error;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The database ${file} cannot be used: ${reason}. The folder is set by WORKFORCE_DATA.`);
  }
}

function connection(file: string): Database {
  const db = new Database(file, { create: true, strict: true });
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
  writer: Database,
  reader: Database,
  catalogue: Catalogue,
  privateFields: PrivateFields,
): Store {
  const [reads, writes] = [statementCache(reader), statementCache(writer)];
  const state = snapshot(reads.prepare, file);
  const read = reading(reads.prepare, state, catalogue, privateFields);
  const create = writing(writer, writes.prepare, catalogue, privateFields);
  return {
    list: (resource, query, all) => answer(() => read.list(resource, query, all)),
    get: (resource, id) => answer(() => read.get(resource, id)),
    check: (resource, values) => answer(() => read.check(resource, values)),
    create: (resource, values) =>
      create(resource, values).catch((error) => {
        throw foreseen(error);
      }),
    load: (batches, options = {}) => loadRecords(file, catalogue, privateFields, batches, options),
    version: () => answer(state.version),
    audit: () => answer(read.audit),
    counts: () => answer(read.counts),
    health: () => answer(read.health),
    close: async () => {
      state.end();
      reads.finish();
      reader.close();
      writes.finish();
      writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
      writer.close();
    },
  };
}

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
  return new Refusal('unavailable', 'The database cannot answer just now; nothing was written. Try again shortly.', {
    headers: { 'Retry-After': '1' },
  });
}
