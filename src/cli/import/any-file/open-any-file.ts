// Opens a CSV that is not ours: recognises its form from its beginning, and reads its rows that way. A value that does
// not fit later on is a fault of its row.
import { targetText } from '../../../contract/formats/column-target.ts';
import { csvReader } from '../../../contract/formats/csv-rows.ts';
import { ROW_BYTES } from '../../../contract/limits.ts';
import type { NamedRow } from '../../../jobs/import/named-file.ts';
import { CommandError } from '../../options/exit-codes.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { blocksOf, tooLong } from '../blocks.ts';
import type { DataFile } from '../files.ts';
import type { Head } from '../head.ts';
import { type OpenFile, orFaults, type Recognised } from '../open-file.ts';
import { brokenRow, decoded } from '../own-rows.ts';
import { isExplanation } from '../template.ts';
import { cellReader, type ReadCells } from './cell-values.ts';
import { encodingOf, inUtf8 } from './encoding.ts';
import { candidatesText } from './encoding-candidates.ts';
import { noTable } from './no-table.ts';
import type { ReadingOptions } from './reading-options.ts';
import { recognise, type TableReading } from './recognise.ts';
import { wordCounter } from './words.ts';

export const NO_OPTIONS: ReadingOptions = {
  columns: new Map(),
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
  return openRecognised(place, { encoding, delimiter }, reading, options, rowsIn);

  async function* rowsIn(read: ReadCells, onRead: (bytes: number) => void): AsyncGenerator<NamedRow[]> {
    const cells = csvReader(decoded, delimiter);
    const fields = columns.map(({ target }) => target?.field);
    const bytes = lineFed(inUtf8(counting(source.open(), onRead), encoding, path));
    let isFirst = true;
    for await (const block of blocksOf(bytes, path, () => undefined)) {
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
  where: Pick<Recognised, 'encoding' | 'delimiter' | 'sheet' | 'otherSheets'>,
  reading: TableReading,
  options: ReadingOptions,
  rowsOf: (read: ReadCells, onRead: (bytes: number) => void) => AsyncGenerator<NamedRow[]>,
): OpenFile {
  const { columns, headerLine, dateFormats, hasTimes, decimal } = reading;
  const { source } = options;
  let words = wordCounter();
  return {
    ...place,
    recognised: {
      ...where,
      headerLine: options.header ? 0 : headerLine,
      dateFormats,
      hasTimes,
      decimal,
      columns: columns.flatMap(({ name, target }) => (target ? [[name, targetText(target)] as const] : [])),
      ignored: columns.flatMap(({ name, target }) => (target || name === '' ? [] : [name])),
    },
    references: columns.flatMap(({ target }) =>
      target?.by ? [{ field: target.field, target: target.field.target!, by: target.by, source }] : [],
    ),
    source: columns.some(({ target }) => target?.isSourceId) ? source : undefined,
    unknownWords: () => words.unknown(),
    rows(onRead) {
      words = wordCounter();
      return rowsOf(cellReader(place.resource, reading, options, words.count), onRead);
    },
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

async function* counting(
  bytes: AsyncIterable<Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const some of bytes) {
    read += some.length;
    onRead(read);
    yield some;
  }
}
