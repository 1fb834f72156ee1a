// A copy of the repository, for tests that change its source.
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFile } from '../harness/paths.ts';

const COPIED = ['src', 'scripts', 'client', 'console', 'docs', 'package.json', 'tsconfig.json'];

/** Without generated/. */
export function copiedTree(folder: string): void {
  for (const name of COPIED) cpSync(repositoryFile(name), join(folder, name), { recursive: true });
  symlinkSync(repositoryFile('node_modules'), join(folder, 'node_modules'));
}

/** `npm run generate` there; returns the files that it wrote. */
export function generated(folder: string): string[] {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, 'scripts/generate.ts'], { cwd: folder });
  if (exitCode !== 0) throw new Error(`npm run generate fails: ${stderr}`);
  return [...stdout.toString().matchAll(/^wrote (.*)$/gm)].map(([, name]) => name!);
}
