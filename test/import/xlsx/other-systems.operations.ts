// Sheets of other systems: columns named on the command line, whole names, ids of the system, words that our data does
// not use, and a suggested mapping. All of it as with CSV files.
import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../harness/command.ts';
import { databaseSetting, engines, newDatabase } from '../../harness/databases.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { stored } from '../import-file.ts';
import { rowsXml, workbookFile } from './workbook-file.ts';

const BOOK = { formats: [0, 14] };
const DAY = '<c s="1"><v>41000</v></c>';

function saved(rows: string, name = 'Staff'): { folder: string; path: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'staff.xlsx');
  writeFileSync(
    path,
    workbookFile(
      [
        { name: 'Notes', rows: rowsXml([['x']]) },
        { name, rows },
      ],
      BOOK,
    ),
  );
  return { folder, path };
}

const FIELDS = ['code', 'first_name', 'last_name', 'status', 'date_of_joining'];

describe.each(engines)('on the %s database', (engine) => {
  test('without a header, with whole names, ids of the system and its words', async () => {
    const location = await newDatabase(engine);
    // The last cells of a row may not be there at all.
    const { folder, path } = saved(
      rowsXml([
        [4711, 'Ek, Ann', 'Yes', DAY],
        [4712, 'Ro, Bo', 'active'],
        [4713, '<c t="e"><v>#N/A</v></c>', 'active', DAY],
      ]),
    );
    const command = ['import', 'employees', path, '--sheet', 'Staff', '--header', 'No,Name,status,date_of_joining'];
    const map = ['--map', 'No=source_id', '--map', 'Name=name', '--source', 'payroll'];
    const said = await run([...command, ...map, '--skip-invalid'], databaseSetting(location));
    const short = (text: string) => text.replaceAll(`${folder}/`, '');
    expect(short(said.stderr).split('\n')[0]).toBe(
      'staff.xlsx, sheet "Staff", row 3: Name (first_name): Cell B3 has the error #N/A: correct its formula, or empty it',
    );
    expect(said.stderr).not.toContain('last_name');
    expect(short(said.stdout)).toStartWith(
      'staff.xlsx: read as the sheet "Staff", columns named by --header, dates yyyy-mm-dd; No → source_id, Name → last_name, first_name, status, date_of_joining\n',
    );
    expect(short(said.stdout)).toContain('staff.xlsx: status: "Yes" 1 is not among active, ');
    expect(await stored(location, 'employees', FIELDS)).toEqual([
      [null, 'Ann', 'Ek', 'Yes', '2012-04-01'],
      [null, 'Bo', 'Ro', 'active', null],
    ]);
    const later = saved(
      rowsXml([
        ['No', 'status'],
        [4711, 'terminated'],
      ]),
    );
    const update = [
      'import',
      'employees',
      later.path,
      '--sheet',
      'Staff',
      ...map.slice(0, 2),
      ...map.slice(4),
      '--update',
    ];
    expect(await run(update, databaseSetting(location))).toMatchObject({ code: 0, stderr: '' });
    expect((await stored(location, 'employees', FIELDS)).map((row) => row[3])).toEqual(['terminated', 'active']);
  });

  test('a suggested mapping is edited once and used', async () => {
    const location = await newDatabase(engine);
    const header = ['Emp No', 'Vorname', 'surname', 'DateofHire', 'Employment Status', 'Shoe size'];
    const { folder, path } = saved(rowsXml([['Staff list'], header, [7, 'Ann', 'Ek', DAY, 'Sabbatical', 38]]));
    const mapping = join(folder, 'm.json');
    const command = ['import', 'employees', path, '--sheet', 'Staff'];
    const said = await run([...command, '--suggest', mapping], databaseSetting(location));
    expect({ ...said, stdout: said.stdout.replaceAll(`${folder}/`, '').split('\n') }).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'm.json: 5 of 6 columns have a field.',
        'Left out (null) as long as you name no field: Shoe size.',
        'Fill in what is empty: status "Sabbatical".',
        'Look at the rest: it is a guess from the names of the columns.',
        'Then: workforce import employees staff.xlsx --sheet "Staff" --map m.json --dry-run',
        '',
      ],
    });
    const suggested = JSON.parse(readFileSync(mapping, 'utf8'));
    expect([suggested.encoding, suggested.delimiter, suggested.skipLines]).toEqual([undefined, undefined, 1]);
    suggested.values.status.Sabbatical = 'on_leave';
    writeFileSync(mapping, JSON.stringify(suggested));
    expect(await run([...command, '--map', mapping], databaseSetting(location))).toMatchObject({ code: 0, stderr: '' });
    expect(await stored(location, 'employees', FIELDS)).toEqual([['7', 'Ann', 'Ek', 'on_leave', '2012-04-01']]);
  });
});

test('an option that is not for workbooks is refused, with --suggest too', async () => {
  const { path } = saved(rowsXml([['Name'], ['Ek']]));
  const said = await run(['import', 'employees', path, '--suggest', '-', '--encoding', 'utf-8'], {});
  expect(said).toMatchObject({ code: 2, stderr: expect.stringContaining('--encoding is for CSV, but ') });
});
