// What is read from workbooks: which sheet, where its header is and how its rows are numbered; texts of every sort, numbers,
// dates by their styles, results of formulas and errors.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { NO_OPTIONS } from '../../../src/cli/import/any-file/open-any-file.ts';
import type { ReadingOptions } from '../../../src/cli/import/any-file/reading-options.ts';
import { openFile } from '../../../src/cli/import/rows.ts';
import { explanation } from '../../../src/cli/import/template.ts';
import { dateText, formatOf } from '../../../src/cli/import/xlsx/number-formats.ts';
import type { NamedRow } from '../../../src/jobs/import/named-file.ts';
import { temporaryTexts } from '../../../src/store/temporary-texts.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { rowsXml, type TestSheet, workbookFile } from './workbook-file.ts';

const folder = temporaryFolder();

async function read(resource: string, bytes: Uint8Array, said?: Partial<ReadingOptions>, sheet?: string) {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`);
  writeFileSync(path, bytes);
  const options = said && { ...NO_OPTIONS, ignoreUnknown: true, ...said };
  const file = { resource: catalogue.find(({ name }) => name === resource)!, path, format: 'xlsx', sheet } as const;
  const open = await openFile(file, options);
  const rows: NamedRow[] = [];
  let last = 0;
  for await (const some of open.rows((bytes) => {
    last = bytes;
  }))
    rows.push(...some);
  expect(last).toBe(bytes.length);
  open.close!();
  return { rows, recognised: open.recognised! };
}

type Book = Parameters<typeof workbookFile>[1];
const sheet = (...rows: Parameters<typeof rowsXml>[0][number][]): TestSheet => ({ name: 'Staff', rows: rowsXml(rows) });

/** The names that cells of a sheet of departments give. */
async function names(cells: readonly string[], book?: Book): Promise<unknown[]> {
  const rows = cells.map((cell, i) => [i + 1, cell]);
  const { rows: found } = await read('departments', workbookFile([sheet(['id', 'name'], ...rows)], book));
  return found.map(({ values, faults }) => (faults.length > 0 ? faults : values.name));
}

test('texts: shared, inline, rich, with phonetic signs, escaped, of any script', async () => {
  const texts = [
    '<t>Küche</t>',
    '<r><rPr><b/></rPr><t>Ein</t></r><r><t xml:space="preserve">kauf </t></r>',
    '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>',
    '<t>a_x000D_b _x005F_x000D_ &lt;&#38;&#x1F600;&quot;</t>',
    '<t><![CDATA[<&>]]></t>',
  ];
  const shared = texts.map((_, i) => `<c t="s"><v>${i}</v></c>`);
  const inline = texts.map((text) => `<c t="inlineStr"><is>${text}</is></c>`);
  const expected = ['Küche', 'Einkauf ', '東京', 'a\rb _x000D_ <&😀"', '<&>'];
  expect(await names(shared, { texts })).toEqual(expected);
  expect(await names(inline)).toEqual(expected);
  expect(await names(['<c t="str"><f>A1&amp;B1</f><v>&amp; Co</v></c>'])).toEqual(['& Co']);
});

test('prefixes of names, single quotes, comments, spaces in tags, and cells and rows that do not say where they are', async () => {
  const rows =
    '<x:row><x:c t=\'inlineStr\'><x:is><x:t>id</x:t></x:is></x:c><!-- > --><x:c t = "inlineStr"\n><x:is><x:t>name</x:t></x:is></x:c></x:row>' +
    '<x:row><x:c><x:v>7</x:v></x:c><x:c t="inlineStr" x:z="a>b"><x:is><x:t >A</x:t></x:is></x:c></x:row><x:row/>' +
    '<x:row r="9"><x:c r="B9" t="inlineStr"><x:is><x:t>C</x:t></x:is></x:c></x:row>';
  const { rows: found } = await read('departments', workbookFile([{ name: 'x', rows }]));
  expect(found.map(({ line, values }) => [line, values])).toEqual([
    [2, { id: 7, name: 'A' }],
    [9, { name: 'C' }],
  ]);
});

/** The value of a cell in a column of dates. */
async function joined(cell: string, book: Book): Promise<unknown> {
  const sheets = [
    sheet(['date_of_joining', 'status', 'alumni', 'first_name', 'last_name'], [cell, 'active', 0, 'A', 'B']),
  ];
  const { rows } = await read('employees', workbookFile(sheets, book));
  return rows[0]!.values.date_of_joining ?? rows[0]!.faults[0]!.type;
}

const DATES: [what: string, format: number | string, number: string, day: string][] = [
  ['a built-in format', 14, '46085', '2026-03-04'],
  ['one with a time', 22, '46085.3958333333', '2026-03-04T09:30:00Z'],
  ['nearly midnight', 14, '46084.9999999999', '2026-03-04'],
  ['a German code', 'dd\\.mm\\.yyyy;@', '46085', '2026-03-04'],
  ['a red one', '[Red]yyyy"year"', '46023', '2026-01-01'],
  ['our moments', 'yyyy\\-mm\\-dd\\Thh:mm:ss\\Z', '46085', '2026-03-04T00:00:00Z'],
  ['the last day before the leap day that never was', 14, '59', '1900-02-28'],
  ['the last day', 14, '2958465', '9999-12-31'],
];

test.each(DATES)('dates: %s', async (_, format, number, day) => {
  const book = { formats: [0, format] };
  expect(await joined(`<c s="1"><v>${number}</v></c>`, book)).toBe(day);
});

test.each([
  ['29 February 1900', 14, '60'],
  ['the day 0', 14, '0'],
  ['a day after the last', 14, '2958466'],
  ['a number without a format', 0, '46085'],
  ['a number with an exponent', '0.00E+00', '46085'],
  ['a time alone', 'h:mm AM/PM', '0.5'],
])('no dates: %s', async (_, format, number) => {
  expect(await joined(`<c s="1"><v>${number}</v></c>`, { formats: [0, format] })).toBe('string_pattern_mismatch');
});

test('the calendar that begins in 1904', async () => {
  const book = { formats: [0, 14], is1904: true };
  expect(await joined('<c s="1"><v>44623</v></c>', book)).toBe('2026-03-04');
  expect(await joined('<c s="1"><v>0</v></c>', book)).toBe('1904-01-01');
});

test('dates as texts of ISO 8601', async () => {
  expect(await joined('<c t="d"><v>2026-03-04T00:00:00</v></c>', {})).toBe('2026-03-04');
  expect(await joined('<c t="d"><v>2026-03-04T09:30:00.000</v></c>', {})).toBe('2026-03-04T09:30:00Z');
});

test('every day from 1900 to 2100 is read as it is, in both calendars', () => {
  for (let day = Date.UTC(1900, 2, 1), serial = 61; day < Date.UTC(2100, 0, 1); day += 864e5, serial++) {
    const text = new Date(day).toISOString().slice(0, 10);
    expect(dateText(serial, 'date', false)).toBe(text);
    if (serial >= 1462) expect(dateText(serial - 1462, 'date', true)).toBe(text);
  }
});

test.each([
  ['hh:mm:ss', 'time'],
  ['[h]:mm', 'time'],
  ['General', 'number'],
  ['# ?/?', 'number'],
  ['_-* #,##0.00\\ "€"_-', 'number'],
  ['[$-411]ggge"年"m"月"d"日"', 'date'],
  ['m/d/yy h:mm', 'date'],
  ['[<100]0;yyyy', 'number'],
])('the format %s is a %s', (code, format) => {
  expect(formatOf(code)).toBe(format as never);
});

/** The values and faults of rows with our own header. */
async function salaries(...cells: (string | number | boolean)[]) {
  const rows = cells.map((cell) => [cell, 'active', 0, 'A', 'B']);
  const header = ['base_salary', 'status', 'alumni', 'first_name', 'last_name'];
  return (await read('employees', workbookFile([sheet(header, ...rows)]))).rows;
}

test('numbers: exact where they are written, without noise where they are computed', async () => {
  const found = await salaries(
    '<c><v>0.30000000000000004</v></c>',
    '<c><f>0.1+0.2</f><v>0.30000000000000004</v></c>',
    '<c><f>3-1E-16</f><v>2.9999999999999996</v></c>',
    '<c><v>1.5E3</v></c>',
    '<c t="inlineStr"><is><t>85000.5</t></is></c>',
    '<c><f>1+</f></c>',
  );
  expect(found.map(({ values, faults }) => [values.base_salary, faults.length])).toEqual([
    [0.30000000000000004, 0],
    [0.3, 0],
    [3, 0],
    [1500, 0],
    [85000.5, 0],
    [undefined, 0],
  ]);
});

test("in other people's sheets too, and no number is taken for thousands", async () => {
  const rows = [['Gehalt'], ['<c><v>85.125</v></c>'], ['<c><v>3.3000000000000003</v></c>'], ['<c><v>85000</v></c>']];
  const salary = catalogue.find(({ name }) => name === 'employees')!.fields.find(({ name }) => name === 'base_salary')!;
  const columns = new Map([['gehalt', { name: 'Gehalt', targets: [{ field: salary }] }]]);
  const defaults = new Map<string, string | number>([
    ['status', 'active'],
    ['alumni', 0],
    ['first_name', 'A'],
    ['last_name', 'B'],
  ]);
  for (const more of [[], ['85.000,00']]) {
    const all = more.length > 0 ? [...rows, more] : rows;
    const { rows: found } = await read('employees', workbookFile([sheet(...all)]), { columns, defaults });
    expect(found.map(({ values }) => values.base_salary)).toEqual([85.125, 3.3, 85_000, ...more.map(() => 85_000)]);
    expect(found.flatMap(({ faults }) => faults)).toEqual([]);
  }
});

test('booleans are 1 and 0 where numbers belong, and words elsewhere', async () => {
  const sheets = [sheet(['alumni', 'status', 'first_name', 'last_name'], [true, false, 'A', 'B'])];
  const { rows } = await read('employees', workbookFile(sheets));
  expect(rows[0]!.values).toEqual({ alumni: 1, status: 'FALSE', first_name: 'A', last_name: 'B' });
});

test('an error is a fault of its cell, and the row has its other faults too', async () => {
  const error = '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>';
  const sheets = [sheet(['base_salary', 'alumni', 'first_name', 'status', 'last_name'], [error, 'x', 'A', error, 'B'])];
  const { rows } = await read('employees', workbookFile(sheets));
  expect(rows[0]!.faults.map(({ type, loc, msg }) => [type, loc[1], msg])).toEqual([
    ['cell_error', 'base_salary', 'Cell A2 has the error #DIV/0!: correct its formula, or empty it'],
    ['cell_error', 'status', 'Cell D2 has the error #DIV/0!: correct its formula, or empty it'],
    ['int_type', 'alumni', 'Input should be a valid integer'],
  ]);
});

test('an error in a column that is left out does not matter; a row with nothing but one does where it is read', async () => {
  const error = '<c t="e"><v>#N/A</v></c>';
  const bytes = workbookFile([sheet(['Name', 'Notiz'], ['A', error], [error, null], [null, error])]);
  const { rows } = await read('departments', bytes, {});
  expect(rows.map(({ line, values, faults }) => [line, values, faults.map(({ type }) => type)])).toEqual([
    [2, { name: 'A' }, []],
    [3, {}, ['cell_error']],
  ]);
});

const readDepartments = (sheets: readonly TestSheet[], name?: string) =>
  read('departments', workbookFile(sheets), undefined, name);

const plain = (name: string, ...rows: Parameters<typeof rowsXml>[0][number][]): TestSheet => ({
  ...sheet(...rows),
  name,
});
const book: TestSheet[] = [
  plain('Empty'),
  { ...plain('Old', ['name'], ['old']), state: 'hidden' },
  plain('Teams', ['name'], ['first']),
  plain('2', ['name'], ['by its name']),
  plain('Größen & mehr', ['name'], ['third']),
];
const namesOf = (rows: readonly NamedRow[]) => rows.map(({ values }) => values.name);

test('the first sheet that is not hidden and has something in it; the others are told', async () => {
  const { rows, recognised } = await readDepartments(book);
  expect(namesOf(rows)).toEqual(['first']);
  expect(recognised).toEqual({
    sheet: 'Teams',
    otherSheets: ['2', 'Größen & mehr', 'Old (hidden)'],
    headerLine: 1,
    dateFormats: [],
    hasTimes: false,
    decimal: undefined,
    columns: [['name', 'name']],
    ignored: [],
  });
});

test.each([
  ['Teams', 'first'],
  ['größen & MEHR', 'third'],
  ['3', 'first'],
  ['Old', 'old'],
])('the sheet %s', async (name, content) => {
  expect(namesOf((await readDepartments(book, name)).rows)).toEqual([content]);
});

test('titles and merged cells above the header, empty rows between, and numbers of rows as Excel has them', async () => {
  const rows =
    rowsXml([['Harbour Foods: departments'], [null, 'as of today']], 2) +
    rowsXml(
      [
        ['Name', null, 'id'],
        [' Kitchen ', null, 4],
        [null, null, null],
      ],
      7,
    ) +
    rowsXml([['Harbour'], ['Fleet', 'x', 5]], 12);
  const after = '<mergeCells count="1"><mergeCell ref="A2:C2"/></mergeCells>';
  const { rows: found, recognised } = await readDepartments([{ name: 'Teams', rows, after }]);
  expect(recognised).toMatchObject({
    headerLine: 7,
    columns: [
      ['Name', 'name'],
      ['id', 'id'],
    ],
  });
  expect(found.map(({ line, values, faults }) => [line, values, faults.map(({ msg }) => msg)])).toEqual([
    [8, { id: 4, name: 'Kitchen' }, []],
    [12, { name: 'Harbour' }, []],
    [
      13,
      { id: 5, name: 'Fleet' },
      [
        'Column 2 has a value here, but no name in the header: name it, or leave such columns out with --ignore-unknown',
      ],
    ],
  ]);
});

test('with our own names texts are read as they are; the line of the template is skipped', async () => {
  const hints = catalogue.find(({ name }) => name === 'departments')!.fields.map(explanation);
  const { rows } = await readDepartments([
    plain('Teams', ['id', 'name'], hints, [1, " '=a "], [2, ''], [3, hints[1]!]),
  ]);
  expect(rows.map(({ line, values }) => [line, values])).toEqual([
    [3, { id: 1, name: " '=a " }],
    [4, { id: 2, name: '' }],
    [5, { id: 3, name: hints[1]! }],
  ]);
});

test('millions of shared texts are read from a file, in any order', () => {
  const strings = temporaryTexts();
  const count = 300_000;
  for (let i = 0; i < count; i++)
    strings.add(i % 3 === 0 ? `Größe ${i} 😀` : i % 3 === 1 ? '' : `text ${i} "\\ ${'x'.repeat(i % 40)}`);
  for (let i = 0, at = 0; i < 20_000; i++, at = (at + 104_729) % count) {
    const expected = at % 3 === 0 ? `Größe ${at} 😀` : at % 3 === 1 ? '' : `text ${at} "\\ ${'x'.repeat(at % 40)}`;
    expect(strings.at(at)).toBe(expected);
  }
  expect([strings.at(-1), strings.at(count), strings.at(0.5), strings.at(Number.NaN)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  strings.close();
  strings.close();
});
