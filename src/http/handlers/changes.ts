// The changes feed: a page of it, at once or when there is one, or all of it as events. A client that is limited to
// some records sees it as if there were no others.
import { type Access, mayRead } from '../../access/access.ts';
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import { BASE } from '../../contract/product.ts';
import { parseChangesQuery } from '../../contract/request/changes-query.ts';
import type { Condition } from '../../contract/request/conditions.ts';
import type { RowLimits } from '../../contract/request/row-limits.ts';
import type { Asker } from '../../fairness/asker.ts';
import { visibleIds } from '../../store/shared/access/row-limits.ts';
import type { Change, Changes, PrivateFields, Store } from '../../store/store.ts';
import { type Context, type Handler, whenReady } from '../context.ts';
import { requireReads } from '../request/auth.ts';
import { asksForEvents, checkParameters, EVENTS } from '../request/negotiate.ts';
import { type Body, bodyHeaders, sendBody, untilMidnight, withNotes } from '../response/body.ts';
import { changeEvents, type Listener, type Listeners } from '../response/listeners.ts';
import { changeTexts } from '../response/projection.ts';
import { exposedHeaders, jsonHeaders, listHeaders, NO_STORE, POSITION } from '../response/responses.ts';

export const CHANGES_PATH = `${BASE}/v1/changes`;

export function changes(context: Context): Handler {
  const { catalogue, store, listeners, varies } = context;
  const headers = bodyHeaders(listHeaders(varies));
  const eventHeaders = {
    ...jsonHeaders,
    ...NO_STORE,
    ...exposedHeaders,
    'Content-Type': EVENTS,
    Vary: varies ? `Accept, ${varies}, Prefer` : 'Accept, Prefer',
    // A proxy must not wait for the end.
    'X-Accel-Buffering': 'no',
  };
  const textsOf = new WeakMap<PrivateFields, ReturnType<typeof changeTexts>>();
  return (request, location, caller) => {
    const { hidden, rows } = caller.access;
    const { query: asked, wait, faults, ignored } = parseChangesQuery(catalogue, location.query);
    const isStream = asksForEvents(request.headers.get('accept'));
    const resources = resourcesFor(caller.access, asked.resources, catalogue);
    const limits = rows && { resources, rows };
    const query = {
      ...asked,
      resources,
      deciding: limits && [...decidingFor(limits)],
      after: (isStream && request.headers.get('last-event-id')) || asked.after,
    };
    const notes = checkParameters(request, faults, ignored);
    const text = textsOf.get(hidden) ?? changeTexts(catalogue, hidden);
    textsOf.set(hidden, text);
    const seen = limits && ((page: Changes) => visibleChanges(store, page, limits));
    const isHead = request.method === 'HEAD';
    if (isStream && isHead) return new Response(null, { headers: eventHeaders });
    if (isStream)
      return listening(listeners, caller, async (listener) => {
        const body = await changeEvents(seen ? limitedListener(listener, seen) : listener, query, text);
        return new Response(body, { headers: { ...eventHeaders, ...notes } });
      });
    const bodyOf = (page: Changes): Body => ({
      content: pageText(page, query.limit, text),
      headers: withNotes(headers, page.position ? { ...notes, [POSITION]: page.position } : notes),
      links: `<${CHANGES_PATH}?${nextQuery(location.query, page.cursor)}>; rel="next"`,
      ...untilMidnight(location.query),
    });
    if (wait === 0 || isHead)
      return whenReady(store.changes(query), (page) => (seen ? seen(page).then(bodyOf) : bodyOf(page)));
    // Not from the cache: it would be answered without waiting.
    return listening(listeners, caller, async (listener) => {
      const page = await (seen ? limitedListener(listener, seen) : listener).next(query, 1000 * wait);
      listener.end();
      return sendBody(request, bodyOf(page));
    });
  };
}

/** Those that were named, or all that the client may read. */
function resourcesFor(access: Access, named: readonly Resource[], catalogue: Catalogue): readonly Resource[] {
  if (named === catalogue) return catalogue.filter((each) => mayRead(access, each));
  requireReads(access, named, catalogue);
  return named;
}

/** When the answer fails, the listener gives its place back. */
async function listening(
  listeners: Listeners,
  asker: Asker,
  answer: (listener: Listener) => Promise<Response>,
): Promise<Response> {
  const listener = await listeners.begin(asker);
  try {
    return await answer(listener);
  } catch (error) {
    listener.end();
    throw error;
  }
}

function pageText({ changes: entries, cursor, upToDate }: Changes, limit: number, text: (change: Change) => string) {
  const meta = JSON.stringify({ cursor, up_to_date: upToDate, limit });
  return `{"data":[${entries.map(text).join(',')}],"meta":${meta}}`;
}

function nextQuery(query: string, cursor: string): string {
  const next = new URLSearchParams(query);
  next.delete('since');
  next.set('after', cursor);
  return next.toString();
}

export type Limited = {
  /** Those that the client is told of. */
  readonly resources: readonly Resource[];
  readonly rows: RowLimits;
};

/** The resources whose records decide which of these are there: limits lead to them, one hop after another. */
function decidingFor({ resources, rows }: Limited): ReadonlySet<Resource> {
  const deciding = new Set<Resource>();
  const add = (condition: Condition): void => {
    if (condition.operator !== 'hop') return;
    deciding.add(condition.field.target);
    add(condition.there);
  };
  for (const { name } of resources) for (const each of rows[name] ?? []) add(each);
  return deciding;
}

/** `page`: of the resources and of those that decide. A record that was updated or erased and cannot be seen now may
 * have been seen before, and one that decides may have shown or hidden others, which are not in the feed. To say so
 * would tell of the others too, so the client is told to begin again: then its copy is right. */
async function visibleChanges(store: Store, page: Changes, limits: Limited): Promise<Changes> {
  const { resources, rows } = limits;
  const deciding = decidingFor(limits);
  if (page.changes.some(({ resource, kind }) => kind !== 'created' && deciding.has(resource))) throw gone();
  const told = page.changes.filter(({ resource }) => resources.includes(resource));
  const idsBy = new Map<Resource, number[]>();
  for (const { resource, id, json } of told)
    if (rows[resource.name]) idsBy.set(resource, [...(idsBy.get(resource) ?? []), ...(json === null ? [] : [id])]);
  const visible = new Map<Resource, ReadonlySet<number>>();
  for (const [resource, ids] of idsBy) visible.set(resource, await visibleIds(store, resource, ids, rows));
  const changes = told.filter(({ resource, id, kind }) => {
    if (visible.get(resource)?.has(id) ?? true) return true;
    if (kind === 'created') return false;
    throw gone();
  });
  return { ...page, changes };
}

const gone = (): Refusal =>
  new Refusal(
    'cursor_gone',
    'Records have changed that may have left those which this token sees. Begin again without `after`.',
  );

/** A change that the client cannot see does not end a wait. */
export function limitedListener(listener: Listener, seen: (page: Changes) => Promise<Changes>): Listener {
  return {
    ...listener,
    async next(query, milliseconds) {
      const until = performance.now() + milliseconds;
      for (let { after } = query; ; ) {
        const left = Math.max(0, until - performance.now());
        const page = await seen(await listener.next({ ...query, after }, left));
        if (page.changes.length > 0 || !page.upToDate || left === 0 || listener.signal.aborted) return page;
        after = page.cursor;
      }
    },
  };
}
