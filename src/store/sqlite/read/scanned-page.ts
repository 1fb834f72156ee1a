// Pages of lists of which no places are kept: their records are counted, unless their number is kept, and the page is looked
// for in the order of the list, or among the records that were found when those are few.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Condition, ListQuery } from '../../../contract/request/list-query.ts';
import { sqlite } from '../../shared/dialect.ts';
import { orderSql, whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { NO_ITEMS, type Page } from '../../store.ts';
import { keptTotal, type Source } from './landmark-page.ts';

/** A list with more than one in so many of all records is walked; of a smaller share, what is found is sorted. */
const SHARE = 10;

export function countedPage(source: Source, resource: Resource, query: ListQuery, all: boolean): Page {
  const total = keptTotal(source, resource, query) ?? source.count(resource, query, all);
  if (query.offset >= total) return { total, items: NO_ITEMS };
  const limit = Math.min(query.limit, total - query.offset);
  // The nearer end is begun from.
  const backwards = query.sort !== undefined && query.offset > total / 2;
  const offset = backwards ? total - query.offset - limit : query.offset;
  const passed = inPassing(query);
  const walks = total * SHARE > keptTotal(source, resource, { ...query, terms: [], conditions: [] })!;
  const { sql: where, parameters } = whereSql(sqlite, query, {
    all,
    first: [limit, offset],
    untouched: walks ? passed : undefined,
  });
  const table = quoted(resource.table);
  const untouched = !walks && query.conditions.length > 0 && query.conditions.every(passed);
  const rows = `FROM ${table}${where} ORDER BY ${orderSql(sqlite, query, { backwards, untouched })} LIMIT ?1 OFFSET ?2`;
  // Ids are sorted rather than records, and those of the page once more, in case they come from the other end.
  const page =
    query.sort || untouched
      ? `SELECT json FROM ${table} WHERE id IN (SELECT id ${rows}) ORDER BY ${orderSql(sqlite, query)}`
      : `SELECT json ${rows}`;
  const [[items]] = source.prepare(sqlite.joined(page)).values(...parameters) as [[Uint8Array | null]];
  return { total, items: items ?? NO_ITEMS };
}

/** Conditions whose indexes do not have the order of the list: by ids, those of equality have it. */
function inPassing({ sort }: ListQuery): (condition: Condition) => boolean {
  const first = sort?.[0]?.field.name ?? 'id';
  return ({ field, operator }) => field.name !== first && (first !== 'id' || operator !== 'in');
}
