// Reads a stream of records at constant memory: checks that it is complete, counts the records, and turns JSON lines
// into one JSON array.
import { formats } from '../../contract/request/list-query.ts';
import { CommandError } from '../options/exit-codes.ts';

export type StreamFormat = 'csv' | 'ndjson' | 'xlsx';
export type Chunks = AsyncGenerator<Uint8Array, void>;

const [LINE_END, QUOTE] = [10, 34];
/** The beginning of the last bytes of a workbook, and how many these are. */
const [ZIP_END, ZIP_END_BYTES] = [Buffer.of(0x50, 0x4b, 5, 6), 22];

type StreamOptions = { readonly onChunk?: (chunk: Uint8Array) => void; readonly signal?: AbortSignal };

/** The chunks of an answer. Throws where the stream breaks, or ends in the middle of a record. */
export async function* recordStream(response: Response, format: StreamFormat, options: StreamOptions = {}): Chunks {
  const { headers, body } = response;
  // A service that does not know the format ignores the parameter and answers with JSON.
  if (!headers.get('content-type')?.includes(formats[format]) || !body)
    throw new CommandError('failed', `The service does not write ${format}; it is of an older version.`);
  let last = Buffer.alloc(0);
  try {
    for await (const chunk of body) {
      options.signal?.throwIfAborted();
      options.onChunk?.(chunk);
      last = Buffer.concat([last, chunk.subarray(-ZIP_END_BYTES)]).subarray(-ZIP_END_BYTES);
      yield chunk;
    }
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    throw new CommandError('unavailable', `The stream broke off (${code ?? message}); it is not whole. Try again.`);
  }
  const isWhole = format === 'xlsx' ? last.indexOf(ZIP_END) === 0 : (last.at(-1) ?? LINE_END) === LINE_END;
  if (!isWhole) throw new CommandError('unavailable', 'The stream ends in the middle of a record. Try again.');
}

/** Gives the number of records with each further chunk. In CSV the first line is the header, and a line end in quotes
 * belongs to a value. */
export function recordCounter(format: Exclude<StreamFormat, 'xlsx'>): (chunk: Uint8Array) => number {
  let [lines, isQuoted] = [format === 'csv' ? -1 : 0, false];
  return (chunk) => {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === LINE_END && !isQuoted) lines++;
      else if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted;
    }
    return Math.max(0, lines);
  };
}

/** JSON lines as one array. The last line must not end in a comma, so each line end waits until another line
 * follows. */
export async function* jsonArray(chunks: Chunks): Chunks {
  let waiting: string | undefined;
  for await (const chunk of chunks) {
    const opening = waiting === undefined ? '[\n' : '';
    // One character for each byte. So a character that is split between two chunks is not damaged.
    const text = (waiting ?? '') + Buffer.from(chunk).toString('latin1');
    waiting = text.endsWith('\n') ? '\n' : '';
    const body = text.slice(0, text.length - waiting.length).replaceAll('\n', ',\n');
    yield Buffer.from(opening + body, 'latin1');
  }
  yield Buffer.from(waiting === undefined ? '[]\n' : '\n]\n');
}
