// Reads the parameters of an aggregate: its records, groupings, measures and order; and every fault.

import type { Resource } from '../../catalogue/resource.ts';
import {
  currencyOf,
  dateUnits,
  dayFunctions,
  fieldsOf,
  functions,
  type Grouping,
  groupingNamed,
  type Measure,
  type MeasureFunction,
  operandText,
  type Step,
  WIDTH,
} from '../aggregate/grouping.ts';
import { isPrivate, type Parsed, type ValueFault } from '../faults.ts';
import { AGGREGATE } from '../limits.ts';
import { abridged } from '../words.ts';
import { conditionsIn, filtersOf } from './conditions.ts';
import { COUNT, type Having, havingIn, havingName, isHaving } from './having.ts';
import { type Format, PAGE_NAMES, pageIn, type Selection, searchTerms } from './list-query.ts';
import { ignoredAmong, type Parameter, parametersIn, type Take } from './parameters.ts';
import { beside, type HiddenFields, hiddenOn, type Path, pathNamed, pathText } from './paths.ts';

/** One group or measure that the groups are sorted by: its position in the query. */
export type GroupOrder = { readonly by: 'group' | 'measure'; readonly at: number; readonly descending: boolean };

export type AggregateQuery = Selection & {
  readonly groups: readonly Grouping[];
  readonly measures: readonly Measure[];
  /** Groups that are equal in it, and all where there is none, are in the order of their values. */
  readonly sort: readonly GroupOrder[];
  /** Only groups whose measures meet all of these. */
  readonly having?: readonly Having[];
  readonly limit: number;
  readonly offset: number;
  /** Without the empty buckets between others. */
  readonly isSparse?: boolean;
};

const OWN_NAMES = ['group', 'measure', ...PAGE_NAMES];

export function parseAggregateQuery(resource: Resource, text: string, hidden: HiddenFields, accepted: Format) {
  const { parameters, faults, take, last } = parametersIn(text);
  const { format, limit, offset } = pageIn(last, accepted);
  const before = faults.length;
  const groups = listIn(parameters, 'group', AGGREGATE.groups, take, (name) => groupingIn(resource, name, hidden));
  const measures = listIn(parameters, 'measure', AGGREGATE.measures, take, (name) => measureIn(resource, name, hidden));
  const asked = measures.length > 0 ? measures : [COUNT];
  // A group or measure that is not understood may be the one that the groups are sorted by.
  const areKnown = faults.length === before;
  const having = areKnown ? havingIn(parameters, asked, (name) => nameIn(resource, name), take) : [];
  const query: AggregateQuery = {
    terms: last('q', searchTerms, []),
    conditions: conditionsIn(resource, parameters, hidden, take),
    groups,
    measures: asked,
    sort: last('sort', ({ value }) => (areKnown ? sortIn(resource, value, groups, asked) : NO_ORDER), []),
    ...(having.length > 0 && { having }),
    limit,
    offset,
  };
  const isKnown = (name: string) => OWN_NAMES.includes(name) || filtersOf(resource).has(name) || isHaving(name);
  const names = () => [...OWN_NAMES, havingName('count', 'gte'), ...filtersOf(resource).keys()];
  const ignored = ignoredAmong(parameters, isKnown, names);
  return { query, format, faults, ignored };
}

const NO_ORDER: Parsed<readonly GroupOrder[]> = { value: [] };

/** The items of a parameter that is repeated, or has them with commas between: a name that is there twice counts
 * once. */
function listIn<T extends { readonly name: string }>(
  parameters: readonly Parameter[],
  name: 'group' | 'measure',
  most: number,
  take: Take,
  parse: (text: string) => Parsed<T>,
): T[] {
  const items = new Map<string, T>();
  let count = 0;
  for (const parameter of parameters) {
    if (parameter.name !== name || parameter.value === '') continue;
    const texts = itemsIn(parameter.value);
    count += texts.length;
    if (count > most) {
      take(parameter, tooMany(name, most));
      break;
    }
    for (const text of texts) {
      const item = take(parameter, parse(text));
      if (item) items.set(item.name, item);
    }
  }
  return [...items.values()];
}

