// What was asked of a metric, and how it gets its numbers: by aggregates, each of which knows the address of its
// records.
import type { Value } from '../catalogue/kinds.ts';
import type { Catalogue } from '../catalogue/resource.ts';
import { bucketOf } from '../contract/aggregate/buckets.ts';
import { Refusal } from '../contract/errors.ts';
import { BASE } from '../contract/product.ts';
import { rowsAddress } from '../contract/request/canonical-query.ts';
import { havingName } from '../contract/request/having.ts';
import { keyOf } from '../store/shared/aggregate/tally.ts';
import type { ReadOptions, Store } from '../store/store.ts';
import type { Bounds } from './bounds.ts';
import { between, type Population, upTo } from './figures.ts';
import { listAddress, type PopulationQuery, queryOf, rowsOf } from './population-query.ts';
import { type Days, MANY_PERIODS, type Question } from './question.ts';
import { type Span, spansOf } from './spans.ts';

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

export type Asked = Question & {
  readonly bounds: Bounds;
  /** The population by `groups`, which are those that were asked for unless others are given. */
  ask(population: Population, measures?: readonly string[], groups?: readonly string[]): Promise<Answered>;
  /** The same for each of the periods, by the field that says when. */
  inPeriods(
    population: Population,
    measures?: readonly string[],
    groups?: readonly string[],
  ): Promise<readonly Answered[]>;
  /** The list of a group of the population, by the groups that were asked for. */
  address(population: Population, keys: readonly Value[]): string;
  /** The list of all of it. */
  wholeAddress(population: Population): string;
  /** The words of a field that the catalogue knows. */
  wordsOf(resource: string, field: string): readonly string[];
  /** The aggregate of the population by these fields; `count`: only groups of so many records. */
  groupsAddress(population: Population, fields: string, count?: Count): string;
  /** How many groups of several records there are. `undefined`: there are too many groups. */
  repeated(
    population: Population,
    groups: readonly string[],
  ): Promise<{ readonly count: number; readonly rows: string } | undefined>;
};

type Count = readonly [operator: 'in' | 'gte', value: number];

type Sources = {
  readonly store: Store;
  readonly catalogue: Catalogue;
  readonly options: Omit<ReadOptions, 'asker'>;
  readonly bounds: Bounds;
};

