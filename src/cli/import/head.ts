// The beginning of a file, by which it is recognised. The standard input can be read only once, so what was read of it is given
// again.

/** Where bytes come from. Only some can be read from the beginning again. */
export type ByteSource = { open(): AsyncIterable<Uint8Array>; readonly isRepeatable: boolean };

export type Head = {
  readonly bytes: Buffer;
  /** Whether the file ends there. */
  readonly isWhole: boolean;
};

export type HeadReader = {
  /** Reads on until it has the first line that is not empty, or this many bytes, or all. */
  firstLine(size: number): Promise<Head>;
  first(size: number): Promise<Head>;
  /** Ends the look at the beginning. Gives all bytes from there on. */
  source(): ByteSource;
};

export const sourceOf = (path: string): ByteSource =>
  path === '-'
    ? { open: () => Bun.stdin.stream(), isRepeatable: false }
    : { open: () => Bun.file(path).stream(), isRepeatable: true };

export function headReader(from: ByteSource): HeadReader {
  const iterator = from.open()[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let isWhole = false;
  const read = async (isEnough: (bytes: Buffer) => boolean): Promise<Head> => {
    let bytes = Buffer.concat(chunks);
    while (!isWhole && !isEnough(bytes)) {
      const next = await iterator.next();
      if (next.done) isWhole = true;
      else chunks.push(next.value);
      bytes = Buffer.concat(chunks);
    }
    return { bytes, isWhole };
  };
  return {
    firstLine: (size) => read((bytes) => bytes.length >= size || /[^\r\n].*\n/.test(bytes.toString('latin1'))),
    first: (size) => read((bytes) => bytes.length >= size),
    source() {
      if (!from.isRepeatable) return { open: () => again(chunks, iterator), isRepeatable: false };
      void iterator.return?.();
      return from;
    },
  };
}

async function* again(chunks: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
