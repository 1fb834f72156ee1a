// Who sent a request, and what they may do, as far as it is known.
import type { Access } from '../access/access.ts';
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
