// Writes whole records as rows: the columns and the texts beside them, in one statement.
import type { Value } from '../../../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { columnValue, recordJson, searchTexts } from '../../shared/record-text.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { ddl } from '../dialect.ts';

export function rowWriter(prepare: Prepare, resource: Resource, hidden: ReadonlySet<string> | undefined) {
  const table = quoted(resource.table);
  const columns = [...resource.fields.map((field) => field.name), ...ddl.textColumns].map(quoted);
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const updateTexts = `UPDATE ${table} SET json = ?, search = ?, search_private = ? WHERE id = ?`;
  const update = `UPDATE ${table} SET ${columns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
  const json = recordJson(resource);
  const search = searchTexts(resource, hidden);
  const valuesOf = (record: DataRecord): Value[] => {
    const values: Value[] = [];
    for (const field of resource.fields) values.push(columnValue(field, record[field.name] ?? null));
    values.push(json(record), search.public(record), search.private(record));
    return values;
  };
  return {
    /** Returns the texts of the record. */
    insert(record: DataRecord): { readonly json: string; readonly search: string } {
      const values = valuesOf(record);
      // One array is bound faster than as many arguments.
      prepare(insert).run(values as never);
      return { json: values.at(-3) as string, search: values.at(-2) as string };
    },
    /** Rewrites the texts of a stored record. */
    updateTexts(record: DataRecord): void {
      prepare(updateTexts).run(json(record), search.public(record), search.private(record), record.id as number);
    },
    /** Rewrites columns and texts of a stored record. */
    update(record: DataRecord): void {
      prepare(update).run([...valuesOf(record), record.id as number] as never);
    },
  };
}
