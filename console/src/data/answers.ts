// Answers of the API as signals. An answer stays while a newer one is loading; the same question of several parts of a page is asked
// once; a question that nobody needs any more is cancelled; and what is shown is asked again while the page is visible.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { WorkforceError } from '../../../client/src/index.ts';
import { type Arrival, ask } from './api.ts';
import { token } from './token.ts';

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
};

const entries = new Map<string, Entry>();
const MAX_ENTRIES = 200;
/** Numbers over all records cost more than pages of them, and move less. */
const PERIOD = { records: 10_000, figures: 60_000 };

const periodOf = (path: string): number => (/^(aggregate|insights)/.test(path) ? PERIOD.figures : PERIOD.records);

function entryOf(path: string): Entry {
  const known = entries.get(path);
  const entry = known ?? { path, answer: signal<Answer<unknown>>({ isLoading: false }), users: 0 };
  // The last one is the one that was used last.
  entries.delete(path);
  entries.set(path, entry);
  if (entries.size > MAX_ENTRIES) {
    const unused = [...entries.values()].find(({ users }) => users === 0);
    if (unused) entries.delete(unused.path);
  }
  return entry;
}

async function load(entry: Entry): Promise<void> {
  if (entry.asking) return;
  const asking = new AbortController();
  entry.asking = asking;
  entry.answer.value = { ...entry.answer.peek(), isLoading: true };
  try {
    const { data, arrival } = await ask(entry.path, asking.signal);
    const known = entry.answer.peek();
    const isSame = known.data !== undefined && arrival?.tag != null && arrival.tag === known.arrival?.tag;
    entry.answer.value = { data: isSame ? known.data : data, isLoading: false, at: Date.now(), arrival };
  } catch (error) {
    if (asking.signal.aborted) entry.answer.value = { ...entry.answer.peek(), isLoading: false };
    else entry.answer.value = { ...entry.answer.peek(), error: error as WorkforceError, isLoading: false };
  } finally {
    entry.asking = undefined;
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
  if (entry.users === 0) entry.asking?.abort();
}

const NOTHING: ReadonlySignal<Answer<never>> = signal({ isLoading: false });

/** The answer to a path of the API such as `employees?limit=1`; without a path, nothing. */
export function useAnswer<T>(path: string | undefined): Answer<T> {
  const entry = useMemo(() => (path === undefined ? undefined : entryOf(path)), [path]);
  useEffect(() => {
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
  if (answer.data !== undefined || answer.error) shown.current = answer;
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

const TICK = 2000;

/** Keeps what is shown up to date while the page is visible. What failed is asked again sooner. */
export function keepFresh(): void {
  const tick = () => {
    if (document.visibilityState !== 'visible') return;
    refresh(({ path, at }) => {
      const failed = entries.get(path)!.answer.peek().error !== undefined;
      return failed ? isWorthAsking(path) : Date.now() - at > periodOf(path);
    });
  };
  setInterval(tick, TICK);
  document.addEventListener('visibilitychange', tick);
  window.addEventListener('online', () => refresh());
  token.subscribe(() => forget());
}

/** A refusal stays one; what is unavailable may be back. */
function isWorthAsking(path: string): boolean {
  const { error } = entries.get(path)!.answer.peek();
  return error !== undefined && (error.status === 0 || error.status === 429 || error.status >= 500);
}
