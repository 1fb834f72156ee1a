// Files that cannot be imported: each is told in a report that says where and what to do, and nothing is written.
import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { NO_OPTIONS } from '../../src/cli/import/any-file/open-any-file.ts';
import type { ReadingOptions } from '../../src/cli/import/any-file/reading-options.ts';
import { openFile } from '../../src/cli/import/rows.ts';
import { CommandError } from '../../src/cli/options/exit-codes.ts';
import { runHere } from '../cli/run-here.ts';
import { newDatabase } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { type Content, importFile, written } from './import-file.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

const DEPARTMENT = ['--map', 'Abteilung=name', '--ignore-unknown'];
const STAFF = ['--map', 'Nr=code', '--default', 'status=active', '--default', 'alumni=0'];

/** A file, the options it is imported with, the exit code, and what is said on the standard error. */
type Case = [what: string, resource: string, file: Content, options: string[], code: number, said: RegExp[]];

const noTables: Case[] = [
  [
    'a spreadsheet',
    'departments',
    bytes('PK', [3, 4, 20, 0]),
    [],
    4,
    [/is a ZIP file, as spreadsheets \(\.xlsx, \.ods\) are/],
  ],
  [
    'bytes that may be any encoding',
    'departments',
    bytes('Abteilung\n', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], '\n'),
    DEPARTMENT,
    4,
    [
      /which encoding it is in cannot be told: line 2 is "Привет" in windows-1251, .* Give the right one, such as --encoding windows-1251/,
    ],
  ],
  [
    'the same, said to be UTF-8',
    'departments',
    bytes('Abteilung\nKüche\nM', [0xfc], 'll\n'),
    [...DEPARTMENT, '--encoding', 'utf-8'],
    4,
    [/^staff\.csv:3: Input should be UTF-8, but has bytes that are not/],
  ],
  [
    'a short file in the encoding of old Macs',
    'candidates',
    bytes('prenom;ville\nH', [0x8e], 'l', [0x8f], 'ne;Orl', [0x8e], 'ans\n'),
    [],
    4,
    [
      /staff\.csv is not in UTF-8, and .*: line 2 is "Hélène;Orléans" in macintosh, "H四熟e;Orl斬ns" in shift_jis\. Give the right one/,
    ],
  ],
];

const headers: Case[] = [
  [
    'every fault of a header',
    'employees',
    'Vorname;first-name;emial;;emial\n',
    ['--map', 'Vorname=first_name', '--map', 'Nachnahme=last_name'],
    4,
    [
      /staff\.csv, line 1: employees have no field "emial" \(did you mean email\?\)\./,
      /line 1: say which field it is with --map "emial=FIELD", leave such columns out with --ignore-unknown, or let --suggest FILE write a mapping file to edit; employees have id, code/,
      /line 1: --map: there is no column "Nachnahme"; the columns are Vorname, first-name, emial/,
      /line 1: the columns Vorname and first-name are both for first_name\./,
      /line 1: every row needs status, but there is no such column; map one to it, or give --default status=…\./,
    ],
  ],
  [
    'ids of another system',
    'employees',
    'ID;DeptID;Manager-ID;Nr\n1;2;3;4\n',
    STAFF,
    4,
    [
      /line 1: the values of "ID" may be ids of another system: give --map "ID=id" if they are the ids of this database, --map "ID=source_id" and --source with the name of that system if it gives them, --map "ID=" to leave them out\./,
      /"DeptID" may be ids .*: give --map "DeptID=dept_id" if .*, --map "DeptID=dept_id\.name" if they have its name, --map "DeptID=dept_id\.source_id" and --source .*, --map "DeptID=" to/,
      /"Manager-ID" may be ids .*, --map "Manager-ID=manager_id\.code" if they have its code, /,
    ],
  ],
  [
    'no header, and values that no name looks like',
    'employees',
    '\n1001,Ann,2020-01-31\n1002,Bo,2021-01-31\n',
    ['--ignore-unknown', '--default', 'status=active'],
    4,
    [
      /^staff\.csv, line 2: this is a row of data \("1001" is like what is below it\) and no header: name the 3 columns with --header NAME,NAME,…; if it is the header, give --skip-lines 1\.$/m,
    ],
  ],
  [
    'a mapping to no field',
    'employees',
    'Vorname\n',
    ['--map', 'Vorname=firstname'],
    2,
    [/--map Vorname=firstname: employees have no field "firstname" \(did you mean first_name\?\); they have id, /],
  ],
  [
    'a mapping to a hash',
    'employees',
    'A\n',
    ['--map', 'A=password_hash'],
    2,
    [/password_hash cannot be imported: nothing is kept there/],
  ],
  [
    'a reference by what it has not',
    'employees',
    'A\n',
    ['--map', 'A=dept_id.nmae', '--map', 'B=code.name'],
    2,
    [
      /a department is not found by "nmae" \(did you mean dept_id\.name\?\); it is by name, source_id/,
      /code refers to no other record, so write code and not code\.name/,
    ],
  ],
  [
    'options that are none',
    'employees',
    'A\n',
    [
      '--map',
      'A',
      '--default',
      'alumni=no',
      '--default',
      'status',
      '--date-format',
      'tt.mm.jjjj',
      '--encoding',
      'klingon',
      '--delimiter',
      'ab',
      '--skip-lines',
      'x',
      '--header',
      ',',
    ],
    2,
    [
      /--map A: write COLUMN=FIELD/,
      /--default alumni=no: Input should be a valid integer/,
      /--default status: write FIELD=VALUE/,
      /--date-format tt\.mm\.jjjj: write it with dd, mm and yyyy/,
      /--encoding klingon: there is no such encoding/,
      /--delimiter ab: give one character/,
      /--skip-lines x: give a number of lines/,
      /--header ,: give the names of all columns, such as code,first_name,last_name/,
    ],
  ],
];

