// Whole records as rows: any number of them in one statement with one parameter, a JSON array.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { postgres } from '../../shared/dialect.ts';
import { columnValue, recordJson, searchTexts } from '../../shared/record-text.ts';
import { quoted } from '../../shared/schema.ts';
import { shortGrams } from '../../sqlite/search/grams.ts';
import type { Query } from '../connection/connection.ts';

export type Rows = {
  /** The record's JSON as it is answered. */
  json(record: DataRecord): string;
  insert(query: Query, records: readonly DataRecord[]): Promise<void>;
  /** Makes the texts of stored records anew. */
  refresh(query: Query, records: readonly DataRecord[]): Promise<void>;
  /** Makes everything of stored records anew. */
  renew(query: Query, records: readonly DataRecord[]): Promise<void>;
};

const plainType = (type: string): string => type.replace(' COLLATE "C"', '');

export function rows(resource: Resource, hidden: ReadonlySet<string> | undefined): Rows {
  const columns = [
    ...resource.fields.map(({ name, kind }) => [name, postgres.types[kind.schema.type]] as const),
    ...Object.entries(postgres.texts),
  ];
  const names = columns.map(([name]) => quoted(name)).join(', ');
  const typed = columns.map(([name, type]) => `${quoted(name)} ${plainType(type)}`).join(', ');
  const given = `json_to_recordset($1::text::json) AS given (${typed})`;
  // Whoever writes several names takes them in one order: two who want the same ones then never wait for each other.
  const order = resource.unique.length > 0 ? ` ORDER BY ${resource.unique.flat().map(quoted).join(', ')}` : '';
  const insert = `INSERT INTO ${quoted(resource.table)} (${names}) SELECT ${names} FROM ${given}${order}`;
  const texts = Object.keys(postgres.texts);
  const update = (some: readonly string[]) =>
    `UPDATE ${quoted(resource.table)} AS kept SET ${some.map((name) => `${quoted(name)} = given.${quoted(name)}`).join(', ')}
    FROM ${given} WHERE kept.id = given.id`;
  const [refresh, renew] = [update(texts), update(columns.map(([name]) => name))];
  const json = recordJson(resource);
  const search = searchTexts(resource, hidden);
  const rowOf = (record: DataRecord) => {
    const row: Record<string, unknown> = {};
    for (const field of resource.fields) row[field.name] = columnValue(field, record[field.name] ?? null);
    const open = search.open(record);
    return Object.assign(row, {
      json: json(record),
      search: open,
      search_private: search.hidden(record),
      short_grams: shortGrams(open),
    });
  };
  return {
    json,
    async insert(query, records) {
      await query(insert, [JSON.stringify(records.map(rowOf))]);
    },
    async refresh(query, records) {
      await query(refresh, [JSON.stringify(records.map(rowOf))]);
    },
    async renew(query, records) {
      await query(renew, [JSON.stringify(records.map(rowOf))]);
    },
  };
}
