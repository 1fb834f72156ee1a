// `npm run build`: makes the executable, the program with its packages and the runtime in one file, for the platform it
// is made on. Takes the path of the file; without one it is dist/workforce. `npm run build -- --all`: makes those of
// all platforms, with checksums and the bill of materials. Takes the folder; without one it is dist.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json';
import { makeExecutable, repositoryFile, sizeOf } from './executable.ts';
import { readLock } from './lock.ts';
import { fetchRuntime, PLATFORMS, type Platform } from './runtimes.ts';
import { sbom } from './sbom.ts';

const sha256 = (content: Uint8Array | string): string => new Bun.CryptoHasher('sha256').update(content).digest('hex');

const { all, path } = readArguments();
if (all) await makeAll(resolve(path ?? repositoryFile('dist')));
else await makeOne(resolve(path ?? repositoryFile('dist/workforce')));

function readArguments(): { all: boolean; path: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true });
    if (positionals.length < 2) return { all: values.all ?? false, path: positionals[0] };
  } catch {}
  console.error('Usage: npm run build -- [FILE], or npm run build -- --all [FOLDER]');
  process.exit(2);
}

async function makeOne(file: string): Promise<void> {
  await unfinished(dirname(file), (folder) => makeExecutable(file, folder));
  console.log(`${file} (${sizeOf(file)})`);
}

/** A platform that fails does not keep the others from being made. */
async function makeAll(folder: string): Promise<void> {
  const [lock, made, failed] = [readLock(), new Map<string, string>(), new Set<string>()];
  await unfinished(folder, async (unready) => {
    const put = (name: string, content: string) => {
      writeFileSync(join(unready, name), content);
      renameSync(join(unready, name), join(folder, name));
      console.log(join(folder, name));
    };
    // Those of an earlier run would be of other files.
    rmSync(join(folder, 'SHA256SUMS'), { force: true });
    const fetched = (platform: Platform) => {
      const runtime = fetchRuntime(platform, join(unready, platform), lock);
      // Its error is handled when its turn comes.
      runtime.catch(() => undefined);
      return runtime;
    };
    const platforms = Object.keys(PLATFORMS) as Platform[];
    let next = fetched(platforms[0]!);
    for (const [at, platform] of platforms.entries()) {
      const runtime = next;
      await Promise.allSettled([runtime]);
      // While an executable is made, the next runtime is on its way.
      if (at + 1 < platforms.length) next = fetched(platforms[at + 1]!);
      const name = `workforce-${manifest.version}-${platform}${platform.startsWith('windows') ? '.exe' : ''}`;
      const file = join(folder, name);
      try {
        await makeExecutable(file, unready, await runtime);
        made.set(name, sha256(readFileSync(file)));
        console.log(`${file} (${sizeOf(file)})`);
      } catch (error) {
        failed.add(platform);
        console.error(`${platform} is not made: ${(error as Error).message}`);
      }
      rmSync(join(unready, platform), { recursive: true, force: true });
    }
    const bill = { name: `workforce-${manifest.version}.cdx.json`, content: sbom(manifest, lock) };
    put(bill.name, bill.content);
    made.set(bill.name, sha256(bill.content));
    put('SHA256SUMS', [...made].map(([name, hash]) => `${hash}  ${name}\n`).join(''));
  });
  if (failed.size === 0) return;
  console.error(`Not made: ${[...failed].join(', ')}. Run it again when what is said above is mended.`);
  process.exitCode = 1;
}

/** Gives a folder for unfinished files, which is gone afterwards, also when the build is interrupted. */
async function unfinished(beside: string, make: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(beside, { recursive: true });
  const folder = mkdtempSync(join(beside, '.build-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => {
      remove();
      process.exit(code);
    });
  try {
    await make(folder);
  } finally {
    remove();
  }
}
