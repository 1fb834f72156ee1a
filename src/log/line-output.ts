// Standard output and standard error for lines that several processes write at the same time. A pipe takes each piece
// whole, so lines of different processes never mix. A slow reader never blocks the process.
import { closeSync, constants, fstatSync, openSync, write, writeSync } from 'node:fs';

/** A pipe takes a piece of this size whole or not at all. */
const MAX_PIECE = 4096;
/** Milliseconds until the next attempt when the pipe is full. Every attempt that fails doubles them. */
const MIN_RETRY_DELAY = 2;
const MAX_RETRY_DELAY = 50;
/** How long the end waits for a slow reader, in milliseconds. */
const END_TIMEOUT = 1000;

/** The numbers that the system gives to standard output and standard error. */
export const STDOUT = 1;
export const STDERR = 2;

export type LineOutput = { write(lines: string): void; waiting(): number; end(): Promise<void> };

export function openOutput(stream: typeof STDOUT | typeof STDERR): LineOutput {
  let pieces: string[] = [];
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let delay = MIN_RETRY_DELAY;
  const send = openSender(stream);

  function sendWaiting(): boolean {
    let sent = 0;
    while (sent < pieces.length && send.tryWrite(pieces[sent]!)) waiting -= pieces[sent++]!.length;
    pieces = pieces.slice(sent);
    delay = sent > 0 ? MIN_RETRY_DELAY : Math.min(2 * delay, MAX_RETRY_DELAY);
    return pieces.length === 0;
  }
  function sendUntilEmpty(): void {
    timer = sendWaiting() ? undefined : setTimeout(sendUntilEmpty, delay);
  }

  return {
    write(lines) {
      for (let from = 0; from < lines.length; ) {
        const end = lines.length - from <= MAX_PIECE ? lines.length : lines.lastIndexOf('\n', from + MAX_PIECE - 1) + 1;
        const to = end > from ? end : lines.length;
        pieces.push(lines.slice(from, to));
        waiting += to - from;
        from = to;
      }
      if (timer === undefined) sendUntilEmpty();
    },
    waiting: () => waiting + send.pending(),
    async end() {
      clearTimeout(timer);
      const deadline = performance.now() + END_TIMEOUT;
      while (!(sendWaiting() && send.pending() === 0) && performance.now() < deadline) await Bun.sleep(delay);
      send.end();
    },
  };
}

type Sender = {
  /** Returns whether the text was accepted. */
  tryWrite(text: string): boolean;
  /** The characters that were accepted and not yet written. */
  pending(): number;
  end(): void;
};

/** A file is written through the stream itself: both streams may go to the same file, and only then do they share one
 * position in it. Anything else is opened a second time, without blocking: a write that would have to wait fails
 * instead. A socket, which is what systemd provides, cannot be opened like this. There the runtime writes in a thread,
 * from a queue. */
function openSender(stream: number): Sender {
  try {
    if (fstatSync(stream).isFile())
      return { tryWrite: (text) => writeNow(stream, text), pending: () => 0, end: () => undefined };
    const { O_WRONLY, O_APPEND, O_NONBLOCK } = constants;
    const handle = openSync(`/proc/self/fd/${stream}`, O_WRONLY | O_APPEND | O_NONBLOCK);
    return { tryWrite: (text) => writeNow(handle, text), pending: () => 0, end: () => closeSync(handle) };
  } catch {
    return queueSender(stream);
  }
}

/** When the output is closed, the text is lost and counts as written, because a retry would never succeed. */
function writeNow(handle: number, text: string): boolean {
  try {
    writeSync(handle, text);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN';
  }
}

const MAX_PENDING = 512 * 1024;

function queueSender(stream: number): Sender {
  const queue: string[] = [];
  let pending = 0;
  let isBusy = false;
  async function writeQueue(): Promise<void> {
    isBusy = true;
    for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
      await writeAll(stream, Buffer.from(text));
      pending -= text.length;
    }
    isBusy = false;
  }
  return {
    tryWrite(text) {
      if (pending > MAX_PENDING) return false;
      queue.push(text);
      pending += text.length;
      if (!isBusy) void writeQueue();
      return true;
    },
    pending: () => pending,
    end: () => undefined,
  };
}

async function writeAll(stream: number, bytes: Buffer): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    const [error, count] = await new Promise<[NodeJS.ErrnoException | null, number]>((resolve) =>
      write(stream, bytes, offset, bytes.length - offset, null, (...outcome) => resolve([outcome[0], outcome[1]])),
    );
    if (error?.code === 'EAGAIN') await Bun.sleep(MAX_RETRY_DELAY);
    else if (error) return;
    else offset += count;
  }
}
