// The rows of the first sheet of a workbook as texts, read by independent readers of ZIP and XML.
import { XMLParser } from 'fast-xml-parser';
import { fromBufferPromise } from 'yauzl';

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === 'row' || name === 'c',
});

/** Missing cells are empty; days and times are the numbers that Excel has for them. */
export async function sheetRows(bytes: ArrayBuffer | Uint8Array): Promise<string[][]> {
  const zip = await fromBufferPromise(Buffer.from(bytes as Uint8Array));
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'xl/worksheets/sheet1.xml') continue;
    const content = Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry))).toString();
    const rows: { c?: Cell[] }[] = parser.parse(content).worksheet.sheetData.row;
    const width = Math.max(...rows.map(({ c = [] }) => c.length && columnOf(c.at(-1)!) + 1));
    return rows.map(({ c = [] }) => {
      const texts = Array.from({ length: width }, () => '');
      for (const cell of c) texts[columnOf(cell)] = textOf(cell);
      return texts;
    });
  }
  throw new Error('The workbook has no sheet.');
}

type Cell = { '@_r': string; '@_t'?: string; v?: string; is?: { t: string | { '#text'?: string } } };

const columnOf = ({ '@_r': place }: Cell): number =>
  [...place.replace(/\d+/, '')].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function textOf({ v = '', is }: Cell): string {
  const text = is?.t ?? v;
  return typeof text === 'object' ? (text['#text'] ?? '') : text;
}

/** The day that a number of Excel stands for. */
export const excelDay = (number: string): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.round(Number(number) * 86_400_000)).toISOString().slice(0, 10);
