// Writing many whole records, within whatever transactions the caller chooses: indexes and references are taken down for it
// and put back once at the end.
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import { type PrivateFields, StoreError } from '../../store.ts';
import { refer, unindex, unrefer } from '../admin/migrate.ts';
import type { Query } from '../connection/connection.ts';
import { type Rows, rows } from '../write/row-writer.ts';

export type Take = (query: Query, resource: Resource, records: readonly DataRecord[]) => Promise<void>;

/** So many rows go in one statement. */
const ROWS = 1000;

export function bulkWriter(catalogue: Catalogue, privateFields: PrivateFields): Take {
  const writers = new Map<Resource, Rows>(
    catalogue.map((resource) => [resource, rows(resource, privateFields[resource.name])]),
  );
  return async (query, resource, records) => {
    const writer = writers.get(resource)!;
    for (let from = 0; from < records.length; from += ROWS)
      await writer.insert(query, records.slice(from, from + ROWS));
  };
}

/** Takes down what slows writing. */
export async function takeDown(query: Query, resource: Resource): Promise<void> {
  await unrefer(query, resource);
  await unindex(query, resource);
}

export async function isEmpty(query: Query, catalogue: Catalogue): Promise<boolean> {
  for (const { table } of catalogue) {
    if ((await query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`)).length > 0) return false;
  }
  return true;
}

/** The next id follows the newest record. */
export async function countOn(query: Query, { table }: Resource): Promise<void> {
  await query(
    `SELECT setval('${quoted(`${table}_ids`)}', greatest(max(id), 1), coalesce(max(id), 0) > 0) FROM ${quoted(table)}`,
  );
}

/** Puts the references back, which proves that every one holds; `outcome` is what it means when one does not. */
export async function referOrSay(query: Query, resource: Resource, outcome: string): Promise<void> {
  try {
    await refer(query, resource);
  } catch (error) {
    const { code, detail = '' } = error as { code?: string; detail?: string };
    if (code !== '23503') throw error;
    throw new StoreError(`A ${resource.one} has a reference to a record that is not there (${detail}); ${outcome}.`);
  }
}
