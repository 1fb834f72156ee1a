// Files that may not be read or written to. Commands say so, whose they are and what to do, instead of taking them for
// missing.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../harness/command.ts';
import { MAIN } from '../harness/paths.ts';
import { startService } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const isRoot = process.getuid!() === 0;
/** Root may read and write everything, unless this is taken from it. */
const WITHOUT_RIGHTS = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search,-fowner'] : [];
/** Someone else, to whom only root can give a file. */
const OTHER = 65_534;

const home = temporaryFolder();
const opened: string[] = [];

/** A folder with a database, after `change`. */
function database(name: string, change: (folder: string, file: string) => void): string {
  const folder = join(home, name);
  mkdirSync(folder);
  copyFileSync(join(home, 'source', 'workforce.db'), join(folder, 'workforce.db'));
  change(folder, join(folder, 'workforce.db'));
  opened.push(folder);
  return folder;
}

beforeAll(async () => {
  const service = await startService({ location: join(home, 'source'), attendanceDays: 1 });
  await service.stop();
  writeFileSync(join(home, 'file'), 'x');
  writeFileSync(join(home, 'departments.csv'), 'name\nCeramics\n');
});
// Only then they can be removed.
afterAll(() => {
  for (const folder of opened) chmodSync(folder, 0o700);
});

const backup = () => join(temporaryFolder(), 'backup.db');
const reads = () => [['list', 'departments'], ['backup', backup()], ['mcp']];
const writes = () => [
  ['create', 'leave', '--leave_type', 'annual'],
  ['import', 'departments', join(home, 'departments.csv')],
  ['doctor', '--fix'],
  ['restore', '--force', join(home, 'source', 'workforce.db')],
];
const starts = () => [['serve'], ['migrate']];

function runWithoutRights(words: string[], data: string) {
  const settings = { WORKFORCE_API_TOKEN: 'a-token-for-tests', WORKFORCE_DEMO: '0', PORT: '0' };
  return run(words, { WORKFORCE_DATA: data, ...settings }, MAIN, WITHOUT_RIGHTS);
}

async function expectRefused(commands: string[][], data: string, says: RegExp): Promise<void> {
  const ended = await Promise.all(commands.map((words) => runWithoutRights(words, data)));
  for (const [i, { stdout, stderr, code }] of ended.entries()) {
    expect([commands[i], stdout, code]).toEqual([commands[i]!, '', 1]);
    expect(stderr).toMatch(/^workforce: .*\n$/);
    expect(stderr).toMatch(says);
  }
}

test('a folder that may not be entered', async () => {
  const folder = database('closed', (at) => chmodSync(at, 0o000));
  const says = /The database in \S+closed may not be read: \S+closed has the mode 0000; change that with chmod u\+rwX/;
  await expectRefused([...reads(), ...writes(), ...starts()], folder, says);
});

test('a file that may not be read', async () => {
  const folder = database('unreadable', (_, file) => chmodSync(file, 0o200));
  await expectRefused(
    [['list', 'departments'], ['backup', backup()], ['create', 'leave'], ['serve']],
    folder,
    /may not be read: \S+workforce\.db has the mode 0200/,
  );
});

test('what belongs to someone else says to whom', async () => {
  const folder = database('foreign', (at) => {
    if (isRoot) chownSync(at, OTHER, OTHER);
    chmodSync(at, isRoot ? 0o700 : 0o000);
  });
  const says = isRoot
    ? /may not be read: \S+foreign belongs to (\w+|user \d+) \(mode 0700\), and this is root; start it as \1, or have \1 allow it/
    : /has the mode 0000/;
  await expectRefused([['list', 'departments']], folder, says);
});

test('a file that may be read, but not written to', async () => {
  const folder = database('readonly', (_, file) => chmodSync(file, 0o400));
  await expectRefused(writes(), folder, /may not be written to: \S+\.db has the mode 0400; change that with chmod/);
  for (const words of [
    ['list', 'departments'],
    ['backup', backup()],
  ])
    expect(await runWithoutRights(words, folder)).toMatchObject({ stderr: '', code: 0 });
});

test('a folder that may be read, but not written to', async () => {
  // SQLite needs files beside a database that it may write to, even to read it.
  const folder = database('full', (at) => chmodSync(at, 0o500));
  const says = /The database in \S+ may not be written to: \S+full has the mode 0500/;
  await expectRefused([['list', 'departments'], ['create', 'leave'], ['serve']], folder, says);
  const making = [...writes().filter(([name]) => /import|restore/.test(name!)), ...starts()];
  await expectRefused(making, join(folder, 'new', 'data'), says);
});

test.each([
  ['file/data', /WORKFORCE_DATA is \S+file\/data, but \S+file is no folder; set it to the folder of the database\./],
  ['source/workforce.db', /WORKFORCE_DATA is \S+workforce\.db, but that is no folder; set it to .*, \S+source\./],
])('a file in the place of the folder: %s', (path, says) =>
  expectRefused([['list', 'departments'], ['seed'], ['serve']], join(home, path), says),
);

test('files that commands read', async () => {
  const folder = database('sources', (at, file) => {
    writeFileSync(join(at, 'departments.csv'), 'name\nCeramics\n');
    chmodSync(join(at, 'departments.csv'), 0o200);
    chmodSync(file, 0o200);
  });
  const closed = join(home, 'closed');
  const data = temporaryFolder();
  const commands: [words: string[], says: RegExp][] = [
    [
      ['import', 'departments', join(folder, 'departments.csv')],
      /departments\.csv may not be read: \S+ has the mode 0200/,
    ],
    [['import', folder], /departments\.csv may not be read: \S+ has the mode 0200/],
    [['import', 'departments', join(closed, 'departments.csv')], /may not be read: \S+closed has the mode 0000/],
    [['restore', join(folder, 'workforce.db')], /workforce\.db may not be read: \S+ has the mode 0200/],
  ];
  for (const [words, says] of commands) await expectRefused([words], data, says);
});
