// The filters of lists and aggregates: which parameters a resource has, and the conditions that a request makes of
// them. A parameter is a field or, one hop further, a field of the record that a reference leads to, with an operator
// in brackets behind it. `with` and `without` ask for other records that lead to the record.
import { SAFE_INTEGER, type Value } from '../../catalogue/kinds.ts';
import { type Field, type Reference, type Referrer, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { isPrivate, type Parsed, type ValueFault } from '../faults.ts';
import { didYouMean } from '../words.ts';
import { valueFault } from './check-value.ts';
import { relativeDay } from './days.ts';
import { decimal, integer, named, nameMeant, type Parameter, parametersIn, type Take } from './parameters.ts';
import { type HiddenFields, hiddenOn } from './paths.ts';

export const rangeOperators = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const;
export type RangeOperator = keyof typeof rangeOperators;
/** The same ranges, or a missing value. */
export type OpenRangeOperator = `${RangeOperator}_or_null`;

export const ranges = Object.keys(rangeOperators) as RangeOperator[];
export const openRanges = ranges.map((operator): OpenRangeOperator => `${operator}_or_null`);

/** The parts of a date that come around: 1 is Monday (ISO 8601), and January. */
export const cycles = { weekday: { minimum: 1, maximum: 7 }, month_of_year: { minimum: 1, maximum: 12 } } as const;
export type Cycle = keyof typeof cycles;
export const cycleNames = Object.keys(cycles) as Cycle[];
export const isCycle = (name: string): name is Cycle => Object.hasOwn(cycles, name);

/** `in`: the field has one of the values, where null stands for a missing one. `ne`: it has none of them. */
type Several = { readonly operator: 'in' | 'ne'; readonly values: readonly Value[] };
/** It is a date on one of these days of the week, or in one of these months of any year. */
type InCycle = { readonly operator: Cycle; readonly values: readonly number[] };
/** Its day is before that of another date of the same record; or is not, or one of the two is missing. */
type BesideAnother = { readonly operator: 'before' | 'not_before'; readonly other: string };
/** It compares to the value; `_or_null`: or is missing. */
type Compared = { readonly operator: RangeOperator | OpenRangeOperator; readonly value: string | number };
/** The record that the field leads to meets the condition. Where a missing value meets it, so does a missing reference.
 * Requests have one hop; row limits may have one behind another. */
export type Hop = {
  readonly field: Reference;
  readonly operator: 'hop';
  readonly there: RecordCondition;
  /** A missing reference meets it in any case. */
  readonly orMissing?: true;
  /** Only records that meet all of these are there for the caller. A reference to any other leads nowhere, as a missing
   * one does. */
  readonly among?: readonly RecordCondition[];
};

export type PlainCondition = { readonly field: Field } & (Several | InCycle | BesideAnother | Compared);

/** Records that lead to a record and meet all conditions. */
export type Referring = Referrer & { readonly conditions: readonly RecordCondition[] };
/** `with`: of each of these there is one at least. `without`: of none there is any. */
export type Referred = {
  /** The id, which the others refer to. */
  readonly field: Field;
  readonly operator: (typeof referredOperators)[number];
  readonly referring: readonly Referring[];
};

/** About a record and what it refers to. */
export type RecordCondition = PlainCondition | Hop;
export type Condition = RecordCondition | Referred;

/** The field that a filter parameter compares, and its position in the resource's order. */
export type Filter = {
  readonly name: string;
  readonly field: Field;
  readonly via?: Reference;
  readonly operator: PlainCondition['operator'] | Referred['operator'];
  /** The other dates of the record that it may be compared with. */
  readonly others?: readonly string[];
  /** The records that it may ask for. */
  readonly referrers?: readonly Referrer[];
  readonly order: number;
};

const filterMaps = new WeakMap<Resource, ReadonlyMap<string, Filter>>();

/** The filters of a resource by the names of their parameters: those of its own fields, then those behind each
 * reference, then those by other records that lead to it. */
export function filtersOf(resource: Resource): ReadonlyMap<string, Filter> {
  const cached = filterMaps.get(resource);
  if (cached) return cached;
  const own = resource.fields.flatMap((field) => filtersOn(field, otherDates(resource, field)));
  const hops = referencesOf(resource).flatMap((via) => via.target.fields.flatMap((field) => filtersOn(field, [], via)));
  const made = new Map(
    [...own, ...hops, ...referredFilters(resource)].map((each, order) => [each.name, { ...each, order }]),
  );
  filterMaps.set(resource, made);
  return made;
}

/** The other dates that a date of the same record can be compared with. */
const otherDates = ({ fields }: Resource, { name, kindName }: Field): string[] =>
  kindName === 'date'
    ? fields.flatMap((each) => (each.kindName === 'date' && each.name !== name ? each.name : []))
    : [];

export const besideOperators = ['before', 'not_before'] as const;
export const referredOperators = ['with', 'without'] as const;

const referredFilters = ({ fields, referrers }: Resource): Omit<Filter, 'order'>[] =>
  referrers.length === 0
    ? []
    : referredOperators.map((operator) => ({ name: operator, field: fields[0]!, operator, referrers }));

/** `others`: dates of the same record to compare it with. */
function filtersOn(field: Field, others: readonly string[], via?: Reference): Omit<Filter, 'order'>[] {
  const path = via ? `${via.name}.${field.name}` : field.name;
  return [...operatorsOf(field), ...(others.length > 0 ? besideOperators : [])].map((operator) => ({
    name: operator === 'in' ? path : `${path}[${operator}]`,
    field,
    ...(via && { via }),
    operator,
    ...(isBeside(operator) && { others }),
  }));
}

export const operatorsIn = (resource: Resource, field: Field): PlainCondition['operator'][] =>
  [...filtersOf(resource).values()].flatMap(({ field: own, via, operator }) =>
    own !== field || via || isReferred(operator) ? [] : operator,
  );

export const operatorsOf = ({ filter, range, kindName }: Field): PlainCondition['operator'][] => [
  ...(filter ? (['in', 'ne'] as const) : []),
  ...(range ? [...ranges, ...openRanges] : []),
  ...(kindName === 'date' ? cycleNames : []),
];

/** In the resource's order. When a range is repeated the last one counts. An empty value is no condition. */
export function conditionsIn(
  resource: Resource,
  parameters: readonly Parameter[],
  hidden: HiddenFields,
  take: Take,
): Condition[] {
  const filters = filtersOf(resource);
  const sent = new Map<Filter, Parameter[]>();
  for (const parameter of parameters) {
    const filter = filters.get(parameter.name);
    if (!filter) continue;
    const before = sent.get(filter);
    if (isRange(filter.operator) || isBeside(filter.operator))
      sent.set(filter, parameter.value === '' ? [] : [parameter]);
    else if (parameter.value === '') continue;
    else if (before) before.push(parameter);
    else sent.set(filter, [parameter]);
  }
  const inOrder = sent.size > 1 ? [...sent].sort(([a], [b]) => a.order - b.order) : [...sent];
  return inOrder.flatMap(([filter, values]) => {
    const { field, operator, referrers } = filter;
    if (isReferred(operator)) {
      const referring = values.map((each) => take(each, referringIn(each, referrers!, hidden, take)));
      return { field, operator, referring: referring.filter((each) => each !== undefined) };
    }
    const there = conditionOn({ ...filter, operator }, values, { resource, hidden }, take);
    if (!there) return [];
    return filter.via ? { field: filter.via, operator: 'hop' as const, there } : there;
  });
}

export const isRange = (operator: Filter['operator']): operator is Compared['operator'] =>
  Object.hasOwn(rangeOperators, operator.replace('_or_null', ''));

export const isBeside = (operator: Filter['operator']): operator is BesideAnother['operator'] =>
  operator === 'before' || operator === 'not_before';

export const isReferred = (operator: Filter['operator']): operator is Referred['operator'] =>
  operator === 'with' || operator === 'without';

/** Records that lead here, perhaps with filters of their list: `leave?status=approved`. The fault of each filter is
 * one of the parameter. */
function referringIn(
  parameter: Parameter,
  referrers: readonly Referrer[],
  hidden: HiddenFields,
  take: Take,
): Parsed<Referring> {
  const [name, text] = splitFilters(parameter.value);
  const referrer = referrers.find(({ name: short, from, by }) => name === short || name === `${from.name}.${by.name}`);
  if (!referrer) {
    const names = referrers.map((each) => each.name);
    const expected = names.join(', ');
    const msg = `There is no ${named(name)} that leads here${didYouMean(name, names)}; write one of ${expected}, perhaps with filters of its list, such as ${names[0]}?id[gt]=1`;
    return { fault: { type: MISPLACED, msg, ctx: { expected } } };
  }
  const { from, by } = referrer;
  const secret = [by.name, 'id'].some((each) => hidden[from.name]?.has(each));
  if (secret) return { fault: isPrivate({ name: `${from.name}.${by.name}` }, 'filter by it') };
  const { conditions, faults } = text === undefined ? NO_FILTERS : filtersIn(from, text, hidden, ONLY_FILTERS);
  for (const { msg, ...fault } of faults) take(parameter, { fault: { ...fault, msg: `In ${from.name}: ${msg}` } });
  return { value: { ...referrer, conditions } };
}

const NO_FILTERS = { conditions: [], faults: [] } as const;
const ONLY_FILTERS = 'filters of its list work here, without q, sort, pages, with and without';

/** A resource, and its filters as a query behind a question mark. */
export function splitFilters(text: string): readonly [name: string, filters: string | undefined] {
  const at = text.indexOf('?');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** The filters in a text within a text. Any other parameter would mean less than it seems to, so it is a fault. `rule`:
 * which ones work. */
export function filtersIn(
  resource: Resource,
  text: string,
  hidden: HiddenFields,
  rule: string,
): { readonly conditions: readonly RecordCondition[]; readonly faults: readonly ValueFault[] } {
  const { parameters, faults, take } = parametersIn(text);
  const filters = filtersOf(resource);
  const misplaced = parameters.flatMap((each, at): ValueFault[] => {
    const msg = misplacedIn(filters, each, parameters.slice(0, at), rule);
    return msg === undefined ? [] : [{ type: MISPLACED, msg: `${named(each.name)} ${msg}` }];
  });
  const conditions = conditionsIn(resource, parameters, hidden, take).filter(
    (each): each is RecordCondition => !('referring' in each),
  );
  const wrong = faults.map(({ loc, type, msg }) => ({
    type: type === 'private_field' ? type : MISPLACED,
    msg: `the value of ${loc[1]} is wrong: ${msg}`,
  }));
  return { conditions, faults: [...misplaced, ...wrong] };
}

const MISPLACED = 'filter_within';

function misplacedIn(
  filters: ReadonlyMap<string, Filter>,
  { name, value }: Parameter,
  before: readonly Parameter[],
  rule: string,
): string | undefined {
  const filter = filters.get(name);
  if (!filter) return `is no filter${nameMeant(name, 0, () => filters.keys())}; ${rule}`;
  if (isReferred(filter.operator)) return `does not work here; ${rule}`;
  if (value === '') return 'has no value; write one behind the "=", or "" in quotes for an empty text';
  if (value.includes('\0')) return 'has a value with a NUL character, which no record has; leave that character out';
  const isOnce = isRange(filter.operator) || isBeside(filter.operator);
  return isOnce && before.some((each) => each.name === name) ? 'is there twice; leave one of the two out' : undefined;
}

function conditionOn(
  filter: Filter & { readonly operator: PlainCondition['operator'] },
  sent: Parameter[],
  { resource, hidden }: { readonly resource: Resource; readonly hidden: HiddenFields },
  take: Take,
): PlainCondition | undefined {
  const { field, operator } = filter;
  const secret = hiddenOn(resource, filter, hidden);
  const allowed = <T>(parsed: Parsed<T>): Parsed<T> => (secret ? { fault: isPrivate(secret, 'filter by it') } : parsed);
  const taken = <T>(parse: (parameter: Parameter) => Parsed<T>): T[] =>
    sent.map((each) => take(each, allowed(parse(each)))).filter((value) => value !== undefined);
  if (isBeside(operator)) {
    const [other] = taken((each) => otherDate(resource, filter.others!, each, hidden));
    return other === undefined ? undefined : { field, operator, other };
  }
  if (isCycle(operator)) return { field, operator, values: taken((each) => integer(each, cycles[operator])) };
  if (!isRange(operator)) return { field, operator, values: taken((each) => filterValue(field, each)) };
  const [value] = taken((each) => comparable(field, each));
  return value === undefined ? undefined : { field, operator, value };
}

function otherDate(
  resource: Resource,
  others: readonly string[],
  { value }: Parameter,
  hidden: HiddenFields,
): Parsed<string> {
  if (!others.includes(value)) {
    const expected = others.join(', ');
    return { fault: { type: 'literal_error', msg: `Input should be one of ${expected}`, ctx: { expected } } };
  }
  return hidden[resource.name]?.has(value) ? { fault: isPrivate({ name: value }, 'compare with it') } : { value };
}

function filterValue(field: Field, sent: Parameter): Parsed<Value> {
  if (sent.value === 'null') return { value: null };
  if (field.filter === 'null') {
    const msg = `Input should be null: ${field.name} can only be asked for missing values${field.search ? '; words in it are found with q' : ''}`;
    return { fault: { type: 'literal_error', msg, ctx: { expected: 'null' } } };
  }
  return field.kindName === 'date' || field.kind.schema.type !== 'string'
    ? comparable(field, sent)
    : { value: isQuoted(sent.value) ? sent.value.slice(1, -1) : sent.value };
}

/** An empty value asks nothing, and `null` means a missing one, so these two texts are asked for in quotes; a text that
 * looks like one of them in quotes is put in one more pair of quotes. */
function isQuoted(text: string): boolean {
  const [, empty, before = '', after] = /^(?:("+)|("+)null("+))$/.exec(text) ?? [];
  return empty ? empty.length % 2 === 0 : after?.length === before.length;
}

/** A text as the value of a filter that finds it. */
export const quotedText = (text: string): string =>
  text === '' || text === 'null' || isQuoted(text) ? `"${text}"` : text;

export function comparable(field: Field, sent: Parameter): Parsed<string | number> {
  switch (field.kind.schema.type) {
    case 'integer':
      return integer(sent, SAFE_INTEGER);
    case 'number':
      return decimal(sent);
    case 'string': {
      const relative = relativeDay(sent.value);
      if (relative !== undefined) return { value: relative };
      return valueFault(field, sent.value)
        ? { fault: { type: 'datetime_parsing', msg: `Input should be ${field.kind.expected}` } }
        : { value: field.kind.column?.(sent.value) ?? sent.value };
    }
  }
}

/** The resources whose records are asked for beside those of a list. New ones change it. */
export const referringTo = (conditions: readonly Condition[]): readonly Resource[] => [
  ...new Set(conditions.flatMap((each) => ('referring' in each ? each.referring.map(({ from }) => from) : []))),
];

/** Whether there are records without a value in this field. */
export const canBeMissing = ({ name, required }: Field): boolean => name !== 'id' && !required;

/** Whether a record in which the value is missing meets the condition. */
export const takesMissing = (condition: RecordCondition): boolean => {
  if (condition.operator === 'hop') return condition.orMissing === true || takesMissing(condition.there);
  if (condition.operator === 'in') return condition.values.includes(null);
  if (condition.operator === 'ne') return !condition.values.includes(null);
  return condition.operator === 'not_before' || condition.operator.endsWith('_or_null');
};

const OPPOSITES = { gte_or_null: 'lt', gt_or_null: 'lte', lte_or_null: 'gt', lt_or_null: 'gte' } as const;

/** Met by the records that do not meet the condition, which takes missing values. */
export function opposite(condition: PlainCondition): PlainCondition {
  if ('other' in condition) return { ...condition, operator: 'before' };
  if (!('value' in condition)) return { ...condition, operator: condition.operator === 'in' ? 'ne' : 'in' };
  return { ...condition, operator: OPPOSITES[condition.operator as OpenRangeOperator] };
}

/** A condition with the names of its fields, so that it can be compared as a text. */
export function namedCondition(condition: Condition): object {
  const { name } = condition.field;
  if ('referring' in condition) {
    const referring = condition.referring.map(({ name: by, conditions }) => [by, conditions.map(namedCondition)]);
    return { ...condition, field: name, referring };
  }
  if (condition.operator !== 'hop') return { ...condition, field: name };
  const { there, among, ...rest } = condition;
  return {
    ...{ ...rest, field: name, there: namedCondition(there) },
    ...(among && { among: among.map(namedCondition) }),
  };
}
