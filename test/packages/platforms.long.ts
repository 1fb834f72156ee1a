// `npm run build -- --all`: an executable for every platform, checksums and the bill of materials; what happens when a
// platform cannot be made, and when the build is interrupted.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';
import { BUNDLED, COPIED, readLock } from '../../scripts/lock.ts';
import { PLATFORMS } from '../../scripts/runtimes.ts';
import { PRODUCT, VERSION } from '../../src/contract/product.ts';
import { command } from '../client/package.ts';
import { finished, spawnCommand } from '../harness/command.ts';
import { ROOT, repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { platformOf, signatureFaults } from './binaries.ts';

// The runtimes have 350 MB, if npm does not have them already.
setDefaultTimeout(400_000);

const build = (args: string[], environment: Record<string, string> = {}) =>
  spawnCommand(args, environment, { main: repositoryFile('scripts/build.ts') });

const folder = temporaryFolder();
const files = Object.keys(PLATFORMS).map(
  (platform) => [platform, `workforce-${VERSION}-${platform}${platform === 'windows-x64' ? '.exe' : ''}`] as const,
);
const BILL = `workforce-${VERSION}.cdx.json`;

beforeAll(async () => {
  const { code, stdout, stderr } = await finished(build(['--all', folder]));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const [, name] of files) expect(stdout).toMatch(new RegExp(`^${join(folder, name)} \\(\\d{2,3} MB\\)$`, 'm'));
});

test('there is a file for each platform, with the program and nothing of the machine that made it', () => {
  expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', ...files.map(([, name]) => name), BILL].sort());
  const wanted = ['linux-x64', 'linux-arm64', 'macos-x64', 'macos-arm64', 'windows-x64'];
  expect(files.map(([platform]) => platform)).toEqual(expect.arrayContaining(wanted));
  for (const [platform, name] of files) {
    const content = readFileSync(join(folder, name));
    const found = {
      platform: platformOf(content),
      program: content.includes(PRODUCT),
      machine: content.includes(ROOT),
    };
    expect(found).toEqual({ platform, program: true, machine: false });
  }
});

test.each(['macos-x64', 'macos-arm64'])('the signature of %s fits, without which the system ends it', (platform) => {
  const content = readFileSync(join(folder, `workforce-${VERSION}-${platform}`));
  expect(signatureFaults(content)).toEqual([]);
  content[100_000]! ^= 1;
  expect(signatureFaults(content)).toEqual(['page 24 is not what was signed']);
});

test('the one for this platform runs', async () => {
  const { platform, arch } = process;
  const program = [join(folder, `workforce-${VERSION}-${platform}-${arch}`)];
  expect(await finished(spawnCommand(['version'], {}, { program }))).toMatchObject({ stdout: `${VERSION}\n`, code: 0 });
});

test('the checksums are right, and name every file', async () => {
  const lines = (await command(['sha256sum', '--check', '--strict', 'SHA256SUMS'], folder)).trim().split('\n');
  expect(lines.sort()).toEqual([...files.map(([, name]) => `${name}: OK`), `${BILL}: OK`].sort());
});

test('the bill of materials has every package of production and of the pages exactly once', async () => {
  const bill = JSON.parse(readFileSync(join(folder, BILL), 'utf8'));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  type Component = { type: string; purl: string; hashes: { content: string }[] };
  const components = bill.components as Component[];
  const { packages } = readLock() as {
    packages: Record<string, { version: string; integrity: string; dev?: boolean }>;
  };
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  expect(shipped.length).toBeGreaterThan(10);
  const bundled = [...BUNDLED, COPIED].map(
    (name) => [`node_modules/${name}`, packages[`node_modules/${name}`]!] as const,
  );
  for (const [path, { version, integrity }] of [...shipped, ...bundled]) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 13);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    expect(components.filter((each) => each.purl === purl)).toMatchObject([{ hashes: [{ alg: 'SHA-512', content }] }]);
  }
  const runtime = `pkg:npm/bun@${manifest.dependencies.bun}`;
  expect(components.find(({ purl }) => purl === runtime)?.type).toBe('platform');
  // What is only for development is not in it, such as what bundles and lints.
  const isDev = (purl: string) =>
    packages[`node_modules/${purl.replace(/^pkg:npm\/|@[^@]*$/g, '').replace('%40', '@')}`]?.dev;
  const console = [...BUNDLED, COPIED, '@preact/signals-core'].map((name) => `pkg:npm/${name.replace('@', '%40')}@`);
  const others = components.filter(({ purl }) => isDev(purl) && !console.some((name) => purl.startsWith(name)));
  expect(others).toEqual([]);
  // Everything is used by something, and nothing else is.
  const refs = new Set(components.map(({ purl }) => purl));
  expect(refs.size).toBe(components.length);
  const used = (bill.dependencies as { dependsOn: string[] }[]).flatMap(({ dependsOn }) => dependsOn);
  expect(new Set(used)).toEqual(refs);
});

