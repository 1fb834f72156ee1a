// The rights of the person to see and create here, as the service answers at /auth/me for the given token, or for the
// session of the person who has signed in. Where everybody reads everything and nobody signs in, it is asked only when
// a token is given.
import { batch, computed, signal } from '@preact/signals';
import { say } from '../words/say.ts';
import { catalogue, type Field, fieldNamed, type Resource, resourceNamed } from './catalogue.ts';
import { isReachable } from './reachable.ts';
import { headersWith, keepToken, token } from './token.ts';

export type Who = {
  readonly kind: 'person' | 'token';
  readonly name: string;
  readonly role: string | null;
  readonly expires_at: string | null;
};

export type Me = {
  /** Who may read: everybody, or clients that show a token or a session. */
  readonly reads: 'public' | 'token';
  /** Whether people can sign in. */
  readonly sign_in: boolean;
  readonly who: Who | null;
  /** Names of resources. */
  readonly read: readonly string[];
  readonly create: readonly string[];
  /** Names of resources that files may be put into. */
  readonly import: readonly string[];
  /** Private fields of these resources that stay private, such as `employees.base_salary`. */
  readonly hidden: readonly string[];
  /** Some records are as if they did not exist. */
  readonly limited: boolean;
};

/** `undefined`: it was not asked, because everybody reads everything here, and no token was given. */
export const me = signal<Me | undefined>(undefined);

/** Whose session or token has ended, until there is another. */
export const ended = signal<Pick<Who, 'kind' | 'name'> | undefined>(undefined);

/** Grows when rights are lost: what is shown then is taken away. */
export const losses = signal(0);

/** Records are shown to nobody who has not said who they are, and nobody has. */
export const isShutOut = (): boolean => me.value?.reads === 'token' && me.value.who === null;

export const mayRead = (resource: string): boolean => me.value?.read.includes(resource) ?? true;

export const mayReadSomething = (): boolean => catalogue.value.resources.some(({ name }) => mayRead(name));

/** Whether a form is offered. Where nobody has said who they are, that is asked when the form is sent. */
export const mayCreate = ({ name, creatable }: Resource): boolean =>
  creatable && (me.value?.who ? me.value.create.includes(name) : catalogue.value.writes);

/** Whether it can be sent now. */
export const canCreate = ({ name }: Resource): boolean => me.value?.create.includes(name) ?? false;

/** Whether putting in files is offered. */
export const mayImport = ({ name }: Resource): boolean =>
  me.value?.who ? me.value.import.includes(name) : catalogue.value.writes;

export const canImport = ({ name }: Resource): boolean => me.value?.import.includes(name) ?? false;

/** The fields that nothing is shown of: those that are private, and all of resources that may not be read. */
const lockedFields = computed<ReadonlySet<Field>>(() => {
  const { resources } = catalogue.value;
  const rights = me.value;
  if (!rights) return new Set(resources.flatMap(({ fields }) => fields.filter((field) => field.private)));
  return new Set([
    ...resources.filter(({ name }) => !mayRead(name)).flatMap(({ fields }) => fields),
    ...rights.hidden.flatMap((path) => {
      const [resource = '', field = ''] = path.split('.');
      return fieldNamed(resourceNamed(resource) ?? NONE, field) ?? [];
    }),
  ]);
});
const NONE = { fields: [] } as unknown as Resource;

export const isLocked = (field: Field | undefined): boolean => field !== undefined && lockedFields.value.has(field);

/** Of such a metric there are rounded figures, without periods, groups, filters and records. */
export function isRestricted(metric: string): boolean {
  const inside = catalogue.value.insights.find(({ name }) => name === metric)?.private ?? [];
  return inside.some((path) => me.value?.hidden.includes(path) ?? true);
}

const readBy = (metric: string): readonly string[] =>
  catalogue.value.insights.find(({ name }) => name === metric)?.resources ?? [];

export const mayReadMetric = (metric: string): boolean => readBy(metric).every(mayRead);

/** The scopes that a path of the API takes and that are missing. */
export function missingFor(path: string): string[] {
  const [first = '', second = ''] = path.split('?')[0]!.split('/');
  if (first === 'health' || (first === 'insights' && second === '')) return [];
  if (first === 'totals') return mayReadSomething() ? [] : ['read'];
  if (first === 'org-chart') return missingFor('employees');
  const resources = first === 'insights' ? readBy(second) : [first === 'aggregate' ? second : first];
  return resources.filter((name) => !mayRead(name)).map((name) => `read:${name}`);
}

/** The path, if it may be asked. */
export const readable = (path: string): string | undefined => (missingFor(path).length === 0 ? path : undefined);

