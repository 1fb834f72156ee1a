// Who sends a request, by its headers, and the rights that come with it.
import { timingSafeEqual } from 'node:crypto';
import { type Access, type Accesses, isUnproven, mayRead } from '../../access/access.ts';
import type { Holder } from '../../access/directory.ts';
import { hasForm } from '../../access/secret.ts';
import { memoize } from '../../cache/memoize.ts';
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import { unreadIn } from '../../contract/request/paths.ts';
import type { Awaitable } from '../../store/store.ts';
import { type Context, isWritable, type Needed, whenReady } from '../context.ts';
import { splitAddress } from './address.ts';
import { cookieIn, isFromOwnPage, SESSION } from './cookies.ts';

type AuthoritySettings = Pick<Context, 'token' | 'directory'> & {
  readonly accesses: Accesses;
  /** Where the service is for people who sign in; without it cookies do not count. */
  readonly publicUrl: (() => string) | undefined;
};

const digest = (text: string): Uint8Array => Bun.SHA256.hash(text) as Uint8Array;

/** The way in which most clients write it needs no matching. */
const shownIn = (sent: string): string | undefined =>
  sent.startsWith('Bearer ') && sent[7] !== ' ' && sent.length > 7 ? sent.slice(7) : /^bearer +(.+)$/i.exec(sent)?.[1];

/** Digests have one length, so comparing them takes the same time for any token. */
export function authority({ accesses, token, directory, publicUrl }: AuthoritySettings): Context['accessTo'] {
  const expected = token === undefined ? undefined : digest(token);
  // Most requests with a named token are spared a second digest.
  const isNamed = (shown: string) => hasForm(shown, 'token') && !(token && hasForm(token, 'token'));
  const nothing = accesses.unproven('nothing');
  const held = (secret: string, kind: Holder['kind']): Awaitable<Access> => {
    if (!directory) return accesses.unproven('unknown');
    return whenReady(directory.find(secret, kind), (found) =>
      'refused' in found ? accesses.unproven(found.refused) : accesses.of(found),
    );
  };
  return (request, url) => {
    const sent = request.headers.get('authorization');
    const shown = sent === null ? undefined : shownIn(sent);
    if (shown !== undefined)
      return expected && !isNamed(shown) && timingSafeEqual(digest(shown), expected)
        ? accesses.owner
        : held(shown, 'token');
    const session = publicUrl && cookieIn(request, SESSION, publicUrl());
    if (session !== undefined)
      // Browsers add cookies to requests from pages of other sites, too.
      return request.method === 'POST' && !isFromOwnPage(request, publicUrl!())
        ? accesses.unproven('cross-site')
        : held(session, 'session');
    const key = directory && calendarKeyIn(url);
    return key ? held(key, 'calendar') : nothing;
  };
}

/** The parameter of a calendar's address that is its secret. Programs for calendars send no headers. */
export const CALENDAR_KEY = 'key';

function calendarKeyIn(url: string): string | undefined {
  const { path, query } = splitAddress(url);
  if (!path.includes('/calendar/')) return undefined;
  const value = query.split('&').findLast((pair) => pair.startsWith(`${CALENDAR_KEY}=wfc_`));
  return /^\w+/.exec(value?.slice(CALENDAR_KEY.length + 1) ?? '')?.[0];
}

export function requireReads(access: Access, needed: Needed, catalogue: readonly Resource[]): void {
  if (needed === 'nothing') return;
  const missing =
    needed === 'something'
      ? catalogue.some((each) => mayRead(access, each))
        ? []
        : ['read']
      : needed.filter((each) => !mayRead(access, each)).map(({ name }) => `read:${name}`);
  if (missing.length > 0) throw denied(access, 'a token', missing);
}

export function requireCreate(access: Access, { name }: Resource, context: Context): Awaitable<void> {
  if (access.creates.has(name)) return;
  return refuseWrite(context, () => denied(access, 'the write token', [`create:${name}`]));
}

/** `reason`: where some token may write. */
export const refuseWrite = (context: Context, reason: () => Refusal): Awaitable<void> =>
  whenReady(isWritable(context), (isOn) => {
    if (isOn) throw reason();
    throw new Refusal('writes_disabled', 'Writing is switched off: the operator has not set WORKFORCE_API_TOKEN.');
  });

const REASONS = {
  nothing: (wanted: string) => `Send ${wanted} in the header "Authorization: Bearer <API_TOKEN>".`,
  unknown: (wanted: string) => `The token in the Authorization header is not ${wanted} of this deployment.`,
  malformed: (wanted: string) => `The token in the Authorization header is not ${wanted} of this deployment.`,
  expired: () => 'The token has expired: ask the operator for another one.',
  revoked: () => 'The token was revoked: ask the operator for another one.',
  'cross-site': () => 'A session counts only for pages of this service: send a token instead.',
};

/** `wanted`: the token that would do. `scopes`: those that the client does not have. */
export function denied({ holder }: Access, wanted: string, scopes: readonly string[]): Refusal {
  if (isUnproven(holder)) return unauthorized({ refused: holder.refused, wanted });
  const message = `This needs ${scopes.length > 1 ? 'the scopes' : 'the scope'} ${scopes.join(', ')}: ask the operator for a token that has ${scopes.length > 1 ? 'them' : 'it'}.`;
  return new Refusal('forbidden', message, {
    headers: challenge(`, error="insufficient_scope", scope="${scopes.join(' ')}"`),
  });
}

/** Throws when one of these fields, without which there is no answer, is hidden. `purpose`: such as `this calendar
 * is`. */
export function requireFields(access: Access, resource: string, fields: readonly string[], purpose: string): void {
  const secret = fields.find((name) => access.hidden[resource]?.has(name));
  if (secret === undefined) return;
  if (!isUnproven(access.holder)) {
    const unread = unreadIn(access.hidden, resource);
    throw denied(access, '', [unread ? `read:${unread}` : `private:${resource}.${secret}`]);
  }
  const message = `${resource}.${secret} is private here: ${purpose} for those who send the token in the header "Authorization: Bearer <API_TOKEN>".`;
  throw new Refusal('unauthorized', message, { headers: challenge('') });
}

/** Throws when the rights of a client have changed since its answer began: a token was revoked or has expired, a role was
 * removed, or limits that name today mean another day. */
export function requireSame(before: Access, now: Access): void {
  if (before.key === now.key) return;
  if (isUnproven(now.holder)) throw denied(now, 'a token', []);
  throw new Refusal('forbidden', 'The rights of this client have changed since the answer began: ask again.', {
    headers: challenge(', error="insufficient_scope"'),
  });
}

/** For who sees only some records. */
export const limitedToRows = (): Refusal =>
  new Refusal('forbidden', 'A file may refer to any record, and you see only some of them: it cannot be put in.', {
    headers: challenge(', error="insufficient_scope"'),
  });

/** One for all, because wrong tokens may come by the thousand, and making an error costs more than refusing a
 * request. */
const unauthorized = memoize(
  ({ refused, wanted }: { readonly refused: keyof typeof REASONS; readonly wanted: string }) =>
    new Refusal('unauthorized', REASONS[refused](wanted), {
      headers: challenge(refused === 'nothing' ? '' : ', error="invalid_token"'),
    }),
  ({ refused, wanted }) => `${refused} ${wanted}`,
);

const challenge = (rest: string) => ({ 'WWW-Authenticate': `Bearer realm="workforce"${rest}` });
