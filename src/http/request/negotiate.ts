// The formats and compressions that a client accepts: the format of a list by its Accept header, and a compression by
// its Accept-Encoding header.

import { memoize } from '../../cache/memoize.ts';
import { type Format, formats } from '../../contract/request/list-query.ts';

const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The format that the client prefers; of equals, the first of ours. One that accepts none of them gets JSON, as for
 * errors. */
export const acceptedFormat = (header: string | null): Format =>
  header === null || header === '*/*' ? 'json' : bestFormat(header);

/** The encoding that the client prefers; of equals, the one that compresses best. */
export const acceptedEncoding = (header: string | null): Encoding | undefined =>
  header === null ? undefined : bestEncoding(header);

/** Whether the client names pages, as browsers do when a person opens an address, and nothing of ours before them. */
export const asksForPage = (header: string | null): boolean => header !== null && namesPage(header);

/** Whether the client names events, and nothing of ours before them. */
export const asksForEvents = (header: string | null): boolean => header !== null && namesEvents(header);

export const EVENTS = 'text/event-stream';

const namesEvents = memoize((header: string): boolean => namesBefore(header, EVENTS));

const namesPage = memoize((header: string): boolean => namesBefore(header, 'text/html'));

function namesBefore(header: string, type: string): boolean {
  const weights = weightsIn(header);
  const weight = weights.get(type) ?? 0;
  return weight > 0 && weight >= (weights.get(formats.json) ?? 0);
}

const bestFormat = memoize((header: string): Format => {
  const weights = weightsIn(header);
  const weightOf = (type: string) =>
    weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*') ?? 0;
  const [best] = (Object.keys(formats) as Format[]).toSorted((a, b) => weightOf(formats[b]) - weightOf(formats[a]));
  return weightOf(formats[best!]) > 0 ? best! : 'json';
});

const bestEncoding = memoize((header: string): Encoding | undefined => {
  const weights = weightsIn(header);
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = ENCODINGS.toSorted((a, b) => weightOf(b) - weightOf(a));
  return weightOf(best!) > 0 ? best : undefined;
});

/** The weight `q` of each name in a header; of a name that stands there twice, the first. */
function weightsIn(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const q = parameters.find((each) => each.startsWith('q='))?.slice(2);
    if (!weights.has(name)) weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  return weights;
}
