// Two clients that are generated from openapi.json compile, and answer what plain requests are answered. npm test --
// clients does it with more of them.
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { repositoryFile } from '../harness/paths.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import type { MakeCalls } from './foreign/calls.ts';
import { adapterOf, asked, checkTypes, expectSame, followGuide, workFolder } from './generated.ts';
import { command } from './package.ts';
import { installTools } from './tools.ts';

// npm may have to fetch the generators.
setDefaultTimeout(600_000);

const CLIENTS = ['hey-api', 'swagger-typescript-api'];
const adapters: Record<string, MakeCalls> = {};
let folder: string;
let service: Service;

beforeAll(async () => {
  folder = await workFolder(
    await installTools('generated', ['@hey-api/openapi-ts', 'swagger-typescript-api', 'typescript']),
    CLIENTS,
  );
  await followGuide(folder, /^node|@hey-api/);
  const program = ['--bun', '../../node_modules/.bin/swagger-typescript-api', 'generate', '--silent'];
  const words = ['-p', 'openapi.json', '-o', '.', '-n', 'swagger-typescript-api.ts'];
  await command([process.execPath, ...program, ...words], join(folder, 'generated'));
  for (const name of CLIENTS) adapters[name] = await adapterOf(folder, name);
  service = await startService();
});
afterAll(() => service?.stop());

test('they compile', () => checkTypes(folder, repositoryFile('node_modules/.bin/tsc'), CLIENTS));

describe.each(CLIENTS)('%s', (name) => {
  test.each(asked)('%s', (request) => expectSame(adapters[name]!, request, service.url, TOKEN));
});
