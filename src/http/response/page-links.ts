// The Link header of a list (RFC 8288): the addresses of its first, previous, next and last pages. They have no host, so that they
// lead through whatever proxy stands in front of the service. They are made from the parsed query, so that nothing else of the
// address that was sent gets into them.
import type { Value } from '../../catalogue/kinds.ts';
import { LINK_LENGTH } from '../../contract/limits.ts';
import type { Condition, ListQuery } from '../../contract/request/list-query.ts';

/** Returns '' where there is no header. */
export function pageLinks(path: string, query: ListQuery, total: number): string {
  const { limit, offset } = query;
  const parameters = canonicalQuery(query);
  if (parameters.length > LINK_LENGTH) return '';
  const start = `<${path}?${parameters}${parameters && '&'}limit=${limit}&offset=`;
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  let links = `${start}0>; rel="first"`;
  if (offset > 0) links += `, ${start}${Math.max(0, Math.min(offset - limit, last))}>; rel="prev"`;
  if (offset + limit < total) links += `, ${start}${offset + limit}>; rel="next"`;
  return `${links}, ${start}${last}>; rel="last"`;
}

/** The query without `limit` and `offset`. Queries that mean the same have the same text. */
function canonicalQuery({ terms, conditions, sort, fields, expand }: ListQuery): string {
  let text = '';
  if (terms.length > 0) text += `&q=${encodeURIComponent(terms.join(' '))}`;
  for (const condition of conditions) text += conditionText(condition);
  if (sort) text += `&sort=${sort.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`).join(',')}`;
  if (fields) text += `&fields=${fields.map(({ name }) => name).join(',')}`;
  if (expand) text += `&expand=${expand.map(({ name }) => name).join(',')}`;
  return text.slice(1);
}

function conditionText(condition: Condition): string {
  const { name, kind } = condition.field;
  // The query has timestamps in UTC without "Z".
  const valueText = (value: Value) =>
    encodeURIComponent(kind.column && typeof value === 'string' && value.length > 10 ? `${value}Z` : String(value));
  if (condition.operator !== 'in') return `&${name}%5B${condition.operator}%5D=${valueText(condition.value)}`;
  return condition.values.reduce<string>((text, value) => `${text}&${name}=${valueText(value)}`, '');
}
