// The packed package: what is in it, that its command finds the runtime wherever npm has put it, and that shells complete
// it. npm test -- packages installs it with npm itself.
import { beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Glob } from 'bun';
import { VERSION } from '../../src/contract/product.ts';
import { finished, launchService, spawnCommand } from '../harness/command.ts';
import { repositoryFile } from '../harness/paths.ts';
import { childrenOf } from '../harness/processes.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { setTraps } from './executable.ts';
import { type Installed, installed, unpacked } from './installed.ts';
import { openShell, shells } from './shells.ts';

let contents: string;
const elsewhere = temporaryFolder();
beforeAll(async () => {
  contents = await unpacked();
  setTraps(elsewhere);
});

/** Without a runtime that happens to be on the path. */
const PATH = '/usr/bin:/bin';

const runIn = (cwd: string, command: string, args: string[]) =>
  finished(spawnCommand(args, { PATH }, { program: [command], cwd }));

/** A file where the runtime is expected. */
function put(file: string, content: 'runtime' | string): void {
  mkdirSync(dirname(file), { recursive: true });
  if (content === 'runtime') symlinkSync(process.execPath, file);
  else writeFileSync(file, content, { mode: 0o755 });
}

/** What the package of the runtime has for a program until its install script has run. */
const TEXT = 'echo "Error: Bun\'s postinstall script was not run." >&2\nexit 1\n';

test('it has what the program needs, and nothing else', () => {
  const all = [...new Glob('**/*').scanSync({ cwd: contents, dot: true })].sort();
  const sources = [...new Glob('src/**/*').scanSync({ cwd: repositoryFile('') })];
  const others = [
    'bin/workforce',
    'generated/console.json',
    'generated/openapi.json',
    'generated/scalar.js.br',
    'generated/swagger.json',
    'package.json',
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
  ];
  expect(all).toEqual([...sources, ...others].sort());
});

describe('the command finds its runtime', () => {
  const places: [string, (at: Installed) => void][] = [
    ['among its own packages', ({ packages }) => put(join(packages, 'bun/bin/bun.exe'), 'runtime')],
    ['beside itself', ({ folder }) => put(join(folder, '../bun/bin/bun.exe'), 'runtime')],
    [
      'in the package of the platform, where npm ran no scripts',
      ({ packages }) => {
        put(join(packages, 'bun/bin/bun.exe'), TEXT);
        put(join(packages, '@oven/bun-another-platform/bin/bun'), '#!/bin/sh\nexit 126\n');
        put(join(packages, '@oven/bun-this-platform/bin/bun'), 'runtime');
      },
    ],
    [
      'in a store of packages that are linked',
      ({ folder }) => {
        put(join(folder, 'store/bun/bin/bun.exe'), TEXT);
        put(join(folder, 'store/@oven/bun-this-platform/bin/bun'), 'runtime');
        symlinkSync(join(folder, 'store/bun'), join(folder, '../bun'));
      },
    ],
  ];

  test.each(places)('%s', async (_, prepare) => {
    const at = installed(contents);
    prepare(at);
    const linked = join(temporaryFolder(), 'linked');
    symlinkSync(at.command, linked);
    for (const command of [at.command, linked])
      expect(await runIn(elsewhere, command, ['version'])).toEqual({ stdout: `${VERSION}\n`, stderr: '', code: 0 });
  });

  const missing: [string, (at: Installed) => void][] = [
    ['there is none', () => undefined],
    ['there is a text for it', ({ packages }) => put(join(packages, 'bun/bin/bun.exe'), TEXT)],
    [
      'there is one for other platforms',
      ({ packages }) => {
        put(join(packages, 'bun/bin/bun.exe'), TEXT);
        put(join(packages, '@oven/bun-another-platform/bin/bun'), '#!/bin/sh\nexit 126\n');
      },
    ],
  ];

  test.each(missing)('or says in one line what to do: %s', async (_, prepare) => {
    const at = installed(contents);
    prepare(at);
    const { stdout, stderr, code } = await runIn(elsewhere, at.command, ['version']);
    expect([stdout, code]).toEqual(['', 1]);
    expect(stderr).toMatch(/^workforce: [^\n]+ install it again[^\n]+\n$/);
  });
});

describe('the command is the program itself', () => {
  let at: Installed;
  beforeAll(() => {
    at = installed(contents);
    put(join(at.packages, 'bun/bin/bun.exe'), 'runtime');
  });

  test('exit codes and input are its own', async () => {
    expect((await runIn(elsewhere, at.command, ['nothing'])).code).toBe(2);
    const environment = { PATH, WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0' };
    const how = { program: [at.command], cwd: elsewhere, stdin: 'pipe' as const };
    const child = spawnCommand(['import', 'departments', '-', '--format', 'ndjson'], environment, how);
    child.stdin.write('{"name": "Harbour"}\n');
    child.stdin.end();
    expect(await finished(child)).toMatchObject({ code: 0, stdout: expect.stringContaining('1') });
  });

  test('it serves with several processes, which signals end, and no file of the folder changes it', async () => {
    const environment = { PATH, WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '2' };
    const service = await launchService(environment, { program: [at.command], cwd: elsewhere }).listening;
    const { pid } = service.process;
    expect(readlinkSync(`/proc/${pid}/exe`)).toBe(process.execPath);
    expect(childrenOf(pid)).toHaveLength(2);
    expect((await fetch(`${service.url}/api/docs/scalar.js`)).status).toBe(200);
    expect((await fetch(`${service.url}/api/openapi.json`)).status).toBe(200);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.output() + service.errors()).not.toContain('trapped');
  });

  test('bash completes it, also behind npx in its folder, and leaves npx alone elsewhere', async () => {
    const session = await openShell('bash', at.folder, { HOME: elsewhere, PATH: `${dirname(at.command)}:${PATH}` });
    await session.run(shells.bash!.source('workforce'));
    for (const typed of ['workforce list emplo', 'npx workforce list emplo'])
      await session.complete(typed, 'list employees');
    await session.run(`cd '${elsewhere}'`);
    await session.complete('npx workforce tsconf', 'npx workforce tsconfig.json');
    await session.end();
  });

  test('in its own folder, the files there are its own', async () => {
    const own = installed(contents);
    put(join(own.packages, 'bun/bin/bun.exe'), 'runtime');
    writeFileSync(join(own.folder, '.env'), 'PORT=from-a-file\n');
    expect((await runIn(own.folder, own.command, ['serve'])).stderr).toMatch(/^workforce: PORT is "from-a-file"/);
  });

  test('nothing is written into its folder', () => {
    expect(readdirSync(at.folder).sort()).toEqual([...readdirSync(contents), 'node_modules'].sort());
  });
});
