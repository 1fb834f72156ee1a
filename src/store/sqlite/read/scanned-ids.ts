// The pages of lists that have no landmarks. The total is counted, unless a counter has it; the page is found by walking the order
// of the list, or by sorting the matching records when these are few.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Condition } from '../../../contract/request/conditions.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import type { Found } from '../../shared/lane/lane.ts';
import { orderSql, rowsToCheck, whereSql } from '../../shared/list-sql.ts';
import { indexOf, quoted } from '../../shared/schema.ts';
import { sqlite } from '../dialect.ts';
import { TOO_LONG } from './budget.ts';
import type { Narrowest, ReadContext } from './context.ts';
import { groupedIds } from './grouped-lists.ts';
import { severalListIds, storedTotal } from './landmark-page.ts';
import { isStretch, narrowest, stretchOn, usesIndex, wholeOf } from './narrowest.ts';

/** The order is walked when more than one record in so many matches; otherwise the matching records are sorted. */
const WALK_SHARE = 10;

export function scannedIds(context: ReadContext, resource: Resource, query: ListQuery, searchPrivate: boolean): Found {
  const narrow = narrowest(context, resource, query);
  const total =
    storedTotal(context, resource, query) ??
    context.counts.count(context.budget, resource, query, searchPrivate, narrow);
  if (query.offset >= total) return { total, ids: [] };
  const kept = groupedIds(context, resource, query, scannedIds) ?? severalListIds(context, resource, query);
  if (kept) return { total, ids: kept };
  const limit = Math.min(query.limit, total - query.offset);
  // An offset in the second half is reached sooner from the end.
  const backwards = query.sort !== undefined && query.offset > total / 2;
  const offset = backwards ? total - query.offset - limit : query.offset;
  const page: PagePart = { resource, query, searchPrivate, limit, offset, backwards };
  const ids = isFewer(context, narrow, total, page)
    ? sortedMatches(context, page, narrow)
    : walk(context, page, narrow, total);
  return { total, ids: backwards ? ids.reverse() : ids };
}

type PagePart = {
  readonly resource: Resource;
  readonly query: ListQuery;
  readonly searchPrivate: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly backwards: boolean;
};

/** Whether the matches of the narrowest conditions are so few that they are found and sorted. */
function isFewer(context: ReadContext, narrow: Narrowest, total: number, { resource, query }: PagePart): boolean {
  if (narrow.conditions.length === 0 || keepsOrder(query, narrow)) return false;
  const { budget } = context;
  if (narrow.rows <= budget.left() && Number.isFinite(budget.left())) return true;
  return total * WALK_SHARE <= wholeOf(context, resource);
}

/** Whether the index of these conditions has the order of the list. Records with one value are in the order of ids. */
function keepsOrder({ sort }: ListQuery, { conditions }: Narrowest): boolean {
  const [condition] = conditions;
  if (!condition || !isStretch(conditions)) return false;
  return condition.field.name === (sort?.[0]?.field.name ?? 'id') || (!sort && condition.operator === 'in');
}

function sortedMatches(context: ReadContext, page: PagePart, narrow: Narrowest): number[] {
  context.budget.rows(narrow.rows * rowsToCheck(page.query.conditions, narrow.conditions));
  return idsBy(context, page, (condition) => !narrow.conditions.includes(condition), true);
}

/** Reads the order from its beginning until the page is full. */
function walk(context: ReadContext, page: PagePart, narrow: Narrowest, total: number): number[] {
  const { query, resource, limit, offset } = page;
  const { budget } = context;
  const isUnlimited = !Number.isFinite(budget.left());
  const along = keepsOrder(query, narrow) ? narrow.conditions : onSortedField(query, isUnlimited);
  const hidden = (condition: Condition) => !along.includes(condition);
  const isChecked = query.conditions.some(hidden) || query.terms.length > 0;
  const each = rowsToCheck(query.conditions, along);
  const isSmall = along === narrow.conditions && narrow.rows * each <= budget.left();
  if (isSmall) budget.rows(narrow.rows * each);
  if (isSmall || isUnlimited) return idsBy(context, page, hidden, false);
  if (isGroupSorted(query)) {
    if (isChecked) throw TOO_LONG;
    budget.rows(offset + limit + groupAtEnd(context, page, along));
    return idsBy(context, page, hidden, false);
  }
  if (!isChecked) {
    budget.steps(offset + limit);
    return idsBy(context, page, hidden, false);
  }
  // So many rows of the order should have enough matches among them, if they are spread evenly.
  const reach = inSteps(budget.left() / each);
  const rows = along.length > 0 && Number.isFinite(narrow.rows) ? narrow.rows : wholeOf(context, resource);
  if ((offset + limit) * rows > reach * total) throw TOO_LONG;
  budget.rows(reach * each);
  const found = idsBy(context, page, hidden, false, { rows: reach, along });
  if (found.length < limit) throw TOO_LONG;
  return found;
}

