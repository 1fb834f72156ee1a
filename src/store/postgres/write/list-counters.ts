// The list counters on PostgreSQL go up to a watermark, an id below which no record can appear any more. Newer records,
// the tail, are counted when asked, so a create updates no counter that another create waits for. Once the tail is
// long, it is counted as a whole. Creates hold a shared lock on the row of the watermark until they have committed;
// counting holds it exclusively, so all records up to the newest id are visible to it.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { countedFields, counterDeltas, landmarks } from '../../shared/list-counters.ts';
import { quoted } from '../../shared/schema.ts';
import type { Distribution } from '../citus/distribution.ts';
import { forgetTail } from '../citus/tail.ts';
import { firstValue, type Query } from '../connection/connection.ts';
import { rowsOf } from '../read/scan.ts';

export const TAIL = 1024;
/** How many records are counted at a time. */
const BATCH = 20_000;

export const listCountersDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_list_counters (
    resource TEXT NOT NULL, field TEXT NOT NULL, value TEXT COLLATE "C" NOT NULL, count BIGINT NOT NULL,
    PRIMARY KEY (resource, field, value)
  )`,
  `CREATE TABLE IF NOT EXISTS workforce_landmarks (
    resource TEXT NOT NULL, field TEXT NOT NULL, value TEXT COLLATE "C" NOT NULL, list_offset BIGINT NOT NULL, id BIGINT NOT NULL,
    PRIMARY KEY (resource, field, value, list_offset)
  )`,
  'CREATE INDEX IF NOT EXISTS workforce_landmarks_by_id ON workforce_landmarks (resource, field, value, id)',
  'CREATE TABLE IF NOT EXISTS workforce_watermarks (resource TEXT PRIMARY KEY, id BIGINT NOT NULL)',
];

/** Locks the watermark together with other creates, until the end of the transaction, and returns it. */
export const shareWatermark = (query: Query, { name }: Resource): Promise<number> =>
  watermark(query, 'SELECT id FROM workforce_watermarks WHERE resource = $1 FOR SHARE', name);

/** Locks the watermark alone: waits for creates under way, and makes others wait until the end of the transaction. */
export const lockWatermark = (query: Query, { name }: Resource): Promise<number> =>
  watermark(query, 'SELECT id FROM workforce_watermarks WHERE resource = $1 FOR UPDATE', name);

async function watermark(query: Query, sql: string, name: string): Promise<number> {
  const [row] = await query(sql, [name]);
  return Number(row![0]);
}

export const addWatermark = (query: Query, { name }: Resource) =>
  query('INSERT INTO workforce_watermarks VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, BEFORE_ALL]);

const setWatermark = (query: Query, { name }: Resource, id: number) =>
  query('UPDATE workforce_watermarks SET id = $2 WHERE resource = $1', [name, id]);

/** Counts the tail, unless it has fewer records than `atLeast`; in a transaction of its own. */
export async function countTail(
  query: Query,
  resource: Resource,
  distributed: Distribution,
  atLeast = 1,
): Promise<void> {
  const after = await lockWatermark(query, resource);
  const some = `SELECT 1 FROM ${quoted(resource.table)} WHERE id > $1 LIMIT $2`;
  if (Number(await firstValue(query, `SELECT count(*) FROM (${some}) AS tail`, [after, atLeast])) < atLeast) return;
  const columns = countedFields(resource).map(({ name }) => name);
  const isFirst = after === BEFORE_ALL;
  let newest = after;
  for await (const records of rowsOf(query, resource, { columns, size: BATCH, after })) {
    await storeDeltas(query, resource, records);
    newest = records.at(-1)!.id as number;
  }
  await setWatermark(query, resource, newest);
  if (distributed.has(resource)) await forgetTail(query, resource);
  if (distributed.has(resource) && isFirst) await addBeginning(query, resource);
}

/** A landmark at the very first record, by which its shard is found. */
export const addBeginning = (query: Query, { name, table }: Resource) =>
  query(
    `INSERT INTO workforce_landmarks SELECT $1, '', '', 0, min(id) FROM ${quoted(table)} HAVING min(id) IS NOT NULL
     ON CONFLICT DO NOTHING`,
    [name],
  );

async function storeDeltas(query: Query, resource: Resource, records: readonly DataRecord[]): Promise<void> {
  const deltas = counterDeltas(resource, records);
  const counted = await query(
    `INSERT INTO workforce_list_counters AS stored
     SELECT $1, field, value, count FROM json_to_recordset($2::text::json) AS given (field text, value text, count bigint)
     ON CONFLICT (resource, field, value) DO UPDATE SET count = stored.count + excluded.count
     RETURNING field, value, count`,
    [resource.name, JSON.stringify(deltas.map(({ field, value, ids }) => ({ field, value, count: ids.length })))],
  );
  const lengths = new Map(counted.map(([field, value, count]) => [`${field} ${value}`, Number(count)]));
  const marks = deltas.flatMap(({ field, value, ids }) =>
    landmarks(ids, lengths.get(`${field} ${value}`)!).map((mark) => ({ field, value, ...mark })),
  );
  if (marks.length === 0) return;
  await query(
    `INSERT INTO workforce_landmarks SELECT $1, field, value, "offset", id
     FROM json_to_recordset($2::text::json) AS given (field text, value text, "offset" bigint, id bigint)`,
    [resource.name, JSON.stringify(marks)],
  );
}

/** Counts all records of a resource again. */
export async function rebuildCounters(query: Query, resource: Resource, distributed: Distribution): Promise<void> {
  await lockWatermark(query, resource);
  for (const table of ['workforce_list_counters', 'workforce_landmarks'])
    await query(`DELETE FROM ${table} WHERE resource = $1`, [resource.name]);
  if (distributed.has(resource)) await forgetTail(query, resource);
  await setWatermark(query, resource, BEFORE_ALL);
  await countTail(query, resource, distributed);
}
