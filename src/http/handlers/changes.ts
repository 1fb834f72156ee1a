// The changes feed: a page of it, at once or when there is one, or all of it as events.
import { type Access, mayRead } from '../../access/access.ts';
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { parseChangesQuery } from '../../contract/changes/changes-query.ts';
import { BASE } from '../../contract/product.ts';
import type { Asker } from '../../fairness/asker.ts';
import type { Change, Changes, PrivateFields } from '../../store/store.ts';
import { type Context, type Handler, whenReady } from '../context.ts';
import { requireReads } from '../request/auth.ts';
import { asksForEvents, EVENTS } from '../request/negotiate.ts';
import { checkParameters } from '../request/preferences.ts';
import { type Body, bodyHeaders, sendBody, withNotes } from '../response/body.ts';
import { changeEvents } from '../response/change-events.ts';
import { changeTexts } from '../response/change-text.ts';
import { exposedHeaders, jsonHeaders, listHeaders, NO_STORE, POSITION } from '../response/headers.ts';
import type { Listener, Listeners } from '../response/listeners.ts';
import { decidingFor, limitedListener, visibleChanges } from '../response/visible-changes.ts';

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
  next.set('after', cursor);
  return next.toString();
}