export function asked(question: Question, { store, catalogue, options, bounds }: Sources): Asked {
  const cache = new Map<string, Promise<unknown>>();
  const query = (population: Population, groups?: readonly string[], measures?: readonly string[]) =>
    queryOf(catalogue, population, question.filters, groups, measures);

  /** The same question is asked once. */
  function once<T>(about: readonly unknown[], make: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(about);
    const cached = (cache.get(key) as Promise<T> | undefined) ?? make();
    cache.set(key, cached);
    return cached;
  }

  async function find({ resource, query }: PopulationQuery): Promise<readonly FoundGroup[]> {
    await bounds.pause();
    const { groups } = await store.aggregate(resource, query, { ...options, asker: bounds.asker });
    bounds.hold(groups.length);
    return groups;
  }

  async function aggregated(population: Population, measures: readonly string[], groups: readonly string[]) {
    const asking = query(population, groups, measures);
    return answerOf(asking, await find(asking));
  }

  async function aggregatedInPeriods(population: Population, measures: readonly string[], groups: readonly string[]) {
    const { every, periods } = question;
    const { where, during, last } = population;
    const cut = ({ from, to }: Days): Population => ({
      ...population,
      where: [...where, ...between(during!, { from, to: last !== undefined && last < to ? last : to })],
    });
    if (!every) return Promise.all(periods.map((period) => aggregated(cut(period), measures, groups)));
    const whole = query(cut(question), [`${every}(${during})`, ...groups], measures);
    const { range } = bucketOf(whole.query.groups[0]!);
    const byStart = Map.groupBy(await find(whole), ({ keys }) => range!(keys[0] as string | number).from);
    const answers: Answered[] = [];
    for (const period of periods) {
      const parts = (byStart.get(period.start) ?? []).map(({ keys, values }) => ({ keys: keys.slice(1), values }));
      answers.push(answerOf(query(cut(period), groups, measures), parts));
      await bounds.pause();
    }
    return answers;
  }

  /** `undefined`: there are too many different ones. */
  async function spans(population: Population, value: string | undefined, groups: readonly string[]) {
    const { since, until } = population.on!;
    const names = [...new Set([...groups, since, until, ...(value === undefined ? [] : [value])])];
    const where = [...population.where, upTo(since, question.to), [`${until}[gte_or_null]`, question.from] as const];
    const { on: _, ...rest } = population;
    const answer = await unlessTooMany(() => aggregated({ ...rest, where }, [], names));
    if (!answer) return undefined;
    const { keys, count } = answer;
    const at = [since, until, value].map((name) => (name === undefined ? -1 : names.indexOf(name)));
    const each = (of: readonly Value[]): Span => {
      const [first, last, different = null] = at.map((index) => of[index] ?? null);
      return { keys: of.slice(0, groups.length), since: first!, until: last!, value: different, count: count(of) };
    };
    return spansOf(keys.map(each), bounds.pause);
  }

  async function heldOn(population: Population, measures: readonly string[], groups: readonly string[]) {
    const { from, to, ...rest } = population.on!;
    const value = /^distinct\((.*)\)$/.exec(measures[0] ?? '')?.[1];
    const about = [{ ...population, on: rest }, value, groups];
    const on = await once(about, () => spans(population, value, groups));
    if (!on) return aggregated(population, measures, groups);
    const { keys, count, distinct } = await on({ from, to });
    const asking = query(population, groups);
    return {
      ...{ keys, count },
      measures: (of: readonly Value[]) => (value === undefined ? [] : [distinct(of)]),
      rows: (of: readonly Value[]) => rowsOf(asking, of),
    };
  }

  function groupsAddress(population: Population, fields: string, count?: Count): string {
    const address = rowsAddress(`${BASE}/v1/aggregate/${population.resource}`, query(population).query);
    const chosen = count === undefined ? '' : `&${havingName('count', count[0])}=${count[1]}`;
    return `${address}${address.includes('?') ? '&' : '?'}group=${fields}${chosen}`;
  }

  const isCounted = (measures: readonly string[]): boolean =>
    measures.length === 0 || (measures.length === 1 && measures[0]!.startsWith('distinct('));
  const isOnManyDays = ({ on }: Population, measures: readonly string[]): boolean =>
    on !== undefined && question.periods.length >= MANY_PERIODS && isCounted(measures);

  return {
    ...question,
    bounds,
    ask: (population, measures = [], groups = question.groups) =>
      once([population, measures, groups], () =>
        (isOnManyDays(population, measures) ? heldOn : aggregated)(population, measures, groups),
      ),
    inPeriods: (population, measures = [], groups = question.groups) =>
      once(['in periods', population, measures, groups], () => aggregatedInPeriods(population, measures, groups)),
    address: (population, keys) => listAddress(query(population, question.groups), keys),
    wholeAddress: (population) => listAddress(query(population)),
    wordsOf: (of, name) => {
      const { fields } = catalogue.find((each) => each.name === of)!;
      return fields.find((field) => field.name === name)!.words ?? [];
    },
    groupsAddress,
    async repeated(population, groups) {
      const { resource, query: all } = query(population, groups);
      const having = [{ at: 'count', operator: 'gte', value: 2 } as const];
      await bounds.pause();
      const found = await unlessTooMany(() =>
        store.aggregate(resource, { ...all, having, limit: 0 }, { ...options, asker: bounds.asker }),
      );
      return found && { count: found.total, rows: groupsAddress(population, groups.join(), ['gte', 2]) };
    },
  };
}

async function unlessTooMany<T>(ask: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.faults.some(({ type }) => type === 'too_many_groups')) return undefined;
    throw thrown;
  }
}

type FoundGroup = { readonly keys: readonly Value[]; readonly values: readonly Value[] };

/** Most are asked for by the very keys that they have; texts of the keys take much memory, and are made when others are
 * used. */
function answerOf(asking: PopulationQuery, found: readonly FoundGroup[]): Answered {
  let own: Map<readonly Value[], readonly Value[]> | undefined;
  let named: Map<string, readonly Value[]> | undefined;
  const valuesOf = (keys: readonly Value[]): readonly Value[] | undefined => {
    if (!own) {
      own = new Map();
      for (const each of found) own.set(each.keys, each.values);
    }
    const values = own.get(keys);
    if (values) return values;
    named ??= new Map(found.map(({ keys: each, values: its }) => [keyOf(each), its]));
    return named.get(keyOf(keys));
  };
  return {
    keys: found.filter(({ values }) => values[0] !== 0).map(({ keys }) => keys),
    count: (keys) => Number(valuesOf(keys)?.[0] ?? 0),
    measures: (keys) => valuesOf(keys)?.slice(1),
    rows: (keys) => rowsOf(asking, keys),
  };
}
