// npm test -- packages: npm itself installs the packed package, which fetches what it needs. Then the command serves,
// where no runtime is on the path.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { command } from '../client/package.ts';
import { launchService } from '../harness/command.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { packed } from './installed.ts';

setDefaultTimeout(600_000);

let file: string;
beforeAll(async () => {
  file = await packed();
});

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Each installs into a folder and returns the command there. */
const ways: [string, (folder: string) => Promise<string>][] = [
  [
    'for all users',
    async (folder) => {
      await command(['npm', 'install', ...QUIET, '-g', '--prefix', folder, file], folder);
      return join(folder, 'bin/workforce');
    },
  ],
  [
    'for all users, without install scripts',
    async (folder) => {
      await command(['npm', 'install', ...QUIET, '-g', '--ignore-scripts', '--prefix', folder, file], folder);
      return join(folder, 'bin/workforce');
    },
  ],
  [
    'as a package of another',
    async (folder) => {
      await Bun.write(join(folder, 'package.json'), '{ "private": true }');
      await command(['npm', 'install', ...QUIET, file], folder);
      return join(folder, 'node_modules/.bin/workforce');
    },
  ],
];

test.each(ways)('installed %s, the command serves', async (_, install) => {
  const folder = temporaryFolder();
  const program = [await install(folder)];
  const environment = { PATH: '/usr/bin:/bin', WORKFORCE_DATA: temporaryFolder(), WORKFORCE_WORKERS: '2' };
  const service = await launchService(environment, { program, cwd: folder }).listening;
  expect((await fetch(`${service.url}/api/docs/scalar.js`)).status).toBe(200);
  expect((await (await fetch(`${service.url}/api/v1/employees`)).json()).meta.total).toBe(240);
  service.process.kill('SIGTERM');
  expect(await service.process.exited).toBe(0);
});
