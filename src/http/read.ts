// The two public reads, list and get-one: one handler each for all resources. Bytes come ready-made from the store;
// only what is private here is taken out on the way.
import type { Resource } from '../catalogue/resource.ts';
import { Refusal } from '../contract/errors.ts';
import type { Fault } from '../contract/faults.ts';
import { parseItemId } from '../contract/item-id.ts';
import { type ListQuery, parseListQuery } from '../contract/list-query.ts';
import { showsToken } from './auth.ts';
import type { Context, Handler } from './context.ts';
import { represent } from './representation.ts';
import { readable } from './respond.ts';

const NONE: ReadonlySet<string> = new Set();

export function list(resource: Resource, context: Context): Handler {
  const { store, cache } = context;
  const dependsOnToken = context.privateFields[resource.name] !== undefined;
  return async (request, at) => {
    const hidden = hiddenFrom(request, resource, context);
    const { query, faults } = parseListQuery(resource, at.query, hidden);
    if (faults.length > 0) throw invalidParameters(faults);
    // Read before the data: an entry may be newer than its version says, never older.
    const version = store.version();
    const key = `${resource.name} ${hidden.size === 0} ${canonical(query)}`;
    const kept = cache.find(version, key);
    if (kept) return represent(request, kept, true);
    const { total, items } = await store.list(resource, query, hidden.size === 0);
    const meta = `{"total":${total},"limit":${query.limit},"offset":${query.offset}}`;
    const made = readable(`{"data":${without(hidden, `[${items}]`)},"meta":${meta}}`, dependsOnToken);
    cache.keep(version, key, made);
    return represent(request, made, false);
  };
}

export function get(resource: Resource, context: Context): Handler {
  const dependsOnToken = context.privateFields[resource.name] !== undefined;
  return async (request, at) => {
    const parsed = parseItemId(at.segment);
    if ('fault' in parsed) throw invalidParameters([parsed.fault]);
    const record = parsed.id === undefined ? undefined : await context.store.get(resource, parsed.id);
    if (record === undefined) throw new Refusal('not_found', `There is no ${resource.one} with this id.`);
    return represent(request, readable(without(hiddenFrom(request, resource, context), record), dependsOnToken), false);
  };
}

/** Equal for queries that ask the same. */
function canonical({ limit, offset, terms, conditions }: ListQuery): string {
  if (terms.length === 0 && conditions.length === 0) return `${limit} ${offset}`;
  const asked = conditions.map((each) => [each.field.name, each.operator, 'values' in each ? each.values : each.value]);
  return JSON.stringify([limit, offset, terms, asked]);
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
