// The get-one operation of all resources.
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Projection } from '../../contract/request/field-lists.ts';
import { parseItemId } from '../../contract/request/item-id.ts';
import { idQuery, parseItemQuery } from '../../contract/request/list-query.ts';
import { NONE_IGNORED } from '../../contract/request/parameters.ts';
import type { Awaitable, Expanded, ReadOptions, Store } from '../../store/store.ts';
import { type Context, type Handler, whenReady } from '../context.ts';
import { checkParameters } from '../request/preferences.ts';
import { bodyHeaders, withNotes } from '../response/body.ts';
import { POSITION, recordHeaders } from '../response/headers.ts';
import { isWhole, projected, viewOf } from '../response/projection.ts';

const NO_PARAMETERS: ReturnType<typeof parseItemQuery> = { projection: {}, faults: [], ignored: NONE_IGNORED };

export function get(resource: Resource, context: Context): Handler {
  const { store } = context;
  const [publicHeaders, privateHeaders] = [bodyHeaders(recordHeaders('')), bodyHeaders(recordHeaders(context.varies))];
  return (request, { segment, query }, { access: { hidden, rows } }) => {
    const parsed = parseItemId(segment);
    const { projection, faults, ignored } = query === '' ? NO_PARAMETERS : parseItemQuery(resource, query, hidden);
    const notes = checkParameters(request, 'fault' in parsed ? [parsed.fault, ...faults] : faults, ignored);
    if ('fault' in parsed || parsed.id === undefined) throw notFound(resource);
    const view = viewOf(resource, projection, hidden, context);
    const options = { position: request.headers.get(POSITION) ?? undefined, rows };
    return whenReady(find(store, resource, parsed.id, projection, options), ({ record, expanded }) => {
      if (record === undefined) throw notFound(resource);
      return {
        content: isWhole(view) ? record : projected(resource, view)(record, expanded),
        headers: withNotes(view.varies ? privateHeaders : publicHeaders, notes),
      };
    });
  };
}

type FoundRecord = { readonly record: string | undefined; readonly expanded?: Expanded | undefined };

const decoder = new TextDecoder();

/** Only a list brings the records that references lead to. */
function find(
  store: Store,
  resource: Resource,
  id: number,
  projection: Projection,
  options: ReadOptions,
): Awaitable<FoundRecord> {
  if (!projection.follow) return whenReady(store.get(resource, id, options), (record) => ({ record }));
  const query = idQuery(resource, id, projection);
  return whenReady(store.list(resource, query, options), ({ items, expanded }) => ({
    record: items.length > 0 ? decoder.decode(items) : undefined,
    expanded,
  }));
}

const notFound = (resource: Resource) => new Refusal('not_found', `There is no ${resource.one} with this id.`);
