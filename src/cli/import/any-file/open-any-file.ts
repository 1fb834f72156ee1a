// Opens a CSV that is not ours: recognises its form from its beginning, and reads its rows that way. A value that does
// not fit later on is a fault of its row. A file that is no table is refused with a sentence that names the remedy.
import { targetText } from '../../../contract/formats/column-target.ts';
import { csvReader } from '../../../contract/formats/csv-rows.ts';
import { ROW_BYTES } from '../../../contract/limits.ts';
import type { NamedRow } from '../../../jobs/import/named-file.ts';
import { CommandError } from '../../options/exit-codes.ts';
import { escapeControls } from '../../terminal/terminal.ts';
import { blocksOf, counting, type Head, lineEnds, tooLong } from '../blocks.ts';
import type { DataFile } from '../files.ts';
import { type OpenFile, orFaults, type Recognised } from '../open-file.ts';
import { brokenRow, decoded } from '../own-rows.ts';
import { isExplanation } from '../template.ts';
import { cellReader, type ReadCells } from './cell-values.ts';
import { widthOf } from './columns.ts';
import { candidatesText, encodingOf, inUtf8 } from './encoding.ts';
import { columnKey, type ReadingOptions } from './reading-options.ts';
import { recognise, type TableReading } from './recognise.ts';
import { wordCounter } from './words.ts';

export const NO_OPTIONS: ReadingOptions = {
  columns: new Map(),
  leaveOut: new Map(),
  values: new Map(),
  defaults: new Map(),
  ignoreUnknown: false,
};

export async function openAnyFile(
  { resource, path, isPartial = false }: DataFile,
  given: ReadingOptions = NO_OPTIONS,
  head: Head,
): Promise<OpenFile> {
  const options: ReadingOptions = { ...given, isPartial };
  const { encoding, text } = sampleOf(path, options, head);
  const found = orFaults({ path }, (fault) => recognise(resource, text, options, fault));
  const reading = found ?? noHeader(path, options);
  const { delimiter, headerLine, columns } = reading;
  const { source } = head;
  const place = { resource, path, isRepeatable: source.isRepeatable };
  return openRecognised(place, { encoding }, reading, options, rowsIn);

  async function* rowsIn(read: ReadCells, onRead: (bytes: number) => void): AsyncGenerator<NamedRow[]> {
    const cells = csvReader(decoded, delimiter);
    const fields = columns.slice(0, widthOf(columns)).map(({ target }) => target?.field);
    const bytes = lineFed(inUtf8(counting(source.open(), onRead), encoding, path));
    let isFirst = true;
    for await (const block of blocksOf(bytes, path)) {
      const rows: NamedRow[] = [];
      for (const row of cells.take(block.text, block.isLast)) {
        if (row.line <= headerLine) continue;
        const wrong = brokenRow(block.broken, row);
        const values = wrong || (isFirst && isExplanation(fields, row.cells)) ? undefined : read(row.cells);
        if (wrong) rows.push(wrong);
        else if (values) rows.push({ line: row.line, ...values });
        isFirst = false;
      }
      const waiting = cells.waiting();
      if (waiting.length > ROW_BYTES) throw tooLong(path, waiting.line);
      yield rows;
    }
  }
}

/** A file that is read as it was recognised. `where`: of the file itself. `rowsOf` gives its rows, made by `read`. */
export function openRecognised(
  place: Pick<OpenFile, 'resource' | 'path' | 'sheet' | 'isRepeatable' | 'close'>,
  where: Pick<Recognised, 'encoding' | 'sheet' | 'otherSheets'>,
  reading: TableReading,
  options: ReadingOptions,
  rowsOf: (read: ReadCells, onRead: (bytes: number) => void) => AsyncGenerator<NamedRow[]>,
): OpenFile {
  const { columns, nameless, dayFirst: _, ...written } = reading;
  const beside = options.ignoreUnknown ? nameless.map((number) => `column ${number}`) : [];
  const { source } = options;
  let [words, leftOut] = [wordCounter(), leftOutCounter(options)];
  return {
    ...place,
    recognised: {
      ...where,
      ...written,
      headerLine: options.header ? 0 : reading.headerLine,
      columns: columns.flatMap(({ name, target }) => (target ? [[name, targetText(target)] as const] : [])),
      ignored: [
        ...columns.flatMap(({ name, target, at }, i) => (target || name === '' || at < i ? [] : [name])),
        ...beside,
      ],
    },
    references: columns.flatMap(({ target }) =>
      target?.by ? [{ field: target.field, target: target.field.target!, by: target.by, source }] : [],
    ),
    emptiesUnknown: options.emptyUnknown === true,
    source: columns.some(({ target }) => target?.isSourceId) ? source : undefined,
    unknownWords: () => words.unknown(),
    leftOut: () => leftOut.counts(),
    rows(onRead) {
      [words, leftOut] = [wordCounter(), leftOutCounter(options)];
      return rowsOf(cellReader(place.resource, reading, options, words.count, leftOut.count), onRead);
    },
  };
}

