// The client as users get it: packed with npm and installed into a folder. Also the expected outcome of the journey.
import { cpSync } from 'node:fs';
import { ROOT, repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

export async function command(words: string[], cwd: string): Promise<string> {
  // Tools of others report nothing to anybody from here.
  const env = { ...process.env, DO_NOT_TRACK: '1' };
  const child = Bun.spawn(words, { cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${words.join(' ')} fails:\n${output}${errors}`);
  return output;
}

/** A folder with the packed client in its node_modules, and the journey. */
export async function installedClient(): Promise<string> {
  const folder = temporaryFolder();
  const [{ filename }] = JSON.parse(
    await command(['npm', 'pack', './client', '--json', '--silent', '--pack-destination', folder], ROOT),
  );
  await Bun.write(`${folder}/package.json`, '{ "type": "module", "private": true }');
  await command(['npm', 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`], folder);
  copyIn('journey.js', folder);
  copyIn('types.ts', `${folder}/src`);
  return folder;
}

const copyIn = (name: string, folder: string) => cpSync(repositoryFile(`test/client/${name}`), `${folder}/${name}`);

/** Compiles the packed client and the code in `src`, once with the types of browsers and once with those of Node.js. */
export async function checkTypes(folder: string, tsc: string): Promise<void> {
  const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: 'ES2022', module: 'NodeNext' };
  const platforms = {
    browser: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] },
    // The types of Node.js themselves are not checked.
    node: { lib: ['ES2022'], types: ['node'], typeRoots: [repositoryFile('node_modules/@types')], skipLibCheck: true },
  };
  for (const [name, options] of Object.entries(platforms)) {
    const config = { compilerOptions: { ...strict, ...options }, include: ['src'] };
    await Bun.write(`${folder}/tsconfig.${name}.json`, JSON.stringify(config));
    await command([tsc, '-p', `tsconfig.${name}.json`], folder);
  }
}

/** The outcome of the journey on a service with this many candidates. */
export const expectedOutcome = (candidates: number) => ({
  same: true,
  all: candidates,
  errors: [
    'NotFoundError',
    'There is no career site with this id.',
    'invalid_parameters',
    'query.limit',
    'ConnectionError',
    'AbortError',
  ],
  isTyped: true,
  created: 'pending',
});
