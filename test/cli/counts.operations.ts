// Counts and names of records in messages: "1 employee" and "an employee", for every resource.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { isNeeded } from '../../src/contract/formats/import-row.ts';
import { counted, withArticle } from '../../src/contract/words.ts';
import { demo } from '../../src/demo/demo.ts';
import { run } from '../harness/command.ts';
import { databaseSetting, engines, newDatabase } from '../harness/databases.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

test.each([
  ['employee', 'an employee'],
  ['application', 'an application'],
  ['attendance record', 'an attendance record'],
  ['organization team', 'an organization team'],
  ['job opening', 'a job opening'],
  ['leave request', 'a leave request'],
])('%s: %s', (noun, expected) => expect(withArticle(noun)).toBe(expected));

test.each([
  [0, '0 records'],
  [1, '1 record'],
  [2, '2 records'],
  [12_345, '12,345 records'],
])('%i: %s', (count, expected) => expect(counted(count, 'record')).toBe(expected));

/** A record of each resource: what every row needs, with references to each other. */
function oneOfEach(): string {
  const folder = temporaryFolder();
  const samples = new Map([...demo({ date: '2026-03-04' })].map(({ resource, records }) => [resource, records[0]!]));
  for (const { name, fields } of catalogue) {
    const needed = fields
      .filter(isNeeded)
      .map((field) => [field.name, field.target ? 1 : samples.get(name)![field.name]]);
    writeFileSync(join(folder, `${name}.ndjson`), JSON.stringify({ id: 1, ...Object.fromEntries(needed) }));
  }
  return folder;
}

test.each(engines)('one record of each resource is one, and is there once (%s)', async (engine) => {
  const environment = databaseSetting(await newDatabase(engine));
  const folder = oneOfEach();
  const first = await run(['import', folder], environment);
  expect(first).toMatchObject({ code: 0 });
  const lines = first.stdout.split('\n');
  for (const { one } of catalogue) expect(lines).toContain(`1 ${one} imported, 0 refused`);
  const again = await run(['import', folder], environment);
  expect(again.code).toBe(4);
  for (const { name, one } of catalogue) {
    const there = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one} with this id already`;
    expect(again.stderr).toContain(`${join(folder, name)}.ndjson:1: id: There is ${there}`);
  }
});

test('commands say "1 record" where there is one', async () => {
  const environment = { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0' };
  const [rows, out] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(rows, 'departments.csv'), 'name\nCeramics\n');
  const database = await newDatabase('postgresql');
  const commands: [words: string[], says: RegExp][] = [
    [['import', 'departments', join(rows, 'departments.csv')], /^1 department imported, 0 refused, /],
    [['export', 'departments', '-o', join(out, 'd.csv')], /^Wrote 1 record to /],
    [['backup', join(out, 'backup.db')], /^Backed up to .*: 1 record, /],
    [['doctor'], /^All is well: 1 record; /],
    [['copy', '--to', database], /^Copied 1 record in [\s\S]*are equal: 1 record\.\n$/],
  ];
  for (const [words, says] of commands) {
    const { stdout, stderr, code } = await run(words, environment);
    expect({ stdout, stderr, code }).toMatchObject({ stdout: expect.stringMatching(says), code: 0 });
  }
});

const wrong: [words: string[], says: RegExp][] = [
  [['import', 'leave', 'leave.csv'], /: leave requests have no field "size"\.\n.*; leave requests have id, /],
  [
    ['import', 'departments', 'ragged.csv'],
    /ragged\.csv:2: The row has 1 cell, but the header has 2\n.*1 row was refused, .* correct it, or leave it out/,
  ],
  [['list', 'leave', '--stage', 'x'], /leave requests have no --stage, they have --/],
];
test.each(wrong)('%j names records by their plural', async ([command, ...words], says) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'leave.csv'), 'size\n1\n');
  writeFileSync(join(folder, 'ragged.csv'), 'id,name\n1\n');
  const paths = words.map((word) => (word.endsWith('.csv') ? join(folder, word) : word));
  const { stderr } = await run([command!, ...paths], { WORKFORCE_DATA: temporaryFolder() });
  expect(stderr).toMatch(says);
});
