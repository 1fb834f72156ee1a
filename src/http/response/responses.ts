// The headers of every sort of response, and the responses that are no bodies of records: created records, pages,
// preflights and failures. The status of a failure comes from the table of errors and from nowhere else.
import { databaseLine, errorBody, errors, Refusal, trace } from '../../contract/errors.ts';
import { type Format, formats } from '../../contract/request/list-query.ts';
import { GONE } from '../../fairness/asker.ts';
import { log } from '../../log/log.ts';
import type { Created } from '../../store/store.ts';
import { newRequestId, REQUEST_ID } from '../asker.ts';
import type { Handler } from '../context.ts';
import { bodyHeaders, cachedBody, MAX_WHOLE, sendCached, thorough } from './body.ts';

/** On every response. */
const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** A response that is data is never shown as a page, whatever it contains. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

export const jsonHeaders = { 'Content-Type': 'application/json', 'Content-Security-Policy': NO_PAGE, ...commonHeaders };

/** For responses that are only true at this moment. */
export const NO_STORE = { 'Cache-Control': 'no-store' };

/** Caches may store a response, and have to ask before every use whether it is still true. */
export const REVALIDATE = 'no-cache';

/** Pages of other origins may read all headers: none of them is about the client. */
export const exposedHeaders = { 'Access-Control-Expose-Headers': '*' };

/** The position of the data after a create; a read that sends it sees at least that record. */
export const POSITION = 'Workforce-Position';

/** `varies`: the headers by which the response differs between clients, such as Authorization. */
export const readHeaders = (varies: string): Record<string, string> => ({
  ...jsonHeaders,
  'Cache-Control': varies ? `private, ${REVALIDATE}` : REVALIDATE,
  Vary: varies ? `Accept-Encoding, ${varies}` : 'Accept-Encoding',
});

/** Records: the answer depends on a preference of the client, and names parameters that mean nothing. */
export const recordHeaders = (varies: string): Record<string, string> => {
  const headers = readHeaders(varies);
  return { ...headers, ...exposedHeaders, Vary: `${headers.Vary}, Prefer` };
};

/** Lists have a Link header, which pages of other origins may read, and other formats. */
export const listHeaders = (varies: string): Record<string, string> => {
  const headers = recordHeaders(varies);
  return { ...headers, Vary: `Accept, ${headers.Vary}` };
};

/** CSV and sheets are offered as files, because browsers do not show them. */
export const streamHeaders = (
  name: string,
  format: Exclude<Format, 'json'>,
  varies: string,
): Record<string, string> => ({
  ...jsonHeaders,
  ...NO_STORE,
  ...exposedHeaders,
  Vary: varies ? `Accept, ${varies}, Prefer` : 'Accept, Prefer',
  'Content-Type': format === 'csv' ? `${formats.csv}; charset=utf-8; header=present` : formats[format],
  ...(format !== 'ndjson' && { 'Content-Disposition': `attachment; filename="${name}.${format}"` }),
});

export const textHeaders = (varies: string): Record<string, string> => ({
  ...readHeaders(varies),
  'Content-Type': 'text/plain; charset=utf-8',
});

/** Files whose names have the hash of their content never change. */
export const fileHeaders = (type: string): Record<string, string> => ({
  ...readHeaders(''),
  'Content-Type': `${type}; charset=utf-8`,
  'Cache-Control': 'public, max-age=31536000, immutable',
});

