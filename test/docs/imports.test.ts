// The structure of the code: which folder may import which, that the two engines have the same shape, and how large
// folders and files may be. Every file also says at its top what it is for.
import { expect, test } from 'bun:test';
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

/** The files that only one engine has, by the reason. Every other file has a counterpart of the same name. */
const ONE_ENGINE: Readonly<Record<string, readonly string[]>> = {
  'SQLite is a file that this process reads, locks and backs up itself': [
    'sqlite/database-file.ts',
    'sqlite/file-owner.ts',
    'sqlite/sync.ts',
    'sqlite/admin/backup-file.ts',
    'sqlite/admin/backup-folder.ts',
    'sqlite/admin/backup.ts',
    'sqlite/admin/upgrade-backup.ts',
    'sqlite/admin/verify.ts',
    'sqlite/bulk/check-references.ts',
    'sqlite/bulk/new-database.ts',
    'sqlite/connection/file-guard.ts',
    'sqlite/connection/health.ts',
    'sqlite/connection/serve-lock.ts',
    'sqlite/connection/snapshot.ts',
    'sqlite/connection/statements.ts',
    'sqlite/connection/transaction.ts',
    'sqlite/connection/wal-header.ts',
  ],
  'Tools for reports speak to a server': ['postgres/bi/make-views.ts', 'postgres/bi/views.ts'],
  'The tables of PostgreSQL can be distributed': [
    'postgres/citus/audit.ts',
    'postgres/citus/distribute.ts',
    'postgres/citus/distribution.ts',
    'postgres/citus/page.ts',
    'postgres/citus/settle.ts',
    'postgres/citus/tail.ts',
    'postgres/citus/workers.ts',
  ],
  'SQLite finds records in columns of ours, PostgreSQL with SQL': [
    'sqlite/columns/blocks.ts',
    'sqlite/columns/coded.ts',
    'sqlite/columns/column.ts',
    'sqlite/columns/dictionary.ts',
    'sqlite/columns/given.ts',
    'sqlite/columns/groups/axes.ts',
    'sqlite/columns/groups/loops.ts',
    'sqlite/columns/groups/measures.ts',
    'sqlite/columns/groups/noted.ts',
    'sqlite/columns/groups/repeated.ts',
    'sqlite/columns/groups/tally.ts',
    'sqlite/columns/groups/values.ts',
    'sqlite/columns/ids.ts',
    'sqlite/columns/lookup.ts',
    'sqlite/columns/merge.ts',
    'sqlite/columns/page.ts',
    'sqlite/columns/selection.ts',
    'sqlite/columns/table.ts',
    'sqlite/columns/tests.ts',
    'sqlite/columns/writer.ts',
    'sqlite/read/find.ts',
    'sqlite/read/plan.ts',
    'sqlite/read/records.ts',
    'postgres/aggregate/aggregates.ts',
    'postgres/aggregate/tally.ts',
    'postgres/read/list-page.ts',
    'postgres/read/marks.ts',
    'postgres/write/list-counters.ts',
  ],
  'SQLite answers in the process that asks, so long questions are answered in slices; PostgreSQL is another process': [
    'sqlite/read/answer.ts',
    'sqlite/write/tail-work.ts',
    'postgres/lane/long-page.ts',
  ],
  'SQLite has no trigram index, so the search index is ours': [
    'sqlite/search/alphabet.ts',
    'sqlite/search/lists.ts',
    'sqlite/search/matches.ts',
    'sqlite/search/position-sets.ts',
    'sqlite/search/search-audit.ts',
    'sqlite/search/search-feed.ts',
    'sqlite/search/search-index.ts',
    'sqlite/search/search-thread.ts',
    'sqlite/search/text-sets.ts',
    'sqlite/search/windows.ts',
    'sqlite/search/word-table.ts',
  ],
  'pg_trgm finds no terms of one or two characters': ['postgres/search/short-grams.ts'],
  'SQLite runs the creates of a commit one by one, PostgreSQL all at once': [
    'sqlite/write/group-commit.ts',
    'postgres/write/create-batch.ts',
  ],
  'PostgreSQL is several servers, each with a pool of connections': [
    'postgres/connection/cluster.ts',
    'postgres/connection/pool.ts',
    'postgres/connection/server.ts',
  ],
  'PostgreSQL has a catalog with constraints and sequences of its own': ['postgres/admin/catalog-audit.ts'],
};

