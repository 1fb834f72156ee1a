// `npm run generate` in a copy of the repository: one run makes everything new, because the console has the client inside.
import { expect, test } from 'bun:test';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const COPIED = ['src', 'scripts', 'client', 'console', 'docs', 'package.json', 'tsconfig.json'];

test('one run is enough, also when the client is stale', () => {
  const folder = temporaryFolder();
  for (const name of COPIED) cpSync(repositoryFile(name), join(folder, name), { recursive: true });
  symlinkSync(repositoryFile('node_modules'), join(folder, 'node_modules'));
  const client = join(folder, 'client/src/resources.ts');
  const old = 'a_line_of_a_stale_client';
  writeFileSync(client, `${readFileSync(client, 'utf8')}\nObject.assign(globalThis, { ${old}: true });\n`);
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, 'scripts/generate.ts'], { cwd: folder });
  const made = [...stdout.toString().matchAll(/^wrote (.*)$/gm)].map(([, name]) => name!);
  expect([exitCode, made.includes('generated/console.json'), made.includes('client/src/resources.ts')]).toEqual([
    0,
    true,
    true,
  ]);
  expect(made.filter((name) => readFileSync(join(folder, name), 'utf8').includes(old))).toEqual([]);
}, 300_000);