const rows: Case[] = [
  [
    'rows of different lengths',
    'departments',
    'Abteilung;X\nA;1\nB\nC;1;2\n',
    DEPARTMENT,
    4,
    [
      /^staff\.csv:3: The row has 1 cell, but the header has 2/m,
      /^staff\.csv:4: The row has 3 cells, but the header has 2/m,
      /2 rows were refused, so nothing was imported/,
    ],
  ],
  [
    'a quote that never ends',
    'departments',
    'Abteilung;X\nA;"1\nB;2\n',
    DEPARTMENT,
    4,
    [/^staff\.csv:2: A cell begins with a quote that is never closed/],
  ],
  [
    'dates that could be two',
    'employees',
    'Nr,Start\n1,03/04/2025\n2,\n',
    [...STAFF, '--map', 'Start=date_of_joining'],
    4,
    [
      /staff\.csv, line 2: the column "Start" has "03\/04\/2025", which is 3 April 2025 \(--date-format dd\/mm\/yyyy\) or 4 March 2025 \(--date-format mm\/dd\/yyyy\): give the one that is meant\./,
    ],
  ],
  [
    'a date of another format than is given',
    'employees',
    'Nr,Start\n1,31.12.2025\n2,2025-12-31\n3,12/31/2025\n',
    [...STAFF, '--map', 'Start=date_of_joining', '--date-format', 'dd.mm.yyyy'],
    4,
    [
      /^staff\.csv:4: Start \(date_of_joining\): Input should be a real date as dd\.mm\.yyyy, as in the rest of the file; where dates have two forms, give --date-format once for each \(found "12\/31\/2025"\)/,
    ],
  ],
  [
    'years of two digits',
    'employees',
    'Nr;Start;Ende\n1;21.02.20;03/04/20\n2;;\n3;1.3.21;\n',
    [...STAFF, '--map', 'Start=date_of_joining', '--map', 'Ende=termination_date'],
    4,
    [
      /line 2: the column "Start" has "21\.02\.20", which can be 21 February 2020 \(--date-format dd\.mm\.yy\): give the format of its dates\./,
      /line 2: the column "Ende" has "03\/04\/20", which can be 3 April 2020 \(--date-format dd\/mm\/yy\) or 4 March 2020 \(--date-format mm\/dd\/yy\)/,
    ],
  ],
  [
    'numbers that could be two',
    'employees',
    'Nr;Gehalt\n1;85.000\n',
    [...STAFF, '--map', 'Gehalt=base_salary'],
    4,
    [/line 2: the column "Gehalt" has "85\.000", which is 85000 \(--decimal comma\) or 85 \(--decimal point\)/],
  ],
  [
    'references to nobody',
    'employees',
    'Nr;Chef;Abt\nE-1;E-2;Küche\nE-2;E-9;\n',
    [...STAFF, '--map', 'Chef=manager_id.code', '--map', 'Abt=dept_id.name'],
    4,
    [
      /^staff\.csv:2: Abt \(dept_id\): There is no department with the name "Küche": correct it, or import a department of that name first, or add --create-missing departments; --empty-unknown leaves unknown references empty, or map this one to null: "values": \{"dept_id": \{"Küche": null\}\} \(found "Küche"\)/m,
      /^staff\.csv:3: Chef \(manager_id\): There is no employee with the code "E-9" \(did you mean E-1 or E-2\?\): correct it, or import an employee of that code first; --empty-unknown leaves unknown references empty, or map this one to null: "values": \{"manager_id": \{"E-9": null\}\} \(found "E-9"\)/m,
    ],
  ],
  [
    'a name that two have',
    'employees',
    'Nr;Chef\n1;\n1;\n2;1\n',
    [...STAFF, '--map', 'Chef=manager_id.code'],
    4,
    [
      /^staff\.csv:4: Chef \(manager_id\): There is more than one employee with the code "1": give the id in a column manager_id, or map a column that tells them apart/m,
    ],
  ],
];

