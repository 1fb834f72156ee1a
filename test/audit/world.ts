// Databases with an audit log for tests, and statements on their tables as someone sends them who goes around the
// service.
import { Database as Sqlite } from 'bun:sqlite';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { NewEntry } from '../../src/store/audit-log.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import type { Entry } from '../../src/store/shared/audit-table.ts';
import { databaseFile } from '../../src/store/sqlite/database-file.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { type Engine, emptyDatabase, POSTGRES } from '../harness/databases.ts';
import { query } from '../harness/postgres/server.ts';

export type World = {
  readonly store: Database;
  readonly location: string;
  /** What was told when it was written. */
  readonly told: NewEntry[];
  readonly sql: (text: string) => Promise<any[]>;
  readonly entries: () => Promise<Entry[]>;
};

export const isPostgres = (location: string): boolean => location.startsWith('postgres://');

/** Runs one statement. */
export async function execute(location: string, text: string): Promise<any[]> {
  if (isPostgres(location)) return query(location, text);
  const db = new Sqlite(databaseFile(location));
  try {
    db.run('PRAGMA busy_timeout = 5000');
    if (/^SELECT/i.test(text)) return db.query(text).all();
    db.run(text);
    return [];
  } finally {
    db.close();
  }
}

export const entriesIn = async (store: Pick<Database, 'auditLog'>): Promise<Entry[]> =>
  store.auditLog.read({ limit: 100_000 });

export async function world(engine: Engine, days = 30, location?: string): Promise<World> {
  const place = location ?? (await emptyDatabase(engine));
  const told: NewEntry[] = [];
  const audit = { days, onWritten: (entries: readonly NewEntry[]) => void told.push(...entries) };
  const store =
    engine === 'embedded'
      ? openSqlite({ folder: place, audit }, { catalogue })
      : await openPostgres({ ...POSTGRES, url: place, audit }, { catalogue });
  return { store, location: place, told, sql: (text) => execute(place, text), entries: () => entriesIn(store) };
}
