// The documentation is right: it has every setting, command and resource, the files it names exist, and its curl
// commands work.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { insightDefinitions } from '../../scripts/insight-definitions.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { nameWithOperands } from '../../src/cli/commands/help.ts';
import { commands } from '../../src/cli/commands.ts';
import { exitCodes } from '../../src/cli/options/exit-codes.ts';
import { parseCommandLine } from '../../src/cli/options/parse-command-line.ts';
import { type SettingRow, settingRows } from '../../src/config.ts';
import { errors } from '../../src/contract/errors.ts';
import {
  ADDRESS_LENGTH,
  BODY_BYTES,
  BODY_SECONDS,
  FAULTS,
  HEADER_BYTES,
  IDLE_SECONDS,
  inWords,
  LIMIT,
  STREAMS,
  sizeText,
} from '../../src/contract/limits.ts';
import { type Spawned, spawnService } from '../harness/command.ts';
import { demoDatabase } from '../harness/databases.ts';
import { ROOT, repositoryFile } from '../harness/paths.ts';
import { filesOf, suites } from '../suites.ts';

const file = (name: string) => Bun.file(repositoryFile(name));
const [readme, api, settings, commandPage] = await Promise.all(
  ['README.md', 'docs/api.md', 'docs/settings.md', 'docs/commands.md'].map((name) => file(name).text()),
);
const folder = await demoDatabase('embedded', 90);
let service: Spawned;
beforeAll(async () => {
  service = await spawnService({ WORKFORCE_DATA: folder, WORKFORCE_API_TOKEN: 'choose-a-token' });
});
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.process.exited;
  rmSync(folder, { recursive: true });
});

test('every setting is in docs/settings.md with its default and its meaning', () => {
  for (const { variables, default: value, about } of Object.values<SettingRow>(settingRows)) {
    const [name, other] = variables;
    expect(settings).toContain(`| \`${name}\`${other ? ` (or \`${other}\`)` : ''} | ${value || 'none'} | ${about} |`);
  }
});

test('every command and every exit code is in docs/commands.md', () => {
  for (const [name, command] of Object.entries(commands))
    expect(commandPage).toContain(`| \`${nameWithOperands(name, command)}\` | ${command.about}`);
  for (const { code, about } of Object.values(exitCodes)) expect(commandPage).toContain(`| ${code} | ${about} |`);
});

test('every command in docs/commands.md can be parsed', () => {
  const lines = [...commandPage!.matchAll(/^workforce (.*)$/gm)].map(([, words]) => words!.split(' '));
  expect(lines.length).toBeGreaterThan(3);
  for (const words of lines) expect(parseCommandLine(commands, words).command).toBe(commands[words[0]!]!);
});

test('every resource is in docs/api.md, and every error code there and in the guide to errors', async () => {
  for (const { name, many, creatable } of catalogue) {
    const title = many[0]!.toUpperCase() + many.slice(1);
    expect(api).toContain(`| ${title} | \`/${name}\` | ${creatable ? 'yes ' : ''}|`);
  }
  const guide = await file('docs/guides/errors-and-retries.md').text();
  for (const code of Object.keys(errors).filter((each) => each !== 'invalid_parameters'))
    for (const page of [api, guide]) expect(page).toContain(`\`${code}\``);
});

test('the limits in docs/api.md are the real ones', () => {
  const text = api!.replaceAll('\n', ' ');
  expect(text).toContain(`\`limit\` goes from ${LIMIT.minimum} to ${LIMIT.maximum}.`);
  expect(text).toContain(`A process sends ${inWords(STREAMS.places)} at a time`);
  expect(text).toContain(`An answer lists the first ${FAULTS} faults of a request`);
  expect(text).toContain(`an address may have ${sizeText(ADDRESS_LENGTH)} (beyond it 414)`);
  expect(text).toContain(`headers of ${sizeText(HEADER_BYTES)} together (431)`);
  expect(text).toContain(`a body ${sizeText(BODY_BYTES)} (413) that has to come within ${BODY_SECONDS} seconds (408)`);
  expect(text).toContain(`is closed after about ${IDLE_SECONDS}.`);
});

test('every dependency is in ARCHITECTURE.md, and every npm script in CONTRIBUTING.md', async () => {
  const { dependencies, devDependencies, scripts } = await file('package.json').json();
  const architecture = await file('ARCHITECTURE.md').text();
  for (const name of Object.keys({ ...dependencies, ...devDependencies }))
    expect(architecture).toContain(`\`${name}\``);
  const contributing = await file('CONTRIBUTING.md').text();
  for (const name of Object.keys(scripts)) expect(contributing).toMatch(new RegExp(`\`npm (run )?${name}\``));
  for (const [name, suite] of Object.entries(suites)) {
    expect(contributing).toContain(`\`npm test -- ${name}\``);
    expect([name, filesOf(suite).length > 0]).toEqual([name, true]);
  }
});

test('every folder of src is in ARCHITECTURE.md', async () => {
  const architecture = await file('ARCHITECTURE.md').text();
  const folders = new Set([...new Bun.Glob('*/').scanSync({ cwd: repositoryFile('src'), onlyFiles: false })]);
  for (const name of folders) expect(architecture).toContain(`\n  ${name.replace(/\/$/, '')}/ `);
});

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...new Bun.Glob('docs/**/*.md').scanSync({ cwd: ROOT }),
];

