// Which backups of a folder stay: by their numbers, whatever the clock says, and nothing is removed that is not ours.
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lockBackups, nextBackup, removeLeftovers, removeOlder } from '../../src/store/sqlite/admin/backup-folder.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const at = (number: number, day: string) => `workforce-${String(number).padStart(4, '0')}-${day}T031500Z.db`;
const pair = (name: string) => [name, `${name}.json`];

const [first, second, third] = [at(1, '20260301'), at(2, '20260302'), at(3, '20260303')];
const back = at(4, '20190101');
const foreign = [
  'monday.db',
  'monday.db.json',
  'monday.db.unfinished',
  'workforce.db',
  'workforce-before-1.1.0.db',
  'workforce-1-20260301T031500Z.db',
  'workforce-0001-20260301.db',
  `${third}.gz`,
  `old-${third}`,
  'notes.txt',
];

const cases: [what: string, there: string[], keep: number, left: string[], removed: string[]][] = [
  ['fewer than are kept', [...pair(first), ...pair(second)], 3, [...pair(first), ...pair(second)], []],
  ['as many as are kept', [first, second, third].flatMap(pair), 2, [second, third].flatMap(pair), [first]],
  ['all but one', [first, second, third].flatMap(pair), 1, pair(third), [second, first]],
  ['a clock that was set back', [second, third, back].flatMap(pair), 2, [third, back].flatMap(pair), [second]],
  ['files of others', [...foreign, ...pair(first), ...pair(second)], 1, [...foreign, ...pair(second)], [first]],
  [
    'what interrupted runs have left',
    [
      ...pair(first),
      `${second}.unfinished`,
      `${second}.unfinished-journal`,
      `${second}.json.unfinished`,
      `${third}.json`,
    ],
    1,
    pair(first),
    [],
  ],
  [
    'more than four digits',
    [at(9999, '20260301'), at(10_000, '20260302')],
    1,
    [at(10_000, '20260302')],
    [at(9999, '20260301')],
  ],
  ['no backup at all', [...foreign], 1, [...foreign], []],
];

test.each(cases)('%s', (_, there, keep, left, removed) => {
  const folder = temporaryFolder();
  for (const name of there) writeFileSync(join(folder, name), name);
  mkdirSync(join(folder, `${third}.unfinished.verifying`));
  removeLeftovers(folder);
  expect(removeOlder(folder, keep).removed).toEqual(removed);
  expect(readdirSync(folder).sort()).toEqual([...left].sort());
});

test('the next one is newer than all, half ones too, also where the clock was set back', () => {
  const folder = temporaryFolder();
  const next = () => basename(nextBackup(folder, new Date('2026-03-01T03:15:00.250Z')));
  expect(next()).toBe(first);
  writeFileSync(join(folder, third), '');
  expect(next()).toBe(at(4, '20260301'));
  writeFileSync(join(folder, `${at(9, '20300101')}.unfinished`), '');
  expect(next()).toBe(at(10, '20260301'));
});

test('two backups are not made in one folder at once', () => {
  const folder = temporaryFolder();
  const release = lockBackups(folder);
  expect(() => lockBackups(folder)).toThrow(
    `Process ${process.pid} is making a backup in ${folder} already; wait for it.`,
  );
  release();
  lockBackups(folder)();
});
