// Changes as they happen: the changes feed of the service as server-sent events. A part of a page asks again when a
// change concerns it, so a page on which nothing changes asks nothing.
//
// A browser has six connections to a host over HTTP/1.1, and a stream takes one for good. So the visible tabs of a
// browser share one stream: the one that has the lock reads it and tells the others. A tab that is hidden leaves at
// once, and goes on from its cursor when it is seen again: a browser may freeze a hidden tab, which could then neither
// tell the others nor let go. Without locks (they need HTTPS or this machine) every visible tab has a stream of its
// own. It is read with fetch, because an EventSource does not say why it was refused.
import { computed, effect, untracked } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { askNewest, reach } from './api.ts';
import { isConcerned } from './concerns.ts';
import { paced, pause } from './paced.ts';
import { feedOf, me } from './rights.ts';
import { headersWith, token } from './token.ts';

export type Change = {
  readonly resource: string;
  readonly id: number;
  readonly kind: 'created' | 'updated' | 'erased';
  readonly at: string;
};

/** The changes between two cursors. A follower at another cursor has missed some. */
type News = { readonly from: string | undefined; readonly to: string; readonly changes: readonly Change[] };

type Listener = (changes: readonly Change[] | undefined) => void;

const NAME = 'workforce-changes';
/** A question to the tab that has the stream: where are we? */
const WHERE = 'where';
/** At most one attempt in so many milliseconds. */
const RETRY = 2000;
/** The service says something every 15 seconds. A stream that is silent for so long is dead, or a proxy keeps it to
 * itself. */
const SILENCE = 40_000;
/** With so many missed changes, asking for everything on the page again is cheaper. */
const MOST = 1000;

const listeners = new Set<Listener>();
/** Tabs whose people may see different things share nothing. */
let [channel, name]: [BroadcastChannel | undefined, string] = [undefined, ''];
let cursor: string | undefined;
let following: AbortController | undefined;
/** Ends when this tab no longer reads the stream for the others. */
let leading: AbortSignal | undefined;
const start = Promise.withResolvers<void>();

export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Without changes: anything may have changed. */
export function tell(changes?: readonly Change[]): void {
  askNewest();
  for (const listener of listeners) listener(changes);
}

/** Asks again when the answer to one of these paths may have changed. */
export function useChanges(paths: readonly string[], ask: () => unknown): void {
  const last = useRef(ask);
  last.current = ask;
  useEffect(() => {
    const again = paced(async () => void (await last.current()));
    const stop = onChanges((changes) => {
      if (!changes || paths.some((path) => isConcerned(path, changes))) again.call();
    });
    return () => {
      stop();
      again.stop();
    };
  }, paths);
}

/** Follows while the page is visible. Resolves when it is known from where: what is asked later is as new as that. */
export function follow(): Promise<void> {
  const feed = computed(feedOf);
  const update = () => {
    following?.abort();
    following = undefined;
    if (document.visibilityState !== 'visible' || feed.peek() === undefined) return start.resolve();
    following = new AbortController();
    void join(following.signal);
  };
  document.addEventListener('visibilitychange', update);
  effect(() => {
    if (feed.value !== undefined) open(`${NAME} ${feed.value}`.trim());
    untracked(update);
  });
  return start.promise;
}

function open(wanted: string): void {
  if (wanted === name) return;
  name = wanted;
  channel?.close();
  if (!navigator.locks || !globalThis.BroadcastChannel) return;
  const opened = new BroadcastChannel(name);
  channel = opened;
  opened.onmessage = ({ data }: MessageEvent<News | typeof WHERE>) => {
    if (data !== WHERE) return following && !leading ? take(data) : undefined;
    if (leading && cursor !== undefined) opened.postMessage({ from: cursor, to: cursor, changes: [] });
  };
}

async function join(signal: AbortSignal): Promise<void> {
  if (!channel) return lead(signal);
  channel.postMessage(WHERE);
  // It ends with an error when nobody waits for the lock any more.
  await navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => undefined);
}

async function lead(signal: AbortSignal): Promise<void> {
  leading = signal;
  while (!signal.aborted) {
    const next = Date.now() + RETRY;
    await read(signal).catch(() => undefined);
    await pause(next - Date.now(), signal);
  }
  if (leading === signal) leading = undefined;
}

async function read(signal: AbortSignal): Promise<void> {
  const silent = new AbortController();
  const watch = () =>
    setTimeout(() => {
      silent.abort();
      tell();
    }, SILENCE);
  let timer = watch();
  try {
    const response = await reach(`/api/v1/changes?after=${encodeURIComponent(cursor ?? 'now')}`, {
      headers: { Accept: 'text/event-stream', ...(me.peek()?.reads === 'token' && headersWith(token.peek())) },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silent.signal]),
    });
    // The cursor is too old, or of another state of the data.
    if (response.status === 410) cursor = undefined;
    if (!response.ok) return;
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let [text, behind] = ['', 0]; behind < MOST; ) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = watch();
      const events = (text + value).split('\n\n');
      text = events.pop()!;
      const news = newsIn(events, cursor);
      behind = events.some((event) => event.includes('\nevent: up_to_date\n')) ? 0 : behind + news.changes.length;
      if (news.to === cursor) continue;
      channel?.postMessage(news);
      take(news as News);
    }
    cursor = undefined;
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
}

/** What the events say; `from`: the cursor before them. */
export function newsIn(events: readonly string[], from: string | undefined) {
  const changes: Change[] = [];
  let to = from;
  for (const event of events) {
    const [, id, data] = /^id: (.*)\n.*\ndata: ([^\n]*)/.exec(event) ?? [];
    // Without an id it only says that the stream is alive.
    if (id === undefined) continue;
    to = id;
    const { resource, id: record, kind, at } = JSON.parse(data!) as Change;
    // The values are not told: each tab asks for what its person may see.
    if (kind) changes.push({ resource, id: record, kind, at });
  }
  return { from, to, changes };
}

function take({ from, to, changes }: News): void {
  const isKnown = cursor !== undefined && from === cursor;
  cursor = to;
  if (!isKnown) tell();
  else if (changes.length > 0) tell(changes);
  start.resolve();
}
