// Fields that are private here: null, unsearchable and unaskable without the token, ordinary with it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { engines, newPlace, type Service, startService, TOKEN } from './service.ts';

describe.each(engines)('on the %s database', (engine) => {
  const privateFields = {
    employees: new Set(['base_salary', 'last_name', 'date_of_joining', 'dept_id']),
    candidates: new Set(['email']),
  };
  let service: Service;
  beforeAll(async () => {
    const place = await newPlace(engine);
    // A database that was filled before anything was private.
    await (await startService({ engine, place })).stop();
    service = await startService({ engine, place, privateFields });
  });
  afterAll(async () => {
    await service.stop();
  });

  const ask = (path: string, shown?: string) =>
    fetch(`${service.url}/api/v1${path}`, shown ? { headers: { Authorization: `Bearer ${shown}` } } : {});
  const json = async (path: string, shown?: string) => (await ask(path, shown)).json();

  test('values are null for everyone but the holder of the token, and nothing else changes', async () => {
    const open = (await json('/employees?limit=200', TOKEN)).data;
    const hidden = { base_salary: null, last_name: null, date_of_joining: null, dept_id: null };
    expect(open.every((employee: any) => employee.base_salary > 0 && employee.last_name)).toBe(true);
    for (const shown of [undefined, 'wrong-token']) {
      expect((await json('/employees?limit=200', shown)).data).toEqual(
        open.map((employee: any) => ({ ...employee, ...hidden })),
      );
      expect(await json('/employees/1', shown)).toEqual({ ...open[0], ...hidden });
    }
    expect(await json('/employees/1', TOKEN)).toEqual(open[0]);
  });

  test('filters and ranges on them are refused by name, and work with the token', async () => {
    for (const query of ['dept_id=1', 'base_salary[gte]=1', 'date_of_joining[lt]=2020-01-01']) {
      const response = await ask(`/employees?${query}`);
      expect(response.status).toBe(422);
      expect((await response.json()).detail).toMatchObject([
        { type: 'private_field', loc: ['query', query.split('=')[0]!] },
      ]);
      expect((await ask(`/employees?${query}`, TOKEN)).status).toBe(200);
    }
  });

  test('search does not see them without the token', async () => {
    const [employee] = (await json('/employees?limit=1', TOKEN)).data;
    const [candidate] = (await json('/candidates?limit=1', TOKEN)).data;
    const total = async (path: string, shown?: string) => (await json(path, shown)).meta.total;
    const name = `/employees?q=${encodeURIComponent(`${employee.first_name} ${employee.last_name}`)}`;
    const byCode = `/employees?q=${employee.code}`;
    expect(await total(byCode)).toBe(1);
    expect(await total(name, TOKEN)).toBeGreaterThan(0);
    expect(await total(`/candidates?q=${candidate.email}`, TOKEN)).toBe(1);
    expect(await total(`/candidates?q=${candidate.email}`)).toBe(0);
  });
});
