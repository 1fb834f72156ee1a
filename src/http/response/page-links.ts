// The Link header of a list (RFC 8288): the addresses of its first, previous, next and last pages. They have no host,
// so that they lead through whatever proxy stands in front of the service. They are made from the parsed query, so that
// nothing else of the address that was sent gets into them.
import { LINK_LENGTH } from '../../contract/limits.ts';
import { canonicalQuery } from '../../contract/request/canonical-query.ts';
import type { ListQuery } from '../../contract/request/list-query.ts';

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
