// The operations list and get-one of all resources. The store returns stored bytes; only where the client sees less or
// more of a record are these parsed. CSV and JSON lines are streams of the whole result.
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal, tried } from '../../contract/errors.ts';
import { type Fault, faultAt, longerThan, tooLong } from '../../contract/faults.ts';
import { ITEM_ID_LENGTH, LINK_LENGTH } from '../../contract/limits.ts';
import { canonicalQuery } from '../../contract/request/canonical-query.ts';
import type { Projection } from '../../contract/request/field-lists.ts';
import { idQuery, type ListQuery, parseItemQuery, parseListQuery } from '../../contract/request/list-query.ts';
import { NONE_IGNORED } from '../../contract/request/parameters.ts';
import type { Awaitable, Expanded, ReadOptions, Store } from '../../store/store.ts';
import { type Context, type Handler, pathOf, whenReady } from '../context.ts';
import { acceptedFormat, checkParameters } from '../request/negotiate.ts';
import { bodyHeaders, untilMidnight, withNotes } from '../response/body.ts';
import { exportBatches } from '../response/export.ts';
import { isWhole, projected, viewOf } from '../response/projection.ts';
import { listHeaders, POSITION, recordHeaders, streamHeaders } from '../response/responses.ts';

export function list(resource: Resource, context: Context): Handler {
  const { store, streams } = context;
  const path = pathOf(resource);
  const [publicHeaders, privateHeaders] = [bodyHeaders(listHeaders('')), bodyHeaders(listHeaders(context.varies))];
  return (request, location, caller) => {
    const { hidden, rows } = caller.access;
    const accepted = acceptedFormat(request.headers.get('accept'));
    const { query, format, headings, faults, ignored } = parseListQuery(resource, location.query, hidden, accepted);
    const notes = checkParameters(request, faults, ignored);
    const view = viewOf(resource, query, hidden, context);
    const position = request.headers.get(POSITION) ?? undefined;
    const options = { searchPrivate: view.hidden.size === 0, position, rows, asker: caller };
    if (format !== 'json') {
      const headers = { ...streamHeaders(resource.name, format, view.varies), ...notes };
      if (request.method === 'HEAD') return new Response(null, { headers });
      return streams.send(
        () => exportBatches(store, resource, query, { ...options, format, view, headings }),
        headers,
        caller,
      );
    }
    return whenReady(store.list(resource, query, options), ({ total, items, expanded }) => {
      const seen = isWhole(view) ? items : encoder.encode(projected(resource, view)(decoder.decode(items), expanded));
      return {
        content: listBody(seen, `],"meta":{"total":${total},"limit":${query.limit},"offset":${query.offset}}}`),
        headers: withNotes(view.varies ? privateHeaders : publicHeaders, notes),
        links: pageLinks(path, query, total),
        ...untilMidnight(location.query),
      };
    });
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const DATA = encoder.encode('{"data":[');

/** Joins bytes, so that the records are never decoded. */
function listBody(items: Uint8Array, rest: string): Uint8Array<ArrayBuffer> {
  // Every byte is written.
  const body = Buffer.allocUnsafeSlow(DATA.length + items.length + rest.length);
  body.set(DATA);
  body.set(items, DATA.length);
  // The rest is short and ASCII. Copying it character by character is faster than an encoder, which needs a view of its
  // own.
  for (let i = 0, at = DATA.length + items.length; i < rest.length; i++, at++) body[at] = rest.charCodeAt(i);
  return body;
}

const NO_PARAMETERS: ReturnType<typeof parseItemQuery> = { projection: {}, faults: [], ignored: NONE_IGNORED };

export function get(resource: Resource, context: Context): Handler {
  const { store } = context;
  const [publicHeaders, privateHeaders] = [bodyHeaders(recordHeaders('')), bodyHeaders(recordHeaders(context.varies))];
  return (request, { segment, query }, { access: { hidden, rows } }) => {
    const parsed = parseItemId(segment);
    const { projection, faults, ignored } = query === '' ? NO_PARAMETERS : parseItemQuery(resource, query, hidden);
    const notes = checkParameters(request, 'fault' in parsed ? [parsed.fault, ...faults] : faults, ignored);
    if ('fault' in parsed || parsed.id === undefined) throw notFound(resource);
    const view = viewOf(resource, projection, hidden, context);
    const options = { position: request.headers.get(POSITION) ?? undefined, rows };
    return whenReady(find(store, resource, parsed.id, projection, options), ({ record, expanded }) => {
      if (record === undefined) throw notFound(resource);
      return {
        content: isWhole(view) ? record : projected(resource, view)(record, expanded),
        headers: withNotes(view.varies ? privateHeaders : publicHeaders, notes),
      };
    });
  };
}

type FoundRecord = { readonly record: string | undefined; readonly expanded?: Expanded | undefined };

/** Only a list brings the records that references lead to. */
function find(
  store: Store,
  resource: Resource,
  id: number,
  projection: Projection,
  options: ReadOptions,
): Awaitable<FoundRecord> {
  if (!projection.follow) return whenReady(store.get(resource, id, options), (record) => ({ record }));
  const query = idQuery(resource, id, projection);
  return whenReady(store.list(resource, query, options), ({ items, expanded }) => ({
    record: items.length > 0 ? decoder.decode(items) : undefined,
    expanded,
  }));
}

const notFound = (resource: Resource) => new Refusal('not_found', `There is no ${resource.one} with this id.`);

/** The Link header of a list (RFC 8288): the addresses of its first, previous, next and last pages. They have no host,
 * so that they lead through whatever proxy stands in front of the service. They are made from the parsed query, so that
 * nothing else of the address that was sent gets into them. '' where there is no header. */
function pageLinks(path: string, query: ListQuery, total: number): string {
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

/** Any short string is a valid id in an address, but only a decimal integer can find a record. `undefined` when no
 * record can have it. */
function parseItemId(segment: string): { id: number | undefined } | { fault: Fault } {
  const text = segment.includes('%') ? tried(() => decodeURIComponent(segment)) : segment;
  if (text === undefined) {
    const msg = 'Input should be a valid string, but its percent-encoding is broken';
    return { fault: { type: 'string_unicode', loc: ['path', 'item_id'], msg, input: segment } };
  }
  if (longerThan(text, ITEM_ID_LENGTH)) return { fault: faultAt(['path', 'item_id'], tooLong(ITEM_ID_LENGTH), text) };
  const id = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return { id: Number.isSafeInteger(id) ? id : undefined };
}
