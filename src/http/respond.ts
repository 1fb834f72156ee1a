// Every answer is made here, so that all of them carry the same headers. Status codes of failures come from the table of
// errors and nowhere else.
import { errorBody, errors, Refusal } from '../contract/errors.ts';

const everywhere = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Allow, Location, Retry-After, WWW-Authenticate',
  'X-Content-Type-Options': 'nosniff',
};
const jsonHeaders = { 'Content-Type': 'application/json', ...everywhere };

export const json = (text: string): Response => new Response(text, { headers: jsonHeaders });

export const created = (text: string, location: string): Response =>
  new Response(text, { status: 201, headers: { ...jsonHeaders, Location: location } });

export const page = (html: string, contentSecurityPolicy: string): Response =>
  new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      ...everywhere,
    },
  });

export const script = (text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=86400',
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
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Max-Age': '86400',
      ...everywhere,
    },
  });

/** Turns whatever was thrown into its answer; what nobody foresaw is logged here and told to nobody. */
export function failure(thrown: unknown): Response {
  const refusal = thrown instanceof Refusal ? thrown : unforeseen(thrown);
  return new Response(JSON.stringify(errorBody(refusal)), {
    status: errors[refusal.code].status,
    headers: { ...jsonHeaders, ...refusal.headers },
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
  headers.set('Content-Length', String(length));
  return new Response(null, { status: response.status, headers });
}
