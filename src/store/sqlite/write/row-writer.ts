// Turns whole records into rows: the columns, and the texts beside them, in one statement.
import type { Value } from '../../../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { columnValue, recordJson, searchTexts } from '../../shared/record-text.ts';
import { quoted } from '../../shared/schema.ts';
import { textColumns } from '../connection/schema.ts';
import type { Prepare } from '../connection/statements.ts';

export type RowWriter = {
  /** Writes the record and returns its texts. */
  insert(record: DataRecord): { readonly json: string; readonly search: string };
  /** Makes the texts of a stored record anew. */
  refresh(record: DataRecord): void;
  /** Makes everything of a stored record anew. */
  renew(record: DataRecord): void;
};

export function rowWriter(prepare: Prepare, resource: Resource, hidden: ReadonlySet<string> | undefined): RowWriter {
  const columns = [...resource.fields.map((field) => field.name), ...textColumns].map(quoted);
  const insert = `INSERT INTO ${quoted(resource.table)} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const refresh = `UPDATE ${quoted(resource.table)} SET json = ?, search = ?, search_private = ? WHERE id = ?`;
  const renew = `UPDATE ${quoted(resource.table)} SET ${columns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
  const json = recordJson(resource);
  const search = searchTexts(resource, hidden);
  const valuesOf = (record: DataRecord): Value[] => {
    const values: Value[] = [];
    for (const field of resource.fields) values.push(columnValue(field, record[field.name] ?? null));
    values.push(json(record), search.open(record), search.hidden(record));
    return values;
  };
  return {
    insert(record) {
      const values = valuesOf(record);
      // One array: taken in sooner than as many arguments.
      prepare(insert).run(values as never);
      return { json: values.at(-3) as string, search: values.at(-2) as string };
    },
    refresh(record) {
      prepare(refresh).run(json(record), search.open(record), search.hidden(record), record.id as number);
    },
    renew(record) {
      prepare(renew).run([...valuesOf(record), record.id as number] as never);
    },
  };
}
