// npm run test:clients: generated clients pass the same scenarios as ours, react-admin's data provider works, and our packed
// client works in a browser and with an older compiler.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { inBrowser } from './browser.ts';
import type { MakeAdapter } from './calls.ts';
import { FOREIGN, followGuide, installGenerators, typeCheck } from './foreign-clients.ts';
import { checkTypes, expectedOutcome, installedClient } from './package.ts';
import { playScenarios } from './play.ts';

setDefaultTimeout(600_000);

const CLIENTS = ['openapi-fetch', 'hey-api', 'orval'];
const adapters: Record<string, MakeAdapter> = {};
let folder: string;

beforeAll(async () => {
  await installGenerators();
  await followGuide();
  for (const name of CLIENTS) adapters[name] = (await import(`${FOREIGN}${name}.ts`)).adapter;
  folder = await installedClient();
});

test('generated code, and code that uses it, passes the strict checks of the compiler', async () => {
  expect(await typeCheck()).toBe('');
});

test('our client passes the checks of TypeScript 5', () => checkTypes(folder, `${FOREIGN}node_modules/.bin/tsc`));

describe.each(CLIENTS)('%s', (name) => playScenarios('embedded', () => adapters[name]!));

describe("react-admin's data provider", () => {
  let service: Service;
  let provider: any;
  beforeAll(async () => {
    service = await startService();
    const { workforceProvider } = await import(`${FOREIGN}generated/data-provider.ts`);
    provider = workforceProvider(`${service.url}/api/v1`, TOKEN);
  });
  afterAll(() => service.stop());
  const listed = async (path: string): Promise<any> => (await fetch(`${service.url}/api/v1/${path}`)).json();

  test('a page of a list, sorted and filtered, with its total', async () => {
    const { data, total } = await provider.getList('employees', {
      pagination: { page: 2, perPage: 5 },
      sort: { field: 'date_of_joining', order: 'DESC' },
      filter: { status: ['active', 'on_leave'], 'base_salary[gt]': 40_000 },
    });
    const path = 'employees?status=active&status=on_leave&base_salary[gt]=40000&sort=-date_of_joining&limit=5&offset=5';
    const expected = await listed(path);
    expect({ data, total }).toEqual({ data: expected.data, total: expected.meta.total });
    const days = data.map((record: any) => record.date_of_joining);
    expect(days).toEqual([...days].sort().reverse());
    expect(total).toBeGreaterThan(10);
  });

  test('one record, several records, and records that refer to one', async () => {
    const { data } = await listed('employees?limit=3');
    expect(await provider.getOne('employees', { id: 1 })).toMatchObject({ data: data[0] });
    expect(await provider.getMany('employees', { ids: [1, 2, 3] })).toEqual({ data });
    const referring = {
      target: 'dept_id',
      id: 1,
      pagination: { page: 1, perPage: 3 },
      sort: { field: 'id', order: 'ASC' },
    };
    const members = await listed('employees?dept_id=1&limit=3');
    expect(await provider.getManyReference('employees', { ...referring, filter: {} })).toEqual({
      data: members.data,
      total: members.meta.total,
    });
  });

  test('a create, and the error of an invalid one', async () => {
    const { data } = await provider.create('leave', { data: { leave_type: 'annual', employee_id: 7 } });
    expect(data).toEqual(await listed(`leave/${data.id}`));
    const error = await provider.create('leave', { data: {} }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } });
  });
});

test('our client works in a browser, from another origin', async () => {
  const service = await startService();
  const { candidates } = await service.store.counts();
  const outcome = await inBrowser(folder, service.url);
  if (outcome === undefined) console.log('There is no Chromium here (CHROMIUM names one): the browser was not tried.');
  else expect(outcome).toEqual(expectedOutcome(candidates!));
  await service.stop();
});
