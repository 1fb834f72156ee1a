// A provider that is away, hangs or says something else about itself: who is signed in goes on, and who is not is told.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { discovery } from '../../src/access/sign-in/provider.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type OwnProvider, ownProvider } from './own-provider.ts';
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
  await service.stop();
  await provider.stop();
});

const DISCOVERY = '/.well-known/openid-configuration';

test('while it is away nobody new signs in, and everybody else goes on; then all is as before', async () => {
  const [early, late, fresh] = [visitor(service), visitor(service), await startSignIn({ issuer: provider.issuer })];
  await early.signIn();
  const back = await late.toProvider();
  const port = Number(new URL(provider.issuer).port);
  await provider.stop();
  expect(await early.isSignedIn()).toBe(true);
  const page = await late.ask(back);
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('does not answer');
  expect(late.cookies.size).toBe(0);
  expect((await visitor(fresh).ask('/auth/sign-in')).status).toBe(503);
  const out = await early.ask('/auth/sign-out', { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } });
  expect(out.status).toBe(303);
  expect(await early.isSignedIn()).toBe(false);
  provider.start(port);
  for (const each of [service, fresh]) expect((await visitor(each).signIn()).status).toBe(303);
  await fresh.stop();
});

test('keys that cannot be read are the provider’s trouble, not a forged token', async () => {
  const fresh = await startSignIn({ issuer: provider.issuer });
  provider.change = { answers: { '/keys': () => new Response('', { status: 500 }) } };
  expect((await visitor(fresh).signIn()).status).toBe(503);
  provider.change = {};
  expect((await visitor(fresh).signIn()).status).toBe(303);
  await fresh.stop();
});

test('one that hangs takes a bounded number of requests, and other answers go on', async () => {
  const fresh = await startSignIn({ issuer: provider.issuer });
  const { promise, resolve } = Promise.withResolvers<void>();
  let answer = async (): Promise<Response> => {
    await promise;
    return new Response('', { status: 500 });
  };
  provider.change = { answers: { [DISCOVERY]: () => answer() } };
  const before = provider.counted(DISCOVERY);
  const statuses: number[] = [];
  const people = Array.from({ length: 40 }, async () => {
    statuses.push((await visitor(fresh).ask('/auth/sign-in')).status);
  });
  await waitUntil('refusals, and the provider to be asked', () => {
    return statuses.length >= 8 && provider.counted(DISCOVERY) > before;
  });
  expect((await fetch(`${fresh.url}/api/v1/health`)).status).toBe(200);
  expect(provider.counted(DISCOVERY)).toBe(before + 1);
  expect(statuses).toEqual(Array(8).fill(503));
  answer = async () => new Response('', { status: 500 });
  resolve();
  await Promise.all(people);
  expect(statuses).toEqual(Array(40).fill(503));
  provider.change = {};
  expect((await visitor(fresh).signIn()).status).toBe(303);
  await fresh.stop();
});

test('what it says of itself is asked again after a while; where that fails, what it said before goes on', async () => {
  const often = discovery(provider.issuer, 0);
  const seldom = discovery(provider.issuer, 3_600_000);
  for (const ask of [often, seldom]) await ask();
  provider.change = { metadata: { token_endpoint: `${provider.issuer}/new` } };
  expect((await often()).token_endpoint).toBe(`${provider.issuer}/new`);
  expect((await seldom()).token_endpoint).toBe(`${provider.issuer}/token`);
  provider.change = { answers: { [DISCOVERY]: () => new Response('', { status: 500 }) } };
  expect((await often()).token_endpoint).toBe(`${provider.issuer}/new`);
  const asked = provider.counted(DISCOVERY);
  // Not with every sign-in, while it fails.
  expect((await often()).token_endpoint).toBe(`${provider.issuer}/new`);
  expect(provider.counted(DISCOVERY)).toBe(asked);
  expect(discovery(provider.issuer, 0)()).rejects.toThrow('answered 500');
});

/** A gigabyte, as it is asked for. */
const endless = () => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1_000_000).fill(32));
      if (sent === 1000) controller.close();
    },
  });
  return { sent: () => sent, answer: () => new Response(body, { headers: { 'Content-Type': 'application/json' } }) };
};
test.each([DISCOVERY, '/token', '/keys'])('an answer of %s without end is not read to its end', async (path) => {
  const fresh = await startSignIn({ issuer: provider.issuer });
  const { sent, answer } = endless();
  provider.change = { answers: { [path]: answer } };
  const someone = visitor(fresh);
  const page = await (path === DISCOVERY ? someone.ask('/auth/sign-in') : someone.signIn());
  expect(page.status).toBe(503);
  expect(sent()).toBeLessThan(200);
  await fresh.stop();
});

/** What a discovery document must not say, and what the log says of it. */
const WRONG: [Record<string, unknown>, RegExp][] = [
  [{ issuer: 'https://evil.example' }, /calls itself "https:\/\/evil.example".*WORKFORCE_OIDC_ISSUER/],
  [{ token_endpoint: undefined }, /token_endpoint/],
  [{ jwks_uri: 'http://keys.example/keys' }, /jwks_uri/],
  [{ authorization_endpoint: 'javascript:alert(1)' }, /authorization_endpoint/],
  [{ end_session_endpoint: 'http://evil.example' }, /end_session_endpoint/],
];
test.each(WRONG)('a provider that says %j of itself signs nobody in', async (metadata, reason) => {
  const fresh = await startSignIn({ issuer: provider.issuer });
  provider.change = { metadata };
  expect((await visitor(fresh).ask('/auth/sign-in')).status).toBe(403);
  expect(fresh.events.at(-1)!.reason).toMatch(reason);
  await fresh.stop();
});

test('a provider that takes no secret says so, and one without any algorithm of ours signs nobody in', async () => {
  const fresh = await startSignIn({ issuer: provider.issuer });
  provider.change = { metadata: { token_endpoint_auth_methods_supported: ['private_key_jwt'] } };
  expect((await visitor(fresh).signIn()).status).toBe(403);
  expect(fresh.events.at(-1)!.reason).toContain('unset WORKFORCE_OIDC_CLIENT_SECRET');
  await fresh.stop();
  const other = await startSignIn({ issuer: provider.issuer });
  provider.change = { metadata: { id_token_signing_alg_values_supported: ['HS256', 'none'] } };
  expect((await visitor(other).signIn()).status).toBe(403);
  await other.stop();
});

test('it is not followed to another address: what is sent to it has secrets in it', async () => {
  const fresh = await startSignIn({ issuer: provider.issuer });
  const someone = visitor(fresh);
  const back = await someone.toProvider();
  provider.change = { answers: { '/token': () => Response.redirect(`${provider.issuer}/elsewhere`, 307) } };
  expect((await someone.ask(back)).status).toBe(503);
  expect(provider.counted('/elsewhere')).toBe(0);
  await fresh.stop();
});
