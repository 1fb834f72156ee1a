// Makes the answer from the tally of groups: empty groups between others, the values of the measures, the order, and
// one page.
import type { Value } from '../../../catalogue/kinds.ts';
import { bucketOf } from '../../../contract/aggregate/buckets.ts';
import { currencyOf, type Measure, operandText } from '../../../contract/aggregate/grouping.ts';
import { invalidParameters, type Refusal } from '../../../contract/errors.ts';
import { AGGREGATE, countText } from '../../../contract/limits.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import type { RangeOperator } from '../../../contract/request/conditions.ts';
import type { Having } from '../../../contract/request/having.ts';
import { pathText } from '../../../contract/request/paths.ts';
import { each as eachOf, mapped, type Steps, sorted } from '../../../fairness/slices.ts';
import { NO_BIN, type Operand } from './aggregate-sql.ts';
import { decimalIn, nearest } from './decimal.ts';
import { type Cell, compare, type Group, keyOf, middleOf, type Tally } from './tally.ts';

export type AnsweredGroup = { readonly keys: readonly Value[]; readonly values: readonly Value[] };

export type Aggregates = {
  /** One page of them. */
  readonly groups: readonly AnsweredGroup[];
  /** How many there are in all. */
  readonly total: number;
  /** The measures of all records. */
  readonly totals: readonly Value[];
};

/** One page of the groups, in the order that is asked for. Where only their number is, they need none. */
export function* pageOf(query: AggregateQuery, { groups: all, orders, totals }: Finished): Steps<Aggregates> {
  if (query.limit === 0) return { groups: [], total: (yield* chosen(query, all)).length, totals };
  const order = orderOf(query);
  const ordered = orders.get(order) ?? (yield* sorted(yield* chosen(query, all), inOrder(query)));
  if (orders.size < MAX_ORDERS) orders.set(order, ordered);
  const page = ordered.slice(query.offset, query.offset + query.limit);
  const groups = query.measures.some(({ function: name }) => DATES.has(name)) ? yield* mapped(page, withDates) : page;
  return { groups, total: ordered.length, totals };
}

/** Whether a page takes no longer than other quick questions. */
export const isQuickPage = (query: AggregateQuery, { groups, orders }: Finished): boolean =>
  groups.length <= FEW || orders.has(orderOf(query));

const orderOf = ({ sort, having }: AggregateQuery): string => JSON.stringify([sort, having]);

/** So many groups are put in order at once. */
const FEW = 500;

/** The values are in the form that sorts. */
type FinishedGroup = AnsweredGroup & { readonly rows: number };

const withDates = ({ keys, values }: AnsweredGroup): AnsweredGroup => ({ keys, values: values.map(shown) });

/** All questions that share one differ in order and page only. */
export type Finished = {
  readonly groups: readonly FinishedGroup[];
  /** In the orders that were asked for. */
  readonly orders: Map<string, readonly FinishedGroup[]>;
  readonly totals: readonly Value[];
};

const MAX_ORDERS = 4;

/** Bytes of the groups in memory, roughly, with all orders of them. */
export const bytesOf = ({ groups, groups: [first] }: Finished): number =>
  first ? groups.length * (100 + 32 * (first.keys.length + first.values.length) + 8 * MAX_ORDERS) : 0;

export function* finish(query: AggregateQuery, operands: readonly Operand[], tally: Tally): Steps<Finished> {
  refuseWhatIsMixed(query, operands, tally.groups);
  const measures = query.measures.map((measure) => ({ measure, at: operandAt(measure, operands) }));
  const figuresOf = (group: Group): Value[] =>
    measures.map(({ measure, at }) => measured(measure, group, at, operands[at]));
  const groups = yield* withEmpty(query, tally.groups, operands.length);
  return {
    groups: yield* mapped(groups, (group) => ({ keys: group.keys, rows: group.rows, values: figuresOf(group) })),
    orders: new Map(),
    totals: figuresOf(tally.totals).map(shown),
  };
}

function refuse(parameter: 'group' | 'measure', type: string, msg: string, input: string): Refusal {
  return invalidParameters([{ type, loc: ['query', parameter], msg, input }]);
}