test.each(pages)('every file that %s names exists', async (page) => {
  const named = pathsIn(await file(page).text());
  if (page.startsWith('docs/design/')) expect(named.length).toBeGreaterThan(5);
  expect(
    named.filter((path) => !existsSync(repositoryFile(path)) && !existsSync(repositoryFile(`src/${path}`))),
  ).toEqual([]);
});

test('npx names the package that a command is from, so that no package of somebody else is fetched and run', async () => {
  const locks = await Promise.all(
    ['package-lock.json', 'test/client/foreign/package-lock.json'].map((name) => file(name).json()),
  );
  const { name: ours, bin } = await file('package.json').json();
  const packages = { ...locks[1].packages, ...locks[0].packages, [`node_modules/${ours}`]: { bin } };
  const runs: string[] = [];
  for (const page of [...pages, 'client/README.md'])
    for (const [run, named, command] of (await file(page).text()).matchAll(
      /(?<=^|`)npx (?:-p (\S+) )?([@\w][\w./@-]*)/gm,
    )) {
      runs.push(run);
      const commands = Object.keys(packages[`node_modules/${named ?? command}`]?.bin ?? {});
      const isRight = named ? commands.includes(command!) : commands.join() === command!.replace(/^@.*\//, '');
      expect([page, run, isRight]).toEqual([page, run, true]);
    }
  expect(runs).toContain('npx -p @hey-api/openapi-ts openapi-ts');
});

/** What stands in backticks and is written as a path to code or documentation: from the root, or from src/. */
function pathsIn(text: string): string[] {
  const folders = new Set(['src', 'test', 'bench', 'docs', ...readdirSync(repositoryFile('src'))]);
  const paths = [...text.matchAll(/`([\w-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path]) => path!);
  return paths.filter((path) => path.includes('/') && (folders.has(path.split('/')[0]!) || path.endsWith('.ts')));
}

const curls = [...new Set([readme!, api!].flatMap((page) => page.match(/^curl .*$/gm) ?? []))];

test('the README and docs/api.md have curl examples', () => expect(curls.length).toBeGreaterThan(10));

test('the README is a front page', () => expect(readme!.split('\n').length).toBeLessThan(80));

test.each(pages)('every link in %s leads to a file', async (page) => {
  const text = await file(page).text();
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => join(dirname(page), link!));
  expect(links.filter((link) => !existsSync(repositoryFile(link)))).toEqual([]);
});

test.each(curls)('%s', async (line) => {
  const { url, init } = asRequest(line);
  const response = await fetch(url.replace('http://127.0.0.1:8080', service.url), init);
  expect(response.status).toBe(init.method === 'POST' ? 201 : 200);
  const text = await response.text();
  if (response.headers.get('content-type') !== 'application/json')
    return expect(text.split('\n').length).toBeGreaterThan(2);
  const body = JSON.parse(text);
  if (body.meta?.cursor) expect(body.data.length).toBe(url.endsWith('=now') ? 0 : body.meta.limit);
  else if (body.meta) expect(body.meta.total).toBeGreaterThan(0);
});

/** The request that curl would send, for machines without curl. */
function asRequest(line: string): { url: string; init: RequestInit } {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
  const after = (flag: string) => words.flatMap((word, i) => (words[i - 1] === flag ? [word] : []));
  const known = words.filter((word, i) => /^-/.test(word) && !/^-(X|H|d)$/.test(words[i - 1] ?? ''));
  expect(known.filter((flag) => !['-s', '-g', '-X', '-H', '-d'].includes(flag))).toEqual([]);
  const [body] = after('-d');
  const headers = after('-H').map((header) => header.split(': ') as [string, string]);
  return {
    url: words.find((word) => word.startsWith('http'))!,
    init: { method: after('-X')[0] ?? 'GET', headers, ...(body && { body }) },
  };
}

test('the definitions of the insights are committed as they are derived (npm run generate)', async () => {
  for (const [name, text] of Object.entries(insightDefinitions()))
    expect(await Bun.file(repositoryFile(name)).text()).toBe(text);
});
