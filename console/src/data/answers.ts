// Answers of the API as signals. An answer stays while a newer one is loading; the same question of several parts of a
// page is asked once; a question that nobody needs any more is cancelled; and what is shown is asked again when a
// change concerns it.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { WorkforceError } from '../../../client/src/index.ts';
import { type Arrival, ask } from './api.ts';
import { onChanges, tell } from './changes.ts';
import { isConcerned } from './concerns.ts';
import { type Paced, paced } from './paced.ts';
import { isReachable, RETRY } from './reachable.ts';
import { checkRights, losses } from './rights.ts';
import { token } from './token.ts';
import { today } from './words.ts';

export type Answer<T> = {
  readonly data?: T;
  readonly error?: WorkforceError;
  readonly isLoading: boolean;
  /** When it was last known to be true. */
  readonly at?: number;
  readonly arrival?: Arrival | undefined;
};

type Entry = {
  readonly path: string;
  readonly answer: Signal<Answer<unknown>>;
  /** How many parts of the page need it. */
  users: number;
  asking?: AbortController | undefined;
  /** Ends with the question that is being asked. */
  asked?: Promise<void>;
  /** Asks again after a change. */
  readonly again: Paced;
};

const entries = new Map<string, Entry>();
const MAX_ENTRIES = 200;

function newEntry(path: string): Entry {
  const again = paced(async () => {
    // The answer under way may be from before the change.
    await entry.asked;
    if (entry.users > 0) await load(entry);
  });
  const entry: Entry = { path, answer: signal<Answer<unknown>>({ isLoading: false }), users: 0, again };
  return entry;
}

function entryOf(path: string): Entry {
  const entry = entries.get(path) ?? newEntry(path);
  // The last one is the one that was used last.
  entries.delete(path);
  entries.set(path, entry);
  if (entries.size > MAX_ENTRIES) {
    const unused = [...entries.values()].find(({ users }) => users === 0);
    if (unused) entries.delete(unused.path);
  }
  return entry;
}

function load(entry: Entry): Promise<void> {
  if (!entry.asking) entry.asked = askFor(entry);
  return entry.asked!;
}

async function askFor(entry: Entry): Promise<void> {
  const asking = new AbortController();
  entry.asking = asking;
  entry.answer.value = { ...entry.answer.peek(), isLoading: true };
  const answered = await ask(entry.path, asking.signal).catch((error: WorkforceError) => ({ error }));
  // Nobody needs it any more, or it is being asked anew.
  if (entry.asking !== asking) return;
  entry.asking = undefined;
  const known = entry.answer.peek();
  if ('error' in answered) {
    const { error } = answered;
    // What is known stays, but not of a record that was erased.
    entry.answer.value = { ...(error.status !== 404 && known), error, isLoading: false };
  } else {
    const { data, arrival } = answered;
    const isSame = known.data !== undefined && arrival?.tag != null && arrival.tag === known.arrival?.tag;
    entry.answer.value = { data: isSame ? known.data : data, isLoading: false, at: Date.now(), arrival };
  }
}

function use(path: string): Entry {
  const entry = entryOf(path);
  entry.users++;
  const { data, at = 0 } = entry.answer.peek();
  if (data === undefined || Date.now() - at > 1000) void load(entry);
  return entry;
}

function leave(entry: Entry): void {
  entry.users--;
  if (entry.users > 0 || !entry.asking) return;
  entry.asking.abort();
  // At once, so that it is asked again if it is needed before the request has ended.
  entry.asking = undefined;
  entry.answer.value = { ...entry.answer.peek(), isLoading: false };
}

const NOTHING: ReadonlySignal<Answer<never>> = signal({ isLoading: false });

/** The answer to a path of the API such as `employees?limit=1`; without a path, nothing. */
export function useAnswer<T>(path: string | undefined): Answer<T> {
  const entry = useMemo(() => (path === undefined ? undefined : entryOf(path)), [path]);
  // Before the page is drawn: a frame may take as long as an answer.
  useLayoutEffect(() => {
    if (path === undefined) return;
    const used = use(path);
    return () => leave(used);
  }, [path]);
  return (entry?.answer ?? NOTHING).value as Answer<T>;
}

/** The same, and while the answer to a changed question is on its way, the one before. */
export function useSteadyAnswer<T>(path: string | undefined): Answer<T> & { readonly isOld: boolean } {
  const answer = useAnswer<T>(path);
  const shown = useRef<Answer<T>>(answer);
  // While the service cannot be reached, the old answer stays; the top of the page says that it is not asked anew.
  const isAway = answer.error?.status === 0 && shown.current.data !== undefined;
  if (answer.data !== undefined || (answer.error && !isAway)) shown.current = answer;
  const isOld = shown.current !== answer;
  return isOld ? { ...shown.current, isLoading: true, isOld } : { ...answer, isOld };
}

/** One answer, for what is no part of a page. */
export async function answerOnce<T>(path: string, abort?: AbortSignal): Promise<T> {
  const { data } = await ask(path, abort);
  return data as T;
}

/** Asks again for everything that is shown. */
export function refresh(isDue: (entry: { path: string; at: number }) => boolean = () => true): void {
  for (const entry of entries.values()) {
    const { at = 0, isLoading } = entry.answer.peek();
    if (entry.users > 0 && !isLoading && isDue({ path: entry.path, at })) void load(entry);
  }
}

/** After a create, and when another token is shown, nothing that is kept may be true. */
export function forget(): void {
  for (const [path, { users }] of entries) if (users === 0) entries.delete(path);
  refresh();
}

/** When rights are lost, nothing that was known may be seen any more. */
function drop(): void {
  for (const [path, entry] of entries) {
    entry.asking?.abort();
    entry.asking = undefined;
    entry.answer.value = { isLoading: false };
    if (entry.users === 0) entries.delete(path);
  }
  refresh();
}

/** How often it is asked whether the service is well, which no change tells. */
export const HEALTH = 10_000;
/** How often who has shown a token, or signed in, asks whether that still counts. */
const RIGHTS = 30_000;

/** Keeps what is shown up to date. What failed is asked again while the page is visible. */
export function keepFresh(): void {
  let day = today();
  let rightsAt = Date.now();
  const tick = () => {
    if (document.visibilityState !== 'visible') return;
    if (Date.now() - rightsAt > RIGHTS) {
      rightsAt = Date.now();
      checkRights();
    }
    // Figures of today, and what is late, change with the day.
    if (day !== today()) tell();
    day = today();
    refresh(({ path, at }) => {
      const { error } = entries.get(path)!.answer.peek();
      return error ? mayPass(error) : path === 'health' && Date.now() - at > HEALTH;
    });
  };
  setInterval(tick, RETRY);
  document.addEventListener('visibilitychange', () => {
    rightsAt = 0;
    tick();
  });
  // After an outage nothing waits for its turn, and what was told meanwhile was not heard.
  let wasReachable = true;
  isReachable.subscribe((isBack) => {
    if (isBack && !wasReachable) refresh();
    wasReachable = isBack;
  });
  token.subscribe(() => forget());
  losses.subscribe((count) => count > 0 && drop());
  onChanges((changes) => {
    for (const entry of entries.values()) {
      const { data } = entry.answer.peek();
      if (changes && !isConcerned(entry.path, changes, data)) continue;
      if (entry.users > 0) entry.again.call();
      // It is asked again when it is needed, and nothing of an erased record is shown until then.
      else entry.answer.value = { isLoading: false };
    }
  });
}

/** A refusal stays one; what is unavailable may be back. */
export const mayPass = ({ status }: WorkforceError): boolean => status === 0 || status === 429 || status >= 500;
