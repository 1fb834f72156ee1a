// What a list question finds, as ids: through the search index, or by a scan along an index. In the process that answers others it
// has a budget; in a reader process it has none.
import type { Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import type { Found } from '../../shared/lane/lane.ts';
import { orderSql, whereSql } from '../../shared/list-sql.ts';
import { privateFieldsCheck } from '../../shared/private-fields.ts';
import { quoted } from '../../shared/schema.ts';
import type { PrivateFields } from '../../store.ts';
import { readMeta } from '../connection/meta.ts';
import { sqlite } from '../dialect.ts';
import { type Watermark, watermarkOf } from '../search/search-index.ts';
import { searchIds, searchPage } from '../search/search-page.ts';
import type { DataState, ReadContext } from './context.ts';
import { dataState } from './incremental-counts.ts';
import { scannedIds } from './scanned-ids.ts';

export type FindIds = {
  page(context: ReadContext, resource: Resource, query: ListQuery, searchPrivate: boolean): Found;
  /** All of them, as far as `limit` allows, in the order of the list. */
  all(context: ReadContext, resource: Resource, query: ListQuery, searchPrivate: boolean): Iterable<number>;
};

export function findIds(privateFields: PrivateFields): FindIds {
  const checkPrivateFields = privateFieldsCheck(privateFields);

  /** The search index holds public text only. A caller who may search private fields gets a scan instead. */
  function indexFor(
    { prepare, memoize }: ReadContext,
    resource: Resource,
    { terms }: ListQuery,
    searchPrivate: boolean,
  ): Watermark | undefined {
    if (terms.length === 0) return undefined;
    const hasPrivate = privateFields[resource.name] !== undefined;
    if (hasPrivate && searchPrivate) return undefined;
    if (hasPrivate)
      checkPrivateFields(
        resource,
        'search',
        memoize('private', () => readMeta(prepare, 'private')),
      );
    return watermarkOf(prepare, resource);
  }

  return {
    page(context, resource, query, searchPrivate) {
      const watermark = indexFor(context, resource, query, searchPrivate);
      return watermark
        ? searchPage(context, resource, watermark, query)
        : scannedIds(context, resource, query, searchPrivate);
    },
    all(context, resource, query, searchPrivate) {
      const watermark = indexFor(context, resource, query, searchPrivate);
      if (!watermark) return scanned(context, resource, query, searchPrivate);
      return part(searchIds(context, resource, watermark, query), query);
    },
  };
}

function* part(ids: Iterable<number>, { offset, limit }: ListQuery): Generator<number> {
  let [skip, left] = [offset, limit];
  for (const id of ids) {
    if (skip-- > 0) continue;
    if (left-- <= 0) return;
    yield id;
  }
}

function* scanned(
  { prepare }: ReadContext,
  { table }: Resource,
  query: ListQuery,
  searchPrivate: boolean,
): Generator<number> {
  const { sql, parameters } = whereSql(sqlite, query, { searchPrivate, leading: [query.limit, query.offset] });
  const ids = `SELECT id FROM ${quoted(table)}${sql} ORDER BY ${orderSql(sqlite, query)} LIMIT ?1 OFFSET ?2`;
  for (const row of prepare(ids).iterate(...parameters)) yield (row as { id: number }).id;
}

/** A text for the state of the data that a question is about. Searches depend on the private fields too. */
export function stateOf(
  { prepare, memoize }: Pick<ReadContext, 'prepare' | 'memoize'>,
  resource: Resource,
  { terms }: Pick<ListQuery, 'terms'>,
) {
  const { newest, generation } = dataState(prepare, memoize, resource);
  const secret = terms.length > 0 ? (memoize('private', () => readMeta(prepare, 'private')) ?? '') : '';
  return `${newest} ${generation} ${secret}`;
}

export function stateIn(text: string): DataState {
  const [newest, generation] = text.split(' ');
  return { newest: Number(newest), generation: generation! };
}
