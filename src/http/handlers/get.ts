// The get-one operation of all resources.
import type { Resource } from '../../catalogue/resource.ts';
import { invalidParameters, Refusal } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import type { Projection } from '../../contract/request/field-lists.ts';
import { parseItemId } from '../../contract/request/item-id.ts';
import { idQuery, parseItemQuery } from '../../contract/request/list-query.ts';
import type { Awaitable, Expanded, ReadOptions, Store } from '../../store/store.ts';
import { type Context, type Handler, whenReady } from '../context.ts';
import { bodyHeaders } from '../response/body.ts';
import { POSITION, readHeaders } from '../response/headers.ts';
import { hiddenFrom, isWhole, projected, viewOf } from '../response/projection.ts';

const NO_PARAMETERS: { readonly projection: Projection; readonly faults: Fault[] } = { projection: {}, faults: [] };

export function get(resource: Resource, context: Context): Handler {
  const { store } = context;
  const [publicHeaders, privateHeaders] = [bodyHeaders(readHeaders(false)), bodyHeaders(readHeaders(true))];
  return (request, { segment, query }) => {
    const parsed = parseItemId(segment);
    const hidden = hiddenFrom(request, resource, context);
    const { projection, faults } = query === '' ? NO_PARAMETERS : parseItemQuery(resource, query, hidden);
    if ('fault' in parsed) throw invalidParameters([parsed.fault, ...faults]);
    if (faults.length > 0) throw invalidParameters(faults);
    if (parsed.id === undefined) throw notFound(resource);
    const view = viewOf(request, resource, projection, hidden, context);
    const options = { position: request.headers.get(POSITION) ?? undefined };
    return whenReady(find(store, resource, parsed.id, projection, options), ({ record, expanded }) => {
      if (record === undefined) throw notFound(resource);
      return {
        content: isWhole(view) ? record : projected(resource, view)(record, expanded),
        headers: view.dependsOnToken ? privateHeaders : publicHeaders,
      };
    });
  };
}

type Found = { readonly record: string | undefined; readonly expanded?: Expanded | undefined };

const decoder = new TextDecoder();

/** Only a list brings the records that references lead to. */
function find(
  store: Store,
  resource: Resource,
  id: number,
  projection: Projection,
  options: ReadOptions,
): Awaitable<Found> {
  if (!projection.expand) return whenReady(store.get(resource, id, options), (record) => ({ record }));
  const query = idQuery(resource, id, projection);
  return whenReady(store.list(resource, query, options), ({ items, expanded }) => ({
    record: items.length > 0 ? decoder.decode(items) : undefined,
    expanded,
  }));
}

const notFound = (resource: Resource) => new Refusal('not_found', `There is no ${resource.one} with this id.`);
