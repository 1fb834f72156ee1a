// The beginning of a file, by which it is recognised. The standard input can be read only once, so its beginning is
// given again.

/** Where bytes come from. Only some can be read from the beginning again. */
export type ByteSource = { open(): AsyncIterable<Uint8Array>; readonly isRepeatable: boolean };

/** `isWhole`: the file ends there. `source`: all bytes of the file. */
export type Head = { readonly bytes: Buffer; readonly isWhole: boolean; readonly source: ByteSource };

/** How much of a file is looked at to tell how it is written. */
const SAMPLE = 4 << 20;

export const sourceOf = (path: string): ByteSource =>
  path === '-'
    ? { open: () => Bun.stdin.stream(), isRepeatable: false }
    : { open: () => Bun.file(path).stream(), isRepeatable: true };

export async function readHead(from: ByteSource): Promise<Head> {
  const iterator = from.open()[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let [size, isWhole] = [0, false];
  while (size < SAMPLE && !isWhole) {
    const next = await iterator.next();
    if (next.done) isWhole = true;
    else {
      chunks.push(next.value);
      size += next.value.length;
    }
  }
  if (from.isRepeatable) void iterator.return?.();
  const source = from.isRepeatable ? from : { open: () => again(chunks, iterator), isRepeatable: false };
  return { bytes: Buffer.concat(chunks), isWhole, source };
}

async function* again(chunks: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
