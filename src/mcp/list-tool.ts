// The tool that lists the records of a resource. It refuses unknown filters, which the API would ignore.
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { filterParameters } from '../contract/documents/parameters.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { LIMIT, OFFSET, Q_LENGTH } from '../contract/limits.ts';
import { rangeOperators } from '../contract/request/conditions.ts';
import { faultText, requestApi, ToolFault } from './api-request.ts';
import { namesOf } from './describe-tool.ts';
import {
  addLists,
  brief,
  type FieldLists,
  nameList,
  object,
  type Page,
  projection,
  type Tool,
  withinSize,
} from './tool.ts';

type FilterValue = string | number | null;
type Range = Readonly<Record<string, string | number>>;
export type Filters = Readonly<Record<string, FilterValue | readonly FilterValue[] | Range>>;
type ListInput = {
  readonly resource: string;
  readonly filters?: Filters;
  readonly q?: string;
  readonly limit?: number;
  readonly offset?: number;
} & FieldLists;

const LIST_DEFAULT = 20;

const value = { type: ['string', 'number', 'null'], minLength: 1 };
const operators = Object.keys(rangeOperators);
const range = {
  type: 'object',
  properties: Object.fromEntries(operators.map((name) => [name, { type: ['string', 'number'], minLength: 1 }])),
  minProperties: 1,
  additionalProperties: false,
};

export const filterSchema: Json = {
  type: 'object',
  description: `What must hold, all of it: {"status": "active", "dept_id": [1, 2], "manager_id": null, "date_of_joining": {"gte": "2025-01-01"}}. A list means any of them, null a missing value; ranges have ${operators.join(', ')}, and may also be written "date_of_joining[gte]". describe_resources has the names.`,
  additionalProperties: { anyOf: [value, { type: 'array', items: value, minItems: 1 }, range] },
};

export function listTool(catalogue: Catalogue, resource: Json): Tool<ListInput> {
  return {
    title: 'List records',
    about: `A page of the records of a resource, in the order of their ids unless sorted, with the exact total of all that match. For counts in groups, and for any other figure, use aggregate_records. Fields without a value are left out, unless you choose fields. next_offset is where to go on; null at the end.`,
    input: object(
      {
        resource,
        filters: filterSchema,
        q: { type: 'string', maxLength: Q_LENGTH, description: 'Words that must all occur in the text of a record.' },
        sort: nameList('What to sort by, such as ["-date_of_joining", "last_name"]; "-" is for descending order.'),
        ...projection,
        limit: { type: 'integer', ...LIMIT, default: LIST_DEFAULT },
        offset: { type: 'integer', ...OFFSET, description: 'How many records to skip.' },
      },
      ['resource'],
    ),
    async call({ resource: name, filters = {}, q, limit = LIST_DEFAULT, offset = 0, ...lists }, send) {
      const query = filterQuery(catalogue.find((each) => each.name === name)!, filters);
      if (q !== undefined) query.set('q', q);
      addLists(query, lists);
      query.set('limit', String(limit));
      query.set('offset', String(offset));
      const { data, meta } = await requestApi<Page>(send, `${name}?${query}`);
      const areChosen = lists.fields !== undefined;
      const shown = withinSize(data.map((record) => brief(record, areChosen)));
      const next = offset + shown.length;
      return {
        resource: name,
        total: meta.total,
        offset,
        shown: shown.length,
        next_offset: next < meta.total && shown.length > 0 ? next : null,
        ...(shown.length < data.length && {
          note: `Long records: ${shown.length} of ${data.length} fit in the answer.`,
        }),
        data: shown,
      };
    },
  };
}

/** A model that invented a filter would believe that the answer is filtered. */
export function filterQuery(resource: Resource, filters: Filters): URLSearchParams {
  const known = new Set(filterParameters(resource).map(({ name }) => name));
  const parameters = Object.entries(filters).flatMap(asParameters);
  const unknown = parameters.filter(([name]) => !known.has(name));
  const manifold = parameters.filter(([name, values]) => values.length > 1 && name.endsWith(']'));
  const faults = [
    ...unknown.map(([name]) => fault(name, `${resource.many} have no such filter`)),
    ...manifold.map(([name]) => fault(name, 'A range takes one value, not a list')),
  ];
  if (faults.length > 0)
    throw new ToolFault([faultText(faults), ...(unknown.length > 0 ? [filterHelp(resource)] : [])].join('\n'));
  return new URLSearchParams(parameters.flatMap(([name, values]) => values.map((value) => [name, String(value)])));
}

/** `{"days": {"gt": 3}}` is the parameter `days[gt]` of the API. */
function asParameters([name, value]: [string, FilterValue | readonly FilterValue[] | Range]): [
  string,
  readonly FilterValue[],
][] {
  if (typeof value !== 'object' || value === null) return [[name, [value]]];
  if (Array.isArray(value)) return [[name, value]];
  return Object.entries(value as Range).map(([operator, bound]) => [`${name}[${operator}]`, [bound]]);
}

const fault = (name: string, msg: string) => ({ type: 'filter', loc: ['input', 'filters', name], msg });

function filterHelp(resource: Resource): string {
  const [filters, ranges] = [namesOf(resource, 'filter'), namesOf(resource, 'range')];
  const operators = Object.keys(rangeOperators).map((operator) => `[${operator}]`);
  return `Filters: ${filters.join(', ') || 'none'}. Ranges, with ${operators.join(', ')} behind the name: ${ranges.join(', ')}.`;
}
