// Merges changes into a file of records in the order of their ids. The file is read and written in blocks, so it may be
// of any size; unchanged lines are copied without parsing. The new file gets its name when it is whole and on the disk.
import { closeSync, fsyncSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { CommandError } from '../options/exit-codes.ts';
import type { Bytes, LineFormat } from './line-format.ts';

/** By id: the line of the record as it is now, or null where it is erased. */
export type LineChanges = ReadonlyMap<number, Bytes | null>;

const BLOCK = 1024 * 1024;
const [LINE_END, QUOTE, ZERO, NINE] = [10, 34, 48, 57];

export function mergeFile(path: string, changes: LineChanges, format: LineFormat, blockBytes = BLOCK): void {
  const ids = [...changes.keys()].sort((a, b) => a - b);
  const input = openSync(path, 'r');
  try {
    replaceFile(path, (write) => {
      let next = 0;
      write(format.header);
      let position = format.header.length;
      for (let rest = Buffer.alloc(0); ; ) {
        const buffer = Buffer.allocUnsafe(rest.length + blockBytes);
        rest.copy(buffer);
        const count = readSync(input, buffer, rest.length, blockBytes, position);
        if (count === 0 && rest.length > 0) throw notOurs(path);
        if (count === 0) return writeUpTo(Number.POSITIVE_INFINITY);
        position += count;
        const block = buffer.subarray(0, rest.length + count);
        rest = block.subarray(mergeInto(block));
      }

      /** Returns how many bytes were whole records. */
      function mergeInto(block: Buffer): number {
        let [from, at] = [0, 0];
        for (let end = recordEnd(block, at, format); end > 0; end = recordEnd(block, at, format)) {
          const id = idIn(block, at + format.beforeId, path);
          if (next < ids.length && ids[next]! <= id) {
            write(block.subarray(from, at));
            writeUpTo(id);
            // Changed records are written already, or left out.
            from = changes.has(id) ? end : at;
          }
          at = end;
        }
        write(block.subarray(from, at));
        return at;
      }

      function writeUpTo(id: number): void {
        for (; next < ids.length && ids[next]! <= id; next++) {
          const line = changes.get(ids[next]!);
          if (line) write(line);
        }
      }
    });
  } finally {
    closeSync(input);
  }
}

/** Where the record ends that begins here; 0 where it does not. */
function recordEnd(block: Buffer, start: number, { hasQuotes }: LineFormat): number {
  if (!hasQuotes) return block.indexOf(LINE_END, start) + 1;
  let isQuoted = false;
  for (let at = start; at < block.length; at++) {
    if (block[at] === QUOTE) isQuoted = !isQuoted;
    else if (block[at] === LINE_END && !isQuoted) return at + 1;
  }
  return 0;
}

function idIn(block: Buffer, start: number, path: string): number {
  let [id, at] = [0, start];
  for (; block[at]! >= ZERO && block[at]! <= NINE; at++) id = 10 * id + block[at]! - ZERO;
  if (at === start) throw notOurs(path);
  return id;
}

const notOurs = (path: string): CommandError =>
  new CommandError('failed', `${path} is not as it was written; delete it, and the mirror begins again.`);

/** The file is there as it was, or as it is to be. */
export function replaceFile(path: string, fill: (write: (bytes: Uint8Array) => void) => void): void {
  const part = `${path}.part`;
  const output = openSync(part, 'w');
  try {
    const { write, end } = blockWriter(output);
    fill(write);
    end();
    fsyncSync(output);
  } finally {
    closeSync(output);
  }
  renameSync(part, path);
}

/** Makes the names in a folder durable. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes small pieces together. */
export function blockWriter(output: number) {
  const buffer = Buffer.allocUnsafe(BLOCK);
  let used = 0;
  const put = (bytes: Uint8Array): void => {
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(output, bytes, offset);
  };
  const end = (): void => {
    put(buffer.subarray(0, used));
    used = 0;
  };
  return {
    write(bytes: Uint8Array): void {
      if (used + bytes.length > BLOCK) end();
      if (bytes.length > BLOCK) put(bytes);
      else {
        buffer.set(bytes, used);
        used += bytes.length;
      }
    },
    end,
  };
}
