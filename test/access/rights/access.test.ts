// What becomes of the scopes of a token: creates, the secret address of a calendar, where everybody reads, where a limit
// is not understood any more, and from day to day.
import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { type AccessSettings, accesses } from '../../../src/access/access.ts';
import { directory } from '../../../src/access/directory.ts';
import { NOTHING } from '../../../src/access/scopes.ts';
import { digestOf, newSecret } from '../../../src/access/secret.ts';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Fault } from '../../../src/contract/faults.ts';
import { actorOf } from '../../../src/http/context.ts';
import { eitherEngine } from '../../harness/databases.ts';
import { allRecords, post, type Service, startService, TOKEN } from '../../harness/service.ts';
import { addSecret, bearer, type Given, withTokens } from '../tokens.ts';

const faultsIn = (text: string): Fault[] => JSON.parse(text).error.details.errors;
const LONDON = ['employees?branch=London'];
const CALENDAR = '/calendar/who-is-out.ics';
const READS = { read: ['leave', 'employees'] } as const;

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let tokens: Record<string, string>;
  let [here, elsewhere]: number[] = [];
  const answered: unknown[] = [];

  beforeAll(async () => {
    const rows = [...LONDON, 'jobs?id[gt]=2', 'organizations?id[lte]=2', 'brands?id[lte]=1'];
    const given: Record<string, Given> = {
      leave: { read: ['leave'], create: ['leave'] },
      brands: { read: ['brands', 'organizations'], create: ['brands'] },
      limited: { read: 'all', create: 'all', rows },
      other: { read: 'all', create: 'all', rows },
      departments: { read: 'all', create: 'all', rows: ['departments?id[gt]=3'] },
      sees: { read: 'all', create: 'all' },
      blind: { read: [], create: 'all' },
      calendar: READS,
      london: { ...READS, rows: LONDON },
      'of another time': { read: 'all', create: 'all', private: 'all', rows: ['employees?gone_field=London'] },
    };
    const parts = { actorOf, onAnswered: (each: unknown) => void answered.push(each) };
    ({ service, tokens } = await withTokens(given, { engine, parts }));
    const employees = await allRecords(service, 'employees', { headers: bearer(TOKEN) });
    here = employees.find(({ branch }) => branch === 'London')!.id;
    elsewhere = employees.find(({ branch }) => branch === 'Berlin')!.id;
  });
  afterAll(() => service.stop());

  const ask = async (path: string, headers: Record<string, string> = {}, { url } = service) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const me = async (headers: Record<string, string>, more = '') =>
    JSON.parse((await ask(`/auth/me${more}`, headers)).text);

  async function create(token: string, path: string, body: object, headers: Record<string, string> = {}) {
    const response = await post(service, `/api/v1/${path}`, body, { ...bearer(tokens[token] ?? token), ...headers });
    const scope = /scope="(.*)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1];
    return { status: response.status, text: await response.text(), scope };
  }
  const leave = (more: object = {}) => ({ leave_type: 'sick', employee_id: here, ...more });
  let slugs = 0;
  const named = (name: string) => ({ name, slug: `made-${++slugs}` });

  test('a reference to what cannot be seen is one to nothing, byte for byte', async () => {
    const none = 987_654;
    const pairs: readonly (readonly [path: string, body: (id: number) => object, id: number, token?: string])[] = [
      ['leave', (id) => leave({ employee_id: id }), elsewhere!],
      ['leave', (id) => leave({ employee_id: id, leave_type: 7 }), elsewhere!],
      ['brands', (id) => ({ ...named('Two'), organization_id: id }), 3],
      // Its own records are not limited.
      ['organization-teams', (id) => ({ name: 'T', organization_id: 1, department_id: id }), 2, 'departments'],
    ];
    for (const [path, body, id, token = 'limited'] of pairs) {
      const [hidden, missing] = [await create(token, path, body(id)), await create(token, path, body(none))];
      expect(hidden.status).toBe(422);
      expect(hidden.text.replaceAll(`${id}`, 'ID')).toBe(missing.text.replaceAll(`${none}`, 'ID'));
      expect(hidden.text).toContain('reference_not_found');
      // Each field has one fault.
      const places = faultsIn(hidden.text).map(({ loc }) => loc.join());
      expect(new Set(places).size).toBe(places.length);
      // It is there for others.
      expect((await create('sees', path, body(id))).text).not.toContain('reference_not_found');
    }
    expect((await create('limited', 'leave', leave({ employee_id: here }))).status).toBe(201);
  });

  test('a mismatch names the value of the other record only to those who may read it', async () => {
    const authorization = { headers: bearer(TOKEN) };
    const [team] = await allRecords(service, 'organization-teams', authorization);
    const organizations = await allRecords(service, 'organizations', authorization);
    const other = organizations.find(({ id }) => id !== team.organization_id);
    const body = { name: 'Team', organization_id: other.id, parent_id: team.id };
    const messages: Record<string, string> = {};
    for (const token of ['sees', 'blind', TOKEN]) {
      const { text } = await create(token, 'organization-teams', body);
      const [fault] = faultsIn(text);
      expect(fault!.type).toBe('reference_mismatch');
      messages[token] = fault!.msg;
    }
    const told = `The organization team ${team.id} has another organization_id: ${team.organization_id}`;
    const kept = `The organization team ${team.id} has another organization_id`;
    expect(messages).toEqual({ sees: told, blind: kept, [TOKEN]: told });
    // Also beside other faults.
    const both = await create('blind', 'organization-teams', { ...body, name: 7 });
    expect(faultsIn(both.text).map(({ msg }) => msg)).toContain(kept);
  });

  test('an Idempotency-Key is of one token', async () => {
    const key = { 'Idempotency-Key': `key-${engine}` };
    const body = leave({ reason: 'kept apart' });
    const first = await create('limited', 'leave', body, key);
    expect(first.status).toBe(201);
    expect((await create('limited', 'leave', body, key)).text).toBe(first.text);
    expect((await create('limited', 'leave', leave({ reason: 'another' }), key)).text).toContain(
      'idempotency_conflict',
    );
    // To others the key is new, whatever they send with it.
    const ids = new Set([JSON.parse(first.text).id]);
    for (const token of ['other', 'sees', 'blind', TOKEN]) {
      const made = await create(token, 'leave', leave({ reason: `of ${token}` }), key);
      expect({ token, status: made.status }).toEqual({ token, status: 201 });
      ids.add(JSON.parse(made.text).id);
    }
    expect(ids.size).toBe(5);
  });

  describe('the secret address of a calendar', () => {
    const keys: Record<string, string> = {};
    beforeAll(async () => {
      const calendar = { kind: 'calendar' } as const;
      keys.calendar = await addSecret(service.store, 'of all', READS, calendar);
      keys.london = await addSecret(service.store, 'of London', { ...READS, rows: LONDON }, calendar);
      keys.expired = await addSecret(service.store, 'expired one', READS, {
        ...calendar,
        expires: (await service.store.credentials.read({})).now - 60_000,
      });
      keys.revoked = await addSecret(service.store, 'revoked one', READS, calendar);
      await directory(service.store.credentials).revoke(digestOf(keys.revoked));
      keys.unknown = newSecret('calendar');
      keys.typo = `${keys.calendar.slice(0, -1)}${keys.calendar.endsWith('0') ? '1' : '0'}`;
      keys.token = tokens.calendar!;
    });

    test.each(['calendar', 'london'])('it shows what a token with the same rights sees: %s', async (name) => {
      const byKey = await ask(`${CALENDAR}?key=${keys[name]}`);
      expect(byKey).toMatchObject({ status: 200, text: (await ask(CALENDAR, bearer(tokens[name]))).text });
      if (name === 'calendar') expect(byKey.text).toContain('BEGIN:VEVENT');
      // It is no parameter that means nothing, and other ones work beside it.
      expect(byKey.headers.get('workforce-ignored')).toBeNull();
      expect(byKey.headers.get('cache-control')).toStartWith('private');
      const one = await ask(`${CALENDAR}?employee_id=999999&key=${keys[name]}`, { Prefer: 'handling=strict' });
      expect([one.status, one.text.includes('leave-')]).toEqual([200, false]);
      const ignored = await ask(`${CALENDAR}?key=${keys[name]}&colour=red`);
      expect(ignored.headers.get('workforce-ignored')).toBe('colour');
    });

    test.each(['leave', 'employees/1', 'aggregate/leave', 'changes', 'insights', 'leave?q=/calendar/who-is-out.ics'])(
      'it does not open %s, as a parameter or as a token',
      async (name) => {
        const path = `/api/v1/${name}`;
        const key = `${path.includes('?') ? '&' : '?'}key=${keys.calendar}`;
        expect((await ask(path + key)).status).toBe(401);
        expect((await ask(`${path}${key}&x=/calendar/?key=${keys.calendar}`)).status).toBe(401);
        expect((await ask(path, bearer(keys.calendar))).status).toBe(401);
      },
    );

    test('it is nobody at /auth/me', async () => {
      const nobody = { who: null, read: [], create: [] };
      expect([await me({}, `?key=${keys.calendar}`), await me(bearer(keys.calendar))]).toMatchObject([nobody, nobody]);
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

  test('where everybody reads, a token takes nothing away', async () => {
    const privateFields = { employees: new Set(['base_salary']) };
    const open = await startService({ engine, attendanceDays: 1, privateFields });
    const token = await addSecret(open.store, 'narrow', { read: ['leave'], rows: LONDON, create: ['leave'] });
    for (const path of ['/api/v1/employees?limit=200', '/api/v1/departments', '/api/v1/employees?expand=manager_id'])
      expect((await ask(path, bearer(token), open)).text).toEqual((await ask(path, {}, open)).text);
    expect(JSON.parse((await ask('/auth/me', bearer(token), open)).text)).toMatchObject({
      ...{ reads: 'public', who: { kind: 'token', name: 'narrow' }, create: ['leave'], limited: false },
      read: catalogue.map(({ name }) => name),
    });
    await open.stop();
  });

  test('a limit that is not understood any more lets nothing through', async () => {
    const token = 'of another time';
    expect(await me(bearer(tokens[token]))).toMatchObject({ read: [], create: [] });
    for (const path of ['employees', 'departments', 'changes', 'insights'])
      expect((await ask(`/api/v1/${path}`, bearer(tokens[token]))).status).toBe(403);
    expect((await create(token, 'leave', {})).status).toBe(403);
  });

  test('/auth/me says who is limited', async () => {
    expect(await me(bearer(tokens.london))).toMatchObject({ read: ['employees', 'leave'], limited: true });
    expect(await me(bearer(TOKEN))).toMatchObject({ limited: false });
    expect(await me({})).toMatchObject({ who: null, read: [], create: [], limited: false });
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
});