/** A number of rows that is part of a statement, rounded so that there are few different statements. */
const inSteps = (rows: number): number => (rows < 100 ? Math.floor(rows) : 100 * Math.floor(rows / 100));

/** The conditions on the field that the list is sorted by first: its index has the order, too. Within a budget only those are of use
 * that leave one stretch of it. */
function onSortedField({ sort, conditions }: ListQuery, isUnlimited: boolean): readonly Condition[] {
  const name = sort?.[0]?.field.name ?? 'id';
  return isUnlimited
    ? conditions.filter((each) => each.field.name === name && usesIndex(each))
    : stretchOn(name, conditions);
}

/** Whether records that are equal in the first field have to be sorted by another. */
const isGroupSorted = ({ sort = [] }: ListQuery): boolean => sort.length > 1 && sort[1]!.field.name !== 'id';

/** How many records have the same first field as the last one of the page, as far as the budget goes: all of them are sorted.
 * `along`: the conditions whose index is walked. */
function groupAtEnd(
  { prepare, budget }: ReadContext,
  { resource, query, limit, offset, backwards }: PagePart,
  along: readonly Condition[],
): number {
  const [first] = query.sort!;
  const [table, column] = [quoted(resource.table), quoted(first!.field.name)];
  const most = inSteps(budget.left());
  budget.steps(offset + limit);
  const order = orderSql(sqlite, { sort: [first!] }, { backwards });
  const { sql: where, parameters } = whereSql(
    sqlite,
    { conditions: along, terms: [] },
    { searchPrivate: false, leading: [offset + limit - 1] },
  );
  const last = `SELECT ${column} FROM ${table}${where} ORDER BY ${order} LIMIT 1 OFFSET ?1`;
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${column} IS (${last}) LIMIT ${most + 1})`;
  return prepare(sql).values(...parameters)[0]![0] as number;
}

/** `bound`: only so many rows are read, along the index of some conditions. */
function idsBy(
  { prepare }: ReadContext,
  { resource, query, searchPrivate, limit, offset, backwards }: PagePart,
  withoutIndex: (condition: Condition) => boolean,
  sorts: boolean,
  bound?: { readonly rows: number; readonly along: readonly Condition[] },
): number[] {
  const table = quoted(resource.table);
  const order = orderSql(sqlite, query, { backwards, withoutIndex: sorts });
  // Left to itself SQLite sorts all records by several fields, instead of those that are equal in the first.
  const along =
    sorts || !isGroupSorted(query) ? '' : ` INDEXED BY ${quoted(indexOf(resource, query.sort![0]!.field.name))}`;
  const { sql: where, parameters } = whereSql(sqlite, query, {
    searchPrivate,
    leading: [limit, offset],
    withoutIndex,
  });
  if (!bound)
    return idsIn(
      prepare(`SELECT id FROM ${table}${along}${where} ORDER BY ${order} LIMIT ?1 OFFSET ?2`).values(...parameters),
    );
  const reached = whereSql(sqlite, { conditions: bound.along, terms: [] }, { searchPrivate, leading: parameters });
  const sql = `SELECT id FROM (SELECT * FROM ${table}${reached.sql} ORDER BY ${order} LIMIT ${bound.rows}) AS reached${where} LIMIT ?1 OFFSET ?2`;
  return idsIn(prepare(sql).values(...reached.parameters));
}

const idsIn = (rows: unknown[][]): number[] => rows.map(([id]) => id as number);
