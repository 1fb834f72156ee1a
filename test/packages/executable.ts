// The executable, made for a test as `npm run build` makes it, in a folder that has nothing of this repository.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished, spawnCommand } from '../harness/command.ts';
import { repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

export type Executable = { readonly folder: string; readonly program: readonly [string] };

export async function makeExecutable(): Promise<Executable> {
  const folder = temporaryFolder();
  const file = join(folder, 'workforce');
  const { code, stderr } = await finished(spawnCommand([file], {}, { main: repositoryFile('scripts/build.ts') }));
  if (code !== 0) throw new Error(`The build fails:\n${stderr}`);
  return { folder, program: [file] };
}

/** Files that the runtime would take for its own: what runs there must not see them. */
export function setTraps(folder: string): void {
  for (const name of ['.env', '.env.local', '.env.production', '.env.development'])
    writeFileSync(join(folder, name), 'PORT=trapped\nWORKFORCE_WORKERS=trapped\n');
  writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./trap.ts"]\nsmol = true\n');
  writeFileSync(join(folder, 'trap.ts'), 'console.log("trapped");\n');
  writeFileSync(join(folder, 'package.json'), '{ "name": "trap", "type": "commonjs", "imports": {} }\n');
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "paths": { "*": ["./trap.ts"] } } }\n');
}
