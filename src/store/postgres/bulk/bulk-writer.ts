// Writes many whole records, in whatever transactions the caller chooses. Indexes can be dropped for it and built once at the end.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { hiddenIn, type Model } from '../../shared/model.ts';
import { type Index, indexesIn, quoted } from '../../shared/schema.ts';
import type { Query } from '../connection/connection.ts';
import { ddl, postgres } from '../dialect.ts';
import { type RowWriter, rowWriter } from '../write/row-writer.ts';

export type BulkWriter = (query: Query, resource: Resource, records: readonly DataRecord[]) => Promise<void>;

/** How many rows one statement writes. */
const ROWS = 1000;

export function bulkWriter(model: Model): BulkWriter {
  const writers = new Map<Resource, RowWriter>(
    model.catalogue.map((resource) => [resource, rowWriter(resource, hiddenIn(model, resource))]),
  );
  return async (query, resource, records) => {
    const writer = writers.get(resource)!;
    for (let from = 0; from < records.length; from += ROWS)
      await writer.insert(query, records.slice(from, from + ROWS));
  };
}

/** Creates the indexes that are missing. */
export async function addIndexes(query: Query, resource: Resource): Promise<void> {
  for (const sql of [...ddl.indexDdl(resource), ...postgres.searchIndexes(resource.table)]) await query(sql);
}

/** Drops the indexes that are cheaper to build at the end. Unique ones stay. */
export const dropListIndexes = (query: Query, resource: Resource): Promise<void> =>
  dropIndexes(query, [...ddl.listIndexDdl(resource), ...indexesIn(postgres.searchIndexes(resource.table))]);

export async function dropIndexes(query: Query, indexes: readonly Index[]): Promise<void> {
  for (const { name } of indexes) await query(`DROP INDEX IF EXISTS ${quoted(name)}`);
}

/** The next id follows the newest record. */
export async function advanceSequence(query: Query, { table }: Resource): Promise<void> {
  await query(
    `SELECT setval('${quoted(`${table}_ids`)}', greatest(max(id), 1), coalesce(max(id), 0) > 0) FROM ${quoted(table)}`,
  );
}
