// A problem that many rows have is told once: its first rows, then one line with a count, examples and what to do. The
// remedy that it names works.
import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../cli/run-here.ts';
import { databaseSetting, eitherEngine, newDatabase } from '../harness/databases.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { importFile, stored } from './import-file.ts';
import { rowsXml, workbookFile } from './xlsx/workbook-file.ts';

const STATUS = ['--default', 'status=active'];

describe.each(eitherEngine)('%s', (engine) => {
  test('unknown references: the line says how to leave them empty', async () => {
    const location = await newDatabase(engine);
    const rows = Array.from({ length: 30 }, (_, i) => `A${i},Ann,Manager ${i}\n`).join('');
    const file = `code,first_name,Boss\n${rows}`;
    const options = ['--map', 'Boss=manager_id.name', ...STATUS];
    const { code, stderr } = await importFile(location, 'employees', file, ...options);
    expect(code).toBe(4);
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('or map this one to null: "values": {"manager_id": {"Manager 0": null}}');
    const more =
      /^staff\.csv: Boss \(manager_id\): 27 more rows with the same problem, such as "Manager 3", "Manager 4", /;
    expect(lines[3]).toMatch(more);
    expect(lines[3]).toEndWith('; --empty-unknown leaves unknown references empty');
    const updated = await importFile(location, 'employees', file, ...options, '--update', '--key', 'code');
    expect(updated.stderr).toMatch(new RegExp(more.source, 'm'));
    const asJson = await importFile(location, 'employees', file, ...options, '--json');
    const { summary } = JSON.parse(asJson.stdout.trim().split('\n').at(-1)!);
    expect(summary).toMatchObject({
      faults: 30,
      problems: [{ field: 'manager_id', column: 'Boss', rows: 30, line: 2 }],
    });
    expect(summary.problems[0].examples).toEqual(['"Manager 0"', '"Manager 1"', '"Manager 2"']);
    const mapping = join(temporaryFolder(), 'empty.json');
    const values = { manager_id: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`Manager ${i}`, null])) };
    writeFileSync(mapping, JSON.stringify({ values }));
    expect(await importFile(location, 'employees', file, ...options, '--map', mapping)).toMatchObject({ code: 0 });
    expect((await stored(location, 'employees', ['manager_id'])).flat()).toEqual(Array(30).fill(null));
  });

  test('--empty-unknown leaves unknown references empty, counts and lists them; the others stay', async () => {
    const location = await newDatabase(engine);
    const file = 'code,first_name,Boss\nA,Ann,\nB,Bo,Ann\nC,Cy,Zoe\nD,Di,Zoe\nE,Ed,Max\n';
    const options = ['--map', 'Boss=manager_id.name', ...STATUS];
    const { code, stdout, stderr } = await importFile(location, 'employees', file, ...options, '--empty-unknown');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('staff.csv: manager_id: 3 unknown references left empty: "Zoe" 2, "Max"\n');
    const bosses = async () => (await stored(location, 'employees', ['manager_id'])).flat();
    expect(await bosses()).toEqual([null, 1, null, null, null]);
    // References by id too: to records that are there, of the file, and to nobody. An update clears what it had.
    const ids = 'id,first_name,status,manager_id,dept_id\n2,Bo,active,99,\n3,Cy,active,7,4\n7,Gi,active,1,\n';
    const update = await importFile(location, 'employees', ids, '--update', '--empty-unknown', '--json');
    expect(update.stdout).toContain('"field":"manager_id","rows":1,"unknown":{"99":1}');
    expect(update.stdout).toContain('"field":"dept_id","rows":1,"unknown":{"4":1}');
    expect(await bosses()).toEqual([null, null, 7, null, null, 1]);
  });
});

test('a reference that every row needs is refused, whatever becomes empty', async () => {
  const [location, file] = [await newDatabase('embedded'), 'candidate_id,job_id\n5,6\n'];
  const { code, stderr } = await importFile(location, 'applications', file, '--empty-unknown');
  expect([code, stderr]).toEqual([4, expect.stringContaining('There is no candidate with the id 5 (found 5)')]);
});

const PIPELINE = [
  ['Name', 'Status', 'Score'],
  ['Ann', 'Hired', 0.5],
  ['vacancy', 'n/a', null],
  ['Cy', 'Interview', 2],
  ['Vacancy', 'Open', 1.5],
] as const;
const TWICE = ['--map', 'Name=first_name', '--map', 'Status=headline', '--map', 'Status=status'];
const LESS = ['--leave-out', 'Name=vacancy', '--leave-out', 'Score=1.5', '--leave-out', 'Name=Nobody'];

