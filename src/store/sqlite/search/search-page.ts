// A list with `q`, answered from the search index. Sets of records are intersected, the texts of uncertain ones are read, and the
// total and any page are counted off in the sets. All in one read transaction.
import type { Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { orderSql, whereSql } from '../../shared/list-sql.ts';
import { folded } from '../../shared/record-text.ts';
import { quoted } from '../../shared/schema.ts';
import { NO_ITEMS, type Page } from '../../store.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';
import { type Bits, count, has, noBits, positions, SEGMENT, segmentOf } from './position-sets.ts';
import { type Found, lookUp, type Watermark } from './search-index.ts';

/** Up to this many ids are passed to SQL one by one. With more, SQL lists its own ids and these are looked up in the sets. */
const FEW = 20_000;

/** The matches: in the index, by segment in ascending order, and among the records above the watermark. */
function found(prepare: Prepare, resource: Resource, watermark: Watermark, query: ListQuery) {
  return {
    indexed: narrowed(prepare, resource, watermark, query, matching(prepare, resource, query.terms.map(folded))),
    tail: idsWhere(prepare, resource, query, ['id > ?', watermark.id]),
  };
}

/** The ids of all matches, in the order of the list. */
export function* searchIds(
  prepare: Prepare,
  resource: Resource,
  watermark: Watermark,
  query: ListQuery,
): Generator<number> {
  const { indexed, tail } = found(prepare, resource, watermark, query);
  if (query.sort) {
    const total = indexed.reduce((sum, [, bits]) => sum + count(bits), tail.length);
    yield* inOrder(prepare, resource, orderSql(sqlite, query), new Map(indexed), tail, total);
    return;
  }
  for (const [segment, bits] of indexed) for (const at of positions(bits)) yield segment * SEGMENT + at;
  yield* tail;
}

export function searchPage(prepare: Prepare, resource: Resource, watermark: Watermark, query: ListQuery): Page {
  const { indexed, tail } = found(prepare, resource, watermark, query);
  const counts = indexed.map(([, bits]) => count(bits));
  const total = counts.reduce((sum, each) => sum + each, tail.length);
  if (query.sort && query.offset < total) {
    const page = sortedIds(prepare, resource, query, new Map(indexed), tail, total);
    return { total, items: recordsOf(prepare, resource, query, page) };
  }
  const ids: number[] = [];
  let skip = query.offset;
  for (const [i, [segment, bits]] of indexed.entries()) {
    if (ids.length >= query.limit) break;
    if (skip < counts[i]!)
      ids.push(
        ...positions(bits)
          .slice(skip, skip + query.limit - ids.length)
          .map((at) => segment * SEGMENT + at),
      );
    skip = Math.max(0, skip - counts[i]!);
  }
  ids.push(...tail.slice(skip, skip + query.limit - ids.length));
  return { total, items: recordsOf(prepare, resource, query, ids) };
}

function recordsOf(prepare: Prepare, { table }: Resource, query: ListQuery, ids: readonly number[]): Uint8Array {
  const page = `SELECT json FROM ${quoted(table)} WHERE id IN (SELECT value FROM json_each(?))`;
  const sql = sqlite.joined(`${page} ORDER BY ${orderSql(sqlite, query)}`);
  return (prepare(sql).values(JSON.stringify(ids))[0]?.[0] as Uint8Array | null) ?? NO_ITEMS;
}

/** The ids of a page of a sorted list: few matches are sorted; for many, the order is walked from its nearer end. */
function sortedIds(
  prepare: Prepare,
  resource: Resource,
  query: ListQuery,
  indexed: Found,
  tail: readonly number[],
  total: number,
): number[] {
  const limit = Math.min(query.limit, total - query.offset);
  const backwards = query.offset > total / 2;
  const offset = backwards ? total - query.offset - limit : query.offset;
  const page: number[] = [];
  let skip = offset;
  for (const id of inOrder(prepare, resource, orderSql(sqlite, query, { backwards }), indexed, tail, total)) {
    if (skip-- > 0) continue;
    if (page.push(id) === limit) break;
  }
  return page;
}

function* inOrder(
  prepare: Prepare,
  { table }: Resource,
  order: string,
  indexed: Found,
  tail: readonly number[],
  total: number,
): Generator<number> {
  if (total <= FEW) {
    const ids = [...indexed].flatMap(([segment, bits]) => positions(bits).map((at) => segment * SEGMENT + at));
    const sql = `SELECT id FROM ${quoted(table)} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY ${order}`;
    for (const [id] of prepare(sql).values(JSON.stringify([...ids, ...tail])) as [number][]) yield id;
    return;
  }
  const newest = new Set(tail);
  for (const row of prepare(`SELECT id FROM ${quoted(table)} ORDER BY ${order}`).iterate()) {
    const { id } = row as { id: number };
    const bits = indexed.get(segmentOf(id));
    if (newest.has(id) || (bits && has(bits, id - segmentOf(id) * SEGMENT))) yield id;
  }
}

/** The indexed records that contain every term, by segment in ascending order. */
function matching(prepare: Prepare, resource: Resource, terms: string[]): [number, Bits][] {
  const parts = terms.map((term) => ({ term, ...lookUp(prepare, resource, term) }));
  const found: Found = new Map();
  for (const [segment, bits] of parts[0]!.possible) {
    const all = bits.slice();
    for (const { possible } of parts.slice(1)) {
      const other = possible.get(segment);
      for (let i = 0; i < all.length; i++) all[i]! &= other?.[i] ?? 0;
    }
    found.set(segment, all);
  }
  for (const { term, possible, certain } of parts)
    if (possible !== certain) dropFalse(prepare, resource, found, certain, term);
  return [...found].sort(([a], [b]) => a - b);
}

/** Removes the records that contain the grams of a term, but not the term. */
function dropFalse(prepare: Prepare, resource: Resource, found: Found, certain: Found, term: string): void {
  const without = prepare(
    `SELECT id FROM ${quoted(resource.table)} WHERE id IN (SELECT value FROM json_each(?)) AND instr(search, ?) = 0`,
  );
  for (const [segment, bits] of found) {
    const sure = certain.get(segment);
    const doubtful = sure ? bits.map((word, i) => word & ~sure[i]!) : bits;
    const ids = positions(doubtful).map((at) => segment * SEGMENT + at);
    if (ids.length === 0) continue;
    for (const [id] of without.values(JSON.stringify(ids), term) as [number][]) {
      const at = id - segment * SEGMENT;
      bits[at >> 5]! &= ~(1 << (at & 31));
    }
  }
}

/** Those of the matches that meet the other conditions of the query too. */
function narrowed(
  prepare: Prepare,
  resource: Resource,
  watermark: Watermark,
  query: ListQuery,
  found: [number, Bits][],
): [number, Bits][] {
  if (query.conditions.length === 0) return found;
  const total = found.reduce((sum, [, bits]) => sum + count(bits), 0);
  const plain = { ...query, terms: [] };
  const few = () =>
    JSON.stringify(found.flatMap(([segment, bits]) => positions(bits).map((at) => segment * SEGMENT + at)));
  const ids =
    total <= FEW
      ? idsWhere(prepare, resource, plain, ['id IN (SELECT value FROM json_each(?))', few()])
      : idsWhere(prepare, resource, plain, ['id <= ?', watermark.id]);
  const sets = new Map(found);
  const left = new Map<number, Bits>();
  for (const id of ids) {
    const segment = segmentOf(id);
    const at = id - segment * SEGMENT;
    const bits = sets.get(segment);
    if (!bits || !has(bits, at)) continue;
    const target = left.get(segment) ?? noBits();
    target[at >> 5]! |= 1 << (at & 31);
    left.set(segment, target);
  }
  return [...left].sort(([a], [b]) => a - b);
}

function idsWhere(
  prepare: Prepare,
  { table }: Resource,
  query: ListQuery,
  [test, value]: [string, string | number],
): number[] {
  const { sql, parameters } = whereSql(sqlite, query, { searchPrivate: false, extra: [test, value] });
  return (prepare(`SELECT id FROM ${quoted(table)}${sql} ORDER BY id`).values(...parameters) as [number][]).map(
    ([id]) => id,
  );
}
