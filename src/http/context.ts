// What the handlers work with, put together once at start.
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { BASE } from '../contract/product.ts';
import type { Awaitable, PrivateFields, Store } from '../store/store.ts';
import type { PageCache } from './response/cache.ts';
import type { Bulk } from './response/streams.ts';

export type Context = {
  readonly catalogue: Catalogue;
  readonly store: Store;
  readonly cache: PageCache;
  readonly bulk: Bulk;
  /** The write token; without one nothing can be created. */
  readonly token: string | undefined;
  readonly privateFields: PrivateFields;
  /** How long a body may take to come, where not as long as usual. */
  readonly bodySeconds?: number;
  /** What assistants may do at /mcp, where not only read. */
  readonly mcp?: 'off' | 'reads' | 'writes';
  /** The published documents, as they are served. */
  readonly documents: { readonly openapi: string; readonly swagger: string };
};

export type Handler = (request: Request, at: { query: string; segment: string }) => Awaitable<Response>;

/** Goes on with a value that may have to be waited for, at once when it need not be. */
export const goOn = <T, R>(value: Awaitable<T>, go: (value: T) => R): Awaitable<Awaited<R>> =>
  (value instanceof Promise ? value.then(go) : go(value)) as Awaitable<Awaited<R>>;

export const pathOf = (resource: Resource): string => `${BASE}/v1/${resource.name}`;
