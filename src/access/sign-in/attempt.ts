// One attempt to sign in, from the way to the provider until the way back. It is in a cookie of the browser that began
// it, so that the answer of the provider counts in no other browser.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { objectIn } from '../../contract/request/strict-json.ts';

/** Where the provider sends people back to. */
export const CALLBACK_PATH = '/auth/callback';

export type Attempt = {
  /** Comes back in the address. */
  readonly state: string;
  /** Comes back in the ID token. */
  readonly nonce: string;
  /** The provider knows its digest, and gives the tokens to the client that shows it (PKCE). */
  readonly verifier: string;
  /** The page to return to. */
  readonly to: string;
};

const random = (): string => randomBytes(32).toString('base64url');

export const newAttempt = (to: string | null): Attempt => ({
  state: random(),
  nonce: random(),
  verifier: random(),
  to: ownPath(to),
});

export const challengeOf = ({ verifier }: Attempt): string => createHash('sha256').update(verifier).digest('base64url');

export const attemptText = (attempt: Attempt): string => Buffer.from(JSON.stringify(attempt)).toString('base64url');

/** `undefined` for a text that is no attempt. The cookie may have been changed, so its path is checked again. */
export function parseAttempt(text = ''): Attempt | undefined {
  const { state, nonce, verifier, to } = objectIn(Buffer.from(text, 'base64url').toString()) ?? {};
  const isSecret = (each: unknown) => typeof each === 'string' && /^[\w-]{43}$/.test(each);
  if (![state, nonce, verifier].every(isSecret)) return undefined;
  return { state, nonce, verifier, to: ownPath(typeof to === 'string' ? to : null) } as Attempt;
}

/** Takes the same time wherever the texts differ. */
export function sameText(a: string, b: string): boolean {
  const [first, second] = [a, b].map((each) => createHash('sha256').update(each).digest()) as [Buffer, Buffer];
  return timingSafeEqual(first, second);
}

/** So that the cookie is one that every browser keeps. */
const MAX_PATH = 2000;
/** Characters of a path that browsers or proxies may read as the beginning of a host, or as control characters; encoded
 * once or twice. */
const UNCLEAR = /^\/\/|%(2f|5c|25|[01][\da-f]|7f)/i;

/** A page of this service to return to. Whatever else is given becomes `/`, because a link to us must not lead
 * elsewhere. */
export function ownPath(to: string | null): string {
  if (to === null || to.length > MAX_PATH || !/^\/[!-[\]-~]*$/.test(to)) return '/';
  if (UNCLEAR.test(to.replace(/[?#].*$/, ''))) return '/';
  const { pathname, search, hash } = new URL(to, 'http://here');
  // Those of sign-in would go round in a circle.
  return /^\/(\/|auth(\/|$))/.test(pathname) ? '/' : pathname + search + hash;
}
