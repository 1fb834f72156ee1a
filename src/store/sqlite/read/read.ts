// Everything that reads on the reading connection: single records, pages, aggregates, streams of whole lists.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import type { Condition } from '../../../contract/request/conditions.ts';
import type { ListQuery, Selection } from '../../../contract/request/list-query.ts';
import { atOnce, type Steps } from '../../../fairness/slices.ts';
import type { PrintedPlan } from '../../maintenance.ts';
import { limited } from '../../shared/access/row-limits.ts';
import { operandsOf } from '../../shared/aggregate/aggregate-sql.ts';
import {
  type Aggregates,
  asksForRepeated,
  bytesOf,
  type Finished,
  finish,
  pageOf as groupsOf,
  isQuickPage,
} from '../../shared/aggregate/finish.ts';
import type { Bind } from '../../shared/dialect.ts';
import type { Found } from '../../shared/lane/lane.ts';
import { whereSql } from '../../shared/list-sql.ts';
import type { Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import type { Awaitable, Marks, Page, ReadOptions } from '../../store.ts';
import { tallyingRepeated } from '../columns/groups/repeated.ts';
import { tallying } from '../columns/groups/tally.ts';
import { lightPage } from '../columns/ids.ts';
import { pageOf } from '../columns/page.ts';
import type { Selected } from '../columns/selection.ts';
import { tables as tablesOf } from '../columns/table.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';
import { answering, type LongWay, selectionKey } from './answer.ts';
import { checkRelations } from './check-relations.ts';
import { expand } from './expand.ts';
import { finding, findPlain } from './find.ts';
import { type Plan, planOf, printed, type Question, SMALL, waysOf } from './plan.ts';
import { recordsOf } from './records.ts';

export function reads(prepare: Prepare, snapshot: Snapshot, { catalogue, privateFields }: Model, long?: LongWay) {
  const getSql = new Map(catalogue.map(({ name, table }) => [name, `SELECT json FROM ${quoted(table)} WHERE id = ?`]));
  const tables = tablesOf(prepare, snapshot.memoize);
  const relationFaults = checkRelations(prepare, catalogue);
  const find = finding(prepare, tables, privateFields);
  const { ask, slowly, cached } = answering({ prepare, snapshot, tables }, long);
  // Tests that say how many rows are quick want slices for small resources, too.
  const small = long?.quickRows === undefined ? SMALL : 0;

  const planFor = (resource: Resource, question: Question, searchPrivate: boolean): Plan =>
    planOf(tables.of(resource), question, { privateFields, searchPrivate, small, tables });

  /** A question may begin again, when the table is another one. */
  function findNow(resource: Resource, selection: Selection, searchPrivate: boolean): Steps<Selected> {
    const table = tables.of(resource);
    return find(table, waysOf(table, selection, { privateFields, searchPrivate }));
  }

  function* findPage(resource: Resource, query: ListQuery, searchPrivate: boolean): Steps<Found> {
    return yield* pageOf(yield* findNow(resource, query, searchPrivate), query);
  }

  function getLimited({ table }: Resource, id: number, limits: readonly Condition[]): string | undefined {
    const one = { searchPrivate: false, extra: (bind: Bind) => `id = ${bind(id)}`, oneByOne: true };
    const { sql, parameters } = whereSql(sqlite, { conditions: limits, terms: [] }, one);
    return prepare(`SELECT json FROM ${quoted(table)}${sql}`).values(...parameters)[0]?.[0] as string | undefined;
  }

  function* findGroups(
    resource: Resource,
    query: AggregateQuery,
    searchPrivate: boolean,
    rows: ReadOptions['rows'],
  ): Steps<Finished> {
    const [all, own] = [yield* findNow(resource, query, searchPrivate), rows ? { ...tables, rows } : tables];
    const tally = asksForRepeated(query) ? yield* tallyingRepeated(own, all, query) : yield* tallying(own, all, query);
    return yield* finish(query, operandsOf(resource, query), tally);
  }

  function pageWith(resource: Resource, { follow }: ListQuery, { total, ids }: Found, rows: ReadOptions['rows']): Page {
    const items = recordsOf(prepare, resource, ids);
    return { total, items, ...(follow && { expanded: expand(prepare, items, follow, rows) }) };
  }

  function list(resource: Resource, asked: ListQuery, options: ReadOptions = {}): Awaitable<Page> {
    const { searchPrivate = false, asker, rows } = options;
    const query = limited(resource, asked, rows);
    const { sort = [], limit, offset } = query;
    snapshot.refresh();
    const { finds, order: by, runs } = planFor(resource, query, searchPrivate);
    if (by === 'counted') {
      const selected = findPlain(prepare, tables.of(resource), finds);
      const isDescending = sort[0]?.descending ?? false;
      const page = lightPage(selected, query, isDescending, () => selectionKey(query, false));
      return pageWith(resource, query, page, rows);
    }
    const order = () => sort.map(({ field, descending }) => [field.name, descending]);
    const found = ask({
      resource,
      key: () => `list ${selectionKey(query, searchPrivate, rows)} ${JSON.stringify([order(), limit, offset])}`,
      selection: query,
      asker,
      runs,
      bytes: ({ ids }) => 8 * ids.length,
      steps: () => findPage(resource, query, searchPrivate),
    });
    if (!(found instanceof Promise)) return pageWith(resource, query, found, rows);
    const { generation } = tables.of(resource);
    return found.then((made) => {
      snapshot.refresh();
      // Records that were there have changed since, so that these ids may no longer belong together.
      if (tables.generation() !== generation) return list(resource, asked, options);
      return pageWith(resource, query, made, rows);
    });
  }

  function aggregate(
    resource: Resource,
    asked: AggregateQuery,
    { searchPrivate = false, asker, rows }: ReadOptions = {},
  ): Awaitable<Aggregates> {
    const query = limited(resource, asked, rows);
    const { groups, measures, isSparse, conditions: _, terms: __, ...page } = query;
    const names = [groups, measures].map((all) => all.map(({ name }) => name));
    const key = `aggregate ${selectionKey(query, searchPrivate, rows)} ${JSON.stringify([names, isSparse, asksForRepeated(query)])}`;
    const selection = { ...query, sort: [], offset: 0 };
    snapshot.refresh();
    const groupsNow = () => cached<Finished>({ resource, selection }, key);
    const known = groupsNow().value;
    if (known && isQuickPage(query, known)) return atOnce(groupsOf(query, known));
    return ask({
      resource,
      key: () => `${key} ${JSON.stringify(page)}`,
      selection,
      asker,
      runs: planFor(resource, query, searchPrivate).runs,
      leavesGarbage: true,
      // All pages and orders of the groups are answered from the same ones.
      *steps() {
        const { value, store } = groupsNow();
        const finished = value ?? (yield* findGroups(resource, query, searchPrivate, rows));
        if (!value) store(finished, bytesOf(finished));
        return yield* groupsOf(query, finished);
      },
    });
  }

  return {
    list,
    aggregate,
    explain(resource: Resource, query: Question): PrintedPlan {
      snapshot.refresh();
      return printed(planFor(resource, query, false));
    },
    find: findNow,
    slowly,
    get(resource: Resource, id: number, { rows }: ReadOptions = {}): string | undefined {
      snapshot.refresh();
      const limits = rows?.[resource.name];
      if (limits) return getLimited(resource, id, limits);
      return prepare(getSql.get(resource.name)!).values(id)[0]?.[0] as string | undefined;
    },
    marks(resources: readonly Resource[]): Marks {
      snapshot.refresh();
      const watermarks = resources.map((resource) => tables.of(resource).newest);
      const generation = tables.generation();
      return { generation, watermarks, state: [generation, ...watermarks].join(' ') };
    },
    counts(): Record<string, number> {
      snapshot.refresh();
      return Object.fromEntries(catalogue.map((resource) => [resource.name, tables.of(resource).total]));
    },
    check(resource: Resource, values: DataRecord): Fault[] {
      snapshot.refresh();
      return relationFaults(resource, values);
    },
  };
}
