// Who sent a request, and what they may do, as far as it is known; and the id of the request. It is in the response and
// in the log, so that one leads to the other.
import type { Access } from '../access/access.ts';
import type { Awaitable } from '../store/store.ts';
import type { Caller } from './context.ts';

/** Who sent a request. A class, because one is made for every request. */
export class RequestAsker implements Caller {
  readonly client: () => string;
  readonly #request: Request;
  /** Whether it is no longer counted as in flight. */
  isApart = false;
  id = '';
  access: Access = NO_RIGHTS;
  leave: (() => void) | undefined;
  waiting = 0;
  /** Of clients that read what everybody reads, nothing can be taken. */
  checkRights: () => Awaitable<void> = () => undefined;

  constructor(
    request: Request,
    client: () => string = NOBODY,
    readonly patient?: () => void,
  ) {
    this.#request = request;
    this.client = client;
  }

  /** It costs the runtime something. */
  signal(): AbortSignal {
    return this.#request.signal;
  }

  waited(milliseconds: number): void {
    this.waiting += milliseconds;
  }

  apart(): void {
    this.isApart = true;
    this.leave?.();
  }
}

const NOBODY = () => '';
/** Until it is known who it is. */
export const NO_RIGHTS: Access = {
  key: '',
  hidden: {},
  creates: new Set(),
  imports: new Set(),
  holder: { refused: 'nothing' },
};

export const REQUEST_ID = 'X-Request-Id';
const GIVEN = /^[\w.:-]{1,128}$/;

/** Ids made here are numbers in ascending order. Each process begins at a random one of 2^53. */
let made = Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - 2 ** 50));

/** The client's, or one made here. Ids are logged, so an id that contains a token is not used. */
export function requestIdOf(request: Request, token: string | undefined): string {
  const given = request.headers.get(REQUEST_ID);
  const isUsable =
    given !== null && GIVEN.test(given) && !/wf[tcs]_/.test(given) && (token === undefined || !given.includes(token));
  return isUsable ? given : newRequestId();
}

export const newRequestId = (): string => String(made++);
