// `npm test`: runs all tests, two files at a time, with one PostgreSQL server that they share. Takes the arguments of
// `bun test`.
import { cleanUpNow } from './harness/cleanup.ts';
import { sharedServer } from './harness/postgres/postgres.ts';

const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL || (await sharedServer()).url();
const command = [process.execPath, 'test', '--parallel=2', '--timeout', '120000', ...process.argv.slice(2)];
const tests = Bun.spawn(command, {
  stdio: ['inherit', 'inherit', 'inherit'],
  env: { ...process.env, TEST_DATABASE_URL },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
const code = await tests.exited;
await cleanUpNow();
process.exit(code);
