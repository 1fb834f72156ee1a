// What the service says of itself: the index of all addresses, the health check, the rights of a client, and the number
// of records of each resource.
import { type Access, isUnproven, mayRead } from '../../access/access.ts';
import { BASE, PRODUCT, VERSION } from '../../contract/product.ts';
import { ignoredBeside, parametersIn } from '../../contract/request/parameters.ts';
import type { Awaitable } from '../../store/store.ts';
import { type Context, type Handler, isWritable, pathOf, whenReady } from '../context.ts';
import { checkParameters } from '../request/negotiate.ts';
import { bodyHeaders, withNotes } from '../response/body.ts';
import { json, POSITION, recordHeaders } from '../response/responses.ts';

export function index(context: Context): Handler {
  const { catalogue, privateFields } = context;
  const hidden = Object.entries(privateFields).flatMap(([name, fields]) =>
    [...fields].map((field) => `${name}.${field}`),
  );
  const parts = {
    ...(context.read === 'token' && { reads: 'token' }),
    ...(hidden.length > 0 && { private_fields: hidden }),
    documentation: `${BASE}/docs`,
    openapi: `${BASE}/openapi.json`,
    swagger: '/swagger.json',
    health: `${BASE}/v1/health`,
    insights: `${BASE}/v1/insights`,
    changes: `${BASE}/v1/changes`,
    resources: Object.fromEntries(catalogue.map((resource) => [resource.name, pathOf(resource)])),
  };
  return () => whenReady(known(context), (own) => json(JSON.stringify({ ...own, ...parts })));
}

export function health(context: Context): Handler {
  return () =>
    whenReady(context.store.health(), (database) =>
      whenReady(known(context), (own) => {
        const isWhole = database?.primary !== false && !database?.workers?.some(({ up }) => !up);
        const status = isWhole ? 'ok' : 'degraded';
        return json(JSON.stringify({ status, ...own, ...(database && { database }) }));
      }),
    );
}

const known = (context: Context) =>
  whenReady(isWritable(context), (writes) => ({ product: PRODUCT, version: VERSION, writes_enabled: writes }));

export const ME = '/auth/me';

/** For the console and for holders of a token. */
export const me =
  (context: Context): Handler =>
  (request) =>
    whenReady(context.accessTo(request, request.url), (access) => json(JSON.stringify(rights(context, access))));

function rights({ catalogue, read, privateFields, signIn, importer }: Context, access: Access): object {
  const readable = catalogue.filter((resource) => mayRead(access, resource));
  const hidden = readable.flatMap(({ name }) =>
    [...(privateFields[name] ?? [])]
      .filter((field) => access.hidden[name]?.has(field))
      .map((field) => `${name}.${field}`),
  );
  return {
    reads: read,
    sign_in: signIn !== undefined,
    who: whoIs(access.holder),
    read: readable.map(({ name }) => name),
    create: catalogue.filter(({ name }) => access.creates.has(name)).map(({ name }) => name),
    import: importer ? catalogue.filter(({ name }) => access.imports.has(name)).map(({ name }) => name) : [],
    hidden,
    limited: access.rows !== undefined,
  };
}

function whoIs(holder: Access['holder']): object | null {
  if (isUnproven(holder)) return null;
  if (holder === 'owner') return { kind: 'token', name: 'write token', role: null, expires_at: null };
  const { kind, name, role = null, expiresAt } = holder;
  return {
    kind: kind === 'session' ? 'person' : kind,
    name,
    role,
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  };
}

export const TOTALS = `${BASE}/v1/totals`;

/** The totals of a list are cheap; its records are not needed. All totals are in one answer: a menu would otherwise
 * send a request for each. */
const ANY = { terms: [], conditions: [], limit: 1, offset: 0 };

export function totals({ catalogue, store, varies, read }: Context): Handler {
  const headers = bodyHeaders(recordHeaders(read === 'token' ? varies : ''));
  return (request, location, caller) => {
    const { parameters, faults } = parametersIn(location.query);
    const notes = checkParameters(request, faults, ignoredBeside(parameters, NO_NAMES));
    const options = { position: request.headers.get(POSITION) ?? undefined, rows: caller.access.rows, asker: caller };
    const names = catalogue.filter((resource) => mayRead(caller.access, resource));
    // One after the other: it is one client's question.
    const counted = names.reduce<Awaitable<[name: string, total: number][]>>(
      (before, resource) =>
        whenReady(before, (done) =>
          whenReady(store.list(resource, ANY, options), ({ total }) => [...done, [resource.name, total]]),
        ),
      [],
    );
    return whenReady(counted, (data) => ({
      content: JSON.stringify({ data: Object.fromEntries(data) }),
      headers: withNotes(headers, notes),
    }));
  };
}

const NO_NAMES: ReadonlySet<string> = new Set();
