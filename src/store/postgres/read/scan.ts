// Reads the records of a resource in the order of their ids, for copies; and the newest and the next ids.
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL, type NewestIds } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { firstValue, type Query } from '../connection/connection.ts';
import { readMeta, writeMeta } from '../connection/meta.ts';

const BATCH = 4000;

/** Without `columns`, all of them. */
type RowRange = {
  readonly columns?: readonly string[];
  readonly size: number;
  readonly after?: number;
  readonly upTo?: number;
};

/** BEFORE_ALL when there is no record. */
export const newestId = async (query: Query, { table }: Resource): Promise<number> =>
  Number(await firstValue(query, `SELECT coalesce(max(id), ${BEFORE_ALL}) FROM ${quoted(table)}`));

export async function newestIds(query: Query, catalogue: Catalogue): Promise<NewestIds> {
  const found: Record<string, number> = {};
  for (const resource of catalogue) found[resource.name] = await newestId(query, resource);
  return found;
}

/** Rows as objects with these columns, after one id and up to another, in the order of ids, so many at a time. */
export async function* rowsOf<Row extends DataRecord>(
  query: Query,
  { table }: Resource,
  { columns, size, after = BEFORE_ALL, upTo = Number.MAX_SAFE_INTEGER }: RowRange,
): AsyncGenerator<readonly Row[]> {
  const names = columns ? [...new Set(['id', ...columns])].map(quoted).join(', ') : '*';
  const page = `SELECT row_to_json(record) FROM (
    SELECT ${names} FROM ${quoted(table)} WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${size}) AS record`;
  for (let last = after; ; ) {
    const rows = (await query(page, [last, upTo])).map(([json]) => JSON.parse(json!.toString()) as Row);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)!.id as number;
  }
}

export async function* scan(
  query: Query,
  { table }: Resource,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<readonly string[]> {
  const sql = `SELECT id, json FROM ${quoted(table)} WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${BATCH}`;
  for (let next = query(sql, [after, upTo]); ; ) {
    const found = await next;
    if (found.length === 0) return;
    // The next batch is under way while this one is used. When the caller stops here, nobody hears of its failure.
    next = query(sql, [Number(found.at(-1)![0]), upTo]);
    next.catch(() => undefined);
    yield found.map(([, json]) => json!.toString());
  }
}

// The ids of erased records are never given to others: a client that still has such an id must not find another person
// there. Ids grow, so the greatest erased one is enough.
const keyOf = ({ name }: Resource): string => `retired ${name}`;

/** 0 where none was erased. */
const retiredId = async (query: Query, resource: Resource): Promise<number> =>
  Number((await readMeta(query, keyOf(resource))) ?? 0);

/** The first id that no record has or had. */
export const nextId = async (query: Query, resource: Resource): Promise<number> =>
  Math.max(await newestId(query, resource), await retiredId(query, resource)) + 1;

export async function retireIds(query: Query, resource: Resource, ids: readonly number[]): Promise<void> {
  const greatest = ids.reduce((most, id) => Math.max(most, id), await retiredId(query, resource));
  if (greatest > 0) await writeMeta(query, keyOf(resource), String(greatest));
}