export const tooManyGroups = ({ groups }: Pick<AggregateQuery, 'groups'>): Refusal =>
  refuse(
    'group',
    'too_many_groups',
    `There are more than ${countText(AGGREGATE.results)} groups: filter the records, or group them by fewer or wider values`,
    groups.map(({ name }) => name).join(),
  );

/** Amounts in different currencies are not added up. Of all records they may be mixed: then there is no total. */
function refuseWhatIsMixed(query: AggregateQuery, operands: readonly Operand[], groups: readonly Group[]): void {
  for (const [at, grouping] of query.groups.entries())
    if (grouping.by.unit === 'bin' && groups.some(({ keys }) => keys[at] === NO_BIN)) {
      const msg = `Some values of ${pathText(grouping)} are too large for bins of this width: make them wider`;
      throw refuse('group', 'bin_too_narrow', msg, grouping.name);
    }
  for (const measure of query.measures) {
    const currency = currencyOf(measure, (path, name) => ({ ...path, field: { ...path.field, name } }));
    const at = currency ? operandAt(measure, operands) : -1;
    if (!currency || !groups.some(({ cells }) => isMixed(cells[at]!))) continue;
    const name = pathText(currency);
    const msg = `${measure.name} would add up amounts in different currencies: these follow ${name}, so add group=${name}, or filter by one ${name}`;
    throw refuse('measure', 'mixed_currencies', msg, measure.name);
  }
}

const isMixed = ({ currencies = [] }: Cell): boolean => currencies.length > 1;

const operandAt = (measure: Measure, operands: readonly Operand[]): number =>
  measure.function === 'count' ? -1 : operands.findIndex(({ of }) => operandText(of) === operandText(measure.of));

/** Between the first and the last bucket of dates or numbers, those without records are there too. */
function* withEmpty(query: AggregateQuery, groups: readonly Group[], operands: number): Steps<readonly Group[]> {
  const { results: most } = AGGREGATE;
  if (groups.length > most) throw tooManyGroups(query);
  const axes = query.groups.flatMap((grouping, at) => {
    const { next } = bucketOf(grouping);
    return next ? [{ at, next }] : [];
  });
  if (query.isSparse || axes.length === 0) return groups;
  const isAxis = (at: number) => axes.some((axis) => axis.at === at);
  const others = new Map<string, Value[]>();
  const present = axes.map(() => new Set<string | number>());
  yield* eachOf(groups, ({ keys }) => {
    if (axes.some(({ at }) => keys[at] === null)) return;
    const rest = keys.map((key, at) => (isAxis(at) ? null : key));
    others.set(keyOf(rest), rest);
    for (const [i, { at }] of axes.entries()) present[i]!.add(keys[at] as string | number);
  });
  if (others.size === 0) return groups;
  let combined = [...others.values()];
  for (const [i, { at, next }] of axes.entries()) {
    const steps = yield* stepsBetween([...present[i]!], next, Math.floor(most / combined.length));
    if (!steps) throw tooManyGroups(query);
    const wider: Value[][] = [];
    for (const keys of combined) yield* eachOf(steps, (step) => wider.push(keys.with(at, step)));
    combined = wider;
  }
  const found = new Map<string, Group>();
  yield* eachOf(groups, (group) => found.set(keyOf(group.keys), group));
  yield* eachOf(combined, (keys) => {
    const key = keyOf(keys);
    if (!found.has(key)) found.set(key, { keys, rows: 0, cells: Array.from({ length: operands }, () => ({ n: 0 })) });
  });
  if (found.size > most) throw tooManyGroups(query);
  return [...found.values()];
}

/** `undefined`: there are more. */
function* stepsBetween(
  keys: readonly (string | number)[],
  next: (key: string | number) => string | number,
  most: number,
): Steps<(string | number)[] | undefined> {
  const last = keys.reduce((a, b) => (compare(a, b) >= 0 ? a : b));
  const steps = [keys.reduce((a, b) => (compare(a, b) <= 0 ? a : b))];
  // After the last day of the calendar there is none, so the last one is not passed.
  for (let key = steps[0]!; key !== last; steps.push(key)) {
    if (steps.length >= most) return undefined;
    if (steps.length % 200 === 0) yield;
    key = next(key);
  }
  return steps;
}

