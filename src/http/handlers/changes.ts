// The changes feed: a page of it, at once or when there is one, or all of it as events.
import { cursorIn, parseChangesQuery } from '../../contract/changes/changes-query.ts';
import { invalidParameters } from '../../contract/errors.ts';
import { faultAt } from '../../contract/faults.ts';
import { CHANGES } from '../../contract/limits.ts';
import { BASE } from '../../contract/product.ts';
import type { Changes, ChangesQuery } from '../../store/store.ts';
import { type Context, type Handler, whenReady } from '../context.ts';
import { asksForEvents, EVENTS } from '../request/negotiate.ts';
import { checkParameters } from '../request/preferences.ts';
import { type Body, bodyHeaders, sendBody, withNotes } from '../response/body.ts';
import { changeTexts } from '../response/change-text.ts';
import { exposedHeaders, jsonHeaders, listHeaders, NO_STORE, POSITION } from '../response/headers.ts';
import type { Listener } from '../response/listeners.ts';
import { hiddenFrom } from '../response/projection.ts';

export const CHANGES_PATH = `${BASE}/v1/changes`;

export function changes(context: Context): Handler {
  const { catalogue, store, listeners, hasPrivateFields, privateFields } = context;
  const headers = bodyHeaders(listHeaders(hasPrivateFields));
  const eventHeaders = {
    ...jsonHeaders,
    ...NO_STORE,
    ...exposedHeaders,
    'Content-Type': EVENTS,
    Vary: hasPrivateFields ? 'Accept, Authorization, Prefer' : 'Accept, Prefer',
    // A proxy must not wait for the end.
    'X-Accel-Buffering': 'no',
  };
  const [all, open] = [changeTexts(catalogue, {}), changeTexts(catalogue, privateFields)];
  return (request, location, asker) => {
    const { query: asked, wait, faults, ignored } = parseChangesQuery(catalogue, location.query);
    const isStream = asksForEvents(request.headers.get('accept'));
    const query = { ...asked, after: (isStream && lastEvent(request)) || asked.after };
    const notes = checkParameters(request, faults, ignored);
    const text = hiddenFrom(request, context) === privateFields ? open : all;
    const isHead = request.method === 'HEAD';
    if (isStream) return isHead ? new Response(null, { headers: eventHeaders }) : streamed();
    const bodyOf = (page: Changes): Body => ({
      content: pageText(page, query.limit, text),
      headers: withNotes(headers, page.position ? { ...notes, [POSITION]: page.position } : notes),
      links: `<${CHANGES_PATH}?${nextQuery(location.query, page.cursor)}>; rel="next"`,
    });
    // Not from the cache: it would be answered without waiting.
    if (wait > 0 && !isHead) return waited();
    return whenReady(store.changes(query), bodyOf);

    async function waited(): Promise<Response> {
      const listener = await listeners.begin(asker);
      try {
        return sendBody(request, bodyOf(await listener.next(query, 1000 * wait)));
      } finally {
        listener.end();
      }
    }

    async function streamed(): Promise<Response> {
      const body = await events(
        await listeners.begin(asker),
        { ...query, limit: Math.min(query.limit, CHANGES.default) },
        text,
      );
      return new Response(body, { headers: { ...eventHeaders, ...notes } });
    }
  };
}

const lastEvent = (request: Request): string | undefined => {
  const value = request.headers.get('last-event-id') ?? '';
  const parsed = cursorIn({ value });
  if ('fault' in parsed) throw invalidParameters([faultAt(['header', 'Last-Event-ID'], parsed.fault, value)]);
  return parsed.value || undefined;
};

function pageText(
  { changes: entries, cursor, upToDate }: Changes,
  limit: number,
  text: (change: Changes['changes'][number]) => string,
) {
  const meta = JSON.stringify({ cursor, up_to_date: upToDate, limit });
  return `{"data":[${entries.map(text).join(',')}],"meta":${meta}}`;
}

function nextQuery(query: string, cursor: string): string {
  const next = new URLSearchParams(query);
  next.set('after', cursor);
  return next.toString();
}

/** A stream that is quiet for so long sends a comment, so that nobody on the way takes it for dead. In milliseconds. */
const HEARTBEAT = 15_000;

const encoder = new TextEncoder();

/** The first page is read before the stream begins: a place that is not known can still be answered as an error. */
async function events(
  listener: Listener,
  query: ChangesQuery,
  text: (change: Changes['changes'][number]) => string,
): Promise<ReadableStream<Uint8Array>> {
  let first: Changes | undefined;
  try {
    first = await listener.next(query, 0);
  } catch (error) {
    listener.end();
    throw error;
  }
  let [after, isFirst] = [query.after, true];
  const textOf = ({ changes: entries, cursor, upToDate }: Changes): string => {
    const own = entries.map((entry) => `id: ${entry.cursor}\nevent: change\ndata: ${text(entry)}\n\n`).join('');
    // Says where to go on also where only other resources have changed.
    const isNews = upToDate && (isFirst || entries.length > 0 || cursor !== after);
    const state = isNews ? `id: ${cursor}\nevent: up_to_date\ndata: ${JSON.stringify({ cursor })}\n\n` : '';
    [after, isFirst] = [cursor, !upToDate && isFirst];
    return own + state || ':\n\n';
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const page = first ?? (await listener.next({ ...query, after }, HEARTBEAT));
          first = undefined;
          if (listener.signal.aborted) {
            listener.end();
            controller.close();
          } else controller.enqueue(encoder.encode(textOf(page)));
        } catch {
          // The client comes back with the last id, and is told then what is wrong.
          listener.end();
          controller.close();
        }
      },
      cancel: () => listener.end(),
    },
    { highWaterMark: 0 },
  );
}
