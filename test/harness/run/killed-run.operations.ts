// A run of the tests that is killed leaves nothing behind: no process, and no file.
import { expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '../../browser/chromium.ts';
import { spawnCommand } from '../command.ts';
import { ROOT, repositoryFile } from '../paths.ts';
import { isAlive, processTree } from '../processes.ts';
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

test.skipIf(process.platform !== 'linux').each(Object.keys(killed))(
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
