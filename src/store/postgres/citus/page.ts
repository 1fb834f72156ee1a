// A page of a distributed table. The coordinator knows the length of the list and the landmarks before and behind the
// page, from its own tables. Then the workers that have the blocks between these landmarks are asked once for the
// records.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { quoted } from '../../shared/schema.ts';
import { NO_ITEMS, type Page } from '../../store.ts';
import type { Query } from '../connection/connection.ts';
import { arrayText } from '../dialect.ts';
import { countedList, keyOf, type List, listOf, reached, totalSql, valuesOf, withoutNul } from '../read/list-page.ts';
import { BLOCK, blockOf, blocksBetween } from './distribution.ts';
import { tailIds } from './tail.ts';

type Items = Page['items'];
/** The landmark before a page, and an id that is not before its end. */
type Reach = { readonly total: number; readonly from: number; readonly first: number; readonly last: number };
/** Where a page begins: at an id, and so many records after it. */
type Start = { readonly total: number; readonly id: number; readonly skip: number; readonly last: number };

export async function distributedPage(run: Query, resource: Resource, query: ListQuery): Promise<Page> {
  const { limit, offset } = query;
  const list = countedList(resource, withoutNul(query)!)!;
  const { after } = list;
  const [key, value] = [keyOf(list), valuesOf(list)];
  const reach = async (before: string, at: number, end: number): Promise<Reach> => {
    const [row] = await run(reachSql(list, before), [at, key, end], true);
    const [total, from, first, last] = row!;
    return {
      total: Number(total),
      from: Number(from ?? 0),
      first: first ? Number(first) : Number.MIN_SAFE_INTEGER,
      last: Number(last),
    };
  };
  const start = async (): Promise<Start> => {
    if (after === undefined) {
      const { total, from, first, last } = await reach(BEFORE_OFFSET, offset, offset + limit);
      return { total, id: first, skip: offset - from, last };
    }
    const { total, from, first } = await reach(BEFORE_ID, after, 0);
    const [row] = await run(...within(betweenSql(list), [first, after, ...value], [first, after]));
    const passed = from + Number(row![0]);
    const near = await reach(BEFORE_OFFSET, passed + offset, passed + offset + limit);
    return { total: total - passed, id: near.first, skip: passed + offset - near.from, last: near.last };
  };
  const { total, id, skip, last } = await start();
  if (offset >= total) return { total, items: NO_ITEMS };
  const rows = await run(...within(pageSql(list), [id, skip, limit, ...value], [id, last]));
  return { total, items: joinedItems(rows.map(([json]) => json!)) };
}

/** Only the shards of the blocks between two ids are asked, where these are few. */
function within(
  sql: (blocks: string) => string,
  parameters: Value[],
  [first, last]: readonly [number, number],
): [sql: string, parameters: Value[], isQuick: true] {
  const blocks = blocksBetween(first, last);
  if (!blocks) return [sql(''), parameters, true];
  const at = `$${parameters.length + 1}`;
  // A single one is planned once and for all.
  return blocks.length === 1
    ? [sql(` AND ${BLOCK} = ${at}`), [...parameters, blocks[0]!], true]
    : [sql(` AND ${BLOCK} = ANY (${at}::bigint[])`), [...parameters, arrayText(blocks)], true];
}

/** The parameter with the id that a page or a count begins at. */
const START = '$1';
const BEFORE_OFFSET = 'list_offset <= $1 ORDER BY list_offset DESC';
const BEFORE_ID = 'id < $1 ORDER BY id DESC';

/** All of it is on the coordinator. */
function reachSql(list: List, before: string): string {
  const { resource } = list;
  const marks = `SELECT list_offset, id FROM workforce_landmarks WHERE ${listOf(list)}`;
  return `SELECT total, list_offset, landmark.id, coalesce(
      (SELECT id FROM (${marks} AND list_offset >= $3 ORDER BY list_offset LIMIT 1) AS behind),
      greatest((SELECT max(id) FROM (${tailIds(resource)}) AS tail), (SELECT id FROM workforce_watermarks WHERE resource = '${resource.name}')))
    FROM (SELECT ${totalSql(list, true)} AS total) AS list
    LEFT JOIN (${marks} AND ${before} LIMIT 1) AS landmark ON true`;
}

const betweenSql =
  (list: List) =>
  (blocks: string): string =>
    `SELECT count(*) FROM ${quoted(list.resource.table)} WHERE ${reached(list, '$3').from(START)} AND id < $2${blocks}`;

/** Rows as they come: joined in SQL, they would be gathered in a file of the coordinator first. */
const pageSql =
  (list: List) =>
  (blocks: string): string => {
    const { from, order } = reached(list);
    return `SELECT json FROM ${quoted(list.resource.table)} WHERE ${from(START)}${blocks} ORDER BY ${order} LIMIT $3 OFFSET $2`;
  };

/** The records of a page that were found before, in the order of their ids. */
export async function distributedRecords(run: Query, { table }: Resource, ids: readonly number[]): Promise<Items> {
  const sql = `SELECT id, json FROM ${quoted(table)} WHERE id = ANY ($1::bigint[]) AND ${BLOCK} = ANY ($2::bigint[])`;
  const rows = await run(sql, [arrayText(ids), arrayText([...new Set(ids.map(blockOf))])], true);
  const found = new Map(rows.map(([id, json]) => [Number(id), json!]));
  return joinedItems(ids.flatMap((id) => found.get(id) ?? []));
}

const COMMA = new Uint8Array([0x2c]);

const joinedItems = (texts: readonly Buffer[]): Items =>
  texts.length === 0 ? NO_ITEMS : Buffer.concat(texts.flatMap((text, at) => (at === 0 ? [text] : [COMMA, text])));
