// The way of a sign-in with a provider that does as it should: cookies, redirects, sessions, roles, sign-out, and what
// people read when it does not work out.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { startService } from '../harness/service.ts';
import { CLIENT, type OwnProvider, ownProvider } from './own-provider.ts';
import { type SignInService, startSignIn, visitor } from './visitor.ts';

let [provider, service]: [OwnProvider, SignInService] = [undefined!, undefined!];
beforeAll(async () => {
  provider = await ownProvider();
  service = await startSignIn({ issuer: provider.issuer, roles: ['groups=hr-team', 'groups=staff'] });
});
afterEach(() => {
  provider.change = {};
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

const cookieOf = (response: Response, name: string) =>
  response.headers.getSetCookie().find((each) => each.startsWith(`${name}=`));

describe('the way of a sign-in', () => {
  test('goes to the provider with state, nonce and PKCE, and comes back to the page with a session', async () => {
    const someone = visitor(service);
    const started = await someone.ask('/auth/sign-in?to=/console/leave%3Fstatus%3Dapproved');
    expect(started.status).toBe(302);
    expect(started.headers.get('cache-control')).toBe('no-store');
    const location = new URL(started.headers.get('location')!);
    const parameters = Object.fromEntries(location.searchParams);
    expect(location.origin + location.pathname).toBe(`${provider.issuer}/authorize`);
    expect(parameters).toMatchObject({
      ...{ response_type: 'code', client_id: CLIENT.id, scope: 'openid profile email', code_challenge_method: 'S256' },
      redirect_uri: `${service.url}/auth/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(parameters[name]).toMatch(/^[\w-]{43}$/);
    expect(cookieOf(started, 'workforce_sign_in')).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);

    const back = (await someone.ask(location.href)).headers.get('location')!;
    const done = await someone.ask(back);
    expect(done.status).toBe(303);
    expect(done.headers.get('location')).toBe('/console/leave?status=approved');
    expect(done.headers.get('access-control-allow-origin')).toBe(null);
    expect(cookieOf(done, 'workforce_sign_in')).toMatch(/^workforce_sign_in=; Path=\/; Max-Age=0;/);
    expect(cookieOf(done, 'workforce_session')).toMatch(
      /^workforce_session=wfs_[\w-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
    );
    const { sign_in, who: person } = await someone.me();
    expect({ sign_in, person }).toMatchObject({ sign_in: true, person: { name: 'Ann Example', role: 'hr-team' } });
    expect(Math.abs(Date.parse(person.expires_at) - Date.now() - 43_200_000)).toBeLessThan(60_000);
    expect((await service.sessions()).at(-1)).toMatchObject({ subject: 'ann', role: 'hr-team' });
    expect(service.events.at(-1)).toMatchObject({
      action: 'sign-in',
      person: { name: 'Ann Example', subject: 'ann', role: 'hr-team' },
    });
  });

  test('with a public address of https its cookies are of this host and TLS only', async () => {
    const secure = await startSignIn({ issuer: provider.issuer, publicUrl: () => 'https://hr.example.com' });
    const host = { Host: 'hr.example.com' };
    const started = await fetch(`${secure.url}/auth/sign-in`, { headers: host, redirect: 'manual' });
    const attempt = cookieOf(started, '__Host-workforce_sign_in')!;
    expect(attempt).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
    const { location } = Object.fromEntries(started.headers);
    expect(location).toContain(encodeURIComponent('https://hr.example.com/auth/callback'));
    const there = (await fetch(location!, { redirect: 'manual' })).headers.get('location')!;
    const back = there.replace('https://hr.example.com', secure.url);
    const done = await fetch(back, { headers: { ...host, Cookie: attempt.split(';')[0]! }, redirect: 'manual' });
    expect(cookieOf(done, '__Host-workforce_session')).toMatch(
      /; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/,
    );
    await secure.stop();
  });

  test('at another name of the service it moves to the public one first, once', async () => {
    const other = service.url.replace('127.0.0.1', 'localhost');
    const ask = (url: string) => fetch(url, { redirect: 'manual', headers: { Host: new URL(other).host } });
    const moved = await ask(`${service.url}/auth/sign-in?to=/console/leave`);
    expect(moved.status).toBe(302);
    expect(moved.headers.get('location')).toBe(`${service.url}/auth/sign-in?moved=1&to=%2Fconsole%2Fleave`);
    const again = await ask(moved.headers.get('location')!);
    expect(again.headers.get('location')).toStartWith(`${provider.issuer}/authorize?`);
  });

  const METHODS: [methods: string[] | undefined, secret: string | undefined][] = [
    [undefined, CLIENT.secret],
    [['client_secret_basic', 'client_secret_post'], CLIENT.secret],
    [['client_secret_post', 'private_key_jwt'], CLIENT.secret],
    [['none'], undefined],
  ];
  test.each(METHODS)('the client proves itself as the provider takes it: %p', async (methods, secret) => {
    provider.change = methods ? { metadata: { token_endpoint_auth_methods_supported: methods } } : {};
    const own = await startSignIn({ issuer: provider.issuer, clientSecret: secret });
    const someone = visitor(own);
    expect((await someone.signIn()).status).toBe(303);
    expect(await someone.isSignedIn()).toBe(true);
    await own.stop();
  });

  test('discovery is asked once, and nothing of the provider by those who are signed in', async () => {
    const own = await startSignIn({ issuer: provider.issuer });
    const before = provider.asked.length;
    const people = [visitor(own), visitor(own), visitor(own)];
    await Promise.all(people.map((each) => each.signIn()));
    const asked = provider.asked.slice(before).filter(({ path }) => path === '/.well-known/openid-configuration');
    expect(asked).toHaveLength(1);
    const after = provider.asked.length;
    for (const each of people) expect(await each.isSignedIn()).toBe(true);
    expect(provider.asked).toHaveLength(after);
    await own.stop();
  });

  test('claims that the ID token lacks are asked for', async () => {
    provider.change = {
      claims: { groups: undefined, name: undefined },
      userInfo: { groups: ['staff'], name: 'Bo <i>' },
    };
    const someone = visitor(service);
    await someone.signIn();
    expect((await someone.me()).who).toMatchObject({ name: 'Bo <i>', role: 'staff' });
    // Those of the ID token are signed, so they count.
    provider.change = { claims: { name: undefined }, userInfo: { groups: ['nobody'], name: 'Bo' } };
    await someone.signIn();
    expect((await someone.me()).who).toMatchObject({ name: 'Bo', role: 'hr-team' });
  });
});

describe('sign-out', () => {
  const own = () => ({ 'Sec-Fetch-Site': 'same-origin', Origin: service.url });

  test('ends the session here, forgets the cookie, and goes on to the provider', async () => {
    const someone = visitor(service);
    await someone.signIn();
    const secret = someone.cookies.get('workforce_session')!;
    const out = await someone.ask('/auth/sign-out', { method: 'POST', headers: own() });
    expect(out.status).toBe(303);
    const location = new URL(out.headers.get('location')!);
    expect(location.origin + location.pathname).toBe(`${provider.issuer}/end`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: CLIENT.id,
      post_logout_redirect_uri: `${service.url}/`,
    });
    expect(cookieOf(out, 'workforce_session')).toMatch(/^workforce_session=; Path=\/; Max-Age=0;/);
    // Whoever has kept the cookie has nothing.
    someone.cookies.set('workforce_session', secret);
    expect(await someone.isSignedIn()).toBe(false);
    expect(service.events.at(-1)).toMatchObject({
      action: 'sign-out',
      person: { name: 'Ann Example', role: 'hr-team' },
    });
  });

  test('a script is told where to go, and an empty form is as good as no body', async () => {
    const someone = visitor(service);
    await someone.signIn();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: '*/*' };
    const out = await someone.ask('/auth/sign-out', { method: 'POST', headers: { ...own(), ...type }, body: '' });
    expect((await out.json()).to).toStartWith(`${provider.issuer}/end?`);
    const full = await someone.ask('/auth/sign-out', { method: 'POST', headers: own(), body: 'a=1' });
    expect(full.status).toBe(422);
  });

  test('goes to the front page where the provider has no such address, and where it is away', async () => {
    provider.change = { metadata: { end_session_endpoint: undefined } };
    const plain = await startSignIn({ issuer: provider.issuer });
    provider.change = { answers: { '/.well-known/openid-configuration': () => new Response('', { status: 500 }) } };
    const away = await startSignIn({ issuer: provider.issuer });
    provider.change = { metadata: { end_session_endpoint: undefined } };
    await visitor(plain).signIn();
    provider.change = { answers: { '/.well-known/openid-configuration': () => new Response('', { status: 500 }) } };
    for (const each of [plain, away]) {
      const headers = { 'Sec-Fetch-Site': 'same-origin' };
      const out = await visitor(each).ask('/auth/sign-out', { method: 'POST', headers });
      expect([out.status, out.headers.get('location')]).toEqual([303, '/']);
      await each.stop();
    }
  });
});

test.each<[string, Record<string, string>]>([
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  ['another site of an old browser', { Origin: 'https://evil.example' }],
  ['nowhere', {}],
])('a create with a session, sent from %s, is refused', async (_, headers) => {
  const someone = visitor(service);
  await someone.signIn();
  const create = async (from: Record<string, string>) => {
    const body = JSON.stringify({ leave_type: 'annual', reason: 'From a page' });
    const answer = await someone.ask('/api/v1/leave', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...from },
      body,
    });
    return [answer.status, (await answer.text()).includes('From a page')];
  };
  expect([await create(headers), await create({ 'Sec-Fetch-Site': 'same-origin' })]).toEqual([
    [401, false],
    [201, true],
  ]);
});

describe('where sign-in is not set up', () => {
  test('there is nothing but the word that there is none', async () => {
    const plain = await startService({ filled: false });
    const me = await fetch(`${plain.url}/auth/me`);
    expect(await me.json()).toMatchObject({ reads: 'public', sign_in: false, who: null });
    for (const path of ['/auth/sign-in', '/auth/callback']) expect((await fetch(plain.url + path)).status).toBe(404);
    expect((await fetch(`${plain.url}/auth/sign-out`, { method: 'POST' })).status).toBe(404);
    await plain.stop();
  });
});

describe('what people read', () => {
  const WRONG: [string, () => void, number, string[]][] = [
    [
      'no role fits',
      () => {
        provider.change = { claims: { groups: ['sales'], name: 'Bo "<script>" O’Neil' } };
      },
      403,
      ['There is no role for you yet', 'Bo &quot;&lt;script&gt;&quot; O’Neil', 'workforce role create'],
    ],
    [
      'the provider refuses',
      () => {
        provider.change = { back: { code: undefined, error: 'access_denied', error_description: '<img src=x>' } };
      },
      403,
      ['The sign-in provider refused', 'access_denied: &lt;img src=x&gt;'],
    ],
    [
      'the provider refuses the code',
      () => {
        provider.change = { back: { code: 'unknown' } };
      },
      403,
      ['invalid_grant: This code is &lt;b&gt;used up&lt;/b&gt;'],
    ],
    [
      'the provider fails',
      () => {
        provider.change = { answers: { '/token': () => new Response('oops', { status: 502 }) } };
      },
      503,
      ['The sign-in provider does not answer', 'can go on working'],
    ],
    [
      'the provider sends something else',
      () => {
        provider.change = { answers: { '/token': () => Response.json({ access_token: 'x' }) } };
      },
      403,
      ['The sign-in could not be verified'],
    ],
  ];
  test.each(WRONG)('%s', async (_, cause, status, texts) => {
    const someone = visitor(service);
    cause();
    const page = await someone.signIn('/console/leave?a=1&b=2');
    expect(page.status).toBe(status);
    expect(page.headers.get('retry-after')).toBe(status === 503 ? '10' : null);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const text = await page.text();
    for (const each of texts) expect(text).toContain(each);
    expect(text).not.toMatch(/<(script|img|b|i)\b/);
    expect(text).toContain(`href="/auth/sign-in?to=${encodeURIComponent('/console/leave?a=1&b=2')}"`);
    expect(someone.cookies.size).toBe(0);
    expect(await someone.isSignedIn()).toBe(false);
    expect(service.events.at(-1)!.action).toBe('sign-in.refused');
  });
});
