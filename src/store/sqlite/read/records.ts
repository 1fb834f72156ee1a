// The records with given ids, in the order of these.
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import { NO_ITEMS } from '../../store.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';

export function recordsOf(prepare: Prepare, resource: Resource, ids: readonly number[]): Uint8Array {
  if (ids.length === 0) return NO_ITEMS;
  const [first, last] = [ids[0]!, ids[ids.length - 1]!];
  // Ids ascend, or are as they are: with as many as lie between them none is left out.
  const isRun = last - first === ids.length - 1 && isAscending(ids);
  const [[items]] = (
    isRun
      ? prepare(runSql(resource)).values(first, last)
      : prepare(sqlite.joined(recordsSql(resource))).values(JSON.stringify(ids))
  ) as [[Uint8Array | null]];
  return items ?? NO_ITEMS;
}

function isAscending(ids: readonly number[]): boolean {
  for (let at = 1; at < ids.length; at++) if (ids[at]! < ids[at - 1]!) return false;
  return true;
}

/** A range of ids is read in their order. To ask for that order would pass every record on once more. */
const runSql = ({ table }: Resource): string =>
  `SELECT CAST(group_concat(json, ',') AS BLOB) FROM ${quoted(table)} WHERE id >= ? AND id <= ?`;

/** The `json` of the records whose ids are in a JSON array, or that of an array of some columns. A cross join goes
 * through the array in its order. */
export const recordsSql = ({ table }: Resource, columns?: readonly Field[]): string =>
  `SELECT ${columns ? `json_array(${columns.map(({ name }) => `record.${quoted(name)}`)}) AS json` : 'record.json'} FROM json_each(?) AS given CROSS JOIN ${quoted(table)} AS record
    ON record.id = given.value`;
