// The package as users get it: packed by npm, and put where npm would install it.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

/** Runs a tool to its end and returns its output. */
export async function tool(words: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(words, { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${words.join(' ')} fails:\n${output}${errors}`);
  return output;
}

/** The file that npm pack makes. */
export async function packed(): Promise<string> {
  const folder = temporaryFolder();
  const [{ filename }] = JSON.parse(
    await tool(['npm', 'pack', '--json', '--silent', '--pack-destination', folder], ROOT),
  );
  return join(folder, filename);
}

/** The folder of the unpacked file. */
export async function unpacked(): Promise<string> {
  const folder = temporaryFolder();
  await tool(['tar', '-xzf', await packed(), '-C', folder], folder);
  return join(folder, 'package');
}

export type Installed = { readonly folder: string; readonly packages: string; readonly command: string };

/** As npm installs for all users: the command in `bin`, the package in `lib`. Its packages are ours, without the
 * runtime. */
export function installed(from: string): Installed {
  const prefix = join(temporaryFolder(), "a person's prefix");
  const folder = join(prefix, 'lib/node_modules/workforce');
  cpSync(from, folder, { recursive: true });
  const packages = join(folder, 'node_modules');
  linkPackages(packages);
  mkdirSync(join(prefix, 'bin'));
  const command = join(prefix, 'bin/workforce');
  symlinkSync('../lib/node_modules/workforce/bin/workforce', command);
  return { folder, packages, command };
}

/** Links what an installation for production has, but not the runtime. */
export function linkPackages(folder: string): void {
  const { packages } = JSON.parse(readFileSync(repositoryFile('package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || dev || /^(bun|@oven\/.*)$/.test(name) || !existsSync(repositoryFile(path))) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(repositoryFile(path), join(folder, name));
  }
}
