// `npm test`: runs the tests, three files at a time (some wait most of the time), with one PostgreSQL server that they
// share and databases that they copy. Takes the arguments of `bun test`, and the name of a suite before them. A test
// that fails is run once more, alone.
import './harness/clock.ts';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sayWhatIsLeftOut } from './browser/chromium.ts';
import { cleanUpNow, startCleanup } from './harness/cleanup.ts';
import { run } from './harness/command.ts';
import { FOLDER_OF_RUN, repositoryFile } from './harness/paths.ts';
import { addressesOf, citusPrograms, createDatabase, HOW_TO_GET_CITUS, startCitus } from './harness/postgres/citus.ts';
import { installation } from './harness/postgres/installation.ts';
import { freshDatabase, SHARED_SETTINGS, sharedServer } from './harness/postgres/postgres.ts';
import { SEED } from './harness/random/sample.ts';
import { endWithNpm } from './harness/run/end-with-parent.ts';
import { serviceLogs } from './harness/run/logs.ts';
import { type Failure, failuresIn, flakyText, rememberFlaky, slowest } from './harness/run/report.ts';
import { sweepLater } from './harness/run/sweep.ts';
import { filesOf, needsPostgres, type Suite, suites } from './suites.ts';

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
async function preparedDatabases(withPostgres: boolean): Promise<string> {
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
    ...(withPostgres ? [remote(['migrate'], 'empty'), remote(demo(20), `${date}-20`)] : []),
    ...[20, 90].map((days) => make(demo(days), `${date}-${days}`, {})),
  ]);
  return folder;
}

/** The PostgreSQL of the tests: the one that is named, a coordinator of Citus with its workers, or one of the
 * package. Where none can be started, the run says so and goes on without the tests that need it. */
async function sharedPostgres(): Promise<Record<string, string>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { TEST_DATABASE_URL: given };
  if (process.env.TEST_WITHOUT_POSTGRES) return { TEST_WITHOUT_POSTGRES: '1' };
  if (onCitus) return { TEST_CITUS: await distributedPostgres() };
  try {
    return { TEST_DATABASE_URL: (await sharedServer()).url(), TEST_POSTGRES: (await installation()).home };
  } catch (error) {
    const lines = String(error instanceof Error ? error.message : error)
      .trim()
      .split('\n');
    const reason = lines.find((line) => /error|denied|not permitted/i.test(line)) ?? lines.at(-1);
    console.warn(
      `PostgreSQL cannot be started here, so the tests that need it are left out. Set TEST_DATABASE_URL to a server that they may use, or TMPDIR to a folder in which programs may run.\n  ${reason}`,
    );
    return { TEST_WITHOUT_POSTGRES: '1' };
  }
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

/** Passes on what the tests print, and returns its end. `onFailure` is called when a test has failed. */
async function passOn(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream, onFailure: () => void) {
  const decoder = new TextDecoder();
  let end = '';
  for await (const bytes of from) {
    to.write(bytes);
    const text = decoder.decode(bytes, { stream: true });
    if (text.includes('(fail)')) onFailure();
    end = Bun.stripANSI(end + text).slice(-1000);
  }
  return end;
}

const [first = '', ...rest] = process.argv.slice(2);
const isNamed = first in suites;
const suite: Suite = isNamed ? suites[first as keyof typeof suites] : suites.quick;
const environment = { ...suite.environment, ...process.env };
const onCitus = environment.TEST_ON === 'citus';
if (onCitus && !citusPrograms()) {
  console.error(HOW_TO_GET_CITUS);
  process.exit(1);
}
endWithNpm();
if (suite.isProgram) {
  const program = Bun.spawn([process.execPath, ...filesOf(suite), ...rest], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => program.kill(signal));
  process.exit(await program.exited);
}
sayWhatIsLeftOut();
const folder = folderOfRun();
process.env.TMPDIR = folder;
process.env.TEST_SEED ??= String(SEED);
const repeat = ['TEST_SEED', 'TEST_ALL', 'TEST_ENGINE', 'TEST_FACTOR', 'TEST_CLOCK', 'TZ']
  .flatMap((name) =>
    (environment[name] ?? process.env[name]) ? [`${name}=${environment[name] ?? process.env[name]}`] : [],
  )
  .join(' ');
