// Looks at a file before it is trusted: whether it is a whole database of this program, and how much it holds.
import { Database } from 'bun:sqlite';
import type { Catalogue } from '../../../catalogue/resource.ts';
import { messageOf } from '../../../contract/errors.ts';
import type { BackedUp } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import { APPLICATION_ID, LAYOUT } from './layout.ts';

/** Checks that the file is a complete database of this program, and counts its records. */
export function inspect(file: string, catalogue: Catalogue): BackedUp {
  try {
    return withDatabase(
      file,
      (db) => {
        const value = (sql: string) => Object.values(db.prepare(sql).get() as Record<string, number | string>)[0]!;
        if (value('PRAGMA application_id') !== APPLICATION_ID)
          throw new StoreError('it is no database of this program');
        const layout = value('PRAGMA user_version') as number;
        if (layout > LAYOUT) throw new StoreError('it is from a newer version; upgrade workforce');
        const integrity = value('PRAGMA integrity_check');
        if (integrity !== 'ok') throw new StoreError(`it is damaged: ${String(integrity).split('\n')[0]}`);
        const tables = new Set(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").values().flat());
        const present = catalogue.filter(({ table }) => tables.has(table));
        const records = present.map(({ table }) => value(`SELECT count(*) FROM ${quoted(table)}`) as number);
        const bytes = (value('PRAGMA page_count') as number) * (value('PRAGMA page_size') as number);
        return { bytes, records: records.reduce((sum, each) => sum + each, 0) };
      },
      { readonly: true },
    );
  } catch (error) {
    throw new StoreError(`${file} cannot be used: ${messageOf(error)}.`);
  }
}

export function withDatabase<T>(file: string, run: (db: Database) => T, options: { readonly?: true } = {}): T {
  const db = new Database(file, { strict: true, ...(options.readonly ? options : { readwrite: true }) });
  try {
    return run(db);
  } finally {
    db.close();
  }
}
