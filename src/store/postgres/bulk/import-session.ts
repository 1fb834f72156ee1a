// The way in for imports: one transaction that holds the seals of its resources alone, so that creates wait for it. References
// are checked at its end; indexes of tables that were empty are made there too, and until then reads of those wait.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import { BEFORE_ALL, type Inlet, type PrivateFields, StoreError } from '../../store.ts';
import { index, lockMeta, unindex } from '../admin/migrate.ts';
import { isLost, type Query } from '../connection/connection.ts';
import type { Node } from '../connection/server.ts';
import { lookUpSql, normal } from '../read/check-relations.ts';
import { rebuildLists, sealAlone, takeTailIn } from '../write/list-counters.ts';
import { bulkWriter, countOn } from './bulk-writer.ts';
import { newestId, refuseUnfinished } from './copy-target.ts';

export async function takeIn(
  node: Node,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  resources: readonly Resource[],
  writes: boolean,
  run: (inlet: Inlet) => Promise<void>,
): Promise<void> {
  const used = new Set<Resource>();
  try {
    await node.transaction(async (query) => {
      await query('SET LOCAL statement_timeout = 0');
      await refuseUnfinished(query);
      const seals = writes ? await begin(query, catalogue, resources) : new Map<Resource, number>();
      await run(await inletOf(query, catalogue, privateFields, seals, used));
    });
  } catch (error) {
    throw told(error);
  }
  for (const { table } of used) await node.query(`ANALYZE ${quoted(table)}`);
}

/** What the operator can mend. */
function told(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (code === '42501')
    return new StoreError(
      `This user may not import (${message}); run it as the owner of the tables. Nothing was imported.`,
    );
  if (isLost(error))
    return new StoreError(
      `The database was lost (${message}). Nothing was imported, unless that was at the very end: look before you try again.`,
    );
  return error;
}

/** In the order in which creates take the seals, so that neither waits for the other. */
async function begin(query: Query, catalogue: Catalogue, resources: readonly Resource[]) {
  await lockMeta(query);
  await query('SET CONSTRAINTS ALL DEFERRED');
  const seals = new Map<Resource, number>();
  for (const resource of catalogue.filter((each) => resources.includes(each)))
    seals.set(resource, await sealAlone(query, resource));
  return seals;
}

async function inletOf(
  query: Query,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  seals: ReadonlyMap<Resource, number>,
  used: Set<Resource>,
): Promise<Inlet> {
  const newest: Record<string, number> = {};
  for (const resource of catalogue) newest[resource.name] = await newestId(query, resource);
  const insert = bulkWriter(catalogue, privateFields);
  /** Resources that have a record below their seal now. */
  const disturbed = new Set<Resource>();
  return {
    newest,
    async find(relation, keys) {
      const rows = await query(lookUpSql(relation), [JSON.stringify(keys)]);
      return new Map(rows.map(([key, wanted]) => [normal(key!), JSON.parse(wanted!.toString())]));
    },
    async write(resource, records) {
      if (!used.has(resource) && newest[resource.name] === BEFORE_ALL) await unindex(query, resource);
      used.add(resource);
      if (records.some(({ id }) => (id as number) <= seals.get(resource)!)) disturbed.add(resource);
      await insert(query, resource, records);
    },
    async remove(resource, ids) {
      for (const id of ids) await query(`DELETE FROM ${quoted(resource.table)} WHERE id = $1`, [id]);
    },
    async complete(signal) {
      await query('SET CONSTRAINTS ALL IMMEDIATE');
      for (const resource of used) {
        await index(query, resource);
        if (disturbed.has(resource)) await rebuildLists(query, resource);
        else await takeTailIn(query, resource);
        await countOn(query, resource);
        signal.throwIfAborted();
      }
    },
  };
}
