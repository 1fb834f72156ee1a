// Cookies: one by its name, as it was sent, and one to set. Scripts can read none of ours. A page of another site could
// send a request with the cookies of its visitor, so it matters whether a page of this service sent it.

/** Its value is the secret of a person's session. */
export const SESSION = 'workforce_session';

export type Cookie = { readonly name: string; readonly value: string; readonly seconds: number };

/** Browsers take a name with this prefix only over TLS, for the whole host, and never from a neighbouring domain. */
const nameFor = (name: string, publicUrl: string): string => (isSecure(publicUrl) ? `__Host-${name}` : name);

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

export function cookieIn({ headers }: Request, name: string, publicUrl: string): string | undefined {
  const start = `${nameFor(name, publicUrl)}=`;
  const sent = headers.get('cookie')?.split(/; */) ?? [];
  return sent.find((each) => each.startsWith(start))?.slice(start.length);
}

/** For a Set-Cookie header. With 0 seconds and no value the browser forgets it. */
export const cookieText = ({ name, value, seconds }: Cookie, publicUrl: string): string =>
  `${nameFor(name, publicUrl)}=${value}; Path=/; Max-Age=${Math.floor(seconds)}; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;

/** Whether a page of this service sent a request. Browsers say so themselves; those that do not, and all of them where
 * there is no TLS, name the origin of every POST. */
export function isFromOwnPage({ headers }: Request, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin !== null && [new URL(publicUrl).origin, `http://${headers.get('host')}`].includes(origin);
}