function measured(measure: Measure, group: Group, at: number, operand: Operand | undefined): Value {
  if (measure.function === 'count' || !operand) return group.rows;
  const cell = group.cells[at]!;
  const isEmpty = cell.n === 0;
  if (operand.currency && isMixed(cell) && !EXTREMES.has(measure.function)) return null;
  switch (measure.function) {
    case 'sum':
      return isEmpty ? 0 : sumOf(measure, cell, operand);
    case 'avg':
      return isEmpty ? null : nearest(decimalIn(cell.sum!), cell.n);
    case 'median':
      return isEmpty ? null : middleOf(cell.middle!);
    case 'distinct':
      return isEmpty ? 0 : cell.distinct!;
    default:
      return isEmpty ? null : cell[measure.function]!;
  }
}

const EXTREMES: ReadonlySet<Measure['function']> = new Set(['min', 'max', 'distinct']);

/** Functions with values that may be dates. */
const DATES: ReadonlySet<Measure['function']> = new Set(['min', 'max']);

/** Columns have timestamps in UTC without "Z". Dates are the only texts that are measured. */
const shown = (value: Value): Value => (typeof value === 'string' && value.length > 10 ? `${value}Z` : value);

/** A whole number that JSON's readers would round is no answer. */
function sumOf(measure: Measure, { sum }: Cell, { isWhole }: Operand): number {
  const value = nearest(decimalIn(sum!));
  if (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) return value;
  const limit = isWhole ? '2^53, where numbers are no longer exact' : 'the largest number there is';
  const msg = `${measure.name} is beyond ${limit}: filter the records or group them further`;
  throw refuse('measure', 'sum_too_large', msg, measure.name);
}

/** Only groups of several records are asked for, such as duplicates, and nothing of them but their number. */
export const asksForRepeated = ({ groups, measures, having = [] }: AggregateQuery): boolean =>
  groups.length > 0 &&
  groups.every(({ by }) => by.unit === 'value') &&
  measures.every((measure) => measure.function === 'count') &&
  having.some((each) => each.at === 'count' && (each.operator === 'gte' || each.operator === 'gt') && !testOf(each)(1));

/** The groups whose measures meet the conditions on them. */
function* chosen({ having }: AggregateQuery, groups: readonly FinishedGroup[]): Steps<readonly FinishedGroup[]> {
  if (!having) return groups;
  const tests = having.map((each) => ({ at: each.at, isMet: testOf(each) }));
  const met: FinishedGroup[] = [];
  yield* eachOf(groups, (group) => {
    const { rows, values } = group;
    if (tests.every(({ at, isMet }) => isMet(at === 'count' ? rows : values[at]!))) met.push(group);
  });
  return met;
}

function testOf(having: Having): (figure: Value) => boolean {
  if ('values' in having) {
    const [values, isIn] = [new Set<Value>(having.values), having.operator === 'in'];
    return (figure) => figure !== null && values.has(figure) === isIn;
  }
  const { operator, value } = having;
  return (figure) => figure !== null && COMPARED[operator](compare(figure, value));
}

const COMPARED: Readonly<Record<RangeOperator, (order: number) => boolean>> = {
  gte: (order) => order >= 0,
  gt: (order) => order > 0,
  lte: (order) => order <= 0,
  lt: (order) => order < 0,
};

function inOrder({ sort }: AggregateQuery) {
  return (a: FinishedGroup, b: FinishedGroup): number => {
    for (const { by, at, descending } of sort) {
      const order = by === 'group' ? compare(a.keys[at]!, b.keys[at]!) : compare(a.values[at]!, b.values[at]!);
      if (order !== 0) return descending ? -order : order;
    }
    for (let at = 0; at < a.keys.length; at++) {
      const order = compare(a.keys[at]!, b.keys[at]!);
      if (order !== 0) return order;
    }
    return 0;
  };
}
