// Creates with named tokens: which resources, which references, whose Idempotency-Key, and what the audit log says.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Fault } from '../../../src/contract/faults.ts';
import { actorOf } from '../../../src/http/context.ts';
import { engines } from '../../harness/databases.ts';
import { allRecords, post, type Service, TOKEN } from '../../harness/service.ts';
import { bearer, withTokens } from '../tokens.ts';

const faultsIn = (text: string): Fault[] => JSON.parse(text).error.details.errors;

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  let tokens: Record<string, string>;
  let [here, elsewhere]: number[] = [];

  beforeAll(async () => {
    const london = ['employees?branch=London', 'jobs?id[gt]=2', 'organizations?id[lte]=2', 'brands?id[lte]=1'];
    const given = {
      leave: { read: ['leave'], create: ['leave'] },
      brands: { read: ['brands', 'organizations'], create: ['brands'] },
      limited: { read: 'all', create: 'all', rows: london },
      other: { read: 'all', create: 'all', rows: london },
      departments: { read: 'all', create: 'all', rows: ['departments?id[gt]=3'] },
      sees: { read: 'all', create: 'all' },
      blind: { read: [], create: 'all' },
    } as const;
    ({ service, tokens } = await withTokens(given, { engine, parts: { actorOf } }));
    const employees = await allRecords(service, 'employees', { headers: bearer(TOKEN) });
    here = employees.find(({ branch }) => branch === 'London')!.id;
    elsewhere = employees.find(({ branch }) => branch === 'Berlin')!.id;
  });
  afterAll(() => service.stop());

  async function create(token: string, path: string, body: object, headers: Record<string, string> = {}) {
    const response = await post(service, `/api/v1/${path}`, body, { ...bearer(tokens[token] ?? token), ...headers });
    const scope = /scope="(.*)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1];
    return { status: response.status, text: await response.text(), scope };
  }
  const leave = (more: object = {}) => ({ leave_type: 'sick', employee_id: here, ...more });
  let slugs = 0;
  const named = (name: string) => ({ name, slug: `made-${++slugs}` });

  test.each([
    ['leave', 'leave', 201],
    ['leave', 'organizations', 403],
    ['leave', 'brands', 403],
    ['brands', 'leave', 403],
    ['blind', 'leave', 201],
    ['limited', 'leave', 201],
  ] as const)('the token %s creates %s: %i', async (token, path, status) => {
    const body = path === 'leave' ? leave() : named('One');
    expect(await create(token, path, body)).toMatchObject({
      status,
      ...(status === 403 && { scope: `create:${path}` }),
    });
    // Nothing about a body is checked before the token.
    const faulty = await create(token, path, { nothing: 'of it' });
    expect(faulty.status).toBe(status === 403 ? 403 : 422);
  });

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

  test('the audit log names the token', async () => {
    for (const [token, actor] of [
      ['limited', 'token limited'],
      ['leave', 'token leave'],
      [TOKEN, 'write token'],
    ] as const) {
      const { id } = JSON.parse((await create(token, 'leave', leave())).text);
      const entries = await service.store.auditLog.read({ limit: 1000 });
      expect(entries.filter(({ first_id }) => first_id === id)).toMatchObject([{ actor, resource: 'leave' }]);
    }
  });
});
