// Whether a page of this service sent a request. A page of another site could send one with the cookies of its visitor.

/** Browsers say so themselves; those that do not, and all of them where there is no TLS, name the origin of every
 * POST. */
export function isFromOwnPage({ headers }: Request, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin !== null && [new URL(publicUrl).origin, `http://${headers.get('host')}`].includes(origin);
}
