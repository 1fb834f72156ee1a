// Words of a file that our data does not use: they are counted and told, never translated unasked, and `--suggest`
// writes a mapping file in which they can be.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../cli/run-here.ts';
import { newDatabase } from '../harness/databases.ts';
import { importFile, stored, written } from './import-file.ts';

const FILE = 'Nr;Left;Sex\n1;Yes;F\n2;No;M\n3;No;female\n4;active;M\n';
const OPTIONS = ['--map', 'Nr=code', '--map', 'Left=status', '--map', 'Sex=gender', '--default', 'alumni=0'];

describe('the report', () => {
  test('counts the words that are not among ours, and stores them as they are', async () => {
    const location = await newDatabase('embedded');
    const { code, stdout, stderr } = await importFile(location, 'employees', FILE, ...OPTIONS);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(
      'staff.csv: status: "No" 2, "Yes" 1 are not among active, on_leave, onboarding, terminated; stored as in the file. To map, say in a mapping file for --map what each stands for; --suggest writes one\n',
    );
    expect(stdout).toContain('gender: "M" 2, "F" 1 are not among female, male, non_binary, undisclosed;');
    expect(stdout).toContain(
      'To map, write such as "values": {"gender": {"M": "male", "F": "female"}} into a mapping file',
    );
    expect(await stored(location, 'employees', ['status', 'gender'])).toEqual([
      ['Yes', 'F'],
      ['No', 'M'],
      ['No', 'female'],
      ['active', 'M'],
    ]);
  });
});

describe('--suggest', () => {
  const STAFF =
    'Staff list 2026;;;;;;;\nEmp No;Vorname;surname;Abteilung;DateofHire;Salary;Employment Status;Shoe size\n' +
    '7;Ann;Ek;Küche;21.02.2020;1.200,50;Active;38\n8;Bo;Ro;Hof;1.3.2021;900,00;Sabbatical;\n';

  test('writes a mapping file that is edited once and used', async () => {
    const location = await newDatabase('embedded');
    const place = written({ 'staff.csv': STAFF });
    const [file, mapping] = [join(place, 'staff.csv'), join(place, 'm.json')];
    const said = await runHere(['import', 'employees', file, '--suggest', mapping], { WORKFORCE_DATA: location });
    expect({ ...said, stdout: said.stdout.replaceAll(`${place}/`, '').split('\n') }).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'm.json: 7 of 8 columns have a field.',
        'Left out (null) as long as you name no field: Shoe size.',
        'Fill in what is empty: status "Sabbatical".',
        'Look at the rest: it is a guess from the names of the columns.',
        'Then: workforce import employees staff.csv --map m.json --create-missing departments --dry-run',
        '',
      ],
    });
    const suggested = JSON.parse(readFileSync(mapping, 'utf8'));
    expect(suggested).toEqual({
      columns: {
        ...{ 'Emp No': 'code', Vorname: 'first_name', surname: 'last_name', Abteilung: 'dept_id.name' },
        ...{ DateofHire: 'date_of_joining', Salary: 'base_salary', 'Employment Status': 'status', 'Shoe size': null },
      },
      values: { status: { Active: 'active', Sabbatical: '' } },
      ...{ encoding: 'utf-8', delimiter: 'semicolon', skipLines: 1, dateFormat: 'dd.mm.yyyy', decimal: 'comma' },
    });
    const use = ['import', 'employees', file, '--map', mapping, '--create-missing', 'departments'];
    const asked = await runHere(use, { WORKFORCE_DATA: location });
    expect(asked).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /values, status: say what "Sabbatical" stands for, such as active, on_leave, onboarding, terminated; the same text to keep it, or null for a missing value\./,
      ),
    });
    suggested.values.status.Sabbatical = 'on_leave';
    writeFileSync(mapping, JSON.stringify(suggested));
    expect(await runHere(use, { WORKFORCE_DATA: location })).toMatchObject({ code: 0, stderr: '' });
    expect(
      await stored(location, 'employees', [
        'code',
        'first_name',
        'last_name',
        'date_of_joining',
        'base_salary',
        'status',
      ]),
    ).toEqual([
      ['7', 'Ann', 'Ek', '2020-02-21', 1200.5, 'active'],
      ['8', 'Bo', 'Ro', '2021-03-01', 900, 'on_leave'],
    ]);
  });

  test('tells what cannot be told, and overwrites nothing', async () => {
    const place = written({ 'staff.csv': 'Vorname,Eintritt,Salary\nA,03/04/2025,"85,000"\n', 'm.json': '{}' });
    const use = (name: string) => ['import', 'employees', join(place, 'staff.csv'), '--suggest', join(place, name)];
    expect(await runHere(use('m.json'), {})).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/There is a file .*m\.json already; give another name/),
    });
    expect(readFileSync(join(place, 'm.json'), 'utf8')).toBe('{}');
    const { code, stdout } = await runHere(use('n.json'), {});
    expect(code).toBe(0);
    expect(stdout).toMatch(/^To be answered: line 2: the column "Eintritt" has "03\/04\/2025", which is 3 April 2025/m);
    expect(stdout).toMatch(/^To be answered: line 2: the column "Salary" has "85,000", which is/m);
    expect(await runHere(use('n.txt'), {})).toMatchObject({ code: 2, stderr: expect.stringMatching(/ends in \.json/) });
    expect(existsSync(join(place, 'n.txt'))).toBe(false);
  });
});
