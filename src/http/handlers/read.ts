// The two public reads, list and get-one: one handler each for all resources. Bytes come ready-made from the store, and are
// made anew only where something is hidden, left out or added.
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { canonicalQuery } from '../../contract/request/canonical-query.ts';
import type { Projection } from '../../contract/request/field-lists.ts';
import { parseItemId } from '../../contract/request/item-id.ts';
import { idQuery, type ListQuery, parseItemQuery, parseListQuery } from '../../contract/request/list-query.ts';
import type { Awaitable, Expanded } from '../../store/store.ts';
import { type Context, goOn, type Handler, pathOf } from '../context.ts';
import { acceptedFormat } from '../request/accept.ts';
import { showsToken } from '../request/auth.ts';
import { keptBody, sendingOnce, sendKept } from '../response/cached-body.ts';
import { exportPortions, type Wish } from '../response/export.ts';
import { bulkHeaders, listHeaders, POSITION, readHeaders } from '../response/headers.ts';
import { pageLinks } from '../response/page-links.ts';
import { type Followed, type Shape, shaper } from '../response/projection.ts';

const NONE: ReadonlySet<string> = new Set();

export function list(resource: Resource, context: Context): Handler {
  const { store, cache } = context;
  const path = pathOf(resource);
  const [open, secret] = [false, true].map((dependsOnToken) => {
    const headers = listHeaders(dependsOnToken);
    return { headers, sendOnce: sendingOnce(headers) };
  });
  const send = bulkSender(resource, context);
  return (request, at) => {
    const hidden = hiddenFrom(request, resource, context);
    const accepted = acceptedFormat(request.headers.get('accept'));
    const { query, format, faults } = parseListQuery(resource, at.query, hidden, accepted);
    if (faults.length > 0) throw invalidParameters(faults);
    if (format !== 'json') return send(request, query, { format, hidden, position: positionIn(request) });
    const { shape, dependsOnToken } = sight(request, resource, query, hidden, context);
    const { headers, sendOnce } = dependsOnToken ? secret! : open!;
    // Read before the data: an entry may be newer than its version says, never older.
    const version = store.version();
    const text = canonicalQuery(query);
    const key = `${resource.name} ${seesAll(shape)} ${query.limit} ${query.offset} ${text}`;
    const kept = cache.find(version, key, dependsOnToken ? undefined : request.url);
    if (kept) return sendKept(request, kept);
    return goOn(store.list(resource, query, hidden.size === 0, positionIn(request)), ({ total, items, expanded }) => {
      const shown = isWhole(shape) ? items : encoder.encode(shaper(resource, shape)(decoder.decode(items), expanded));
      const body = listBody(shown, `],"meta":{"total":${total},"limit":${query.limit},"offset":${query.offset}}}`);
      const links = pageLinks(path, query, text, total);
      if (cache.askedBefore(key))
        cache.keep(version, key, keptBody(body, links === '' ? headers : { ...headers, Link: links }));
      return sendOnce(request, body, links);
    });
  };
}

/** The whole result as one stream. */
function bulkSender(resource: Resource, { store, bulk, privateFields }: Context) {
  const dependsOnToken = privateFields[resource.name] !== undefined;
  return (request: Request, query: ListQuery, wish: Wish): Awaitable<Response> => {
    const headers = bulkHeaders(resource.name, wish.format, dependsOnToken);
    if (request.method === 'HEAD') return new Response(null, { headers });
    return bulk.send(() => exportPortions(store, resource, query, wish), headers, request.signal);
  };
}

