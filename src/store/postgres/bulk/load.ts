// Writes many whole records, all of them or none, in one transaction: indexes and references come once at the end, as do the
// lengths of lists.
import type { Catalogue, DataRecord } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import type { LoadOptions, PrivateFields } from '../../store.ts';
import { index, lockMeta, ownersMatter } from '../admin/migrate.ts';
import type { Node } from '../connection/server.ts';
import { rebuildLists } from '../write/list-counters.ts';
import { bulkWriter, countOn, isEmpty, referOrSay, takeDown } from './bulk-writer.ts';
import { refuseUnfinished } from './copy-target.ts';

type Batches = Iterable<{ resource: string; records: DataRecord[] }>;

export async function loadRecords(
  node: Node,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  batches: Batches,
  { onProgress, signal, onlyIntoEmpty }: LoadOptions,
): Promise<number> {
  const take = bulkWriter(catalogue, privateFields);
  const written = await node.transaction(async (query) => {
    await query('SET LOCAL statement_timeout = 0');
    await lockMeta(query).catch((error) => {
      throw ownersMatter(error, 'The database cannot be filled by this user');
    });
    await refuseUnfinished(query);
    if (onlyIntoEmpty && !(await isEmpty(query, catalogue))) return 0;
    // All at the beginning and in this order, which is also that of readers: neither then waits for the other.
    for (const resource of catalogue) await takeDown(query, resource);
    let done = 0;
    for (const { resource: name, records } of batches) {
      await take(query, catalogue.find((resource) => resource.name === name)!, records);
      done += records.length;
      onProgress?.(done);
      signal?.throwIfAborted();
    }
    for (const resource of catalogue) {
      await index(query, resource);
      await rebuildLists(query, resource);
      await countOn(query, resource);
    }
    for (const resource of catalogue) await referOrSay(query, resource, 'nothing was written');
    return done;
  });
  if (written > 0) for (const { table } of catalogue) await node.query(`ANALYZE ${quoted(table)}`);
  return written;
}
