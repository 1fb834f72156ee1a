// A body that can be sent again: its bytes, a strong tag for them, and compressed forms made when first asked for.
// Answers 304 to whoever has it already.
import { brotliCompressSync, constants } from 'node:zlib';
import { accepted, type Encoding } from './accept-encoding.ts';

export type Representation = {
  readonly bytes: Uint8Array;
  readonly tag: string;
  readonly encoded: Map<Encoding, Uint8Array>;
  /** What all of its answers carry. */
  readonly headers: Readonly<Record<string, string>>;
};

const encoder = new TextEncoder();

export function representation(text: string, headers: Readonly<Record<string, string>>): Representation {
  const bytes = encoder.encode(text);
  const tag = Bun.hash(bytes).toString(36);
  return { bytes, tag, encoded: new Map(), headers: { ...headers, ETag: `"${tag}"` } };
}

/** Smaller bodies fit into a packet or two as they are. */
const WORTH_IT = 1024;

const compress: Record<Encoding, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  zstd: (bytes) => Bun.zstdCompressSync(bytes),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => Bun.gzipSync(bytes),
};

/** `again`: the body is kept and was asked for before, so that compressing it pays. */
export function represent(request: Request, kept: Representation, again: boolean): Response {
  const known = request.headers.get('if-none-match');
  if (known !== null && matches(known, kept.tag)) return new Response(null, { status: 304, headers: kept.headers });
  const encoding =
    again && kept.bytes.length >= WORTH_IT ? accepted(request.headers.get('accept-encoding')) : undefined;
  if (!encoding) return new Response(kept.bytes as Uint8Array<ArrayBuffer>, { headers: kept.headers });
  const body = kept.encoded.get(encoding) ?? compress[encoding](kept.bytes as Uint8Array<ArrayBuffer>);
  kept.encoded.set(encoding, body);
  // Other bytes, another strong tag.
  const headers = { ...kept.headers, 'Content-Encoding': encoding, ETag: `"${kept.tag}-${encoding}"` };
  return new Response(body as Uint8Array<ArrayBuffer>, { headers });
}

/** Whether the sender has this body in any of its forms. A weak comparison, as If-None-Match asks for. */
function matches(header: string, tag: string): boolean {
  if (header === `"${tag}"` || header.trim() === '*') return true;
  return [...header.matchAll(/"([^"]*)"/g)].some(
    ([, each]) => each === tag || each?.replace(/-(zstd|br|gzip)$/, '') === tag,
  );
}