const names: Case[] = [
  [
    'names that are written in two ways',
    'employees',
    'Nr;Wer\n1;Ek, Ann\n2;Bo Ro\n',
    [...STAFF, '--map', 'Wer=name'],
    4,
    [
      /line 3: the column "Wer" has "Bo Ro" and, on line 2, "Ek, Ann": write all names alike, and give --map "Wer=first_/,
    ],
  ],
  [
    'a name that is not as is said',
    'employees',
    'Nr;Wer\n1;Ek, Ann\n2;Bo Ro\n',
    [...STAFF, '--map', 'Wer=last_name, first_name'],
    4,
    [/^staff\.csv:3: Wer \(first_name\): Input should be a name with a comma, as in the rest/m],
  ],
  [
    'a name and a part of it',
    'employees',
    'A;B\n',
    ['--map', 'A=name', '--map', 'B=last_name'],
    2,
    [/last_name can come from one column only, but A=name and B=last_name are mapped to it\./],
  ],
];

describe.each([
  ['no table', noTables],
  ['no clear name', names],
  ['a bad header', headers],
  ['bad rows', rows],
] as const)('%s', (_, cases) => {
  test.each([...cases])('%s', async (_, resource, file, options, code, said) => {
    const location = await newDatabase('embedded');
    const outcome = await importFile(location, resource, file, ...options);
    expect(outcome).toMatchObject({ code });
    for (const each of said) expect(outcome.stderr.replaceAll(/^workforce: /gm, '')).toMatch(each);
    // Not even a database was made.
    expect(readdirSync(location)).toEqual([]);
  });
});

