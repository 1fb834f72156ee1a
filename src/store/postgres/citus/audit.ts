// What the doctor checks where tables are distributed: that each is where it belongs, and that the tail has the records
// above the watermark, in all of their lists.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import type { Findings } from '../../shared/audit/findings.ts';
import { countedFields, counterDeltas } from '../../shared/list-counters.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import { beginBulk, firstValue, type Query } from '../connection/connection.ts';
import type { Server } from '../connection/server.ts';
import { rowsOf } from '../read/scan.ts';
import { lockWatermark } from '../write/list-counters.ts';
import { placedTables } from './distribute.ts';
import type { Distribution } from './distribution.ts';

/** Nodes have a snapshot each. They are all taken while no create is being committed. */
export async function alignSnapshots(server: Server, query: Query, distributed: Distribution): Promise<void> {
  // Another connection to the same worker would have another snapshot.
  await query('SET LOCAL citus.max_adaptive_executor_pool_size = 1');
  await server.transaction(async (locking) => {
    await beginBulk(locking);
    for (const resource of distributed) await lockWatermark(locking, resource);
    await refuseHidden(locking);
    for (const { table } of distributed) await query(`SELECT count(*) FROM ${quoted(table)} WHERE id IS NULL`);
  });
}

export async function distributionFindings(
  found: Findings,
  query: Query,
  catalogue: Catalogue,
  distributed: Distribution,
): Promise<void> {
  const placed = await placedTables(query);
  for (const resource of catalogue) {
    const wanted = distributed.has(resource) ? 'distributed' : 'reference';
    if (placed.get(resource.table) === wanted) continue;
    const where = distributed.has(resource) ? 'distributed over the workers' : 'copied to every node';
    found.add('distribution', resource.name, `The table ${resource.table} should be ${where}, and is not.`);
  }
  for (const [name, port, count] of await query(INACTIVE))
    found.add('distribution', undefined, `The node ${name}:${port} is switched off, and has ${count} shards.`);
  for (const resource of distributed) await tailFindings(found, query, resource);
}

const INACTIVE = `SELECT nodename, nodeport, count(*) FROM pg_dist_node JOIN pg_dist_placement USING (groupid)
  WHERE NOT isactive AND noderole = 'primary' GROUP BY 1, 2`;

/** How many records are read at a time. */
const BATCH = 20_000;

async function tailFindings(found: Findings, query: Query, resource: Resource): Promise<void> {
  const { name } = resource;
  const watermark = await firstValue(query, 'SELECT id FROM workforce_watermarks WHERE resource = $1', [name]);
  const after = Number(watermark ?? Number.MAX_SAFE_INTEGER);
  const columns = countedFields(resource).map((field) => field.name);
  const pages = await Array.fromAsync(rowsOf(query, resource, { columns, size: BATCH, after }));
  const lists = counterDeltas(resource, pages.flat());
  const real = new Set(lists.flatMap(({ field, value, ids }) => ids.map((id) => `${field} ${value} ${id}`)));
  const stored = await query('SELECT field, value, id FROM workforce_tail WHERE resource = $1', [name]);
  const kept = new Set(stored.map(([field, value, id]) => `${field} ${value} ${id}`));
  const wrong = real.symmetricDifference(kept).size;
  if (wrong > 0)
    found.add('count', name, `The tail of ${name} differs in ${wrong} entries from its records above the watermark.`);
}

/** How long a transaction is prepared at most while it is being committed. In milliseconds. */
const COMMITTING = 500;

/** Throws while a worker keeps a transaction that was prepared and not committed: its records would be missed. */
export async function refuseHidden(query: Query): Promise<void> {
  const before = await preparedOn(query);
  if (before.size === 0) return;
  await new Promise((resolve) => setTimeout(resolve, COMMITTING));
  if (before.intersection(await preparedOn(query)).size > 0)
    throw new StoreError(
      'a worker keeps a transaction that is prepared and not committed; Citus recovers it by itself (citus.recover_2pc_interval), so try again then',
    );
}

async function preparedOn(query: Query): Promise<ReadonlySet<string>> {
  const rows = await query(`SELECT success, result FROM run_command_on_workers(
    $$SELECT coalesce(string_agg(gid, ' '), '') FROM pg_prepared_xacts WHERE database = current_database()$$)`);
  if (rows.some(([success]) => success!.toString() !== 't')) throw new StoreError('a worker does not answer');
  return new Set(rows.flatMap(([, gids]) => gids!.toString().split(' ').filter(Boolean)));
}
