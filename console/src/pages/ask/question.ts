// The question of an address: the query of an aggregate, unchanged, and how its answer is looked at.
import { conditionsIn, type Query, valueIn, without, withValue } from '../../data/query.ts';

export const views = ['bars', 'lines', 'pivot', 'table'] as const;
export type View = (typeof views)[number];

/** What is about the page: how the answer looks, and which of several measures is drawn. */
const LOOK = ['view', 'figure'];
const isHaving = (name: string): boolean => name.startsWith('having[');

/** As many groups as the API takes. */
export const MOST_GROUPS = 3;

/** Separated by commas that stand in no parentheses. */
export const itemsIn = (text: string): string[] => text.split(/,(?![^(]*\))/).filter((item) => item !== '');

const itemsOf = (query: Query, name: string): string[] => [
  ...new Set(query.filter(([each]) => each === name).flatMap(([, value]) => itemsIn(value))),
];

export const groupsIn = (query: Query): string[] => itemsOf(query, 'group');

/** Without any, records are counted. */
export const measuresIn = (query: Query): string[] => {
  const measures = itemsOf(query, 'measure');
  return measures.length > 0 ? measures : ['count'];
};

/** Of a parameter that is there once, the last one counts. */
export const sortIn = (query: Query): string[] => itemsIn(query.filter(([name]) => name === 'sort').at(-1)?.[1] ?? '');

/** As the API gets it. */
export const askedIn = (query: Query): Query => without(query, ...LOOK, 'format');

/** Which records are asked about. */
export const filtersIn = (query: Query): Query =>
  conditionsIn(query).filter(([name]) => !LOOK.includes(name) && !isHaving(name));

/** Which groups are shown, by their measures. */
export const havingIn = (query: Query): Query => query.filter(([name]) => isHaving(name));

/** Another question begins at its first group. */
const anew = (query: Query): Query => without(query, 'offset');

export const withFilters = (query: Query, filters: Query): Query => [
  ...anew(query).filter((pair) => filtersIn([pair]).length === 0),
  ...filters,
];

export const withSort = (query: Query, sort: string | undefined): Query => withValue(anew(query), 'sort', sort);

/** Up, down, and not at all. */
export const nextSort = (query: Query, name: string): string | undefined => {
  const [first] = sortIn(query);
  return first === name ? `-${name}` : first === `-${name}` ? undefined : name;
};

export const orderOf = (query: Query, name: string): 'ascending' | 'descending' | 'none' => {
  const [first] = sortIn(query);
  return first === name ? 'ascending' : first === `-${name}` ? 'descending' : 'none';
};

/** Without an order or a condition by what is no longer asked. */
function withTerms(query: Query, groups: readonly string[], measures: readonly string[]): Query {
  const names = [...groups, ...measures];
  const sort = sortIn(query).filter((each) => names.includes(each.replace(/^-/, '')));
  const isOnlyCount = measures.length === 1 && measures[0] === 'count';
  const next = withValue(withValue(query, 'group', groups.join()), 'measure', isOnlyCount ? '' : measures.join());
  return withSort(next, sort.join()).filter(([name]) => {
    const [, measure] = /^having\[(.+?)\]/.exec(name) ?? [];
    return measure === undefined || measure === 'count' || measures.includes(measure);
  });
}

export const withGroups = (query: Query, groups: readonly string[]): Query =>
  withTerms(query, [...new Set(groups)], measuresIn(query));

export const withMeasures = (query: Query, measures: readonly string[]): Query =>
  withTerms(query, groupsIn(query), [...new Set(measures.length > 0 ? measures : ['count'])]);

/** The look that the answer has unless another is asked for is not in the address. Over time nothing has an order of
 * its own. */
export function withView(query: Query, view: View): Query {
  const next = withValue(view === 'lines' ? withSort(query, undefined) : query, 'view', undefined);
  return usualView(next) === view ? next : withValue(next, 'view', view);
}

export const isOverTime = (group: string): boolean => /^(year|quarter|month|week|day)\(/.test(group);

/** How an answer with these groups can look; the first is the usual one. */
export function viewsFor(query: Query): View[] {
  const groups = groupsIn(query);
  if (groups.length === 0) return ['table'];
  const lines: View[] = groups.some(isOverTime) ? ['lines'] : [];
  const pivot: View[] = groups.length > 1 ? ['pivot'] : [];
  // Dates are not drawn.
  return [...lines, ...pivot, 'bars', 'table'];
}

const usualView = (query: Query): View => viewsFor(query)[0]!;

export function viewIn(query: Query): View {
  const asked = valueIn(query, 'view');
  return viewsFor(query).find((view) => view === asked) ?? usualView(query);
}

/** Which measure is drawn. */
export const figureIn = (query: Query): string => {
  const measures = measuresIn(query);
  return measures.find((each) => each === valueIn(query, 'figure')) ?? measures[0]!;
};

/** The same records in fewer groups, for totals: these are asked, because averages and medians cannot be added up. Rows
 * are in the order of their measures where that is asked for; columns, which may be dates, in their own. */
export function coarser(
  query: Query,
  axis: 'rows' | 'columns',
  groups: readonly string[],
  measures: readonly string[],
): Query {
  const names = axis === 'rows' ? [...groups, ...measures] : groups;
  const sort = sortIn(query).filter((each) => names.includes(each.replace(/^-/, '')));
  return withSort(
    withValue(withValue(filtersIn(query), 'group', groups.join()), 'measure', measures.join()),
    sort.join(),
  );
}

/** The groups of the rows and of the columns of a pivot table. */
export function axesOf(query: Query): { rows: string[]; columns: string[] } {
  const groups = groupsIn(query);
  return { rows: groups.slice(0, -1), columns: groups.slice(-1) };
}

/** Whether all groups are asked for, not a page of them. */
export const isWhole = (query: Query): boolean =>
  ['lines', 'pivot'].includes(viewIn(query)) && !valueIn(query, 'limit') && !valueIn(query, 'offset');
