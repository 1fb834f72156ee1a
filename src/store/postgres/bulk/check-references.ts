// Foreign keys, which are dropped for a bulk write and restored at its end. Restoring them checks every reference.

import type { Resource } from '../../../catalogue/resource.ts';
import { withArticle } from '../../../contract/words.ts';
import { StoreError } from '../../store.ts';
import type { Query } from '../connection/connection.ts';
import { codeOf } from '../connection/errors.ts';
import { ddl } from '../dialect.ts';

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
