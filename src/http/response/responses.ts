// Responses that are no bodies of records: created records, pages, preflights and failures. The status of a failure
// comes from the table of errors and from nowhere else.
import { databaseLine, errorBody, errors, Refusal, trace } from '../../contract/errors.ts';
import { GONE } from '../../fairness/asker.ts';
import { log } from '../../log/log.ts';
import type { Created } from '../../store/store.ts';
import { newRequestId, REQUEST_ID } from '../request/request-id.ts';
import { MAX_WHOLE } from './body.ts';
import { commonHeaders, exposedHeaders, jsonHeaders, NO_STORE, POSITION, REVALIDATE } from './headers.ts';

/** The description of the service. */
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

/** The cause of a refusal, for the operator. */
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
