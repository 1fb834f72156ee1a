// Opens a CSV that is not ours: tells from its beginning how it is written, and reads its rows that way. What does not fit later
// on is a fault of its row.
import { targetText } from '../../../contract/formats/column-target.ts';
import { type CsvRow, csvReader } from '../../../contract/formats/csv-rows.ts';
import { ROW_BYTES } from '../../../contract/limits.ts';
import type { NamedReference, NamedRow } from '../../../jobs/import/named-file.ts';
import { CommandError } from '../../options/exit-codes.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { blocksOf, tooLong } from '../blocks.ts';
import type { DataFile } from '../files.ts';
import type { HeadReader } from '../head.ts';
import type { OpenFile } from '../open-file.ts';
import { brokenRow, decoded } from '../own-rows.ts';
import { isExplanation } from '../template.ts';
import { cellReader } from './cell-values.ts';
import type { Column } from './columns.ts';
import { encodingOf, inUtf8 } from './encoding.ts';
import { candidatesText } from './encoding-candidates.ts';
import { noTable } from './no-table.ts';
import type { ReadingOptions } from './reading-options.ts';
import { type Reading, recognise, type TableReading } from './recognise.ts';
import { wordCounter } from './words.ts';

/** How much of a file is looked at to tell how it is written. */
const SAMPLE = 4 << 20;

export const NOTHING_SAID: ReadingOptions = {
  columns: new Map(),
  values: new Map(),
  defaults: new Map(),
  ignoreUnknown: false,
};

export async function openAnyFile(
  { resource, path, isPartial = false }: DataFile,
  said: ReadingOptions = NOTHING_SAID,
  reader: HeadReader,
): Promise<OpenFile> {
  const options: ReadingOptions = { ...said, isPartial };
  const { encoding, text } = await sampleOf(path, options, reader);
  const reading = readingOf(text);
  const bytes = reader.source();
  let words = wordCounter();
  return {
    resource,
    path,
    recognised: { encoding, delimiter: reading.delimiter, ...recognisedIn(reading, options) },
    references: referencesIn(reading.columns, options),
    source: sourceIn(reading.columns, options),
    isRepeatable: bytes.isRepeatable,
    unknownWords: () => words.unknown(),
    rows: (onRead) => rowsIn(counting(bytes.open(), onRead), encoding),
  };

  function readingOf(sample: string): Reading {
    const faults: string[] = [];
    const fault = (line: number, each: string) => void faults.push(`${path}, line ${line}: ${escapeControls(each)}.`);
    const found = recognise(resource, sample, options, fault);
    if (faults.length > 0) throw new CommandError('invalid', faults.join('\n'));
    return found ?? noHeader(path, options);
  }

  async function* rowsIn(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<NamedRow[]> {
    const { delimiter, headerLine, columns } = reading;
    const cells = csvReader(decoded, delimiter);
    words = wordCounter();
    const read = cellReader(resource, reading, options, words.count);
    const fields = columns.map(({ target }) => target?.field);
    let isFirst = true;
    for await (const block of blocksOf(lineFed(inUtf8(bytes, encoding, path)), path, () => undefined)) {
      const rows: NamedRow[] = [];
      for (const row of cells.take(block.text, block.isLast)) {
        if (row.line <= headerLine) continue;
        const wrong = brokenRow(block.broken, row);
        if (wrong) rows.push(wrong);
        else if (!isFirst || !isExplanation(fields, row.cells)) rows.push(...readRow(row));
        isFirst = false;
      }
      const waiting = cells.waiting();
      if (waiting.length > ROW_BYTES) throw tooLong(path, waiting.line);
      yield rows;
    }

    function readRow({ line, cells }: CsvRow): NamedRow[] {
      const row = read(cells);
      return row ? [{ line, ...row }] : [];
    }
  }
}

/** The beginning of a file as text: whole lines. */
export async function sampleOf(
  path: string,
  options: ReadingOptions,
  reader: HeadReader,
): Promise<{ encoding: string; text: string }> {
  const { bytes, isWhole } = await reader.first(SAMPLE);
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

export const referencesIn = (columns: readonly Column[], { source }: ReadingOptions): NamedReference[] =>
  columns.flatMap(({ target }) =>
    target?.by ? [{ field: target.field, target: target.field.target!, by: target.by, source }] : [],
  );

/** Whose ids the rows have, where they have some. */
export const sourceIn = (columns: readonly Column[], { source }: ReadingOptions): string | undefined =>
  columns.some(({ target }) => target?.isSourceId) ? source : undefined;

export function recognisedIn(
  { columns, headerLine, dateFormats, hasTimes, decimal }: TableReading,
  { header }: ReadingOptions,
) {
  return {
    headerLine: header ? 0 : headerLine,
    dateFormats,
    hasTimes,
    decimal,
    columns: columns.flatMap(({ name, target }) => (target ? [[name, targetText(target)] as const] : [])),
    ignored: columns.flatMap(({ name, target }) => (target || name === '' ? [] : [name])),
  };
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
