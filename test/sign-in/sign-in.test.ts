// Sign-in with a provider that does as it should: settings, cookies, redirects, sessions, claims and roles, sign-out, and
// what people read when it does not work out.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { attemptText } from '../../src/access/sign-in/attempt.ts';
import { type Claims, hasRole, nameOf, roleOf } from '../../src/access/sign-in/claims.ts';
import { isProviderAddress } from '../../src/access/sign-in/provider.ts';
import { readSettings } from '../../src/config.ts';
import { signInEntries, startService as startFromSettings } from '../../src/serve/service.ts';
import { emptyDatabase, openDatabase } from '../harness/databases.ts';
import { startService } from '../harness/service.ts';
import { type Changes, CLIENT, type OwnProvider, ownProvider } from './own-provider.ts';
import { addRoles, type SignInService, startSignIn, visitor } from './visitor.ts';

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
  const WRONG: [string, Changes, number, string[]][] = [
    [
      'no role fits',
      { claims: { groups: ['sales'], name: 'Bo "<script>" O’Neil' } },
      403,
      ['There is no role for you yet', 'Bo &quot;&lt;script&gt;&quot; O’Neil', 'workforce role create'],
    ],
    [
      'the provider refuses',
      { back: { code: undefined, error: 'access_denied', error_description: '<img src=x>' } },
      403,
      ['The sign-in provider refused', 'access_denied: &lt;img src=x&gt;'],
    ],
    [
      'the provider refuses the code',
      { back: { code: 'unknown' } },
      403,
      ['invalid_grant: This code is &lt;b&gt;used up&lt;/b&gt;'],
    ],
    [
      'the provider fails',
      { answers: { '/token': () => new Response('oops', { status: 502 }) } },
      503,
      ['The sign-in provider does not answer', 'can go on working'],
    ],
    [
      'the provider sends something else',
      { answers: { '/token': () => Response.json({ access_token: 'x' }) } },
      403,
      ['The sign-in could not be verified'],
    ],
  ];
  test.each(WRONG)('%s', async (_, change, status, texts) => {
    const someone = visitor(service);
    provider.change = change;
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

  test('the audit log has refusals of what the provider gave tokens for, and nothing that anybody can send', async () => {
    const audited: string[] = [];
    const entry = signInEntries({
      add: async (entries) => {
        for (const { detail } of [entries].flat()) audited.push(String(detail));
      },
    });
    const entries = async (act: (someone: ReturnType<typeof visitor>) => Promise<unknown>) => {
      const [before] = [service.events.length, audited.splice(0)];
      await act(visitor(service));
      for (const event of service.events.slice(before)) await entry(event);
      return audited.length;
    };
    const away = { '/token': () => new Response('oops', { status: 502 }) };
    const state = 'a'.repeat(43);
    const attempt = attemptText({ state, nonce: state, verifier: state, to: '/' });
    const made = { headers: { Cookie: `workforce_sign_in=${attempt}` } };
    for (const [query, init] of [
      ['', {}],
      ['?code=x', {}],
      ['?code=x', made],
      [`?state=${state}&code=x`, made],
      [`?state=${state}&error=x`, made],
      [`?state=${state}&code=x&iss=x`, made],
    ] as const)
      expect(await entries(() => fetch(`${service.url}/auth/callback${query}`, init))).toBe(0);
    const changes: [Changes, number][] = [
      [{ back: { code: undefined, error: 'access_denied' } }, 0],
      [{ back: { code: 'unknown' } }, 0],
      [{ answers: away }, 0],
      [{ claims: { groups: ['sales'] } }, 1],
      [{ claims: { aud: 'another' } }, 1],
      [{}, 1],
    ];
    for (const [change, count] of changes) {
      provider.change = change;
      expect([change, await entries((someone) => someone.signIn('/'))]).toEqual([change, count]);
    }
  });
});

const [issuer, id] = ['https://login.example.com/realms/staff', 'console'];
const named = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`WORKFORCE_${name}`, value]));
const read = (values: Record<string, string>) => readSettings(named(values));