/** Counts the rows that are left out, by column and text, in the order of the options. */
function leftOutCounter({ leaveOut }: ReadingOptions) {
  const all = [...leaveOut.values()].flatMap(({ name, texts }) =>
    [...texts].map((value) => ({ column: name, value, rows: 0 })),
  );
  return {
    count({ column, text }: { column: string; text: string }): void {
      const key = columnKey(column);
      all.find(({ column, value }) => columnKey(column) === key && value === text)!.rows += 1;
    },
    counts: () => all,
  };
}

/** The beginning of a file as text: whole lines. */
export function sampleOf(
  path: string,
  options: ReadingOptions,
  { bytes, isWhole }: Head,
): { encoding: string; text: string } {
  const encoding = options.encoding ?? encodingOf(bytes, isWhole);
  const why = noTable(bytes, encoding?.startsWith('utf-16') ?? false);
  if (why !== undefined) throw new CommandError('invalid', `${path} ${why}.`);
  if (encoding === undefined)
    throw new CommandError(
      'invalid',
      `${path} is not in UTF-8, and which encoding it is in cannot be told${escapeControls(candidatesText(bytes))}.`,
    );
  const text = new TextDecoder(encoding as Bun.Encoding).decode(bytes).replace(/^\ufeff/, '');
  const end = isWhole ? text.length : text.lastIndexOf('\n') + 1;
  if (end === 0 && !isWhole) throw tooLong(path, 1);
  return { encoding, text: lineFeeds(text.slice(0, end)) };
}

export function noHeader(path: string, { skipLines }: ReadingOptions): never {
  throw new CommandError('invalid', `${path} has no header${skipLines ? ' after the lines to skip' : ''}.`);
}

/** Some spreadsheets end lines with CR alone. */
const LONE_RETURN = /\r(?!\n)/;

const lineFeeds = (text: string): string =>
  text.includes('\n') || !LONE_RETURN.test(text) ? text : text.replaceAll('\r', '\n');

async function* lineFed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isOld: boolean | undefined;
  for await (const some of bytes) {
    const at = some.indexOf(13);
    isOld ??= some.length === 0 ? undefined : at >= 0 && at < some.length - 1 && !some.includes(10);
    yield isOld ? Buffer.from(Buffer.from(some).toString('latin1').replaceAll('\r', '\n'), 'latin1') : some;
  }
}

const AS_CSV = 'open it in a spreadsheet and save it as "CSV UTF-8"';

/** Files that begin with these bytes, in hexadecimal. */
const BYTES: readonly (readonly [beginnings: string, what: string, then: string])[] = [
  [
    '504b0304',
    'a ZIP file, as spreadsheets (.xlsx, .ods) are',
    'add --format xlsx where it is a workbook of Excel, or save it as "CSV UTF-8"',
  ],
  ['d0cf11e0', 'an old spreadsheet or document (.xls, .doc)', AS_CSV],
  ['255044462d', 'a PDF', 'export the table as CSV from where the PDF came from'],
  ['89504e47 ffd8ff 47494638 52494646 49492a00 4d4d002a', 'an image', 'export the table as CSV'],
  ['1f8b 425a68 fd377a58 377abcaf 52617221 28b52ffd', 'compressed', 'unpack it first'],
  ['53514c69746520666f726d6174203300', 'an SQLite database', 'export the table as CSV'],
  ['7b5c727466', 'a text document (RTF)', AS_CSV],
];

/** Files that begin with these words. */
const WORDS: readonly (readonly [pattern: RegExp, what: string, then: string])[] = [
  [/^\s*(?:<!doctype html|<html|<head|<body|<table)/i, 'a web page (HTML)', `${AS_CSV}; some systems call it .xls`],
  [/^\s*<\?xml|^\s*<[a-z]+[ >]/i, 'XML', 'export the table as CSV'],
  [/^\s*[[{]/, 'JSON', 'write one object on each line and import it with --format ndjson'],
];

/** `undefined` where it may be a table. `isWide`: it is in UTF-16, where zeros are normal. */
function noTable(head: Buffer, isWide: boolean): string | undefined {
  if (head.length === 0) return undefined;
  const [bytes, text] = [head.subarray(0, 16).toString('hex'), head.subarray(0, 1024).toString('utf8')];
  const [, what, then] =
    BYTES.find(([beginnings]) => beginnings.split(' ').some((each) => bytes.startsWith(each))) ??
    WORDS.find(([pattern]) => pattern.test(text.replace(/^\ufeff/, ''))) ??
    [];
  if (what !== undefined) return `is ${what} and no CSV: ${then}`;
  if (isWide) return undefined;
  const zero = head.indexOf(0);
  if (zero < 0) return undefined;
  const line = 1 + lineEnds(head.subarray(0, zero));
  return `is no text: there is a zero byte on line ${line}; ${AS_CSV}`;
}
