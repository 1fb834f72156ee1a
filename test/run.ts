// `npm test`: runs all tests, two files at a time, with one PostgreSQL server that they share, and databases with the demo data
// that they copy. Takes the arguments of `bun test`.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpNow, startCleanup } from './harness/cleanup.ts';
import { run } from './harness/command.ts';
import { installation } from './harness/postgres/installation.ts';
import { freshDatabase, sharedServer } from './harness/postgres/postgres.ts';

/** Fills databases of both engines. demoDatabase() of harness/databases.ts finds them in this folder by date and days. */
async function demoDatabases(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'workforce-demo-'));
  startCleanup(['sh', '-c', 'cat >/dev/null; rm -rf "$1"', 'remove', folder]);
  const date = new Date().toISOString().slice(0, 10);
  const fill = async (days: number, place: Record<string, string>) => {
    const { code, stderr } = await run(['generate', '--date', date, '--attendance-days', String(days)], place);
    if (code !== 0) throw new Error(`The demo data could not be made: ${stderr}`);
  };
  const [few, many] = [20, 90].map((days) => join(folder, `${date}-${days}`)) as [string, string];
  mkdirSync(few);
  const remote = async () => {
    const url = await freshDatabase();
    await fill(20, { DATABASE_URL: url });
    writeFileSync(join(few, 'postgresql'), new URL(url).pathname.slice(1));
  };
  await Promise.all([remote(), fill(20, { WORKFORCE_DATA: few }), fill(90, { WORKFORCE_DATA: many })]);
  return folder;
}

const TEST_DEMO = await demoDatabases();
const given = process.env.TEST_DATABASE_URL;
const shared = given
  ? { TEST_DATABASE_URL: given }
  : { TEST_DATABASE_URL: (await sharedServer()).url(), TEST_POSTGRES: (await installation()).home };
const command = [process.execPath, 'test', '--parallel=2', '--timeout', '120000', ...process.argv.slice(2)];
const tests = Bun.spawn(command, {
  stdio: ['inherit', 'inherit', 'inherit'],
  env: { ...process.env, ...shared, TEST_DEMO },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
const code = await tests.exited;
await cleanUpNow();
process.exit(code);
