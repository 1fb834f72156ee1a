// The records that match a list query with `q`: the sets of the terms are intersected, and the texts of uncertain records are read.
import type { Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { rowsToCheck, whereSql } from '../../shared/list-sql.ts';
import { folded } from '../../shared/record-text.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';
import type { Budget } from '../read/budget.ts';
import { newestId } from '../read/scan.ts';
import { add, type Bits, count, emptySet, has, idsOf, positionOf, remove, segmentOf } from './position-sets.ts';
import { type Found, lookUp, type Watermark } from './search-index.ts';

/** Up to this many matches are passed to SQL as a list. With more, SQL returns its own ids and they are looked up in the sets. */
export const MAX_LISTED_IDS = 20_000;

export type SearchContext = { readonly prepare: Prepare; readonly budget: Budget };

export type Matches = { readonly indexed: [number, Bits][]; readonly tail: number[] };

/** The matches: in the index, by segment in ascending order, and among the records above the watermark. */
export function findMatches(
  { prepare, budget }: SearchContext,
  resource: Resource,
  watermark: Watermark,
  query: ListQuery,
): Matches {
  budget.rows((newestId(prepare, resource) - watermark.id) * rowsToCheck(query.conditions));
  const found = matching({ prepare, budget }, resource, query.terms.map(folded));
  return {
    indexed: meetingConditions({ prepare, budget }, resource, watermark, query, found),
    tail: [...eachId(prepare, resource, query, ['id > ?', watermark.id], ONE_BY_ONE)],
  };
}

/** The indexed records that contain every term, by segment in ascending order. */
function matching(context: SearchContext, resource: Resource, terms: string[]): [number, Bits][] {
  const parts = terms.map((term) => ({ term, ...lookUp(context, resource, term) }));
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
    if (possible !== certain) removeFalseMatches(context, resource, found, certain, term);
  return [...found].sort(([a], [b]) => a - b);
}

/** Removes the records that contain the grams of the term, but not the term itself. */
function removeFalseMatches(
  { prepare, budget }: SearchContext,
  resource: Resource,
  found: Found,
  certain: Found,
  term: string,
): void {
  const without = prepare(
    `SELECT id FROM ${quoted(resource.table)} WHERE id IN (SELECT value FROM json_each(?)) AND instr(search, ?) = 0`,
  );
  for (const [segment, bits] of found) {
    const sure = certain.get(segment);
    const uncertain = sure ? bits.map((word, i) => word & ~sure[i]!) : bits;
    budget.rows(count(uncertain));
    const ids = idsOf(segment, uncertain);
    if (ids.length > 0)
      for (const [id] of without.values(JSON.stringify(ids), term) as [number][]) remove(bits, positionOf(id));
  }
}

/** The matches that also meet the other conditions of the query. */
function meetingConditions(
  { prepare, budget }: SearchContext,
  resource: Resource,
  watermark: Watermark,
  query: ListQuery,
  found: [number, Bits][],
): [number, Bits][] {
  if (query.conditions.length === 0) return found;
  const total = found.reduce((sum, [, bits]) => sum + count(bits), 0);
  budget.rows(total * rowsToCheck(query.conditions));
  const plain = { ...query, terms: [] };
  const list = () => JSON.stringify(found.flatMap(([segment, bits]) => idsOf(segment, bits)));
  const ids =
    total <= MAX_LISTED_IDS
      ? eachId(prepare, resource, plain, ['id IN (SELECT value FROM json_each(?))', list()], ONE_BY_ONE)
      : eachId(prepare, resource, plain, ['id <= ?', watermark.id]);
  const sets = new Map(found);
  const remaining = new Map<number, Bits>();
  for (const id of ids) {
    const [segment, position] = [segmentOf(id), positionOf(id)];
    const bits = sets.get(segment);
    if (bits && has(bits, position)) remaining.set(segment, add(remaining.get(segment) ?? emptySet(), [position]));
  }
  return [...remaining].sort(([a], [b]) => a - b);
}

/** The ids are given, so the conditions are checked on each: an index could lead to many more records. */
const ONE_BY_ONE = () => true;

function* eachId(
  prepare: Prepare,
  { table }: Resource,
  query: ListQuery,
  extra: [test: string, value: string | number],
  withoutIndex?: () => boolean,
): Generator<number> {
  const { sql, parameters } = whereSql(sqlite, query, { searchPrivate: false, extra, withoutIndex });
  for (const row of prepare(`SELECT id FROM ${quoted(table)}${sql} ORDER BY id`).iterate(...parameters))
    yield (row as { id: number }).id;
}
