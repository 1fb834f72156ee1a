// Writes workbooks as other programs do, for tests of reading them: with shared texts, styles, formulas and whatever
// else a test wants. It has nothing in common with the writer of the service.
import { crc32, deflateRawSync } from 'node:zlib';

const bytesOf = (content: string | Uint8Array): Buffer => Buffer.from(content as string);

type Odd = { readonly declared?: number; readonly flags?: number; readonly crc?: number };

/** A ZIP file with these parts. `odd`: what is wrong about a part. */
export function zipFile(parts: Record<string, string | Uint8Array>, odd: Record<string, Odd> = {}): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = bytesOf(content);
    const packed = deflateRawSync(bytes);
    const { declared = bytes.length, flags = 0, crc = crc32(bytes) } = odd[name] ?? {};
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc, 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(declared, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, tail, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(entries).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, ...entries, Buffer.from('PK\x05\x06'), end]);
}

export type TestSheet = {
  readonly name: string;
  /** The XML of its rows. */
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** What follows the rows, such as merged cells. */
  readonly after?: string;
};

type Book = {
  /** The XML of each shared text, without `<si>`. */
  readonly texts?: readonly string[];
  /** The format of each style: a number, or a code. */
  readonly formats?: readonly (number | string)[];
  readonly is1904?: boolean;
  readonly parts?: Record<string, string | Uint8Array>;
};

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The parts of a workbook. */
export function workbookParts(sheets: readonly TestSheet[], book: Book = {}): Record<string, string | Uint8Array> {
  const { texts = [], formats = [0], is1904 = false, parts = {} } = book;
  const codes = formats.flatMap((format, i) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${200 + i}" formatCode="${escaped(format)}"/>`] : [],
  );
  const styles = formats.map((format, i) => `<xf numFmtId="${typeof format === 'string' ? 200 + i : format}"/>`);
  const listed = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${escaped(name)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
  );
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?>\r\n<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${sheets.map((_, i) => relation(`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`)).join('')}${relation('s', 'styles', '/xl/styles.xml')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...parts,
  };
}

export const workbookFile = (sheets: readonly TestSheet[], book: Book = {}): Buffer =>
  zipFile(workbookParts(sheets, book));

/** Rows of plain values, from row 1 on: texts, numbers, booleans, and cells as XML, such as `<c s="1"><v>5</v></c>`. */
export function rowsXml(rows: readonly (readonly (string | number | boolean | null)[])[], first = 1): string {
  return rows
    .map((cells, i) => {
      const row = first + i;
      return `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${row}`)).join('')}</row>`;
    })
    .join('');
}

function cellXml(cell: string | number | boolean | null, place: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell.startsWith('<c')) return cell.replace('<c', `<c r="${place}"`);
  return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
}
