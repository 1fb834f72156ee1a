// Reads the parameters of a metric: from when to when, in which periods, by which groups, of which records; and every
// fault.
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { fieldsOf, type Grouping } from '../contract/aggregate/grouping.ts';
import { everyUnits } from '../contract/documents/beside/insights.ts';
import { type Fault, isPrivate, type Parsed } from '../contract/faults.ts';
import { AGGREGATE, INSIGHT } from '../contract/limits.ts';
import { groupingIn, itemsIn } from '../contract/request/aggregate-query.ts';
import { conditionsIn, filtersOf } from '../contract/request/conditions.ts';
import { dayIn } from '../contract/request/days.ts';
import { type Format, pageIn } from '../contract/request/list-query.ts';
import { ignoredAmong, type Parameter, parametersIn } from '../contract/request/parameters.ts';
import { type HiddenFields, hiddenOn, pathNamed, pathsOf, pathText, unreadIn } from '../contract/request/paths.ts';
import type { Metric } from './metric.ts';
import {
  dayAfter,
  type Every,
  MANY_PERIODS,
  nextStart,
  periodsOf,
  type Question,
  startOf,
  yearBefore,
} from './question.ts';
import { hiddenAmong } from './restricted.ts';

const PAGE = ['format', 'limit', 'offset'];
const SERIES = ['from', 'to', 'every'];

export function parseInsight(
  metric: Metric,
  catalogue: Catalogue,
  text: string,
  { hidden, accepted, now }: { readonly hidden: HiddenFields; readonly accepted: Format; readonly now: string },
) {
  const today = now.slice(0, 10);
  const { parameters, faults, take, last } = parametersIn(text);
  const page = pageIn(last, accepted === 'ndjson' ? 'json' : accepted);
  const format = page.format === 'ndjson' ? 'json' : page.format;
  if (page.format === 'ndjson') faults.push(noLines);
  const resource = resourceOf(metric, catalogue);
  const secret = hiddenAmong(metric.reads, hidden);
  const isRestricted = secret !== undefined;
  const every = metric.isSeries ? last('every', everyNamed, undefined) : undefined;
  const time = metric.isSeries
    ? timeOf({ from: last('from', dayIn(today), undefined), to: last('to', dayIn(today), undefined), every, today })
    : { from: today, to: today };
  if (time.from > time.to && faults.length === 0)
    faults.push({ type: 'date_order', loc: ['query', 'from'], msg: `from is after to: ${time.from}, ${time.to}` });
  const periods = metric.isSeries ? periodsOf(time.from, time.to, every, today, INSIGHT.periods) : about(today);
  if (periods.length === 0 && faults.length === 0) faults.push(tooMany(every!));
  const names = groupNames(metric, resource);
  const groupings: Grouping[] = [];
  const asked = parameters.filter(({ name, value }) => name === 'group' && value !== '');
  const takesGroups = !metric.groups;
  let items = 0;
  for (const parameter of takesGroups ? asked : [])
    for (const name of itemsIn(parameter.value)) {
      items += 1;
      if (items > AGGREGATE.groups) break;
      const parsed = names.includes(name) ? groupingIn(resource, name, hidden) : noSuch(name, names);
      const grouping = take(parameter, parsed);
      if (grouping && !groupings.some((each) => each.name === grouping.name)) groupings.push(grouping);
    }
  if (items > AGGREGATE.groups) faults.push(tooManyGroups);
  const isFilter = (name: string): boolean => {
    const filter = metric.isWhole ? undefined : filtersOf(resource).get(name);
    return filter !== undefined && (metric.through === undefined || filter.via?.name === metric.through);
  };
  const filters = parameters.filter(({ name }) => isFilter(name));
  conditionsIn(resource, filters, hidden, take);
  const own = [...PAGE, ...(metric.isSeries ? SERIES : []), ...(takesGroups ? ['group'] : [])];
  const given = parameters.filter(({ name, value }) => value !== '' && !PAGE.includes(name));
  // A client that may not see a field inside could find out its value with several questions.
  if (isRestricted)
    for (const each of given.filter(({ name }) => own.includes(name) || isFilter(name)))
      take(each, {
        fault: isPrivate(
          { name: secret, unread: unreadIn(hidden, secret.split('.')[0]!) },
          `ask ${metric.name} for more than its whole`,
        ),
      });
  const groups = metric.groups ?? groupings.map(({ name }) => name);
  return {
    question: {
      today,
      now,
      ...time,
      every,
      periods,
      groups,
      isLarge: metric.readsEach ?? (periods.length >= MANY_PERIODS && groups.length > 0),
      isRestricted,
      hidden,
      hidesGroups: groups.some((name) => hiddenOn(resource, pathNamed(resource, name)!, hidden) !== undefined),
      filters: filters.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
    } satisfies Question,
    groupings: groups.map((name) => (groupingIn(resource, name, {}) as { readonly value: Grouping }).value),
    ...page,
    format,
    faults,
    ignored: ignoredAmong(
      parameters,
      (name) => own.includes(name) || isFilter(name),
      () => [...own, ...(metric.isWhole ? [] : filtersOf(resource).keys())],
    ),
  };
}

