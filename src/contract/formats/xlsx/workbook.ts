// A table as a workbook of Excel, made while its rows are read: a bold header that stays in sight, and further sheets
// where one is full.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field } from '../../../catalogue/resource.ts';
import { SHEET } from '../../limits.ts';
import { cellXml, columnName, STYLES, textCell, xmlAttribute } from './cell.ts';
import { zipWriter } from './zip.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Rows = readonly (readonly Value[])[];

export type Table = {
  /** The name of the sheet, at most 28 characters. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
};

/** Characters that are compressed and sent at a time, roughly. */
const PIECE = 512 * 1024;
/** Characters of a sheet, so that it stays under the 4 GiB of a part in any script. */
const SHEET_SIZE = 1024 ** 3;

/** The first piece comes when the first rows are there. `limits`: for tests. */
export async function* xlsxBytes(
  table: Table,
  batches: AsyncIterable<Rows> | Iterable<Rows>,
  limits: { readonly rows: number; readonly size: number } = { rows: SHEET.rows, size: SHEET_SIZE },
): AsyncGenerator<Bytes, undefined> {
  const zip = zipWriter();
  const names = table.columns.map((_, at) => columnName(at));
  let waiting: Bytes[] = [];
  let [sheets, row, size, xml] = [0, 0, 0, ''];

  const beginSheet = (): void => {
    sheets += 1;
    waiting.push(zip.begin(sheetPath(sheets)));
    [row, size, xml] = [1, 0, sheetHead(table, names, sheets)];
  };
  const pack = async (): Promise<void> => {
    waiting.push(await zip.add(xml));
    size += xml.length;
    xml = '';
  };
  const endSheet = async (): Promise<void> => {
    xml += SHEET_END;
    await pack();
    waiting.push(zip.end());
  };
  const taken = (): Bytes => {
    const bytes = Buffer.concat(waiting) as Bytes;
    waiting = [];
    return bytes;
  };

  beginSheet();
  for await (const rows of batches) {
    for (const values of rows) {
      if (row === limits.rows || size + xml.length >= limits.size) {
        await endSheet();
        beginSheet();
      }
      row += 1;
      xml += rowXml(table.columns, names, row, values);
      if (xml.length < PIECE) continue;
      await pack();
      yield taken();
    }
    if (xml === '') continue;
    await pack();
    yield taken();
  }
  await endSheet();
  for (const [path, content] of frame(table.name, sheets)) {
    waiting.push(zip.begin(path), await zip.add(content), zip.end());
  }
  waiting.push(zip.finish());
  yield taken();
}

function rowXml(
  columns: readonly SheetColumn[],
  names: readonly string[],
  row: number,
  values: readonly Value[],
): string {
  let xml = `<row r="${row}">`;
  for (let i = 0; i < columns.length; i++) xml += cellXml(names[i]! + row, values[i]!, columns[i]!.isDate);
  return `${xml}</row>`;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_END = '</sheetData></worksheet>';

const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

function sheetHead({ columns }: Table, names: readonly string[], number: number): string {
  const selected = number === 1 ? ' tabSelected="1"' : '';
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = columns.map(({ name }, at) => textCell(`${names[at]}1`, name, STYLES.header));
  return (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${selected} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`
  );
}

/** The parts around the sheets. A day is shown as our answers write it, and so is a moment, with the Z of UTC. */
function frame(name: string, count: number): [path: string, content: string][] {
  const sheets = Array.from({ length: count }, (_, i) => i + 1);
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (all: string) => `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`;
  const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`;
  const listed = sheets.map((i) => {
    const title = i === 1 ? name : `${name} ${i}`;
    return `<sheet name="${xmlAttribute(title)}" sheetId="${i}" r:id="rId${i}"/>`;
  });
  return [
    ['xl/styles.xml', STYLES_XML],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        sheets.map((i) => relation(i, 'worksheet', sheetPath(i).slice(3))).join('') +
          relation(count + 1, 'styles', 'styles.xml'),
      ),
    ],
    ['_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${sheets.map((i) => part(sheetPath(i), 'worksheet')).join('')}${part('xl/styles.xml', 'styles')}</Types>`,
    ],
  ];
}

/** In the order of `STYLES`. With `quotePrefix` a text stays one even when somebody edits it. */
const STYLES_XML =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\Thh:mm:ss\\Z"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** The kind of a field decides its width, in characters. */
export type SheetColumn = { readonly name: string; readonly width: number; readonly isDate: boolean };

const WIDTHS: Readonly<Record<string, number>> = {
  id: 10,
  reference: 10,
  count: 10,
  flag: 8,
  number: 12,
  amount: 14,
  word: 16,
  date: 21,
  locale: 10,
  colour: 12,
  prose: 60,
  url: 40,
  json: 40,
};
const OTHER = 24;

/** `field`: the field of its values; `undefined` where they are counts or measures. */
export const sheetColumn = (name: string, field: Field | undefined): SheetColumn => ({
  name,
  width: Math.max(field ? (WIDTHS[field.kindName] ?? OTHER) : WIDTHS.number!, Math.min(name.length + 2, OTHER)),
  isDate: field?.kindName === 'date',
});

/** A column with days that are no values of a field. */
export const dayColumn = (name: string): SheetColumn => ({ name, width: 12, isDate: true });

/** A column with texts that are no values of a field, such as addresses. */
export const textColumn = (name: string): SheetColumn => ({ name, width: OTHER, isDate: false });

/** A column with sentences that are no values of a field. */
export const proseColumn = (name: string): SheetColumn => ({ name, width: WIDTHS.prose!, isDate: false });
