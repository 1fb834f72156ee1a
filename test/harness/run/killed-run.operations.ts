// A run of the tests leaves nothing behind, also one that is killed: no process, no file and no database.
import { expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '../../browser/chromium.ts';
import { spawnCommand } from '../command.ts';
import { ROOT, repositoryFile } from '../paths.ts';
import { sharedServer } from '../postgres/postgres.ts';
import { isAlive, processTree } from '../processes.ts';
import { share } from '../random/sample.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { expectSoon, waitUntil } from '../wait-until.ts';

/** What a test file starts: a server of its own, a service, and a page of the browser. */
const fileIn = (folder: string): string => {
  const path = join(folder, 'hanging.test.ts');
  const harness = (name: string) => JSON.stringify(repositoryFile(`test/${name}`));
  const text = `import { test } from 'bun:test';
    import { launch } from ${harness('browser/chromium.ts')};
    import { spawnService } from ${harness('harness/command.ts')};
    import { demoDatabase } from ${harness('harness/databases.ts')};
    import { startPostgres } from ${harness('harness/postgres/postgres.ts')};
    test('it hangs', async () => {
      await (await startPostgres()).pause();
      await spawnService({ WORKFORCE_DATA: await demoDatabase('embedded'), WORKFORCE_WORKERS: '2' });
      ${chromium ? 'await (await (await launch()).createBrowserContext()).newPage();' : ''}
      console.error('TMPDIR=' + process.env.TMPDIR + ';');
      await Bun.sleep(600_000);
    }, 700_000);`;
  writeFileSync(path, text);
  return path;
};

/** Which process is killed: one that started the tests, or the one that runs them. */
const killed: Record<string, (started: number) => number> = {
  npm: (started) => started,
  'run.ts': (started) => withName(started, 'test/run.ts'),
  'bun test': (started) => withName(started, '--parallel'),
};

function withName(started: number, name: string): number {
  const found = processTree(started).find((pid) => commandOf(pid).some((part) => part.startsWith(name)));
  if (found === undefined) throw new Error(`No process with ${name}`);
  return found;
}

const commandOf = (pid: number): string[] =>
  Bun.spawnSync(['ps', '-o', 'args=', '-p', String(pid)])
    .stdout.toString()
    .trim()
    .split(' ');

test.skipIf(process.platform !== 'linux').each(share(Object.keys(killed), 3))(
  'of a run whose %s is killed',
  async (name) => {
    // It is a run of its own, and not ended with this one.
    const { BUN_FEATURE_FLAG_NO_ORPHANS: _, ...environment } = process.env;
    const run = spawnCommand(['test', '--', fileIn(temporaryFolder())], environment as Record<string, string>, {
      program: ['npm'],
      cwd: ROOT,
    });
    let said = '';
    const reading = (async () => {
      for await (const chunk of run.stderr) said += new TextDecoder().decode(chunk);
    })();
    await waitUntil('the test to hang', () => /TMPDIR=([^;]+);/.test(said), 240);
    const [, folder] = /TMPDIR=([^;]+);/.exec(said)!;
    const processes = processTree(run.pid);
    expect(processes.length).toBeGreaterThan(15);
    expect(existsSync(folder!)).toBe(true);
    process.kill(killed[name]!(run.pid), 'SIGKILL');
    const left = async () => [...processes.filter(isAlive).map((pid) => commandOf(pid).join(' ')), existsSync(folder!)];
    await expectSoon(left, [false]);
    await run.exited;
    await reading;
    // A run within the run has to begin first, which takes its time on a busy machine.
  },
  400_000,
);

test('of test files that run in parallel no server and no database is left', async () => {
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
    expect(existsSync(made.server)).toBe(false);
    expect(databases).not.toContain(new URL(made.database).pathname.slice(1));
  }
});
