// Fields that other systems do not have, and that can never be missing: they take their natural value, and the report
// says so.
import { expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { isNeeded } from '../../src/contract/formats/import-row.ts';
import { engines, newDatabase } from '../harness/databases.ts';
import { importFile, stored } from './import-file.ts';

const STAFF = 'Nr;status;termination_date\n1;active;\n2;terminated;\n3;active;2001-12-31\n4;active;2999-12-31\n';

test.each(engines)('who has left is an alumnus, on the %s database', async (engine) => {
  const location = await newDatabase(engine);
  const { code, stdout, stderr } = await importFile(location, 'employees', STAFF, '--map', 'Nr=code');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('staff.csv: no column for alumni: 0 for 2, 1 for 2\n');
  const alumni = async () => (await stored(location, 'employees', ['alumni'])).flat();
  expect(await alumni()).toEqual([0, 1, 1, 0]);
  // Next month the first leaves and the second is back; the others stay what they are, and a value that is given
  // counts.
  const next = 'code;status\n1;terminated\n2;active\n4;on_leave\n5;terminated\n';
  const updated = await importFile(location, 'employees', next, '--update', '--key', 'code');
  expect([updated.code, updated.stdout]).toEqual([0, expect.stringContaining('no column for alumni: 1 for 1\n')]);
  expect(await alumni()).toEqual([1, 0, 1, 0, 1]);
  const given = await importFile(location, 'employees', 'code;alumni\n2;1\n', '--update', '--key', 'code');
  expect(given.code).toBe(0);
  await importFile(location, 'employees', 'code;branch\n2;Rome\n', '--update', '--key', 'code');
  expect(await alumni()).toEqual([1, 1, 1, 0, 1]);
});

test('an opening is for one, and nobody is hired yet', async () => {
  const location = await newDatabase('embedded');
  const { stdout } = await importFile(location, 'jobs', 'Title;status\nCook;open\nClerk;open\n', '--json');
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .flatMap((line) => JSON.parse(line).filled ?? []),
  ).toEqual([
    { file: 'staff.csv', resource: 'jobs', field: 'headcount', values: { 1: 2 } },
    { file: 'staff.csv', resource: 'jobs', field: 'filled', values: { 0: 2 } },
  ]);
  expect(await stored(location, 'jobs', ['headcount', 'filled'])).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

test('files of ours may leave them out too', async () => {
  const location = await newDatabase('embedded');
  expect((await importFile(location, 'employees', 'code,status\n1,terminated\n')).code).toBe(0);
  expect(await stored(location, 'employees', ['alumni'])).toEqual([[1]]);
});

test('what every row has to give is what nobody can know', () => {
  const needed = catalogue.flatMap(({ name, fields }) =>
    fields.filter(isNeeded).map((field) => `${name}.${field.name}`),
  );
  expect(
    needed.filter((name) => /^(employees|candidates|jobs|applications|leave|attendance|departments)\./.test(name)),
  ).toEqual([
    'employees.status',
    'departments.name',
    'leave.leave_type',
    'attendance.att_date',
    'attendance.status',
    'jobs.title',
    'jobs.status',
    'candidates.status',
    'applications.candidate_id',
    'applications.job_id',
  ]);
});
