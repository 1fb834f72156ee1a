// Reads the parameters of list and get-one operations: a query that the store can run, and every fault.
import type { Resource } from '../../catalogue/resource.ts';
import { longerThan, type Parsed, tooLong } from '../faults.ts';
import { LIMIT, OFFSET, Q_LENGTH } from '../limits.ts';
import { type Condition, conditionsIn, filtersOf } from './conditions.ts';
import {
  fieldsFor,
  type HeadedColumn,
  notInTables,
  type Order,
  type Projection,
  parseExpand,
  parseFields,
  parseHeadings,
  parseSort,
  projectionOf,
  withoutColumns,
} from './field-lists.ts';
import { ignoredBeside, integer, type Last, type Parameter, parametersIn } from './parameters.ts';
import { closedReferences, type HiddenFields } from './paths.ts';

/** The limit of a stream without `limit`. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The media types of a list, by their names in `format`. All but the first are streams of the whole list. */
export const formats = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type Format = keyof typeof formats;

/** Rows of cells, in which no record can stand within another. */
const isTable = (format: Format): boolean => format === 'csv' || format === 'xlsx';

/** Which records a question is about. */
export type Selection = {
  /** The words of `q`. */
  readonly terms: readonly string[];
  /** In the resource's order, not in that of the parameters, so that equal queries look equal. */
  readonly conditions: readonly Condition[];
};

export type ListQuery = Selection &
  Projection & {
    readonly limit: number;
    readonly offset: number;
    /** By `id` when it is not set. Any other order has `id` as its last field. */
    readonly sort?: readonly Order[];
  };

/** `hidden`: the fields that this caller may not filter, sort or expand by. `accepted`: the format when there is no
 * `format`. */
export function parseListQuery(resource: Resource, text: string, hidden: HiddenFields, accepted: Format = 'json') {
  const { parameters, faults, take, last } = parametersIn(text);
  const { format, ...page } = pageIn(last, accepted);
  const query: ListQuery = {
    ...page,
    terms: last('q', searchTerms, []),
    conditions: parameters.length === 0 ? [] : conditionsIn(resource, parameters, hidden, take),
  };
  const ignored = ignoredBeside(parameters, knownIn(resource));
  if (!parameters.some(({ name }) => Object.hasOwn(fieldsFor, name) || name === HEADINGS))
    return { query, format, headings: NO_HEADINGS, faults, ignored };
  const own = hidden[resource.name] ?? NONE;
  const sort = last('sort', ({ value }) => parseSort(resource, value, own), []);
  const projection = projectionIn(resource, hidden, format, last);
  const headings = headingsIn(resource, format, last);
  return { query: { ...query, ...(sort.length > 0 && { sort }), ...projection }, format, headings, faults, ignored };
}

const HEADINGS = 'headings';
const NO_HEADINGS: readonly HeadedColumn[] = [];

/** Each heading belongs to the name at the same place in `fields`. Where these are wrong, that is the only fault. */
function headingsIn(resource: Resource, format: Format, last: Last): readonly HeadedColumn[] {
  const fields = last('fields', ({ value }) => ({ value }), '');
  const isKnown = 'value' in parseFields(resource, fields);
  return last(
    HEADINGS,
    ({ value }) => {
      if (value !== '' && !isTable(format)) return { fault: withoutColumns };
      return value === '' || !isKnown ? { value: NO_HEADINGS } : parseHeadings(resource, value, fields);
    },
    NO_HEADINGS,
  );
}

const NONE: ReadonlySet<string> = new Set();

export function parseItemQuery(resource: Resource, text: string, hidden: HiddenFields) {
  const { parameters, faults, last } = parametersIn(text);
  const projection = projectionIn(resource, hidden, 'json', last);
  return { projection, faults, ignored: ignoredBeside(parameters, projectionNames(resource)) };
}

/** Without references `expand` is an unknown parameter. */
const projectionNames = (resource: Resource): ReadonlySet<string> =>
  fieldsFor.expand(resource).length > 0 ? FIELDS_AND_EXPAND : FIELDS;

const FIELDS: ReadonlySet<string> = new Set(['fields']);
const FIELDS_AND_EXPAND: ReadonlySet<string> = new Set(['fields', 'expand']);

/** The parameters that any list of records or groups takes. */
export const PAGE_NAMES: readonly string[] = ['limit', 'offset', 'q', 'format', 'sort'];

const knownNames = new WeakMap<Resource, ReadonlySet<string>>();

/** The names of all parameters of a list. */
function knownIn(resource: Resource): ReadonlySet<string> {
  const names =
    knownNames.get(resource) ??
    new Set([...PAGE_NAMES, ...projectionNames(resource), HEADINGS, ...filtersOf(resource).keys()]);
  knownNames.set(resource, names);
  return names;
}

/** Which part of the result is asked for, and how it is sent. */
export function pageIn(last: Last, accepted: Format) {
  const format = last('format', formatNamed, accepted);
  return {
    format,
    limit: last('limit', (sent) => integer(sent, LIMIT), format === 'json' ? LIMIT.default : NO_LIMIT),
    offset: last('offset', (sent) => integer(sent, OFFSET), OFFSET.default),
  };
}

function projectionIn(resource: Resource, hidden: HiddenFields, format: Format, last: Last): Projection {
  const closed = closedReferences(resource, hidden);
  const fields = last('fields', ({ value }) => parseFields(resource, value), []);
  const expand =
    fieldsFor.expand(resource).length === 0
      ? []
      : last(
          'expand',
          ({ value }) =>
            isTable(format) && value !== '' ? { fault: notInTables(resource) } : parseExpand(resource, value, hidden),
          [],
        );
  return projectionOf(resource, fields, expand, closed);
}

export const idQuery = ({ fields }: Resource, id: number, projection: Projection): ListQuery => ({
  limit: 1,
  offset: 0,
  terms: [],
  conditions: [{ field: fields[0]!, operator: 'in', values: [id] }],
  ...projection,
});

const formatNamed = ({ value }: Parameter): Parsed<Format> =>
  Object.hasOwn(formats, value)
    ? { value: value as Format }
    : { fault: { type: 'literal_error', msg: `Input should be ${FORMAT_NAMES}` } };

const FORMAT_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(formats));

export const searchTerms = ({ value }: Parameter): Parsed<string[]> =>
  longerThan(value, Q_LENGTH)
    ? { fault: tooLong(Q_LENGTH) }
    : { value: value.split(/\s+/u).filter((term) => term !== '') };
