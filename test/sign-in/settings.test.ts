// The settings of sign-in: what is accepted, what each mistake is told, and that the service signs people in by them.
import { expect, test } from 'bun:test';
import { isProviderAddress } from '../../src/access/sign-in/provider.ts';
import { readSettings } from '../../src/config.ts';
import { startService } from '../../src/serve/service.ts';
import { emptyDatabase, openDatabase } from '../harness/databases.ts';
import { CLIENT, ownProvider } from './own-provider.ts';
import { addRoles, visitor } from './visitor.ts';

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
  [{ OIDC_ISSUER: issuer, OIDC_CLIENT_SECRET: 'x' }, /WORKFORCE_OIDC_CLIENT_ID is not; set it/],
  ...[
    'http://login.example.com',
    'login.example.com',
    'ftp://x',
    `${issuer}?a=1`,
    `${issuer}#a`,
    'http://localhost.evil.example',
  ].map((each): [Record<string, string>, RegExp] => [{ OIDC_ISSUER: each, OIDC_CLIENT_ID: id }, /is an https address/]),
  [{ OIDC_ISSUER: 'https://a:b@login.example.com', OIDC_CLIENT_ID: id }, /is an https address/],
  [{ OIDC_SCOPES: 'profile email' }, /has openid in it/],
  [{ OIDC_SCOPES: 'openid "x"' }, /has openid in it/],
  [{ SESSION_HOURS: '0' }, /from 0.1 to 720/],
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
  const provider = await ownProvider();
  const { issuer: address } = provider;
  await provider.stop();
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
  const service = await startService(settings, store);
  const someone = visitor({ url: service.url.origin });
  expect((await someone.ask('/auth/sign-in')).status).toBe(503);
  provider.start(Number(new URL(address).port));
  const done = await someone.signIn('/console/jobs');
  expect(done.headers.get('location')).toBe('/console/jobs');
  expect(done.headers.getSetCookie().join()).toContain('Max-Age=1800;');
  expect((await someone.me()).who).toMatchObject({ name: 'Ann Example', role: 'any' });
  await service.stop();
  await store.close();
  await provider.stop();
});