const tooMany = (name: string, most: number): { readonly fault: ValueFault } => ({
  fault: { type: 'too_long', msg: `There are at most ${most} ${name}s`, ctx: { max_length: most } },
});

/** Separated by commas: one after which a parenthesis is closed, and none opened before that, is part of an item. */
export function itemsIn(text: string): string[] {
  const items: string[] = [];
  let end = text.length;
  let isInside = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at];
    if (character === ')') isInside = true;
    else if (character === '(') isInside = false;
    else if (character === ',' && !isInside) {
      items.push(text.slice(at + 1, end));
      end = at;
    }
  }
  return [...items, text.slice(0, end)].reverse();
}

const CALL = /^(\w+)\((.*)\)$/;

/** `byAny`: any field may be a group. Requests can only group by fields that filters find again. */
export function groupingIn(resource: Resource, text: string, hidden: HiddenFields, byAny = false): Parsed<Grouping> {
  const [, call, inner = ''] = CALL.exec(text) ?? [];
  const unit = dateUnits.find((each) => each === call);
  if (unit) return grouped(pathIn(resource, inner, fieldsOf.date, hidden), { unit });
  if (call === undefined)
    return grouped(pathIn(resource, text, byAny ? () => true : fieldsOf.group, hidden), { unit: 'value' });
  const [path = '', width = ''] = inner.split(',');
  const step = stepIn(width);
  if (call !== 'bin' || inner.split(',').length !== 2) return { fault: noSuch('group', resource, text) };
  return step ? grouped(pathIn(resource, path, fieldsOf.bin, hidden), { unit: 'bin', step }) : { fault: noStep };

  function grouped(path: Path | ValueFault | undefined, by: Grouping['by']): Parsed<Grouping> {
    if (path && 'field' in path) return { value: groupingNamed(path, by) };
    return { fault: path ?? noSuch('group', resource, text) };
  }
}

/** `undefined`: there is no such field, or not for this. */
function pathIn(resource: Resource, text: string, takes: (field: Path['field']) => boolean, hidden: HiddenFields) {
  const path = pathNamed(resource, text);
  if (!path || !takes(path.field)) return undefined;
  const secret = hiddenOn(resource, path, hidden);
  return secret ? isPrivate(secret, 'group or measure by it') : path;
}

const noStep: ValueFault = {
  type: 'greater_than',
  msg: 'The width of a bin should be a number over 0 with at most 15 digits, at most 10 of them before a point, such as bin(base_salary,10000)',
  ctx: { gt: 0 },
};

const STEP = new RegExp(`^${WIDTH}$`);

function stepIn(text: string): Step | undefined {
  if (!STEP.test(text)) return undefined;
  const [whole, fraction = ''] = text.split('.');
  const decimals = fraction.replace(/(?<!0)0+$/, '');
  // Written out, because a name is read again: 1e-7 is no width.
  return {
    text: `${whole}${decimals && `.${decimals}`}`,
    units: Number(`${whole}${decimals}`),
    scale: decimals.length,
  };
}

