// Pages of lists that nothing is kept about: one statement that looks at the records, counts them and takes the page.
import type { Resource } from '../../catalogue/resource.ts';
import type { ListQuery } from '../../contract/list-query.ts';
import { sqlite } from '../dialect.ts';
import { whereSql } from '../list-sql.ts';
import { quoted } from '../schema.ts';
import { NO_ITEMS, type Page } from '../store.ts';
import type { Prepare } from './statement-cache.ts';

export function countedPage(prepare: Prepare, resource: Resource, query: ListQuery, all: boolean): Page {
  const { sql: where, parameters } = whereSql(sqlite, query, { all, first: [query.limit, query.offset] });
  const from = `FROM ${quoted(resource.table)}${where}`;
  const page = `SELECT json ${from} ORDER BY id LIMIT ?1 OFFSET ?2`;
  const sql = `SELECT (SELECT count(*) ${from}), (${sqlite.joined(page)})`;
  const [total, items] = prepare(sql).values(...parameters)[0] as [number, Uint8Array | null];
  return { total, items: items ?? NO_ITEMS };
}
