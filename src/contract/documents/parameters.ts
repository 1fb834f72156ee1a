// The parameters of operations for the OpenAPI document.
import type { Field, Resource } from '../../catalogue/resource.ts';
import { IDEMPOTENCY_KEY, ITEM_ID_LENGTH, KEY_HOURS, LIMIT, OFFSET, Q_LENGTH, SORT_FIELDS } from '../limits.ts';
import { columnsOf, exampleHop, fieldsFor } from '../request/field-lists.ts';
import { formats } from '../request/list-query.ts';
import type { Json } from './schemas.ts';

export const query = (name: string, description: string, schema: Json, more: Json = {}): Json => ({
  name,
  in: 'query',
  description,
  ...more,
  schema,
});
export const header = (name: string, description: string, schema: Json = { type: 'string' }): Json => ({
  name,
  in: 'header',
  description,
  schema,
});

/** An empty value asks nothing. */
export const EMPTY: Json = { allowEmptyValue: true };

export const parameterReferences = (names: readonly string[]): Json[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

export const readHeaders = parameterReferences(['if_none_match', 'prefer', 'position']);

/** All lists have these. Operations refer to them by name. */
export const listParameters: Json = {
  limit: query(
    'limit',
    "Page size; without one, `csv`, `ndjson` and `xlsx` have no end but the list's. Of several, the last counts.",
    { type: 'integer', ...LIMIT },
  ),
  offset: query('offset', 'How many records to skip. Of several, the last counts.', { type: 'integer', ...OFFSET }),
  q: query(
    'q',
    'Text search, ignoring case in any script: records in which every word occurs in some text field (not in dates or JSON documents). All characters are ordinary. Empty is no search; of several, the last counts.',
    { type: 'string', maxLength: Q_LENGTH },
  ),
  format: query(
    'format',
    'How the list is sent; wins over `Accept`. `csv`, `ndjson` and `xlsx` are everything that is found, or as much of it as `limit` says, in one stream; `csv` and `xlsx` are without `expand`. Of several, the last counts.',
    { type: 'string', enum: Object.keys(formats) },
  ),
};

/** The parameters that resources share, by the keys of the components. */
export const sharedParameters: Json = {
  ...listParameters,
  // Groups have names of their own.
  headings: query(
    'headings',
    'What stands above the columns of `csv` and `xlsx`, separated by commas: one heading for each name in `fields`, whose order the columns then have. One with a comma is in double quotes. With `json` and `ndjson` it is 422. Empty is the names; of several, the last counts.',
    { type: 'string' },
    EMPTY,
  ),
  item_id: {
    ...{ name: 'item_id', in: 'path', required: true },
    description: 'The id: a decimal integer. Any other text finds nothing.',
    schema: { type: 'string', minLength: 1, maxLength: ITEM_ID_LENGTH },
  },
  if_none_match: header(
    'If-None-Match',
    'Tags of answers you have; when one of them still holds, the answer is 304 without a body.',
  ),
  prefer: header(
    'Prefer',
    'With `handling=strict`, parameters that mean nothing are 422 (RFC 7240). Otherwise they are ignored, and the answer names them in `Workforce-Ignored`.',
  ),
  position: header(
    'Workforce-Position',
    'The position that a 201 gave: the answer is not from before that write, whichever replica it comes from. Any other value asks for the newest data there is.',
  ),
  idempotency_key: header(
    'Idempotency-Key',
    `Any text of yours without spaces, new for each record: sent again within ${KEY_HOURS} hours with the same values, it creates nothing and gets the first answer; with other values it is 422.`,
    { type: 'string', ...IDEMPOTENCY_KEY },
  ),
};

/** A pattern for each of the names. Those behind the same reference share it. */
export function alternatives(names: readonly string[]): string[] {
  const behind = Map.groupBy(names, (name) => name.slice(0, name.indexOf('.') + 1));
  return [...behind].flatMap(([via, all]) =>
    via === '' ? all : `${via.slice(0, -1)}\\.(?:${all.map((name) => name.slice(via.length)).join('|')})`,
  );
}

/** A list of such items, separated by commas, with `before` in front of each, and perhaps not more than `most`. Empty
 * is valid too and asks nothing. Tools that make up values know nothing that is shorter and as exact. */
export function listParameter(
  name: string,
  description: string,
  items: readonly string[],
  { most, before = '' }: { readonly most?: number; readonly before?: string } = {},
): Json {
  const item = `${before}(?:${items.join('|')})`;
  const pattern = `^(?:${item}(?:,${item})${most === undefined ? '*' : `{0,${most - 1}}`})?$`;
  return query(name, description, { type: 'string', pattern }, EMPTY);
}

const names = (fields: readonly Field[]): string[] => fields.map(({ name }) => name);

export function sortParameter(resource: Resource): Json {
  const fields = fieldsFor.sort(resource);
  const description = `Up to ${SORT_FIELDS} of ${namesOf(fields)}; empty is by \`id\`. **Sorting** says how.`;
  return listParameter('sort', description, names(fields), { most: SORT_FIELDS, before: '-?' });
}

/** The parameters that choose the content of each record, by the keys of the components: its list and its get-one refer
 * to them. */
export function projectionParameters(resource: Resource): Json {
  const references = fieldsFor.expand(resource);
  const hop = exampleHop(resource);
  const fields = `The fields to answer, separated by commas${hop && `, also of what references lead to, such as \`${hop}\``}; empty is all of them. **Reading** says more.`;
  const expand = `The references to follow, separated by commas: any of ${namesOf(references)}; empty is none. **Reading** says more.`;
  return {
    [`fields.${resource.name}`]: listParameter('fields', fields, alternatives([...columnsOf(resource).keys()])),
    ...(references.length > 0 && { [`expand.${resource.name}`]: listParameter('expand', expand, names(references)) }),
  };
}

export const projectionReferences = (resource: Resource): Json[] =>
  parameterReferences(Object.keys(projectionParameters(resource)));

export const namesOf = (fields: readonly Field[]): string => fields.map(({ name }) => `\`${name}\``).join(', ');

/** `career-sites` becomes `CareerSites`, `dept_id` becomes `DeptId`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[-_])(.)/g, (_, letter: string) => letter.toUpperCase());