/** The same page for everyone, with its own policy. */
export const pageHeaders = (policy: string): Record<string, string> => ({
  ...readHeaders(''),
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/** Answers that everybody may read, and that caches may store for a minute. */
const PUBLIC = 'public, max-age=60, stale-while-revalidate=600';

export const careersPageHeaders = (policy: string): Record<string, string> => ({
  ...pageHeaders(policy),
  'Cache-Control': PUBLIC,
});

export const feedHeaders = (type: string): Record<string, string> => ({
  ...readHeaders(''),
  'Cache-Control': PUBLIC,
  'Content-Type': type,
});

export const scriptHeaders = { ...readHeaders(''), 'Content-Type': 'text/javascript; charset=utf-8' };

export const json = (text: string): Response => new Response(text, { headers: { ...jsonHeaders, ...NO_STORE } });

/** A Response copies a Headers object, which costs less than making one. */
const createdHeaders = new Headers({ ...jsonHeaders, ...NO_STORE, ...exposedHeaders });

export function created({ json: text, position, replayed }: Created & { replayed?: true }, location: string): Response {
  const response = new Response(text, { status: 201, headers: createdHeaders });
  response.headers.set('Location', location);
  if (position !== undefined) response.headers.set(POSITION, position);
  if (replayed) response.headers.set('Idempotency-Replayed', 'true');
  return response;
}

export const page = (html: string, contentSecurityPolicy: string): Response =>
  new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy,
      'Cache-Control': REVALIDATE,
      ...commonHeaders,
    },
  });

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, Workforce-Position, X-Request-Id';

/** The answer to OPTIONS: pages of any origin may read, and create if they have the token. No browser adds a token by
 * itself, so nothing is gained by keeping origins out; and browsers send POST to any origin whatever methods are listed
 * here. */
export const preflight = (allow: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      Allow: allow,
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': '86400',
      ...commonHeaders,
    },
  });

/** Made once, because nobody reads it. */
const goneBody = JSON.stringify(errorBody(GONE));
const gone = { status: errors.unavailable.status, headers: new Headers({ ...jsonHeaders, ...NO_STORE }) };

/** Turns whatever was thrown into a response. An unexpected error is logged, and the client gets no details of it but
 * the id under which the log has them. */
export function failure(thrown: unknown, requestId = ''): Response {
  if (thrown === GONE) return new Response(goneBody, gone);
  const refusal = thrown instanceof Refusal ? thrown : unexpected(thrown, requestId || newRequestId());
  logCause(refusal, requestId);
  return new Response(JSON.stringify(errorBody(refusal)), {
    status: errors[refusal.code].status,
    headers: { ...jsonHeaders, ...NO_STORE, ...exposedHeaders, ...refusal.headers },
  });
}

function unexpected(thrown: unknown, requestId: string): Refusal {
  log.error('An unexpected error ended a request.', { request_id: requestId, stack: trace(thrown) });
  const headers = { [REQUEST_ID]: requestId };
  return new Refusal('internal_error', 'Something went wrong on our side; it has been logged.', { headers });
}

export function logCause({ cause }: Refusal, requestId: string | undefined): void {
  if (cause !== undefined) log.error(databaseLine(cause), { request_id: requestId || undefined });
}

/** Adds our headers to a response that a library has made. */
export function withOurHeaders(response: Response): Response {
  const { 'Content-Type': _, ...headers } = jsonHeaders;
  for (const [name, value] of Object.entries({ ...headers, ...NO_STORE })) response.headers.set(name, value);
  return response;
}

/** The same response without its body, for HEAD. A body that is sent in portions has no length with GET either. */
export async function withoutBody(response: Response): Promise<Response> {
  // The length of a stream is not known. A stream that is never read gives no Content-Length.
  if (response.status === 200 && response.body === null) return new Response(new ReadableStream(), response);
  const length = (await response.arrayBuffer()).byteLength;
  if (length > MAX_WHOLE) return new Response(new ReadableStream(), response);
  const headers = new Headers(response.headers);
  if (response.status !== 304) headers.set('Content-Length', String(length));
  return new Response(null, { status: response.status, headers });
}

/** The answer stays the same while the process runs. */
export function fixed(content: string, headers = readHeaders('')): Handler {
  const cached = cachedBody({ content, headers: bodyHeaders(headers) }, thorough);
  return (request) => sendCached(request, cached);
}