test('what is accepted', () => {
  expect(read({})).toMatchObject({ oidcIssuer: undefined, oidcScopes: 'openid profile email', sessionHours: 12 });
  const issuers = [
    issuer,
    'https://tenant.auth0.com/',
    'http://localhost:9000',
    'http://127.0.0.1:9000/x',
    'http://[::1]:1',
  ];
  for (const each of issuers) expect(read({ OIDC_ISSUER: each, OIDC_CLIENT_ID: id }).oidcIssuer).toBe(each);
  const all = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: 's', OIDC_SCOPES: 'openid, groups' };
  expect(read({ ...all, SESSION_HOURS: '0.5', PUBLIC_URL: 'https://hr.example.com/' })).toMatchObject({
    ...{ oidcClientId: id, oidcClientSecret: 's', oidcScopes: 'openid groups', sessionHours: 0.5 },
  });
});

const MISTAKES: [Record<string, string>, RegExp][] = [
  [{ OIDC_ISSUER: issuer }, /WORKFORCE_OIDC_CLIENT_ID is not; set it/],
  [{ OIDC_CLIENT_ID: id }, /WORKFORCE_OIDC_ISSUER is not; set it/],
  [{ OIDC_CLIENT_SECRET: 'top-secret' }, /^(?!.*top-secret).*WORKFORCE_OIDC_ISSUER is not; set it/],
  ...['http://login.example.com', 'login.example.com', `${issuer}?a=1`, 'http://localhost.evil.example'].map(
    (each): [Record<string, string>, RegExp] => [{ OIDC_ISSUER: each, OIDC_CLIENT_ID: id }, /is an https address/],
  ),
  [{ OIDC_ISSUER: 'https://a:b@login.example.com', OIDC_CLIENT_ID: id }, /is an https address/],
  [{ OIDC_SCOPES: 'profile email' }, /has openid in it/],
  [{ SESSION_HOURS: '1000' }, /from 0.1 to 720/],
  [{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, PUBLIC_URL: 'https://example.com/hr' }, /without a path/],
];
test.each(MISTAKES)('%j', (values, message) => {
  expect(() => read(values)).toThrow(message);
});

test('addresses of a provider are https; http where all of it is on this machine', () => {
  const addresses: [string | undefined, away: boolean, here: boolean][] = [
    ['https://login.example.com/token', true, true],
    ['http://localhost:9000/token', false, true],
    ['http://127.0.0.1/token', false, true],
    ['http://10.0.0.7/token', false, false],
    ['http://login.example.com/token', false, false],
    ['https://user:secret@login.example.com/', false, false],
    ['/token', false, false],
    [undefined, false, false],
  ];
  for (const [text, away, here] of addresses)
    expect({ text, is: [isProviderAddress(text, false), isProviderAddress(text, true)] }).toEqual({
      text,
      is: [away, here],
    });
});

test('a service with these settings signs people in, and starts while the provider is away', async () => {
  const own = await ownProvider();
  const { issuer: address } = own;
  await own.stop();
  const settings = readSettings({
    ...named({
      OIDC_ISSUER: address,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      SESSION_HOURS: '0.5',
    }),
    ...named({ WEBHOOKS: 'off', LOG: 'off' }),
    PORT: '0',
  });
  const store = await openDatabase(await emptyDatabase('embedded'));
  await addRoles(store, 'any');
  const served = await startFromSettings(settings, store);
  const someone = visitor({ url: served.url.origin });
  expect((await someone.ask('/auth/sign-in')).status).toBe(503);
  own.start(Number(new URL(address).port));
  const done = await someone.signIn('/console/jobs');
  expect(done.headers.get('location')).toBe('/console/jobs');
  expect(done.headers.getSetCookie().join()).toContain('Max-Age=1800;');
  expect((await someone.me()).who).toMatchObject({ name: 'Ann Example', role: 'any' });
  await served.stop();
  await store.close();
  await own.stop();
});

