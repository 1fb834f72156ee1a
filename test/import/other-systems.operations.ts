// Files as other systems export them: the five of the guide on both databases, and what is recognised in others.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { explanation, isExplanation, template } from '../../src/cli/import/template.ts';
import { csvReader } from '../../src/contract/formats/csv-rows.ts';
import { runHere } from '../cli/run-here.ts';
import { finished, spawnCommand } from '../harness/command.ts';
import { databaseSetting, eitherEngine, newDatabase } from '../harness/databases.ts';
import { type Content, importFile, stored, written } from './import-file.ts';

describe.each(eitherEngine)('on the %s database', (engine) => {
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

/** What is said about a file of departments, and the names that are stored. */
const recognised: [what: string, file: Content, options: string[], said: RegExp, names: string[]][] = [
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
