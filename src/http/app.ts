// The service as a function from Request to Response: finds the route, runs its handler, and lets every failure leave
// through one door. What the handlers do is theirs.

import { llms } from '../contract/documents/llms.ts';
import { Refusal } from '../contract/errors.ts';
import { ADDRESS_LENGTH } from '../contract/limits.ts';
import { BASE, MCP_PATH } from '../contract/product.ts';
import type { Awaitable } from '../store/store.ts';
import { type Context, goOn, type Handler, pathOf } from './context.ts';
import { create } from './handlers/create.ts';
import { mcp } from './handlers/mcp.ts';
import { get, list } from './handlers/read.ts';
import { health, index } from './handlers/system.ts';
import { docs, docsScript } from './pages/docs.ts';
import { landing } from './pages/landing.ts';
import { acceptedFormat } from './request/accept.ts';
import { inFlightLimit, rateLimit } from './request/limits.ts';
import { remembered } from './request/memoize.ts';
import { type Client, type Handle, type Observer, observed } from './request/observe.ts';
import { type PageCache, pageCache } from './response/cache.ts';
import { keptBody, sendKept } from './response/cached-body.ts';
import { failure, options, readHeaders, textHeaders, withoutBody } from './response/headers.ts';
import { type Bulk, bulk as bulkStreams } from './response/streams.ts';

type Route = { readonly GET?: Handler; readonly POST?: Handler };
type Routes = { readonly exact: ReadonlyMap<string, Route>; readonly items: ReadonlyMap<string, Route> };

export type App = (request: Request, client?: Client) => Awaitable<Response>;

type Limits = { readonly inFlight: number; readonly perMinute: number | undefined };
type Parts = Omit<Context, 'cache' | 'bulk'> & {
  cache?: PageCache;
  bulk?: Bulk;
  observer?: Observer;
  limits?: Limits;
};

export function app({ observer, limits, cache = pageCache(), bulk = bulkStreams(), ...parts }: Parts): App {
  const context = { ...parts, cache, bulk };
  const table = routes(context, (request) => plain(request, request.method, request.url));
  const plain = answering(context, table);
  const bounded = limits ? inFlightLimit(plain, limits.inFlight, failure) : plain;
  const fair = limits?.perMinute ? rateLimit(bounded, limits.perMinute, failure) : bounded;
  const handle = observer
    ? observed(
        fair,
        remembered((url) => routeOf(address(url).path, table)),
        observer,
        parts.token,
      )
    : fair;
  return (request, client) => handle(request, request.method, request.url, client);
}

/** The pattern of an address, for those who count; addresses that are none of ours share one. */
function routeOf(path: string, { exact, items }: Routes): string {
  if (exact.has(path)) return path;
  const before = path.slice(0, path.lastIndexOf('/'));
  return items.has(before) ? `${before}/{item_id}` : 'unknown';
}

function answering({ store, cache }: Context, table: Routes): Handle {
  const failed = (thrown: unknown, method: string): Awaitable<Response> => {
    const response = failure(thrown);
    return method === 'HEAD' ? withoutBody(response) : response;
  };
  return (request, method, url) => {
    try {
      // An address that was answered before, from data that has not changed since, is answered at once.
      const kept = method === 'GET' ? cache.findByAddress(store.version(), url) : undefined;
      if (kept && acceptedFormat(request.headers.get('accept')) === 'json') return sendKept(request, kept);
      const answered = answer(request, method, url, table);
      return answered instanceof Promise ? answered.catch((thrown) => failed(thrown, method)) : answered;
    } catch (thrown) {
      return failed(thrown, method);
    }
  };
}

/** `ask`: for those who ask on behalf of others, and have passed the limits. */
function routes(context: Context, ask: (request: Request) => Awaitable<Response>): Routes {
  const { catalogue, documents } = context;
  const hasMcp = context.mcp !== 'off';
  const exact = new Map<string, Route>([
    ['/', { GET: landing(context) }],
    ['/swagger.json', { GET: fixed(documents.swagger) }],
    ['/llms.txt', { GET: fixed(llms(catalogue, hasMcp), textHeaders) }],
    [BASE, { GET: index(context) }],
    [`${BASE}/v1/health`, { GET: health(context) }],
    [`${BASE}/openapi.json`, { GET: fixed(documents.openapi) }],
    [`${BASE}/docs`, { GET: docs }],
    [`${BASE}/docs/scalar.js`, { GET: docsScript }],
  ]);
  if (hasMcp) exact.set(MCP_PATH, { POST: mcp(context, ask) });
  for (const resource of catalogue) {
    const GET = list(resource, context);
    exact.set(pathOf(resource), resource.creatable ? { GET, POST: create(resource, context) } : { GET });
  }
  return { exact, items: new Map(catalogue.map((resource) => [pathOf(resource), { GET: get(resource, context) }])) };
}

/** A text that stays the same while the process runs. */
function fixed(text: string, headers = readHeaders(false)): Handler {
  const kept = keptBody(text, headers);
  return (request) => sendKept(request, kept);
}

function answer(request: Request, method: string, url: string, { exact, items }: Routes): Awaitable<Response> {
  if (url.length > ADDRESS_LENGTH)
    throw new Refusal('uri_too_long', `The address has more than ${ADDRESS_LENGTH} characters; ask for less.`);
  const { path, query } = address(url);
  const slash = path.lastIndexOf('/');
  const route = exact.get(path) ?? items.get(path.slice(0, slash));
  if (!route) throw new Refusal('not_found', `There is nothing at this address; GET ${BASE} lists what there is.`);
  const at = { query, segment: path.slice(slash + 1) };
  switch (method) {
    case 'GET':
      if (route.GET) return route.GET(request, at);
      break;
    case 'HEAD':
      if (route.GET) return goOn(route.GET(request, at), withoutBody);
      break;
    case 'OPTIONS':
      return options(allowed(route));
    case 'POST':
      if (route.POST) return route.POST(request, at);
  }
  const allow = allowed(route);
  throw new Refusal('method_not_allowed', `This address takes ${allow}.`, { headers: { Allow: allow } });
}

const allowed = ({ GET, POST }: Route): string =>
  [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : []), 'OPTIONS'].join(', ');

/** The raw path, still percent-encoded, without a trailing slash; and the raw query. */
function address(url: string): { path: string; query: string } {
  // Without a Host header, as HTTP/1.0 allows, the runtime gives the path alone.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const question = url.indexOf('?', start);
  const path = question < 0 ? url.slice(start) : url.slice(start, question);
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return { path: trimmed, query: question < 0 ? '' : url.slice(question + 1) };
}
