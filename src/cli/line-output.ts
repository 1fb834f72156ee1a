// Standard output for lines that several processes write at once: in pieces that a pipe takes whole, so that lines of
// different processes never mix, and without ever waiting for the reader.
import { closeSync, constants, openSync, write, writeSync } from 'node:fs';

/** What a pipe takes whole or not at all. */
const WHOLE = 4096;
const AGAIN = 50;
const STDOUT = 1;

export type LineOutput = { write(lines: string): void; waiting(): number; end(): Promise<void> };

export function openOutput(): LineOutput {
  let pieces: string[] = [];
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  const send = sender();

  function go(): void {
    timer = undefined;
    let sent = 0;
    while (sent < pieces.length && send.now(pieces[sent]!)) waiting -= pieces[sent++]!.length;
    pieces = pieces.slice(sent);
    if (pieces.length > 0) timer = setTimeout(go, AGAIN);
  }

  return {
    write(lines) {
      for (let from = 0; from < lines.length; ) {
        const end = lines.length - from <= WHOLE ? lines.length : lines.lastIndexOf('\n', from + WHOLE - 1) + 1;
        const to = end > from ? end : lines.length;
        pieces.push(lines.slice(from, to));
        waiting += to - from;
        from = to;
      }
      if (timer === undefined) go();
    },
    waiting: () => waiting,
    async end() {
      clearTimeout(timer);
      go();
      clearTimeout(timer);
      await send.end();
    },
  };
}

/** A second way to the same output on which a write that would have to wait fails instead; where there is none, the runtime
 * does the waiting elsewhere. */
function sender(): { now(text: string): boolean; end(): Promise<void> } {
  try {
    const { O_WRONLY, O_APPEND, O_NONBLOCK } = constants;
    const handle = openSync(`/proc/self/fd/${STDOUT}`, O_WRONLY | O_APPEND | O_NONBLOCK);
    return { now: (text) => tried(handle, text), end: async () => closeSync(handle) };
  } catch {
    let last: Promise<void> = Promise.resolve();
    return {
      now(text) {
        last = last.then(() => new Promise((resolve) => write(STDOUT, text, () => resolve())));
        return true;
      },
      end: () => last,
    };
  }
}

/** An output that is gone for good takes everything. */
function tried(handle: number, text: string): boolean {
  try {
    writeSync(handle, text);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN';
  }
}
