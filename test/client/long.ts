// npm test -- clients: clients that other tools generate answer what plain requests are answered, react-admin's data
// provider works, both documents pass Spectral's rules, and our packed client compiles with an older compiler.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { repositoryFile } from '../harness/paths.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import type { MakeCalls } from './foreign/calls.ts';
import { adapterOf, asked, checkTypes, expectSame, followGuide, workFolder } from './generated.ts';
import { checkTypes as checkPackage, command, installedClient } from './package.ts';
import { installTools, type ToolName, tools } from './tools.ts';

setDefaultTimeout(1_800_000);

const CLIENTS = ['openapi-fetch', 'orval', 'kubb'];
const JOURNEY = 'admin-journey';
/** Of two more generators, that what they make compiles. */
const COMPILED = ['generated/openapi-typescript-codegen/index', 'generated/zodios'];
const OTHERS: readonly string[] = ['@stoplight/prism-cli', 'swagger-typescript-api'];

const adapters: Record<string, MakeCalls> = {};
let [installed, folder] = ['', ''];
let service: Service;

beforeAll(async () => {
  const names = (Object.keys(tools) as ToolName[]).filter((name) => !OTHERS.includes(name));
  installed = await installTools('foreign', names);
  folder = await workFolder(installed, [...CLIENTS, JOURNEY]);
  await followGuide(folder, /./);
  for (const name of CLIENTS) adapters[name] = await adapterOf(folder, name);
  service = await startService();
});
afterAll(() => service?.stop());

const tsc = () => join(installed, 'node_modules/.bin/tsc');

test('they compile', () => checkTypes(folder, tsc(), [...CLIENTS, JOURNEY, ...COMPILED]));

describe.each(CLIENTS)('%s', (name) => {
  test.each(asked)('%s', (request) => expectSame(adapters[name]!, request, service.url, TOKEN));
});

// Whoever runs the service is no part of the documents, and its address is the one that they were fetched from.
const ACCEPTED = {
  'openapi.json': ['info-contact info'],
  'swagger.json': ['info-contact info', 'oas2-api-host', 'oas2-api-schemes'],
};
test.each(Object.entries(ACCEPTED))("%s passes Spectral's rules", async (name, accepted) => {
  await Bun.write(join(folder, 'spectral.yaml'), "extends: ['spectral:oas']\n");
  const words = ['--ruleset', 'spectral.yaml', '--format', 'json', '--quiet'];
  const program = join(installed, 'node_modules/.bin/spectral');
  const output = await command(['node', program, 'lint', repositoryFile(`generated/${name}`), ...words], folder);
  const warnings: { code: string; path: string[] }[] = JSON.parse(output);
  expect(warnings.map(({ code, path }) => [code, ...path].join(' ')).sort()).toEqual(accepted);
});

test("react-admin's data provider reads, creates, and says what is wrong with each field", async () => {
  const listed = async (path: string): Promise<any> => (await fetch(`${service.url}/api/v1/${path}`)).json();
  const outcome = await (await import(join(folder, `${JOURNEY}.ts`))).journey(service.url, TOKEN);
  const filters = [
    'status=active&status=on_leave&base_salary[gt]=40000&date_of_joining[gte]=2015-01-01',
    'termination_date[gte_or_null]=2026-01-01&manager_id.branch[ne]=London',
  ].join('&');
  const page = await listed(`employees?${filters}&sort=-date_of_joining&limit=5&offset=5`);
  const members = await listed('employees?dept_id=1&limit=3');
  const refused = (status: number, message: unknown, errors?: object) => ({
    ...{ name: 'HttpError', message, status, ...(errors && { errors }) },
  });
  expect(outcome).toEqual({
    list: { data: page.data, total: page.meta.total },
    many: { data: (await listed('employees?limit=3')).data },
    referring: { data: members.data, total: members.meta.total },
    created: { data: await listed(`leave/${outcome.created?.data.id}`) },
    faulty: refused(422, expect.stringContaining('leave_type'), {
      leave_type: 'Field required',
      from_date: expect.stringContaining('a real date'),
      employee_id: expect.stringContaining('no employee'),
      root: { serverError: expect.stringContaining('leave_type') },
    }),
    noRecord: refused(404, 'There is no employee with this id.'),
    change: { name: 'Error', message: 'Records cannot be changed or deleted.' },
  });
});

test('our packed client passes the checks of TypeScript 5', async () => checkPackage(await installedClient(), tsc()));
