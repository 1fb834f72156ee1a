// Every answer is made here, so that all of them carry the same headers. Status codes of failures come from the table of
// errors and nowhere else.
import { errorBody, errors, Refusal, trace } from '../../contract/errors.ts';
import { type Format, formats } from '../../contract/request/list-query.ts';
import type { Created } from '../../store/store.ts';

const everywhere = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
/** Data is nothing to be shown as a page, whatever it holds. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
/** For answers that hold for this moment only: nobody is to show them again. */
const NOT_KEPT = { 'Cache-Control': 'no-store' };
const jsonHeaders = { 'Content-Type': 'application/json', 'Content-Security-Policy': NO_PAGE, ...everywhere };

/** Pages of other origins may read every header of an answer: none of them is about who asked. */
const exposed = { 'Access-Control-Expose-Headers': '*' };

/** What caches may do with reads: keep an answer, and ask before every use whether it still holds. */
const REVALIDATED = 'no-cache';
/** Where some fields are private, the same address has another answer for whoever shows the token. */
const PRIVATE = 'private, no-cache';

/** For bodies that may be sent compressed: any that is kept. */
export const readHeaders = (dependsOnToken: boolean): Record<string, string> => ({
  ...jsonHeaders,
  'Cache-Control': dependsOnToken ? PRIVATE : REVALIDATED,
  Vary: dependsOnToken ? 'Accept-Encoding, Authorization' : 'Accept-Encoding',
});

/** Lists also say where their other pages are, to pages of any origin too; and they have other formats. */
export const listHeaders = (dependsOnToken: boolean): Record<string, string> => {
  const headers = readHeaders(dependsOnToken);
  return { ...headers, ...exposed, Vary: `Accept, ${headers.Vary}` };
};

/** Of a whole list: a table is offered as a file, because no browser shows it. */
export const bulkHeaders = (name: string, format: Format, dependsOnToken: boolean): Record<string, string> => ({
  ...jsonHeaders,
  ...NOT_KEPT,
  Vary: dependsOnToken ? 'Accept, Authorization' : 'Accept',
  'Content-Type': format === 'csv' ? `${formats.csv}; charset=utf-8; header=present` : formats[format],
  ...(format === 'csv' && { 'Content-Disposition': `attachment; filename="${name}.csv"` }),
});

export const textHeaders = { ...readHeaders(false), 'Content-Type': 'text/plain; charset=utf-8' };
export const scriptHeaders = { ...readHeaders(false), 'Content-Type': 'text/javascript; charset=utf-8' };

/** What the service says about itself. */
export const json = (text: string): Response => new Response(text, { headers: { ...jsonHeaders, ...NOT_KEPT } });

/** Tells a client that has written how new the data must be for it to see what it wrote. */
export const POSITION = 'Workforce-Position';

/** An answer takes a copy of these, which costs less than making them. Pages of other origins may not create. */
const createdHeaders = new Headers({ ...jsonHeaders, ...NOT_KEPT });

export function created({ json: text, position, replayed }: Created & { replayed?: true }, location: string): Response {
  createdHeaders.set('Location', location);
  const response = new Response(text, { status: 201, headers: createdHeaders });
  if (position !== undefined) response.headers.set(POSITION, position);
  if (replayed) response.headers.set('Idempotency-Replayed', 'true');
  return response;
}

export const page = (html: string, contentSecurityPolicy: string): Response =>
  new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy,
      'Cache-Control': REVALIDATED,
      ...everywhere,
    },
  });

/** The answer to OPTIONS: which methods there are, and that pages from anywhere may read. */
export const options = (allow: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      Allow: allow,
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, Workforce-Position, X-Request-Id',
      'Access-Control-Max-Age': '86400',
      ...everywhere,
    },
  });

/** Turns whatever was thrown into its answer; what nobody foresaw is logged here and told to nobody. */
export function failure(thrown: unknown): Response {
  const refusal = thrown instanceof Refusal ? thrown : unforeseen(thrown);
  return new Response(JSON.stringify(errorBody(refusal)), {
    status: errors[refusal.code].status,
    headers: { ...jsonHeaders, ...NOT_KEPT, ...exposed, ...refusal.headers },
  });
}

function unforeseen(thrown: unknown): Refusal {
  console.error(trace(thrown));
  return new Refusal('internal_error', 'Something went wrong on our side; it has been logged.');
}

/** An answer that a library has made, with the headers that all others have. */
export function withOurHeaders(response: Response): Response {
  const { 'Content-Type': _, ...headers } = jsonHeaders;
  for (const [name, value] of Object.entries({ ...headers, ...NOT_KEPT })) response.headers.set(name, value);
  return response;
}

/** The same answer without its body, as HEAD wants it. */
export async function withoutBody(response: Response): Promise<Response> {
  // Nobody knows how long a stream would be; one that is never read says so.
  if (response.status === 200 && response.body === null) return new Response(new ReadableStream(), response);
  const length = (await response.arrayBuffer()).byteLength;
  const headers = new Headers(response.headers);
  if (response.status !== 304) headers.set('Content-Length', String(length));
  return new Response(null, { status: response.status, headers });
}
