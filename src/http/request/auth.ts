// The write token: whoever sends it in the Authorization header may create records and see private fields.
import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../contract/errors.ts';

const digest = (text: string): Uint8Array => Bun.SHA256.hash(text) as Uint8Array;

/** The expected token is the same for every request, so its digest is computed once. */
let known: { readonly token: string; readonly digest: Uint8Array } | undefined;

function expectedDigest(token: string): Uint8Array {
  if (known?.token !== token) known = { token, digest: digest(token) };
  return known.digest;
}

/** `undefined`: no token was sent. Digests have one length, so the comparison takes the same time for any token. */
function shownToken(request: Request, expected: string): boolean | undefined {
  const shown = /^bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return shown === undefined ? undefined : timingSafeEqual(digest(shown), expectedDigest(expected));
}

export const showsToken = (request: Request, token: string | undefined): boolean =>
  token !== undefined && shownToken(request, token) === true;

export function requireToken(request: Request, token: string | undefined): void {
  if (token === undefined) {
    throw new Refusal('writes_disabled', 'Writing is switched off: the operator has not set WORKFORCE_API_TOKEN.');
  }
  const right = shownToken(request, token);
  if (right) return;
  const hint = right === undefined ? '' : ', error="invalid_token"';
  const message =
    right === undefined
      ? 'Send the write token in the header "Authorization: Bearer <API_TOKEN>".'
      : 'The token in the Authorization header is not the write token of this deployment.';
  throw new Refusal('unauthorized', message, { headers: { 'WWW-Authenticate': `Bearer realm="workforce"${hint}` } });
}