const scopes = { read: 'all', private: [], create: [], rows: [] } as const;
const role = (match: string, name = match) => ({ name, match, scopes });

const FITS: [string, Claims, boolean][] = [
  ['any', {}, true],
  ['groups=hr-team', { groups: 'hr-team' }, true],
  ['groups=hr-team', { groups: ['staff', 'hr-team'] }, true],
  ['groups=hr-team', { groups: ['hr-team-2', 'HR-TEAM', 'hr', ' hr-team'] }, false],
  ['groups=hr-team', { groups: 'staff,hr-team' }, false],
  ['groups=hr-team', { groups: [['hr-team']] }, false],
  ['groups=hr-team', { groups: { 'hr-team': true } }, false],
  ['groups=hr-team', { groups: null }, false],
  ['groups=hr-team', {}, false],
  ['realm_access.roles=hr', { realm_access: { roles: ['hr'] } }, true],
  ['realm_access.roles=hr', { realm_access: { roles: { hr: 1 } } }, false],
  ['https://example.com/roles=hr', { 'https://example.com/roles': ['hr'] }, true],
  ['level=3', { level: 3 }, true],
  ['admin=true', { admin: true }, true],
  ['a=b=c', { a: 'b=c' }, true],
  ['a=', { a: '' }, false],
  ['=a', { '': 'a' }, false],
  ['groups=null', { groups: null }, false],
  ['constructor.name=Object', {}, false],
  ['__proto__.x=1', { x: 1 }, false],
  ['groups.length=1', { groups: ['x'] }, false],
  ['email=ann@example.com', { email: 'ann@example.com' }, true],
  ['email=ann@example.com', { email: 'ann@example.com', email_verified: true }, true],
  ['email=ann@example.com', { email: 'ann@example.com', email_verified: false }, false],
];
test.each(FITS)('%p for %j: %p', (claim, claims, fits) => {
  expect(hasRole(role(claim), claims)).toBe(fits);
});

describe('the role of a person', () => {
  const roles = [role('groups=admin'), role('roles=hr'), role('any')];
  const nothing = () => Promise.reject(new Error('asked'));
  const nameless = async () => ({ name: 'Ann' });

  test('is the first that fits', async () => {
    const found = await roleOf(roles, { name: 'Ann', groups: ['admin'], roles: ['hr'] }, nothing);
    expect(found.role?.name).toBe('groups=admin');
    expect((await roleOf(roles, { name: 'Ann', groups: [], roles: 'hr' }, nothing)).role?.name).toBe('roles=hr');
    expect((await roleOf(roles, { name: 'Ann', groups: [], roles: [] }, nothing)).role?.name).toBe('any');
  });

  test('waits for what else the provider says, where an earlier role could fit by that', async () => {
    expect(roleOf(roles, { name: 'Ann', roles: 'hr' }, nothing)).rejects.toThrow('asked');
    const { role: found } = await roleOf(roles, { name: 'Ann', roles: 'hr' }, async () => ({
      groups: 'admin',
      roles: 'x',
    }));
    expect(found?.name).toBe('groups=admin');
    expect((await roleOf([role('a=1')], { name: 'Ann', a: '2' }, nameless)).role).toBe(undefined);
    expect((await roleOf([], { name: 'Ann' }, nameless)).role).toBe(undefined);
  });

  const NAMES: [Claims, string][] = [
    [{ name: 'Ann Example', email: 'a@b' }, 'Ann Example'],
    [{ preferred_username: 'ann', email: 'a@b' }, 'ann'],
    [{ name: ' ', email: 'a@b' }, 'a@b'],
    [{ name: 3 }, 'the subject'],
    [{ name: 'An\u0000n\u001b[31m\u202e\nX' }, 'An n [31m X'],
    [{ name: 'x'.repeat(500) }, 'x'.repeat(200)],
  ];
  test.each(NAMES)('its name: %j', (claims, name) => {
    expect(nameOf({ ...claims, sub: 'the subject' })).toBe(name);
  });
});