/** `withUntil`: days may end with a day of the calendar. Requests cannot say that, only the service itself. */
export function measureIn(resource: Resource, text: string, hidden: HiddenFields, withUntil = false): Parsed<Measure> {
  if (text === 'count') return { value: COUNT };
  const [, call, inner = ''] = CALL.exec(text) ?? [];
  const name = functions.find((each) => each === call);
  if (!name) return { fault: noSuch('measure', resource, text) };
  const [, days, until] = (withUntil ? DAYS_UNTIL : DAYS).exec(inner) ?? [];
  const takes = days === undefined ? fieldsOf[name] : fieldsOf.date;
  const paths = (days ?? inner).split(',').map((path) => pathIn(resource, path, takes, hidden));
  const fault = paths.find((path) => path && 'msg' in path);
  const lengths = days === undefined ? [1] : until ? [1, 2] : [2];
  const isWhole = lengths.includes(paths.length) && (days === undefined || isForDays(name));
  if (fault) return { fault: fault as ValueFault };
  if (!isWhole || paths.includes(undefined)) return { fault: noSuch('measure', resource, text) };
  const [first, second] = paths as Path[];
  const of = days === undefined ? first! : { from: first!, ...(second && { to: second }), ...(until && { until }) };
  const measure = { name: `${name}(${operandText(of)})`, function: name, of };
  // Whether amounts can be added up tells whether their currencies are the same.
  const currency = currencyOf(measure, (path, each) => beside(resource, path, each));
  const secret = currency && hiddenOn(resource, currency, hidden);
  return secret ? { fault: isPrivate(secret, 'add up amounts by it') } : { value: measure };
}

const DAYS = /^days\((.*)\)$/;
const DAYS_UNTIL = /^days\((.*?)(?: until (\d{4}-\d{2}-\d{2}))?\)$/;

const isForDays = (name: MeasureFunction): boolean => (dayFunctions as readonly string[]).includes(name);

/** Lists the names that there are. Fields behind references are many, so these are described. */
function noSuch(parameter: 'group' | 'measure', resource: Resource, text: string): ValueFault {
  const names = (takes: (field: Path['field']) => boolean) =>
    resource.fields.filter(takes).map((field) => pathText({ field }));
  const [dates, numbers] = [names(fieldsOf.date), names(fieldsOf.bin)];
  const offers = {
    group: [
      [names(fieldsOf.group), (all: string) => all],
      [dates, (all: string) => `${dateUnits.join(', ')} of ${all}, such as month(${dates[0]})`],
      [numbers, (all: string) => `bins of ${all}, such as bin(${numbers[0]},10)`],
    ],
    measure: [
      [['count'], (all: string) => all],
      [names(fieldsOf.distinct), (all: string) => `distinct of ${all}`],
      [names(fieldsOf.min), (all: string) => `min, max of ${all}`],
      [numbers, (all: string) => `sum, avg, median of ${all}`],
      [dates, (all: string) => `avg, median of days(from,to) with ${all}`],
    ],
  } as const;
  const expected = offers[parameter]
    .filter(([fields]) => fields.length > 0)
    .map(([fields, say]) => say(fields.join(', ')))
    .join('; ');
  const msg = `There is no ${parameter} ${abridged(text, 100)} here: it is one of ${expected}; and the same of records that a reference leads to, written reference.field`;
  return { type: 'literal_error', msg, ctx: { expected } };
}

function sortIn(
  resource: Resource,
  text: string,
  groups: readonly Grouping[],
  measures: readonly Measure[],
): Parsed<readonly GroupOrder[]> {
  const names = [...groups.map(({ name }) => name), ...measures.map(({ name }) => name)];
  const orders: GroupOrder[] = [];
  for (const item of text === '' ? [] : itemsIn(text)) {
    const at = names.indexOf(nameIn(resource, item.replace(/^-/, '')));
    if (at < 0) {
      const expected = names.join(', ');
      const msg = `Input should be names out of ${expected}, separated by commas, each with "-" in front of it for descending order`;
      return { fault: { type: 'literal_error', msg, ctx: { expected } } };
    }
    const isGroup = at < groups.length;
    const order = { by: isGroup ? 'group' : 'measure', at: isGroup ? at : at - groups.length } as const;
    if (!orders.some(({ by, at: other }) => by === order.by && other === order.at))
      orders.push({ ...order, descending: item.startsWith('-') });
  }
  return { value: orders };
}

/** The name of a group or measure that is written in another way, such as bin(days,0.50). */
function nameIn(resource: Resource, text: string): string {
  for (const parsed of [groupingIn(resource, text, {}), measureIn(resource, text, {})])
    if ('value' in parsed) return parsed.value.name;
  return text;
}
