// Clients that other tools generate from openapi.json. Installs the generators, runs them as docs/clients.md says, and
// checks the types of the result. They need a newer Node.js than the service, so they run on Bun.
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { repositoryFile } from '../harness/paths.ts';
import { command } from './package.ts';

export const FOREIGN = repositoryFile('test/client/foreign/');
const GENERATED = `${FOREIGN}generated`;

export async function installGenerators(): Promise<void> {
  const [locked, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (name) => statSync(FOREIGN + name, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  if (installed! > locked!) return;
  await command(['npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts'], FOREIGN);
}

/** Follows the guide in a folder of its own. */
export async function followGuide(): Promise<void> {
  const guide = await Bun.file(repositoryFile('docs/clients.md')).text();
  rmSync(GENERATED, { recursive: true, force: true });
  mkdirSync(GENERATED);
  cpSync(repositoryFile('generated/openapi.json'), `${GENERATED}/openapi.json`);
  for (const [, name, code] of guide.matchAll(/`([\w.-]+\.\w+)`[^`]*\n\n```[jt]s\n(.*?)```/gs)) {
    await Bun.write(`${GENERATED}/${name}`, code!);
  }
  for (const [, tool, words] of guide.matchAll(/^(?:npx (?:-p \S+ )?(\S+)|node) (.*)$/gm)) {
    const program = tool ? ['--bun', `../node_modules/.bin/${tool}`] : [];
    await command([process.execPath, ...program, ...words!.split(' ')], GENERATED);
  }
}

/** The warnings of Spectral's rules for OpenAPI. With an error, the command fails. */
export async function spectral(document: string): Promise<string[]> {
  const words = [
    'lint',
    repositoryFile(`generated/${document}`),
    '--ruleset',
    'spectral.yaml',
    '--format',
    'json',
    '--quiet',
  ];
  const output = await command(['node', 'node_modules/.bin/spectral', ...words], FOREIGN);
  const warnings: { code: string; path: string[] }[] = JSON.parse(output);
  return warnings.map(({ code, path }) => [code, ...path].join(' '));
}

export const typeCheck = (): Promise<string> => command(['node_modules/.bin/tsc', '-p', '.'], FOREIGN);
