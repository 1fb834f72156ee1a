// The Link header of a list (RFC 8288): where its first, previous, next and last pages are. The addresses are relative to the
// host, so that they lead through whatever stands in front of the service.
import { LINK_LENGTH } from '../../contract/limits.ts';
import type { ListQuery } from '../../contract/request/list-query.ts';

/** `text`: the parameters besides `limit` and `offset`. Empty where there are no links. */
export function pageLinks(path: string, { limit, offset }: ListQuery, text: string, total: number): string {
  if (text.length > LINK_LENGTH) return '';
  const start = `<${path}?${text}${text && '&'}limit=${limit}&offset=`;
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  let links = `${start}0>; rel="first"`;
  if (offset > 0) links += `, ${start}${Math.max(0, Math.min(offset - limit, last))}>; rel="prev"`;
  if (offset + limit < total) links += `, ${start}${offset + limit}>; rel="next"`;
  return `${links}, ${start}${last}>; rel="last"`;
}
