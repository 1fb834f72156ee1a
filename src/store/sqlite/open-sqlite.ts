// The embedded database: one SQLite file in WAL mode, every commit durable before it is answered.
import { Database, type Statement as Prepared, SQLiteError } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, DataRecord, Resource } from '../../catalogue/resource.ts';
import { completed } from '../../contract/create-body.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { type PrivateFields, type Store, StoreError } from '../store.ts';
import { listStatement } from './list-sql.ts';
import { migrate } from './migrate.ts';
import { referenceFaults, uniqueFaults } from './relations.ts';
import { type RowWriter, rowWriter } from './row-writer.ts';
import { quoted } from './schema.ts';
import { statementCache } from './statement-cache.ts';

export const DATABASE_FILE = 'workforce.db';
const OLDEST_SQLITE = '3.51.3';

export function openSqlite(folder: string, catalogue: Catalogue, privateFields: PrivateFields = {}): Store {
  const file = join(folder, DATABASE_FILE);
  const db = opened(folder, file, () => openDatabase(folder, file, catalogue, privateFields));
  return sqliteStore(db, catalogue, privateFields);
}

function opened<T>(folder: string, file: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      `The database ${file} cannot be used: ${reason}. The folder is set by WORKFORCE_DATA (${folder}).`,
    );
  }
}

function openDatabase(folder: string, file: string, catalogue: Catalogue, privateFields: PrivateFields): Database {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const db = new Database(file, { create: true, strict: true });
  try {
    const version = db.prepare('SELECT sqlite_version()').values()[0]?.[0] as string;
    if (Bun.semver.order(version, OLDEST_SQLITE) < 0) {
      throw new StoreError(`SQLite ${version} can corrupt a database in WAL mode; ${OLDEST_SQLITE} or newer is needed`);
    }
    for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
      db.run(`PRAGMA ${pragma}`);
    }
    migrate(db, catalogue, privateFields);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function sqliteStore(db: Database, catalogue: Catalogue, privateFields: PrivateFields): Store {
  const statement = statementCache(db);
  const writers = new Map<string, RowWriter>(
    catalogue.map((resource) => [resource.name, rowWriter(db, resource, privateFields[resource.name])]),
  );
  const gets = new Map<string, Prepared>(
    catalogue.map(({ name, table }) => [name, db.prepare(`SELECT json FROM ${quoted(table)} WHERE id = ?`)]),
  );
  const counts = db.prepare(
    `SELECT ${catalogue.map(({ name, table }) => `(SELECT count(*) FROM ${quoted(table)}) AS "${name}"`).join(', ')}`,
  );
  const check = (resource: Resource, values: DataRecord): Fault[] => [
    ...referenceFaults(resource, values, catalogue, statement),
    ...uniqueFaults(resource, values, statement),
  ];
  const create = db.transaction((resource: Resource, values: DataRecord) => {
    const id = nextId(statement, resource);
    const record = completed(resource, id, values, `${new Date().toISOString().slice(0, 19)}Z`);
    const faults = check(resource, record);
    return faults.length > 0 ? { faults } : { id, json: writers.get(resource.name)!.insert(record) };
  });
  const load: Store['load'] = async (batches, onProgress = () => {}) => {
    let written = 0;
    db.transaction(() => {
      db.run('PRAGMA defer_foreign_keys = ON');
      for (const { resource, records } of batches) {
        const writer = writers.get(resource)!;
        for (const record of records) writer.insert(record);
        written += records.length;
        onProgress(written);
      }
    }).immediate();
    return written;
  };
  return {
    list: async (resource, query, all) => {
      const { sql, parameters } = listStatement(resource, query, all);
      const [total, items] = answer(() => statement(sql).values(...parameters)[0] as [number, string | null]);
      return { total, items: items ?? '' };
    },
    get: async (resource, id) => answer(() => gets.get(resource.name)!.values(id)[0]?.[0] as string | undefined),
    check: async (resource, values) => answer(() => check(resource, values)),
    create: async (resource, values) => answer(() => create.immediate(resource, values)),
    load,
    counts: async () => answer(() => counts.get() as Record<string, number>),
    health: async () => void answer(() => db.prepare('SELECT 1').values()),
    close: async () => {
      db.run('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
    },
  };
}

function nextId(statement: (sql: string) => Prepared, { table }: Resource): number {
  return statement(`SELECT coalesce(max(id), 0) + 1 FROM ${quoted(table)}`).values()[0]?.[0] as number;
}

/** A database that is busy, full or failing is the operator's matter; the caller hears that it may try again. */
function answer<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (
      !(error instanceof SQLiteError) ||
      !/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/.test(error.code ?? '')
    )
      throw error;
    console.error(`database: ${error.code} ${error.message}`);
    throw new Refusal('unavailable', 'The database cannot answer just now; nothing was written. Try again shortly.', {
      headers: { 'Retry-After': '1' },
    });
  }
}
