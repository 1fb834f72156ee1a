// Both ends of a copy: reading records in the order of their ids, and taking them in, a transaction a portion. As long as
// workforce_meta has the mark, nothing but a copy opens the database.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { COPYING, notEmpty, notNewer, STAYS_UNFINISHED, unfinished } from '../../shared/copy-mark.ts';
import { quoted } from '../../shared/schema.ts';
import { BEFORE_ALL, type Intake, type PrivateFields } from '../../store.ts';
import { index, lockMeta, metaOf, setMeta } from '../admin/migrate.ts';
import type { Query } from '../connection/connection.ts';
import type { Node } from '../connection/server.ts';
import { sealAlone, takeTailIn } from '../write/list-counters.ts';
import { bulkWriter, countOn, isEmpty, referOrSay, takeDown } from './bulk-writer.ts';

/** So many records are read at a time, and written in one transaction. */
const PORTION = 4000;

/** Creates wait for a moment, so that none that is under way can still bring an older id. */
export const newestIds = (node: Node, catalogue: Catalogue): Promise<Record<string, number>> =>
  node.transaction(async (query) => {
    for (const resource of catalogue) await sealAlone(query, resource);
    const found: Record<string, number> = {};
    for (const resource of catalogue) found[resource.name] = await newestId(query, resource);
    return found;
  });

export async function newestId(query: Query, { table }: Resource): Promise<number> {
  const [row] = await query(`SELECT coalesce(max(id), ${BEFORE_ALL}) FROM ${quoted(table)}`);
  return Number(row![0]);
}

export async function* scan(
  query: Query,
  { table }: Resource,
  after: number,
  upTo: number,
): AsyncGenerator<readonly string[]> {
  const page = (from: number) =>
    query(`SELECT id, json FROM ${quoted(table)} WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${PORTION}`, [
      from,
      upTo,
    ]);
  for (let next = page(after); ; ) {
    const found = await next;
    if (found.length === 0) return;
    // Is on its way while this one is worked on; whoever stops here does not hear of its failure.
    next = page(Number(found.at(-1)![0]));
    next.catch(() => undefined);
    yield found.map(([, json]) => json!.toString());
  }
}

export async function refuseUnfinished(query: Query): Promise<void> {
  const [row] = await query("SELECT to_regclass('workforce_meta') IS NOT NULL");
  const since = row![0]!.toString() === 't' ? await metaOf(query, COPYING) : undefined;
  if (since !== undefined) throw unfinished(since);
}

/** Commits become durable in their order, so it is enough that the last one waits for the disk. Indexes get more memory than
 * a server spares by itself. */
const HOW = `SELECT set_config('statement_timeout', '0', true), set_config('synchronous_commit', 'off', true),
  set_config('maintenance_work_mem', greatest(pg_size_bytes(current_setting('maintenance_work_mem')), 268435456) / 1024 || 'kB', true)`;

export async function openIntake(
  primary: () => Node,
  catalogue: Catalogue,
  privateFields: PrivateFields,
): Promise<Intake> {
  const write = bulkWriter(catalogue, privateFields);
  const begun = new Set<Resource>();
  const transaction = <T>(run: (query: Query) => Promise<T>): Promise<T> =>
    primary().transaction(async (query) => {
      await query(HOW);
      await lockMeta(query);
      return run(query);
    });
  /** Each statement by itself, so that those that are done stay so. */
  const separately: Query = (sql, parameters) => transaction((query) => query(sql, parameters));
  await transaction(async (query) => {
    if ((await metaOf(query, COPYING)) !== undefined) return;
    if (!(await isEmpty(query, catalogue))) throw notEmpty();
    await setMeta(query, COPYING, new Date().toISOString());
  });
  return {
    take: (resource, records) =>
      transaction(async (query) => {
        const newest = await newestId(query, resource);
        if (newest >= (records[0]!.id as number)) throw notNewer(resource.one, newest);
        if (!begun.has(resource)) await takeDown(query, resource);
        begun.add(resource);
        await write(query, resource, records);
      }),
    async complete() {
      for (const resource of catalogue) {
        await index(separately, resource);
        await transaction((query) => takeTailIn(query, resource));
        await transaction((query) => countOn(query, resource));
      }
      for (const resource of catalogue) await transaction((query) => referOrSay(query, resource, STAYS_UNFINISHED));
      for (const { table } of catalogue) await separately(`ANALYZE ${quoted(table)}`);
    },
    release: () =>
      transaction(async (query) => {
        await query('SET LOCAL synchronous_commit TO DEFAULT');
        await query('DELETE FROM workforce_meta WHERE key = $1', [COPYING]);
      }),
  };
}
