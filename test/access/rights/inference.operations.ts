// A token that reads leave only cannot find out anything about employees: two databases that differ only in these give
// it the same bytes and headers. And of private fields a token sees those that it was given.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { csvOf, update } from '../../engines/changes/changing.ts';
import { demoDatabase, eitherEngine } from '../../harness/databases.ts';
import { fc } from '../../harness/random/fc.ts';
import { randomReads } from '../../harness/random/reads.ts';
import { someRuns } from '../../harness/random/sample.ts';
import { allRecords, type Service, startService, TOKEN } from '../../harness/service.ts';
import { addSecret, bearer, type Given } from '../tokens.ts';

/** What it asks, and what it is told: a status, or the type of the fault. */
const ASKED: readonly (readonly [path: string, told: number | string])[] = [
  ['leave?employee_id=3', 200],
  ['leave?fields=id,employee_id.first_name', 200],
  ['leave?fields=employee_id.first_name&format=csv', 200],
  ['leave?expand=employee_id', 'private_field'],
  ['leave/1?expand=employee_id', 'private_field'],
  ['leave?employee_id.branch=London', 'private_field'],
  ['leave?employee_id.id=3', 'private_field'],
  ['leave?employee_id.date_of_joining[weekday]=1', 'private_field'],
  ['leave?q=Anna', 200],
  ['aggregate/leave?group=employee_id', 200],
  ['aggregate/leave?group=employee_id.branch', 'private_field'],
  ['aggregate/leave?measure=count,distinct(employee_id.branch)', 'private_field'],
  ['aggregate/leave?measure=max(employee_id.date_of_joining)', 'private_field'],
  ['aggregate/leave?group=status&having[max(employee_id.date_of_joining)][gte]=2020-01-01', 422],
  ['aggregate/leave?group=status&sort=-max(employee_id.date_of_joining)', 422],
  ['insights/absence?group=employee_id.branch', 403],
  ['insights/who-is-out?group=employee_id', 200],
  ['insights/who-is-out?group=employee_id.branch', 'private_field'],
  ['employees', 403],
  ['employees/999999', 403],
  ['aggregate/employees', 403],
  ['../../calendar/who-is-out.ics', 403],
];

describe.each(eitherEngine)('on the %s database', (engine) => {
  const twins: { readonly service: Service; readonly token: string }[] = [];
  const all = new Map<string, DataRecord[]>();

  beforeAll(async () => {
    for (const isOther of [false, true]) {
      const service = await startService({
        engine,
        location: await demoDatabase(engine),
        parts: { read: 'token' },
      });
      const employees = await allRecords(service, 'employees', { headers: bearer(TOKEN) });
      const others = employees.map(({ id }) => ({
        ...{ id, first_name: `Anna ${id}`, last_name: 'London', branch: id % 2 ? 'Oslo' : 'Rome', status: 'active' },
        ...{
          designation: 'Baker',
          date_of_joining: '2001-02-03',
          termination_date: null,
          manager_id: null,
          dept_id: 2,
        },
      }));
      // Both have as many changes.
      const { faults } = await update(service.store, 'employees', csvOf(isOther ? others : others.map(lastName)));
      expect(faults).toEqual([]);
      for (const { name } of catalogue) {
        const page = await fetch(`${service.url}/api/v1/${name}?limit=150`, { headers: bearer(TOKEN) });
        all.set(name, [...(all.get(name) ?? []), ...((await page.json()) as { data: DataRecord[] }).data]);
      }
      twins.push({ service, token: await addSecret(service.store, 'leave', { read: ['leave'] }) });
    }
  });
  afterAll(async () => {
    for (const { service } of twins) await service.stop();
  });
  const lastName = ({ id }: { id: number }) => ({ id, last_name: 'Paris' });

  async function told(path: string, twin: (typeof twins)[number], more: Record<string, string> = {}) {
    const { service, token } = twin;
    const response = await fetch(service.url + path, { headers: { ...bearer(token), ...more } });
    const shown = [...response.headers].filter(([name]) => name !== 'date').sort();
    return { path, status: response.status, text: await response.text(), headers: Object.fromEntries(shown) };
  }

  async function toldAlike(path: string, more?: Record<string, string>) {
    const [ours, theirs] = await Promise.all(twins.map((twin) => told(path, twin, more)));
    expect(theirs).toEqual(ours!);
    return ours!;
  }

  test.each(ASKED)('%s: %p', async (path, expected) => {
    const { status, text, headers } = await toldAlike(`/api/v1/${path}`);
    if (typeof expected === 'number') expect(status).toBe(expected);
    else expect(JSON.parse(text).detail.map(({ type }: { type: string }) => type)).toEqual([expected]);
    // None of it is private: the token lacks a right.
    if (expected === 'private_field') expect(text).toMatch(/needs read:employees: (?!.*private here)/);
    if (status === 403) expect(headers['www-authenticate']).toMatch(/scope="read:[a-z: -]+"$/);
    if (status !== 200) return;
    if (!path.includes('q=')) expect(text).not.toMatch(/Anna|London|Paris/);
    // The number stays; what it leads to is null.
    if (path.startsWith('leave?fields=id,')) {
      for (const record of JSON.parse(text).data)
        expect(record).toEqual({ id: expect.any(Number), 'employee_id.first_name': null });
    }
  });

  test('the feed has leave alone, and a hidden change is none', async () => {
    const pages = await Promise.all(twins.map((twin) => told('/api/v1/changes?limit=1000', twin)));
    const [ours, theirs] = pages.map(({ text }) =>
      JSON.parse(text).data.map(({ resource, id, record }: DataRecord) => ({ resource, id, record })),
    );
    expect(theirs).toEqual(ours);
    expect(new Set(ours.map(({ resource }: DataRecord) => resource))).toEqual(new Set(['leave']));
  });

  test('random reads', () => {
    const path = randomReads(catalogue, all).map((read) => read.path);
    const accept = fc.constantFrom('application/json', 'text/csv', 'application/x-ndjson');
    const leave = path.filter((each) => each.startsWith('/api/v1/leave'));
    return fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: leave }, path), accept, async (read, format) => {
        await toldAlike(read, { Accept: format });
      }),
      { numRuns: someRuns(80) },
    );
  });
});

