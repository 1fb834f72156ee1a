// The way in for imports: one transaction on a connection of its own. Creates of others wait for it from its beginning;
// reads go on from the state before.
import { type Database, SQLiteError } from 'bun:sqlite';
import type { Value } from '../../../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import { BEFORE_ALL, type PrivateFields, StoreError, type TakeIn } from '../../store.ts';
import type { Prepare } from '../connection/statements.ts';
import { lookUpSql } from '../read/check-relations.ts';
import { bulkTransaction } from './bulk-transaction.ts';
import { type Loader, loaderOf, turn } from './bulk-writer.ts';
import { refuseUnfinished } from './copy-mark.ts';

export const takeIn =
  (file: string, catalogue: Catalogue, privateFields: PrivateFields): TakeIn =>
  (resources, writes, run) =>
    telling(() =>
      bulkTransaction(
        file,
        (db, prepare) => {
          refuseUnfinished(prepare);
          return letIn(db, prepare, catalogue, privateFields, resources, run);
        },
        writes,
      ),
    );

/** Within a transaction, on a connection that does not look at references. */
export async function letIn(
  db: Database,
  prepare: Prepare,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  resources: readonly Resource[],
  run: Parameters<TakeIn>[2],
): Promise<void> {
  const newest = ({ table }: Resource) =>
    (prepare(`SELECT max(id) FROM ${quoted(table)}`).values()[0]?.[0] as number | null) ?? BEFORE_ALL;
  const loaders = new Map<Resource, Loader>();
  let current: Loader | undefined;
  try {
    await run({
      newest: Object.fromEntries(catalogue.map((resource) => [resource.name, newest(resource)])),
      find(relation, keys) {
        const sql = lookUpSql(relation);
        const found = new Map<string, Value>();
        for (const key of keys) {
          const [row] = prepare(sql).values(...key);
          if (row) found.set(JSON.stringify(key), row[0] as Value);
        }
        return found;
      },
      async write(resource, records) {
        const loader = loaders.get(resource) ?? loaderOf(db, prepare, resource, privateFields[resource.name]);
        loaders.set(resource, loader);
        if (loader !== current) await current?.rest(() => turn(undefined));
        current = loader;
        await loader.take(records);
      },
      remove: (resource, ids) => loaders.get(resource)?.remove(ids),
      async complete(signal) {
        for (const resource of resources) await loaders.get(resource)?.finish(() => turn(signal));
      },
    });
  } finally {
    for (const loader of loaders.values()) loader.end();
  }
}

/** What the disk or another process has against it is the operator's to mend. */
export async function telling(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error;
    const why = error.code?.startsWith('SQLITE_BUSY') ? 'another process is writing to it for long' : error.message;
    throw new StoreError(`The database cannot be written (${why}); nothing was imported.`, { cause: error });
  }
}
