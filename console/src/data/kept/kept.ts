// Where it is kept: on the service for who has shown a token or signed in, and otherwise in this browser.
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { say } from '../../words/say.ts';
import { reach } from '../api.ts';
import { mayReadSomething, me, rightsChecked } from '../rights.ts';
import { headersWith, token } from '../token.ts';
import { type Change, type Kept, kept, NOTHING, parse } from './document.ts';

const ADDRESS = '/auth/kept';
const KEY = 'kept';

/** Why it is not known, where it should be. */
export const keptError = signal<Error | undefined>(undefined);
/** What is in this browser beside what is on the service. */
export const keptHere = signal<Kept>(NOTHING);

/** Who is known to the service has one document there. */
export const keptBy: ReadonlySignal<string | undefined> = computed(() => {
  const who = me.value?.who;
  return who && mayReadSomething() ? `${who.kind} ${who.name}` : undefined;
});

export const readHere = (): Kept => ({ ...NOTHING, ...parse(localStorage.getItem(KEY) ?? '') });

export function writeHere({ items, goals }: Kept): void {
  if (items.length === 0 && goals === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify({ items, goals }));
}

async function ask(init: RequestInit = {}): Promise<Kept & { written?: boolean }> {
  const headers = { ...headersWith(token.peek()), 'Content-Type': 'application/json' };
  const response = await reach(ADDRESS, { ...init, headers, cache: 'no-store' });
  const body = await response.json().catch(() => undefined);
  if (!response.ok)
    throw new Error(body?.error?.message ?? say('The service answers {status}.', { status: response.status }));
  return body;
}

/** Reads it again, as it is for this person now. */
export async function readKept(): Promise<void> {
  const owner = keptBy.peek();
  const here = readHere();
  if (owner === undefined) {
    kept.value = here;
    keptHere.value = NOTHING;
    keptError.value = undefined;
    return;
  }
  keptHere.value = here;
  try {
    const { version, items, goals } = await ask();
    // Meanwhile it may be somebody else who looks at it.
    if (keptBy.peek() !== owner) return;
    if (kept.peek().version !== version || isUnread) kept.value = { version, items, ...(goals && { goals }) };
    isUnread = false;
    keptError.value = undefined;
  } catch (error) {
    if (keptBy.peek() === owner) keptError.value = error as Error;
  }
}

/** What is shown is not yet what the service has. */
let isUnread = true;
/** Another tab or browser may write at the same time; so often it is tried again. */
const TRIES = 5;
let last: Promise<unknown> = Promise.resolve();

/** Makes a change after those before it; rejects where it could not be written. */
export function changeKept(change: Change): Promise<void> {
  const made = last.then(() => write(change));
  last = made.catch(() => undefined);
  return made;
}

async function write(change: Change): Promise<void> {
  const owner = keptBy.peek();
  if (owner === undefined) {
    writeHere(change(readHere()));
    return readKept();
  }
  let newest = isUnread ? await ask() : kept.peek();
  for (let tried = 0; tried < TRIES; tried++) {
    const { version, items, goals } = change(newest);
    const answer = await ask({ method: 'POST', body: JSON.stringify({ version, items, goals }) });
    const { written, ...stored } = answer;
    newest = stored;
    if (keptBy.peek() !== owner) return;
    isUnread = false;
    kept.value = stored;
    if (written) return;
  }
  throw new Error(say('It is being changed elsewhere at the same time. Try again.'));
}

/** Follows who it is, other tabs, and `isReady`: until then nothing is asked. */
export function startKept(isReady: ReadonlySignal<boolean>): () => void {
  const stop = effect(() => {
    const owner = keptBy.value;
    isUnread = true;
    kept.value = owner === undefined ? readHere() : NOTHING;
    if (isReady.value) void readKept();
  });
  // Whose rights have ended is not asked for.
  const again = () => document.visibilityState === 'visible' && void rightsChecked().then(readKept);
  document.addEventListener('visibilitychange', again);
  window.addEventListener('storage', again);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', again);
    window.removeEventListener('storage', again);
  };
}
