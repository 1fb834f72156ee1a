// Output that cannot be written: one sentence that says why and what to do, and nothing left behind.
import { expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../harness/command.ts';
import { demoDatabase } from '../harness/databases.ts';
import { MAIN } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const home = await demoDatabase('embedded');
const source = join(home, 'workforce.db');

/** Run a command with its output on a full disk, or with files that may have 64 KiB. */
const INTO_FULL = ['bash', '-c', 'exec "$@" > /dev/full', 'into-full'];
const filesUpTo = (kib: number) => ['bash', '-c', `trap "" XFSZ; ulimit -f ${kib}; exec "$@"`, 'small-files'];
const SMALL_FILES = filesUpTo(64);

const runUnder = (words: string[], under: string[], data = home) => run(words, { WORKFORCE_DATA: data }, MAIN, under);

const full = 'The output cannot be written (ENOSPC): the disk is full. Free some space, or write elsewhere.';
test.each([['export employees'], ['list employees --json'], ['help'], ['doctor --json']])(
  '%s > /dev/full',
  async (words) => {
    const { stderr, code } = await runUnder(words.split(' '), INTO_FULL);
    expect([stderr, code]).toEqual([`workforce: ${full}\n`, 1]);
  },
);

test('a create says that the record is created, although it cannot be shown', async () => {
  const { stderr, code } = await runUnder(['create', 'leave', '--leave_type', 'unseen'], INTO_FULL);
  const [, id] = /^workforce: The record is created, its id is (\d+)\. The output cannot be written /.exec(stderr)!;
  expect(code).toBe(1);
  expect(JSON.parse((await runUnder(['get', 'leave', id!, '--json'], [])).stdout).leave_type).toBe('unseen');
});

const cut: [string, words: (folder: string) => string[], says: RegExp][] = [
  [
    'an export',
    (folder) => ['export', 'candidates', '-o', join(folder, 'a.csv')],
    /a\.csv\.part cannot be written \(EFBIG\): files may not be so large here\. /,
  ],
  ['a backup', (folder) => ['backup', join(folder, 'a.db')], /a\.db cannot be written: /],
];
test.each(cut)('%s that does not fit says so in one line, and leaves nothing', async (_, words, says) => {
  const folder = temporaryFolder();
  const { stdout, stderr, code } = await runUnder(words(folder), SMALL_FILES);
  expect([stdout, code, stderr.split('\n').length]).toEqual(['', 1, 2]);
  expect(stderr).toMatch(says);
  expect(readdirSync(folder)).toEqual([]);
});

test('a restore that does not fit says so in one line, and leaves nothing', async () => {
  const data = temporaryFolder();
  const { stdout, stderr, code } = await runUnder(['restore', source], SMALL_FILES, data);
  expect([stdout, code, stderr.split('\n').length]).toEqual(['', 1, 2]);
  expect(stderr).toMatch(/^workforce: The database in \S+ cannot be written \(EFBIG\): /);
  expect(readdirSync(data)).toEqual([]);
});

const departments = join(temporaryFolder(), 'departments.csv');
writeFileSync(departments, `name\n${'A department\n'.repeat(5000)}`);
const ERASE = ['erase', 'candidates', '1', '--cascade', '--yes'];
const copyOfHome = () => {
  const data = temporaryFolder();
  copyFileSync(source, join(data, 'workforce.db'));
  return data;
};

test.each([
  ['an erasure', ERASE, copyOfHome, 'nothing was erased'],
  ['an import', ['import', '--keep-demo', 'departments', departments], copyOfHome, 'nothing was imported'],
  ['demo data', ['generate'], temporaryFolder, 'nothing was written'],
])('%s that does not fit says in one line what was not done', async (_, words, folder, undone) => {
  const data = folder();
  const { stderr, code } = await runUnder(words, SMALL_FILES, data);
  expect([stderr, code]).toEqual([
    expect.stringMatching(new RegExp(`^workforce: The database cannot be written \\([^()]+\\); ${undone}\\.\\n$`)),
    1,
  ]);
});

test('an erasure that finds no room to clear the file says that the records are erased, and what is left', async () => {
  const data = copyOfHome();
  // To be cleared, the whole database passes through its log, which is then larger than the file.
  const { stderr, code } = await runUnder(ERASE, filesUpTo(Math.ceil(statSync(source).size / 1024)), data);
  expect([stderr, code]).toEqual([
    expect.stringMatching(/^workforce: The records are erased, but unused parts of \S+ may still hold them: .*\n$/),
    1,
  ]);
  expect(await runUnder(['get', 'candidates', '1'], [], data)).toMatchObject({ code: 3 });
});

const places: [string, name: string, says: RegExp][] = [
  ['a folder that is not there', 'none/a.csv', /a\.csv\.part cannot be written \(ENOENT\): there is no such folder\. /],
  [
    'a file as folder',
    'file/a.csv',
    /a\.csv\.part cannot be written \(ENOTDIR\): what should be a folder is a file\. /,
  ],
  ['a folder as unfinished file', 'taken.csv', /taken\.csv\.part cannot be written \(EISDIR\): that is a folder\. /],
];
test.each(places)('an export to %s', async (_, name, says) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'taken.csv.part'));
  const { stderr, code } = await runUnder(['export', 'departments', '-o', join(folder, name)], []);
  expect([stderr, code]).toEqual([expect.stringMatching(says), 1]);
});

test('an unfinished export that is a link is not followed', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'a.csv.part'));
  expect(await runUnder(['export', 'departments', '-o', join(folder, 'a.csv')], [])).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
});
