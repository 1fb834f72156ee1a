// Which sheet of a workbook is read, where its header is, and how its rows are numbered.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { openFile } from '../../../src/cli/import/rows.ts';
import { explanation } from '../../../src/cli/import/template.ts';
import type { NamedRow } from '../../../src/jobs/import/named-file.ts';
import { temporaryTexts } from '../../../src/store/temporary-texts.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { rowsXml, type TestSheet, workbookFile } from './workbook-file.ts';

const folder = temporaryFolder();
const resource = catalogue.find(({ name }) => name === 'departments')!;

async function read(sheets: readonly TestSheet[], sheet?: string) {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`);
  writeFileSync(path, workbookFile(sheets));
  const open = await openFile({ resource, path, format: 'xlsx', sheet });
  const rows: NamedRow[] = [];
  let last = 0;
  for await (const some of open.rows((bytes) => {
    last = bytes;
  }))
    rows.push(...some);
  expect(last).toBe(Bun.file(path).size);
  open.close!();
  return { rows, recognised: open.recognised! };
}

const plain = (name: string, ...rows: Parameters<typeof rowsXml>[0][number][]): TestSheet => ({
  name,
  rows: rowsXml(rows),
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
  const { rows, recognised } = await read(book);
  expect(namesOf(rows)).toEqual(['first']);
  expect(recognised).toEqual({
    sheet: 'Teams',
    otherSheets: ['2', 'Größen & mehr'],
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
  ['2', 'by its name'],
  ['3', 'first'],
  ['Old', 'old'],
])('the sheet %s', async (sheet, name) => {
  expect(namesOf((await read(book, sheet)).rows)).toEqual([name]);
});

test.each(['Teems', '6', '0'])('there is no sheet %s', async (sheet) => {
  expect(read(book, sheet)).rejects.toThrow(
    `--sheet ${sheet}: there is no such sheet${sheet === 'Teems' ? ' (did you mean Teams?)' : ''}; there are Empty, Old, Teams, 2, Größen & mehr.`,
  );
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
  const { rows: found, recognised } = await read([{ name: 'Teams', rows, after }]);
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
    [13, { id: 5, name: 'Fleet' }, ['Column 2 has a value here, but no name in the header']],
  ]);
});

test('a cell beyond the header is told, with our own names and with others', async () => {
  for (const header of ['name', 'Name']) {
    const { rows } = await read([plain('Teams', [header], ['A', null, 'x'], ['B', null])]);
    expect(rows.map(({ line, faults }) => [line, faults.map(({ msg }) => msg)])).toEqual([
      [2, ['The row has 3 cells, but the header has 1']],
      [3, []],
    ]);
  }
});

test('with our own names texts are read as they are; the line of the template is skipped', async () => {
  const hints = resource.fields.map(explanation);
  const { rows } = await read([plain('Teams', ['id', 'name'], hints, [1, " '=a "], [2, ''], [3, hints[1]!])]);
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
