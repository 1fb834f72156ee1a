// Reads the changes feed page by page: to its end, or on and on, over breaks of the connection. What answers need not be
// a service: a page has an end in bytes and time, and only what was asked for, and pages come to an end too.
import { setTimeout } from 'node:timers/promises';
import { boundedText, TooLong } from '../../contract/bounded-text.ts';
import { messageOf, tried } from '../../contract/errors.ts';
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
  /** Milliseconds that a page may take. */
  readonly patience?: number;
};

/** How often a page is asked for again before an end that is wanted is given up. */
const TRIES = 5;
/** Milliseconds until then. */
const PAUSE = 1000;
/** With the wait for the next change. */
const PATIENCE = 120_000;
/** A page of more bytes is asked for again, with half as many entries. */
const PAGE_BYTES = 32 * 1024 * 1024;

export async function* changePages(send: Send, reading: Reading): AsyncGenerator<ChangePage, void> {
  const { resources, once, signal, patience = PATIENCE } = reading;
  const goesOn = loopCheck();
  let { after } = reading;
  let [hasBegun, isUpToDate, failures, stuck, limit] = [false, false, 0, 0, CHANGES.maximum as number];
  while (!signal.aborted) {
    const query = new URLSearchParams({ limit: String(limit) });
    if (after !== undefined) query.set(timeOf(after) === undefined ? 'after' : 'since', after);
    if (resources.length > 0) query.set('resources', resources.join());
    // Only behind a place that is known: after `now` and a break, changes would be missed.
    if (isUpToDate) query.set('wait', String(CHANGES.wait));
    const began = performance.now();
    const late = AbortSignal.timeout(patience);
    let page: ChangePage;
    try {
      const response = await send(withQuery('changes', query), { signal: AbortSignal.any([signal, late]) });
      page = pageIn(await boundedText(response, PAGE_BYTES).catch(brokenOff), resources);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof TooLong && limit > 1 && !late.aborted) {
        limit = Math.floor(limit / 2);
        continue;
      }
      const fault = late.aborted
        ? new CommandError('unavailable', tooLate(patience))
        : error instanceof TooLong
          ? foreign(error.message)
          : error;
      const ending = fault instanceof CommandError ? fault.ending : undefined;
      if (ending === 'missing')
        throw new CommandError('failed', 'This service has no changes feed: it is of an older version.');
      if (ending !== 'unavailable' || !hasBegun || (once && failures >= TRIES)) throw fault;
      if (failures++ === 0) console.error(`workforce: ${messageOf(fault)} Trying again until it can go on.`);
      await pause(PAUSE, signal);
      continue;
    }
    [hasBegun, failures] = [true, 0];
    const hasWaited = isUpToDate && page.data.length === 0;
    ({ cursor: after, up_to_date: isUpToDate } = page.meta);
    yield page;
    if (once && isUpToDate) return;
    // As while the database cannot say where the end is.
    const isStuck = !isUpToDate && !goesOn(after);
    if (isStuck && once && stuck++ >= TRIES)
      throw new CommandError('unavailable', 'The service has more, and does not get to it.');
    // Nor is a wait that was none asked for again at once.
    if (isStuck || (hasWaited && performance.now() - began < PAUSE)) await pause(PAUSE, signal);
  }
}

const tooLate = (patience: number): string => `The service took more than ${patience / 1000} s for a page.`;

function brokenOff(error: unknown): never {
  throw error instanceof TooLong ? error : new CommandError('unavailable', 'The answer broke off.');
}

const foreign = (why: string): CommandError =>
  new CommandError('failed', `What answers is not the changes feed of this service: ${why}.`);

/** Text that is no JSON is an answer that broke off. */
function pageIn(text: string, resources: readonly string[]): ChangePage {
  const page: unknown = tried(() => JSON.parse(text));
  if (page === undefined) throw new CommandError('unavailable', 'The answer broke off.');
  const { data, meta } = Object(page);
  if (!isCursor(meta?.cursor) || typeof meta.up_to_date !== 'boolean' || !Array.isArray(data))
    throw foreign('a page has other parts');
  const odd = data.findIndex((entry) => !isEntry(entry, resources));
  if (odd >= 0) throw foreign(`entry ${odd + 1} of a page is none that was asked for`);
  return page as ChangePage;
}

const isCursor = (value: unknown): boolean => typeof value === 'string' && value.length <= CHANGES.cursor;

/** Names of resources become names of files. */
function isEntry(entry: unknown, resources: readonly string[]): entry is Entry {
  const { cursor, resource, id, record } = Object(entry);
  const isAsked = typeof resource === 'string' && (resources.length === 0 || resources.includes(resource));
  return isAsked && isCursor(cursor) && Number.isSafeInteger(id) && id > 0 && (record === null || record?.id === id);
}

/** Says no at a cursor that was met before. It keeps one of them at a time, for twice as long each time (Brent). */
function loopCheck(): (cursor: string) => boolean {
  let [kept, power, steps] = ['', 1, 0];
  return (cursor) => {
    if (cursor === kept) return false;
    steps += 1;
    if (steps === power) [kept, power, steps] = [cursor, power * 2, 0];
    return true;
  };
}

/** Ends early with the signal. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
