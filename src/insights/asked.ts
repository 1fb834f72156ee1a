// What was asked of a metric, and how it gets its numbers: by aggregates, each of which knows the address of its records.
import type { Value } from '../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { bucketOf } from '../contract/aggregate/buckets.ts';
import { type Grouping, groupingNamed } from '../contract/aggregate/grouping.ts';
import { nameOf, rowsAddress } from '../contract/aggregate/rows-of.ts';
import { invalidParameters } from '../contract/errors.ts';
import type { Fault } from '../contract/faults.ts';
import { AGGREGATE } from '../contract/limits.ts';
import { BASE } from '../contract/product.ts';
import { type AggregateQuery, groupingIn, measureIn } from '../contract/request/aggregate-query.ts';
import { type Condition, conditionsIn, type PlainCondition, quotedText } from '../contract/request/conditions.ts';
import { parametersIn } from '../contract/request/parameters.ts';
import { type HiddenFields, pathNamed } from '../contract/request/paths.ts';
import { keyOf } from '../store/shared/aggregate/tally.ts';
import { pauses } from '../store/shared/pauses.ts';
import type { ReadOptions, Store } from '../store/store.ts';
import { between, type Population, type Where } from './figures.ts';
import type { CalendarPeriod, Every } from './periods.ts';

/** The counts and measures of groups of records. */
export type Answered = {
  /** The keys of the groups that have records. */
  readonly keys: readonly (readonly Value[])[];
  count(keys: readonly Value[]): number;
  /** The measures behind the count; `undefined` for a group without records. */
  measures(keys: readonly Value[]): readonly Value[] | undefined;
  /** None, where the group contradicts the population: a group of the status `rejected` among those who were hired. */
  rows(keys: readonly Value[]): string | readonly string[];
};

export type Asked = {
  readonly today: string;
  /** The moment, in UTC: a time on that day. */
  readonly now: string;
  readonly from: string;
  readonly to: string;
  readonly every: Every | undefined;
  readonly periods: readonly CalendarPeriod[];
  /** Paths of fields, such as `dept_id`. */
  readonly groups: readonly string[];
  /** A private field is inside, and the caller may not see it. */
  readonly isRestricted: boolean;
  /** The fields that the caller may not see, and whether one of the groups is among them. */
  readonly hidden: HiddenFields;
  readonly hidesGroups: boolean;
  /** The population by `groups`, which are those that were asked for unless others are given. */
  ask(population: Population, measures?: readonly string[], groups?: readonly string[]): Promise<Answered>;
  /** The same for each of the periods, by the field that says when. */
  inPeriods(population: Population, measures?: readonly string[]): Promise<readonly Answered[]>;
  /** The list of a group of the population, by the groups that were asked for. */
  address(population: Population, keys: readonly Value[]): string;
  /** The list of all of it. */
  wholeAddress(population: Population): string;
};

export type Question = Pick<
  Asked,
  'today' | 'now' | 'from' | 'to' | 'every' | 'periods' | 'groups' | 'isRestricted' | 'hidden' | 'hidesGroups'
> & {
  /** The filters that were sent, as a query. */
  readonly filters: string;
};

type Sources = { readonly store: Store; readonly catalogue: Catalogue; readonly options: ReadOptions };

export function asked(question: Question, { store, catalogue, options }: Sources): Asked {
  const answered = new Map<string, Promise<Answered>>();
  const inParts = new Map<string, Promise<readonly Answered[]>>();
  const resourceNamed = (name: string): Resource => catalogue.find((each) => each.name === name)!;

  const queryOf = (population: Population, measures: readonly string[], groupings: readonly Grouping[]) => {
    const resource = resourceNamed(population.resource);
    const filters = population.isWhole ? '' : question.filters;
    return {
      resource,
      query: {
        terms: [],
        conditions: together(conditionsWhere(resource, population.where), conditionsOf(resource, filters)),
        groups: groupings,
        measures: ['count', ...measures].map((each) => taken(measureIn(resource, each, {}, true))),
        sort: [],
        limit: AGGREGATE.results,
        offset: 0,
      } satisfies AggregateQuery,
    };
  };

  async function aggregated(population: Population, measures: readonly string[], groups: readonly string[]) {
    const groupings = groups.map((each) => taken(groupingIn(resourceNamed(population.resource), each, {}, true)));
    const { resource, query } = queryOf(population, measures, groupings);
    const { groups: found } = await store.aggregate(resource, query, options);
    return answerOf(resource, query, found);
  }

  async function aggregatedInPeriods(population: Population, measures: readonly string[]) {
    const { every, periods, from, to, groups } = question;
    const cut = (period: { readonly from: string; readonly to: string }): Population => ({
      ...population,
      where: [...population.where, ...between(population.during!, period)],
    });
    if (!every) return Promise.all(periods.map((period) => aggregated(cut(period), measures, groups)));
    const resource = resourceNamed(population.resource);
    const field = resource.fields.find(({ name }) => name === population.during)!;
    const time = groupingNamed({ field }, { unit: every });
    const groupings = groups.map((each) => taken(groupingIn(resource, each, {})));
    const whole = queryOf(cut({ from, to }), measures, [time, ...groupings]);
    const { groups: found } = await store.aggregate(resource, whole.query, options);
    const { range } = bucketOf(time);
    const byStart = Map.groupBy(
      found.filter(({ values }) => values[0] !== 0),
      ({ keys }) => range!(keys[0] as string | number).from,
    );
    const answers = periods.map((period) => {
      const parts = (byStart.get(period.start) ?? []).map(({ keys, values }) => ({ keys: keys.slice(1), values }));
      return answerOf(resource, queryOf(cut(period), measures, groupings).query, parts);
    });
    return Promise.all(answers);
  }

  return {
    ...question,
    ask: (population, measures = [], groups = question.groups) =>
      once(answered, JSON.stringify([population, measures, groups]), () => aggregated(population, measures, groups)),
    inPeriods: (population, measures = []) =>
      once(inParts, JSON.stringify([population, measures]), () => aggregatedInPeriods(population, measures)),
    address(population, keys) {
      const groupings = question.groups.map((each) => taken(groupingIn(resourceNamed(population.resource), each, {})));
      const { resource, query } = queryOf(population, [], groupings);
      return rowsAddress(`${BASE}/v1/${resource.name}`, query, keys);
    },
    wholeAddress(population) {
      const { resource, query } = queryOf(population, [], []);
      return rowsAddress(`${BASE}/v1/${resource.name}`, query, []);
    },
  };
}

