// The typed client: its derived files are up to date, every error has a class, and it passes the scenario table.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import manifest from '../../client/package.json';
import { createClient, errorClasses, type Reads, WorkforceError } from '../../client/src/index.ts';
import product from '../../package.json';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { clientSource } from '../../src/contract/documents/client-source.ts';
import { errors } from '../../src/contract/errors.ts';
import { insightSource } from '../../src/insights/client-source.ts';
import { insights } from '../../src/insights/insights.ts';
import { eitherEngine } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { ourClient } from './adapter.ts';
import { playScenarios } from './play.ts';
import { changesScenarios, scenarios } from './scenarios.ts';

const own = [...scenarios, ...changesScenarios];

const derived = { ...clientSource(catalogue, errors), ...insightSource(insights, catalogue) };
test.each(Object.entries(derived))('%s is as it is derived (npm run generate)', async (name, text) => {
  expect(await Bun.file(repositoryFile(name)).text()).toBe(text);
});

test('the client has the version of the service, and depends on nothing', () => {
  expect(manifest.version).toBe(product.version);
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

test('every error code has its class', () => {
  expect(Object.keys(errorClasses)).toEqual(Object.keys(errors));
  for (const [code, Class] of Object.entries(errorClasses)) {
    const error = new Class('It is so.', { code, status: 418 });
    expect(error).toBeInstanceOf(WorkforceError);
    expect({ ...error, text: `${error}` }).toMatchObject({
      name: Class.name,
      code,
      status: 418,
      text: `${Class.name}: It is so.`,
    });
  }
});

test('the scenarios cover every error that a client can cause', () => {
  // A client that uses fetch sends its body at once, uses valid methods only, and cannot make the service fail.
  const unreachable = ['conflict', 'method_not_allowed', 'request_timeout', 'internal_error'];
  const met = new Set(own.map(({ code }) => code).filter(Boolean));
  expect([...met, ...unreachable].sort()).toEqual(Object.keys(errors).sort());
});

describe.each(eitherEngine)('scenarios on the %s database', (engine) => playScenarios(engine, () => ourClient, own));

type AnyResource = Reads<{ id: number }, object, 'id', object>;

describe.each(eitherEngine)('our client on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine });
  });
  afterAll(() => service.stop());
  const client = () => createClient({ baseUrl: `${service.url}/`, token: TOKEN });
  const listed = async (path: string) => (await (await fetch(`${service.url}/api/v1/${path}`)).json()) as any;

  test('every resource can be listed and got, and created where the service says so', async () => {
    const { health, totals, orgChart, insight: _, insights: __, changes: ___, ...resources } = client();
    expect(await health()).toEqual(await listed('health'));
    expect(await orgChart({ depth: 2, branch: 'London' })).toEqual(await listed('org-chart?depth=2&branch=London'));
    expect(await totals()).toEqual(await listed('totals'));
    const known = catalogue.map(({ name, creatable }) => ({ name, creatable }));
    const offered = Object.entries(resources).map(([key, each]) => ({
      name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      creatable: 'create' in each,
    }));
    expect(offered).toEqual(known);
    for (const [i, resource] of (Object.values(resources) as unknown as AnyResource[]).entries()) {
      const page = await resource.list({ limit: 2 });
      expect(page).toEqual(await listed(`${known[i]!.name}?limit=2`));
      expect(await resource.get(page.data[0]!.id)).toEqual(page.data[0]!);
    }
  });

  test('all() gives all records, each once, in the order of ids', async () => {
    const total = (await listed('candidates?limit=1')).meta.total;
    expect(total).toBeGreaterThan(200);
    const ids: number[] = [];
    for await (const { id } of client().candidates.all()) ids.push(id);
    expect(ids).toHaveLength(total);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  test('all() with filters, ranges and search', async () => {
    const asked = { status: ['present', 'remote'], 'id[gt]': 17, q: 'e' };
    const total = (await listed('attendance?status=present&status=remote&id[gt]=17&q=e&limit=1')).meta.total;
    let found = 0;
    for await (const record of client().attendance.all(asked)) {
      expect(record.id > 17 && ['present', 'remote'].includes(record.status!)).toBe(true);
      found += 1;
    }
    expect(found).toBe(total);
  });

  test('all() requests no more pages than are read', async () => {
    const asked: string[] = [];
    const counting = createClient({
      baseUrl: service.url,
      fetch: (url, init) => {
        asked.push(url);
        return fetch(url, init);
      },
    });
    for await (const { id } of counting.candidates.all({ q: 'a' })) if (id) break;
    expect(asked).toEqual([`${service.url}/api/v1/candidates?q=a&offset=0&limit=200`]);
  });

  test('all() gives a record once, even when a page overlaps with the last one', async () => {
    const moved = createClient({
      baseUrl: service.url,
      fetch: (url, init) => fetch(url.replace('offset=200', 'offset=199'), init),
    });
    const ids: number[] = [];
    for await (const { id } of moved.candidates.all({ fields: ['id', 'email'] })) ids.push(id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.length).toBeGreaterThan(200);
  });

  test('all() includes records that are created meanwhile', async () => {
    const { total } = (await listed('applications?limit=1')).meta;
    expect(total).toBeGreaterThan(200);
    const ids: number[] = [];
    for await (const { id, candidate_id, job_id } of client().applications.all()) {
      if (ids.length === 0) await client().applications.create({ candidate_id, job_id });
      ids.push(id);
    }
    expect(ids).toHaveLength(total + 1);
  });
});

test.each([
  ['', 'baseUrl is ""'],
  ['people.example.com', 'baseUrl is "people.example.com"'],
  ['ftp://people.example.com', 'such as "http://127.0.0.1:8080"'],
])('the address %p is refused at once', (baseUrl, message) => {
  expect(() => createClient({ baseUrl })).toThrow(message);
});

test('an empty list of values is refused, because it would match everything', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9' });
  await expect(client.employees.list({ dept_id: [] })).rejects.toThrow('dept_id is an empty list');
});
