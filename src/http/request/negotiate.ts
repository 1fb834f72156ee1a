// What a client prefers, by its headers: the format of a list (Accept), a compression (Accept-Encoding), and whether
// parameters that mean nothing are ignored (Prefer, RFC 7240). They are, and the answer names them; with
// `handling=strict` it is 422 instead, so that a misspelt filter is never mistaken for one that holds.
import { memoize } from '../../cache/memoize.ts';
import { invalidParameters } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { type Format, formats } from '../../contract/request/list-query.ts';
import { type Ignored, named, unknownParameters } from '../../contract/request/parameters.ts';
import { startOf } from '../../contract/words.ts';

const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Weights = ReadonlyMap<string, number>;

/** Clients send the same headers again and again. `otherwise`: without the header, or where it leaves the choice. */
function readFrom<T>(read: (weights: Weights) => T, otherwise: T): (header: string | null) => T {
  const cached = memoize((header: string) => read(weightsIn(header)));
  return (header) => (header === null || header === '*/*' ? otherwise : cached(header));
}

/** The format that the client prefers; of equals, the first of ours. One that accepts none of them gets JSON, as for
 * errors. */
export const acceptedFormat = readFrom((weights): Format => {
  const weightOf = (type: string) =>
    weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*') ?? 0;
  const [best] = (Object.keys(formats) as Format[]).toSorted((a, b) => weightOf(formats[b]) - weightOf(formats[a]));
  return weightOf(formats[best!]) > 0 ? best! : 'json';
}, 'json');

/** The encoding that the client prefers; of equals, the one that compresses best. */
export const acceptedEncoding = readFrom((weights): Encoding | undefined => {
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = ENCODINGS.toSorted((a, b) => weightOf(b) - weightOf(a));
  return weightOf(best!) > 0 ? best : undefined;
}, undefined);

/** Whether the client names pages, as browsers do when a person opens an address, and nothing of ours before them. */
export const asksForPage = readFrom((weights) => namesBefore(weights, 'text/html'), false);

export const EVENTS = 'text/event-stream';

/** Whether the client names events, and nothing of ours before them. */
export const asksForEvents = readFrom((weights) => namesBefore(weights, EVENTS), false);

function namesBefore(weights: Weights, type: string): boolean {
  const weight = weights.get(type) ?? 0;
  return weight > 0 && weight >= (weights.get(formats.json) ?? 0);
}

/** The weight `q` of each name in a header; of a name that stands there twice, the first. */
function weightsIn(header: string): Weights {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const q = parameters.find((each) => each.startsWith('q='))?.slice(2);
    if (!weights.has(name)) weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  return weights;
}

export const IGNORED = 'Workforce-Ignored';
const APPLIED = { 'Preference-Applied': 'handling=strict' };

export const isStrict = (request: Request): boolean => {
  const header = request.headers.get('prefer');
  return header !== null && asksStrict(header);
};

/** Preferences are separated by commas, and may have parameters of their own. Of `handling`, the first counts. */
const asksStrict = memoize((header: string): boolean => {
  const [handling] = header
    .split(',')
    .map((each) => each.split(';')[0]!.split('='))
    .filter(([name = '']) => name.trim().toLowerCase() === 'handling');
  return (
    handling?.[1]
      ?.trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase() === 'strict'
  );
});

/** Throws when the parameters cannot be used. Otherwise returns headers to add to the answer, where there are any. */
export function checkParameters(
  request: Request,
  faults: readonly Fault[],
  ignored: Ignored,
): Readonly<Record<string, string>> | undefined {
  if (isStrict(request)) {
    const all = [...faults, ...unknownParameters(ignored)];
    if (all.length > 0) throw invalidParameters(all, APPLIED);
    return APPLIED;
  }
  if (faults.length > 0) throw invalidParameters(faults);
  return ignored.names.length > 0 ? { [IGNORED]: listed(ignored.names) } : undefined;
}

const MAX_NAMES = 20;
const MAX_LENGTH = 64;

/** A client can send long names, many of them, and with characters that no header has. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => {
    const plain = startOf(name, MAX_LENGTH)
      .toWellFormed()
      .replace(/[^\w.[\]()-]/gu, encodeURIComponent);
    return name.length > MAX_LENGTH ? `${plain}...` : named(plain);
  });
  return [...shown, ...(names.length > MAX_NAMES ? ['...'] : [])].join(', ');
}
