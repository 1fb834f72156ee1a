// Everything that reads on the reading connection. For a list it chooses the cheapest of three ways: by landmarks, through the
// search index, or by a scan along an index.
import type { DataRecord, Reference, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { expandedBy, referencedBy } from '../../shared/expansion.ts';
import type { Model } from '../../shared/model.ts';
import { privateFieldsCheck } from '../../shared/private-fields.ts';
import { quoted } from '../../shared/schema.ts';
import type { Expanded, Page, ReadOptions } from '../../store.ts';
import { readMeta } from '../connection/meta.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { watermarkOf } from '../search/search-index.ts';
import { searchPage } from '../search/search-page.ts';
import { checkRelations } from './check-relations.ts';
import { incrementalCounts } from './incremental-counts.ts';
import { landmarkPage } from './landmark-page.ts';
import { scannedPage } from './scanned-page.ts';

export function reads(prepare: Prepare, snapshot: Snapshot, { catalogue, privateFields }: Model) {
  const getSql = new Map(catalogue.map(({ name, table }) => [name, `SELECT json FROM ${quoted(table)} WHERE id = ?`]));
  const context = { prepare, memoize: snapshot.memoize, count: incrementalCounts(prepare, snapshot.memoize) };
  const relationFaults = checkRelations(prepare, catalogue);
  const checkPrivateFields = privateFieldsCheck(privateFields);

  /** The search index holds public text only. A caller who may search private fields gets a scan instead. */
  function search(resource: Resource, query: ListQuery, searchPrivate: boolean): Page {
    const hasPrivate = privateFields[resource.name] !== undefined;
    if (hasPrivate && !searchPrivate)
      checkPrivateFields(
        resource,
        'search',
        snapshot.memoize('private', () => readMeta(prepare, 'private')),
      );
    const watermark = hasPrivate && searchPrivate ? undefined : watermarkOf(prepare, resource);
    return watermark
      ? searchPage(prepare, resource, watermark, query)
      : scannedPage(context, resource, query, searchPrivate);
  }

  const expanded = (page: Page, expand: readonly Reference[]): Expanded =>
    expandedBy(
      referencedBy(page.items, expand).map((referenced) => {
        const { table } = referenced.field.target;
        const sql = `SELECT id, json FROM ${quoted(table)} WHERE id IN (SELECT value FROM json_each(?))`;
        return [referenced, prepare(sql).values(JSON.stringify(referenced.ids)) as [number, string][]] as const;
      }),
    );

  return {
    list(resource: Resource, query: ListQuery, { searchPrivate = false }: ReadOptions = {}): Page {
      snapshot.refresh();
      const page =
        query.terms.length > 0
          ? search(resource, query, searchPrivate)
          : (landmarkPage(context, resource, query) ?? scannedPage(context, resource, query, searchPrivate));
      return query.expand ? { ...page, expanded: expanded(page, query.expand) } : page;
    },
    get(resource: Resource, id: number): string | undefined {
      snapshot.refresh();
      return prepare(getSql.get(resource.name)!).values(id)[0]?.[0] as string | undefined;
    },
    counts(): Record<string, number> {
      snapshot.refresh();
      const rows = prepare("SELECT resource, count FROM workforce_counts WHERE field = ''").values();
      const stored = Object.fromEntries(rows as [string, number][]);
      return Object.fromEntries(catalogue.map(({ name }) => [name, stored[name] ?? 0]));
    },
    check(resource: Resource, values: DataRecord): Fault[] {
      snapshot.refresh();
      return relationFaults(resource, values);
    },
  };
}