export function get(resource: Resource, context: Context): Handler {
  const { store, cache } = context;
  const [open, secret] = [false, true].map((dependsOnToken) => {
    const headers = readHeaders(dependsOnToken);
    return { headers, sendOnce: sendingOnce(headers) };
  });
  return (request, at) => {
    const parsed = parseItemId(at.segment);
    const hidden = hiddenFrom(request, resource, context);
    const { projection, faults } = at.query === '' ? PLAIN : parseItemQuery(resource, at.query, hidden);
    const all = 'fault' in parsed ? [parsed.fault, ...faults] : faults;
    if (all.length > 0 || 'fault' in parsed) throw invalidParameters(all);
    if (parsed.id === undefined) throw notFound(resource);
    const { shape, dependsOnToken } = sight(request, resource, projection, hidden, context);
    const { headers, sendOnce } = dependsOnToken ? secret! : open!;
    const query = at.query === '' ? undefined : idQuery(resource, parsed.id, projection);
    const key = `${resource.name} ${parsed.id}${query ? ` ${canonicalQuery(query)}` : ''}`;
    const version = store.version();
    const kept = dependsOnToken ? undefined : cache.find(version, key, request.url);
    if (kept) return sendKept(request, kept);
    const found: Awaitable<Found> = query?.expand
      ? goOn(store.list(resource, query, true, positionIn(request)), ({ items, expanded }) => ({
          record: items.length > 0 ? decoder.decode(items) : undefined,
          expanded,
        }))
      : goOn(store.get(resource, parsed.id, positionIn(request)), (record) => ({ record, expanded: undefined }));
    return goOn(found, ({ record, expanded }) => {
      if (record === undefined) throw notFound(resource);
      const shown = isWhole(shape) ? record : shaper(resource, shape)(record, expanded);
      if (!dependsOnToken && cache.askedBefore(key)) cache.keep(version, key, keptBody(shown, headers));
      return sendOnce(request, shown);
    });
  };
}

type Found = { readonly record: string | undefined; readonly expanded: Expanded | undefined };

const PLAIN: { readonly projection: Projection; readonly faults: Fault[] } = { projection: {}, faults: [] };

/** What an earlier 201 said: the answer must not be from before it. */
const positionIn = (request: Request): string | undefined => request.headers.get(POSITION) ?? undefined;

const notFound = (resource: Resource) => new Refusal('not_found', `There is no ${resource.one} with this id.`);

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const DATA = encoder.encode('{"data":[');

/** The bytes of the records are joined with what stands around them; no text is made of them. */
function listBody(items: Uint8Array, rest: string): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(DATA.length + items.length + rest.length);
  body.set(DATA);
  body.set(items, DATA.length);
  // Short and ASCII: sign by sign is sooner done than by an encoder, which wants a view of its own.
  for (let i = 0, at = DATA.length + items.length; i < rest.length; i++, at++) body[at] = rest.charCodeAt(i);
  return body;
}

const invalidParameters = (faults: Fault[]) => new Refusal('invalid_parameters', 'Invalid parameters.', { faults });

function hiddenFrom(request: Request, resource: Resource, { privateFields, token }: Context): ReadonlySet<string> {
  const fields = privateFields[resource.name] ?? NONE;
  return fields.size > 0 && showsToken(request, token) ? NONE : fields;
}

type Sight = { readonly shape: Shape & { readonly followed: readonly Followed[] }; readonly dependsOnToken: boolean };

const NOTHING: readonly Followed[] = [];

/** What the sender sees of the records, and of those they refer to. */
function sight(
  request: Request,
  resource: Resource,
  { fields, expand }: Projection,
  hidden: ReadonlySet<string>,
  context: Context,
): Sight {
  const dependsOnToken = isPrivate(resource, context);
  if (!expand) return { shape: { hidden, fields, followed: NOTHING }, dependsOnToken };
  const followed = expand.map((field) => ({ field, hidden: hiddenFrom(request, field.target, context) }));
  const follows = expand.some(({ target }) => isPrivate(target, context));
  return { shape: { hidden, fields, followed }, dependsOnToken: dependsOnToken || follows };
}

const isPrivate = ({ name }: Resource, { privateFields }: Context): boolean => privateFields[name] !== undefined;

const seesAll = ({ hidden, followed }: Sight['shape']): boolean =>
  hidden.size === 0 && followed.every(({ hidden: there }) => there.size === 0);

const isWhole = ({ hidden, fields, followed }: Sight['shape']): boolean =>
  hidden.size === 0 && fields === undefined && followed.length === 0;
