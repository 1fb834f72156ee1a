// Sends bytes to a service, and parses its answers as strictly as the HTTP standard allows.
import { openSocket } from '../../harness/raw-http.ts';

export type Heard = { readonly bytes: Buffer /** By the service, before we closed. */; readonly closed: boolean };

export type Manner = {
  /** Milliseconds between the parts. */
  readonly pause?: number;
  /** Milliseconds of silence after which the service is taken to have answered everything. */
  readonly quiet?: number;
  /** Whether this may be all of it. Until then silence lasts longer: a busy machine takes its time. */
  readonly isEnough?: (bytes: Buffer) => boolean;
  /** How the connection is ended: `end` closes our sending side, `reset` resets it. */
  readonly leave?: 'end' | 'reset';
};

/** Milliseconds of silence after which nothing more comes. */
const LONGEST = 10_000;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends the parts one after another, reads until the service closes or is silent, and ends the connection. */
export async function converse(
  url: string,
  parts: readonly (string | Uint8Array)[],
  { pause = 0, quiet = 100, isEnough = () => true, leave = 'end' }: Manner = {},
): Promise<Heard> {
  const received: Buffer[] = [];
  let [closed, last] = [false, performance.now()];
  const socket = openSocket(url);
  socket.setNoDelay(true);
  const end = new Promise<void>((resolve) => {
    socket.once('close', () => {
      closed = true;
      resolve();
    });
  });
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    last = performance.now();
  });
  await Promise.race([end, new Promise((resolve) => socket.once('connect', resolve))]);
  for (const [index, part] of parts.entries()) {
    if (index > 0 && pause > 0) await sleep(pause);
    if (closed) break;
    socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  }
  last = performance.now();
  const isOver = () => {
    const silence = performance.now() - last;
    return silence >= quiet && (silence >= LONGEST || isEnough(Buffer.concat(received)));
  };
  while (!closed && !isOver()) await Promise.race([end, sleep(Math.min(quiet, 10))]);
  const heard = { bytes: Buffer.concat(received), closed };
  if (leave === 'reset') socket.resetAndDestroy();
  else socket.end();
  // The service may close later; there is no need to wait for that.
  await Promise.race([end, sleep(50)]);
  socket.destroy();
  return heard;
}

export type StrictAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
};

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\t -~]*$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/;
/** Headers that may occur only once. */
const SINGLE = new Set(['content-length', 'transfer-encoding', 'content-type', 'date', 'etag', 'location']);

/**
 * The answers in the received bytes. Throws at the first byte that is not part of one. `head`: they may answer HEAD.
 * `cut`: the last one may be incomplete, because the service closes the connection after bytes that are no request.
 */
export function strictAnswers(bytes: Buffer, head = false, cut = false): StrictAnswer[] {
  const answers: StrictAnswer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) throw new Error(`No end of the head: ${shown(bytes, at)}`);
    const [first = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(STATUS_LINE.exec(first)?.[1]);
    if (!status) throw new Error(`No status line: ${shown(bytes, at)}`);
    const headers = new Map<string, string>();
    for (const line of lines) {
      const [, name = '', value = ''] = FIELD.exec(line) ?? [];
      const key = name.toLowerCase();
      if (key === '' || (SINGLE.has(key) && headers.has(key))) throw new Error(`A bad field: ${JSON.stringify(line)}`);
      headers.set(key, value);
    }
    const start = end + 4;
    const length = lengthOf(status, headers, head && startsAnswer(bytes, start));
    if (start + length > bytes.length && cut) return answers;
    if (start + length > bytes.length) throw new Error(`A body cut short: ${shown(bytes, at)}`);
    answers.push({ status, headers, body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return answers;
}

const startsAnswer = (bytes: Buffer, at: number) =>
  at === bytes.length || bytes.toString('latin1', at, at + 5) === 'HTTP/';

function lengthOf(status: number, headers: ReadonlyMap<string, string>, bodiless: boolean): number {
  if (headers.has('transfer-encoding')) throw new Error('An answer in chunks, which the service never sends');
  const stated = headers.get('content-length');
  if (stated !== undefined && !/^\d+$/.test(stated)) throw new Error(`A length of ${stated}`);
  if (bodiless || status < 200 || status === 204 || status === 304) return 0;
  // Without a length the body would last to the end of the connection. The runtime's own errors have no body.
  if (stated === undefined && headers.get('connection')?.toLowerCase() !== 'close')
    throw new Error(`${status} without a length on a connection that stays open`);
  return Number(stated ?? 0);
}

const shown = (bytes: Buffer, at: number) => JSON.stringify(bytes.toString('latin1', at, at + 200));
