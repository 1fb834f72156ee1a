// Sign-in with a real, certified provider: its forms, its keys, every way in which a client proves itself and every
// kind of signature.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CLIENT } from './own-provider.ts';
import { type RealProvider, realProvider } from './real-provider.ts';
import { type SignInService, startSignIn, visitor } from './visitor.ts';

let provider: RealProvider;
beforeAll(async () => {
  provider = await realProvider();
});
afterAll(() => provider.stop());

const scopes = 'openid profile groups';

/** Fills in the forms of the provider as this person, until it sends the browser back to the service. */
async function throughForms(service: SignInService, start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const ask = async (url: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { Cookie: cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
      cookies.set(name!, value!);
    }
    return response;
  };
  let response = await ask(start);
  for (let steps = 0; steps < 12; steps++) {
    const location = response.headers.get('location');
    if (location?.startsWith(service.url)) return location;
    if (location) {
      response = await ask(new URL(location, provider.issuer).href);
      continue;
    }
    const page = await response.text();
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    const [, prompt] = /name="prompt" value="([^"]+)"/.exec(page) ?? [];
    if (!action) throw new Error(`No form, but ${response.status}: ${page.slice(-600)}`);
    const body = new URLSearchParams({ prompt: prompt!, login, password: 'any' });
    response = await ask(new URL(action, provider.issuer).href, { method: 'POST', body });
  }
  throw new Error('The provider does not come to an end.');
}

const CLIENTS: [Record<string, unknown>, string | undefined][] = [
  [{}, CLIENT.secret],
  [{ token_endpoint_auth_method: 'client_secret_basic', id_token_signed_response_alg: 'ES256' }, CLIENT.secret],
  [{ token_endpoint_auth_method: 'client_secret_basic', id_token_signed_response_alg: 'Ed25519' }, CLIENT.secret],
  [{ token_endpoint_auth_method: 'none', client_secret: undefined }, undefined],
];
test.each(CLIENTS)('a client with %j', async (settings, clientSecret) => {
  const service = await startSignIn({ issuer: provider.issuer, clientSecret, scopes });
  await provider.register(service.url, settings);
  const someone = visitor(service);
  const started = await someone.ask('/auth/sign-in?to=/console/leave');
  const back = await throughForms(service, started.headers.get('location')!, 'ann');
  // It names itself in the answer (RFC 9207).
  expect(new URL(back).searchParams.get('iss')).toBe(provider.issuer);
  const done = await someone.ask(back);
  expect([done.status, done.headers.get('location')]).toEqual([303, '/console/leave']);
  expect((await someone.me()).who).toMatchObject({ name: 'Ann Example', role: 'hr-team' });
  expect((await service.sessions())[0]!.subject).toBe('ann');
  await service.stop();
});
