// `npm run generate` in a copy of the repository: one run makes everything new, because the console has the client
// inside, and a second one changes nothing.
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { copiedTree, generated } from './copied-tree.ts';

test('one run is enough, also when the client is stale, and two are equal', () => {
  const folder = temporaryFolder();
  copiedTree(folder);
  const client = join(folder, 'client/src/resources.ts');
  const old = 'a_line_of_a_stale_client';
  writeFileSync(client, `${readFileSync(client, 'utf8')}\nObject.assign(globalThis, { ${old}: true });\n`);
  const made = generated(folder);
  expect(made).toContain('generated/console.json');
  expect(made).toContain('client/src/resources.ts');
  const contents = () => made.map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const);
  const first = contents();
  expect(first.filter(([, text]) => text.includes(old))).toEqual([]);
  expect(generated(folder)).toEqual(made);
  const differs = contents().filter(([, text], at) => text !== first[at]![1]);
  expect(differs.map(([name]) => name)).toEqual([]);
}, 900_000);
