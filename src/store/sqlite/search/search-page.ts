// Lists with `q`, from the search index: the total and the page are counted in the sets of matches. The caller holds the read
// transaction.
import type { Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import type { Found } from '../../shared/lane/lane.ts';
import { orderSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { sqlite } from '../dialect.ts';
import { findMatches, MAX_LISTED_IDS, type SearchContext } from './matches.ts';
import { count, has, idsOf, positionOf, segmentOf } from './position-sets.ts';
import type { Found as PositionSets, Watermark } from './search-index.ts';

/** The ids of all matches, in the order of the list. */
export function* searchIds(
  context: SearchContext,
  resource: Resource,
  watermark: Watermark,
  query: ListQuery,
): Generator<number> {
  const { indexed, tail } = findMatches(context, resource, watermark, query);
  if (query.sort) {
    const total = indexed.reduce((sum, [, bits]) => sum + count(bits), tail.length);
    yield* inOrder(context, resource, orderSql(sqlite, query), new Map(indexed), tail, total);
    return;
  }
  for (const [segment, bits] of indexed) yield* idsOf(segment, bits);
  yield* tail;
}

export function searchPage(context: SearchContext, resource: Resource, watermark: Watermark, query: ListQuery): Found {
  const { indexed, tail } = findMatches(context, resource, watermark, query);
  const counts = indexed.map(([, bits]) => count(bits));
  const total = counts.reduce((sum, each) => sum + each, tail.length);
  if (query.sort && query.offset < total)
    return { total, ids: sortedIds(context, resource, query, new Map(indexed), tail, total) };
  const ids: number[] = [];
  let skip = query.offset;
  for (const [i, [segment, bits]] of indexed.entries()) {
    if (ids.length >= query.limit) break;
    if (skip < counts[i]!) ids.push(...idsOf(segment, bits).slice(skip, skip + query.limit - ids.length));
    skip = Math.max(0, skip - counts[i]!);
  }
  ids.push(...tail.slice(skip, skip + query.limit - ids.length));
  return { total, ids };
}

/** Reads the order from the end that is nearer to the page. */
function sortedIds(
  context: SearchContext,
  resource: Resource,
  query: ListQuery,
  indexed: PositionSets,
  tail: readonly number[],
  total: number,
): number[] {
  const limit = Math.min(query.limit, total - query.offset);
  const backwards = query.offset > total / 2;
  const page: number[] = [];
  let skip = backwards ? total - query.offset - limit : query.offset;
  for (const id of inOrder(context, resource, orderSql(sqlite, query, { backwards }), indexed, tail, total)) {
    if (skip-- > 0) continue;
    if (page.push(id) === limit) break;
  }
  return backwards ? page.reverse() : page;
}

function* inOrder(
  { prepare, budget }: SearchContext,
  { table }: Resource,
  order: string,
  indexed: PositionSets,
  tail: readonly number[],
  total: number,
): Generator<number> {
  budget.rows(total);
  if (total <= MAX_LISTED_IDS) {
    const ids = [...indexed].flatMap(([segment, bits]) => idsOf(segment, bits));
    const sql = `SELECT id FROM ${quoted(table)} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY ${order}`;
    for (const [id] of prepare(sql).values(JSON.stringify([...ids, ...tail])) as [number][]) yield id;
    return;
  }
  const newest = new Set(tail);
  for (const row of prepare(`SELECT id FROM ${quoted(table)} ORDER BY ${order}`).iterate()) {
    const { id } = row as { id: number };
    const bits = indexed.get(segmentOf(id));
    if (newest.has(id) || (bits && has(bits, positionOf(id)))) yield id;
  }
}
