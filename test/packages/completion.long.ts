// Completion on real terminals: of the installed command, and of `npx workforce` in the folder of the package.
import { afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { type Installed, installed, unpacked } from './installed.ts';
import { isInstalled, openShell, type Session, shells } from './shells.ts';

setDefaultTimeout(120_000);

let at: Installed;
const sessions: Session[] = [];
beforeAll(async () => {
  at = installed(await unpacked());
  mkdirSync(join(at.packages, 'bun/bin'), { recursive: true });
  symlinkSync(process.execPath, join(at.packages, 'bun/bin/bun.exe'));
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end();
});

/** A shell in which the program of a folder completes its own command line. */
async function shellWith(shell: string, bin: string, cwd: string): Promise<Session> {
  const session = await openShell(shell, cwd, { PATH: [bin, '/usr/bin', '/bin'].join(delimiter) });
  sessions.push(session);
  await session.run(shells[shell]!.source('workforce'));
  return session;
}

const there = Object.keys(shells).filter(isInstalled);
for (const shell of Object.keys(shells))
  if (!there.includes(shell)) console.log(`There is no ${shell} here: its completion was not tried.`);

test('bash is there, so that at least one shell is tried', () => expect(there).toContain('bash'));

/** What is typed before the Tab key, and the end of the line behind it. */
const lines = [
  ['workforce vers', 'workforce version'],
  ['workforce list emplo', 'list employees'],
  ['workforce list employees --status onb', '--status onboarding'],
  ['workforce aggregate attendance --group weekd', 'weekday\\(att_date\\)'],
  ['workforce export leave -o readm', '-o readme.txt'],
] as const;

test.each(there)('%s completes the installed command, also behind npx in its folder', async (shell) => {
  writeFileSync(join(at.folder, 'readme.txt'), '');
  const session = await shellWith(shell, dirname(at.command), at.folder);
  for (const [typed, expected] of lines) {
    await session.complete(typed, expected);
    await session.complete(`npx ${typed}`, expected);
  }
});

test.each(there)('%s leaves npx alone in other folders', async (shell) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'listen.txt'), '');
  const session = await shellWith(shell, dirname(at.command), folder);
  await session.complete('workforce list emplo', 'list employees');
  await session.complete('npx workforce listen', 'workforce listen.txt');
});
