// The changes feed as server-sent events, at the pace of its reader: a page is read when the one before it is taken.
import type { Change, Changes, ChangesQuery } from '../../store/store.ts';
import type { Listener } from './listeners.ts';

/** Entries of one page: as many as a reader that has stopped may hold in memory. */
const MAX_ENTRIES = 100;

const encoder = new TextEncoder();

/** Resolves when the first page is read: a place that is not known can still be answered as an error. */
export async function changeEvents(
  listener: Listener,
  query: ChangesQuery,
  textOf: (change: Change) => string,
): Promise<ReadableStream<Uint8Array>> {
  const limit = Math.min(query.limit, MAX_ENTRIES);
  let first: Changes | undefined = await listener.next({ ...query, limit }, 0);
  /** The place that the reader knows. */
  let after: string | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          // A stream that is quiet for long sends a comment, so that nobody on the way takes it for dead.
          const page = first ?? (await listener.next({ ...query, limit, after }, listener.heartbeat));
          first = undefined;
          if (listener.signal.aborted) throw listener.signal.reason;
          controller.enqueue(encoder.encode(eventsOf(page, after, textOf)));
          after = page.cursor;
        } catch {
          // The client comes back with the last id, and then gets the error.
          listener.end();
          controller.close();
        }
      },
      cancel: listener.end,
    },
    { highWaterMark: 0 },
  );
}

/** The last event also says where to go on when only other resources have changed. */
function eventsOf(
  { changes, cursor, upToDate }: Changes,
  after: string | undefined,
  textOf: (change: Change) => string,
) {
  const events = changes.map((change) => event(change.cursor, 'change', textOf(change)));
  if (upToDate && cursor !== after) events.push(event(cursor, 'up_to_date', JSON.stringify({ cursor })));
  return events.join('') || ':\n\n';
}

const event = (id: string, name: string, data: string): string => `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
