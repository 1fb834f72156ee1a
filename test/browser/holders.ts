// Tokens and sessions made by hand, and a browser for each, for tests of what the console shows to whom.
import type { Browser } from 'puppeteer-core';
import type { Me } from '../../console/src/data/rights.ts';
import type { Directory, Holder } from '../../src/access/directory.ts';
import { EVERYTHING, type Scopes } from '../../src/access/scopes.ts';
import type { SignIn } from '../../src/access/sign-in/sign-in.ts';
import { type Visit, visit } from './visit.ts';

type Known = Partial<Omit<Holder, 'scopes'>> & { readonly scopes: Partial<Scopes> };

type Holders = Directory & { expire(secret: string, at: number): void };

/** So that cookies count. */
export const SIGN_IN = { publicUrl: () => 'http://127.0.0.1', hours: 12 } as unknown as SignIn;

const NONE: Scopes = { read: [], private: [], create: [], rows: [] };

/** A directory of these, by their secrets; `revoke` takes one back at once, `expire` at a time. */
function holders(all: Readonly<Record<string, Known>>): Holders {
  const revoked = new Set<string>();
  const known = new Map(
    Object.entries(all).map(([secret, { scopes, ...rest }]): [string, Holder] => [
      secret,
      {
        ...{ kind: secret.startsWith('wfs_') ? 'session' : 'token', name: secret.slice(4), digest: secret },
        ...{ expiresAt: undefined, scopes: { ...NONE, ...scopes } },
        ...rest,
      },
    ]),
  );
  return {
    hasAny: () => true,
    now: () => Date.now(),
    roles: () => [],
    add: () => Promise.resolve(),
    find(secret, kind) {
      const found = known.get(secret);
      if (found?.kind !== kind) return { refused: 'unknown' };
      if (revoked.has(secret)) return { refused: 'revoked' };
      return found.expiresAt !== undefined && found.expiresAt <= Date.now() ? { refused: 'expired' } : found;
    },
    async revoke(secret) {
      revoked.add(secret);
      return true;
    },
    expire: (secret, at) => void known.set(secret, { ...known.get(secret)!, expiresAt: at }),
  };
}

/** One reads little, one also creates, one only creates, and one is for each way to end. */
export const company = (): Holders =>
  holders({
    wft_staff: { name: 'staff-list', scopes: { read: ['employees'] } },
    wft_leave: { name: 'leave-desk', scopes: { read: ['employees', 'leave'], create: ['leave'] } },
    wft_box: { name: 'letter-box', scopes: { create: ['leave'] } },
    wft_gone: { name: 'payroll-sync', scopes: EVERYTHING },
    wft_form: { name: 'front-desk', scopes: { read: ['employees', 'leave'], create: ['leave'] } },
    wfs_anna: {
      ...{ name: 'Anna Berg', role: 'hr', expiresAt: Date.now() + 8 * 3_600_000 },
      scopes: { read: 'all', create: ['leave', 'applications'], rows: ['employees?branch=London'] },
    },
    wfs_gone: { name: 'Ben Okoro', role: 'recruiter', scopes: EVERYTHING },
    wfs_brief: { name: 'Cleo Diaz', scopes: EVERYTHING },
  });

export const headersOf = (secret: string): Record<string, string> =>
  secret.startsWith('wfs_') ? { Cookie: `workforce_session=${secret}` } : { Authorization: `Bearer ${secret}` };

export const answerTo = async (secret: string, url: string) =>
  (await fetch(url, { headers: headersOf(secret) })).json();

export const meOf = (secret: string, url: string): Promise<Me> => answerTo(secret, `${url}/auth/me`);

/** `asked`: paths of data; `refused`: addresses that answered 401 or 403. */
type Watched = Visit & { readonly asked: string[]; readonly refused: string[] };

/** A browser of its own, with a token in its tab or the cookie of a session. */
export async function visitAs(secret: string, browser: Browser, url: string): Promise<Watched> {
  const there = await visit(browser, url, { expected: /status of (401|403)/ });
  const [asked, refused]: [string[], string[]] = [[], []];
  there.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|calendar)\//.test(pathname) && pathname !== '/api/v1/health') asked.push(pathname);
  });
  there.page.on('response', (response) => {
    if (response.status() === 401 || response.status() === 403) refused.push(response.url());
  });
  if (secret.startsWith('wfs_'))
    await there.page.browserContext().setCookie({
      ...{ name: 'workforce_session', value: secret, domain: new URL(url).hostname, path: '/' },
      ...{ httpOnly: true, secure: false, sameSite: 'Lax', expires: -1 },
    });
  else if (secret !== '')
    await there.page.evaluateOnNewDocument((token) => sessionStorage.setItem('token', token), secret);
  return { ...there, asked, refused };
}

export const hrefs = (there: Visit, within: string): Promise<string[]> =>
  there.page.$$eval(`${within} a[href]`, (all) => all.map((link) => link.getAttribute('href')!));
