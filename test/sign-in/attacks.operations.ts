// Attacks on sign-in: forged and foreign tokens, answers that belong to someone else, planted cookies, and addresses
// that lead elsewhere. The provider of these tests does what it is told; nobody may be signed in by what it sends.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose';
import { ownPath, parseAttempt } from '../../src/access/sign-in/attempt.ts';
import { fc } from '../harness/random/fc.ts';
import { type Changes, CLIENT, type OwnProvider, ownProvider } from './own-provider.ts';
import { type SignInService, startSignIn, visitor } from './visitor.ts';

let [provider, service]: [OwnProvider, SignInService] = [undefined!, undefined!];
beforeAll(async () => {
  provider = await ownProvider();
  service = await startSignIn({ issuer: provider.issuer });
});
afterEach(() => {
  provider.change = {};
});
afterAll(async () => {
  // The log says why, and nothing that somebody could use.
  const reasons = service.events.map(({ reason }) => reason ?? '').join('\n');
  const secrets = provider.asked.flatMap(({ form }) =>
    ['code', 'code_verifier', 'state', 'nonce'].map((each) => form.get(each)),
  );
  for (const each of [CLIENT.secret, 'wfs_', ...secrets])
    if (each && each.length > 3) expect(reasons).not.toContain(each);
  expect(secrets).not.toEqual([]);
  await service.stop();
  await provider.stop();
});

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A token that is signed, if at all, with a secret that both sides know. */
const hmac = (header: object, claims: object, secret: string): string => {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};
const publicPem = async (): Promise<string> =>
  exportSPKI((await importJWK({ ...provider.key.public }, 'RS256', { extractable: true })) as CryptoKey);

/** What a token must not be, and the reason that the log has. */
const FORGED: Record<string, [Changes, RegExp]> = {
  'signed with another key under the same name': [
    {
      token: async (claims, kid) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign((await generateKeyPair('RS256')).privateKey),
    },
    /signature verification failed/,
  ],
  'changed after it was signed': [
    {
      token: async (claims, kid) => {
        const header = { alg: 'RS256', kid };
        const [first, , last] = (await new SignJWT(claims).setProtectedHeader(header).sign(provider.key.private)).split(
          '.',
        );
        return `${first}.${part({ ...claims, groups: ['hr-team', 'admin'] })}.${last}`;
      },
    },
    /signature verification failed/,
  ],
  'not signed (alg none)': [
    { token: (claims) => `${part({ alg: 'none' })}.${part(claims)}.` },
    /"alg"|not allowed|Invalid/i,
  ],
  'signed with the public key as a secret (HS256)': [
    { token: async (claims, kid) => hmac({ alg: 'HS256', kid }, claims, await publicPem()) },
    /"alg".*not allowed/,
  ],
  'signed with the client secret (HS256)': [
    { token: (claims) => hmac({ alg: 'HS256' }, claims, CLIENT.secret) },
    /"alg".*not allowed/,
  ],
  'signed by an algorithm that discovery does not name': [
    {
      token: async (claims) => {
        await provider.rotate('es384', { alg: 'ES384' });
        const token = await new SignJWT(claims)
          .setProtectedHeader({ alg: 'ES384', kid: 'es384' })
          .sign(provider.key.private);
        await provider.rotate('next');
        return token;
      },
    },
    /"alg".*not allowed/,
  ],
  'no token at all': [{ token: () => 'a.b.c' }, /cannot be trusted/],
  expired: [{ claims: (now) => ({ iat: now - 400, exp: now - 90 }) }, /"exp"/],
  'not yet valid (nbf)': [{ claims: (now) => ({ nbf: now + 120 }) }, /"nbf"/],
  'of the future (iat)': [{ claims: (now) => ({ iat: now + 120, exp: now + 500 }) }, /"iat"/],
  'too old, though it has not expired': [{ claims: (now) => ({ iat: now - 700, exp: now + 5000 }) }, /"iat"/],
  'for ever (no exp)': [{ claims: { exp: undefined } }, /"exp"/],
  'without a time (no iat)': [{ claims: { iat: undefined } }, /"iat"/],
  'for another audience': [{ claims: { aud: 'another' } }, /"aud"/],
  'for another client of several (azp)': [{ claims: { aud: ['another', CLIENT.id], azp: 'another' } }, /azp/],
  'for us, made for another (azp)': [{ claims: { azp: 'another' } }, /azp/],
  'of another provider (iss)': [{ claims: { iss: 'https://evil.example' } }, /"iss"/],
  'of another sign-in (nonce)': [{ claims: { nonce: 'x'.repeat(43) } }, /nonce/],
  'without a nonce': [{ claims: { nonce: undefined } }, /"nonce"/],
  'of nobody (no sub)': [{ claims: { sub: undefined } }, /"sub"/],
  'with critical parts that we do not know': [
    {
      token: (claims, kid) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid, crit: ['x'], x: 1 })
          .sign(provider.key.private, { crit: { x: true } }),
    },
    /"x"/,
  ],
  'with information about someone else': [
    { claims: { groups: undefined }, userInfo: { sub: 'bo', groups: ['hr-team'] } },
    /another person/,
  ],
  'in an answer of another provider (iss, RFC 9207)': [{ back: { iss: 'https://evil.example' } }, /another provider/],
};

