// The file of the next month, and the older one that comes again: who is not in it is named, and who was erased does
// not come back.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../cli/run-here.ts';
import { databaseSetting, eitherEngine, newDatabase, openDatabase } from '../harness/databases.ts';
import { importFile, stored } from './import-file.ts';

const STAFF =
  'code,first_name,email,status\nE-1,Ana,ana@x.example,active\nE-2,Tom,,active\n,Mia,mia@x.example,active\n,Lea,,active\n';
const UPDATE = ['--update', '--key', 'code'];

describe.each(eitherEngine)('on the %s database', (engine) => {
  test('a default is the value of every row of the file without one, of records that are there too', async () => {
    const location = await newDatabase(engine);
    await importFile(location, 'employees', 'code,first_name,status,branch\nA1,Ann,active,Rome\nA2,Bo,active,Rome\n');
    const gone = 'code,termination_date,branch\nA1,2026-01-31,\nA3,2026-01-31,Oslo\n';
    const defaults = ['--default', 'status=terminated', '--default', 'branch=Bonn'];
    const { code, stderr } = await importFile(location, 'employees', gone, ...UPDATE, ...defaults);
    expect([code, stderr]).toEqual([0, '']);
    expect(await stored(location, 'employees', ['code', 'first_name', 'status', 'branch', 'alumni'])).toEqual([
      ['A1', 'Ann', 'terminated', 'Bonn', 1],
      ['A2', 'Bo', 'active', 'Rome', 0],
      ['A3', null, 'terminated', 'Oslo', 1],
    ]);
  });

  test('an update names who is not in the file: the first for people, all as JSON', async () => {
    const location = await newDatabase(engine);
    const many = Array.from({ length: 9 }, (_, i) => `E-${i},N${i},active\n`).join('');
    expect((await importFile(location, 'employees', `code,first_name,status\n${many}`)).code).toBe(0);
    const next = 'code,branch,dept_id.name\nE-3,Rome,Kitchen\nE-4,Rome,Kitchen\n';
    const options = [...UPDATE, '--create-missing', 'departments'];
    await importFile(location, 'departments', 'name\nHall\n');
    const dry = await importFile(location, 'employees', next, ...options, '--dry-run');
    expect(dry.stdout).toContain(
      'employees: 0 would be added, 2 would be changed, 0 the same, 7 not in the file: 1 E-0 N0, 2 E-1 N1, 3 E-2 N2, 6 E-5 N5, 7 E-6 N6 and 2 more\n',
    );
    expect(dry.stdout).toContain('departments: 1 would be added, 0 would be changed, 0 the same, 1 not in the file\n');
    const { stdout, code } = await importFile(location, 'employees', next, ...options, '--json');
    const absent = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ change }) => change === 'absent');
    expect([code, absent]).toEqual([
      0,
      [0, 1, 2, 5, 6, 7, 8].map((i) => ({
        ...{ change: 'absent', resource: 'employees' },
        ...{ id: i + 1, code: `E-${i}`, first_name: `N${i}` },
      })),
    ]);
  });

  test('people who were erased do not come back, by id, code, address or name, unless it is said', async () => {
    const location = await newDatabase(engine);
    const names = async () => (await stored(location, 'employees', ['first_name'])).flat();
    expect((await importFile(location, 'employees', STAFF)).code).toBe(0);
    expect((await runHere(['erase', 'employees', '1', '3', '4', '--yes'], databaseSetting(location))).stdout).toContain(
      'What is left is a digest of id, code and e-mail address, by which an import knows not to bring them back.\n',
    );
    const store = await openDatabase(location);
    // Digests are random letters, so only whole values are looked for.
    expect(JSON.stringify(await store.notes())).not.toMatch(/"(?:ana|mia|lea|e-1)"|@/i);
    expect(await store.audit()).toEqual([]);
    await store.close();
    const again = await importFile(location, 'employees', STAFF.replace('E-2,Tom', 'E-9,Bo'));
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringContaining(
        'staff.csv: 3 rows are left out, on line 2, 4, 5: about people who were erased; --add-erased brings them back\nstaff.csv: no value for alumni: 0 for 1\n1 employee imported, 0 refused',
      ),
    ]);
    // An export with ids, addresses in capitals, and a file that is read twice.
    const byId = await importFile(location, 'employees', 'id,first_name,status\n3,Mia B.,active\n', '--json');
    expect(byId.stdout).toContain('{"erased":{"file":"staff.csv","resource":"employees","lines":[2]}}');
    const twice = 'Mail;Chef;status;first_name\nANA@X.EXAMPLE;E-9;active;A\n;E-2;active;New\n';
    const options = ['--map', 'Mail=email', '--map', 'Chef=manager_id.code'];
    expect((await importFile(location, 'employees', twice, ...options)).stdout).toContain(
      '1 row is left out, on line 2:',
    );
    const update = await importFile(
      location,
      'employees',
      'code,first_name,status\nE-1,Ana,active\nE-2,Tim,active\n',
      ...UPDATE,
    );
    expect(update.stdout).toMatch(
      /1 row is left out, on line 2: .*\nemployees: 0 added, 1 changed, 0 the same, 2 not in/,
    );
    expect(await names()).toEqual(['Tim', 'Bo', 'New']);
    // The code of someone who was erased may be given to another, and then it is about that person.
    const added = await importFile(location, 'employees', 'code,first_name,status\nE-1,Ada,active\n', '--add-erased');
    expect(added.stdout).not.toContain('left out');
    await importFile(location, 'employees', 'code,first_name,status\nE-1,Adele,active\n', ...UPDATE);
    expect(await names()).toEqual(['Tim', 'Bo', 'New', 'Adele']);
  });
});

test('no byte of the erased person is in the file of the embedded database', async () => {
  const location = await newDatabase('embedded');
  await importFile(location, 'employees', STAFF.replaceAll('ana@x.example', 'unmistakable@x.example'));
  await runHere(['erase', 'employees', '1', '--yes'], { WORKFORCE_DATA: location });
  expect(readFileSync(join(location, 'workforce.db')).includes('unmistakable')).toBe(false);
});
