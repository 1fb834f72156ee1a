// `npm test`: runs all tests, three files at a time (some wait most of the time), with one PostgreSQL server that they share, and databases that they copy. Takes
// the arguments of `bun test`.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sayWhatIsLeftOut } from './browser/chromium.ts';
import { cleanUpNow, startCleanup } from './harness/cleanup.ts';
import { run } from './harness/command.ts';
import { installation } from './harness/postgres/installation.ts';
import { freshDatabase, sharedServer } from './harness/postgres/postgres.ts';

/**
 * Makes databases of both engines, empty ones and some with the demo data, in folders that harness/databases.ts finds by their
 * names. The file `postgresql` has the name of a database.
 */
async function preparedDatabases(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'workforce-prepared-'));
  startCleanup(['sh', '-c', 'cat >/dev/null; rm -rf "$1"', 'remove', folder]);
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

sayWhatIsLeftOut();
const TEST_DATABASES = await preparedDatabases();
const given = process.env.TEST_DATABASE_URL;
const shared = given
  ? { TEST_DATABASE_URL: given }
  : { TEST_DATABASE_URL: (await sharedServer()).url(), TEST_POSTGRES: (await installation()).home };
const command = [process.execPath, 'test', '--parallel=3', '--timeout', '120000', ...process.argv.slice(2)];
const tests = Bun.spawn(command, {
  stdio: ['inherit', 'inherit', 'inherit'],
  env: { ...process.env, ...shared, TEST_DATABASES },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
const code = await tests.exited;
await cleanUpNow();
process.exit(code);
