// Programs of others that tests run: generators of clients, and judges of openapi.json. npm installs them into a cache
// when a test needs them, in exactly these versions; a later run uses what is there.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFile } from '../harness/paths.ts';
import { command } from './package.ts';

type Tool = {
  readonly version: string;
  /** The name of the program, if it has one. */
  readonly command?: string;
};

/** By the name of the package. The types of Node.js and zod are those that the others can be compiled with. */
export const tools = {
  '@hey-api/openapi-ts': { version: '0.99.0', command: 'openapi-ts' },
  '@kubb/cli': { version: '4.39.3', command: 'kubb' },
  '@kubb/core': { version: '4.39.3' },
  '@kubb/plugin-client': { version: '4.39.3' },
  '@kubb/plugin-oas': { version: '4.39.3' },
  '@kubb/plugin-ts': { version: '4.39.3' },
  '@kubb/plugin-zod': { version: '4.39.3' },
  '@stoplight/prism-cli': { version: '5.16.0', command: 'prism' },
  '@stoplight/spectral-cli': { version: '6.16.3', command: 'spectral' },
  '@types/node': { version: '20.19.25' },
  '@zodios/core': { version: '10.9.6' },
  axios: { version: '1.21.1' },
  'openapi-fetch': { version: '0.17.0' },
  'openapi-typescript': { version: '7.13.0', command: 'openapi-typescript' },
  'openapi-typescript-codegen': { version: '0.31.0', command: 'openapi' },
  'openapi-zod-client': { version: '1.18.3', command: 'openapi-zod-client' },
  orval: { version: '8.38.0', command: 'orval' },
  'ra-core': { version: '5.15.4' },
  'swagger-typescript-api': { version: '13.13.0', command: 'swagger-typescript-api' },
  typescript: { version: '5.9.3', command: 'tsc' },
  zod: { version: '3.25.76' },
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof tools;

/** Packages that these need, where the newest that fits does not work: it asks for versions that were never published. */
const PINNED = { '@scalar/openapi-parser': '0.29.8', '@scalar/openapi-validator': '0.1.7' };

/** Returns the folder that has the packages in its node_modules. `group` is its name in the cache. */
export async function installTools(group: string, names: readonly ToolName[]): Promise<string> {
  const folder = repositoryFile(`node_modules/.cache/workforce-tools/${group}`);
  const packages = names.map((name) => `${name}@${tools[name].version}`);
  // Written last, so that an installation that was interrupted begins again.
  const manifest = JSON.stringify({ private: true, type: 'module', overrides: PINNED });
  const stamp = join(folder, `${Bun.hash(manifest + packages).toString(36)}.installed`);
  if (existsSync(stamp)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  const quiet = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await command(['npm', 'install', '--prefix', folder, ...quiet, ...packages], folder);
  writeFileSync(stamp, '');
  return folder;
}