/** An npm that fetches the packages that match, and says of all others that they do not exist. */
function npmWithOnly(pattern: string, otherwise: string): Record<string, string> {
  const bin = temporaryFolder();
  const real = Bun.which('npm')!;
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\ncase "$*" in\n${pattern}) exec ${real} "$@";;\nesac\n${otherwise}\n`, {
    mode: 0o755,
  });
  return { PATH: `${bin}:${process.env.PATH}` };
}

test('a platform that cannot be made is named with what to do, and the others are made', async () => {
  const to = temporaryFolder();
  const npm = npmWithOnly('*bun-linux-aarch64@*', 'echo "npm error 404 Not Found" >&2\nexit 1');
  const { code, stderr } = await finished(build(['--all', to], npm));
  expect(code).toBe(1);
  for (const platform of Object.keys(PLATFORMS).filter((each) => each !== 'linux-arm64'))
    expect(stderr).toMatch(
      new RegExp(
        `^${platform} is not made: npm cannot fetch \\S+; check the network .*\\(npm error 404 Not Found\\)$`,
        'm',
      ),
    );
  expect(stderr).toMatch(/^Not made: linux-x64, linux-x64-musl, .*, windows-x64\. Run it again/m);
  const made = `workforce-${VERSION}-linux-arm64`;
  expect(readdirSync(to).sort()).toEqual(['SHA256SUMS', made, BILL].sort());
  expect(await command(['sha256sum', '--check', 'SHA256SUMS'], to)).toBe(`${made}: OK\n${BILL}: OK\n`);
  // The same input makes the same bytes.
  expect(readFileSync(join(to, BILL)).equals(readFileSync(join(folder, BILL)))).toBe(true);
});

test('a runtime that is not the one of the lock file is not used', async () => {
  const to = temporaryFolder();
  const npm = npmWithOnly(
    'nothing',
    'while [ "$1" != --pack-destination ]; do shift; done\necho other > "$2/x.tgz"\necho \'[{"filename":"x.tgz"}]\'',
  );
  const { code, stderr } = await finished(build(['--all', to], npm));
  expect([code, readdirSync(to).sort()]).toEqual([1, ['SHA256SUMS', BILL].sort()]);
  expect(stderr.match(/is not made: @oven\/bun-\S+ is not what package-lock\.json says/g)).toHaveLength(files.length);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves nothing unfinished', async (signal) => {
  const to = temporaryFolder();
  const child = build(['--all', to]);
  await waitUntil('the first runtime', () =>
    readdirSync(to).some((name) => existsSync(join(to, name, 'linux-x64/package'))),
  );
  child.kill(signal);
  expect(await child.exited).toBeGreaterThan(128);
  expect(readdirSync(to)).toEqual([]);
});

test('what it does not know is refused', async () => {
  const { code, stderr } = await finished(build(['--al']));
  expect([code, stderr]).toEqual([2, 'Usage: npm run build -- [FILE], or npm run build -- --all [FOLDER]\n']);
  const busy = join(temporaryFolder(), 'busy');
  mkdirSync(busy);
  expect((await finished(build([busy]))).code).toBe(1);
  expect(readdirSync(join(busy, '..'))).toEqual(['busy']);
});
