// npm test -- clients: generated clients pass the same scenarios as ours, react-admin's data provider works, and our
// packed client works in a browser and with an older compiler.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { inBrowser } from './browser.ts';
import type { MakeAdapter } from './calls.ts';
import { FOREIGN, followGuide, installGenerators, spectral, typeCheck } from './foreign-clients.ts';
import { checkTypes, expectedOutcome, installedClient } from './package.ts';
import { playScenarios } from './play.ts';

setDefaultTimeout(600_000);

const CLIENTS = [
  ...['openapi-fetch', 'hey-api', 'openapi-typescript-codegen', 'orval'],
  ...['openapi-zod-client', 'kubb'],
];
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

// Whoever runs the service is no part of the documents, and its address is the one that they were fetched from.
const ACCEPTED = {
  'openapi.json': ['info-contact info'],
  'swagger.json': ['info-contact info', 'oas2-api-host', 'oas2-api-schemes'],
};
test.each(Object.entries(ACCEPTED))("%s passes Spectral's rules", async (name, accepted) => {
  expect((await spectral(name)).sort()).toEqual(accepted);
});

test('our client passes the checks of TypeScript 5', () => checkTypes(folder, `${FOREIGN}node_modules/.bin/tsc`));

describe.each(CLIENTS)('%s', (name) => playScenarios('embedded', () => adapters[name]!));

describe("react-admin's data provider", () => {
  const JOURNEY = 'admin-journey';
  let service: Service;
  const listed = async (path: string): Promise<any> => (await fetch(`${service.url}/api/v1/${path}`)).json();
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const runs = {
    'in Bun': async () => (await import(`${FOREIGN}${JOURNEY}.ts`)).journey(service.url, TOKEN),
    'in a browser, from another origin': async () => {
      const outdir = temporaryFolder();
      await Bun.build({ entrypoints: [`${FOREIGN}${JOURNEY}.ts`], outdir, target: 'browser' });
      return inBrowser(outdir, `${JOURNEY}.js`, service.url, TOKEN);
    },
  };
  test.each(Object.entries(runs))('reads, creates, and says what is wrong with each field, %s', async (_, run) => {
    const outcome: any = await run();
    if (outcome === undefined) return;
    const filters = [
      'status=active&status=on_leave&base_salary[gt]=40000&date_of_joining[gte]=2015-01-01',
      'termination_date[gte_or_null]=2026-01-01&manager_id.branch[ne]=London',
    ].join('&');
    const page = await listed(`employees?${filters}&sort=-date_of_joining&limit=5&offset=5`);
    const three = await listed('employees?limit=3');
    const members = await listed('employees?dept_id=1&limit=3');
    const leave = await listed(`leave/${outcome.created?.data.id}`);
    const refused = (status: number, message: unknown, errors?: object) => ({
      ...{ name: 'HttpError', message, status, ...(errors && { errors }) },
    });
    expect(outcome).toEqual({
      list: { data: page.data, total: page.meta.total },
      one: { data: three.data[0] },
      many: { data: three.data },
      referring: { data: members.data, total: members.meta.total },
      created: { data: leave },
      read: { data: leave },
      faulty: refused(422, expect.stringContaining('leave_type'), {
        leave_type: 'Field required',
        from_date: expect.stringContaining('a real date'),
        employee_id: expect.stringContaining('no employee'),
        colour: expect.any(String),
        root: { serverError: expect.stringContaining('leave_type') },
      }),
      noObject: refused(422, expect.any(String), { root: { serverError: expect.stringContaining('JSON object') } }),
      noToken: refused(401, expect.stringContaining('Authorization: Bearer')),
      noRecord: refused(404, 'There is no employee with this id.'),
      badFilter: refused(422, expect.stringMatching(/limit.*dept_id/)),
      change: { name: 'Error', message: 'Records cannot be changed or deleted.' },
      away: true,
    });
    expect(page.meta.total).toBeGreaterThan(10);
  });
});

test('our client works in a browser, from another origin', async () => {
  const service = await startService();
  const { candidates } = await service.store.counts();
  const outcome = await inBrowser(folder, 'journey.js', service.url, TOKEN);
  if (outcome !== undefined) expect(outcome).toEqual(expectedOutcome(candidates!));
  await service.stop();
});
