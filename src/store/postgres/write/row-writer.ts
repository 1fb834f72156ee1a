// Writes whole records as rows: any number of them in one statement with one parameter, a JSON array.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { columnValue, recordJson, searchTexts } from '../../shared/record-text.ts';
import { quoted } from '../../shared/schema.ts';
import { BLOCK, blockSql } from '../citus/distribution.ts';
import type { Query } from '../connection/connection.ts';
import { postgres } from '../dialect.ts';
import { shortGrams } from '../search/short-grams.ts';

const plainType = (type: string): string => type.replace(' COLLATE "C"', '');

export function rowWriter(resource: Resource, hidden: ReadonlySet<string> | undefined, isDistributed = false) {
  const columns = [
    ...resource.fields.map(({ name, kind }) => [name, postgres.types[kind.schema.type]] as const),
    ...Object.entries(postgres.texts),
  ];
  const names = columns.map(([name]) => quoted(name)).join(', ');
  const typed = columns.map(([name, type]) => `${quoted(name)} ${plainType(type)}`).join(', ');
  const given = `json_to_recordset($1::text::json) AS given (${typed})`;
  // Rows with unique names are inserted in the order of these names, so that two transactions never wait for each
  // other.
  const order = resource.unique.length > 0 ? ` ORDER BY ${resource.unique.flat().map(quoted).join(', ')}` : '';
  const [block, ofBlock] = isDistributed ? [`, ${BLOCK}`, `, ${blockSql('id')}`] : ['', ''];
  const insert = `INSERT INTO ${quoted(resource.table)} (${names}${block}) SELECT ${names}${ofBlock} FROM ${given}${order}`;
  const updateOf = (some: readonly string[]) =>
    `UPDATE ${quoted(resource.table)} AS stored SET ${some.map((name) => `${quoted(name)} = given.${quoted(name)}`).join(', ')}
    FROM ${given} WHERE stored.id = given.id`;
  const [updateTexts, update] = [updateOf(Object.keys(postgres.texts)), updateOf(columns.map(([name]) => name))];
  const json = recordJson(resource);
  const search = searchTexts(resource, hidden);
  const rowOf = (record: DataRecord) => {
    const row: Record<string, unknown> = {};
    for (const field of resource.fields) row[field.name] = columnValue(field, record[field.name] ?? null);
    const text = search.public(record);
    return Object.assign(row, {
      json: json(record),
      search: text,
      search_private: search.private(record),
      short_grams: shortGrams(text),
    });
  };
  const run =
    (sql: string) =>
    async (query: Query, records: readonly DataRecord[]): Promise<void> => {
      await query(sql, [JSON.stringify(records.map(rowOf))]);
    };
  // Records that are stored get new texts, or new columns and texts.
  return { json, insert: run(insert), updateTexts: run(updateTexts), update: run(update) };
}
