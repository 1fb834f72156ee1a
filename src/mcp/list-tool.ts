// The tool that lists the records of a resource. It refuses unknown filters, which the API would ignore.
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { filterParameters } from '../contract/documents/parameters.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { LIMIT, OFFSET, Q_LENGTH } from '../contract/limits.ts';
import { rangeOperators } from '../contract/request/list-query.ts';
import { requestApi, ToolFault } from './api-request.ts';
import { namesOf } from './describe-tool.ts';
import { addLists, type FieldLists, nameList, object, type Page, projection, type Tool, withinSize } from './tool.ts';

type FilterValue = string | number | null;
type ListInput = {
  readonly resource: string;
  readonly filters?: Readonly<Record<string, FilterValue | readonly FilterValue[]>>;
  readonly q?: string;
  readonly limit?: number;
  readonly offset?: number;
} & FieldLists;

const LIST_DEFAULT = 20;

export function listTool(catalogue: Catalogue, resource: Json): Tool<ListInput> {
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
      const shown = withinSize(data);
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
function filterQuery(resource: Resource, filters: NonNullable<ListInput['filters']>): URLSearchParams {
  const known = new Set(filterParameters(resource).map(({ name }) => name));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (!known.has(name))
      throw new ToolFault(`filters.${name}: ${resource.many} have no such filter. ${filterHelp(resource)}`);
    const values = Array.isArray(value) ? value : [value];
    if (values.length > 1 && name.endsWith(']'))
      throw new ToolFault(`filters.${name}: a range takes one value, not a list.`);
    for (const each of values) query.append(name, String(each));
  }
  return query;
}

function filterHelp(resource: Resource): string {
  const [filters, ranges] = [namesOf(resource, 'filter'), namesOf(resource, 'range')];
  const operators = Object.keys(rangeOperators).map((operator) => `[${operator}]`);
  return `Filters: ${filters.join(', ') || 'none'}. Ranges, with ${operators.join(', ')} behind the name: ${ranges.join(', ')}.`;
}
