// The tokens, calendars, sessions and roles that a process has in memory: by digest, and at most a second old.
// docs/design/access.md has the whole picture.
import { messageOf, Refusal } from '../contract/errors.ts';
import { DAY } from '../contract/limits.ts';
import { log } from '../log/log.ts';
import type { Credential, Credentials } from '../store/credentials.ts';
import type { Awaitable } from '../store/store.ts';
import { NOTHING, type Role, roleKey, type Scopes } from './scopes.ts';
import { digestOf, hasForm, isWellFormed, type SecretKind } from './secret.ts';
import { inTime, steadyTime } from './time.ts';

/** The holder of a secret, and its current rights. */
export type Holder = {
  readonly kind: SecretKind;
  readonly name: string;
  readonly digest: string;
  readonly scopes: Scopes;
  /** By the clock of the database. */
  readonly expiresAt: number | undefined;
  /** Of a session: the role, and the provider's id of the person. */
  readonly role?: string;
  readonly subject?: string;
};

export type Unknown = { readonly refused: 'malformed' | 'unknown' | 'expired' | 'revoked' };

export type Directory = ReturnType<typeof directory>;

/** After so many milliseconds every process refuses a revoked secret. */
export const SEEN_WITHIN = 1000;

/** In milliseconds. */
const TIMES = {
  /** Where asking the database takes time, rows older than this are read again beside the requests. */
  background: 500,
  /** Reads begin no sooner after one another, whatever is asked for. */
  apart: 50,
  /** A read without an answer by then has failed. */
  patience: 2000,
  /** How much further back changes are read, because commits may be seen late and clocks may differ. */
  overlap: 2 * 60_000,
  /** How often everything is read. */
  whole: 10 * 60_000,
  /** How exactly the last use is known. */
  used: 10 * 60_000,
  /** For how long those that ended are listed. */
  ended: 30 * DAY,
};

const refused = (why: Unknown['refused']): Unknown => ({ refused: why });

