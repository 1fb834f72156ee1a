// Every answer is made here, so that all of them carry the same headers. Status codes of failures come from the table of
// errors and nowhere else.
import { errorBody, errors, Refusal } from '../contract/errors.ts';
import { type Representation, representation } from './representation.ts';

const everywhere = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' };
const jsonHeaders = { 'Content-Type': 'application/json', ...everywhere };

/** What caches may do: keep an answer, and ask before every use whether it still holds. */
const revalidated = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
const forAll = { ...jsonHeaders, ...revalidated };
/** Where some fields are private, the same address has another answer for whoever shows the token. */
const byToken = { ...jsonHeaders, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, Authorization' };

export const readable = (text: string, dependsOnToken = false): Representation =>
  representation(text, dependsOnToken ? byToken : forAll);

export const script = (text: string): Representation =>
  representation(text, { 'Content-Type': 'text/javascript; charset=utf-8', ...everywhere, ...revalidated });

export const json = (text: string): Response => new Response(text, { headers: jsonHeaders });

export const created = (text: string, location: string): Response =>
  new Response(text, { status: 201, headers: { ...jsonHeaders, ...exposed, Location: location } });

const exposed = { 'Access-Control-Expose-Headers': 'Allow, ETag, Location, Retry-After, WWW-Authenticate' };

export const page = (html: string, contentSecurityPolicy: string): Response =>
  new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
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
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
      'Access-Control-Max-Age': '86400',
      ...everywhere,
    },
  });

/** Turns whatever was thrown into its answer; what nobody foresaw is logged here and told to nobody. */
export function failure(thrown: unknown): Response {
  const refusal = thrown instanceof Refusal ? thrown : unforeseen(thrown);
  return new Response(JSON.stringify(errorBody(refusal)), {
    status: errors[refusal.code].status,
    headers: { ...jsonHeaders, ...exposed, ...refusal.headers },
  });
}

function unforeseen(thrown: unknown): Refusal {
  console.error(thrown);
  return new Refusal('internal_error', 'Something went wrong on our side; it has been logged.');
}

/** The same answer without its body, as HEAD wants it. */
export async function withoutBody(response: Response): Promise<Response> {
  const length = (await response.arrayBuffer()).byteLength;
  const headers = new Headers(response.headers);
  if (response.status !== 304) headers.set('Content-Length', String(length));
  return new Response(null, { status: response.status, headers });
}
