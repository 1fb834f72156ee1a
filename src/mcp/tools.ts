// The tools that assistants get. Each makes the requests that any client of the API could make, so that what is found,
// hidden and refused is the same.
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { filterParameters } from '../contract/documents/parameters.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { IDEMPOTENCY_KEY, LIMIT, OFFSET, Q_LENGTH } from '../contract/limits.ts';
import type { FieldListParameter } from '../contract/request/field-lists.ts';
import { rangeOperators } from '../contract/request/list-query.ts';
import { ask, ToolFault } from './ask.ts';
import { describe, namesOf } from './describe.ts';
import { fitting, MOST_CHARACTERS, object, type Tool } from './tool.ts';

type Page = { readonly data: readonly Json[]; readonly meta: { readonly total: number } };
type One = string | number | null;
type ListInput = {
  readonly resource: string;
  readonly filters?: Readonly<Record<string, One | readonly One[]>>;
  readonly q?: string;
  readonly limit?: number;
  readonly offset?: number;
} & FieldLists;

/** The parameters of the API that name fields, each a list here. */
type FieldLists = { readonly [name in FieldListParameter]?: readonly string[] };

const nameList = (description: string): Json => ({
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  description,
});
const shape = {
  fields: nameList('Only these fields of each record: shorter answers.'),
  expand: nameList('References, such as "dept_id", whose records come along in expanded.'),
};

const LIST_DEFAULT = 20;
const SEARCH = { minimum: 1, maximum: 20, default: 5 };

export function tools(catalogue: Catalogue): Readonly<Record<string, Tool>> {
  const names = catalogue.map(({ name }) => name);
  const resource = { type: 'string', enum: names, description: 'Which resource.' };
  const creatable = catalogue.filter((each) => each.creatable).map(({ name }) => name);
  return {
    describe_resources: describe(catalogue, resource),
    search_records: search(names),
    list_records: list(catalogue, resource),
    get_record: get(resource),
    create_record: create({ ...resource, enum: creatable }),
  };
}

function search(names: readonly string[]): Tool<{ q: string; resources?: readonly string[]; limit?: number }> {
  return {
    title: 'Search records',
    about:
      'Finds records by words in their text, in any case; every word must occur. Looks through all resources, or those you name, and gives the first few of each with the exact total. For more of one resource use list_records with the same q.',
    input: object(
      {
        q: { type: 'string', minLength: 1, maxLength: Q_LENGTH, description: 'The words, such as "engineer berlin".' },
        resources: { type: 'array', items: { type: 'string', enum: names }, minItems: 1, uniqueItems: true },
        limit: { type: 'integer', ...SEARCH, description: 'How many of each resource.' },
      },
      ['q'],
    ),
    async call({ q, resources = names, limit = SEARCH.default }, send) {
      const query = new URLSearchParams({ q, limit: String(limit) });
      const most = MOST_CHARACTERS / resources.length;
      const results = await Promise.all(
        resources.map(async (resource) => {
          const { data, meta } = await ask<Page>(send, `${resource}?${query}`);
          return { resource, total: meta.total, data: fitting(data, most) };
        }),
      );
      return { results: results.filter(({ total }) => total > 0), searched: resources };
    },
  };
}

function list(catalogue: Catalogue, resource: Json): Tool<ListInput> {
  const value = { type: ['string', 'number', 'null'], minLength: 1 };
  return {
    title: 'List records',
    about: `A page of the records of a resource, in the order of their ids unless sorted, with the exact total of all that match (limit 1 is enough to count). next_offset is where to go on; null at the end.`,
    input: object(
      {
        resource,
        filters: {
          type: 'object',
          description: `What must hold, all of it: {"status": "active", "dept_id": [1, 2], "manager_id": null, "date_of_joining[gte]": "2025-01-01"}. A list means any of them, null a missing value; ranges are [${Object.keys(rangeOperators).join('], [')}]. describe_resources has the names.`,
          additionalProperties: { anyOf: [value, { type: 'array', items: value, minItems: 1 }] },
        },
        q: { type: 'string', maxLength: Q_LENGTH, description: 'Words that must all occur in the text of a record.' },
        sort: nameList('What to sort by, such as ["-date_of_joining", "last_name"]; "-" is for descending order.'),
        ...shape,
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
      const { data, meta } = await ask<Page>(send, `${name}?${query}`);
      const shown = fitting(data, MOST_CHARACTERS);
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

/** The API ignores parameters that it does not know; a model that made one up would take the answer for filtered. */
function filterQuery(resource: Resource, filters: NonNullable<ListInput['filters']>): URLSearchParams {
  const known = new Set(filterParameters(resource).map(({ name }) => name));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (!known.has(name))
      throw new ToolFault(`filters.${name}: ${resource.name} have no such filter. ${taken(resource)}`);
    const values = Array.isArray(value) ? value : [value];
    if (values.length > 1 && name.endsWith(']'))
      throw new ToolFault(`filters.${name}: a range takes one value, not a list.`);
    for (const each of values) query.append(name, String(each));
  }
  return query;
}

function addLists(query: URLSearchParams, lists: FieldLists): void {
  for (const [name, names] of Object.entries(lists)) query.set(name, names.join(','));
}

function taken(resource: Resource): string {
  const [filters, ranges] = [namesOf(resource, 'filter'), namesOf(resource, 'range')];
  const operators = Object.keys(rangeOperators).map((operator) => `[${operator}]`);
  return `Filters: ${filters.join(', ') || 'none'}. Ranges, with ${operators.join(', ')} behind the name: ${ranges.join(', ')}.`;
}

function get(resource: Json): Tool<{ resource: string; id: number } & FieldLists> {
  return {
    title: 'Get one record',
    about: 'One record by its id, with all its fields unless you choose some.',
    input: object({ resource, id: { type: 'integer' }, ...shape }, ['resource', 'id']),
    call({ resource: name, id, ...lists }, send) {
      const query = new URLSearchParams();
      addLists(query, lists);
      return ask(send, `${name}/${id}?${query}`);
    },
  };
}

type CreateInput = { readonly resource: string; readonly values: Json; readonly idempotency_key?: string };

function create(resource: Json): Tool<CreateInput> {
  return {
    title: 'Create a record',
    about:
      'Creates one record; it cannot be changed or deleted afterwards. describe_resources says what values a resource takes (in_create). When a call may have been lost, send it again with the same idempotency_key: it happens once.',
    input: object(
      {
        resource,
        values: { type: 'object', description: 'The fields of the new record, such as {"name": "Harbour Foods"}.' },
        idempotency_key: { type: 'string', ...IDEMPOTENCY_KEY, description: 'Any text, new for each record.' },
      },
      ['resource', 'values'],
    ),
    writes: true,
    call: ({ resource: name, values, idempotency_key: key }, send) =>
      ask(send, name, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) },
        body: JSON.stringify(values),
      }),
  };
}
