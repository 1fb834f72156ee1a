// The runtimes of other platforms, from the packages that npm has of them.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Foreign, repositoryFile } from './executable.ts';
import type { Lock } from './lock.ts';

/** The platforms that executables are made for: what the file is called, the runtime's word for it, and the package of
 * that runtime. */
export const PLATFORMS = {
  'linux-x64': ['bun-linux-x64', '@oven/bun-linux-x64'],
  'linux-arm64': ['bun-linux-arm64', '@oven/bun-linux-aarch64'],
  // Linux with another C library, such as Alpine.
  'linux-x64-musl': ['bun-linux-x64-musl', '@oven/bun-linux-x64-musl'],
  'linux-arm64-musl': ['bun-linux-arm64-musl', '@oven/bun-linux-aarch64-musl'],
  'macos-x64': ['bun-darwin-x64', '@oven/bun-darwin-x64'],
  'macos-arm64': ['bun-darwin-arm64', '@oven/bun-darwin-aarch64'],
  'windows-x64': ['bun-windows-x64', '@oven/bun-windows-x64'],
} as const satisfies Record<string, readonly [Bun.Build.CompileTarget, string]>;
export type Platform = keyof typeof PLATFORMS;

/** npm fetches the package, from wherever it is set to, in the version and with the hash of the lock file. */
export async function fetchRuntime(platform: Platform, folder: string, { packages }: Lock): Promise<Foreign> {
  const [target, name] = PLATFORMS[platform];
  const { version, integrity } = packages[`node_modules/${name}`]!;
  mkdirSync(folder, { recursive: true });
  const answer = await output(
    ['npm', 'pack', '--json', '--silent', '--prefer-offline', '--pack-destination', folder, `${name}@${version}`],
    `npm cannot fetch ${name}@${version}; check the network and \`npm config get registry\``,
  );
  const [{ filename }] = JSON.parse(answer) as [{ filename: string }];
  const file = join(folder, filename);
  if (`sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}` !== integrity)
    throw new Error(`${name}@${version} is not what package-lock.json says; clear it with \`npm cache clean --force\``);
  await output(['tar', '-xzf', file, '-C', folder], `${filename} cannot be unpacked; \`tar\` has to be there`);
  rmSync(file);
  return { target, executablePath: join(folder, 'package/bin', platform.startsWith('windows') ? 'bun.exe' : 'bun') };
}

/** What a program says, or an error with what to do and the last line that it has said of its own. */
async function output(words: string[], advice: string): Promise<string> {
  try {
    const child = Bun.spawn(words, { cwd: repositoryFile('.'), stdio: ['ignore', 'pipe', 'pipe'] });
    const [said, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) === 0) return said;
    throw new Error(errors.trim().split('\n').at(-1) || `${words[0]} ends with ${child.exitCode}`);
  } catch (error) {
    throw new Error(`${advice} (${(error as Error).message})`);
  }
}
