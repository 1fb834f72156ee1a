// Stands around the app: gives every request an id, counts it, and has it logged. Never looks at a body, and passes on
// neither a query value nor a header but the id.
import type { Awaitable } from '../../store/store.ts';
import { REQUEST_ID, requestIdOf } from './request-id.ts';

export type Answered = {
  readonly method: string;
  /** The pattern of the address, such as `/api/v1/employees/{item_id}`; never what was asked for. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** When, on the clock of `performance.now`. */
  readonly at: number;
  readonly requestId: string;
};

/** Hears of every request that was answered. */
export type Observer = (answered: Answered) => void;

/** Nothing that a client makes up becomes a name of ours. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/** What is asked is read once: every look at a request costs the runtime something. */
export type Handle = (request: Request, method: string, url: string, client?: Client) => Awaitable<Response>;
/** Says where a request comes from. */
export type Client = () => string;

export function observed(
  handle: Handle,
  routeOf: (url: string) => string,
  tell: Observer,
  token: string | undefined,
): Handle {
  function finish(response: Response, sent: string, url: string, began: number, requestId: string) {
    response.headers.set(REQUEST_ID, requestId);
    const method = METHODS.has(sent) ? sent : 'other';
    const at = performance.now();
    tell({ method, route: routeOf(url), status: response.status, milliseconds: at - began, at, requestId });
    return response;
  }
  return (request, method, url, client) => {
    const began = performance.now();
    const id = requestIdOf(request, token);
    const answered = handle(request, method, url, client);
    return answered instanceof Promise
      ? answered.then((response) => finish(response, method, url, began, id))
      : finish(answered, method, url, began, id);
  };
}
