// The PostgreSQL servers of the tests: they are real, can be broken in every way that tests need, and leave nothing
// behind.
import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { ROOT, repositoryFile } from '../paths.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { waitUntil } from '../wait-until.ts';
import { cluster, freshDatabase, sharedServer, startPostgres } from './postgres.ts';
import type { PostgresServer } from './server.ts';

const servers: PostgresServer[] = [];

/** Servers of this file, which are removed after it and not after all tests. */
function ours<T extends PostgresServer[]>(...made: T): T {
  servers.push(...made);
  return made;
}

afterAll(async () => {
  await Promise.all(servers.map((server) => server.destroy()));
});

const names = async (server: PostgresServer) => (await server.query('SELECT name FROM people')).map(({ name }) => name);

test('a fresh database is empty and not shared', async () => {
  const [url, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  expect(url).not.toBe(other);
  const sql = postgres(url, { max: 1 });
  expect(await sql`SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace`).toHaveLength(0);
  await sql.end();
});

test('there is one shared server, which sorts by code point, has trigrams, and does not run as root', async () => {
  const server = await sharedServer();
  expect(await sharedServer()).toBe(server);
  const sql = postgres(await server.createDatabase(), { max: 1 });
  const sorted = await sql`SELECT word FROM unnest(${['é', 'z', 'Z', 'a']}::text[]) AS word ORDER BY word`;
  expect(sorted.map(({ word }) => word)).toEqual(['Z', 'a', 'z', 'é']);
  await sql`CREATE EXTENSION pg_trgm`;
  expect((await sql`SELECT similarity('workforce', 'workforce') AS same`)[0]!.same).toBe(1);
  await sql.end();
  const owners = server.processes().map(({ pid }) => statSync(`/proc/${pid}`).uid);
  expect(owners.length).toBeGreaterThan(3);
  expect(owners).not.toContain(0);
});

test('two servers are independent, and what one has written survives SIGKILL', async () => {
  const [one, two] = ours(...(await Promise.all([startPostgres(), startPostgres({ settings: { work_mem: '5MB' } })])));
  await one.query('CREATE TABLE people AS SELECT 1 AS name');
  await expect(two.query('SELECT * FROM people')).rejects.toThrow('does not exist');
  expect(await two.query('SHOW work_mem')).toMatchObject([{ work_mem: '5MB' }]);
  await one.kill('SIGKILL');
  await expect(one.query('SELECT 1')).rejects.toThrow();
  await one.start();
  expect(await names(one)).toEqual([1]);
});

test('a paused server answers after it is resumed', async () => {
  const [server] = ours(await startPostgres());
  await server.pause();
  expect(new Set(server.processes().map(({ state }) => state))).toEqual(new Set(['T']));
  const answer = server.query('SELECT 1 AS one');
  server.resume();
  expect(await answer).toMatchObject([{ one: 1 }]);
});

test('standbys replicate, lag while their replay is paused, and can be promoted', async () => {
  const made = await cluster({ standbys: 2, synchronous: true });
  const [primary, first, second] = ours(made.primary, made.standbys[0]!, made.standbys[1]!);
  await primary.query("CREATE TABLE people AS SELECT 'Ada' AS name");
  for (const standby of [first, second]) await waitUntil('Ada', async () => (await names(standby)).includes('Ada'));
  await expect(first.query('DELETE FROM people')).rejects.toThrow('read-only');

  await second.pauseReplay();
  await primary.query("INSERT INTO people VALUES ('Grace')");
  await waitUntil('Grace', async () => (await names(first)).includes('Grace'));
  expect(await names(second)).toEqual(['Ada']);
  await second.resumeReplay();
  await waitUntil('Grace', async () => (await names(second)).includes('Grace'));

  await primary.kill('SIGKILL');
  await first.promote();
  // The new primary is synchronous too: its insert returns when the other standby has it.
  expect(await first.query('SHOW synchronous_standby_names')).toMatchObject([
    { synchronous_standby_names: 'ANY 1 (*)' },
  ]);
  await first.query("INSERT INTO people VALUES ('Edsger')");
  await waitUntil('Edsger', async () => (await names(second)).includes('Edsger'));
});

test('nothing is left of a destroyed server, nor of a killed process that had a running and a paused one', async () => {
  const [server] = ours(await startPostgres());
  await server.destroy();
  expect(leftOf(dirname(server.folder))).toEqual([]);

  const harness = repositoryFile('test/harness/postgres/postgres.ts');
  const script = `const { startPostgres } = await import('${harness}');
    await startPostgres();
    const hanging = await startPostgres();
    await hanging.pause();
    console.log(hanging.folder);
    setInterval(() => {}, 1000);`;
  // It is a run of its own: what it starts does not end with it, but cleans up.
  const { BUN_FEATURE_FLAG_NO_ORPHANS: _, ...env } = process.env;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', env });
  const { value } = await child.stdout.getReader().read();
  const home = dirname(dirname(new TextDecoder().decode(value).trim()));
  expect(leftOf(home).length).toBeGreaterThan(10);
  child.kill('SIGKILL');
  await waitUntil(`nothing to be left of ${home}`, () => leftOf(home).length === 0);
});

test('nothing is left of the servers and databases of test files that run in parallel', async () => {
  const folder = temporaryFolder();
  const imported = JSON.stringify(repositoryFile('test/harness/postgres/postgres.ts'));
  for (const file of ['one', 'two']) {
    const text = `import { test } from 'bun:test';
      import { writeFileSync } from 'node:fs';
      import { freshDatabase, startPostgres } from ${imported};
      test('${file}', async () => {
        const made = { server: (await startPostgres()).folder, database: await freshDatabase() };
        writeFileSync('${join(folder, file)}.json', JSON.stringify(made));
      });`;
    writeFileSync(join(folder, `${file}.test.ts`), text);
  }
  const server = await sharedServer();
  const tests = Bun.spawn([process.execPath, 'test', '--parallel=2', '--timeout', '60000', folder], {
    cwd: ROOT,
    env: { ...process.env, TEST_DATABASE_URL: server.url() },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  expect(await tests.exited).toBe(0);
  const databases = (await server.query('SELECT datname FROM pg_database')).map(({ datname }) => datname);
  for (const file of ['one', 'two']) {
    const made = await Bun.file(join(folder, `${file}.json`)).json();
    expect(leftOf(dirname(dirname(made.server)))).toEqual([]);
    expect(databases).not.toContain(new URL(made.database).pathname.slice(1));
  }
});

/** The folder if it exists, and the processes that name it or run in it. */
function leftOf(folder: string): string[] {
  const processes = readdirSync('/proc').filter((pid) => {
    try {
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return commandLine.includes(`${folder}/`) || readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  });
  return existsSync(folder) ? [folder, ...processes] : processes;
}
