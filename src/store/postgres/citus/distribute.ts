// Distributes the tables over the workers of Citus, filled or empty, in one transaction: afterwards either all are
// distributed or none. Tables that are distributed already stay as they are, so that it also adds the tables of a newer
// version.
import type { Resource } from '../../../catalogue/resource.ts';
import { countText } from '../../../contract/limits.ts';
import type { Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import { addForeignKeys, dropForeignKeys } from '../bulk/bulk-writer.ts';
import { beginBulk, firstValue, type Query } from '../connection/connection.ts';
import { lockMeta, readMeta, writeMeta } from '../connection/meta.ts';
import type { Server } from '../connection/server.ts';
import { addBeginning, countTail } from '../write/list-counters.ts';
import { BLOCK, blockSql, DISTRIBUTED, distributableIn } from './distribution.ts';
import { tailDdl } from './tail.ts';

/** Told of each step. */
type Say = (line: string) => void;

export async function distribute(server: Server, model: Model, shards: number, say: Say): Promise<void> {
  await server.transaction(async (query) => {
    await beginBulk(query);
    await requireWorkers(query);
    await lockMeta(query);
    const before = await readMeta(query, DISTRIBUTED);
    if (before !== undefined) return distributeTables(query, model, Number(before), say);
    for (const resource of model.catalogue) await countTail(query, resource, new Set());
    await distributeTables(query, model, shards, say);
    await query(tailDdl);
    for (const resource of distributableIn(model.catalogue)) await addBeginning(query, resource);
    await writeMeta(query, DISTRIBUTED, String(shards));
  });
  for (const { table } of model.catalogue) await server.query(`ANALYZE ${quoted(table)}`);
}

/** Those that are not distributed yet. */
export async function distributeTables(
  query: Query,
  { catalogue }: Model,
  shards: number,
  say: Say = () => undefined,
): Promise<void> {
  const placed = await placedTables(query);
  const missing = catalogue.filter(({ table }) => !placed.has(table));
  if (missing.length === 0) return;
  const distributed = distributableIn(catalogue);
  for (const resource of catalogue) await dropForeignKeys(query, resource);
  for (const resource of missing) {
    await query(`SET LOCAL citus.shard_count = ${shards}`);
    const count = await firstValue(query, `SELECT count(*) FROM ${quoted(resource.table)}`);
    say(
      `${resource.name}: ${countText(Number(count))} records ${distributed.has(resource) ? `over ${shards} shards` : 'to every node'}.`,
    );
    if (distributed.has(resource)) await addBlocks(query, resource);
    const place = distributed.has(resource) ? `create_distributed_table($1, '${BLOCK}')` : 'create_reference_table($1)';
    await query(`SELECT ${place}`, [resource.table]);
    await query('SELECT truncate_local_data_after_distributing_table($1)', [resource.table]);
  }
  for (const resource of catalogue) await addForeignKeys(query, resource, true);
}

/** The column by which the table is cut, which has to be a part of its key. It follows from the id. */
async function addBlocks(query: Query, { table }: Resource): Promise<void> {
  const [known] = await query(
    'SELECT 1 FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND column_name = $2',
    [table, BLOCK],
  );
  if (known) return;
  const change = (what: string) => query(`ALTER TABLE ${quoted(table)} ${what}`);
  await change(`ADD COLUMN ${BLOCK} BIGINT NOT NULL GENERATED ALWAYS AS (${blockSql('id')}) STORED`);
  await change(`ALTER COLUMN ${BLOCK} DROP EXPRESSION`);
  await change(`ADD CHECK (${BLOCK} = ${blockSql('id')})`);
  await change(`DROP CONSTRAINT ${quoted(`${table}_pkey`)}`);
  await change(`ADD PRIMARY KEY (id, ${BLOCK})`);
}

/** The tables that Citus knows, and how: `distributed` or `reference`. */
export async function placedTables(query: Query): Promise<ReadonlyMap<string, string>> {
  const rows = await query(
    `SELECT relname, CASE partmethod WHEN 'h' THEN 'distributed' WHEN 'n' THEN 'reference' ELSE 'other' END
     FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid WHERE relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(([table, kind]) => [table!.toString(), kind!.toString()]));
}

async function requireWorkers(query: Query): Promise<void> {
  if ((await firstValue(query, "SELECT to_regclass('pg_catalog.pg_dist_node') IS NOT NULL")) !== 't')
    throw new StoreError(
      'it has no Citus extension: make it with "CREATE EXTENSION citus" on every node, and name the nodes, as docs/distributed-engines.md says',
    );
  const nodes = (await query('SELECT groupid, shouldhaveshards FROM pg_dist_node WHERE isactive')).map(String);
  if (!nodes.some((each) => each.startsWith('0,')))
    throw new StoreError(
      'its coordinator is not among the nodes: run "SELECT citus_set_coordinator_host(\'its host name\', its port)" there first',
    );
  if (!nodes.some((each) => each.endsWith('t')))
    throw new StoreError('it has no workers: run "SELECT citus_add_node(\'host name\', port)" for each of them first');
}
