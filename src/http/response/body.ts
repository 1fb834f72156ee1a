// Response bodies with a strong ETag: sent once, or from the cache. A client that has the body already gets 304. A
// cached body makes sending it again cheap: it caches its bytes, Headers objects and compressed forms, each made when
// it is first needed.

import { brotliCompressSync, constants } from 'node:zlib';
import { endOfDay, mentionsRelativeDay } from '../../contract/request/days.ts';
import { acceptedEncoding, type Encoding } from '../request/negotiate.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type HeaderList = Readonly<Record<string, string>>;

/** Headers of all bodies of one sort. A Response copies a Headers object, which costs less than making one. */
export function bodyHeaders(list: HeaderList) {
  const headers = new Headers(list);
  return { list, headers, full: { headers }, unchanged: { status: 304, headers } };
}

type BodyHeaders = ReturnType<typeof bodyHeaders>;

/** The same, with the headers of this answer alone. */
export const withNotes = (headers: BodyHeaders, notes: HeaderList | undefined): BodyHeaders =>
  notes ? bodyHeaders({ ...headers.list, ...notes }) : headers;

/** The answer of a handler that may be sent again. `links`: the Link header. `until`: when it is no longer true
 * although the data is the same, in milliseconds. `isDear`: it takes long to make, and is cached when it is first asked
 * for. */
export type Body = {
  readonly content: string | Bytes;
  readonly headers: BodyHeaders;
  readonly links?: string;
  readonly until?: number | undefined;
  readonly isDear?: boolean;
};

/** An answer about a day such as `today` is true until that day is over. */
export const untilMidnight = (query: string): Pick<Body, 'until'> =>
  mentionsRelativeDay(query) ? { until: endOfDay(Date.now()) } : {};

const tagOf = (content: string | Bytes): string => Bun.hash(content).toString(36);

/** Sends a body that is not cached. */
export function sendBody(request: Request, { content, headers: { full, unchanged }, links }: Body): Response {
  const tag = tagOf(content);
  const send = (body: ReturnType<typeof inPortions> | null, init: ResponseInit, shownTag: string): Response => {
    const response = new Response(body, init);
    response.headers.set('ETag', shownTag);
    if (links) response.headers.set('Link', links);
    return response;
  };
  if (hasBody(request, tag)) return send(null, unchanged, `"${tag}"`);
  const encoding = content.length >= MIN_ONCE ? acceptedEncoding(request.headers.get('accept-encoding')) : undefined;
  if (!encoding) return send(inPortions(content), full, `"${tag}"`);
  const response = send(inPortions(quick[encoding](bytesOf(content))), full, tagOfForm(tag, encoding));
  response.headers.set('Content-Encoding', encoding);
  return response;
}

export type CachedBody = {
  readonly bytes: Bytes;
  readonly tag: string;
  readonly headers: BodyHeaders;
  readonly until: number;
  readonly compress: Compress;
  /** A response to clone: its clones share its bytes. */
  template?: Response;
  readonly compressed: Map<Encoding, { readonly bytes: Bytes; readonly init: { readonly headers: Headers } }>;
};

export function cachedBody(
  { content, headers: { list }, links, until = Number.POSITIVE_INFINITY }: Body,
  compress: Compress = quick,
): CachedBody {
  const bytes = bytesOf(content);
  const tag = tagOf(bytes);
  const headers = bodyHeaders({ ...list, ...(links && { Link: links }), ETag: `"${tag}"` });
  return { bytes, tag, headers, until, compress, compressed: new Map() };
}

export function sendCached(request: Request, cached: CachedBody): Response {
  if (hasBody(request, cached.tag)) return new Response(null, cached.headers.unchanged);
  const compresses = cached.bytes.length >= MIN_COMPRESSED;
  const encoding = compresses ? acceptedEncoding(request.headers.get('accept-encoding')) : undefined;
  if (!encoding) return uncompressed(cached);
  const { bytes, init } = compressedBody(cached, encoding);
  return new Response(inPortions(bytes), init);
}

/** From this size on, copying a body costs more than cloning a response. */
const MIN_SHARED = 16 * 1024;
const isShared = ({ length }: Bytes): boolean => length >= MIN_SHARED && length <= MAX_WHOLE;

function uncompressed(cached: CachedBody): Response {
  if (!isShared(cached.bytes)) return new Response(inPortions(cached.bytes), cached.headers.full);
  cached.template ??= new Response(cached.bytes, cached.headers.full);
  return cached.template.clone();
}

/** The memory that a cached body may come to take: itself, compressed forms, which are smaller, and the copy in the
 * template. */
export const memoryOf = ({ bytes }: CachedBody): number => (isShared(bytes) ? 3 : 2) * bytes.length;

const encoder = new TextEncoder();
const bytesOf = (content: string | Bytes): Bytes => (typeof content === 'string' ? encoder.encode(content) : content);

/** Larger bodies are sent in portions. */
export const MAX_WHOLE = 512 * 1024;
const PORTION = 64 * 1024;

/** A large body is sent in portions, at the pace of its reader. The runtime would copy the whole body for each client,
 * and those who ask and do not read may be many. */
function inPortions(content: string | Bytes): string | Bytes | ReadableStream<Bytes> {
  if (content.length <= MAX_WHOLE) return content;
  const bytes = bytesOf(content);
  let at = 0;
  return new ReadableStream<Bytes>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(at, at + PORTION));
        at += PORTION;
        if (at >= bytes.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Smaller bodies fit into a packet or two as they are. */
const MIN_COMPRESSED = 1024;
/** Below this size, compressing a body that is sent once costs as much as making it, and saves a packet or two. */
const MIN_ONCE = 4096;

type Compress = Readonly<Record<Encoding, (bytes: Bytes) => Bytes>>;

const brotli = (bytes: Bytes, quality: number): Bytes =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** For answers, which are sent once or until the data changes: a fraction of the time for little more bytes. Whether
 * they are cached makes no difference, because the same strong tag has to mean the same bytes. */
const quick: Compress = {
  zstd: (bytes) => Bun.zstdCompressSync(bytes, { level: 1 }) as Bytes,
  br: (bytes) => brotli(bytes, 1),
  gzip: (bytes) => Bun.gzipSync(bytes, { library: 'libdeflate', level: 1 }),
};

/** For bodies that stay the same while the process runs. */
export const thorough: Compress = {
  zstd: (bytes) => Bun.zstdCompressSync(bytes) as Bytes,
  br: (bytes) => brotli(bytes, 5),
  gzip: (bytes) => Bun.gzipSync(bytes),
};

/** Other bytes need another strong tag. */
const tagOfForm = (tag: string, encoding: Encoding): string => `"${tag}-${encoding}"`;

function compressedBody(cached: CachedBody, encoding: Encoding) {
  const compressed = cached.compressed.get(encoding);
  if (compressed) return compressed;
  const tag = tagOfForm(cached.tag, encoding);
  const headers = new Headers({ ...cached.headers.list, 'Content-Encoding': encoding, ETag: tag });
  const made = { bytes: cached.compress[encoding](cached.bytes), init: { headers } };
  cached.compressed.set(encoding, made);
  return made;
}

/** Whether the client has this body, in any of its forms. If-None-Match asks for a weak comparison. */
function hasBody(request: Request, tag: string): boolean {
  const header = request.headers.get('if-none-match');
  if (header === null) return false;
  if (header === `"${tag}"` || header.trim() === '*') return true;
  const tags = [...header.matchAll(/"([^"]*)"/g)].map(([, each]) => each!.replace(/-(zstd|br|gzip)$/, ''));
  return tags.includes(tag);
}
