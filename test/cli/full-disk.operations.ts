// Output that cannot be written: one sentence that says why and what to do, and nothing left behind.
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../harness/command.ts';
import { demoDatabase } from '../harness/databases.ts';
import { MAIN } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const home = await demoDatabase('embedded');
const source = join(home, 'workforce.db');

/** Run a command with its output on a full disk, or with files that may have 64 KiB. */
const INTO_FULL = ['bash', '-c', 'exec "$@" > /dev/full', 'into-full'];
const SMALL_FILES = ['bash', '-c', 'trap "" XFSZ; ulimit -f 64; exec "$@"', 'small-files'];

const runUnder = (words: string[], under: string[], data = home) => run(words, { WORKFORCE_DATA: data }, MAIN, under);

const full = 'The output cannot be written (ENOSPC): the disk is full. Free some space, or write elsewhere.';
test.each([
  ['export employees'],
  ['export employees --format json'],
  ['list employees'],
  ['list employees --json'],
  ['get employees 1'],
  ['help'],
  ['version'],
  ['completion bash'],
  ['doctor --json'],
])('%s > /dev/full', async (words) => {
  const { stderr, code } = await runUnder(words.split(' '), INTO_FULL);
  expect([stderr, code]).toEqual([`workforce: ${full}\n`, 1]);
});

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
