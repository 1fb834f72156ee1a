// Writes bytes to the standard output, no faster than they are read. When the reader has closed the pipe the command
// ends without an error.
import { write } from 'node:fs';
import { exitCodes, UsageError } from '../options/exit-codes.ts';
import { writeError } from './write-error.ts';

const STDOUT = 1;
/** Milliseconds until a full pipe is tried again. */
const RETRY_AFTER = 5;

/** Before anything is written that is no text. */
export function refuseTerminal(): void {
  if (process.stdout.isTTY)
    throw new UsageError('xlsx is no text for a terminal: write it to a file, as in "… > x.xlsx".');
}

export async function writeStdout(data: string | Uint8Array): Promise<void> {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  for (let offset = 0; offset < bytes.length; ) {
    const [error, count] = await new Promise<[NodeJS.ErrnoException | null, number]>((resolve) =>
      write(STDOUT, bytes, offset, bytes.length - offset, null, (error, count) => resolve([error, count])),
    );
    if (error?.code === 'EAGAIN') await Bun.sleep(RETRY_AFTER);
    else if (error?.code === 'EPIPE') process.exit(exitCodes.fine.code);
    else if (error) throw writeError('The output', error);
    else offset += count;
  }
}
