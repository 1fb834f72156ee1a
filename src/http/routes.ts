// The routes: which handler answers which address and method. A path is found in two maps, because every path is fixed or ends in an
// id; only those of career sites are longer.

import { CAREERS } from '../careers/addresses.ts';
import { llms } from '../contract/documents/llms.ts';
import { Refusal } from '../contract/errors.ts';
import { ADDRESS_LENGTH } from '../contract/limits.ts';
import { BASE, MCP_PATH } from '../contract/product.ts';
import type { Asker, Awaitable } from '../store/store.ts';
import { aggregatePathOf, type BodyHandler, type Context, type Handler, type Location, pathOf } from './context.ts';
import { aggregate } from './handlers/aggregate.ts';
import { WHO_IS_OUT, whoIsOut } from './handlers/calendar.ts';
import { CHANGES_PATH, changes } from './handlers/changes.ts';
import { create } from './handlers/create.ts';
import { get } from './handlers/get.ts';
import { INSIGHTS, insightList, insights, noInsight } from './handlers/insights.ts';
import { list } from './handlers/list.ts';
import { mcp } from './handlers/mcp.ts';
import { health, index } from './handlers/system.ts';
import { careersRoutes } from './pages/careers.ts';
import { consoleRoutes } from './pages/console.ts';
import { docs, docsScript } from './pages/docs.ts';
import { landing } from './pages/landing.ts';
import { hostIn, splitAddress } from './request/address.ts';
import { fixed } from './response/fixed.ts';
import { textHeaders } from './response/headers.ts';

type Route = { readonly GET?: Handler; readonly POST?: BodyHandler };
export type Routes = {
  readonly exact: ReadonlyMap<string, Route>;
  readonly items: ReadonlyMap<string, Route>;
  /** What people find at an address that is none. */
  readonly missing: Route;
  /** Career sites: below /careers, and on domains of their own. */
  readonly careers?: { readonly below: Route; readonly atDomain: Route; isDomain(host: string): boolean } | undefined;
};

/** `ask`: the app for requests that a handler makes on behalf of its client. */
export function routes(context: Context, ask: (request: Request, asker: Asker) => Awaitable<Response>): Routes {
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
    exact.set(aggregatePathOf(resource), { GET: aggregate(resource, context) });
    exact.set(pathOf(resource), resource.creatable ? { GET, POST: create(resource, context) } : { GET });
  }
  exact.set(CHANGES_PATH, { GET: changes(context) });
  exact.set(INSIGHTS, { GET: insightList(context) });
  for (const [path, GET] of insights(context)) exact.set(path, { GET });
  const calendar = whoIsOut(context);
  if (calendar) exact.set(WHO_IS_OUT, { GET: calendar });
  const items = catalogue.map((resource) => [pathOf(resource), { GET: get(resource, context) }] as const);
  const pages = context.console && consoleRoutes(context, context.console);
  for (const [path, GET] of pages?.exact ?? []) exact.set(path, { GET });
  const others = [[INSIGHTS, noInsight(context)] as const, ...(pages?.items ?? [])];
  const missing: Handler = (request) => pages?.missing(request) ?? nothing();
  const careers = careersRoutes(context);
  for (const [path, GET] of careers?.exact ?? []) exact.set(path, { GET });
  if (careers) exact.set('/', { GET: careers.atDomain(exact.get('/')!.GET!) });
  return {
    exact,
    items: new Map<string, Route>([...items, ...others.map(([path, GET]) => [path, { GET }] as const)]),
    missing: { GET: missing },
    careers: careers && {
      below: { GET: careers.below },
      atDomain: { GET: careers.atDomain(missing) },
      isDomain: careers.isDomain,
    },
  };
}

function nothing(): never {
  throw new Refusal('not_found', `There is nothing at this address; GET ${BASE} lists what there is.`);
}

export type Found = { readonly route: Route; readonly location: Location };

export function findRoute({ exact, items, careers, missing }: Routes, url: string, method: string): Found {
  if (url.length > ADDRESS_LENGTH)
    throw new Refusal('uri_too_long', `The address has more than ${ADDRESS_LENGTH} characters; ask for less.`);
  const { path, query } = splitAddress(url);
  const slash = path.lastIndexOf('/');
  const route = exact.get(path) ?? items.get(path.slice(0, slash)) ?? pageRoute({ careers, missing }, path, method);
  if (!route) return nothing();
  return { route, location: { query, segment: path.slice(slash + 1) } };
}

/** Below these addresses there are no pages. */
const PROGRAMS = [`${BASE}/`, `${MCP_PATH}/`];
/** What is below the addresses of the service itself is never a page of a site. */
const OURS = [...PROGRAMS, '/console/'];
const isBelow = (path: string, addresses: readonly string[]): boolean =>
  addresses.some((each) => path.startsWith(each));

function pageRoute(
  { careers, missing }: Pick<Routes, 'careers' | 'missing'>,
  path: string,
  method: string,
): Route | undefined {
  if (careers && path.startsWith(`${CAREERS}/`)) return careers.below;
  if ((method !== 'GET' && method !== 'HEAD') || isBelow(path, PROGRAMS)) return undefined;
  return careers && !isBelow(path, OURS) ? careers.atDomain : missing;
}

export const allowedMethods = ({ GET, POST }: Route): string =>
  [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : []), 'OPTIONS'].join(', ');

/** The pattern of an address, for log and metrics. Addresses that are none of ours share one. */
export function patternOf({ exact, items, careers }: Routes, url: string): string {
  const { path } = splitAddress(url);
  const isDomain = careers?.isDomain(hostIn(url)) && !isBelow(path, OURS);
  if (exact.has(path) && !(isDomain && path === '/')) return path;
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (items.has(parent)) return `${parent}/{item_id}`;
  if (careers && path.startsWith(`${CAREERS}/`)) return careersPattern(path.split('/').slice(3));
  return isDomain ? careersPattern(path.split('/').slice(1).filter(Boolean)) : 'unknown';
}

/** `rest`: the segments below the site. */
const careersPattern = (rest: readonly string[]): string =>
  `${CAREERS}/{site}${['', '/{file}', '/{locale}/{slug}'][Math.min(rest.length, 2)]}`;
