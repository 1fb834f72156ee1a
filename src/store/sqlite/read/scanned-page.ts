// Pages of lists that have no landmarks. The total is counted, unless a counter has it; the page is found by walking the order of
// the list, or by sorting the matching records when these are few.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Condition, ListQuery } from '../../../contract/request/list-query.ts';
import { orderSql, whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { NO_ITEMS, type Page } from '../../store.ts';
import { sqlite } from '../dialect.ts';
import { type ReadContext, storedTotal } from './landmark-page.ts';

/** The order is walked when more than one record in so many matches; otherwise the matching records are sorted. */
const WALK_SHARE = 10;

export function scannedPage(context: ReadContext, resource: Resource, query: ListQuery, searchPrivate: boolean): Page {
  const total = storedTotal(context, resource, query) ?? context.count(resource, query, searchPrivate);
  if (query.offset >= total) return { total, items: NO_ITEMS };
  const limit = Math.min(query.limit, total - query.offset);
  // An offset in the second half is reached sooner from the end.
  const backwards = query.sort !== undefined && query.offset > total / 2;
  const offset = backwards ? total - query.offset - limit : query.offset;
  const isOutOfOrder = outOfOrder(query);
  const walks = total * WALK_SHARE > storedTotal(context, resource, { ...query, terms: [], conditions: [] })!;
  const { sql: where, parameters } = whereSql(sqlite, query, {
    searchPrivate,
    leading: [limit, offset],
    withoutIndex: walks ? isOutOfOrder : undefined,
  });
  const table = quoted(resource.table);
  const sorts = !walks && query.conditions.length > 0 && query.conditions.every(isOutOfOrder);
  const order = orderSql(sqlite, query, { backwards, withoutIndex: sorts });
  const rows = `FROM ${table}${where} ORDER BY ${order} LIMIT ?1 OFFSET ?2`;
  // Ids are sorted instead of whole records. Those of the page are sorted once more, as they may come from the other end.
  const page =
    query.sort || sorts
      ? `SELECT json FROM ${table} WHERE id IN (SELECT id ${rows}) ORDER BY ${orderSql(sqlite, query)}`
      : `SELECT json ${rows}`;
  const [[items]] = context.prepare(sqlite.joined(page)).values(...parameters) as [[Uint8Array | null]];
  return { total, items: items ?? NO_ITEMS };
}

/** Whether the index of a condition has another order than the list. In the order of ids, indexes of equality have the same. */
function outOfOrder({ sort }: ListQuery): (condition: Condition) => boolean {
  const first = sort?.[0]?.field.name ?? 'id';
  return ({ field, operator }) => field.name !== first && (first !== 'id' || operator !== 'in');
}
