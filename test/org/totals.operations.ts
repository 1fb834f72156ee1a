// The totals of all resources are those of their lists, for whoever asks, on both engines.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { bearer, type Given, withTokens } from '../access/tokens.ts';
import { eitherEngine } from '../harness/databases.ts';
import { type Service, TOKEN } from '../harness/service.ts';

const GIVEN = {
  everything: { read: 'all' },
  some: { read: ['leave', 'departments'] },
  limited: {
    read: ['employees', 'leave', 'jobs'],
    rows: ['employees?branch=London', 'leave?employee_id.branch=London'],
  },
  nobody: { read: ['employees'], rows: ['employees?branch=Nowhere'] },
  nothing: { read: [], create: ['leave'] },
} as const satisfies Record<string, Given>;

describe.each(eitherEngine)('totals on the %s database', (engine) => {
  let service: Service;
  let tokens: Record<string, string>;
  beforeAll(async () => {
    ({ service, tokens } = await withTokens(GIVEN, { engine, attendanceDays: 1 }));
  });
  afterAll(() => service.stop());

  const ask = (path: string, token: string | undefined, headers = {}) =>
    fetch(`${service.url}/api/v1/${path}`, { headers: { ...bearer(token), ...headers } });

  test.each(['everything', 'some', 'limited', 'nobody'])('%s: those of the lists', async (name) => {
    const { data } = await (await ask('totals', tokens[name])).json();
    const { read } = GIVEN[name as keyof typeof GIVEN];
    expect(Object.keys(data)).toEqual(
      catalogue.map((each) => each.name).filter((each) => read === 'all' || (read as readonly string[]).includes(each)),
    );
    for (const [resource, total] of Object.entries(data)) {
      const { meta } = await (await ask(`${resource}?limit=1`, tokens[name])).json();
      expect([resource, total]).toEqual([resource, meta.total]);
    }
  });

  test('who may read nothing is told what it takes', async () => {
    expect((await ask('totals', undefined)).status).toBe(401);
    const refused = await ask('totals', tokens.nothing);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="workforce", error="insufficient_scope", scope="read"',
    ]);
  });

  test('a create counts at once, and until then the answer is known', async () => {
    const first = await ask('totals', TOKEN);
    const { data: before } = await first.json();
    const again = await ask('totals', TOKEN, { 'If-None-Match': first.headers.get('etag')! });
    expect(again.status).toBe(304);
    expect((await ask('totals?limit=3', TOKEN)).headers.get('workforce-ignored')).toBe('limit');
    const created = await fetch(`${service.url}/api/v1/organizations`, {
      method: 'POST',
      headers: { ...bearer(TOKEN), 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Totals', slug: 'totals' }),
    });
    expect(created.status).toBe(201);
    const position = created.headers.get('workforce-position');
    const next = await ask('totals', TOKEN, {
      'If-None-Match': first.headers.get('etag')!,
      ...(position && { 'Workforce-Position': position }),
    });
    expect((await next.json()).data).toEqual({ ...before, organizations: before.organizations + 1 });
  });
});
