// `npm run build`: makes the executable, the program with its packages and the runtime in one file, for the platform it is made on.
// Takes the path of the file; without one it is dist/workforce.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repositoryFile = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

const file = resolve(process.argv[2] ?? repositoryFile('dist/workforce'));
mkdirSync(dirname(file), { recursive: true });
// The source maps are inside the executable, but the bundler also leaves them beside it.
const folder = mkdtempSync(`${file}-`);
try {
  await Bun.build({
    // A thread starts from a file of its own. Inside, all files lie in one folder: the code finds that file beside itself, as here.
    entrypoints: ['src/main.ts', 'src/store/sqlite/search/search-thread.ts'].map(repositoryFile),
    naming: { entry: '[name].[ext]' },
    // What a command does not use is not loaded.
    splitting: true,
    // Errors name the lines of the source.
    sourcemap: 'linked',
    compile: {
      outfile: join(folder, basename(file)),
      // A file of another program in the folder where this one is run must not change it.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
  renameSync(join(folder, basename(file)), file);
} finally {
  rmSync(folder, { recursive: true });
}
