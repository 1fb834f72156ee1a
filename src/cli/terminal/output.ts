// The output of commands: lines and bytes on the standard output, progress that overwrites its own line on a terminal,
// and why something cannot be written.

import { write } from 'node:fs';
import { CommandError, exitCodes, UsageError } from '../options/exit-codes.ts';
import { formatNumber } from './format-number.ts';

/** The lines that were said, each with the error that it ended with, if any. */
const said: Promise<NodeJS.ErrnoException | null | undefined>[] = [];

export const say = (text: string): void =>
  void said.push(new Promise((resolve) => process.stdout.write(`${text}\n`, resolve)));

/** Waits until everything that was said is written, and throws where that failed. A reader may stop reading. */
export async function allSaid(): Promise<void> {
  const error = (await Promise.all(said)).find((each) => each && each.code !== 'EPIPE');
  if (error) throw writeError('The output', error);
}

/** `total` is given where a better estimate than the expected number is known by now. */
export type Progress = { step(done: number, total?: number): void; end(text: string): void };

const BAR_WIDTH = 24;
/** Milliseconds between two updates of the line. */
const UPDATE_EVERY = 100;

/** The longest of these that fits on one line: a line that wraps would not be overwritten. */
function lineOf(task: string, share: number, rate: number, seconds: number, columns: number): string {
  const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
  const percent = `${formatNumber(share * 100)} %`;
  const left = share < 1 ? `${formatNumber(seconds)} s left` : 'finishing';
  // The first records take longer because of the preparation. A rate computed from them would be far too low.
  const ends = share < 0.01 ? ['getting ready'] : [`${formatNumber(rate)} a second, ${left}`, left];
  const texts = [
    ...ends.map((end) => `${task} ${bar} ${percent}, ${end}`),
    `${task} ${bar} ${percent}`,
    `${task} ${percent}`,
  ];
  // Some terminals wrap as soon as the last column is written to.
  const width = columns - 1;
  return texts.find((text) => Bun.stringWidth(text) <= width) ?? percent.slice(0, Math.max(0, width));
}

/** Shows on a terminal how much of a long task is done, its rate and the time left; where its size is not known, the
 * bytes so far. */
export function progress(
  task: string,
  expected: number | undefined,
  { stream = process.stdout, tell = say }: { stream?: NodeJS.WriteStream; tell?: (text: string) => void } = {},
): Progress {
  const isTerminal = stream.isTTY === true;
  const started = performance.now();
  let updated = Number.NEGATIVE_INFINITY;
  return {
    step(done, total = expected) {
      const now = performance.now();
      const isLast = total !== undefined && done >= total;
      if (!isTerminal || (now - updated < UPDATE_EVERY && !isLast)) return;
      updated = now;
      if (total === undefined) return void stream.write(`\r\x1b[K${task} ${formatNumber(done / 1024)} KiB`);
      const share = Math.min(1, done / total);
      const rate = done / ((now - started) / 1000);
      stream.write(`\r\x1b[K${lineOf(task, share, rate, (total - done) / rate, stream.columns || 80)}`);
    },
    end(text) {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (isTerminal) stream.write('\r\x1b[K');
      if (text !== '') tell(`${text} in ${seconds} s.`);
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space, or write elsewhere',
  EDQUOT: 'your share of the disk is used up. Free some space, or write elsewhere',
  EFBIG: 'files may not be so large here. Raise the limit (ulimit -f), or write elsewhere',
  EROFS: 'the file system is read-only. Write elsewhere',
  EIO: 'the disk or its connection fails. Write elsewhere',
  EACCES: 'you may not write there. Ask the owner, or write elsewhere',
  EPERM: 'you may not write there. Ask the owner, or write elsewhere',
  ENOENT: 'there is no such folder. Make it first',
  ENOTDIR: 'what should be a folder is a file. Write elsewhere',
  EISDIR: 'that is a folder. Give the name of a file',
};

/** `what`: the path, or the name of the output. */
export function writeError(what: string, error: NodeJS.ErrnoException): CommandError {
  const { code, message } = error;
  const reason = REASONS[code ?? ''];
  return new CommandError(
    'failed',
    `${what} cannot be written (${code ?? message})${reason === undefined ? '' : `: ${reason}`}.`,
  );
}

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
