// Reads the parameters of list and get-one operations: a query that the store can run, and every fault.
import { SAFE_INTEGER, type Value } from '../../catalogue/kinds.ts';
import type { Field, Resource } from '../../catalogue/resource.ts';
import {
  type Fault,
  faultAt,
  isPrivate,
  longerThan,
  type Parsed,
  tooLarge,
  tooLong,
  tooSmall,
  type ValueFault,
} from '../faults.ts';
import { LIMIT, OFFSET, Q_LENGTH } from '../limits.ts';
import { valueFault } from './check-value.ts';
import { fieldsFor, type Order, type Projection, parseExpand, parseFields, parseSort } from './field-lists.ts';
import { type Parameter, parseQueryString } from './query-string.ts';

/** The limit of a stream without `limit`. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;
export const rangeOperators = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const;
export type RangeOperator = keyof typeof rangeOperators;

/** The field has one of `values`, where null stands for a missing value; or it compares to `value`. */
export type Condition =
  | { readonly field: Field; readonly operator: 'in'; readonly values: readonly Value[] }
  | { readonly field: Field; readonly operator: RangeOperator; readonly value: string | number };

/** The media types of a list, by their names in `format`. All but the first are streams of the whole list. */
export const formats = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;
export type Format = keyof typeof formats;

export type ListQuery = Projection & {
  readonly limit: number;
  readonly offset: number;
  /** The words of `q`. */
  readonly terms: readonly string[];
  /** In the resource's order, not in that of the parameters, so that equal queries look equal. */
  readonly conditions: readonly Condition[];
  /** By `id` when it is not set. Any other order has `id` as its last field. */
  readonly sort?: readonly Order[];
};

/** Returns a parsed value, or records its fault and returns nothing. */
type Take = <T>(parameter: Parameter, parsed: Parsed<T>) => T | undefined;

/** `hidden`: the fields that this caller may not filter, sort or expand by. `accepted`: the format when there is no `format`. */
export function parseListQuery(
  resource: Resource,
  text: string,
  hidden: ReadonlySet<string>,
  accepted: Format = 'json',
) {
  const { parameters, faults, take, last } = parametersIn(text);
  const format = last('format', formatNamed, accepted);
  const query: ListQuery = {
    limit: last('limit', (sent) => integer(sent, LIMIT), format === 'json' ? LIMIT.default : NO_LIMIT),
    offset: last('offset', (sent) => integer(sent, OFFSET), OFFSET.default),
    terms: last('q', searchTerms, []),
    conditions: parameters.length === 0 ? [] : conditionsIn(resource, parameters, hidden, take),
  };
  if (!parameters.some(({ name }) => Object.hasOwn(fieldsFor, name))) return { query, format, faults };
  const sort = last('sort', ({ value }) => parseSort(resource, value, hidden), []);
  const projection = projectionIn(resource, hidden, format, last);
  return { query: { ...query, ...(sort.length > 0 && { sort }), ...projection }, format, faults };
}

/** The parameters of a get-one operation. */
export function parseItemQuery(resource: Resource, text: string, hidden: ReadonlySet<string>) {
  const { faults, last } = parametersIn(text);
  return { projection: projectionIn(resource, hidden, 'json', last), faults };
}

type Last = <T>(name: string, parse: (parameter: Parameter) => Parsed<T>, fallback: T) => T;

function parametersIn(text: string) {
  const parameters = parseQueryString(text);
  const faults: Fault[] = [];
  const take: Take = (parameter, parsed) => {
    if ('value' in parsed) return parsed.value;
    faults.push(faultAt(['query', parameter.name], parsed.fault, parameter.value));
  };
  const last: Last = (name, parse, fallback) => {
    const sent = parameters.findLast((parameter) => parameter.name === name);
    return (sent && take(sent, parse(sent))) ?? fallback;
  };
  return { parameters, faults, take, last };
}

function projectionIn(resource: Resource, hidden: ReadonlySet<string>, format: Format, last: Last): Projection {
  const fields = last('fields', ({ value }) => parseFields(resource, value), []);
  // Without references `expand` is an unknown parameter, and those are ignored.
  const expand =
    fieldsFor.expand(resource).length === 0
      ? []
      : last(
          'expand',
          ({ value }) =>
            format === 'json' || value === '' ? parseExpand(resource, value, hidden) : { fault: notExpanded },
          [],
        );
  return { ...(fields.length > 0 && { fields }), ...(expand.length > 0 && { expand }) };
}

const notExpanded: ValueFault = {
  type: 'not_supported',
  msg: 'References are expanded in JSON only: leave `expand` out, or ask for format=json',
};

/** Finds the one record with this id. */
export const idQuery = ({ fields }: Resource, id: number, projection: Projection): ListQuery => ({
  limit: 1,
  offset: 0,
  terms: [],
  conditions: [{ field: fields[0]!, operator: 'in', values: [id] }],
  ...projection,
});