test.each(['--map', '--default'])('%s is for one file', async (option) => {
  const files = written({ 'departments.csv': 'name\n', 'employees.csv': 'code\n' });
  const said = await runHere(['import', files, option, 'a=b'], { WORKFORCE_DATA: await newDatabase('embedded') });
  expect(said).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${option} is for one file: import the files`),
  });
});

test('options for CSV are refused for NDJSON', async () => {
  const files = written({ 'departments.ndjson': '' });
  const said = await runHere(['import', 'departments', join(files, 'departments.ndjson'), '--decimal', 'comma'], {});
  expect(said).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--decimal is for CSV and workbooks, but .* is NDJSON/),
  });
});

const mappings: [string, Content, RegExp[]][] = [
  ['no JSON', '{', [/m\.json: It should be valid JSON/]],
  ['a key twice', '{"columns": {"A": "code", "A": "email"}}', [/The key "A" is there more than once/]],
  [
    'everything wrong at once',
    '{"colums": {}, "columns": {"A": "emial", "B": 5}, "values": {"gendre": {}, "alumni": {"ja": "yes"}, "status": 1}, "defaults": [], "decimal": "dot", "ignoreUnknown": "yes", "skipLines": -1}',
    [
      /m\.json: there is no "colums" \(did you mean columns\?\); there are columns, leaveOut, values, defaults, dateFormat/,
      /m\.json, columns, A: employees have no field "emial" \(did you mean email\?\)/,
      /m\.json, columns, B: a column is mapped to the name of a field, to a list of names, or to null/,
      /m\.json, values, gendre: employees have no field "gendre" \(did you mean gender\?\)/,
      /m\.json, values, alumni, "ja": Input should be a valid integer/,
      /m\.json, values, status: give an object of texts/,
      /m\.json, defaults: give an object/,
      /m\.json, decimal: give comma or point/,
      /m\.json, ignoreUnknown: give true or false/,
      /m\.json, skipLines: give a number of lines/,
    ],
  ],
];
test.each(mappings)('a mapping file with %s', async (_, mapping, said) => {
  const path = join(written({ 'm.json': mapping }), 'm.json');
  const { code, stderr } = await importFile(await newDatabase('embedded'), 'employees', 'A\n', '--map', path);
  expect(code).toBe(2);
  for (const each of said) expect(stderr).toMatch(each);
});

const LENIENT: ReadingOptions = { ...NO_OPTIONS, ignoreUnknown: true };

/** A stream without line ends, and how much of it was asked for. */
function endless(first: string) {
  let given = 0;
  async function* open() {
    yield Buffer.from(first);
    const some = Buffer.alloc(1 << 18, 'x');
    for (; given < 2 ** 31; given += some.length) yield some;
  }
  return { source: { open, isRepeatable: false }, given: () => given };
}

test.each([
  ['from the beginning', '', undefined],
  ['after a header of ours', 'id,name\n1,', undefined],
  ['within quotes', 'Nr;name\n1;"', LENIENT],
])('2 GB in one line %s end the import after a few megabytes', async (_, first, options) => {
  const { source, given } = endless(first);
  const resource = catalogue.find(({ name }) => name === 'departments')!;
  const read = async () => {
    const file = await openFile({ resource, path: 'endless.csv', format: 'csv' }, options, source);
    for await (const _ of file.rows(() => undefined));
  };
  await expect(read()).rejects.toThrow(/endless\.csv, line [12]: the row is longer than 1 MiB/);
  expect(given()).toBeLessThan(8 << 20);
});

const employees = catalogue.find(({ name }) => name === 'employees')!;

/** The faults of a file, as `line: reason`. */
async function faultsIn(content: Uint8Array, options?: ReadingOptions): Promise<string[]> {
  const open = async function* () {
    for (let at = 0; at < content.length; at += 1 << 16) yield content.subarray(at, at + (1 << 16));
  };
  const file = await openFile({ resource: employees, path: 'x.csv', format: 'csv' }, options, {
    open,
    isRepeatable: true,
  });
  const faults: string[] = [];
  for await (const some of file.rows(() => undefined))
    for (const { line, faults: found } of some) faults.push(...found.map(({ msg }) => `${line}: ${msg}`));
  return faults;
}

test('what contradicts the beginning of a long file is a fault of its line', async () => {
  const row = (rest: string) => `active;0;${'x'.repeat(4000)};${rest}\n`;
  const header = 'status;alumni;Text;date_of_joining;probation_end;base_salary\n';
  const many = row('31/12/2025;;1,5').repeat(1500);
  const end = row('12/31/2025;03/04/2025;2.5') + row('03/04/2025;2025-12-31;85.000');
  expect(await faultsIn(Buffer.from(header + many + end), LENIENT)).toEqual([
    '1502: Input should be a real date as dd/mm/yyyy, as in the rest of the file',
    '1502: Input should be a number such as 85.000,00, with a decimal comma',
  ]);
  const bare = row(';;').repeat(1500);
  expect(await faultsIn(Buffer.from(header + bare + row('03/04/2025;;85.000')), LENIENT)).toEqual([
    '1502: Input is 3 April 2025 (--date-format dd/mm/yyyy) or 4 March 2025 (--date-format mm/dd/yyyy): give the one that is meant',
    '1502: Input is 85000 (--decimal comma) or 85 (--decimal point): give the one that is meant',
  ]);
});

test('any bytes are read, or refused with a reason', async () => {
  const text = fc
    .stringMatching(/^[status,;"\n\r\t|alumni01./é山 -]{0,60}$/)
    .map((each) => Buffer.from(`status,alumni;code\n${each}`));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), text), fc.boolean(), async (content, isSaid) => {
      const end = await faultsIn(content, isSaid ? LENIENT : undefined).catch((error) => error);
      if (!Array.isArray(end)) expect(end).toBeInstanceOf(CommandError);
    }),
    { numRuns: 200 },
  );
});
