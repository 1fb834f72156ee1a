// Everything that only reads, on the reading connection: chooses how a list is best answered.
import type { Catalogue, DataRecord, Reference, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { expandedBy, wishes } from '../../shared/expansion.ts';
import type { Finding } from '../../shared/findings.ts';
import { type Measure, measure } from '../../shared/measure.ts';
import { agreement } from '../../shared/private-fields.ts';
import { quoted } from '../../shared/schema.ts';
import type { Expanded, Page, PrivateFields } from '../../store.ts';
import { audit } from '../admin/audit.ts';
import { storedValue } from '../connection/meta.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { sealedOf } from '../search/search-index.ts';
import { searchPage } from '../search/search-page.ts';
import { checkRelations } from './check-relations.ts';
import { grownCounts } from './incremental-counts.ts';
import { keptPage } from './landmark-page.ts';
import { countedPage } from './scanned-page.ts';

export function reading(prepare: Prepare, state: Snapshot, catalogue: Catalogue, privateFields: PrivateFields) {
  const getSql = new Map(catalogue.map(({ name, table }) => [name, `SELECT json FROM ${quoted(table)} WHERE id = ?`]));
  const source = { prepare, remember: state.remember, count: grownCounts(prepare, state.remember) };
  const relationFaults = checkRelations(prepare, catalogue);
  const agreed = agreement(privateFields);
  const hiddenThere = () => state.remember('private', () => storedValue(prepare, 'private'));
  /** The index holds what everyone may search; whoever may search more has every record looked at. */
  function search(resource: Resource, query: ListQuery, all: boolean): Page {
    if (!all && privateFields[resource.name]) agreed(resource, 'search', hiddenThere());
    const sealed = all && privateFields[resource.name] ? undefined : sealedOf(prepare, resource);
    return sealed ? searchPage(prepare, resource, sealed, query) : countedPage(source, resource, query, all);
  }

  const expanded = (page: Page, expand: readonly Reference[]): Expanded =>
    expandedBy(
      wishes(page.items, expand).map((wish) => {
        const sql = `SELECT id, json FROM ${quoted(wish.field.target.table)} WHERE id IN (SELECT value FROM json_each(?))`;
        return [wish, prepare(sql).values(JSON.stringify(wish.ids)) as [number, string][]] as const;
      }),
    );

  return {
    list(resource: Resource, query: ListQuery, all: boolean): Page {
      state.fresh();
      const page =
        query.terms.length > 0
          ? search(resource, query, all)
          : (keptPage(source, resource, query) ?? countedPage(source, resource, query, all));
      return query.expand ? { ...page, expanded: expanded(page, query.expand) } : page;
    },
    get(resource: Resource, id: number): string | undefined {
      state.fresh();
      return prepare(getSql.get(resource.name)!).values(id)[0]?.[0] as string | undefined;
    },
    counts(): Record<string, number> {
      state.fresh();
      const rows = prepare("SELECT resource, count FROM workforce_counts WHERE field = ''").values();
      const kept = Object.fromEntries(rows as [string, number][]);
      return Object.fromEntries(catalogue.map(({ name }) => [name, kept[name] ?? 0]));
    },
    check(resource: Resource, values: DataRecord): Fault[] {
      state.fresh();
      return relationFaults(resource, values);
    },
    audit(): Promise<Finding[]> {
      state.fresh();
      return audit(prepare, catalogue, privateFields);
    },
    measures(): Measure[] {
      state.fresh();
      const [[pages]] = prepare('PRAGMA page_count').values() as [[number]];
      const [[size]] = prepare('PRAGMA page_size').values() as [[number]];
      return [measure('gauge', 'workforce_database_bytes', 'Size of the database.', pages * size)];
    },
    health(): undefined {
      state.fresh();
      prepare('SELECT 1 FROM workforce_meta').values();
    },
  };
}
