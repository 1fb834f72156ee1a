// What is done to a stream of records on the way, at constant memory: seeing that it is whole, counting the records, and
// making one JSON array of lines.
import { CommandError } from '../options/exit-codes.ts';

export type Chunks = AsyncGenerator<Uint8Array, void>;

const [LINE_END, QUOTE] = [10, 34];

/** The stream as it comes; one that breaks, or ends before its last line does, is an error. */
export async function* whole(
  body: AsyncIterable<Uint8Array>,
  heard: (chunk: Uint8Array) => void = () => undefined,
  signal?: AbortSignal,
): Chunks {
  let last: number | undefined = LINE_END;
  try {
    for await (const chunk of body) {
      signal?.throwIfAborted();
      heard(chunk);
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    throw new CommandError('unavailable', `The stream broke off (${code ?? message}); it is not whole. Try again.`);
  }
  if (last !== LINE_END) throw new CommandError('unavailable', 'The stream ends in the middle of a record. Try again.');
}

/** Told each piece of the stream, counts the records so far. In CSV the first line is none, and quoted line ends are text. */
export function recordCount(format: 'csv' | 'ndjson') {
  let lines = 0;
  let quoted = false;
  const total = () => Math.max(0, format === 'csv' ? lines - 1 : lines);
  return {
    total,
    add(chunk: Uint8Array): number {
      for (let i = 0; i < chunk.length; i++) {
        const byte = chunk[i];
        if (byte === LINE_END && !quoted) lines++;
        else if (byte === QUOTE && format === 'csv') quoted = !quoted;
      }
      return total();
    },
  };
}

/** Lines of JSON as one array, a record a line. A line end is kept back until it is known not to be the last. */
export async function* asArray(chunks: Chunks): Chunks {
  let held: string | undefined;
  for await (const chunk of chunks) {
    const opening = held === undefined ? '[\n' : '';
    // Each byte as a character, so that none is changed and no character is cut in two.
    const text = (held ?? '') + Buffer.from(chunk).toString('latin1');
    held = text.endsWith('\n') ? '\n' : '';
    const body = text.slice(0, text.length - held.length).replaceAll('\n', ',\n');
    yield Buffer.from(opening + body, 'latin1');
  }
  yield Buffer.from(held === undefined ? '[]\n' : '\n]\n');
}
