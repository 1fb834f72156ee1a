// The pages are right: they have every setting, command, resource, error code and limit, with the right numbers, and the
// files, links and settings that they name exist. Sentences are free: only facts are looked for. commands.operations.ts
// runs the commands.
import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { insightDefinitions } from '../../scripts/insight-definitions.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { nameWithOperands } from '../../src/cli/commands/help.ts';
import { commands } from '../../src/cli/commands.ts';
import { exitCodes } from '../../src/cli/options/exit-codes.ts';
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
import { repositoryFile } from '../harness/paths.ts';
import { filesOf, suites } from '../suites.ts';
import { blocksOf, pages as pagesWithCommands, pageText, proseOf } from './blocks.ts';

const [api, settings, commandPage, architecture, contributing] = [
  ...['docs/api.md', 'docs/settings.md', 'docs/commands.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].map(pageText),
] as [string, string, string, string, string];
const manifest = JSON.parse(pageText('package.json'));

/** The rows of the tables of a page whose first cell is this, as their other cells. */
const rowsOf = (page: string, first: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith(`| ${first} |`))
    .map((line) =>
      line
        .slice(first.length + 4, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

test.each(Object.values<SettingRow>(settingRows))('docs/settings.md has $variables with its default', (row) => {
  const [name, other] = row.variables;
  const [[value, about] = [], ...more] = rowsOf(settings, `\`${name}\`${other ? ` (or \`${other}\`)` : ''}`);
  expect({ value, about, more }).toEqual({ value: row.default || 'none', about: expect.stringMatching(/./), more: [] });
});

test.each(Object.entries(commands))('docs/commands.md has the command %s', (name, command) => {
  expect(rowsOf(commandPage, `\`${nameWithOperands(name, command)}\``)).toEqual([[expect.stringMatching(/./)]]);
});

test.each(Object.values(exitCodes))('docs/commands.md has the exit code $code', ({ code }) => {
  expect(rowsOf(commandPage, String(code))).toEqual([[expect.stringMatching(/./)]]);
});

test.each(catalogue)('docs/api.md says where $name are, and whether they can be created', ({ name, creatable }) => {
  const rows = api.split('\n').filter((line) => line.includes(`| \`/${name}\` |`));
  expect(rows.map((row) => row.split('|')[3]!.trim())).toEqual([creatable ? 'yes' : '']);
});

test.each(Object.keys(errors).filter((code) => code !== 'invalid_parameters'))(
  'the error code %s is in docs/api.md and in the guide to errors',
  (code) => {
    for (const page of ['docs/api.md', 'docs/guides/errors-and-retries.md'])
      expect({ page, isThere: pageText(page).includes(`\`${code}\``) }).toEqual({ page, isThere: true });
  },
);

/** What a limit is about, and its number, which stands beside it. */
const limits: [about: string, number: string | number][] = [
  ['`limit`', LIMIT.minimum],
  ['`limit`', LIMIT.maximum],
  ['stream', inWords(STREAMS.places)],
  ['`more`', FAULTS],
  ['414', sizeText(ADDRESS_LENGTH)],
  ['431', sizeText(HEADER_BYTES)],
  ['413', sizeText(BODY_BYTES)],
  ['408', `${BODY_SECONDS} seconds`],
  ['idle', IDLE_SECONDS],
];
test.each(limits)('docs/api.md has the limit of %s: %s', (about, number) => {
  const text = api.replaceAll(/\s+/g, ' ');
  const beside = [...text.matchAll(new RegExp(`.{0,90}${about}.{0,90}`, 'g'))].map(([words]) => words);
  expect(beside).toContainEqual(expect.stringMatching(new RegExp(`\\b${number}\\b`)));
});

test('every dependency and every folder of src is in ARCHITECTURE.md', () => {
  const { dependencies, devDependencies } = manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(names.filter((name) => !architecture.includes(`\`${name}\``))).toEqual([]);
  const folders = readdirSync(repositoryFile('src'), { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.filter(({ name }) => !architecture.includes(`\n  ${name}/ `))).toEqual([]);
});

test('every npm script and every suite of tests is in CONTRIBUTING.md, and every suite has files', () => {
  const commands = [
    ...Object.keys(manifest.scripts).map((name) =>
      ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`,
    ),
    ...Object.keys(suites).map((name) => `npm test -- ${name}`),
  ];
  expect(commands.filter((command) => !contributing.includes(`\`${command}\``))).toEqual([]);
  expect(Object.entries(suites).filter(([, suite]) => filesOf(suite).length === 0)).toEqual([]);
});

test('every guide is in the README', () => {
  const guides = readdirSync(repositoryFile('docs/guides')).filter((name) => name.endsWith('.md'));
  const readme = pageText('README.md');
  expect(guides.filter((name) => !readme.includes(`docs/guides/${name}`))).toEqual([]);
});

const pages = [...pagesWithCommands, 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** The names that links to the headings of a page end with. */
const anchorsOf = (page: string): string[] =>
  [...proseOf(pageText(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
const COMMAND =
  /^\s*([A-Z_]+=\S+ )*(npx|npm|workforce [a-z]|systemctl|kubectl|docker|curl|psql|createdb|createuser|pg_\w+|node|cp|sudo) /;
const knownSettings = new Set<string>(Object.values(settingRows).flatMap(({ variables }) => variables));
const deployed = pageText('deploy/.env.example');

describe.each(pages)('%s', (page) => {
  const text = pageText(page);

  test('names files that exist', () => {
    const isThere = (path: string) => existsSync(repositoryFile(path)) || existsSync(repositoryFile(`src/${path}`));
    expect(pathsIn(text).filter((path) => !isThere(path))).toEqual([]);
  });

  test('links to files and headings that exist', () => {
    const links = [...proseOf(text).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#?([^)\s]*)/g)].map(
      ([link, path, anchor]) => ({
        link,
        file: path ? join(dirname(page), path) : page,
        anchor,
      }),
    );
    const leadsNowhere = ({ file, anchor }: { file: string; anchor: string | undefined }) =>
      !existsSync(repositoryFile(file)) || (anchor && file.endsWith('.md') && !anchorsOf(file).includes(anchor));
    expect(links.filter(leadsNowhere)).toEqual([]);
  });

  test('names settings that exist', () => {
    const names = [...text.matchAll(/\b(?:WORKFORCE|DATABASE)_[A-Z_]+[A-Z]\b/g)].map(([name]) => name);
    expect(names.filter((name) => !knownSettings.has(name) && !deployed.includes(`${name}=`))).toEqual([]);
  });

  test('has its commands in blocks that a test runs, or that say why none does', () => {
    const blocks = blocksOf(text);
    // A comment that is above no block of commands, or has no reason.
    const reasons = blocks.flatMap(({ kind, reason }) => (kind === 'sh' && reason ? [reason] : []));
    expect(reasons.length).toBe(text.match(/^ *<!-- *not run/gm)?.length ?? 0);
    const others = blocks.filter(({ kind }) => kind !== 'sh' && kind !== 'console');
    const hidden = [...others.map((block) => block.text), ...(proseOf(text).match(/^\n {4,}\S.*/gm) ?? [])];
    expect(hidden.flatMap((lines) => lines.split('\n').filter((line) => COMMAND.test(line)))).toEqual([]);
    expect(proseOf(text).match(/^ *```.*/gm)).toBeNull();
  });
});

/** The commands of packages of others that the pages run with npx. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  '@hey-api/openapi-ts': ['openapi-ts'],
  '@kubb/cli': ['kubb'],
  'openapi-typescript': ['openapi-typescript'],
  'openapi-typescript-codegen': ['openapi'],
  'openapi-zod-client': ['openapi-zod-client'],
  orval: ['orval'],
};

test('npx names the package that a command is from, so that no package of somebody else is fetched and run', () => {
  const { packages } = JSON.parse(pageText('package-lock.json'));
  const commandsOf = (name: string): readonly string[] =>
    TOOLS[name] ?? Object.keys((name === manifest.name ? manifest : packages[`node_modules/${name}`])?.bin ?? {});
  const runs = pages.flatMap((page) =>
    [...pageText(page).matchAll(/(?<=^|`)npx (?:-p (\S+) )?([@\w][\w./@-]*)/gm)].map(([run, named, command]) => {
      const known = commandsOf(named ?? command!);
      const isRight = named ? known.includes(command!) : known.join() === command!.replace(/^@.*\//, '');
      return { page, run, isRight };
    }),
  );
  expect(runs.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(runs.map(({ run }) => run)).toContain('npx -p @hey-api/openapi-ts openapi-ts');
});

/** What stands in backticks and is written as a path to code or documentation: from the root, or from src/. */
function pathsIn(text: string): string[] {
  const folders = new Set(['src', 'test', 'bench', 'docs', ...readdirSync(repositoryFile('src'))]);
  const paths = [...text.matchAll(/`([\w-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path]) => path!);
  return paths.filter((path) => path.includes('/') && (folders.has(path.split('/')[0]!) || path.endsWith('.ts')));
}

test('the definitions of the insights are committed as they are derived (npm run generate)', async () => {
  for (const [name, text] of Object.entries(insightDefinitions())) expect(pageText(name)).toBe(text);
});