export function directory(credentials: Credentials, now: () => number = steadyTime) {
  let cached = new Map<string, Credential>();
  /** Those in `cached` that are not revoked, until that changes. */
  let tokens: readonly Credential[] | undefined;
  const parsed = new Map<string, unknown>();
  const holders = new WeakMap<Credential, Holder>();
  /** When this process has written the last use, by digest. */
  const noted = new Map<string, number>();
  /** When the last read began, the last one that succeeded, and the last one of everything. */
  let [tried, began, whole] = [-Infinity, -Infinity, -Infinity];
  let [databaseTime, ahead] = [0, 0];
  let answersAtOnce = false;
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let trouble: unknown;

  const timeOfDatabase = (at = now()) => Math.round(at + ahead);

  /** Never fails: the cached rows stay in force. */
  function read(): Awaitable<void> {
    const at = now();
    tried = at;
    const isWhole = at - whole >= TIMES.whole;
    const take = (answer: CredentialRows) => taken(answer, at, isWhole);
    try {
      const answer = credentials.read(isWhole ? {} : { changed_at: databaseTime - TIMES.overlap });
      answersAtOnce = !(answer instanceof Promise);
      if (!(answer instanceof Promise)) return take(answer);
      reading = inTime(answer, TIMES.patience)
        .then(take, failed)
        .finally(() => {
          reading = undefined;
        });
      return reading;
    } catch (error) {
      failed(error);
    }
  }

  type CredentialRows = Awaited<ReturnType<Credentials['read']>>;

  function taken({ now: time, rows }: CredentialRows, at: number, isWhole: boolean): void {
    if (isWhole) cached = new Map();
    for (const row of rows) cached.set(row.digest, row);
    if (isWhole || rows.length > 0) tokens = undefined;
    began = at;
    // Another server may have another clock: then `changed_at` says nothing about which rows are recent.
    whole = time < databaseTime ? -Infinity : isWhole ? at : whole;
    [databaseTime, ahead] = [time, time - now()];
    trouble = undefined;
    if (isWhole) tidy(time);
  }

  function failed(error: unknown): void {
    if (trouble === undefined)
      log.warning(`Tokens cannot be read just now, and what was known of them stays in force: ${messageOf(error)}`);
    trouble = error;
  }

  function tidy(time: number): void {
    parsed.clear();
    for (const digest of noted.keys()) if (!cached.has(digest)) noted.delete(digest);
    const before = time - TIMES.ended;
    const rows = [...cached.values()];
    if (rows.some(({ revoked_at }) => (revoked_at ?? time) < before))
      unawaited(() => credentials.removeBelow({ revoked_at: before }));
    // A token that has expired stays: were the clock wrong for a moment, it would be lost for good.
    if (rows.some(({ kind, expires_at }) => kind === 'session' && (expires_at ?? time) < before))
      unawaited(() => credentials.removeBelow({ expires_at: before }, { kind: 'session' }));
  }

  /** A read that has not begun yet: one for all who wait for it. */
  function later(): Promise<void> {
    next ??= Promise.resolve().then(async () => {
      while (reading || now() - tried < TIMES.apart) await (reading ?? Bun.sleep(TIMES.apart - (now() - tried)));
      next = undefined;
      await read();
    });
    return next;
  }

  /** The read to wait for, if any, so that no row is older than it may be. */
  function freshen(at: number): Promise<void> | undefined {
    if (answersAtOnce) {
      if (at - tried >= TIMES.apart) void read();
      return undefined;
    }
    if (at - began <= TIMES.background) return undefined;
    if (at - began > SEEN_WITHIN && trouble === undefined)
      return reading && at - tried <= SEEN_WITHIN ? reading : later();
    if (!reading && at - tried > TIMES.background) void read();
    return undefined;
  }

  function whenFresh<T>(answer: () => T): Awaitable<T> {
    const wait = freshen(now());
    return wait ? wait.then(answer) : answer();
  }

  function lookUp(digest: string, kind: SecretKind, came: number): Awaitable<Holder | Unknown> {
    const row = cached.get(digest);
    if (row?.kind === kind) return standing(row, came);
    if (began >= came) return refused('unknown');
    // It may have been added a moment ago, by another process.
    return later().then(() => {
      const added = cached.get(digest);
      if (added?.kind === kind) return standing(added, came);
      if (trouble !== undefined)
        throw new Refusal('unavailable', NOT_KNOWN, { headers: { 'Retry-After': '1' }, cause: trouble });
      return refused('unknown');
    });
  }

  /** When the request came decides, and is looked at once: clocks cost something. */
  function standing(row: Credential, came: number): Holder | Unknown {
    if (row.revoked_at !== null) return refused('revoked');
    const time = timeOfDatabase(came);
    if (isExpired(row, time)) return refused('expired');
    noteUse(row, time);
    if (row.kind === 'session') return personOf(row);
    const holder = holders.get(row) ?? { ...holderOf(row), scopes: json<Scopes>(row.scopes) };
    holders.set(row, holder);
    return holder;
  }

  const holderOf = ({ kind, name, digest, expires_at: expiresAt }: Credential) => ({
    kind: kind as SecretKind,
    name,
    digest,
    expiresAt: expiresAt ?? undefined,
  });

  function personOf(row: Credential): Holder {
    const [role = ''] = json<readonly string[]>(row.scopes);
    const stored = cached.get(roleKey(role));
    const scopes = stored?.revoked_at === null ? json<Scopes>(stored.scopes) : NOTHING;
    return { ...holderOf(row), role, subject: row.claim ?? '', scopes };
  }

  const isExpired = ({ expires_at }: Credential, time: number): boolean => expires_at !== null && expires_at <= time;

  /** Equal texts give the same object. */
  function json<T>(text: string): T {
    if (!parsed.has(text)) parsed.set(text, JSON.parse(text));
    return parsed.get(text) as T;
  }

  function noteUse({ digest, used_at }: Credential, time: number): void {
    if (time - Math.max(used_at ?? 0, noted.get(digest) ?? 0) < TIMES.used) return;
    noted.set(digest, time);
    unawaited(() => credentials.change(digest, { used_at: time }, {}));
  }

  const lasting = (kind: string): Credential[] =>
    [...cached.values()].filter((row) => row.kind === kind && row.revoked_at === null);

  const rolesInOrder = (): readonly Role[] =>
    lasting('role')
      .sort((a, b) => a.created_at - b.created_at || (a.name < b.name ? -1 : 1))
      .map(({ name, claim, scopes }) => ({ name, match: claim ?? '', scopes: json<Scopes>(scopes) }));

  function hasAny(): boolean {
    tokens ??= lasting('token');
    return tokens.some((row) => !isExpired(row, timeOfDatabase()));
  }

  return {
    /** Rejects only where nothing can be said of the secret, because the database does not answer. */
    find(secret: string, kind: SecretKind): Awaitable<Holder | Unknown> {
      if (!hasForm(secret, kind)) return refused('malformed');
      const digest = digestOf(secret);
      // By the checksum, most wrong tokens are known without asking the database.
      if (!cached.has(digest) && !isWellFormed(secret, kind)) return refused('malformed');
      const came = now();
      const wait = freshen(came);
      return wait ? wait.then(() => lookUp(digest, kind, came)) : lookUp(digest, kind, came);
    },
    /** The time of the database, in milliseconds. */
    now: () => timeOfDatabase(),
    /** In the order in which they were created. */
    roles: () => whenFresh(rolesInOrder),
    /** Whether there is a token that is neither revoked nor expired. */
    hasAny: () => whenFresh(hasAny),
    /** It is known in this process when the promise resolves; in others when it is asked for. */
    async add(credential: Omit<Credential, 'created_at' | 'changed_at' | 'used_at' | 'revoked_at'>): Promise<void> {
      const row = { ...credential, created_at: timeOfDatabase(), used_at: null, revoked_at: null };
      if (!(await credentials.add(row))) throw new Error('There is a credential with this digest or name.');
      await later();
    },
    /** It is refused in this process when the promise resolves, and in all others a second later. `false`: there is
     * none, or not any more. */
    async revoke(digest: string): Promise<boolean> {
      const isRevoked = await credentials.change(digest, { revoked_at: timeOfDatabase() }, { revoked_at: null });
      await later();
      return isRevoked;
    },
  };
}

/** Of no importance to the request: nobody waits for it, and it may fail. */
function unawaited(write: () => Promise<unknown>): void {
  Promise.try(write).catch(() => undefined);
}

const NOT_KNOWN = 'Whose token this is cannot be said just now, because the database does not answer; try again.';
