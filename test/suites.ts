// What `npm test -- NAME` runs instead of the files of `npm test`: more than these, for longer, or with other programs
// beside them. CONTRIBUTING.md says what each is for.
import { readFileSync } from 'node:fs';
import { ROOT, repositoryFile } from './harness/paths.ts';

export type Suite = {
  /** Patterns of files, from the root of the repository. */
  readonly files: readonly string[];
  /** What is set, unless it is set already. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Of a test, in milliseconds, where the files do not say it. */
  readonly timeout?: number;
  /** Its files share a server and databases, and run side by side. Others make their own. */
  readonly isShared?: true;
  /** Only those of its files that have this in their text. */
  readonly having?: RegExp;
  /** It is a program, and takes arguments of its own. */
  readonly isProgram?: true;
};

const LONG = 1_200_000;
const proof = (name: string): Suite => ({ files: [`test/proofs/${name}/long.ts`] });

const QUICK = ['test/*/*.test.ts', 'test/*/*/*.test.ts'];
const REST = ['test/*/*.operations.ts', 'test/*/*/*.operations.ts'];

/** Says that a file depends on the day, or on the time. */
const DAY = /\b(new Date\(\)|Date\.now\(\)|today|TODAY)\b/;

export const suites = {
  /** What `npm test` runs. */
  quick: { files: QUICK, timeout: 120_000, isShared: true },
  /** What is decided above the store, on the engine on which `npm test` has not tried it. */
  engines: {
    files: QUICK,
    having: /\beitherEngine\b/,
    environment: { TEST_ENGINE: 'postgresql' },
    timeout: 120_000,
    isShared: true,
  },
  /** What depends on the day: `dates` runs it under moved clocks. */
  dated: { files: QUICK, having: DAY, timeout: 120_000, isShared: true },
  dates: { files: ['test/dates.ts'], isProgram: true },
  release: { files: ['test/release.ts'], isProgram: true },
  /** The rest: with `quick` everything that CI runs. */
  rest: { files: REST, timeout: 120_000, isShared: true },
  clients: { files: ['test/client/long.ts'] },
  packages: { files: ['test/packages/*long.ts'], timeout: 120_000 },
  browser: {
    files: ['test/browser/*.{test,operations}.ts', 'test/browser/long.ts'],
    environment: { TEST_FACTOR: '20' },
    timeout: LONG,
    isShared: true,
  },
  random: {
    files: [...QUICK, ...REST],
    having: /\bsomeRuns\b/,
    environment: { TEST_FACTOR: '20' },
    timeout: LONG,
    isShared: true,
  },
  changes: { files: ['test/engines/changes/changes.operations.ts'], environment: { CHANGES_RUNS: '200' } },
  aggregate: { files: ['test/aggregate/aggregates.test.ts'], environment: { AGGREGATE_RUNS: '100' } },
  insights: { files: ['test/insights/rows.operations.ts'], environment: { INSIGHT_RUNS: '300' }, timeout: LONG },
  model: { files: ['test/engines/model.test.ts'], environment: { MODEL_STEPS: '10000' } },
  crash: proof('crash'),
  disk: proof('disk'),
  soak: proof('soak'),
  overload: proof('overload'),
  wire: proof('wire'),
  contract: proof('contract'),
  cluster: proof('cluster'),
  access: proof('access'),
  feed: proof('feed'),
  proxy: { files: ['test/docs/deploy-proxy.ts'], timeout: 120_000 },
  xlsx: { files: ['test/import/xlsx/long.ts'], timeout: 3_600_000 },
  mutants: { files: ['test/mutants/run.ts'], isProgram: true },
  /** What holds on PostgreSQL, on one whose tables are distributed, and what only concerns that. */
  citus: {
    files: [
      'test/citus/*.citus.ts',
      'test/{api,aggregate,filters,insights,search,feed,import}/*.{test,operations}.ts',
      'test/proofs/contract/*.test.ts',
      'test/engines/{differential,model,database-file,long-questions}.test.ts',
      'test/engines/{copy,doctor,import}.operations.ts',
      'test/engines/changes/*.operations.ts',
      'test/cli/records.operations.ts',
    ],
    environment: { TEST_ON: 'citus' },
    timeout: 120_000,
    isShared: true,
  },
} as const satisfies Record<string, Suite>;

/** The files of a suite. Written with a dot: without one the runner takes them for parts of names. */
export const filesOf = ({ files, having }: Suite): string[] =>
  files
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)].sort().map((file) => `./${file}`))
    .filter((file) => !having || having.test(textOf(file)));

/** Whether a file starts PostgreSQL itself, or compares both engines, so that nothing is left of it without one. */
export const needsPostgres = (file: string): boolean =>
  /harness\/(postgres|service-processes)|'postgresql'|\bsharedServer\b/.test(textOf(file));

const textOf = (file: string): string => readFileSync(repositoryFile(file), 'utf8');
