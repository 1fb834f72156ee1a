// Standard output for lines that several processes write at once: in pieces that a pipe takes whole, so that lines of
// different processes never mix, and without ever waiting for the reader.
import { closeSync, constants, openSync, write, writeSync } from 'node:fs';

/** What a pipe takes whole or not at all. */
const WHOLE = 4096;
/** Milliseconds until a reader who was full is tried again: soon when something was taken, then less and less often. */
const SOON = 2;
const AGAIN = 50;
/** How long a reader who is behind is waited for at the end. */
const LAST_WORDS = 1000;
const STDOUT = 1;

export type LineOutput = { write(lines: string): void; waiting(): number; end(): Promise<void> };

export function openOutput(): LineOutput {
  let pieces: string[] = [];
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let pause = SOON;
  const send = sender();

  function sendAll(): boolean {
    let sent = 0;
    while (sent < pieces.length && send.now(pieces[sent]!)) waiting -= pieces[sent++]!.length;
    pieces = pieces.slice(sent);
    pause = sent > 0 ? SOON : Math.min(2 * pause, AGAIN);
    return pieces.length === 0;
  }
  function go(): void {
    timer = sendAll() ? undefined : setTimeout(go, pause);
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
    waiting: () => waiting + send.underWay(),
    async end() {
      clearTimeout(timer);
      const enough = performance.now() + LAST_WORDS;
      while (!(sendAll() && send.underWay() === 0) && performance.now() < enough) await Bun.sleep(pause);
      send.end();
    },
  };
}

type Sender = {
  /** Whether the text was taken. */
  now(text: string): boolean;
  /** How much of what was taken is not written yet. */
  underWay(): number;
  end(): void;
};

/** A second way to the same output on which a write that would have to wait fails instead. There is none to a socket, which
 * is what systemd and other parents give: there the runtime does the waiting elsewhere. */
function sender(): Sender {
  try {
    const { O_WRONLY, O_APPEND, O_NONBLOCK } = constants;
    const handle = openSync(`/proc/self/fd/${STDOUT}`, O_WRONLY | O_APPEND | O_NONBLOCK);
    return { now: (text) => tried(handle, text), underWay: () => 0, end: () => closeSync(handle) };
  } catch {
    return patient();
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

/** As much as this is handed to the runtime at a time. */
const MOST_UNDER_WAY = 512 * 1024;

function patient(): Sender {
  const queue: string[] = [];
  let underWay = 0;
  let isBusy = false;
  async function work(): Promise<void> {
    isBusy = true;
    for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
      await written(Buffer.from(text));
      underWay -= text.length;
    }
    isBusy = false;
  }
  return {
    now(text) {
      if (underWay > MOST_UNDER_WAY) return false;
      queue.push(text);
      underWay += text.length;
      if (!isBusy) void work();
      return true;
    },
    underWay: () => underWay,
    end: () => undefined,
  };
}

async function written(bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const [error, count] = await new Promise<[NodeJS.ErrnoException | null, number]>((resolve) =>
      write(STDOUT, bytes, at, bytes.length - at, null, (...outcome) => resolve([outcome[0], outcome[1]])),
    );
    if (error?.code === 'EAGAIN') await Bun.sleep(AGAIN);
    else if (error) return;
    else at += count;
  }
}
