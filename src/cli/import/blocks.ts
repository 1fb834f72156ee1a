// Reads a file: its beginning, by which it is recognised, and then blocks of whole lines. The memory it needs does not
// grow with the file: a line that is too long ends the import.
import { isUtf8 } from 'node:buffer';
import { ROW_BYTES, sizeText } from '../../contract/limits.ts';
import { CommandError } from '../options/exit-codes.ts';

const BLOCK = 1 << 20;

/** Complete lines of a file; only in the last block the last line may lack its end. Each character of the text is one
 * byte. */
export type Block = { readonly text: string; readonly isLast: boolean; readonly broken: ReadonlySet<number> };

export const tooLong = (path: string, line: number): CommandError =>
  new CommandError(
    'invalid',
    `${path}, line ${line}: the row is longer than ${sizeText(ROW_BYTES)}; is a quote there not closed?`,
  );

export async function* blocksOf(bytes: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Block> {
  let [waiting, size, line]: [Uint8Array[], number, number] = [[], 0, 1];
  const blockOf = (block: Buffer, isLast: boolean): Block => {
    const isFirst = line === 1 && block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf;
    const body = isFirst ? block.subarray(3) : block;
    const broken = isUtf8(body) ? NONE : brokenLines(body, line);
    line += lineEnds(body);
    return { text: body.toString('latin1'), isLast, broken };
  };
  for await (const chunk of bytes) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < BLOCK) continue;
    const all = Buffer.concat(waiting);
    const end = all.lastIndexOf(10) + 1;
    if (all.length - end > ROW_BYTES) throw tooLong(path, line + lineEnds(all));
    [waiting, size] = [[all.subarray(end)], all.length - end];
    if (end === 0) continue;
    yield blockOf(all.subarray(0, end), false);
  }
  yield blockOf(Buffer.concat(waiting), true);
}

const NONE: ReadonlySet<number> = new Set();

export function lineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

function brokenLines(bytes: Buffer, first: number): Set<number> {
  const broken = new Set<number>();
  for (let [from, line] = [0, first]; from < bytes.length; line++) {
    const end = bytes.indexOf(10, from);
    const stop = end < 0 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(from, stop))) broken.add(line);
    from = stop + 1;
  }
  return broken;
}

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

/** `onRead` gets the number of bytes that were read so far. */
export async function* counting(
  bytes: AsyncIterable<Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const some of bytes) {
    read += some.length;
    onRead(read);
    yield some;
  }
}

async function* again(chunks: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
