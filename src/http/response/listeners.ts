// Requests that wait for changes: long polls and streams of server-sent events. One timer asks the database for all of
// them whether there is more, and requests that stand at the same place share a page. A client that has most of the
// places gives one up when they run out.
import { Refusal } from '../../contract/errors.ts';
import { LISTENERS } from '../../contract/limits.ts';
import type { Asker } from '../../fairness/asker.ts';
import { turns } from '../../fairness/turns.ts';
import { type Measure, measure } from '../../store/shared/measure.ts';
import type { Change, Changes, ChangesQuery, Store } from '../../store/store.ts';

/** How often the database is asked, in milliseconds: one in this process answers from memory. */
const ASK_EVERY = { embedded: 20, server: 50 };
/** How many pages are shared at a time. */
const MAX_PAGES = 64;

export type Listener = {
  /** The changes after the place. When there are none, the changes that come before the time is over, which may be
   * none. */
  next(query: ChangesQuery, milliseconds: number): Promise<Changes>;
  /** Aborted when the client is gone, has to give way, or the service stops. */
  readonly signal: AbortSignal;
  /** After how many milliseconds a quiet stream says that it is there. */
  readonly heartbeat: number;
  end(): void;
};

export type Listeners = ReturnType<typeof listeners>;

/** For tests, which have less time and fewer clients. */
export type ListenerSettings = { readonly heartbeat?: number; readonly places?: number };

const HEARTBEAT = 15_000;

export function listeners(store: Store, { heartbeat = HEARTBEAT, places = LISTENERS.places }: ListenerSettings = {}) {
  const line = turns({ ...LISTENERS, places, busy: BUSY, retryAfter: 5 });
  const every = store.version() === undefined ? ASK_EVERY.server : ASK_EVERY.embedded;
  const waiting = new Set<() => void>();
  const pages = new Map<string, Promise<Changes>>();
  const active = new Set<AbortController>();
  let newest = '';
  let timer: NodeJS.Timeout | undefined;

  async function ask(): Promise<void> {
    // A database that is away is asked again.
    const now = await Promise.try(store.newestChange).catch(() => newest);
    if (now !== newest) {
      newest = now;
      pages.clear();
      for (const wake of [...waiting]) wake();
    }
    timer = waiting.size > 0 ? setTimeout(ask, every) : undefined;
    if (!timer) pages.clear();
  }

  /** Resolves when there may be more than at the time of `since`, when the time is over, or when nobody waits any
   * more. */
  function more(since: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (since !== newest || signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const over = setTimeout(resolve, milliseconds);
    const end = () => resolve();
    waiting.add(resolve);
    signal.addEventListener('abort', end);
    timer ??= setTimeout(ask, 0);
    return promise.finally(() => {
      clearTimeout(over);
      waiting.delete(resolve);
      signal.removeEventListener('abort', end);
    });
  }

  function page(query: ChangesQuery): Promise<Changes> {
    // The beginning and the end are where they are when they are asked for.
    if (query.after === undefined || query.after === 'now') return Promise.try(() => store.changes(query));
    const names = [query.resources, query.deciding ?? []].map((each) => each.map(({ name }) => name));
    const key = JSON.stringify([query.after, query.limit, ...names]);
    const cached = pages.get(key);
    if (cached) return cached;
    const made = Promise.try(() => store.changes(query));
    if (timer && pages.size < MAX_PAGES) {
      pages.set(key, made);
      made.catch(() => pages.delete(key));
    }
    return made;
  }

  return {
    /** Refuses when there is no place to have. */
    async begin(asker: Asker): Promise<Listener> {
      const over = new AbortController();
      const { signal } = over;
      const leave = await line.take({ asker, signal: asker.signal(), giveWay: () => over.abort() });
      active.add(over);
      asker.signal().addEventListener('abort', () => over.abort(), { once: true });
      asker.apart?.();
      return {
        signal,
        heartbeat,
        end() {
          active.delete(over);
          leave();
        },
        async next(query, milliseconds) {
          const until = performance.now() + milliseconds;
          for (let after = query.after; ; ) {
            const since = newest;
            const found = await page({ ...query, after });
            await asker.checkRights?.();
            const left = until - performance.now();
            if (found.changes.length > 0 || !found.upToDate || left <= 0 || signal.aborted) return found;
            const began = performance.now();
            await more(since, left, signal);
            asker.waited?.(performance.now() - began);
            after = found.cursor;
          }
        },
      };
    },
    /** Ends them all, because the service stops. */
    stop(): void {
      for (const each of active) each.abort();
    },
    measures: (): Measure[] => [
      measure('gauge', 'workforce_listeners', 'Requests that wait for changes.', line.running()),
    ],
  };
}

const BUSY = `${LISTENERS.places} requests wait for changes already. Ask without waiting, or try again shortly.`;

/** Entries of one page: as many as a reader that has stopped may hold in memory. */
const MAX_ENTRIES = 100;

const encoder = new TextEncoder();

/** The changes feed as events, at the pace of its reader: a page is read when the one before it is taken. Resolves when
 * the first page is read: a place that is not known can still be answered as an error. */
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
        } catch (error) {
          // The client comes back with the last id, and then gets the error.
          listener.end();
          if (error instanceof Refusal) controller.enqueue(encoder.encode(endOf(error)));
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

/** Why a stream ends. It has no id, so that the client goes on from the last change. */
const endOf = ({ code, message }: Refusal): string => `event: end\ndata: ${JSON.stringify({ code, message })}\n\n`;

const event = (id: string, name: string, data: string): string => `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
