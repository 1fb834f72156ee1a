// Properties of every route: one shape of errors, pages without repeats or gaps, and the same bytes for a record
// everywhere.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { engines } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { someRuns } from '../harness/random/sample.ts';
import { type Service, startService } from '../harness/service.ts';

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine });
  });
  afterAll(() => service.stop());

  const text = async (path: string) => (await fetch(`${service.url}${path}`)).text();
  const resources = catalogue.map((resource) => [resource.name, `/api/v1/${resource.name}`] as const);

  test.each(resources)(
    '%s: pages of any size add up to the same list, and the total is its length',
    async (name, path) => {
      const { meta } = JSON.parse(await text(path));
      const total = Math.min(meta.total, 700);
      expect((await service.store.counts())[name]).toBe(meta.total);
      const whole = await ids(path, 200, total);
      expect(new Set(whole).size).toBe(whole.length);
      for (const limit of [1, 7, 50, 199])
        expect(await ids(path, limit, Math.min(total, limit * 20))).toEqual(
          whole.slice(0, Math.min(total, limit * 20)),
        );
      const beyond = JSON.parse(await text(`${path}?offset=${meta.total}`));
      expect(beyond).toEqual({ data: [], meta: { total: meta.total, limit: 50, offset: meta.total } });
    },
  );

  async function ids(path: string, limit: number, count: number): Promise<number[]> {
    const found: number[] = [];
    for (let offset = 0; offset < count; offset += limit) {
      const { data, meta } = JSON.parse(await text(`${path}?limit=${limit}&offset=${offset}`));
      expect(meta).toMatchObject({ limit, offset });
      found.push(...data.map((record: { id: number }) => record.id));
    }
    return found.slice(0, count);
  }

  test.each(resources)('%s: a record is the same bytes in the list and alone', async (_, path) => {
    const list = await text(`${path}?limit=25&offset=1`);
    const alone = await Promise.all(JSON.parse(list).data.map(({ id }: { id: number }) => text(`${path}/${id}`)));
    expect(list.startsWith(`{"data":[${alone.join(',')}],"meta":{"total":`)).toBe(true);
  });

  const unknown = [
    '/nothing',
    '/api/nothing',
    '/api/v1',
    '/api/v2/employees',
    '/api/v1/employees/1/2',
    '/api/v1/Employees',
    '/api//v1/employees',
    '/swagger.json/1',
    '/api/%zz',
    '/api/v1/career_sites',
  ];

  test.each(unknown)('%s is an unknown address: 404 in the envelope', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${service.url}${path}`, { method });
      expect([response.status, (await response.json()).error.code]).toEqual([404, 'not_found']);
    }
  });

  test('any address and any query gets a well-formed answer, and never 500', async () => {
    const piece = fc.oneof(
      fc.webSegment(),
      fc.constantFrom('v1', 'api', 'employees', 'leave', '1', '%', '%ff', '...', ''),
    );
    const name = fc.oneof(
      fc.webQueryParameters(),
      fc.constantFrom('limit', 'offset', 'q', 'status', 'id[gte]', 'created[lt]', 'rating[gt]', 'employee_id'),
    );
    const request = fc.record({
      path: fc.oneof(
        fc.array(piece).map((parts) => `/api/${parts.join('/')}`),
        fc.constantFrom(...resources.map(([, path]) => path)),
      ),
      query: fc.array(fc.tuple(name, fc.oneof(fc.webQueryParameters(), fc.integer().map(String), fc.string()))),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ path, query }) => {
        const pairs = query
          .map(([key, value]) => `${key}=${encodeURI(value.toWellFormed()).replaceAll('#', '')}`)
          .join('&');
        const response = await fetch(`${service.url}${path}?${pairs}`);
        expect([200, 404, 422]).toContain(response.status);
        expect(response.headers.get('content-type')).toStartWith(
          /^\/api\/docs\/?$/.test(new URL(response.url).pathname) ? 'text/html' : 'application/json',
        );
        await response.text();
      }),
      { numRuns: someRuns(100) },
    );
  });

  test('the index and the health check answer', async () => {
    const index = JSON.parse(await text('/api'));
    expect(await text('/api/')).toBe(JSON.stringify(index));
    for (const address of Object.values<string>(index.resources))
      expect((await fetch(service.url + address)).status).toBe(200);
    expect(JSON.parse(await text('/api/v1/health'))).toEqual({
      status: 'ok',
      product: 'Workforce and Recruiting Data Service',
      version: '1.0.0',
      writes_enabled: true,
    });
  });

  test('the front page shows live counts and leads to every list and to the docs', async () => {
    const before = await text('/');
    const counts = await service.store.counts();
    for (const [name, path] of resources) {
      expect(before).toContain(`href="${path}"`);
      expect(before).toContain(`>${counts[name]!.toLocaleString('en')}</b>`);
    }
    expect(before).toContain('href="/api/docs"');
    await service.store.create(catalogue.find(({ name }) => name === 'leave')!, { leave_type: 'annual' });
    expect(await text('/')).toContain(`>${(counts.leave! + 1).toLocaleString('en')}</b>`);
  });
});
