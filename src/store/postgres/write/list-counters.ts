// What is kept about lists here: lengths and landmarks of each list up to an id, the seal, below which no record can appear
// any more. Newer records, the tail, are counted when asked. So a create writes no count that another one waits for;
// once the tail is long, it is taken in as a whole. Creates hold a share of the seal's row until they have committed,
// taking in holds it alone: what it then sees is all there will ever be up to the newest id.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { isKept, landmarks, notes } from '../../shared/list-counters.ts';
import { quoted } from '../../shared/schema.ts';
import type { Query } from '../connection/connection.ts';

export const TAIL = 1024;
/** So many records are noted at a time when much is taken in. */
const BATCH = 20_000;

export const LANDMARKS_BY_ID =
  'CREATE INDEX IF NOT EXISTS workforce_landmarks_by_id ON workforce_landmarks (resource, field, value, id)';

export const keptListsDdl = [
  `CREATE TABLE workforce_counts (
    resource TEXT NOT NULL, field TEXT NOT NULL, value TEXT COLLATE "C" NOT NULL, count BIGINT NOT NULL,
    PRIMARY KEY (resource, field, value)
  )`,
  `CREATE TABLE workforce_landmarks (
    resource TEXT NOT NULL, field TEXT NOT NULL, value TEXT COLLATE "C" NOT NULL, place BIGINT NOT NULL, id BIGINT NOT NULL,
    PRIMARY KEY (resource, field, value, place)
  )`,
  LANDMARKS_BY_ID,
  'CREATE TABLE workforce_sealed (resource TEXT PRIMARY KEY, id BIGINT NOT NULL)',
];

/** Takes part in the seal until the end of the transaction, and tells how far it goes. */
export const sealShared = (query: Query, { name }: Resource): Promise<number> =>
  sealed(query, 'SELECT id FROM workforce_sealed WHERE resource = $1 FOR SHARE', name);

/** Waits for those who take part, and keeps others from it until the end of the transaction. */
export const sealAlone = (query: Query, { name }: Resource): Promise<number> =>
  sealed(query, 'SELECT id FROM workforce_sealed WHERE resource = $1 FOR UPDATE', name);

async function sealed(query: Query, sql: string, name: string): Promise<number> {
  const [row] = await query(sql, [name]);
  return Number(row![0]);
}

/** Takes the tail in, unless it is short; in a transaction of its own. */
export async function takeTailIn(query: Query, resource: Resource, atLeast = 1): Promise<void> {
  let after = await sealAlone(query, resource);
  const table = quoted(resource.table);
  const [newest] = await query(`SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE id > $1 LIMIT $2) AS tail`, [
    after,
    atLeast,
  ]);
  if (Number(newest![0]) < atLeast) return;
  const fields = ['id', ...resource.fields.filter(isKept).map((field) => field.name)];
  const page = `SELECT row_to_json(kept) FROM (
    SELECT ${fields.map(quoted).join(', ')} FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${BATCH}) AS kept`;
  for (;;) {
    const found = await query(page, [after]);
    if (found.length === 0) break;
    const records = found.map(([json]) => JSON.parse(json!.toString()) as DataRecord);
    await keep(query, resource, records);
    after = records.at(-1)!.id as number;
  }
  await query('UPDATE workforce_sealed SET id = $2 WHERE resource = $1', [resource.name, after]);
}

async function keep(query: Query, resource: Resource, records: readonly DataRecord[]): Promise<void> {
  const noted = notes(resource);
  for (const record of records) noted.add(record);
  const growth = noted.growth();
  const counted = await query(
    `INSERT INTO workforce_counts AS kept
     SELECT $1, field, value, count FROM json_to_recordset($2::text::json) AS given (field text, value text, count bigint)
     ON CONFLICT (resource, field, value) DO UPDATE SET count = kept.count + excluded.count
     RETURNING field, value, count`,
    [resource.name, JSON.stringify(growth.map(({ field, value, ids }) => ({ field, value, count: ids.length })))],
  );
  const lengths = new Map(counted.map(([field, value, count]) => [`${field} ${value}`, Number(count)]));
  const marks = growth.flatMap(({ field, value, ids }) =>
    landmarks(ids, lengths.get(`${field} ${value}`)!).map((mark) => ({ field, value, ...mark })),
  );
  if (marks.length === 0) return;
  await query(
    `INSERT INTO workforce_landmarks SELECT $1, field, value, place, id
     FROM json_to_recordset($2::text::json) AS given (field text, value text, place bigint, id bigint)`,
    [resource.name, JSON.stringify(marks)],
  );
}

/** Makes everything that is kept about a resource anew from its rows. */
export async function rebuildLists(query: Query, resource: Resource): Promise<void> {
  await sealAlone(query, resource);
  for (const table of ['workforce_counts', 'workforce_landmarks'])
    await query(`DELETE FROM ${table} WHERE resource = $1`, [resource.name]);
  await query('UPDATE workforce_sealed SET id = $2 WHERE resource = $1', [resource.name, Number.MIN_SAFE_INTEGER]);
  await takeTailIn(query, resource);
}