describe('an ID token is refused when it is', () => {
  test.each(Object.entries(FORGED))('%s', async (_, [change, reason]) => {
    const someone = visitor(service);
    const sessions = (await service.sessions()).length;
    provider.change = change;
    const page = await someone.signIn();
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('could not be verified');
    expect(service.events.at(-1)!.reason).toMatch(reason);
    expect((await service.sessions()).length).toBe(sessions);
    expect(await someone.isSignedIn()).toBe(false);
  });

  test('and taken when nothing is wrong with it, also where clocks differ by less than a minute', async () => {
    const differ: Changes[] = [
      {},
      { claims: (now) => ({ iat: now - 300, exp: now - 40 }) },
      { claims: (now) => ({ iat: now + 40, exp: now + 400, nbf: now + 40 }) },
      { claims: { aud: ['another', CLIENT.id], azp: CLIENT.id } },
      { claims: { aud: [CLIENT.id] } },
      { back: { iss: provider.issuer } },
    ];
    for (const change of differ) {
      const someone = visitor(service);
      provider.change = change;
      expect({ change, status: (await someone.signIn()).status }).toEqual({ change, status: 303 });
      expect(await someone.isSignedIn()).toBe(true);
    }
  });

  test('a provider that promises to name itself has to', async () => {
    provider.change = { metadata: { authorization_response_iss_parameter_supported: true } };
    const strict = await startSignIn({ issuer: provider.issuer });
    expect((await visitor(strict).signIn()).status).toBe(403);
    provider.change.back = { iss: provider.issuer };
    expect((await visitor(strict).signIn()).status).toBe(303);
    await strict.stop();
  });
});

describe('keys that change', () => {
  test('a new key is fetched, and one that is not published is asked for once per pause', async () => {
    const own = await startSignIn({ issuer: provider.issuer });
    const paused = await startSignIn({ issuer: provider.issuer, keyCooldown: 3_600_000 });
    for (const each of [own, paused]) expect((await visitor(each).signIn()).status).toBe(303);
    for (const alg of ['PS256', 'Ed25519', 'ES256']) {
      await provider.rotate(alg, { alg });
      expect([alg, (await visitor(own).signIn()).status]).toEqual([alg, 303]);
    }
    const before = provider.counted('/keys');
    for (let i = 0; i < 5; i++) expect((await visitor(paused).signIn()).status).toBe(403);
    expect(provider.counted('/keys')).toBe(before);
    await provider.rotate('hidden', { isPublished: false });
    expect((await visitor(own).signIn()).status).toBe(403);
    await provider.rotate('third');
    expect((await visitor(own).signIn()).status).toBe(303);
    await Promise.all([own.stop(), paused.stop()]);
  });
});

describe('an answer of the provider counts once, and in the browser that asked', () => {
  const isRefused = async (response: Response) => {
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('no longer valid');
  };

  test('a callback that is sent again is refused, and the session stays as it is', async () => {
    const someone = visitor(service);
    const back = await someone.toProvider();
    expect((await someone.ask(back)).status).toBe(303);
    await isRefused(await someone.ask(back));
    expect(await someone.isSignedIn()).toBe(true);
    // A browser that has kept the cookie is refused by the provider, which gives tokens once for a code.
    const other = visitor(service);
    const twice = await other.toProvider();
    const attempt = other.cookies.get('workforce_sign_in')!;
    expect((await other.ask(twice)).status).toBe(303);
    other.cookies.set('workforce_sign_in', attempt);
    expect((await other.ask(twice)).status).toBe(403);
  });

  test('in another browser it is nothing (login CSRF)', async () => {
    const [attacker, victim] = [visitor(service), visitor(service)];
    const back = await attacker.toProvider();
    await isRefused(await victim.ask(back));
    expect(await victim.isSignedIn()).toBe(false);
    // Nor in one that has begun a sign-in of its own.
    await victim.ask('/auth/sign-in');
    await isRefused(await victim.ask(back));
    expect(await victim.isSignedIn()).toBe(false);
    // The code was not used up by that.
    expect((await attacker.ask(back)).status).toBe(303);
  });

  test('a code of someone else in one’s own attempt is refused: the verifier is another', async () => {
    const [attacker, victim] = [visitor(service), visitor(service)];
    const stolen = new URL(await victim.toProvider()).searchParams.get('code')!;
    const own = new URL(await attacker.toProvider());
    own.searchParams.set('code', stolen);
    expect((await attacker.ask(own.href)).status).toBe(403);
    expect(await attacker.isSignedIn()).toBe(false);
  });

  const STATES: [string, (url: URL) => void][] = [
    ['an empty state', (url) => url.searchParams.set('state', '')],
    ['another state', (url) => url.searchParams.set('state', 'x'.repeat(43))],
    ['two states', (url) => url.searchParams.append('state', url.searchParams.get('state')!)],
    ['two codes', (url) => url.searchParams.append('code', 'x')],
    ['no code', (url) => url.searchParams.delete('code')],
    ['an error under another state', (url) => (url.search = '?error=access_denied&state=x')],
  ];
  test.each(STATES)('%s', async (_, change) => {
    const someone = visitor(service);
    const back = new URL(await someone.toProvider());
    change(back);
    const tokens = provider.counted('/token');
    await isRefused(await someone.ask(back.href));
    expect(someone.cookies.size).toBe(0);
    expect(provider.counted('/token')).toBe(tokens);
  });

  test('whatever is in the cookie of the attempt, nothing breaks', async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.anything().map((each) => JSON.stringify(each) ?? ''),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseAttempt(Buffer.from(text).toString('base64url'))).toBe(undefined);
        expect(parseAttempt(text)).toBe(undefined);
      }),
    );
  });
});

