// The secret address of a calendar: it opens this calendar and nothing else, within its limits, and is written nowhere.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { directory } from '../../../src/access/directory.ts';
import { digestOf, newSecret } from '../../../src/access/secret.ts';
import { engines } from '../../harness/databases.ts';
import type { Service } from '../../harness/service.ts';
import { addSecret, bearer, withTokens } from '../tokens.ts';

const CALENDAR = '/calendar/who-is-out.ics';
const READS = { read: ['leave', 'employees'] } as const;
const LONDON = ['employees?branch=London'];

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  let tokens: Record<string, string>;
  const answered: unknown[] = [];
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    const given = { full: READS, limited: { ...READS, rows: LONDON } };
    const parts = { onAnswered: (each: unknown) => void answered.push(each) };
    ({ service, tokens } = await withTokens(given, { engine, parts }));
    const calendar = { kind: 'calendar' } as const;
    keys.full = await addSecret(service.store, 'of all', READS, calendar);
    keys.limited = await addSecret(service.store, 'of London', { ...READS, rows: LONDON }, calendar);
    keys.expired = await addSecret(service.store, 'expired one', READS, { ...calendar, expires: Date.now() - 60_000 });
    keys.revoked = await addSecret(service.store, 'revoked one', READS, calendar);
    await directory(service.store.credentials).revoke(digestOf(keys.revoked));
    keys.unknown = newSecret('calendar');
    keys.typo = `${keys.full.slice(0, -1)}${keys.full.endsWith('0') ? '1' : '0'}`;
    keys.token = tokens.full!;
  });
  afterAll(() => service.stop());

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(service.url + path, { headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  test.each(['full', 'limited'])('it shows what a token with the same rights sees: %s', async (name) => {
    const byKey = await ask(`${CALENDAR}?key=${keys[name]}`);
    expect(byKey).toMatchObject({ status: 200, text: (await ask(CALENDAR, bearer(tokens[name]))).text });
    expect(byKey.text.split('BEGIN:VEVENT').length).toBeGreaterThan(2);
    // It is no parameter that means nothing, and other ones work beside it.
    expect(byKey.headers.get('workforce-ignored')).toBeNull();
    expect(byKey.headers.get('cache-control')).toStartWith('private');
    const one = await ask(`${CALENDAR}?employee_id=999999&key=${keys[name]}`);
    expect([one.status, one.text.includes('leave-')]).toEqual([200, false]);
    const strict = await ask(`${CALENDAR}?key=${keys[name]}`, { Prefer: 'handling=strict' });
    expect(strict.status).toBe(200);
    const ignored = await ask(`${CALENDAR}?key=${keys[name]}&colour=red`);
    expect(ignored.headers.get('workforce-ignored')).toBe('colour');
  });

  test('the limited one has less', async () => {
    const [all, some] = [await ask(`${CALENDAR}?key=${keys.full}`), await ask(`${CALENDAR}?key=${keys.limited}`)];
    expect(some.text.length).toBeLessThan(all.text.length);
  });

  test.each([
    '/api/v1/leave',
    '/api/v1/employees/1',
    '/api/v1/aggregate/leave',
    '/api/v1/changes',
    '/api/v1/insights',
    '/api/v1/leave?q=/calendar/who-is-out.ics',
  ])('it does not open %s, as a parameter or as a token', async (path) => {
    const key = `${path.includes('?') ? '&' : '?'}key=${keys.full}`;
    expect((await ask(path + key)).status).toBe(401);
    expect((await ask(`${path}${key}&x=/calendar/?key=${keys.full}`)).status).toBe(401);
    expect((await ask(path, bearer(keys.full))).status).toBe(401);
  });

  test('it is nobody at /auth/me', async () => {
    for (const [path, headers] of [
      [`/auth/me?key=${keys.full}`, {}],
      ['/auth/me', bearer(keys.full)],
    ] as const)
      expect(JSON.parse((await ask(path, headers)).text)).toMatchObject({ who: null, read: [], create: [] });
  });

  test.each(['expired', 'revoked', 'unknown', 'typo', 'token'])('a key that is not taken: %s', async (name) => {
    const { status, text, headers } = await ask(`${CALENDAR}?key=${keys[name]}`);
    expect(status).toBe(401);
    expect(text + [...headers]).not.toContain(keys[name]!);
    expect(headers.get('www-authenticate')).toContain('Bearer realm="workforce"');
  });

  test('no line of the log has one', () => {
    expect(answered.length).toBeGreaterThan(20);
    expect(JSON.stringify(answered)).not.toMatch(/wf[ct]_/);
  });
});
