// The changes feed: one page of it, or all of it and what comes, in one loop that survives breaks.
import { isTransient, type Send, sleep } from '../connection.ts';
import { sendJson } from '../operations.ts';
import { queryString } from '../query-string.ts';
import type { CallOptions } from '../types.ts';
import { TimeoutError, WorkforceError } from '../workforce-error.ts';
import type {
  Change,
  ChangePage,
  Changes,
  ChangesQuery,
  EntryOptions,
  FollowOptions,
  FollowQuery,
} from './change-types.ts';

/** As much as the service allows: fewer requests. */
const [PAGE_SIZE, WAIT] = [1000, 30];
/** Milliseconds until a page is asked for again that could not be read after all retries. */
const PAUSE = 2_000;

export function changes(send: Send): Changes {
  const page = (query: ChangesQuery = {}, { signal }: CallOptions = {}): Promise<ChangePage> =>
    sendJson(send, { path: `changes${queryString(query)}`, signal, waits: 1000 * (query.wait ?? 0) });

  async function* pages(
    { live = true, wait = WAIT, limit = PAGE_SIZE, since, ...query }: FollowQuery = {},
    { onBreak, ...options }: FollowOptions = {},
  ): AsyncGenerator<ChangePage, void, undefined> {
    let next: ChangesQuery = { ...query, since, limit };
    for (let hasBegun = false; ; ) {
      let found: ChangePage;
      try {
        found = await page(next, options);
      } catch (error) {
        // What was wrong from the beginning, such as the address, is not going to pass.
        if (!hasBegun || !live || !passes(error)) throw error;
        onBreak?.(error);
        await sleep(PAUSE, options.signal);
        continue;
      }
      hasBegun = true;
      const { cursor, up_to_date: isUpToDate } = found.meta;
      // It waits only behind a place that is known: after `now` and a break, changes would be missed.
      next = { ...query, limit, after: cursor, ...(isUpToDate && { wait: Math.max(1, wait) }) };
      yield found;
      if (isUpToDate && !live) return;
    }
  }

  async function* entries(query: FollowQuery = {}, { onUpToDate, ...options }: EntryOptions = {}) {
    for await (const { data, meta } of pages(query, options)) {
      yield* data as Change[];
      if (meta.up_to_date) await onUpToDate?.(meta.cursor);
    }
  }

  return Object.assign(entries, { pages, page }) as Changes;
}

const passes = (error: unknown): error is WorkforceError =>
  error instanceof TimeoutError || (error instanceof WorkforceError && isTransient(error));
