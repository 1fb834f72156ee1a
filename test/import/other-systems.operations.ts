// Files as other systems export them: the five of the guide on both databases, and what is recognised in others.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { explanation, isExplanation, template } from '../../src/cli/import/template.ts';
import { csvReader } from '../../src/contract/formats/csv-rows.ts';
import { runHere } from '../cli/run-here.ts';
import { finished, spawnCommand } from '../harness/command.ts';
import { databaseSetting, eitherEngine, newDatabase, openDatabase } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { type Content, importFile, stored, written } from './import-file.ts';

const FOLDER = repositoryFile('docs/guides/files');
const FIELDS = ['code', 'first_name', 'last_name', 'manager_id', 'date_of_joining', 'base_salary', 'gender'];

/** The commands of the guide for files whose mapping is known, without what starts them. */
async function guideCommands(): Promise<string[][]> {
  const guide = await Bun.file(repositoryFile('docs/guides/any-file.md')).text();
  const commands = [...guide.matchAll(/^npx workforce import (employees (?:.*\\\n)*.*)$/gm)].map(([, words]) => words!);
  return commands
    .filter((words) => words.includes('docs/guides/files/') && !/--dry-run|\|\| true|attrition/.test(words))
    .map((words) => [...words.matchAll(/"([^"]*)"|([^\s\\]+)/g)].map(([, quoted, plain]) => quoted ?? plain!));
}

describe.each(eitherEngine)('on the %s database', (engine) => {
  test('the five files of the guide are imported with its commands', async () => {
    const location = await newDatabase(engine);
    const commands = await guideCommands();
    expect(commands.map((words) => words[1]!.split('/').at(-1))).toEqual([
      'personal.csv',
      'salaries.csv',
      'workers.csv',
      'shain.csv',
      'staff-list.csv',
    ]);
    for (const words of commands) {
      const inFolder = words.map((word) => word.replace('docs/guides/files', FOLDER));
      const { code, stderr } = await runHere(['import', ...inFolder], databaseSetting(location));
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
    }
    expect(await stored(location, 'employees', FIELDS)).toEqual([
      ['1001', 'Anne', 'Müller', null, '2012-04-01', 185_000, 'female'],
      ['1002', 'Björn', 'Weiß', 1, '2016-09-15', 98_500.5, 'male'],
      ['1003', 'Zoë', 'Groß', 2, '2025-12-31', 62_000, 'female'],
      ['1004', 'Özgür', 'Sahin-Schäfer', 5, '2024-02-01', 54_300, 'male'],
      ['1005', 'Käthe', 'Brüggemann', 1, '2009-10-01', 91_000, 'female'],
      ['M-017', 'Éloïse', 'Lefèvre', null, '2010-01-02', 142_000, null],
      ['M-018', 'Benoît', 'D’Hôtel', 6, '2018-03-14', 41_250.5, null],
      ['M-019', 'Chloé', 'Nguyễn', 7, '2025-09-01', 18_000, null],
      ['M-020', 'Gaël', 'Çelik', 6, '2015-06-05', 52_400, null],
      ['100234', 'Maria', 'Gonzalez', null, '2011-06-15', 210_000, null],
      ['100871', 'DeShawn', 'Carter', 10, '2019-03-04', 118_500, null],
      ['101302', 'Emily "Em"', "O'Brien", 13, '2025-12-31', 85_000, null],
      ['101455', 'Priya', 'Natarajan', 10, '2015-11-02', 164_250.75, null],
      ['101911', 'Tyler', 'Brooks', 11, '2026-01-12', 41_600, null],
      ['A0001', '太郎', '山田', null, '2005-04-01', 12_000_000, 'male'],
      ['A0002', '花子', '佐藤', 15, '2012-10-01', 8_400_000, 'female'],
      ['A0003', '健一', '髙橋', 18, '2019-04-01', 6_150_000, 'male'],
      ['A0004', '美咲', '鈴木', 15, '2008-04-01', 10_800_000, 'female'],
      ['A0005', 'ソフィア', '能登', 17, '2025-12-31', 4_200_000, 'female'],
      ['N1', 'Olu', 'Adeyemi', null, '2006-02-13', 155_000, null],
      ['N2', 'Siân', 'Pritchard', 20, '2017-11-01', 72_500, null],
      ['N3', 'Callum', 'Reid', 21, '2024-03-04', 38_250, null],
      ['N4', 'Mairi', 'Fraser', 20, '2019-05-27', 44_900, null],
    ]);
    expect((await stored(location, 'departments', ['name'])).flat()).toEqual([
      ...['Geschäftsführung', 'Vertrieb', 'Einkauf; Logistik', 'Direction', 'Comptabilité', 'Ateliers'],
      ...['Operations', 'Sales, West', '経営企画部', '営業部', 'Board', 'Finance', 'Warehouse'],
    ]);
    const store = await openDatabase(location);
    expect(await store.audit()).toEqual([]);
    await store.close();
  });

  test('references are found by name in the database, in the file and in the other files of a folder', async () => {
    const location = await newDatabase(engine);
    const STAFF = [
      '--map',
      'Nr=code',
      '--map',
      'Abt=dept_id.name',
      '--default',
      'status=active',
      '--default',
      'alumni=0',
    ];
    expect((await importFile(location, 'departments', 'id,name\n5,Küche\n6,Lager\n7,Lager\n')).code).toBe(0);
    expect((await importFile(location, 'employees', 'Nr;Abt\nE1;Küche\n', ...STAFF)).code).toBe(0);
    const files = written({
      'departments.csv': 'id;name\n20;Hof\n',
      'employees.csv':
        'code;dept_id.name;manager_id.code;status;alumni\nE3;Hof;E4;active;0\nE4;Küche;E1;active;0\nE5;Bad;E3;active;0\n',
      'leave.csv': 'employee_id.code,leave_type,from_date\nE3,annual,31.12.2025\nE1,sick,01.01.2026\n',
    });
    const folder = await runHere(['import', files, '--create-missing', 'departments'], databaseSetting(location));
    expect(folder).toMatchObject({ code: 0, stderr: '' });
    expect(await stored(location, 'departments', ['id', 'name'])).toEqual([
      [5, 'Küche'],
      [6, 'Lager'],
      [7, 'Lager'],
      [20, 'Hof'],
      [21, 'Bad'],
    ]);
    expect(await stored(location, 'employees', ['id', 'code', 'dept_id', 'manager_id'])).toEqual([
      [1, 'E1', 5, null],
      [2, 'E3', 20, 3],
      [3, 'E4', 5, 1],
      [4, 'E5', 21, 2],
    ]);
    expect(await stored(location, 'leave', ['employee_id', 'leave_type', 'from_date'])).toEqual([
      [2, 'annual', '2025-12-31'],
      [1, 'sick', '2026-01-01'],
    ]);
  });
});

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** What is said about a file of departments, and the names that are stored. */
const recognised: [what: string, file: Content, options: string[], said: RegExp, names: string[]][] = [
  ['tabs', 'name\tx\nA\t1\n', ['--ignore-unknown'], /utf-8, tabs, header on line 1; name; left out: x$/m, ['A']],
  ['another delimiter', 'Name~x\nA~1\n', ['--ignore-unknown', '--delimiter', '~'], /"~" between cells/, ['A']],
  ['UTF-16 with a mark', utf16('NAME;x\r\nKüche;1\r\n'), ['--ignore-unknown'], /utf-16le, semicolons/, ['Küche']],
  ['Latin-1', Buffer.from('Name\nKüche\nCafé\n', 'latin1'), [], /windows-1252, commas/, ['Küche', 'Café']],
  [
    'another encoding that is given',
    Buffer.from([0x4e, 0x61, 0x6d, 0x65, 10, 0xcf, 0xf0, 0xe0, 0xe2, 0xee, 10]),
    ['--encoding', 'windows-1251'],
    /windows-1251/,
    ['Право'],
  ],
  ['lines that end with CR alone', 'Name\rA\rB\r', [], /header on line 1; Name → name/, ['A', 'B']],
  ['title lines', 'Report\n\n;;\nx;NAME\n1;A\n', ['--ignore-unknown'], /header on line 4/, ['A']],
  ['white space around values', '\u00a0Name \nA\u202f\n \u3000B C \n  \n', [], /Name → name/, ['A', 'B C']],
  [
    'a mapped column with other spaces and case',
    'ABTEILUNG  NAME\nA\n',
    ['--map', 'Abteilung Name=name'],
    /→ name/,
    ['A'],
  ],
  ['rows without any value', 'Name;x\n;\nA;1\n ; \n', ['--ignore-unknown'], /semicolons/, ['A']],
];
test.each(recognised)('%s', async (_, file, options, said, names) => {
  const location = await newDatabase('embedded');
  const { code, stdout, stderr } = await importFile(location, 'departments', file, ...options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(said);
  expect((await stored(location, 'departments', ['name'])).flat()).toEqual(names);
});

test('values and defaults are put in, and a meaning of null is a missing value', async () => {
  const location = await newDatabase('embedded');
  const mapping = {
    columns: { Kz: 'code', Abt: 'dept_id.name', Weg: 'alumni', Art: 'employment_type' },
    values: { alumni: { ja: 1, nein: 0 }, employment_type: { VZ: 'full_time', '-': null }, dept_id: { K: 'Küche' } },
    defaults: { status: 'active', employment_type: 'contract' },
    delimiter: 'semicolon',
  };
  const path = join(written({ 'm.json': JSON.stringify(mapping) }), 'm.json');
  const file = 'Kz;Abt;Weg;Art\n1;K;ja;VZ\n2;Küche;nein;-\n3;;0;\n';
  const { code, stderr } = await importFile(
    location,
    'employees',
    file,
    '--map',
    path,
    '--create-missing',
    'departments',
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(await stored(location, 'employees', ['code', 'dept_id', 'alumni', 'employment_type', 'status'])).toEqual([
    ['1', 1, 1, 'full_time', 'active'],
    ['2', 1, 0, 'contract', 'active'],
    ['3', null, 0, 'contract', 'active'],
  ]);
});

test('rows with the same code or e-mail address are imported with a warning, as text and as JSON', async () => {
  const file =
    'code,email,status,alumni\n1,a@example.com,active,0\n1,b@example.com,active,0\n2,a@example.com,active,0\n';
  const location = await newDatabase('embedded');
  const said = await importFile(location, 'employees', file);
  expect([said.code, said.stderr.trimEnd().split('\n')]).toEqual([
    0,
    [
      'staff.csv:3: code: warning: Line 2 has the same code; both are imported (found "1")',
      'staff.csv:4: email: warning: Line 2 has the same email; both are imported (found "a@example.com")',
    ],
  ]);
});

test('the standard input is recognised too, but cannot be read twice', async () => {
  const location = await newDatabase('embedded');
  const pipe = async (text: string, resource: string, ...options: string[]) => {
    const child = spawnCommand(['import', resource, '-', '--format', 'csv', ...options], databaseSetting(location), {
      stdin: 'pipe',
    });
    child.stdin.write(text);
    await child.stdin.end();
    return finished(child);
  };
  const said = await pipe('Titel\nNAME;x\nKüche;1\n', 'departments', '--ignore-unknown', '--json');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(said.stdout.split('\n')[0]!)).toEqual({
    recognised: {
      ...{
        file: '-',
        resource: 'departments',
        encoding: 'utf-8',
        delimiter: ';',
        headerLine: 2,
        dateFormats: [],
        hasTimes: false,
      },
      ...{ columns: [['NAME', 'name']], ignored: ['x'] },
    },
  });
  const twice = await pipe('code;dept_id.name;status;alumni\n', 'employees');
  expect([twice.code, twice.stderr]).toEqual([
    2,
    expect.stringMatching(/the standard input can be read once: save it first/),
  ]);
});

test.each(catalogue)('the template of $name is its fields, explained', (resource) => {
  const [header, explained] = csvReader().take(template(resource), true);
  const fields = resource.fields.filter(({ kindName }) => kindName !== 'secret');
  expect(header!.cells).toEqual(fields.map(({ name }) => name));
  expect(explained!.cells).toEqual(fields.map(explanation));
  expect(isExplanation(fields, explained!.cells)).toBe(true);
  expect(isExplanation(fields, [...explained!.cells.slice(1), 'x'])).toBe(false);
});

test('a template that is filled in is imported', async () => {
  const location = await newDatabase('embedded');
  const { stdout } = await runHere(['import', '--template', 'departments']);
  expect((await importFile(location, 'departments', `${stdout},Küche\n`)).stdout).toMatch(/^1 department imported/);
  expect(await stored(location, 'departments', ['id', 'name'])).toEqual([[1, 'Küche']]);
});