/** Whose changes are told: the same for those who are told the same. `undefined`: nobody's. */
export const feedOf = (): string | undefined => {
  const { reads = 'public', who = null, read = [], limited } = me.value ?? {};
  if (reads === 'public') return '';
  return who && read.length > 0 ? [who.kind, who.name, limited, ...read].join(' ') : undefined;
};

/** Whether an address of the API can be opened as a page of its own: a browser then sends the session, but no token. */
export const opensApi = (needs: 'data' | 'documents'): boolean =>
  (needs === 'data' ? me.value?.reads : catalogue.value.documents) !== 'token' || me.value?.who?.kind === 'person';

async function ask(shown: string | undefined): Promise<Me> {
  const response = await fetch('/auth/me', { headers: headersWith(shown), cache: 'no-store' }).catch((error) => {
    isReachable.value = false;
    throw error;
  });
  isReachable.value = true;
  if (!response.ok) throw new Error(say('The service answers {status}.', { status: response.status }));
  return (await response.json()) as Me;
}

/** What nobody may do. */
const without = ({ reads, sign_in, read }: Me): Me => ({
  ...{ reads, sign_in, who: null, read: reads === 'public' ? read : [], create: [], import: [], limited: false },
  hidden: catalogue.value.resources.flatMap(({ name, fields }) =>
    fields.filter((field) => field.private).map((field) => `${name}.${field.name}`),
  ),
});

let expiry: ReturnType<typeof setTimeout> | undefined;
/** The longest time that a timer takes. */
const MOST_WAIT = 2 ** 31 - 1;

/** All but when they end. */
const rightsIn = (each: Me): string => JSON.stringify({ ...each, who: each.who && { ...each.who, expires_at: null } });

function take(next: Me): void {
  const known = me.peek();
  batch(() => {
    if (JSON.stringify(known) !== JSON.stringify(next)) me.value = next;
    if (next.who) ended.value = undefined;
    if (known?.who && rightsIn(known) !== rightsIn(next)) losses.value++;
  });
  clearTimeout(expiry);
  const end = next.who?.expires_at;
  if (end) expiry = setTimeout(() => void askRights(), Math.min(Date.parse(end) - Date.now() + 500, MOST_WAIT));
}

let asking: Promise<void> | undefined;

/** Asks again; several at once are one question. */
export function askRights(): Promise<void> {
  asking ??= update().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function update(): Promise<void> {
  const shown = token.peek();
  const known = me.peek()?.who;
  let next = await ask(shown);
  // Meanwhile another token was given, or this one forgotten.
  if (token.peek() !== shown) return update();
  if (shown !== undefined && next.who === null) {
    // The service no longer takes it. There may be a session.
    keepToken(undefined, false);
    ended.value = { kind: 'token', name: known?.name ?? '' };
    next = await ask(undefined);
  } else if (known && next.who === null) ended.value = known;
  take(next);
}

/** `isNeeded`: not everybody may see the same here. */
export async function startRights(isNeeded: boolean): Promise<void> {
  if (isNeeded || token.peek() !== undefined) await askRights();
}

/** After a refusal, and now and then: rights may have ended. */
export function checkRights(): void {
  // While the service cannot be reached, what is known counts.
  if (me.peek()?.who) checked = askRights().catch(() => undefined);
}

let checked: Promise<unknown> = Promise.resolve();

/** Ends with the check that is under way. */
export const rightsChecked = (): Promise<unknown> => checked;

/** Uses a token if the service takes it, and if it has the right that it is needed for (`create:leave`). */
export async function useToken(
  value: string,
  inTab: boolean,
  scope: string | undefined,
): Promise<'used' | 'unknown' | 'lacking'> {
  const next = await ask(value);
  if (next.who === null) return 'unknown';
  const [kind, resource = ''] = scope?.split(':') ?? [];
  if (kind === 'create' && !next.create.includes(resource)) return 'lacking';
  batch(() => {
    take(next);
    keepToken(value, inTab);
  });
  return 'used';
}

export async function forgetToken(): Promise<void> {
  const known = me.peek();
  keepToken(undefined, false);
  // Before the answer, which may not come.
  if (known) take(without(known));
  await askRights().catch(() => undefined);
}

/** Where people sign in, and from where they come back to this page. */
export const signInHref = (): string =>
  `/auth/sign-in?to=${encodeURIComponent(window.location.pathname + window.location.search)}`;

export async function signOut(): Promise<void> {
  // It says where the session with the provider ends.
  const { to = '/' } = await fetch('/auth/sign-out', { method: 'POST' })
    .then((response) => response.json())
    .catch(() => ({}));
  window.location.assign(to);
}
