// Whole names of people: split into first and last name where the order leaves no doubt, asked about where not, and
// found again in references.
import { describe, expect, test } from 'bun:test';
import { eitherEngine, newDatabase } from '../harness/databases.ts';
import { importFile, stored } from './import-file.ts';

const faultsIn = (stderr: string): string[] => stderr.split('\n').filter((line) => line.startsWith('staff.csv'));

describe.each(eitherEngine)('on the %s database', (engine) => {
  test('a column of names is split, and people are found by their names', async () => {
    const location = await newDatabase(engine);
    const staff =
      'Name;Boss\n"Vogt, Harold";\n"LeBlanc, Brandon  R";Harold Vogt\n"Ek, Ann";Brandon R. LeBlanc\n"Ro, Bo";\n"Ro, Bo";\n';
    const { code, stdout, stderr } = await importFile(
      location,
      'employees',
      staff,
      ...['--map', 'Name=name', '--map', 'Boss=manager_id.name', '--default', 'status=active'],
    );
    expect([code, faultsIn(stderr)]).toEqual([0, []]);
    expect(stdout).toContain('Name → last_name, first_name, Boss → manager_id.first_name last_name');
    expect(await stored(location, 'employees', ['id', 'first_name', 'last_name', 'manager_id'])).toEqual([
      [1, 'Harold', 'Vogt', null],
      [2, 'Brandon R', 'LeBlanc', 1],
      [3, 'Ann', 'Ek', 2],
      [4, 'Bo', 'Ro', null],
      [5, 'Bo', 'Ro', null],
    ]);
    const leave = 'Who;leave_type\nANN EK;annual\nBo Ro;sick\nNobody;sick\n';
    const options = ['--map', 'Who=employee_id.name'];
    const refused = await importFile(location, 'leave', leave, ...options, '--skip-invalid');
    expect([refused.code, faultsIn(refused.stderr)]).toEqual([
      4,
      [
        'staff.csv:3: Who (employee_id): There is more than one employee with the name "Bo Ro", such as 4 and 5: give the id in a column employee_id, or map a column that tells them apart (found "Bo Ro")',
        'staff.csv:4: Who (employee_id): There is no employee with the name "Nobody": correct it, or import an employee of that name first; --empty-unknown leaves unknown references empty, or map this one to null: "values": {"employee_id": {"Nobody": null}} (found "Nobody")',
      ],
    ]);
    expect(await stored(location, 'leave', ['employee_id', 'leave_type'])).toEqual([[3, 'annual']]);
  });
});
