// The headers of every sort of response.
import { type Format, formats } from '../../contract/request/list-query.ts';

/** On every response. */
export const commonHeaders = {
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

/** A page of a career site, with its own policy. */
export const careersPageHeaders = (policy: string): Record<string, string> => ({
  ...pageHeaders(policy),
  'Cache-Control': PUBLIC,
});

/** A feed or a sitemap. */
export const feedHeaders = (type: string): Record<string, string> => ({
  ...readHeaders(''),
  'Cache-Control': PUBLIC,
  'Content-Type': type,
});

export const scriptHeaders = { ...readHeaders(''), 'Content-Type': 'text/javascript; charset=utf-8' };
