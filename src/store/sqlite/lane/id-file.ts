// The ids of a list in a temporary file, so that a list of any length takes no memory while it is sent: eight bytes each.
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../../contract/errors.ts';

const IDS_AT_A_TIME = 65_536;

export const newIdFile = (): string => join(tmpdir(), `workforce-ids-${crypto.randomUUID()}`);

/** Returns how many there are. */
export function writeIds(file: string, ids: Iterable<number>): number {
  const [buffer, handle] = [new Float64Array(IDS_AT_A_TIME), openSync(file, 'wx', 0o600)];
  let [filled, total] = [0, 0];
  const flush = () => {
    writeAll(handle, new Uint8Array(buffer.buffer, 0, filled * buffer.BYTES_PER_ELEMENT));
    total += filled;
    filled = 0;
  };
  try {
    for (const id of ids) {
      buffer[filled++] = id;
      if (filled === IDS_AT_A_TIME) flush();
    }
    flush();
    return total;
  } catch (error) {
    removeFile(file);
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new Refusal('unavailable', 'There is no room for a list of this length on the disk of the service.');
  } finally {
    closeSync(handle);
  }
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}

export type IdReader = { next(count: number): number[]; close(): void };

/** The file has no name from now on, so nothing is left of it whenever this process ends. */
export function readIds(file: string): IdReader {
  const handle = openSync(file, 'r');
  removeFile(file);
  let [at, isOpen] = [0, true];
  return {
    next(count) {
      const ids = new Float64Array(count);
      const bytes = readSync(handle, new Uint8Array(ids.buffer), 0, ids.byteLength, at);
      at += bytes;
      return [...ids.subarray(0, bytes / ids.BYTES_PER_ELEMENT)];
    },
    close() {
      if (isOpen) closeSync(handle);
      isOpen = false;
    },
  };
}

export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was never made, or is gone already.
  }
}