console.log(`${repeat} repeats what this run takes by chance.`);
const shared = suite.isShared ? await sharedPostgres() : {};
const withPostgres = !('TEST_WITHOUT_POSTGRES' in shared);
if (shared.TEST_CITUS) process.env.TEST_CITUS = shared.TEST_CITUS;
const databases = suite.isShared ? { TEST_DATABASES: await preparedDatabases(withPostgres) } : {};
// The moment of a moved clock is that of the first test.
if (process.env.TEST_CLOCK) delete process.env.TEST_CLOCK_SHIFT;

const [report, timings] = [join(folder, 'report.xml'), join(folder, 'timings.json')];
copyFileSync(repositoryFile('test/timings.json'), timings);
const isMeasured = rest.concat(first).includes('--update-timings');
const given = (isNamed ? rest : process.argv.slice(2)).filter((word) => word !== '--update-timings');
const hasFiles = given.some((word) => existsSync(word));
const files = hasFiles ? [] : filesOf(suite).filter((file) => withPostgres || !needsPostgres(file));

/** By a signal: then nothing is tried again. */
let isStopped = false;

/** Runs files. Alone, they have a process for themselves, and their services write logs to a folder. */
async function runTests(chosen: readonly string[], alone?: { readonly logs: string }) {
  const to = alone ? join(folder, 'alone.xml') : report;
  const command = [
    ...[process.execPath, 'test', '--no-orphans', '--reporter=junit', `--reporter-outfile=${to}`],
    // Files of a worker share what they import, which saves a fifth of the time. The slowest come first.
    ...(suite.isShared && !alone ? ['--parallel=3', '--no-isolate', '--timings', timings, '--update-timings'] : []),
    ...(suite.timeout ? ['--timeout', String(suite.timeout)] : []),
    ...chosen,
  ];
  const tests = Bun.spawn(command, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: {
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      ...{ ...environment, ...process.env, ...shared, ...databases, ...(alone && { TEST_LOGS: alone.logs }) },
    },
  });
  const end = (signal: NodeJS.Signals) => {
    isStopped = true;
    tests.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  const loads: string[] = [];
  const note = () =>
    loads.push(
      loadavg()
        .map((load) => load.toFixed(1))
        .join(' '),
    );
  const [, said] = await Promise.all([
    passOn(tests.stdout, process.stdout, note),
    passOn(tests.stderr, process.stderr, note),
  ]);
  const code = await tests.exited;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  const failures = code === 0 ? [] : failuresIn(to);
  // A file that cannot be read, or a process that is killed, has no test that could be tried again.
  const isTold = Number(/^ *(\d+) fail$/m.exec(said)?.[1]) === failures.length;
  return { code, failures: isTold ? failures : [], load: loads[0] ?? 'unknown' };
}

/** Whether a file whose tests failed beside others passes alone. If not, what its services logged is printed. */
async function passesAlone(file: string): Promise<boolean> {
  console.log(`\nOnce more, alone: ${file}`);
  const logs = mkdtempSync(join(folder, 'logs-'));
  const { code } = await runTests([`./${file}`], { logs });
  if (code !== 0) console.log(`\n${serviceLogs(logs)}\n\n${repeat} npm test -- ./${file}`);
  return code === 0;
}

const { code, failures, load } = await runTests([...files, ...given]);
let failed = code !== 0;
const flaky: (Failure & { load: string })[] = [];
if (failures.length > 0 && suite.isShared && !isStopped) {
  const broken: string[] = [];
  for (const file of new Set(failures.map((failure) => failure.file))) {
    if (isStopped) break;
    if (await passesAlone(file))
      flaky.push(...failures.filter((each) => each.file === file).map((each) => ({ ...each, load })));
    else broken.push(file);
  }
  failed = broken.length > 0 || isStopped;
  if (broken.length > 0)
    console.log(`\nFailed again, alone:\n${broken.map((file) => `  ${repeat} npm test -- ./${file}`).join('\n')}`);
} else if (failed) console.log(`${repeat} repeats what this run took by chance.`);
if (suite.isShared && !hasFiles) console.log(`\n${slowest(timings, files)}`);
if (isMeasured) copyFileSync(timings, repositoryFile('test/timings.json'));
if (flaky.length > 0) {
  const text = flakyText(flaky);
  console.log(text);
  rememberFlaky(text);
}
await cleanUpNow();
process.exit(failed ? 1 : 0);
