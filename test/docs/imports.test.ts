// The shape of the code: imports point one way through the folders, never in a circle, and every file says what it is for.
import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { repositoryFile } from '../harness/paths.ts';

const ROOT = repositoryFile('src/');

/** A folder may use what stands before it, and itself; config.ts and main.ts come where they stand. */
const ORDER = ['catalogue', 'contract', 'store', 'jobs', 'demo', 'mcp', 'http', 'config.ts', 'serve', 'cli', 'main.ts'];

const files = [...new Glob('**/*.ts').scanSync(ROOT)].sort();
const sources = new Map(
  await Promise.all(files.map(async (file) => [file, await Bun.file(ROOT + file).text()] as const)),
);

function importsOf(file: string): string[] {
  const found = sources.get(file)!.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found]
    .map(([, path]) => new URL(path!, `file:///${file}`).pathname.slice(1))
    .filter((path) => sources.has(path));
}

const rank = (file: string): number => ORDER.indexOf(file.split('/')[0]!);

test('every folder has its place', () => {
  expect(files.filter((file) => rank(file) < 0)).toEqual([]);
});

test('imports point one way', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => rank(target) > rank(file))
      .map((target) => `${file} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('there are no import cycles', () => {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) throw new Error(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`);
    if (done.has(file)) return;
    for (const target of importsOf(file)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(done.size).toBe(files.length);
});

test('every file opens with what it is for, and exports by name', () => {
  for (const [file, source] of sources) {
    expect({ file, opens: /^(#!.*\n)?\/\/ \S/.test(source) }).toEqual({ file, opens: true });
    expect({ file, hasDefault: /export default/.test(source) }).toEqual({ file, hasDefault: false });
  }
});

test('only the store speaks SQLite, and only it and the command line touch files', () => {
  const users = (pattern: RegExp) =>
    [...sources].filter(([, source]) => pattern.test(source)).map(([file]) => file.split('/')[0]!);
  expect([...new Set(users(/from 'bun:sqlite'/))]).toEqual(['store']);
  expect([...new Set(users(/from 'node:fs|Bun\.file|Bun\.write/))].sort()).toEqual(['cli', 'serve', 'store']);
});

test('the client stands alone, and each of its files says what it is for', async () => {
  const folder = repositoryFile('client/src/');
  for (const file of new Glob('**/*.ts').scanSync(folder)) {
    const source = await Bun.file(folder + file).text();
    const foreign = [...source.matchAll(/from '([^']+)'/g)].filter(([, path]) => !/^\.\/[\w-]+\.ts$/.test(path!));
    expect({ file, opens: /^\/\/ \S/.test(source), foreign }).toEqual({ file, opens: true, foreign: [] });
  }
});