/** What a filter parameter of a resource compares, and its position in the resource's order. */
type Filter = { readonly field: Field; readonly operator: Condition['operator']; readonly order: number };

const operators = Object.keys(rangeOperators) as RangeOperator[];

const filterMaps = new WeakMap<Resource, ReadonlyMap<string, Filter>>();

/** The filters of a resource by the names of their parameters. */
function filtersOf(resource: Resource): ReadonlyMap<string, Filter> {
  const known = filterMaps.get(resource);
  if (known) return known;
  const filters = resource.fields.flatMap((field): Omit<Filter, 'order'>[] => [
    ...(field.filter ? [{ field, operator: 'in' as const }] : []),
    ...(field.range ? operators.map((operator) => ({ field, operator })) : []),
  ]);
  const nameOf = ({ field, operator }: Omit<Filter, 'order'>) =>
    operator === 'in' ? field.name : `${field.name}[${operator}]`;
  const made = new Map(filters.map((each, order) => [nameOf(each), { ...each, order }]));
  filterMaps.set(resource, made);
  return made;
}

/** In the resource's order. When a range is repeated the last one counts. An empty value is no condition. */
function conditionsIn(
  resource: Resource,
  parameters: Parameter[],
  hidden: ReadonlySet<string>,
  take: Take,
): Condition[] {
  const filters = filtersOf(resource);
  if (!parameters.some(({ name }) => filters.has(name))) return [];
  const sent = new Map<Filter, Parameter[]>();
  for (const parameter of parameters) {
    const filter = filters.get(parameter.name);
    if (!filter) continue;
    const before = sent.get(filter);
    if (filter.operator !== 'in') sent.set(filter, parameter.value === '' ? [] : [parameter]);
    else if (parameter.value === '') continue;
    else if (before) before.push(parameter);
    else sent.set(filter, [parameter]);
  }
  const inOrder = sent.size > 1 ? [...sent].sort(([a], [b]) => a.order - b.order) : [...sent];
  return inOrder.flatMap(([filter, values]) => conditionOn(filter, values, hidden, take));
}

function conditionOn(
  { field, operator }: Filter,
  sent: Parameter[],
  hidden: ReadonlySet<string>,
  take: Take,
): Condition[] {
  const allowed = <T>(parsed: Parsed<T>): Parsed<T> =>
    hidden.has(field.name) ? { fault: isPrivate(field, 'filter by it') } : parsed;
  if (operator === 'in') {
    const values = sent.map((each) => take(each, allowed(filterValue(field, each))));
    return [{ field, operator, values: values.filter((value) => value !== undefined) }];
  }
  const value = sent[0] && take(sent[0], allowed(comparable(field, sent[0])));
  return value === undefined ? [] : [{ field, operator, value }];
}

function filterValue(field: Field, sent: Parameter): Parsed<Value> {
  if (sent.value === 'null') return { value: null };
  return field.kind.schema.type === 'integer' ? integer(sent, SAFE_INTEGER) : { value: sent.value };
}

function comparable(field: Field, sent: Parameter): Parsed<string | number> {
  switch (field.kind.schema.type) {
    case 'integer':
      return integer(sent, SAFE_INTEGER);
    case 'number':
      return decimal(sent);
    case 'string':
      return valueFault(field, sent.value)
        ? { fault: { type: 'datetime_parsing', msg: `Input should be ${field.kind.expected}` } }
        : { value: field.kind.column?.(sent.value) ?? sent.value };
  }
}

function integer({ signed }: Parameter, { minimum, maximum }: { minimum: number; maximum: number }): Parsed<number> {
  if (!/^[+-]?\d+$/.test(signed)) {
    return { fault: { type: 'int_parsing', msg: 'Input should be a valid integer, unable to read this as one' } };
  }
  const value = Number(signed) + 0;
  if (value < minimum) return { fault: tooSmall(minimum) };
  return value > maximum ? { fault: tooLarge(maximum) } : { value };
}

function decimal({ signed }: Parameter): Parsed<number> {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(signed) ? Number(signed) : Number.NaN;
  if (Number.isFinite(value)) return { value };
  return { fault: { type: 'float_parsing', msg: 'Input should be a valid number, unable to read this as one' } };
}

const formatNamed = ({ value }: Parameter): Parsed<Format> =>
  Object.hasOwn(formats, value)
    ? { value: value as Format }
    : { fault: { type: 'literal_error', msg: `Input should be ${FORMAT_NAMES}` } };

const FORMAT_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(formats));

const searchTerms = ({ value }: Parameter): Parsed<string[]> =>
  longerThan(value, Q_LENGTH)
    ? { fault: tooLong(Q_LENGTH) }
    : { value: value.split(/\s+/u).filter((term) => term !== '') };
