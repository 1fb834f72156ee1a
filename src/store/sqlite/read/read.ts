// Everything that reads on the reading connection. For a list it chooses the cheapest way: by landmarks, through the search index,
// or by a scan along an index. What would read too much goes to the lane for long questions.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { adviceOn } from '../../shared/lane/advice.ts';
import type { Found } from '../../shared/lane/lane.ts';
import type { Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import type { Asker, Awaitable, Marks, Page, ReadOptions } from '../../store.ts';
import { aggregates } from '../aggregate/aggregates.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { toWire } from '../lane/wire.ts';
import { budget, quickly, UNLIMITED } from './budget.ts';
import { checkRelations } from './check-relations.ts';
import type { LongWay, ReadContext } from './context.ts';
import { expand } from './expand.ts';
import { findIds, stateIn, stateOf } from './find-ids.ts';
import { groupedPage } from './grouped-lists.ts';
import { incrementalCounts } from './incremental-counts.ts';
import { landmarkPage } from './landmark-page.ts';
import { later } from './later.ts';
import { marksOf } from './marks.ts';
import { wholeOf } from './narrowest.ts';
import { recordsOf } from './records.ts';

/** A resource with so few records is read at once, whatever is asked. */
const SMALL = 1000;

export function reads(prepare: Prepare, snapshot: Snapshot, { catalogue, privateFields }: Model, long?: LongWay) {
  const getSql = new Map(catalogue.map(({ name, table }) => [name, `SELECT json FROM ${quoted(table)} WHERE id = ?`]));
  const { memoize } = snapshot;
  const counts = incrementalCounts(prepare, memoize);
  const limited = budget(long?.quickRows);
  const context: ReadContext = { prepare, memoize, counts, budget: long ? limited : UNLIMITED };
  const relationFaults = checkRelations(prepare, catalogue);
  const find = findIds(privateFields);

  /** From counters and landmarks, where the list has them. */
  function keptPage(resource: Resource, query: ListQuery): Page | undefined {
    if (query.terms.length > 0) return undefined;
    limited.renew();
    return landmarkPage(context, resource, query) ?? groupedPage(context, resource, query);
  }

  /** Here, as long as little has to be read; otherwise in the lane. */
  function foundPage(resource: Resource, query: ListQuery, searchPrivate: boolean, asker?: Asker): Awaitable<Page> {
    snapshot.refresh();
    limited.renew();
    return quickly(
      () => pageOf(resource, find.page(context, resource, query, searchPrivate)),
      () => longPage(long!, resource, query, searchPrivate, asker),
    );
  }

  /** What the lane has found before, as long as the data is the same. */
  function rememberedPage({ lane }: LongWay, resource: Resource, query: ListQuery, key: string): Page | undefined {
    const known = lane.remembered<Found>(key, stateOf(context, resource, query));
    return known && pageOf(resource, known);
  }

  const pageOf = (resource: Resource, { total, ids }: Found): Page => ({
    total,
    items: recordsOf(prepare, resource, ids),
  });

  async function longPage(
    { lane, readers }: LongWay,
    resource: Resource,
    query: ListQuery,
    searchPrivate: boolean,
    asker: Asker | undefined,
  ): Promise<Page> {
    const wire = toWire(resource, query, searchPrivate);
    const [key, state] = [JSON.stringify(wire), stateOf(context, resource, query)];
    const run = (signal: AbortSignal) => readers.ask<Found>({ query: wire }, signal);
    const answer = await lane.ask({ key, state, asker, advice: adviceOn(query), run });
    const seen = stateIn(answer.state);
    counts.remember(resource, query, answer.value.total, seen);
    snapshot.refresh();
    const { generation } = stateIn(stateOf(context, resource, query));
    // Records that were there have changed since, so that these ids may no longer belong together.
    if (generation !== seen.generation) return longPage({ lane, readers }, resource, query, searchPrivate, asker);
    return pageOf(resource, answer.value);
  }

  const afterwards = later();
  const isSmall = (resource: Resource): boolean => wholeOf(context, resource) <= SMALL;

  const withExpanded = (page: Page, { follow }: ListQuery): Page =>
    follow ? { ...page, expanded: expand(prepare, page.items, follow) } : page;

  return {
    list(resource: Resource, query: ListQuery, { searchPrivate = false, asker }: ReadOptions = {}): Awaitable<Page> {
      snapshot.refresh();
      const kept = quickly(
        () => keptPage(resource, query),
        () => undefined,
      );
      if (kept) return withExpanded(kept, query);
      const key = long && JSON.stringify(toWire(resource, query, searchPrivate));
      const remembered = key && rememberedPage(long, resource, query, key);
      if (remembered) return withExpanded(remembered, query);
      const find = () => foundPage(resource, query, searchPrivate, asker);
      const found = long && !isSmall(resource) ? afterwards(asker, find) : find();
      if (!(found instanceof Promise)) return withExpanded(found, query);
      return found.then((made) => withExpanded(made, query));
    },
    aggregate: aggregates({ context, find, snapshot, limited, afterwards, isSmall, long }),
    get(resource: Resource, id: number): string | undefined {
      snapshot.refresh();
      return prepare(getSql.get(resource.name)!).values(id)[0]?.[0] as string | undefined;
    },
    marks(resources: readonly Resource[]): Marks {
      snapshot.refresh();
      return marksOf(prepare, memoize, resources);
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
