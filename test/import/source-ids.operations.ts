// Ids of other systems: remembered by the name of the system, found again in references of other files and in the file
// of the next month, and erased with the record.
import { describe, expect, test } from 'bun:test';
import { runHere } from '../cli/run-here.ts';
import { databaseSetting, eitherEngine, newDatabase, openDatabase } from '../harness/databases.ts';
import { importFile, stored } from './import-file.ts';

const SOURCE = ['--source', 'greenhouse'];
const PEOPLE = [...SOURCE, '--map', 'ID=source_id', '--default', 'status=new'];
const CANDIDATES = 'ID;first_name\nC00001;Ana\nC00002;Tom\nC00003;Mia\n';
const APPLICATIONS = 'Key;Who;Job\nA1;C00003;J-1\nA2;C00001;J-1\n';
const APPLIED = [
  ...SOURCE,
  '--map',
  'Key=source_id',
  '--map',
  'Who=candidate_id.source_id',
  '--map',
  'Job=job_id.code',
];
const faultsIn = (stderr: string): string[] => stderr.split('\n').filter((line) => line.startsWith('staff.csv'));

async function notesIn(location: string) {
  const store = await openDatabase(location);
  const notes = [...(await store.notes())].map(({ kind, resource, name, id }) => [kind, resource, name, id].join(' '));
  expect(await store.audit()).toEqual([]);
  await store.close();
  return notes.sort();
}

describe.each(eitherEngine)('on the %s database', (engine) => {
  test('ids are found again in other files and in the next month, and go with the record', async () => {
    const location = await newDatabase(engine);
    await importFile(location, 'jobs', 'code,title,status\nJ-1,Cook,open\n');
    const first = await importFile(location, 'candidates', CANDIDATES, ...PEOPLE);
    expect([first.code, faultsIn(first.stderr)]).toEqual([0, []]);
    expect(first.stdout).toContain('ID → source_id');
    const applied = await importFile(location, 'applications', APPLICATIONS, ...APPLIED);
    expect([applied.code, faultsIn(applied.stderr)]).toEqual([0, []]);
    expect(await stored(location, 'applications', ['candidate_id', 'job_id'])).toEqual([
      [3, 1],
      [1, 1],
    ]);
    const next = 'ID;first_name\nC00003;Maria\nC00004;Lea\nC00002;Tom\n';
    const update = await importFile(location, 'candidates', next, ...PEOPLE, '--update');
    expect(update.stdout).toContain('candidates: 1 added, 1 changed, 1 the same, 1 not in the file: 1 Ana\n');
    expect(await stored(location, 'candidates', ['id', 'first_name'])).toEqual([
      [1, 'Ana'],
      [2, 'Tom'],
      [3, 'Maria'],
      [4, 'Lea'],
    ]);
    const all = ['C00001 1', 'C00002 2', 'C00003 3', 'C00004 4'].map((each) => `source greenhouse candidates ${each}`);
    const keys = ['A1 1', 'A2 2'].map((each) => `source greenhouse applications ${each}`);
    expect(await notesIn(location)).toEqual([...keys, ...all]);
    // With its applications, and with the ids of both.
    const erased = await runHere(['erase', 'candidates', '3', '--cascade', '--yes'], databaseSetting(location));
    expect(erased.code).toBe(0);
    const left = (await notesIn(location)).filter((note) => note.startsWith('source'));
    expect(left).toEqual([keys[1]!, all[0]!, all[1]!, all[3]!]);
    const again = await importFile(location, 'candidates', next, ...PEOPLE, '--update', '--key', 'source_id');
    expect(again.stdout).toMatch(/1 row is left out, on line 2: .*\ncandidates: 0 added, 0 changed, 2 the same/);
    const lost = await importFile(location, 'applications', 'Key;Who;Job\nA9;C00003;J-1\n', ...APPLIED);
    expect([lost.code, faultsIn(lost.stderr)]).toEqual([
      4,
      [
        'staff.csv:2: Who (candidate_id): There is no candidate with the source_id "C00003" of greenhouse: correct it, or import a candidate of that source_id first (found "C00003")',
      ],
    ]);
  });

  test('what is refused is not remembered, and a known id is not added twice', async () => {
    const location = await newDatabase(engine);
    const file = 'ID;first_name;created\nC1;Ana;2020-01-01\nC2;Tom;soon\n;Mia;\nC1;Lea;\n';
    const refused = await importFile(location, 'candidates', file, ...PEOPLE, '--skip-invalid');
    expect([refused.code, faultsIn(refused.stderr)]).toEqual([
      4,
      [
        expect.stringMatching(/^staff\.csv:3: created: Input should be a real date/),
        'staff.csv:4: ID (source_id): Field required: it is the id that greenhouse gives the candidate',
        'staff.csv:5: ID (source_id): Another row has this source_id already, the one on line 2 (found "C1")',
      ],
    ]);
    expect(await notesIn(location)).toEqual(['source greenhouse candidates C1 1']);
    const twice = await importFile(location, 'candidates', 'ID;first_name\nC1;Ana\n', ...PEOPLE);
    expect([twice.code, faultsIn(twice.stderr)]).toEqual([
      4,
      [
        'staff.csv:2: ID (source_id): greenhouse has given this id to the candidate 1, and only --update changes records (found "C1")',
      ],
    ]);
    // Another system may give the same id.
    const other = PEOPLE.map((word) => (word === 'greenhouse' ? 'lever' : word));
    expect((await importFile(location, 'candidates', 'ID;first_name\nC1;Bo\n', ...other)).code).toBe(0);
    expect(await notesIn(location)).toEqual(['source greenhouse candidates C1 1', 'source lever candidates C1 2']);
  });
});

test('people who are here already get their ids by another key', async () => {
  const location = await newDatabase('embedded');
  await importFile(location, 'employees', 'code,first_name,status\nE-1,Ana,active\nE-2,Tom,active\n');
  const options = [...SOURCE, '--map', 'W=source_id', '--update', '--key', 'code'];
  expect((await importFile(location, 'employees', 'W;code\n77;E-2\n', ...options)).code).toBe(0);
  expect(await notesIn(location)).toEqual(['source greenhouse employees 77 2']);
  const wrong = await importFile(location, 'employees', 'W;code\n77;E-1\n', ...options);
  expect(faultsIn(wrong.stderr)).toEqual([
    'staff.csv:2: W (source_id): greenhouse has given this id to the employee 2, and the row is about another one (found "77")',
  ]);
});

test('ids of another system need its name', async () => {
  const location = await newDatabase('embedded');
  const { code, stderr } = await importFile(location, 'candidates', CANDIDATES, '--map', 'ID=source_id');
  expect([code, stderr]).toEqual([
    2,
    'workforce: ID=source_id: give the name of the system whose ids they are, as in --source greenhouse.\n',
  ]);
  const bad = await importFile(location, 'candidates', CANDIDATES, '--map', 'ID=source_id', '--source', 'a b');
  expect(bad.stderr).toMatch(/--source a b: give the name of a system/);
});