test('the engines have the same folders, and the same files but for those listed here', () => {
  const [sqlite, postgres] = ['sqlite', 'postgres'].map((engine) => filesIn(`src/store/${engine}`)) as [
    string[],
    string[],
  ];
  const foldersOf = (all: string[]) => [...new Set(all.map((file) => file.replace(/[^/]+$/, '')))].sort();
  const own = ['aggregate/', 'bi/', 'citus/', 'columns/', 'columns/groups/', 'lane/'];
  const shared = (all: string[]) => foldersOf(all).filter((folder) => !own.includes(folder));
  expect(shared(postgres)).toEqual(shared(sqlite));
  const alone = [
    ...sqlite.filter((file) => !postgres.includes(file)).map((file) => `sqlite/${file}`),
    ...postgres.filter((file) => !sqlite.includes(file)).map((file) => `postgres/${file}`),
  ];
  expect(alone.sort()).toEqual(Object.values(ONE_ENGINE).flat().sort());
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

test('no folder has more than 16 files, and no file of src and console more than 260 lines', () => {
  const counts = new Map<string, number>();
  for (const top of ['src', 'test', 'console/src'])
    for (const file of filesIn(top, '**/*')) {
      const folder = `${top}/${file}`.replace(/\/[^/]+$/, '');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  expect([...counts].filter(([, count]) => count > 16)).toEqual([]);
  const lengths = [...sources, ...consoleSources].map(
    ([file, source]) => [file, source.split('\n').length - 1] as const,
  );
  expect(lengths.filter(([, lines]) => lines > 260)).toEqual([]);
});

test('every file opens with what it is for, and exports by name', () => {
  for (const [file, source] of [...sources, ...consoleSources]) {
    expect({ file, opens: /^(#!.*\n)?\/\/ \S/.test(source) }).toEqual({ file, opens: true });
    expect({ file, hasDefault: /export default/.test(source) }).toEqual({ file, hasDefault: false });
  }
});

test('no comment is wider than 120 columns', () => {
  const isWide = (line: string) => line.length > 120 && /^\s*(\/\/|\/\*|\* )/.test(line);
  for (const [file, source] of [...sources, ...consoleSources])
    expect({ file, wide: source.split('\n').filter(isWide) }).toEqual({ file, wide: [] });
});

test('only the store uses SQLite, and only the store, the service process, the log and the command line touch files', () => {
  const users = (pattern: RegExp) =>
    [...sources].filter(([, source]) => pattern.test(source)).map(([file]) => file.split('/')[0]!);
  expect([...new Set(users(/from 'bun:sqlite'/))]).toEqual(['store']);
  expect([...new Set(users(/from 'node:fs|Bun\.file|Bun\.write/))].sort()).toEqual(['cli', 'log', 'serve', 'store']);
});

test('the client imports nothing but itself, and each of its files says what it is for', async () => {
  for (const file of filesIn('client/src')) {
    const source = await Bun.file(repositoryFile(`client/src/${file}`)).text();
    const own = (path: string) => /^\.{1,2}\/.*\.ts$/.test(path) && new URL(path, `file:///root/${file}`).pathname;
    const foreign = [...source.matchAll(/from '([^']+)'/g)].filter(([, path]) => !/^\/root\//.test(own(path!) || ''));
    expect({ file, opens: /^\/\/ \S/.test(source), foreign }).toEqual({ file, opens: true, foreign: [] });
  }
});
