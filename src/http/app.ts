// The service as a function from request to response. `app` reads as the way of a request, step by step: limits, cache,
// handler, log. docs/design/requests.md has the whole picture.
import { type Access, accesses } from '../access/access.ts';
import { memoize } from '../cache/memoize.ts';
import { Refusal } from '../contract/errors.ts';
import { ADDRESS_LENGTH } from '../contract/limits.ts';
import { GONE } from '../fairness/asker.ts';
import { turns } from '../fairness/turns.ts';
import type { Awaitable } from '../store/store.ts';
import { clientTrace, endRequest, type RequestTrace, type Tracer } from '../trace/request.ts';
import { within } from '../trace/span.ts';
import { NO_RIGHTS, REQUEST_ID, RequestAsker, requestIdOf } from './asker.ts';
import { type BodyHandler, type Context, type Handler, whenReady } from './context.ts';
import { authority, requireReads, requireSame } from './request/auth.ts';
import { bodyLimits, bodyText, noBody } from './request/body.ts';
import { inFlightLimit, type Quota, rateLimit } from './request/limits.ts';
import { acceptedFormat, asksForEvents, isStrict } from './request/negotiate.ts';
import { sendBody, sendCached } from './response/body.ts';
import { type ResponseCache, responseCache } from './response/cache.ts';
import { type Listeners, listeners as newListeners } from './response/listeners.ts';
import { failure, preflight, withoutBody } from './response/responses.ts';
import { streams as newStreams, type Streams } from './response/streams.ts';
import { allowedMethods, findRoute, routes as newRoutes, patternOf } from './routes.ts';

/** `client`: the address that the request comes from. `patient`: keeps its connection open, however long the answer
 * takes. */
export type App = (request: Request, client?: () => string, patient?: () => void) => Awaitable<Response>;

/** A request that was answered, for log and metrics. It holds no query value and no header but the id. */
export type Answered = {
  readonly method: string;
  /** The pattern of the address, such as `/api/v1/employees/{item_id}`. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** When, on the clock of `performance.now`. */
  readonly at: number;
  readonly requestId: string;
  /** Where the client has one, or the request is traced. */
  readonly traceId?: string | undefined;
};

type AppOptions = Omit<Context, 'streams' | 'listeners' | 'varies' | 'read' | 'accessTo'> & {
  readonly read?: Context['read'];
  readonly cache?: ResponseCache;
  readonly streams?: Streams;
  readonly listeners?: Listeners;
  /** Told of every request; without it requests have no ids. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Begins the traces of requests; without it their ids are those of clients. */
  readonly tracer?: Tracer | undefined;
  readonly limits?: { readonly inFlight: number; readonly perMinute: number | undefined };
};

/** A request on its way. Method and URL are read once, because every access costs the runtime something. */
type Exchange = {
  readonly request: Request;
  readonly method: string;
  readonly url: string;
  readonly began: number;
  readonly trace: RequestTrace | undefined;
  readonly quota: Quota | undefined;
  /** Without one it is a request that a handler makes on behalf of its client, which has passed the limits. */
  readonly client: (() => string) | undefined;
  readonly asker: RequestAsker;
};

