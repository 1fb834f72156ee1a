// A copy of this tree whose sources may be changed, and the runs of its tests.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startCleanup } from '../harness/cleanup.ts';
import { ROOT } from '../harness/paths.ts';
import { sweep, sweepLater } from '../harness/run/sweep.ts';

/** Of another place, or too large to copy. */
const LEFT_OUT = new Set(['node_modules', '.git', 'dist']);
/** The console as its sources are now: a stale one would be noticed for that. */
const BUILD = `const { consoleFiles } = await import('./scripts/console-files.ts');
  await Bun.write('generated/console.json', (await consoleFiles())['console.json']);`;

export type Copy = {
  readonly folder: string;
  write(file: string, text: string): void;
  buildConsole(): Promise<boolean>;
  /** Whether the file passes. `limit`: in milliseconds; one that has not ended by then has failed. */
  passes(test: string, limit: number, environment: Record<string, string>, options?: string[]): Promise<boolean>;
};

/** `tests`: a checkout that has the tests. */
export function makeCopy(tests: string): Copy {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'workforce-mutants-')));
  const [folder, temporary] = [join(home, 'tree'), join(home, 'tmp')];
  const copy = (from: string, to: string) =>
    cpSync(from, to, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  startCleanup(['sh', '-c', 'cat >/dev/null; rm -rf "$1"', 'remove', home]);
  startCleanup(sweepLater(temporary));
  // PostgreSQL has another user.
  for (const each of [home, temporary]) mkdirSync(each, { recursive: true, mode: 0o711 });
  chmodSync(home, 0o711);
  copy(ROOT, folder);
  rmSync(join(folder, 'test'), { recursive: true });
  copy(join(tests, 'test'), join(folder, 'test'));
  copy(import.meta.dir, join(folder, 'test/mutants'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

  async function succeeds(args: readonly string[], limit: number, environment: NodeJS.ProcessEnv): Promise<boolean> {
    const child = Bun.spawn([process.execPath, ...args], {
      ...{ cwd: folder, env: { ...process.env, TMPDIR: temporary, ...environment }, detached: true },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid, 'SIGKILL');
    }, limit);
    const code = await child.exited;
    clearTimeout(timer);
    if (isLate) {
      await sweep(temporary);
      mkdirSync(temporary, { mode: 0o711 });
    }
    return code === 0;
  }
  return {
    folder,
    write: (file, text) => writeFileSync(join(folder, file), text),
    buildConsole: () => succeeds(['-e', BUILD], 60_000, {}),
    passes: (test, limit, environment, options = []) =>
      succeeds(
        ['test', '--no-orphans', '--bail', '--timeout', '120000', ...options, `./${test}`],
        ...[limit, environment],
      ),
  };
}
