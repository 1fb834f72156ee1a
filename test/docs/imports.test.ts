// The structure of the code: which folder may import which, that the two engines have the same folders, and that what
// ARCHITECTURE.md names is there. `npm run advice` says which files and folders have become large.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';
import manifest from '../../package.json';
import { repositoryFile } from '../harness/paths.ts';

/** A folder may import itself and those before it. */
const ORDER = [
  'log',
  'catalogue',
  'contract',
  'trace',
  'cache',
  'fairness',
  'store',
  'access',
  'jobs',
  'demo',
  'careers',
  'org',
  'insights',
  'mcp',
  'http',
  'webhooks',
  'config',
  'config.ts',
  'serve',
  'cli',
  'main.ts',
];

const filesIn = (folder: string, pattern = '**/*.ts'): string[] =>
  [...new Glob(pattern).scanSync(repositoryFile(folder))]
    .filter((file) => !/(^|\/)(node_modules|generated)\//.test(file))
    .sort();

const files = filesIn('src');
const sources = new Map(
  await Promise.all(files.map(async (file) => [file, await Bun.file(repositoryFile(`src/${file}`)).text()] as const)),
);

/** The code of the console, which has rooms of its own. */
const consoleSources = new Map(
  await Promise.all(
    filesIn('console/src', '**/*.{ts,tsx}').map(
      async (file) => [`console/src/${file}`, await Bun.file(repositoryFile(`console/src/${file}`)).text()] as const,
    ),
  ),
);

/** `workforce-client` is in the code that it shows. */
test('the console imports itself, the client and its packages, and nothing of the service', () => {
  const foreign = [...consoleSources].flatMap(([file, source]) =>
    specifiersIn(source)
      .map((specifier) =>
        specifier.startsWith('.') ? new URL(specifier, `file:///${file}`).pathname.slice(1) : specifier,
      )
      .filter(
        (target) =>
          !/^(console\/src\/|client\/src\/index\.ts$|preact($|\/)|@preact\/signals$|d3-hierarchy$|workforce-client$)/.test(
            target,
          ),
      )
      .map((target) => `${file} → ${target}`),
  );
  expect(foreign).toEqual([]);
});

/** Everything that a file imports, statically or not, as it is written there. */
const specifiersIn = (source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'([^'\s]+)'/g)].map(([, specifier]) => specifier!);

const importsOf = (file: string): string[] =>
  specifiersIn(sources.get(file)!)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => new URL(specifier, `file:///${file}`).pathname.slice(1))
    .filter((path) => sources.has(path));

const rank = (file: string): number => ORDER.indexOf(file.split('/')[0]!);
const engineOf = (file: string): string | undefined => /^store\/(sqlite|postgres)\//.exec(file)?.[1];

/** The imports that break a rule, as `file → imported file`. */
const imports = (breaks: (file: string, target: string) => boolean): string[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((target) => breaks(file, target))
      .map((target) => `${file} → ${target}`),
  );

test('every folder is in the order', () => {
  expect(files.filter((file) => rank(file) < 0)).toEqual([]);
});

test('imports point one way', () => {
  expect(imports((file, target) => rank(target) > rank(file))).toEqual([]);
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

test('store/open.ts is the only file outside the engines that imports one', () => {
  const reaching = imports((file, target) => engineOf(target) !== undefined && engineOf(file) === undefined);
  expect(reaching.filter((each) => !each.startsWith('store/open.ts → '))).toEqual([]);
  expect(reaching).not.toEqual([]);
});

test('no engine imports the other, or what opens it', () => {
  const wrong = imports(
    (file, target) =>
      engineOf(file) !== undefined &&
      (![undefined, engineOf(file)].includes(engineOf(target)) || target === 'store/open.ts'),
  );
  expect(wrong).toEqual([]);
});

test('who answers requests sees the serving side of the store only', () => {
  const isAllowed = (target: string) => target === 'store/store.ts' || target.startsWith('store/shared/');
  const wrong = imports(
    (file, target) => /^(http|mcp)\//.test(file) && target.startsWith('store/') && !isAllowed(target),
  );
  expect(wrong).toEqual([]);
});

test('the engines have the same folders, but for what only one of them does', () => {
  const [sqlite, postgres] = ['sqlite', 'postgres'].map((engine) =>
    [...new Set(filesIn(`src/store/${engine}`).map((file) => file.replace(/[^/]+$/, '')))].sort(),
  ) as [string[], string[]];
  const own = ['aggregate/', 'bi/', 'citus/', 'columns/', 'columns/groups/', 'lane/'];
  const shared = (folders: string[]) => folders.filter((folder) => !own.includes(folder));
  expect(shared(postgres)).toEqual(shared(sqlite));
});

/** Where each dependency is imported, all of them. */
const IMPORTED_BY: Record<string, string[]> = {
  // Its server, and one file for each of its two transports.
  '@modelcontextprotocol/server': ['mcp/over-http.ts', 'mcp/over-stdio.ts', 'mcp/server.ts'],
  // It is the runtime: its modules are named `bun:…`.
  bun: [],
  jose: ['access/sign-in/id-token.ts'],
  postgres: ['store/postgres/connection/connection.ts'],
  yauzl: ['cli/import/xlsx/package.ts'],
};

test('each dependency is imported in one place', () => {
  const packageOf = (specifier: string) => /^(@[^/]+\/)?[^/]+/.exec(specifier)![0];
  const users: Record<string, string[]> = Object.fromEntries(
    Object.keys(manifest.dependencies).map((name) => [name, []]),
  );
  for (const [file, source] of sources)
    for (const name of new Set(
      specifiersIn(source)
        .filter((each) => !/^(\.|node:|bun:)/.test(each))
        .map(packageOf),
    )) {
      users[name] ??= [];
      users[name].push(file);
    }
  expect(users).toEqual(IMPORTED_BY);
});

test('only the store uses SQLite, and only the store, the service process, the log and the command line touch files', () => {
  const users = (pattern: RegExp) =>
    [...sources].filter(([, source]) => pattern.test(source)).map(([file]) => file.split('/')[0]!);
  expect([...new Set(users(/from 'bun:sqlite'/))]).toEqual(['store']);
  expect([...new Set(users(/from 'node:fs|Bun\.file|Bun\.write/))].sort()).toEqual(['cli', 'log', 'serve', 'store']);
});

test('the walks in ARCHITECTURE.md name functions that their files export', () => {
  const text = readFileSync(repositoryFile('ARCHITECTURE.md'), 'utf8');
  const stops = [...text.matchAll(/`([\w/.-]+\.ts)` `(\w+)`/g)].map(([, file, name]) => ({ file: file!, name: name! }));
  expect(stops.length).toBeGreaterThan(20);
  const isExported = ({ file, name }: { file: string; name: string }) =>
    new RegExp(`^export (async )?(function\\*?|const) ${name}\\b`, 'm').test(sources.get(file) ?? '');
  expect(stops.filter((stop) => !isExported(stop))).toEqual([]);
});