export function app({
  onAnswered,
  limits,
  tracer = clientTrace,
  cache = responseCache(),
  streams = newStreams(),
  ...parts
}: AppOptions): App {
  const { read = 'public', signIn, token, directory, catalogue, privateFields } = parts;
  const isOpen = read === 'public' && Object.keys(privateFields).length === 0;
  const varies = isOpen ? '' : signIn ? 'Authorization, Cookie' : 'Authorization';
  const listeners = parts.listeners ?? newListeners(parts.store);
  const all = accesses({ catalogue, privateFields, read });
  const accessTo = authority({ accesses: all, token, directory, publicUrl: signIn?.publicUrl });
  const context: Context = { ...parts, read, streams, listeners, varies, accessTo };
  const { store } = context;
  const everybody = all.unproven('nothing');
  const inFlight = inFlightLimit(limits?.inFlight ?? Number.POSITIVE_INFINITY);
  const quotaOf = limits?.perMinute ? rateLimit(limits.perMinute) : undefined;
  const bodies = bodyLimits();
  const longAddresses = turns({ places: 1, waiting: 512, slice: 4, busy: BUSY, retryAfter: 1 });
  const routes = newRoutes(context, (request, asker) => answer(begin(request, undefined, asker as RequestAsker)));
  const routeOf = memoize((url: string) => patternOf(routes, url));

  return (request, client, patient) => {
    const exchange = begin(request, client, new RequestAsker(request, client, patient));
    const refused = overLimits(exchange);
    if (refused) return finish(exchange, refused);
    const { span } = exchange.trace ?? {};
    const response = span ? within(span, () => answer(exchange)) : answer(exchange);
    if (!(response instanceof Promise)) return finish(exchange, response);
    if (exchange.method !== 'POST' && exchange.asker.access !== NO_RIGHTS) countInFlight(exchange.asker, response);
    return response.then((made) => finish(exchange, made));
  };

  function countInFlight(asker: RequestAsker, response: Promise<unknown>): void {
    if (!asker.isApart) asker.leave = inFlight.count(response);
  }

  function begin(request: Request, client?: () => string, asker = new RequestAsker(request, client)): Exchange {
    const { method, url } = request;
    const began = onAnswered ? performance.now() : 0;
    // A request that a handler makes has the id of the one it is made for.
    if (onAnswered && asker.id === '') asker.id = requestIdOf(request, token);
    const trace = onAnswered && client ? tracer(request.headers.get('traceparent'), began) : undefined;
    const quota = client && quotaOf?.(client());
    return { request, method, url, began, trace, quota, client, asker };
  }

  function overLimits({ quota, method }: Exchange): Response | undefined {
    try {
      quota?.check();
      if (method !== 'POST') inFlight.check();
    } catch (refusal) {
      return failure(refusal);
    }
  }

  /** With the rights of the client. Never rejects: whatever is thrown becomes a response. */
  function answer(exchange: Exchange): Awaitable<Response> {
    const { request, method, url } = exchange;
    try {
      if (url.length > ADDRESS_LENGTH)
        throw new Refusal('uri_too_long', `The address has more than ${ADDRESS_LENGTH} characters; ask for less.`);
      // Where everybody reads the same, a token makes no difference.
      if (isOpen && method !== 'POST') return answerFor(everybody, exchange);
      const access = accessTo(request, url);
      exchange.asker.checkRights = () =>
        whenReady(accessTo(request, url), (now) => requireSame(exchange.asker.access, now));
      if (!(access instanceof Promise)) return answerFor(access, exchange);
      return access.then((found) => answerLater(found, exchange)).catch((thrown) => failed(thrown, exchange));
    } catch (thrown) {
      return failed(thrown, exchange);
    }
  }

  /** A request counts as one in flight when it is known who sends it: those with wrong tokens must not take the places
   * of others. */
  function answerLater(access: Access, exchange: Exchange): Awaitable<Response> {
    const isCounted = exchange.client && exchange.method !== 'POST';
    if (isCounted) inFlight.check();
    const response = answerFor(access, exchange);
    if (isCounted && response instanceof Promise) countInFlight(exchange.asker, response);
    return response;
  }

  /** From the cache, or by the handler of the route. */
  function answerFor(access: Access, exchange: Exchange): Awaitable<Response> {
    const { asker, url } = exchange;
    asker.access = access;
    if (url.length <= LONG_ADDRESS) return answerNow(exchange);
    const turn = longAddresses.take({ asker, signal: asker.signal() });
    return turn
      .then((end) => {
        try {
          return answerNow(exchange);
        } finally {
          end();
        }
      })
      .catch((thrown) => failed(thrown, exchange));
  }

  function answerNow(exchange: Exchange): Awaitable<Response> {
    const { request, method } = exchange;
    try {
      const key = cacheKey(exchange);
      // Read before the data, so that a cached body may be newer than its version, never older.
      const version = key === undefined ? undefined : store.version();
      const cached = version === undefined ? undefined : cache.find(version, key!);
      if (cached && method === 'GET') return sendCached(request, cached);
      const made = whenReady(cached ? sendCached(request, cached) : handle(exchange), (result) => {
        if (result instanceof Response) return result;
        if (version !== undefined) cache.offer(version, key!, result);
        return sendBody(request, result);
      });
      const response = method === 'HEAD' ? whenReady(made, withoutBody) : made;
      return response instanceof Promise ? response.catch((thrown) => failed(thrown, exchange)) : response;
    } catch (thrown) {
      return failed(thrown, exchange);
    }
  }

  /** The address, and the rights of the client. `undefined` for a request that the cache cannot answer. */
  function cacheKey({ request, method, url, asker }: Exchange): string | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const accept = request.headers.get('accept');
    if (acceptedFormat(accept) !== 'json' || asksForEvents(accept)) return undefined;
    const seen = asker.access.key === '' ? url : `${asker.access.key} ${url}`;
    return isStrict(request) ? `strict ${seen}` : seen;
  }

  function handle(exchange: Exchange): ReturnType<Handler> {
    const { request, method, url, asker } = exchange;
    const { route, location } = findRoute(routes, url, method);
    if (method === 'OPTIONS') return preflight(allowedMethods(route));
    const checksItself = method === 'POST' && route.POST?.authorize;
    if (read === 'token' && !checksItself) requireReads(asker.access, route.needs, catalogue);
    if (route.GET && (method === 'GET' || method === 'HEAD')) return route.GET(request, location, asker);
    if (route.POST && method === 'POST') return handleBody(exchange, route.POST);
    const allow = allowedMethods(route);
    throw new Refusal('method_not_allowed', `This address takes ${allow}.`, { headers: { Allow: allow } });
  }

  /** A request counts as one in flight when its body has arrived. Until then it takes memory only, within the budget
   * for bodies. */
  async function handleBody({ request, client, asker }: Exchange, handler: BodyHandler): Promise<Response> {
    const checked = handler.authorize?.(asker.access);
    if (checked) await checked;
    const text = () => bodyText(request, asker, bodies, context.bodySeconds);
    const body = handler.readsBody ? '' : handler.takesNoBody ? noBody(request) : await text();
    if (client) inFlight.check();
    const response = handler.answer(request, body, asker);
    if (client && response instanceof Promise) countInFlight(asker, response);
    return response;
  }

  /** The remaining quota, the id, and the line in the log. */
  function finish({ method, url, began, trace, quota, asker }: Exchange, response: Response): Response {
    quota?.addHeaders(response.headers);
    if (!onAnswered) return response;
    response.headers.set(REQUEST_ID, asker.id);
    const at = performance.now();
    const answered = {
      method: METHODS.has(method) ? method : 'other',
      route: routeOf(url),
      status: response.status,
      milliseconds: at - began - asker.waiting,
      at,
      requestId: asker.id,
      traceId: trace?.traceId,
    };
    onAnswered(answered);
    if (trace?.span) endRequest(trace.span, answered);
    return response;
  }
}

function failed(thrown: unknown, { request, method, asker }: Exchange): Awaitable<Response> {
  // That a client has gone away is nothing unexpected.
  const response = failure(thrown === request.signal.reason ? GONE : thrown, asker.id);
  return method === 'HEAD' ? withoutBody(response) : response;
}

/** In characters. The runtime calls us for the requests of all connections in one go, and hundreds of names or values
 * take milliseconds, so others are answered between requests with longer addresses. */
const LONG_ADDRESS = 512;
const BUSY = 'Too many long addresses are sent at the same time. Try again shortly.';

/** A name that a client makes up must not become a label of the metrics. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);