/** The same question is asked once. */
function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

type Found = { readonly keys: readonly Value[]; readonly values: readonly Value[] };

async function answerOf(resource: Resource, query: AggregateQuery, found: readonly Found[]): Promise<Answered> {
  const groups = new Map<string, readonly Value[]>();
  const pause = pauses();
  for (const { keys, values } of found) {
    groups.set(keyOf(keys), values);
    await pause();
  }
  const path = `${BASE}/v1/${resource.name}`;
  return {
    keys: found.filter(({ values }) => values[0] !== 0).map(({ keys }) => keys),
    count: (keys) => Number(groups.get(keyOf(keys))?.[0] ?? 0),
    measures: (keys) => groups.get(keyOf(keys))?.slice(1),
    rows: (keys) => (isOutside(query, keys) ? [] : rowsAddress(path, query, keys)),
  };
}

/** An address has a field once, with the value of the group instead of those of the population. */
const isOutside = ({ conditions, groups }: AggregateQuery, keys: readonly Value[]): boolean =>
  keys.some((key, at) =>
    conditions.some((condition) => {
      const plain = condition.operator === 'hop' ? condition.there : condition;
      return nameOf(condition) === groups[at]!.name && plain.operator === 'in' && !plain.values.includes(key);
    }),
  );

/** Long lists of values are not worth writing and reading. */
function conditionsWhere(resource: Resource, where: Where): Condition[] {
  const isLong = (value: unknown): value is readonly Value[] => Array.isArray(value);
  const pairs = where.flatMap(([name, value]) =>
    isLong(value) ? [] : [`${encodeURIComponent(name)}=${valueText(value as Value)}`],
  );
  const long = where.flatMap(([name, values]) => (isLong(values) ? [anyOf(resource, name, values)] : []));
  for (const each of long) lists.add(each);
  return [...conditionsOf(resource, pairs.join('&')), ...long];
}

function anyOf(resource: Resource, name: string, values: readonly Value[]): Condition {
  const { field, via } = pathNamed(resource, name)!;
  const there: ListCondition = { field, operator: 'in', values };
  return via ? { field: via, operator: 'hop', there } : there;
}

const valueText = (value: Value): string =>
  encodeURIComponent(typeof value === 'string' ? quotedText(value) : String(value));

function conditionsOf(resource: Resource, text: string): Condition[] {
  const { parameters, faults, take } = parametersIn(text);
  const conditions = conditionsIn(resource, parameters, {}, take);
  if (faults.length > 0) throw new Error(`A metric asks for what ${resource.name} cannot answer: ${text}`);
  return conditions;
}

/** A parameter is in an address once, so what the metric decides cannot be filtered in the same way. Of a long list of values it has
 * those that were asked for. */
function together(own: readonly Condition[], sent: readonly Condition[]): Condition[] {
  const named = new Map(own.map((condition) => [nameOf(condition), condition]));
  const rest = sent.filter((condition) => {
    const name = nameOf(condition);
    const decided = named.get(name);
    if (!decided) return true;
    if (!lists.has(decided)) throw invalidParameters([decidedByMetric(name)]);
    named.set(name, bothOf(decided, condition));
    return false;
  });
  return [...named.values(), ...rest];
}

type ListCondition = PlainCondition & { readonly operator: 'in'; readonly values: readonly Value[] };

/** Conditions of long lists. */
const lists = new WeakSet<Condition>();

/** Of the same name: both are behind a reference, or neither is. */
function bothOf(own: Condition, sent: Condition): Condition {
  if (own.operator === 'hop' && sent.operator === 'hop')
    return { ...own, there: bothOf(own.there, sent.there) as PlainCondition };
  const { values } = sent as ListCondition;
  return { ...(own as ListCondition), values: (own as ListCondition).values.filter((value) => values.includes(value)) };
}

const decidedByMetric = (name: string): Fault => ({
  type: 'decided_by_metric',
  loc: ['query', name],
  msg: `This metric decides ${name} itself; filter by something else`,
});

function taken<T>(parsed: { readonly value: T } | { readonly fault: { readonly msg: string } }): T {
  if ('fault' in parsed) throw new Error(parsed.fault.msg);
  return parsed.value;
}
