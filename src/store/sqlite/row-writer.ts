// Turns whole records into rows: the columns, and the texts beside them, in one statement.
import type { Database } from 'bun:sqlite';
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { columnValue, recordJson, searchTexts } from '../record-text.ts';
import { quoted, textColumns } from './schema.ts';

export type RowWriter = {
  /** Writes the record and returns its JSON. */
  insert(record: DataRecord): string;
  /** Makes the texts of a stored record anew. */
  refresh(record: DataRecord): void;
};

export function rowWriter(db: Database, resource: Resource, hidden: ReadonlySet<string> | undefined): RowWriter {
  const columns = [...resource.fields.map((field) => field.name), ...textColumns].map(quoted);
  const insert = db.prepare(
    `INSERT INTO ${quoted(resource.table)} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const refresh = db.prepare(
    `UPDATE ${quoted(resource.table)} SET json = ?, search = ?, search_private = ? WHERE id = ?`,
  );
  const texts = (record: DataRecord): [string, string, string] => {
    const search = searchTexts(resource, record, hidden);
    return [recordJson(resource, record), search.open, search.hidden];
  };
  return {
    insert(record) {
      const made = texts(record);
      const values: Value[] = resource.fields.map((field) => columnValue(field, record[field.name] ?? null));
      insert.run(...values, ...made);
      return made[0];
    },
    refresh(record) {
      refresh.run(...texts(record), record.id as number);
    },
  };
}
