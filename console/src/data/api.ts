// The typed client, and what the console asks it: paths of the API such as `employees?status=active`. The browser
// itself sends what it has with If-None-Match, because answers carry an ETag and have to be validated before each use.

import { effect } from '@preact/signals';
import { type Client, createClient, ForbiddenError } from '../../../client/src/index.ts';
import { say } from '../words/say.ts';
import { resourceNamed } from './catalogue.ts';
import { asParameters, parseQuery } from './query.ts';
import { isReachable } from './reachable.ts';
import { checkRights, missingFor } from './rights.ts';
import { token } from './token.ts';

/** What came with an answer that its JSON does not say. */
export type Arrival = {
  readonly tag: string | null;
  readonly milliseconds: number;
  readonly ignored: readonly string[];
};

const arrivals = new Map<string, Arrival>();
const MAX_ARRIVALS = 500;

/** Asks, and notes whether the service can be reached. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    isReachable.value = true;
    if (response.status === 401 || response.status === 403) checkRights();
    return response;
  } catch (error) {
    if (!init.signal?.aborted) isReachable.value = false;
    throw error;
  }
}

/** Whether it answers at all. */
export const doesAnswer = (): Promise<boolean> =>
  reach('/api/v1/health', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** In milliseconds. Longer than a replica may be behind. */
const BEHIND = 5000;
let newestUntil = 0;

/** What is asked next is about a change that replicas may not have yet. */
export function askNewest(): void {
  newestUntil = performance.now() + BEHIND;
}

async function observedFetch(url: string, init: RequestInit): Promise<Response> {
  const began = performance.now();
  const headers = new Headers(init.headers);
  if (began < newestUntil) headers.set('Workforce-Position', 'newest');
  const response = await reach(url, { ...init, headers });
  if (arrivals.size >= MAX_ARRIVALS) arrivals.delete(arrivals.keys().next().value!);
  arrivals.delete(pathIn(url));
  arrivals.set(pathIn(url), {
    tag: response.headers.get('ETag'),
    milliseconds: performance.now() - began,
    ignored: (response.headers.get('Workforce-Ignored') ?? '').split(', ').filter((name) => name !== ''),
  });
  return response;
}

const pathIn = (url: string): string => url.slice(url.indexOf('/api/v1/') + '/api/v1/'.length);

let client: Client;
effect(() => {
  client = createClient({
    // Tests of parts have no page.
    baseUrl: globalThis.location?.origin ?? 'http://localhost',
    token: token.value,
    fetch: observedFetch,
    retries: 1,
    timeout: 30_000,
  });
});

type Call = { list: Ask; get: Get; aggregate: Ask; create?: Create };
type Ask = (query: object, options: { signal?: AbortSignal | undefined }) => Promise<unknown>;
type Get = (id: number, query: object, options: { signal?: AbortSignal | undefined }) => Promise<unknown>;
type Create = (body: object, options: { idempotencyKey: string }) => Promise<{ id: number }>;

/** The operations of a resource that is only known by its name. */
const operations = (name: string): Call => {
  const resource = resourceNamed(name);
  if (!resource) throw new TypeError(`There is no resource ${name}.`);
  return (client as unknown as Record<string, Call>)[resource.client]!;
};

const REFUSED = { status: 403, code: 'forbidden' } as const;

/** Asks the typed client for a path of the API. What the person may not read is not asked. */
export async function ask(
  path: string,
  signal?: AbortSignal,
): Promise<{ data: unknown; arrival: Arrival | undefined }> {
  const question = path.indexOf('?');
  const [place, search] = question < 0 ? [path, ''] : [path.slice(0, question), path.slice(question)];
  const query = asParameters(parseQuery(search));
  const [first = '', second] = place.split('/');
  const options = { signal };
  const call = () => {
    if (first === 'health') return client.health(options);
    if (first === 'totals') return client.totals(options);
    if (first === 'org-chart') return client.orgChart(query, options);
    if (first === 'insights')
      return second ? client.insight(second as 'headcount', query, options) : client.insights(options);
    if (first === 'aggregate') return operations(second!).aggregate(query, options);
    return second === undefined
      ? operations(first).list(query, options)
      : operations(first).get(Number(second), query, options);
  };
  // The client writes the parameters in the order of the query, so the address it sends is this one.
  const sent = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  );
  const scopes = missingFor(path);
  if (scopes.length > 0)
    throw new ForbiddenError(say('It takes the scope {scopes}.', { scopes: scopes.join(', ') }), REFUSED);
  const data = await call();
  return { data, arrival: arrivals.get(sent.size === 0 ? place : `${place}?${sent}`) };
}

export const create = (name: string, body: object, idempotencyKey: string): Promise<{ id: number }> =>
  operations(name).create!(body, { idempotencyKey });

/** All records of a list as they come, in one request. */
export function stream(name: string, query: object, signal: AbortSignal): AsyncIterable<Record<string, unknown>> {
  type Export = { export(query: object, options: object): AsyncIterable<Record<string, unknown>> };
  return (operations(name) as unknown as Export).export({ ...query, format: 'ndjson' }, { signal });
}
