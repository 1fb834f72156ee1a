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
    expect(lines[0]).toContain('to leave it empty, map it to null: "values": {"manager_id": {"Manager 0": null}}');
    expect(lines[3]).toMatch(
      /^staff\.csv: Boss \(manager_id\): 27 more rows with the same problem, such as "Manager 3", "Manager 4", "Manager 5"; to leave them empty, map each to null: /,
    );
    const mapping = join(temporaryFolder(), 'empty.json');
    const values = { manager_id: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`Manager ${i}`, null])) };
    writeFileSync(mapping, JSON.stringify({ values }));
    expect(await importFile(location, 'employees', file, ...options, '--map', mapping)).toMatchObject({ code: 0 });
    expect((await stored(location, 'employees', ['manager_id'])).flat()).toEqual(Array(30).fill(null));
  });
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
