// The Link header of a list (RFC 8288): the addresses of its first, previous, next and last pages. They have no host, so that they
// lead through whatever proxy stands in front of the service.
import { LINK_LENGTH } from '../../contract/limits.ts';
import type { ListQuery } from '../../contract/request/list-query.ts';

/** `query`: the parameters without `limit` and `offset`. Returns '' where there is no header. */
export function pageLinks(path: string, { limit, offset }: ListQuery, query: string, total: number): string {
  if (query.length > LINK_LENGTH) return '';
  const start = `<${path}?${query}${query && '&'}limit=${limit}&offset=`;
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  let links = `${start}0>; rel="first"`;
  if (offset > 0) links += `, ${start}${Math.max(0, Math.min(offset - limit, last))}>; rel="prev"`;
  if (offset + limit < total) links += `, ${start}${offset + limit}>; rel="next"`;
  return `${links}, ${start}${last}>; rel="last"`;
}
