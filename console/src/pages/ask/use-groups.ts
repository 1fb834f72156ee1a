// Asks the question of a page: one page of groups, or all of them where they are drawn over time or across; and for a
// pivot table the totals of its rows and columns, which are questions of their own.
import { useMemo, useRef } from 'preact/hooks';
import { useAnswer } from '../../data/answers.ts';
import type { Resource } from '../../data/catalogue.ts';
import { pagePaths, usePages } from '../../data/pages.ts';
import { formatQuery, type Query } from '../../data/query.ts';
import type { Group, Groups } from '../../data/records.ts';
import { askedIn, axesOf, coarser, isWhole, viewIn } from './question.ts';
import { totalled } from './terms.ts';

/** Groups of one question; a picture of more cannot be read. */
const MOST = 2000;

export type Shown = {
  /** What was asked: while the next answer is on its way, the question before. */
  readonly query: Query;
  readonly data: readonly Group[];
  readonly total: number;
  readonly totals: Groups['totals'];
  /** Of a pivot table. */
  readonly rows: readonly Group[];
  readonly columns: readonly Group[];
};

export type AnsweredGroups = {
  readonly shown: Shown | undefined;
  readonly isOld: boolean;
  readonly error: Error | undefined;
  readonly ignored: readonly string[];
  /** What is asked, for the code. */
  readonly paths: { readonly main: string; readonly rows?: string; readonly columns?: string };
};

const pathOf = (resource: Resource, query: Query): string => `aggregate/${resource.name}${formatQuery(query)}`;

function totalsPath(resource: Resource, query: Query, axis: 'rows' | 'columns'): string {
  const groups = axesOf(query)[axis];
  const measures = totalled(resource, query, groups);
  return pathOf(resource, coarser(query, axis, groups, measures.length > 0 ? measures : ['count']));
}

export function useGroups(resource: Resource, query: Query): AnsweredGroups {
  const isPivot = viewIn(query) === 'pivot';
  const whole = isWhole(query);
  const main = pathOf(resource, askedIn(query));
  const paths = {
    main,
    ...(isPivot && {
      rows: totalsPath(resource, query, 'rows'),
      columns: totalsPath(resource, query, 'columns'),
    }),
  };
  // Its totals; the first of all pages is asked once for both.
  const first = useAnswer<Groups>(whole ? pagePaths(main, 0, 1)[0] : main);
  const all = usePages<Group>(whole ? main : undefined, MOST);
  const rows = usePages<Group>(paths.rows, MOST);
  const columns = usePages<Group>(paths.columns, MOST);
  const data = whole ? (all.path === main ? all.rows : undefined) : first.data?.data;
  const isThere = !isPivot || (rows.path === paths.rows && columns.path === paths.columns);
  const fresh = useMemo(
    () =>
      data && first.data && isThere
        ? {
            ...{ query, data, total: first.data.meta.total, totals: first.data.totals },
            ...{ rows: (isPivot && rows.rows) || [], columns: (isPivot && columns.rows) || [] },
          }
        : undefined,
    [query, data, first.data, isThere, isPivot, rows.rows, columns.rows],
  );
  const last = useRef<Shown>(undefined);
  if (fresh) last.current = fresh;
  const error = first.error ?? (whole ? all.error : undefined) ?? (isPivot ? (rows.error ?? columns.error) : undefined);
  return {
    shown: fresh ?? (error ? undefined : last.current),
    isOld: !fresh,
    error,
    ignored: first.arrival?.ignored ?? [],
    paths,
  };
}
