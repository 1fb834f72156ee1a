// Bytes for the standard output, at the pace of whoever reads them. A reader who has gone ends the command quietly.
import { write } from 'node:fs';
import { exitCodes } from '../options/exit-codes.ts';

const STDOUT = 1;
/** Milliseconds until a reader who was full is tried again. */
const AGAIN = 5;

export async function writeOut(data: string | Uint8Array): Promise<void> {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) {
    const [error, count] = await new Promise<[NodeJS.ErrnoException | null, number]>((resolve) =>
      write(STDOUT, bytes, at, bytes.length - at, null, (...outcome) => resolve([outcome[0], outcome[1]])),
    );
    if (error?.code === 'EAGAIN') await Bun.sleep(AGAIN);
    else if (error?.code === 'EPIPE') process.exit(exitCodes.fine.code);
    else if (error) throw error;
    else at += count;
  }
}
