// `npm test`: runs all tests, three files at a time (some wait most of the time), with one PostgreSQL server that they
// share, a Chromium for each of the three, and databases that they copy. Takes the arguments of `bun test`, and the
// names of suites before them.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sayWhatIsLeftOut } from './browser/chromium.ts';
import { cleanUpNow, startCleanup } from './harness/cleanup.ts';
import { run } from './harness/command.ts';
import { FOLDER_OF_RUN, repositoryFile } from './harness/paths.ts';
import { addressesOf, citusPrograms, createDatabase, HOW_TO_GET_CITUS, startCitus } from './harness/postgres/citus.ts';
import { installation } from './harness/postgres/installation.ts';
import { freshDatabase, SHARED_SETTINGS, sharedServer } from './harness/postgres/postgres.ts';
import { SEED } from './harness/random/sample.ts';
import { endWithNpm } from './harness/run/end-with-parent.ts';
import { sweepLater } from './harness/run/sweep.ts';
import { filesOf, type Suite, suites } from './suites.ts';

/** What was done by a checkout before: the number of its last run. */
const LAST_RUN = repositoryFile('node_modules/.cache/workforce-tests/last-run');

/** Given, or the next one of this checkout: runs in a row take the shares of what is sampled in turn. */
function nextSeed(): string {
  if (process.env.TEST_SEED) return process.env.TEST_SEED;
  const seed = String(existsSync(LAST_RUN) ? Number(readFileSync(LAST_RUN, 'utf8')) + 1 : SEED);
  mkdirSync(dirname(LAST_RUN), { recursive: true });
  writeFileSync(LAST_RUN, seed);
  return seed;
}

/** All temporary files of the run are in here. When it ends, even by SIGKILL, they are removed, and processes that use
 * them end. */
function folderOfRun(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), FOLDER_OF_RUN)));
  startCleanup(sweepLater(folder));
  // PostgreSQL has another user.
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Makes databases of both engines, empty ones and some with the demo data, in folders that harness/databases.ts finds
 * by their names. The file `postgresql` has the name of a database.
 */
async function preparedDatabases(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'workforce-prepared-'));
  const date = new Date().toISOString().slice(0, 10);
  const make = async (command: string[], name: string, place: Record<string, string>) => {
    mkdirSync(join(folder, name), { recursive: true });
    const { code, stderr } = await run(command, { WORKFORCE_DATA: join(folder, name), WORKFORCE_DEMO: '0', ...place });
    if (code !== 0) throw new Error(`The databases of the tests could not be made: ${stderr}`);
  };
  const remote = async (command: string[], name: string) => {
    const url = await freshDatabase();
    await make(command, name, { DATABASE_URL: url });
    writeFileSync(join(folder, name, 'postgresql'), new URL(url).pathname.slice(1));
  };
  const demo = (days: number) => ['generate', '--date', date, '--attendance-days', String(days)];
  await Promise.all([
    remote(['migrate'], 'empty'),
    remote(demo(20), `${date}-20`),
    ...[20, 90].map((days) => make(demo(days), `${date}-${days}`, {})),
  ]);
  return folder;
}

/** The PostgreSQL of the tests: the one that is named, a coordinator of Citus with its workers, or one of the
 * package. */
async function sharedPostgres(): Promise<Record<string, string>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { TEST_DATABASE_URL: given };
  if (onCitus) return { TEST_CITUS: await distributedPostgres() };
  return { TEST_DATABASE_URL: (await sharedServer()).url(), TEST_POSTGRES: (await installation()).home };
}

/** The name of a database whose tables are distributed, and the addresses of its nodes. */
async function distributedPostgres(): Promise<string> {
  const nodes = addressesOf(await startCitus({ settings: SHARED_SETTINGS }));
  const url = await createDatabase(nodes);
  const { code, stderr } = await run(['migrate', '--distribute', '--shards', '6'], {
    DATABASE_URL: url,
    WORKFORCE_DEMO: '0',
  });
  if (code !== 0) throw new Error(`The tables could not be distributed: ${stderr}`);
  return [new URL(url).pathname.slice(1), ...nodes].join(' ');
}

const [first = '', ...rest] = process.argv.slice(2);
const suite: Suite = suites[first as keyof typeof suites] ?? { files: [], timeout: 120_000, isShared: true };
const isNamed = first in suites;
const environment = { ...suite.environment, ...process.env };
const onCitus = environment.TEST_ON === 'citus';
if (onCitus && !citusPrograms()) {
  console.error(HOW_TO_GET_CITUS);
  process.exit(1);
}
sayWhatIsLeftOut();
endWithNpm();
process.env.TMPDIR = folderOfRun();
process.env.TEST_SEED = nextSeed();
console.log(`TEST_SEED=${process.env.TEST_SEED} repeats what this run takes by chance.`);
const shared = suite.isShared ? await sharedPostgres() : {};
if (shared.TEST_CITUS) process.env.TEST_CITUS = shared.TEST_CITUS;
const databases = suite.isShared ? { TEST_DATABASES: await preparedDatabases() } : {};
const command = [
  process.execPath,
  // With this process, the tests end, and all that they have started.
  ...(suite.isProgram ? [] : ['test', '--no-orphans']),
  // Files of a worker share what they import, which saves a fifth of the time. The slowest come first.
  ...(suite.isShared ? ['--parallel=3', '--no-isolate', '--timings', repositoryFile('test/timings.json')] : []),
  ...(suite.timeout ? ['--timeout', String(suite.timeout)] : []),
  ...(isNamed ? [...filesOf(suite), ...rest] : process.argv.slice(2)),
];
const tests = Bun.spawn(command, {
  stdio: ['inherit', 'inherit', 'inherit'],
  env: { ...environment, ...process.env, ...shared, ...databases },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
const code = await tests.exited;
if (code !== 0) console.log(`TEST_SEED=${process.env.TEST_SEED} repeats what this run took by chance.`);
await cleanUpNow();
process.exit(code);
