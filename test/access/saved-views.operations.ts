// What people keep in the console: for each their own, taken only from who has read the newest, and never more than
// there is room for.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { directory } from '../../src/access/directory.ts';
import { digestOf, newSecret } from '../../src/access/secret.ts';
import type { SignIn } from '../../src/access/sign-in/sign-in.ts';
import { SAVED_VIEWS } from '../../src/contract/limits.ts';
import { eitherEngine } from '../harness/databases.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { addSecret, bearer, withTokens } from './tokens.ts';

const ITEM = { name: 'Active', path: '/console/employees?status=active', pinned: ['side'] };
type Headers = Record<string, string>;

const read = (service: Service, headers: Headers) => fetch(`${service.url}/auth/kept`, { headers });
const write = (service: Service, headers: Headers, body: unknown) =>
  fetch(`${service.url}/auth/kept`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  const signIn = { publicUrl: () => 'http://127.0.0.1', hours: 1, issuer: 'https://id.example' } as SignIn;
  beforeAll(async () => {
    service = await startService({ engine, filled: false, parts: { signIn } });
  });
  afterAll(() => service.stop());

  async function session(name: string, claim: string): Promise<Headers> {
    const secret = newSecret('session');
    const rest = { scopes: '["hr"]', expires_at: Date.now() + 60_000 };
    await directory(service.store.credentials).add({ digest: digestOf(secret), kind: 'session', name, claim, ...rest });
    return { Cookie: `workforce_session=${secret}`, 'Sec-Fetch-Site': 'same-origin' };
  }

  test('each token and each person has their own, and nobody else any', async () => {
    const [a, b] = [await addSecret(service.store, 'a', {}), await addSecret(service.store, 'b', {})];
    // Two people of one name; and one person in two browsers.
    const [anna, other, again] = [await session('Anna', '1'), await session('Anna', '2'), await session('Anna', '1')];
    const clients: Headers[] = [bearer(TOKEN), bearer(a), bearer(b), anna, other];
    for (const [at, headers] of clients.entries()) {
      expect(await (await read(service, headers)).json()).toEqual({ version: 0, items: [] });
      const response = await write(service, headers, { version: 0, items: [{ ...ITEM, name: `Of ${at}` }] });
      expect([response.status, await response.json()]).toEqual([
        200,
        { written: true, version: 1, items: [{ ...ITEM, name: `Of ${at}` }] },
      ]);
    }
    for (const [at, headers] of [...clients.entries(), [3, again] as const]) {
      const { items } = await (await read(service, headers)).json();
      expect([at, items[0].name]).toEqual([at, `Of ${at}`]);
    }
    for (const headers of [{}, bearer('wrong'), { Cookie: 'workforce_session=wrong' }]) {
      const answers = [await read(service, headers), await write(service, headers, { version: 1, items: [] })];
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    }
    // A page of another site has the cookie sent along.
    const forged = await write(service, { ...anna, 'Sec-Fetch-Site': 'cross-site' }, { version: 1, items: [] });
    expect(forged.status).toBe(401);
    expect((await read(service, anna)).headers.get('cache-control')).toBe('no-store');
  });

  test('who has not read the newest is told it, and nothing is written', async () => {
    const headers = bearer(await addSecret(service.store, 'tabs', {}));
    const sent = async (body: object) => (await write(service, headers, body)).json();
    const both = await Promise.all(['One', 'Two'].map((name) => sent({ version: 0, items: [{ ...ITEM, name }] })));
    const { written, ...stored } = both.find((each) => each.written);
    expect([written, stored.version]).toEqual([true, 1]);
    expect(both.find((each) => !each.written)).toEqual({ written: false, ...stored });
    const goals = { headcount: { target: 250 } };
    expect(await sent({ ...stored, goals })).toEqual({ ...stored, written: true, version: 2, goals });
    for (const version of [0, 1, 7])
      expect(await sent({ items: [], version })).toEqual({ ...stored, written: false, version: 2, goals });
  });

  test('a token that was replaced has what the first had, and one that was revoked nothing', async () => {
    const first = await addSecret(service.store, 'reporting', {});
    await write(service, bearer(first), { version: 0, items: [ITEM] });
    await directory(service.store.credentials).revoke(digestOf(first));
    const second = await addSecret(service.store, 'reporting', {});
    expect((await (await read(service, bearer(second))).json()).items).toEqual([ITEM]);
    const known = directory(service.store.credentials);
    expect(await known.find(first, 'token')).toEqual({ refused: 'revoked' });
  });

  const many = (count: number, path: string) => Array.from({ length: count }, (_, n) => ({ name: `Item ${n}`, path }));
  test.each([
    ['[]', 'body'],
    [{ version: -1, items: [] }, 'version'],
    [{ version: 0 }, 'items'],
    [{ version: 0, items: [], goals: [] }, 'goals'],
    [{ version: 0, items: [], more: 1 }, 'more'],
    [{ version: 0, items: [{ ...ITEM, name: '' }] }, 'name'],
    [{ version: 0, items: [{ ...ITEM, name: ' a' }] }, 'name'],
    [{ version: 0, items: [{ ...ITEM, name: 'a\nb' }] }, 'name'],
    [{ version: 0, items: [{ ...ITEM, name: 'a'.repeat(SAVED_VIEWS.name + 1) }] }, 'name'],
    [{ version: 0, items: [ITEM, ITEM] }, 'name'],
    [{ version: 0, items: [{ ...ITEM, more: 1 }] }, 'more'],
    [{ version: 0, items: [{ ...ITEM, pinned: ['door'] }] }, 'pinned'],
    [{ version: 0, items: [{ ...ITEM, pinned: ['side', 'side'] }] }, 'pinned'],
    ...[
      '/console/../auth/sign-out',
      '/console/./a',
      '/console/leave/..',
      '/console/..?a=1',
      '/console/%2e%2e/auth',
    ].map((path) => [{ version: 0, items: [{ name: 'a', path }] }, 'path'] as const),
    ...['', '//a.example', '/console//a', '/api/v1/employees', '/console/a#b', '/console/\\a', 'javascript:x'].map(
      (path) => [{ version: 0, items: [{ name: 'a', path }] }, 'path'] as const,
    ),
    [{ version: 0, items: [{ name: 'a', path: `/console/leave?q=${'a'.repeat(SAVED_VIEWS.path)}` }] }, 'path'],
    [{ version: 0, items: many(SAVED_VIEWS.items + 1, '/') }, 'items'],
    [{ version: 0, items: many(20, `/console/leave?q=${'a'.repeat(SAVED_VIEWS.bytes / 20)}`) }, 'body'],
  ] as [unknown, string][])('what has a wrong %#: refused', async (body, where) => {
    const headers = bearer(TOKEN);
    const before = await (await read(service, headers)).text();
    const response = await write(service, headers, body);
    const { error } = await response.json();
    expect([response.status, error.code, String(error.details?.errors[0].loc.at(-1))]).toEqual([
      422,
      'validation_error',
      where,
    ]);
    expect(await (await read(service, headers)).text()).toBe(before);
  });

  test('there is room for as many as it says', async () => {
    const headers = bearer(await addSecret(service.store, 'full', {}));
    const items = many(SAVED_VIEWS.items, '/console/org-chart');
    expect((await write(service, headers, { version: 0, items })).status).toBe(200);
    expect((await (await read(service, headers)).json()).items).toEqual(items);
  });
});

test('a token that may read nothing keeps nothing', async () => {
  const { service, tokens, expired, revoked } = await withTokens(
    { reader: { read: ['leave'] }, creator: { create: ['leave'] } },
    { filled: false },
  );
  const body = { version: 0, items: [ITEM] };
  for (const [token, status] of [
    [tokens.reader!, 200],
    [tokens.creator!, 403],
    [expired, 401],
    [revoked, 401],
  ] as const) {
    const answers = [await read(service, bearer(token)), await write(service, bearer(token), body)];
    expect(answers.map((each) => each.status)).toEqual([status, status]);
  }
  await service.stop();
});
