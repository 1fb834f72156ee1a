// The routes: which handler answers which address and method. A path is found in two maps, because every path is fixed
// or ends in an id; only those of career sites are longer.

import { CAREERS } from '../careers/addresses.ts';
import { llms } from '../contract/documents/llms.ts';
import { Refusal } from '../contract/errors.ts';
import { BASE, MCP_PATH } from '../contract/product.ts';
import type { Asker } from '../fairness/asker.ts';
import type { Awaitable } from '../store/store.ts';
import { type Context, type Handler, pathOf, type Route } from './context.ts';
import { aggregate } from './handlers/aggregate.ts';
import { OUT_OF, WHO_IS_OUT, whoIsOut } from './handlers/calendar.ts';
import { CHANGES_PATH, changes } from './handlers/changes.ts';
import { create } from './handlers/create.ts';
import { DEMO, demoData, IMPORT, importFile } from './handlers/import.ts';
import { INSIGHTS, insightList, insights, noInsight } from './handlers/insights.ts';
import { mcp } from './handlers/mcp.ts';
import { ORG_CHART_PATH, orgChart } from './handlers/org-chart.ts';
import { get, list } from './handlers/read.ts';
import { SAVED_VIEWS_PATH, savedViews } from './handlers/saved-views.ts';
import { health, index, ME, me, TOTALS, totals } from './handlers/system.ts';
import { careersRoutes } from './pages/careers.ts';
import { consoleRoutes } from './pages/console.ts';
import { docs, docsScript } from './pages/docs.ts';
import { landing } from './pages/plain-page.ts';
import { signInRoutes } from './pages/sign-in.ts';
import { hostIn, splitAddress } from './request/address.ts';
import { fixed, readHeaders, textHeaders } from './response/responses.ts';

type Routes = ReturnType<typeof routes>;

/** `ask`: the app for requests that a handler makes on behalf of its client. */
export function routes(context: Context, ask: (request: Request, asker: Asker) => Awaitable<Response>) {
  const { catalogue, documents } = context;
  const described = context.documentsFor === 'token' ? 'something' : 'nothing';
  const varies = described === 'something' ? context.varies : '';
  const hasMcp = context.mcp !== 'off';
  const exact = new Map<string, Route>([
    ['/', open(landing(context))],
    ['/swagger.json', { GET: fixed(documents.swagger, readHeaders(varies)), needs: described }],
    ['/llms.txt', { GET: fixed(llms(catalogue, hasMcp), textHeaders(varies)), needs: described }],
    [ME, open(me(context))],
    ...(context.savedViews ? [[SAVED_VIEWS_PATH, savedViews(context)] as const] : []),
    [BASE, open(index(context))],
    [`${BASE}/v1/health`, open(health(context))],
    [`${BASE}/openapi.json`, { GET: fixed(documents.openapi, readHeaders(varies)), needs: described }],
  ]);
  if (context.docsScript) {
    exact.set(`${BASE}/docs`, { GET: docs, needs: described });
    exact.set(`${BASE}/docs/scalar.js`, open(docsScript(context.docsScript)));
  }
  if (hasMcp) exact.set(MCP_PATH, { POST: mcp(context, ask), needs: 'something' });
  for (const resource of catalogue) {
    const [GET, needs] = [list(resource, context), [resource]];
    exact.set(`${BASE}/v1/aggregate/${resource.name}`, { GET: aggregate(resource, context), needs });
    exact.set(pathOf(resource), resource.creatable ? { GET, POST: create(resource, context), needs } : { GET, needs });
  }
  exact.set(TOTALS, { GET: totals(context), needs: 'something' });
  for (const resource of catalogue)
    exact.set(`${IMPORT}/${resource.name}`, { POST: importFile(resource, context), needs: [resource] });
  exact.set(IMPORT, { POST: importFile(undefined, context), needs: 'something' });
  exact.set(DEMO, { POST: demoData(context), needs: 'something' });
  exact.set(CHANGES_PATH, { GET: changes(context), needs: 'something' });
  exact.set(INSIGHTS, { GET: insightList(context), needs: 'something' });
  for (const [path, GET, needs] of insights(context)) exact.set(path, { GET, needs });
  const calendar = whoIsOut(context);
  const behind = catalogue.filter(({ name }) => OUT_OF.includes(name));
  if (calendar) exact.set(WHO_IS_OUT, { GET: calendar, needs: behind });
  const chart = orgChart(context);
  if (chart) exact.set(ORG_CHART_PATH, { GET: chart, needs: catalogue.filter(({ name }) => name === 'employees') });
  const items = catalogue.map(
    (resource) => [pathOf(resource), { GET: get(resource, context), needs: [resource] }] as const,
  );
  const pages = context.console && consoleRoutes(context, context.console);
  for (const [path, GET] of pages?.exact ?? []) exact.set(path, open(GET));
  const others = [
    [INSIGHTS, { GET: noInsight(context), needs: 'something' }] as const,
    ...(pages?.items ?? []).map(([path, GET]) => [path, open(GET)] as const),
  ];
  const missing: Handler = (request) => pages?.missing(request) ?? nothing();
  const { signIn, onSignIn } = context;
  for (const [path, route] of signIn ? signInRoutes(signIn, onSignIn) : []) exact.set(path, route);
  const careers = careersRoutes(context);
  for (const [path, GET] of careers?.exact ?? []) exact.set(path, open(GET));
  if (careers) exact.set('/', open(careers.atDomain(exact.get('/')!.GET!)));
  return {
    exact,
    items: new Map<string, Route>([...items, ...others]),
    /** The page for people at an address that does not exist. */
    missing: open(missing),
    /** Career sites: below /careers, and on domains of their own. */
    careers: careers && {
      below: open(careers.below),
      atDomain: open(careers.atDomain(missing)),
      isDomain: careers.isDomain,
    },
  };
}

/** Anybody may read it. */
const open = (GET: Handler): Route => ({ GET, needs: 'nothing' });

function nothing(): never {
  throw new Refusal('not_found', `There is nothing at this address; GET ${BASE} lists what there is.`);
}

export function findRoute({ exact, items, careers, missing }: Routes, url: string, method: string) {
  const { path, query } = splitAddress(url);
  const slash = path.lastIndexOf('/');
  const route = exact.get(path) ?? items.get(path.slice(0, slash)) ?? pageRoute({ careers, missing }, path, method);
  if (!route) return nothing();
  return { route, location: { query, segment: path.slice(slash + 1) } };
}

/** Below these addresses there are no pages. */
const PROGRAMS = [`${BASE}/`, `${MCP_PATH}/`];
/** An address below those of the service itself is never a page of a site. */
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
