// Writes many whole records, in whatever transactions the caller chooses. Indexes and foreign keys can be dropped for
// it and built once at the end, which checks every reference.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { withArticle } from '../../../contract/words.ts';
import { hiddenIn } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import type { PostgresModel } from '../citus/distribution.ts';
import type { Query } from '../connection/connection.ts';
import { codeOf } from '../connection/errors.ts';
import { ddl, searchIndexes } from '../dialect.ts';
import { nextId } from '../read/scan.ts';
import { rowWriter } from '../write/row-writer.ts';

/** How many rows one statement writes. */
const ROWS = 1000;

export function bulkWriter(model: PostgresModel) {
  const writers = new Map(
    model.catalogue.map((resource) => [
      resource,
      rowWriter(resource, hiddenIn(model, resource), model.distributed.has(resource)),
    ]),
  );
  const inPortions =
    (which: 'insert' | 'update') =>
    async (query: Query, resource: Resource, records: readonly DataRecord[]): Promise<void> => {
      const write = writers.get(resource)![which];
      for (let from = 0; from < records.length; from += ROWS) await write(query, records.slice(from, from + ROWS));
    };
  return { insert: inPortions('insert'), update: inPortions('update') };
}

/** Creates the indexes that are missing. */
export async function addIndexes(query: Query, resource: Resource): Promise<void> {
  for (const { sql } of [...ddl.indexes(resource), ...searchIndexes(resource)]) await query(sql);
}

/** Drops the indexes that are cheaper to build at the end. Unique ones stay. */
export async function dropListIndexes(query: Query, resource: Resource): Promise<void> {
  for (const { name } of [...ddl.listIndexDdl(resource), ...searchIndexes(resource)])
    await query(`DROP INDEX IF EXISTS ${quoted(name)}`);
}

/** The next id follows the newest record, and those that were erased. */
export async function advanceSequence(query: Query, resource: Resource): Promise<void> {
  const last = Math.max(0, (await nextId(query, resource)) - 1);
  // As if it had given the last id itself: of a sequence that has given none, the catalog of the server does not show
  // the number.
  await query(`SELECT setval('${quoted(`${resource.table}_ids`)}', greatest($1, 1), $1 > 0)`, [last]);
}

/** `areDeferred`: they are always checked at the end of a transaction. Workers of Citus are not told otherwise by SET
 * CONSTRAINTS. */
export async function addForeignKeys(query: Query, resource: Resource, areDeferred: boolean): Promise<void> {
  for (const { drop, sql } of ddl.referenceDdl(resource)) {
    await query(drop);
    await query(areDeferred ? `${sql} INITIALLY DEFERRED` : sql);
  }
}

export async function dropForeignKeys(query: Query, resource: Resource): Promise<void> {
  for (const { drop } of ddl.referenceDdl(resource)) await query(drop);
}

/** Restores the foreign keys, which checks every reference. `outcome` ends the message when one leads nowhere. */
export async function checkReferences(
  query: Query,
  resource: Resource,
  areDeferred: boolean,
  outcome: string,
): Promise<void> {
  try {
    await addForeignKeys(query, resource, areDeferred);
  } catch (error) {
    if (codeOf(error) !== '23503') throw error;
    const { detail = '' } = error as { detail?: string };
    throw new StoreError(
      `There is ${withArticle(resource.one)} that refers to a record that is not there (${detail}); ${outcome}.`,
    );
  }
}
