// A page of a distributed table. The coordinator is asked for the length of the list and the nearest landmark, from its own tables; then
// the workers are asked once, for the records from there on.
import type { Field, Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { counterKey, STRIDE } from '../../shared/list-counters.ts';
import { quoted } from '../../shared/schema.ts';
import { NO_ITEMS, type Page } from '../../store.ts';
import type { Query } from '../connection/connection.ts';
import { arrayText } from '../dialect.ts';
import { countedList, listOf, reached, totalSql, withoutNul } from '../read/list-page.ts';

type Items = Page['items'];
/** Where a page begins: at an id, and so many records after it. */
type Start = { readonly id: number; readonly skip: number };
type Landmark = { readonly place: number; readonly id: number };

const BEGINNING: Landmark = { place: 0, id: Number.MIN_SAFE_INTEGER };

export async function distributedPage(run: Query, resource: Resource, query: ListQuery): Promise<Page> {
  const { limit, offset } = query;
  const { filter, after } = countedList(withoutNul(query)!)!;
  const list = { resource, field: filter?.field, isNull: filter?.value === null };
  const key = filter ? counterKey(filter.value) : '';
  const value = filter && filter.value !== null ? [filter.value] : [];
  const found = async (landmark: string, at: number): Promise<readonly [total: number, Landmark]> => {
    const [row] = await run(lengthSql(list, landmark), [at, key], true);
    const [total, place, id] = row!;
    return [Number(total), place && id ? { place: Number(place), id: Number(id) } : BEGINNING];
  };
  const start = async (): Promise<readonly [total: number, Start]> => {
    if (after === undefined) {
      const [total, landmark] = await found(BEFORE_PLACE, offset);
      return [total, { id: landmark.id, skip: offset - landmark.place }];
    }
    const [total, landmark] = await found(BEFORE_ID, after);
    const [row] = await run(betweenSql(list), [landmark.id, after, ...value], true);
    const passed = landmark.place + Number(row![0]);
    if (offset < STRIDE) return [total - passed, { id: after, skip: offset }];
    const [, near] = await found(BEFORE_PLACE, passed + offset);
    return [total - passed, { id: near.id, skip: passed + offset - near.place }];
  };
  const [total, { id, skip }] = await start();
  if (offset >= total) return { total, items: NO_ITEMS };
  const rows = await run(pageSql(list), [id, skip, limit, ...value], true);
  return { total, items: joinedItems(rows.map(([json]) => json!)) };
}

type List = { readonly resource: Resource; readonly field: Field | undefined; readonly isNull: boolean };

/** The parameter with the id that a page or a count begins at. */
const START = '$1';
const BEFORE_PLACE = 'place <= $1 ORDER BY place DESC';
const BEFORE_ID = 'id < $1 ORDER BY id DESC';

const lengthSql = ({ resource, field, isNull }: List, landmark: string): string =>
  `SELECT total, place, id FROM (SELECT ${totalSql(resource, field, isNull, true)} AS total) AS list
   LEFT JOIN (SELECT place, id FROM workforce_landmarks WHERE ${listOf(resource, field)} AND ${landmark} LIMIT 1) AS landmark ON true`;

const betweenSql = ({ resource, field, isNull }: List): string =>
  `SELECT count(*) FROM ${quoted(resource.table)} WHERE ${reached(field, isNull, '$3').from(START)} AND id < $2`;

/** Rows as they come: joined in SQL, they would be gathered in a file of the coordinator first. */
function pageSql({ resource, field, isNull }: List): string {
  const { from, order } = reached(field, isNull, '$4');
  return `SELECT json FROM ${quoted(resource.table)} WHERE ${from(START)} ORDER BY ${order} LIMIT $3 OFFSET $2`;
}

/** The records of a page that were found before, in the order of their ids. */
export async function distributedRecords(run: Query, { table }: Resource, ids: readonly number[]): Promise<Items> {
  const rows = await run(
    `SELECT id, json FROM ${quoted(table)} WHERE id = ANY ($1::text::bigint[])`,
    [arrayText(ids)],
    true,
  );
  const found = new Map(rows.map(([id, json]) => [Number(id), json!]));
  return joinedItems(ids.flatMap((id) => found.get(id) ?? []));
}

const COMMA = new Uint8Array([0x2c]);

const joinedItems = (texts: readonly Buffer[]): Items =>
  texts.length === 0 ? NO_ITEMS : Buffer.concat(texts.flatMap((text, at) => (at === 0 ? [text] : [COMMA, text])));