test.each(['csv', 'xlsx'])('one column fills two fields, and rows are left out by a value (%s)', async (format) => {
  const [location, folder] = [await newDatabase('embedded'), temporaryFolder()];
  const [file, mapping] = [join(folder, `pipeline.${format}`), join(folder, 'mapping.json')];
  const table = PIPELINE.map((row) => row.map((each) => each ?? ''));
  writeFileSync(
    file,
    format === 'csv' ? table.join('\n') : workbookFile([{ name: 'A', rows: rowsXml(PIPELINE as never) }]),
  );
  const said = {
    columns: { Name: 'first_name', Status: ['headline', 'status'], Score: 'years_experience' },
    values: { status: { Hired: 'hired' }, years_experience: { 0.5: 0.75 } },
    leaveOut: { Name: 'vacancy', Score: [1.5] },
  };
  writeFileSync(mapping, JSON.stringify(said));
  const command = ['import', 'candidates', file];
  const flags = await runHere([...command, ...TWICE, ...LESS, '--ignore-unknown'], databaseSetting(location));
  expect(flags).toMatchObject({ code: 0, stderr: '' });
  const lines = flags.stdout.replaceAll(`${folder}/`, '').split('\n');
  expect(lines[0]).toContain('Status → headline, Status → status');
  expect(lines.filter((line) => line.includes('left out:') && !line.includes('read as'))).toEqual([
    `pipeline.${format}: 1 row left out: Name is "vacancy"`,
    `pipeline.${format}: 1 row left out: Score is "1.5"`,
  ]);
  expect(lines).toContain(`pipeline.${format}: no row is left out, because in none Name is "Nobody"`);
  expect(await runHere([...command, `--map=${mapping}`], databaseSetting(location))).toMatchObject({ code: 0 });
  expect(await stored(location, 'candidates', ['first_name', 'headline', 'status', 'years_experience'])).toEqual([
    ['Ann', 'Hired', 'Hired', null],
    ['Cy', 'Interview', 'Interview', null],
    ['Ann', 'Hired', 'hired', 0.75],
    ['Cy', 'Interview', 'Interview', 2],
  ]);
  // What is left out decides nothing about the rest; what was said stays in the suggestion.
  const suggested = await runHere(
    [...command, `--map=${mapping}`, '--suggest', '-', '--json'],
    databaseSetting(location),
  );
  const { mapping: next, columns, undecided } = JSON.parse(suggested.stdout);
  expect(next).toMatchObject({ ...said, leaveOut: { Name: ['vacancy'], Score: ['1.5'] } });
  expect(undecided).toEqual(['status "Interview"']);
  expect(columns[2]).toEqual({ name: 'Score', examples: ['0.5', '2'] });
});

test('a column by which rows are left out is there, and fills a field once', async () => {
  const location = await newDatabase('embedded');
  const options = ['--map', 'Name=first_name', '--map', 'Name=first_name', '--leave-out', 'Nam=x'];
  const { code, stderr } = await importFile(location, 'candidates', 'Name,status\nA,new\n', ...options);
  expect([code, stderr]).toEqual([
    4,
    expect.stringMatching(/--leave-out: there is no column "Nam" \(did you mean Name\?\)/),
  ]);
  const twice = ['--map', 'Name=first_name', '--map', 'Other=first_name', '--leave-out', 'x'];
  const said = await importFile(location, 'candidates', 'Name,status\nA,new\n', ...twice);
  expect(said).toMatchObject({ code: 2, stderr: expect.stringContaining('--leave-out x: write COLUMN=VALUE') });
});

test.each([
  ['beside the table', [['Name', null, 'Boss'], ['A', 'sum', null], ...Array(6).fill(['B', 7, null])], 'column 2'],
  ['beyond the header', [['Name'], ['A', null, 'x'], ...Array(6).fill(['B'])], 'column 3'],
] as const)(
  'a value %s of a sheet: --ignore-unknown leaves it out and says so, and --suggest maps it so',
  async (_, rows, column) => {
    const location = await newDatabase('embedded');
    const file = join(temporaryFolder(), `${crypto.randomUUID()}.xlsx`);
    writeFileSync(file, workbookFile([{ name: 'Teams', rows: rowsXml(rows as never) }]));
    const environment = databaseSetting(location);
    const options = ['import', 'departments', file, '--map', 'Name=name', '--ignore-unknown'];
    const said = await runHere([...options, '--dry-run'], environment);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatch(new RegExp(`left out: (?:Boss, )?${column}\\b`));
    const suggested = await runHere(['import', 'departments', file, '--suggest', '-'], environment);
    expect(JSON.parse(suggested.stdout)).toMatchObject({ ignoreUnknown: true });
  },
);

describe('two forms of dates in one column', () => {
  const FILE = 'code,first_name,Start\nA,Ann,12/31/2014\nB,Bo,30-12-2014\nC,Cy,06/05/2014\nD,Di,06-05-2014\n';
  const OPTIONS = ['--map', 'Start=date_of_joining', ...STATUS];

  test('are told with the formats that read both, and these read each in its own', async () => {
    const location = await newDatabase('embedded');
    const { code, stderr } = await importFile(location, 'employees', FILE, ...OPTIONS);
    expect(code).toBe(4);
    const formats = /or ((?:--date-format \S+ ?){2})for both forms/.exec(stderr)![1]!.trim().split(' ');
    expect(await importFile(location, 'employees', FILE, ...OPTIONS, ...formats)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await stored(location, 'employees', ['date_of_joining'])).flat()).toEqual([
      '2014-12-31',
      '2014-12-30',
      '2014-06-05',
      '2014-05-06',
    ]);
  });
});

test.each([
  ['decimal', 'comma', 'point'],
  ['delimiter', 'comma', 'tab'],
  ['encoding', 'utf-8', 'latin1'],
  ['header', 'a,b', 'b,a'],
  ['skip-lines', '0', '1'],
  ['source', 'one', 'two'],
])('of two --%s none is ignored in silence', async (option, one, other) => {
  const location = await newDatabase('embedded');
  const said = await importFile(location, 'departments', 'name\nA\n', `--${option}`, one, `--${option}`, other);
  expect(said).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`--${option} is there twice: ${one} and ${other}`),
  });
});
