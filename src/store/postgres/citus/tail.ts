// The tail of distributed tables: the records above the watermark, which no counter has yet. Its rows are on the
// coordinator, so that no worker is asked for the length of a list: one row for each list that a record is in.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { counterDeltas } from '../../shared/list-counters.ts';
import type { Query } from '../connection/connection.ts';

export const tailDdl = `CREATE TABLE IF NOT EXISTS workforce_tail (
  resource TEXT NOT NULL, field TEXT NOT NULL, value TEXT COLLATE "C" NOT NULL, id BIGINT NOT NULL,
  PRIMARY KEY (resource, field, value, id)
)`;

/** Called in the transaction that creates the records. */
export async function addToTail(query: Query, resource: Resource, records: readonly DataRecord[]): Promise<void> {
  const lists = counterDeltas(resource, records);
  const rows = lists.flatMap(({ field, value, ids }) => ids.map((id) => [field, value, id]));
  await query(
    `INSERT INTO workforce_tail SELECT $1, entry->>0, entry->>1, (entry->>2)::bigint
     FROM json_array_elements($2::text::json) AS entry`,
    [resource.name, JSON.stringify(rows)],
  );
}

/** Called in the transaction that counts the tail. */
export const forgetTail = (query: Query, { name }: Resource) =>
  query('DELETE FROM workforce_tail WHERE resource = $1', [name]);

/** How many records the tail has. */
export const tailLength = (resource: Resource): string => `(SELECT count(*) FROM (${tailIds(resource)}) AS tail)`;

/** The ids in the tail, as rows with a column `id`. */
export const tailIds = ({ name }: Resource): string =>
  `SELECT id FROM workforce_tail WHERE resource = '${name}' AND field = '' AND value = ''`;
