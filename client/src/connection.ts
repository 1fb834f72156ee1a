// Sends requests to one service, and retries those that failed for a transient reason. It knows nothing about
// resources.
import { failure } from './failure.ts';
import { ConnectionError, TimeoutError, WorkforceError } from './workforce-error.ts';

export type ClientOptions = {
  /** The address of the service, without `/api`: `https://people.example.com`. */
  baseUrl: string;
  /** The write token. Creates need it, and private fields are null without it. */
  token?: string | undefined;
  /** Sends the requests. The default is the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** How many times a failed call is retried at most. The default is 3. */
  retries?: number | undefined;
  /** How many milliseconds a call may take, including retries and the waits between them. The default is 60,000. */
  timeout?: number | undefined;
  /** Headers that are sent with every request. */
  headers?: Readonly<Record<string, string>> | undefined;
};

export type Call = {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For how many milliseconds the service may wait before it answers, besides the time that the call may take. */
  readonly waits?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Sends a request and reads the response. An error while reading counts as a broken connection. */
export type Send = <T>(call: Call, read: (response: Response) => Promise<T>) => Promise<T>;

const POSITION_HEADER = 'Workforce-Position';
const TRANSIENT_STATUSES = [408, 429, 502, 503, 504];
const [FIRST_WAIT, LONGEST_WAIT] = [250, 8_000];
/** A timer with a longer delay fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export function connection(options: ClientOptions): Send {
  const { token, retries = 3, timeout = 60_000, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const base = parseBaseUrl(options.baseUrl);
  const common = new Headers({ ...options.headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) });
  /** Sent with reads, so that every replica answers with the records that this client has created. */
  let position: string | undefined;

  async function sendOnce<T>(call: Call, read: (response: Response) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { path, method = 'GET', body } = call;
    const headers = new Headers(common);
    for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
    if (method === 'GET' && position !== undefined) headers.set(POSITION_HEADER, position);
    const response = await fetch(`${base}/api/v1/${path}`, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw failure(response, await response.text());
    const result = await read(response);
    position = laterPosition(position, response.headers.get(POSITION_HEADER));
    return result;
  }

  return async (call, read) => {
    const patience = timeout + (call.waits ?? 0);
    const deadline = performance.now() + patience;
    for (let attempt = 1; ; attempt++) {
      const timedOut = new AbortController();
      const timer = setTimeout(() => timedOut.abort(), Math.min(deadline - performance.now(), LONGEST_TIMER));
      const signals = [timedOut.signal, ...(call.signal ? [call.signal] : [])];
      let wait: number;
      try {
        return await sendOnce(call, read, AbortSignal.any(signals));
      } catch (thrown) {
        call.signal?.throwIfAborted();
        if (timedOut.signal.aborted) throw new TimeoutError(`There was no answer within ${patience} ms.`, thrown);
        const error = thrown instanceof WorkforceError ? thrown : unreachable(base, thrown);
        wait = waitAfter(attempt, error);
        if (attempt > retries || !isTransient(error) || performance.now() + wait >= deadline) throw error;
      } finally {
        clearTimeout(timer);
      }
      await sleep(wait, call.signal);
    }
  };
}

function parseBaseUrl(text: string): string {
  if (!/^https?:\/\/[^/?#]+[^?#]*$/.test(text)) {
    throw new TypeError(`baseUrl is ${JSON.stringify(text)}; give an address such as "http://127.0.0.1:8080".`);
  }
  return text.replace(/\/+$/, '');
}

const unreachable = (base: string, cause: unknown): ConnectionError =>
  new ConnectionError(`${base} did not answer: ${cause instanceof Error ? cause.message : cause}`, cause);

export const isTransient = (error: WorkforceError): boolean =>
  error instanceof ConnectionError || (TRANSIENT_STATUSES.includes(error.status) && error.code !== 'writes_disabled');

/** The time in `Retry-After`, or else twice as long after each attempt. A random part keeps clients from retrying all
 * at once. */
function waitAfter(attempt: number, { retryAfter }: WorkforceError): number {
  const backoff = Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT);
  return retryAfter === undefined
    ? backoff * (0.5 + Math.random() / 2)
    : retryAfter * 1000 + Math.random() * FIRST_WAIT;
}

export const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
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

/** A position is two hexadecimal numbers. Responses to creates may arrive in another order than the records were
 * written. */
function laterPosition(known: string | undefined, received: string | null): string | undefined {
  const sortable = (text: string) =>
    text
      .split('/')
      .map((part) => part.padStart(8, '0'))
      .join('');
  if (received === null) return known;
  return known !== undefined && sortable(known) > sortable(received) ? known : received;
}
