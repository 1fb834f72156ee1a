// The way in for imports: one transaction on a connection of its own. Creates of others wait for it from its beginning;
// reads go on from the state before.
import { SQLiteError } from 'bun:sqlite';
import type { Value } from '../../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { quoted } from '../schema.ts';
import { BEFORE_ALL, type Inlet, type PrivateFields, StoreError } from '../store.ts';
import { bulkTransaction } from './bulk-transaction.ts';
import { lookUpSql } from './check-relations.ts';
import { refuseUnfinished } from './copy-mark.ts';
import { type Loader, loaderOf, turn } from './load.ts';

export function takeIn(
  file: string,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  resources: readonly Resource[],
  writes: boolean,
  run: (inlet: Inlet) => Promise<void>,
): Promise<void> {
  const loaders = new Map<Resource, Loader>();
  return bulkTransaction(
    file,
    async (db, prepare) => {
      refuseUnfinished(prepare);
      const newest = ({ table }: Resource) =>
        (prepare(`SELECT max(id) FROM ${quoted(table)}`).values()[0]?.[0] as number | null) ?? BEFORE_ALL;
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
        write(resource, records) {
          const loader = loaders.get(resource) ?? loaderOf(db, prepare, resource, privateFields[resource.name]);
          loaders.set(resource, loader);
          return loader.take(records);
        },
        remove: (resource, ids) => loaders.get(resource)?.remove(ids),
        async complete(signal) {
          for (const resource of resources) await loaders.get(resource)?.finish(() => turn(signal));
        },
      });
    },
    writes,
  )
    .catch((error) => {
      throw told(error);
    })
    .finally(() => {
      for (const loader of loaders.values()) loader.end();
    });
}

/** What the disk or another process has against it is the operator's to mend. */
function told(error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error;
  const why = error.code?.startsWith('SQLITE_BUSY') ? 'another process is writing to it for long' : error.message;
  return new StoreError(`The database cannot be written (${why}); nothing was imported.`, { cause: error });
}