describe.each(eitherEngine)('private fields on the %s database', (engine) => {
  const privateFields = { employees: new Set(['base_salary', 'email']), leave: new Set(['reason']) };
  const HIDDEN = ['employees.base_salary', 'employees.email', 'leave.reason'];
  const GIVEN: Record<string, Given & { readonly shown: readonly string[] }> = {
    none: { read: 'all', shown: [] },
    salary: { read: 'all', private: ['employees.base_salary'], shown: ['employees.base_salary'] },
    email: { read: ['employees'], private: ['employees.email', 'leave.reason'], shown: ['employees.email'] },
    all: { read: 'all', private: 'all', shown: HIDDEN },
  };
  let service: Service;
  const tokens: Record<string, string> = {};
  let first: DataRecord;

  beforeAll(async () => {
    service = await startService({ engine, attendanceDays: 1, privateFields, parts: { read: 'token' } });
    for (const [name, { shown: _, ...given }] of Object.entries(GIVEN))
      tokens[name] = await addSecret(service.store, name, given);
    [first] = (await allRecords(service, 'employees', { headers: bearer(TOKEN) })) as [DataRecord];
  });
  afterAll(() => service.stop());

  const ask = async (name: string, path: string) => {
    const response = await fetch(service.url + path, { headers: bearer(tokens[name]) });
    return { status: response.status, body: await response.json() };
  };

  test.each(Object.keys(GIVEN))('the token %s sees those that it was given', async (name) => {
    const { shown } = GIVEN[name]!;
    const { body } = await ask(name, '/api/v1/employees/1');
    for (const field of ['base_salary', 'email']) {
      const isShown = shown.includes(`employees.${field}`);
      expect([name, field, body[field] === first[field]]).toEqual([name, field, isShown]);
      const filter = `/api/v1/employees?${field}=${encodeURIComponent(String(first[field]))}`;
      expect([name, field, (await ask(name, filter)).status]).toEqual([name, field, isShown ? 200 : 422]);
      expect((await ask(name, `/api/v1/employees?sort=${field}`)).status).toBe(isShown ? 200 : 422);
    }
    const { body: me } = await ask(name, '/auth/me');
    const readable = HIDDEN.filter((each) => me.read.includes(each.split('.')[0]));
    expect([me.who.name, me.hidden]).toEqual([name, readable.filter((each) => !shown.includes(each))]);
  });

  test.each([
    ['none', false],
    ['salary', false],
    ['all', true],
  ] as const)('a search by a private value: the token %s finds it: %p', async (name, isFound) => {
    const { body } = await ask(name, `/api/v1/employees?q=${encodeURIComponent(String(first.email))}`);
    expect(body.data.some(({ id }: DataRecord) => id === 1)).toBe(isFound);
  });
});
