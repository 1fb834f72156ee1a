// The list operation of all resources. The store returns stored bytes; only where the client sees less or more of a
// record are these parsed. CSV and JSON lines are streams of the whole result.
import type { Resource } from '../../catalogue/resource.ts';
import { parseListQuery } from '../../contract/request/list-query.ts';
import { type Context, type Handler, pathOf, whenReady } from '../context.ts';
import { acceptedFormat } from '../request/negotiate.ts';
import { checkParameters } from '../request/preferences.ts';
import { bodyHeaders, untilMidnight, withNotes } from '../response/body.ts';
import { exportBatches } from '../response/export.ts';
import { listHeaders, POSITION, streamHeaders } from '../response/headers.ts';
import { pageLinks } from '../response/page-links.ts';
import { isWhole, projected, viewOf } from '../response/projection.ts';

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