export const resourceOf = ({ of }: Metric, catalogue: Catalogue): Resource =>
  catalogue.find(({ name }) => name === of)!;

/** The fields that a metric can be grouped by. */
export const groupNames = ({ groups, through }: Metric, resource: Resource): readonly string[] =>
  groups ??
  pathsOf(resource, fieldsOf.group)
    .filter(({ via }) => through === undefined || via?.name === through)
    .map(pathText);

/** Where its filters come from; `undefined` for a metric that takes none. */
export const filterSource = ({ of, through, isWhole }: Metric): string | undefined =>
  isWhole ? undefined : through ? `${of}.${through}` : of;

type Time = { readonly from: string | undefined; readonly to: string | undefined; readonly every: Every | undefined };

/** Twelve months where nothing is said, and of whole units where there are some. */
function timeOf({ from, to, every, today }: Time & { readonly today: string }) {
  const last = to ?? (from !== undefined && from > today ? from : today);
  if (from !== undefined) return { from, to: last };
  const first = dayAfter(yearBefore(last), 1);
  const start = every && startOf(first, every);
  return { from: start === undefined || start === first ? first : nextStart(start, every!), to: last };
}

const about = (today: string) => [{ from: today, to: today, partial: true, start: today }];

const everyNamed = ({ value }: Parameter): Parsed<Every | undefined> => {
  if (value === '') return { value: undefined };
  const unit = everyUnits.find((each) => each === value);
  if (unit) return { value: unit };
  const expected = everyUnits.join(', ');
  return { fault: { type: 'literal_error', msg: `Input should be one of ${expected}`, ctx: { expected } } };
};

const noSuch = (name: string, names: readonly string[]): Parsed<never> => {
  const expected = names.join(', ');
  return {
    fault: {
      type: 'literal_error',
      msg: `There is no group ${name} here: it is one of ${expected}`,
      ctx: { expected },
    },
  };
};

const tooManyGroups: Fault = {
  type: 'too_long',
  loc: ['query', 'group'],
  msg: `There are at most ${AGGREGATE.groups} groups`,
  ctx: { max_length: AGGREGATE.groups },
};

const noLines: Fault = {
  type: 'literal_error',
  loc: ['query', 'format'],
  msg: 'Insights are sent as json, csv or xlsx',
  input: 'ndjson',
  ctx: { expected: 'json, csv, xlsx' },
};

const tooMany = (every: Every): Fault => ({
  type: 'too_many_periods',
  loc: ['query', 'every'],
  msg: `There are more than ${INSIGHT.periods} periods: ask for longer ones, or for less time`,
  input: every,
});
