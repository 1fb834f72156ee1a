// `workforce import` and `export` with workbooks, on either database: what comes back, what is said, and that bad files
// write nothing.
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../cli/run-here.ts';
import { run } from '../../harness/command.ts';
import { databaseSetting, demoDatabase, eitherEngine, newDatabase } from '../../harness/databases.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { stored } from '../import-file.ts';
import { rowsXml, type TestSheet, workbookFile } from './workbook-file.ts';

const folder = temporaryFolder();

function saved(sheets: readonly TestSheet[], book?: Parameters<typeof workbookFile>[1]): string {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`);
  writeFileSync(path, workbookFile(sheets, book));
  return path;
}

/** Its path is shown as `staff.xlsx`. */
async function command(location: string, words: string[], path = '', runIt: typeof runHere = runHere) {
  const said = await runIt(words, databaseSetting(location));
  const short = (text: string) => (path === '' ? text : text.replaceAll(path, 'staff.xlsx'));
  return { code: said.code, stdout: short(said.stdout), stderr: short(said.stderr) };
}

const HEADER = ['Personalnummer', 'Vorname', 'Nachname', 'Abteilung', 'Eintritt', 'Jahresgehalt', 'Ehemalig'];
const MAP = [
  ...['--map', 'Personalnummer=code', '--map', 'Vorname=first_name', '--map', 'Nachname=last_name'],
  ...['--map', 'Abteilung=dept_id.name', '--map', 'Eintritt=date_of_joining', '--map', 'Jahresgehalt=base_salary'],
  ...['--map', 'Ehemalig=alumni', '--default', 'status=active', '--create-missing', 'departments'],
];
const staff = (...rows: Parameters<typeof rowsXml>[0][number][]): TestSheet[] => [
  { name: 'Hinweise', rows: '' },
  { name: 'Personal', rows: rowsXml([['Stand: heute']], 1) + rowsXml([HEADER, ...rows], 3) },
  { name: 'Notizen', rows: rowsXml([['x']]) },
];
const ANNE = [
  1001,
  'Anne',
  'Müller',
  'Einkauf',
  '<c s="1"><v>41000</v></c>',
  '<c><f>5*17000.1</f><v>85000.500000000015</v></c>',
  false,
];
const BOOK = { formats: [0, 14] };

describe.each(eitherEngine)('on the %s database', (engine) => {
  test('a sheet of another system, with a mapping; then its update', async () => {
    const location = await newDatabase(engine);
    const path = saved(
      staff(ANNE, [1002, 'Björn', 'Weiß', 'Vertrieb', '<c t="str"><v>15.09.2016</v></c>', 98500.5, true]),
      BOOK,
    );
    const { code, stdout, stderr } = await command(location, ['import', 'employees', path, ...MAP], path);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toStartWith(
      'staff.xlsx: read as the sheet "Personal", header in row 3, dates dd.mm.yyyy and yyyy-mm-dd; Personalnummer → code, Vorname → first_name, ',
    );
    expect(stdout).toContain('staff.xlsx: not read: Notizen; --sheet reads another sheet\n');
    const fields = ['code', 'first_name', 'last_name', 'dept_id', 'date_of_joining', 'base_salary', 'alumni'];
    expect(await stored(location, 'employees', fields)).toEqual([
      ['1001', 'Anne', 'Müller', 1, '2012-04-01', 85000.5, 0],
      ['1002', 'Björn', 'Weiß', 2, '2016-09-15', 98500.5, 1],
    ]);
    const next = saved([
      {
        name: 'Neu',
        rows: rowsXml([
          ['Code', 'base salary'],
          [1002, 99000],
          [1001, 85000.5],
        ]),
      },
    ]);
    const updated = await command(location, ['import', 'employees', next, '--update', '--key', 'code', '--json']);
    const lines = updated.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.slice(1, -1)).toEqual([
      { change: 'changed', resource: 'employees', id: 2, line: 2, fields: { base_salary: [98500.5, 99000] } },
    ]);
    expect(lines[0].recognised).toMatchObject({ file: next, sheet: 'Neu', otherSheets: [], headerLine: 1 });
  });

  test('faults name the sheet and the row, and nothing is written', async () => {
    const location = await newDatabase(engine);
    const wrong = [1002, 'Björn', 'Weiß', 'Vertrieb', '<c t="e"><v>#N/A</v></c>', 'viel', 2];
    const path = saved(staff(ANNE, wrong, ANNE), BOOK);
    const { code, stderr } = await command(location, ['import', 'employees', path, ...MAP], path);
    expect(code).toBe(4);
    expect(stderr.split('\n')).toEqual([
      'staff.xlsx, sheet "Personal", row 6: Personalnummer (code): warning: Row 4 has the same code; both are imported (found "1001")',
      'staff.xlsx, sheet "Personal", row 5: Eintritt (date_of_joining): Cell E5 has the error #N/A: correct its formula, or empty it',
      'staff.xlsx, sheet "Personal", row 5: Jahresgehalt (base_salary): Input should be a number (found "viel")',
      'staff.xlsx, sheet "Personal", row 5: Ehemalig (alumni): Input should be 0 or 1 (found 2)',
      'workforce: 1 row was refused, so nothing was imported: correct it, or leave it out with --skip-invalid.',
      '',
    ]);
    const header = await command(location, ['import', 'employees', path], path);
    expect([header.code, header.stderr]).toEqual([
      4,
      expect.stringContaining('staff.xlsx, sheet "Personal", row 3: employees have no field "Personalnummer"'),
    ]);
    for (const name of ['employees', 'departments']) expect(await stored(location, name, ['id'])).toEqual([]);
  });

  test('a workbook as a whole: each sheet is named after a resource', async () => {
    const location = await newDatabase(engine);
    const departments = {
      name: 'Departments',
      rows: rowsXml([
        ['id', 'name'],
        [3, 'Kitchen'],
      ]),
    };
    const employees = {
      name: 'employees',
      rows: rowsXml([
        ['first_name', 'last_name', 'status', 'alumni', 'dept_id'],
        ['A', 'B', 'active', 0, 3],
      ]),
    };
    const path = saved([employees, departments]);
    expect((await command(location, ['import', path])).code).toBe(0);
    expect(await stored(location, 'employees', ['first_name', 'dept_id'])).toEqual([['A', 3]]);
    const other = saved([employees, { ...departments, name: 'Notes' }]);
    const refused = await command(location, ['import', other], other);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(
        'staff.xlsx has the sheet "Notes", which is not named after a resource: call it one of employees,',
      ),
    ]);
  });
});

const csv = join(folder, 'staff.csv');
writeFileSync(csv, 'name\nKitchen\n');
const fine = saved([{ name: 'a', rows: rowsXml([['name'], ['Kitchen']]) }]);
const renamed = join(folder, 'renamed.csv');
writeFileSync(renamed, workbookFile([{ name: 'a', rows: rowsXml([['name'], ['Kitchen']]) }]));

test.each([
  [['departments', csv, '--sheet', 'a'], 2, /--sheet is for workbooks, but .*staff\.csv is CSV\./],
  [['departments', fine, '--delimiter', ';'], 2, /--delimiter is for CSV, but .* is a workbook\./],
  [['departments', fine, '--sheet', 'b'], 2, /--sheet b: there is no such sheet; there is a\./],
  [['departments', '-', '--format', 'xlsx'], 2, /A workbook is read from its end, so save it first/],
  [
    ['departments', csv, '--format', 'xlsx'],
    4,
    /staff\.csv is no workbook, whatever its name says: if it is a CSV, add --format csv/,
  ],
  [
    ['departments', renamed],
    4,
    /renamed\.csv is a ZIP file, as spreadsheets \(\.xlsx, \.ods\) are and no CSV: .*--format xlsx/,
  ],
  [
    ['departments', join(folder, 'old.xls')],
    2,
    /old\.xls is no \.xlsx: open it, save it as "Excel workbook \(\.xlsx\)"/,
  ],
])('%j ends with %i and makes no database', async (words, code, said) => {
  const location = temporaryFolder();
  const ended = await command(location, ['import', ...words]);
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toMatch(said);
  expect(readdirSync(location)).toEqual([]);
});

test('a workbook that is called otherwise is read with --format', async () => {
  const location = temporaryFolder();
  expect((await command(location, ['import', 'departments', renamed, '--format', 'xlsx'])).code).toBe(0);
  expect(await stored(location, 'departments', ['name'])).toEqual([['Kitchen']]);
});

test('records are written to a file, and insights and records to the standard output', async () => {
  const location = await demoDatabase('embedded');
  const path = join(folder, 'departments.xlsx');
  const exported = await command(location, ['export', 'departments', '-o', path], path, run);
  expect(exported).toEqual({ code: 0, stdout: expect.stringMatching(/^Wrote staff\.xlsx in /), stderr: '' });
  expect(readFileSync(path, 'latin1')).toStartWith('PK\x03\x04');
  for (const words of [
    ['insight', 'headcount', '--every', 'month', '--format', 'xlsx'],
    ['export', 'employees', '--format', 'xlsx'],
  ]) {
    const { code, stdout } = await command(location, words, '', run);
    expect([code, stdout.slice(0, 4)]).toEqual([0, 'PK\x03\x04']);
  }
});
