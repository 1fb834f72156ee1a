// Reads the changes feed page by page: to its end, or on and on, over breaks of the connection.
import { setTimeout } from 'node:timers/promises';
import { messageOf } from '../../contract/errors.ts';
import { CHANGES } from '../../contract/limits.ts';
import { timeOf } from '../../contract/request/changes-query.ts';
import type { Send } from '../../mcp/tool.ts';
import { CommandError } from '../options/exit-codes.ts';
import { withQuery } from '../options/resource-options.ts';
import type { Item } from '../terminal/table.ts';

export type Entry = {
  readonly cursor: string;
  readonly resource: string;
  readonly id: number;
  readonly kind: 'created' | 'updated' | 'erased';
  readonly at: string;
  readonly record: Item | null;
};

export type ChangePage = {
  readonly data: readonly Entry[];
  readonly meta: { readonly cursor: string; readonly up_to_date: boolean };
};

type Reading = {
  /** A cursor, `now`, or a time, from which on it begins. Without one it begins with a snapshot. */
  readonly after: string | undefined;
  /** Without any it is all of them. */
  readonly resources: readonly string[];
  /** Ends when it is up to date. Otherwise it ends only with the signal. */
  readonly once: boolean;
  /** It ends without an error. */
  readonly signal: AbortSignal;
};

/** How often a page is asked for again before an end that is wanted is given up. */
const TRIES = 5;
/** Milliseconds until then. */
const PAUSE = 1000;

export async function* changePages(send: Send, reading: Reading): AsyncGenerator<ChangePage, void> {
  const { resources, once, signal } = reading;
  let { after } = reading;
  let [hasBegun, isUpToDate, failures] = [false, false, 0];
  while (!signal.aborted) {
    const query = new URLSearchParams({ limit: String(CHANGES.maximum) });
    if (after !== undefined) query.set(timeOf(after) === undefined ? 'after' : 'since', after);
    if (resources.length > 0) query.set('resources', resources.join());
    // Only behind a place that is known: after `now` and a break, changes would be missed.
    if (isUpToDate) query.set('wait', String(CHANGES.wait));
    let page: ChangePage;
    try {
      const response = await send(withQuery('changes', query), { signal });
      page = await response.json().catch(() => {
        throw new CommandError('unavailable', 'The answer broke off.');
      });
    } catch (error) {
      if (signal.aborted) return;
      const ending = error instanceof CommandError ? error.ending : undefined;
      if (ending === 'missing')
        throw new CommandError('failed', 'This service has no changes feed: it is of an older version.');
      if (ending !== 'unavailable' || !hasBegun || (once && failures >= TRIES)) throw error;
      if (failures++ === 0) console.error(`workforce: ${messageOf(error)} Trying again until it can go on.`);
      await pause(PAUSE, signal);
      continue;
    }
    [hasBegun, failures] = [true, 0];
    ({ cursor: after, up_to_date: isUpToDate } = page.meta);
    yield page;
    if (once && isUpToDate) return;
  }
}

/** Ends early with the signal. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
