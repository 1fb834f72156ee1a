// Sends requests to one service and tries again what failed for a reason that may pass. Knows nothing of resources.
import { failure } from './failure.ts';
import { ConnectionError, TimeoutError, WorkforceError } from './workforce-error.ts';

export type ClientOptions = {
  /** Where the service is, without `/api`: `https://people.example.com`. */
  baseUrl: string;
  /** The write token: needed for creates, and to see private fields. */
  token?: string | undefined;
  /** Sends the requests; the global `fetch` without it. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** How often a call is tried again at most; 3 without it. */
  retries?: number | undefined;
  /** Milliseconds that a call may take, tries and waits included; 60,000 without it. */
  timeout?: number | undefined;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>> | undefined;
};

export type Call = {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
};

/** Makes the call and reads its answer; what goes wrong while reading counts as a broken connection. */
export type Ask = <T>(call: Call, read: (response: Response) => Promise<T>) => Promise<T>;

const POSITION = 'Workforce-Position';
const PASSING = [408, 429, 502, 503, 504];
const [FIRST_WAIT, LONGEST_WAIT] = [250, 8_000];
/** Timers end at once when they are set to more. */
const LONGEST_TIMER = 2 ** 31 - 1;

export function connection(options: ClientOptions): Ask {
  const { token, retries = 3, timeout = 60_000, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const base = baseOf(options.baseUrl);
  const always = new Headers({ ...options.headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) });
  /** Sent with reads, so that they see what this client has written, whichever replica answers. */
  let position: string | undefined;

  async function attempt<T>(call: Call, read: (response: Response) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { path, method = 'GET', body } = call;
    const headers = new Headers(always);
    for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
    if (method === 'GET' && position !== undefined) headers.set(POSITION, position);
    const response = await fetch(`${base}/api/v1/${path}`, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw failure(response, await response.text());
    const answer = await read(response);
    position = newest(position, response.headers.get(POSITION));
    return answer;
  }

  return async (call, read) => {
    const end = performance.now() + timeout;
    for (let tries = 1; ; tries++) {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), Math.min(end - performance.now(), LONGEST_TIMER));
      const signals = [stop.signal, ...(call.signal ? [call.signal] : [])];
      let wait: number;
      try {
        return await attempt(call, read, AbortSignal.any(signals));
      } catch (thrown) {
        call.signal?.throwIfAborted();
        if (stop.signal.aborted) throw new TimeoutError(`There was no answer within ${timeout} ms.`, thrown);
        const error = thrown instanceof WorkforceError ? thrown : unreachable(base, thrown);
        wait = waitBefore(tries, error);
        if (tries > retries || !mayPass(error) || performance.now() + wait >= end) throw error;
      } finally {
        clearTimeout(timer);
      }
      await pause(wait, call.signal);
    }
  };
}

function baseOf(text: string): string {
  if (!/^https?:\/\/[^/?#]+[^?#]*$/.test(text)) {
    throw new TypeError(`baseUrl is ${JSON.stringify(text)}; give an address such as "http://127.0.0.1:8080".`);
  }
  return text.replace(/\/+$/, '');
}

const unreachable = (base: string, cause: unknown): ConnectionError =>
  new ConnectionError(`${base} did not answer: ${cause instanceof Error ? cause.message : cause}`, cause);

const mayPass = (error: WorkforceError): boolean =>
  error instanceof ConnectionError || (PASSING.includes(error.status) && error.code !== 'writes_disabled');

/** As long as the service says, or twice as long each time; never quite the same, so that clients do not come back at once. */
function waitBefore(tries: number, { retryAfter }: WorkforceError): number {
  const grown = Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT);
  return retryAfter === undefined ? grown * (0.5 + Math.random() / 2) : retryAfter * 1000 + Math.random() * FIRST_WAIT;
}

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });

/** Positions are two hexadecimal numbers; creates may be answered in another order than they were written. */
function newest(known: string | undefined, given: string | null): string | undefined {
  const order = (text: string) =>
    text
      .split('/')
      .map((part) => part.padStart(8, '0'))
      .join('');
  if (given === null) return known;
  return known !== undefined && order(known) > order(given) ? known : given;
}
