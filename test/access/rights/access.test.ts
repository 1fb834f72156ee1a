// What becomes of the scopes of a token: where everybody reads, where a limit is not understood any more, and from day
// to day.
import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { type AccessSettings, accesses } from '../../../src/access/access.ts';
import { NOTHING } from '../../../src/access/scopes.ts';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { engines } from '../../harness/databases.ts';
import { type Service, startService, TOKEN } from '../../harness/service.ts';
import { addSecret, bearer } from '../tokens.ts';

const LONDON = ['employees?branch=London'];

describe.each(engines)('on the %s database', (engine) => {
  const services: Record<string, Service> = {};
  beforeAll(async () => {
    const privateFields = { employees: new Set(['base_salary']) };
    services.token = await startService({ engine, parts: { read: 'token' } });
    services.public = await startService({ engine });
    services.private = await startService({ engine, attendanceDays: 1, privateFields });
  });
  afterAll(async () => {
    for (const service of Object.values(services)) await service.stop();
  });

  const ask = async ({ url }: Service, path: string, token?: string) => {
    const response = await fetch(url + path, { headers: bearer(token) });
    return { status: response.status, body: await response.json() };
  };

  test.each(['public', 'private'])('where everybody reads, a token takes nothing away: %s', async (name) => {
    const service = services[name]!;
    const token = await addSecret(service.store, 'narrow', { read: ['leave'], rows: LONDON, create: ['leave'] });
    for (const path of ['/api/v1/employees?limit=200', '/api/v1/departments', '/api/v1/employees?expand=manager_id'])
      expect(await ask(service, path, token)).toEqual(await ask(service, path));
    const names = catalogue.map((each) => each.name);
    expect((await ask(service, '/auth/me', token)).body).toMatchObject({
      ...{ reads: 'public', who: { kind: 'token', name: 'narrow' }, read: names, create: ['leave'], limited: false },
    });
  });

  test('a limit that is not understood any more lets nothing through', async () => {
    const service = services.token!;
    const given = { read: 'all', create: 'all', private: 'all', rows: ['employees?gone_field=London'] } as const;
    const token = await addSecret(service.store, 'of another time', given);
    expect((await ask(service, '/auth/me', token)).body).toMatchObject({ read: [], create: [] });
    for (const path of ['employees', 'departments', 'changes', 'insights'])
      expect((await ask(service, `/api/v1/${path}`, token)).status).toBe(403);
    const created = await fetch(`${service.url}/api/v1/leave`, { method: 'POST', headers: bearer(token), body: '{}' });
    expect(created.status).toBe(403);
  });

  test('/auth/me says who is limited', async () => {
    const service = services.token!;
    const token = await addSecret(service.store, 'limited', { read: ['employees'], rows: LONDON });
    expect((await ask(service, '/auth/me', token)).body).toMatchObject({ read: ['employees'], limited: true });
    expect((await ask(service, '/auth/me', TOKEN)).body).toMatchObject({ limited: false });
    expect((await ask(service, '/auth/me')).body).toMatchObject({ who: null, read: [], create: [], limited: false });
  });
});

describe('limits that name days by their distance from today', () => {
  afterEach(() => void setSystemTime());
  const settings: AccessSettings = { catalogue, privateFields: {}, read: 'token' };
  const holderOf = (rows: readonly string[]) => ({
    ...({ kind: 'token', name: 'a', digest: 'b', expiresAt: undefined } as const),
    scopes: { ...NOTHING, read: 'all' as const, rows },
  });

  test('are other ones the next day, also to what is remembered', () => {
    const all = accesses(settings);
    const holder = holderOf(['employees?date_of_joining[gte]=today-30d']);
    setSystemTime(new Date('2026-03-01T23:59:59Z'));
    const before = all.of(holder);
    expect(all.of(holder).rows).toBe(before.rows!);
    setSystemTime(new Date('2026-03-02T00:00:01Z'));
    const after = all.of(holder);
    expect(after.rows).not.toEqual(before.rows);
    expect(after.key).not.toBe(before.key);
  });

  test('rights are told apart by all that they are made of', () => {
    const all = accesses(settings);
    const keys = [LONDON, ['employees?branch=Berlin'], []].map((rows) => all.of(holderOf(rows)).key);
    expect(new Set([...keys, all.owner.key, all.unproven('nothing').key]).size).toBe(5);
  });
});
