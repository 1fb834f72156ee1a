// The two public reads, list and get-one: one handler each for all resources. Bytes come ready-made from the store;
// only what is private here is taken out on the way.
import type { Resource } from '../catalogue/resource.ts';
import { Refusal } from '../contract/errors.ts';
import type { Fault } from '../contract/faults.ts';
import { parseItemId } from '../contract/item-id.ts';
import { type ListQuery, parseListQuery } from '../contract/list-query.ts';
import { showsToken } from './auth.ts';
import { type Context, goOn, type Handler } from './context.ts';
import { keptBody, sendingOnce, sendKept } from './representation.ts';
import { POSITION, readHeaders } from './respond.ts';

const NONE: ReadonlySet<string> = new Set();

export function list(resource: Resource, context: Context): Handler {
  const { store, cache } = context;
  const dependsOnToken = context.privateFields[resource.name] !== undefined;
  const headers = readHeaders(dependsOnToken);
  const sendOnce = sendingOnce(headers);
  return (request, at) => {
    const hidden = hiddenFrom(request, resource, context);
    const { query, faults } = parseListQuery(resource, at.query, hidden);
    if (faults.length > 0) throw invalidParameters(faults);
    // Read before the data: an entry may be newer than its version says, never older.
    const version = store.version();
    const key = `${resource.name} ${hidden.size === 0} ${canonical(query)}`;
    const kept = cache.find(version, key, dependsOnToken ? undefined : request.url);
    if (kept) return sendKept(request, kept);
    return goOn(store.list(resource, query, hidden.size === 0, positionIn(request)), ({ total, items }) => {
      const seen = hidden.size === 0 ? items : openItems(items, hidden);
      const body = listBody(seen, `],"meta":{"total":${total},"limit":${query.limit},"offset":${query.offset}}}`);
      if (cache.askedBefore(key)) cache.keep(version, key, keptBody(body, headers));
      return sendOnce(request, body);
    });
  };
}

export function get(resource: Resource, context: Context): Handler {
  const { store, cache } = context;
  const dependsOnToken = context.privateFields[resource.name] !== undefined;
  const headers = readHeaders(dependsOnToken);
  const sendOnce = sendingOnce(headers);
  return (request, at) => {
    const parsed = parseItemId(at.segment);
    if ('fault' in parsed) throw invalidParameters([parsed.fault]);
    if (parsed.id === undefined) throw notFound(resource);
    const key = `${resource.name} ${parsed.id}`;
    const version = store.version();
    const kept = dependsOnToken ? undefined : cache.find(version, key, request.url);
    if (kept) return sendKept(request, kept);
    return goOn(store.get(resource, parsed.id, positionIn(request)), (record) => {
      if (record === undefined) throw notFound(resource);
      if (!dependsOnToken && cache.askedBefore(key)) cache.keep(version, key, keptBody(record, headers));
      return sendOnce(request, without(hiddenFrom(request, resource, context), record));
    });
  };
}

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
  encoder.encodeInto(rest, body.subarray(DATA.length + items.length));
  return body;
}

function openItems(items: Uint8Array, hidden: ReadonlySet<string>): Uint8Array {
  return encoder.encode(without(hidden, `[${decoder.decode(items)}]`).slice(1, -1));
}

/** Equal for queries that ask the same. */
function canonical({ limit, offset, terms, conditions, sort = [] }: ListQuery): string {
  if (terms.length === 0 && conditions.length === 0 && sort.length === 0) return `${limit} ${offset}`;
  const asked = conditions.map((each) => [each.field.name, each.operator, 'values' in each ? each.values : each.value]);
  return JSON.stringify([limit, offset, terms, asked, sort.map(({ field, descending }) => [field.name, descending])]);
}

const invalidParameters = (faults: Fault[]) => new Refusal('invalid_parameters', 'Invalid parameters.', { faults });

function hiddenFrom(request: Request, resource: Resource, { privateFields, token }: Context): ReadonlySet<string> {
  const fields = privateFields[resource.name] ?? NONE;
  return fields.size > 0 && showsToken(request, token) ? NONE : fields;
}

/** A record, or a list of them, with the hidden fields null. */
function without(hidden: ReadonlySet<string>, text: string): string {
  if (hidden.size === 0) return text;
  return JSON.stringify(JSON.parse(text, (key, value) => (hidden.has(key) ? null : value)));
}
