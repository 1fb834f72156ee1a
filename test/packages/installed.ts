// The package as users get it: packed by npm, and put where npm would install it.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command } from '../client/package.ts';
import { ROOT, repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

/** The file that npm pack makes. */
export async function packed(): Promise<string> {
  const folder = temporaryFolder();
  const [{ filename }] = JSON.parse(
    await command(['npm', 'pack', '--json', '--silent', '--pack-destination', folder], ROOT),
  );
  return join(folder, filename);
}

/** The folder of the unpacked file. */
export async function unpacked(): Promise<string> {
  const folder = temporaryFolder();
  await command(['tar', '-xzf', await packed(), '-C', folder], folder);
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
  const program = join(prefix, 'bin/workforce');
  symlinkSync('../lib/node_modules/workforce/bin/workforce', program);
  return { folder, packages, command: program };
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