describe('sessions', () => {
  test('a session that was planted before the sign-in is not used, and ends (fixation)', async () => {
    const [attacker, victim] = [visitor(service), visitor(service)];
    await attacker.signIn();
    const planted = attacker.cookies.get('workforce_session')!;
    victim.cookies.set('workforce_session', planted);
    await victim.signIn();
    expect(victim.cookies.get('workforce_session')).not.toBe(planted);
    expect(await victim.isSignedIn()).toBe(true);
    expect(await attacker.isSignedIn()).toBe(false);
    victim.cookies.set('workforce_session', 'wfs_madeup');
    await victim.signIn();
    expect(victim.cookies.get('workforce_session')).not.toBe('wfs_madeup');
  });

  const FOREIGN: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://sister.example' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    {},
  ];
  test.each(FOREIGN)('no other site signs anybody out: %p', async (headers) => {
    const someone = visitor(service);
    await someone.signIn();
    const out = await someone.ask('/auth/sign-out', { method: 'POST', headers });
    expect(out.status).toBe(403);
    expect(await out.text()).toContain('You are still signed in');
    expect(await someone.isSignedIn()).toBe(true);
    expect((await someone.ask('/auth/sign-out')).status).toBe(405);
    const own = await someone.ask('/auth/sign-out', { method: 'POST', headers: { Origin: service.url } });
    expect(own.status).toBe(303);
  });

  test('no other site creates or imports with a session', async () => {
    const someone = visitor(service);
    await someone.signIn();
    const { paths } = await (await fetch(`${service.url}/api/openapi.json`)).json();
    const posts = Object.keys(paths).filter((path) => 'post' in paths[path]);
    expect(posts.length).toBeGreaterThan(8);
    const own = await someone.ask('/api/v1/leave', { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } });
    for (const path of posts.map((each) => `/api${each.replace('{resource}', 'leave')}`))
      for (const headers of FOREIGN) {
        const answer = await someone.ask(path, { method: 'POST', headers });
        expect([path, headers, answer.status]).toEqual([path, headers, 401]);
      }
    expect(own.status).not.toBe(401);
  });
});

describe('the page to return to is one of ours', () => {
  const ELSEWHERE = [
    ...['https://evil.example', '//evil.example', '/\\evil.example', '/%2fevil.example', '/%252f%252fevil.example'],
    ...['/\t/evil.example', ' //evil.example', '/\u0000/evil', '/a\r\nSet-Cookie: a=b', 'javascript:alert(1)'],
    ...['evil.example', '', '/a/../..//evil.example', '/％2fevil', '/é', '/%0d%0aSet-Cookie:a', '/%00'],
    ...[`/${'x'.repeat(2000)}`, '/auth/sign-in', '/auth/../auth/me'],
  ];
  test('what is none becomes the front page', async () => {
    for (const to of ELSEWHERE) {
      expect([to, ownPath(to)]).toEqual([to, '/']);
      const done = await visitor(service).signIn(to);
      expect([to, done.status, done.headers.get('location')]).toEqual([to, 303, '/']);
    }
  });

  test('also where the cookie was changed', async () => {
    const someone = visitor(service);
    const back = await someone.toProvider();
    const attempt = JSON.parse(Buffer.from(someone.cookies.get('workforce_sign_in')!, 'base64url').toString());
    someone.cookies.set('workforce_sign_in', part({ ...attempt, to: '//evil.example' }));
    expect((await someone.ask(back)).headers.get('location')).toBe('/');
  });

  test('pages of the console stay as they are', () => {
    for (const to of ['/', '/console/employees?q=a%2Fb%20c&sort=-id#x', '/console/insights/headcount?group=branch'])
      expect(ownPath(to)).toBe(to);
  });

  test('no text leads to another host', () => {
    const pieces = fc.constantFrom(...'/\\.:@\t\n?# é', '..', '%2f', '%5C', '%09', 'evil', 'http');
    const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const path = ownPath(`/${text}`);
        expect(new URL(path, 'https://here.example').host).toBe('here.example');
        expect(path).toMatch(/^\/(?![/\\])[!-~]*$/);
        expect(ownPath(path)).toBe(path);
      }),
      { numRuns: 2000 },
    );
  });
});
