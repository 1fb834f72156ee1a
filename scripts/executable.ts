// One executable: the program with its packages and a runtime in one file.
import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signForMacos } from './macos-signature.ts';

export const repositoryFile = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** What it is made for, if not for the platform it is made on: the name of the platform, and the file of its
 * runtime. */
export type Foreign = { readonly target: Bun.Build.CompileTarget; readonly executablePath: string };

/** `folder` is for what is unfinished: the file is moved to its place when it is whole, so it has to be on the same
 * disk. */
export async function makeExecutable(file: string, folder: string, foreign?: Foreign): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  // The source maps are inside the executable, but the bundler also leaves them beside it.
  const outfile = join(folder, 'made', basename(file));
  await Bun.build({
    // A thread starts from a file of its own. Inside, all files lie in one folder: the code finds that file beside
    // itself, as here.
    entrypoints: ['src/main.ts', 'src/store/sqlite/search/search-thread.ts'].map(repositoryFile),
    naming: { entry: '[name].[ext]' },
    // What a command does not use is not loaded.
    splitting: true,
    // Errors name the lines of the source.
    sourcemap: 'linked',
    compile: {
      outfile,
      ...foreign,
      // A file of another program in the folder where this one is run must not change it.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
  if (foreign?.target === 'bun-darwin-x64') signForMacos(outfile);
  chmodSync(outfile, 0o755);
  renameSync(outfile, file);
  rmSync(join(folder, 'made'), { recursive: true });
}

export const sizeOf = (file: string): string => `${Math.round(statSync(file).size / 1e6)} MB`;
