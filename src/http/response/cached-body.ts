// A body with a strong tag: sent, or answered with 304 to whoever has it already. One that is kept also holds what makes
// sending it again cheap: its bytes, its headers ready-made, and compressed forms made when first asked for.
import { brotliCompressSync, constants } from 'node:zlib';
import { accepted, type Encoding } from '../request/accept-encoding.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type HeaderList = Readonly<Record<string, string>>;

const encoder = new TextEncoder();

const tagOf = (body: string | Bytes): string => Bun.hash(body).toString(36);

/** How to send bodies that are not kept. An answer takes a copy of its headers, which costs less than making them. */
export function sendingOnce(headers: HeaderList): (request: Request, body: string | Bytes, links?: string) => Response {
  const { headers: ready, full, unchanged } = readied(headers);
  return (request, body, links) => {
    const tag = tagOf(body);
    ready.set('ETag', `"${tag}"`);
    if (links) ready.set('Link', links);
    else if (links === '') ready.delete('Link');
    return has(request, tag) ? new Response(null, unchanged) : new Response(portioned(body), full);
  };
}

export type Kept = {
  readonly bytes: Bytes;
  readonly tag: string;
  readonly headers: HeaderList;
  /** As they go into an answer; made when it is first sent. */
  ready?: { readonly headers: Headers; readonly full: ResponseInit; readonly unchanged: ResponseInit };
  /** A whole answer to take copies of, which share its bytes. */
  model?: Response;
  readonly compressed: Map<Encoding, { readonly bytes: Bytes; readonly init: { readonly headers: Headers } }>;
};

export function keptBody(body: string | Bytes, headers: HeaderList): Kept {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const tag = tagOf(bytes);
  return { bytes, tag, headers: { ...headers, ETag: `"${tag}"` }, compressed: new Map() };
}

export function sendKept(request: Request, kept: Kept): Response {
  kept.ready ??= readied(kept.headers);
  if (has(request, kept.tag)) return new Response(null, kept.ready.unchanged);
  const encoding = kept.bytes.length < WORTH_IT ? undefined : accepted(request.headers.get('accept-encoding'));
  if (!encoding) return whole(kept, kept.ready.full);
  const { bytes, init } = compressedBody(kept, encoding);
  return new Response(portioned(bytes), init);
}

/** Bodies from this size on cost more to copy than the sharing does; large ones are not copied at all. */
const WORTH_SHARING = 16 * 1024;
const isShared = ({ length }: Bytes): boolean => length >= WORTH_SHARING && length <= LARGE;

function whole(kept: Kept, init: ResponseInit): Response {
  if (!isShared(kept.bytes)) return new Response(portioned(kept.bytes), init);
  kept.model ??= new Response(kept.bytes, init);
  return kept.model.clone();
}

/** How many bytes a kept body may come to take: itself, compressed forms, which are smaller, and the model's copy. */
export const roomFor = ({ bytes }: Kept): number => (isShared(bytes) ? 3 : 2) * bytes.length;

const LARGE = 512 * 1024;
const PORTION = 64 * 1024;

/** A large body is handed over as its reader takes it. The runtime would keep a copy of the whole for each of them, and
 * those who ask and do not read are many. */
function portioned(body: string | Bytes): string | Bytes | ReadableStream<Bytes> {
  if (body.length <= LARGE) return body;
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
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

function readied(headers: HeaderList): NonNullable<Kept['ready']> {
  const ready = new Headers(headers);
  return { headers: ready, full: { headers: ready }, unchanged: { status: 304, headers: ready } };
}

/** Smaller bodies fit into a packet or two as they are. */
const WORTH_IT = 1024;

const compress: Record<Encoding, (bytes: Bytes) => Uint8Array> = {
  zstd: (bytes) => Bun.zstdCompressSync(bytes),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => Bun.gzipSync(bytes),
};

function compressedBody(kept: Kept, encoding: Encoding) {
  const known = kept.compressed.get(encoding);
  if (known) return known;
  // Other bytes, another strong tag.
  const headers = new Headers({ ...kept.headers, 'Content-Encoding': encoding, ETag: `"${kept.tag}-${encoding}"` });
  const made = { bytes: compress[encoding](kept.bytes) as Bytes, init: { headers } };
  kept.compressed.set(encoding, made);
  return made;
}

/** Whether the sender has this body, in any of its forms. A weak comparison, as If-None-Match asks for. */
function has(request: Request, tag: string): boolean {
  const header = request.headers.get('if-none-match');
  if (header === null) return false;
  if (header === `"${tag}"` || header.trim() === '*') return true;
  const tags = [...header.matchAll(/"([^"]*)"/g)].map(([, each]) => each!.replace(/-(zstd|br|gzip)$/, ''));
  return tags.includes(tag);
}
