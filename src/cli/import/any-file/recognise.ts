// Tells from the beginning of a file how it is written: the delimiter, where its header is, which columns it has, and how its
// dates and numbers are to be read. What can be read in two ways is asked for, never guessed.
import type { Resource } from '../../../catalogue/resource.ts';
import { type CsvRow, csvReader } from '../../../contract/formats/csv-rows.ts';
import { bothReadings, dayFirstIn, isDoubtful, readingsOf } from '../../../contract/formats/date-text.ts';
import { type Decimal, decimalOf, readNumber } from '../../../contract/formats/number-text.ts';
import { type Column, columnsOf, targetFinder } from './columns.ts';
import type { ReadingOptions } from './reading-options.ts';

/** How the rows of a table are to be read, whatever it is a file of. */
export type TableReading = {
  readonly headerLine: number;
  readonly columns: readonly Column[];
  /** Whether the day stands first in dates such as 03/04/2025, by column; `undefined` where the file does not tell. */
  readonly dayFirst: readonly (boolean | undefined)[];
  readonly decimal: Decimal | undefined;
  /** The formats of dates that were found. */
  readonly dateFormats: readonly string[];
};

export type Reading = TableReading & { readonly delimiter: string };

const DELIMITERS = [',', ';', '\t', '|'];
/** The header is looked for in this many rows. */
const HEADER_WITHIN = 30;
/** The delimiter is told from this many rows. */
const FIRST_ROWS = 200;

/** `sample`: whole lines from the beginning of the file. `fault` gets each mistake with its line. */
export function recognise(
  resource: Resource,
  sample: string,
  options: ReadingOptions,
  fault: (line: number, text: string) => void,
): Reading | undefined {
  const find = targetFinder(resource, options);
  const knownIn = ({ cells }: CsvRow) => cells.filter((cell) => cell !== null && find(cell)).length;
  const first = sample.slice(0, placeOfLine(sample, FIRST_ROWS));
  const delimiter = options.delimiter ?? delimiterOf(first, knownIn);
  const rows = csvReader(undefined, delimiter).take(sample, true);
  const found = recogniseRows(resource, rows, options, fault);
  return found && { delimiter, ...found };
}

/** The same from rows of cells. */
export function recogniseRows(
  resource: Resource,
  rows: readonly CsvRow[],
  options: ReadingOptions,
  fault: (line: number, text: string) => void,
): TableReading | undefined {
  const find = targetFinder(resource, options);
  const knownIn = ({ cells }: CsvRow) => cells.filter((cell) => cell !== null && find(cell)).length;
  const at = headerOf(rows, options.skipLines, knownIn);
  const header = rows[at];
  if (!header) return undefined;
  const columns = columnsOf(resource, header.cells, options, (text) => fault(header.line, text));
  const body = rows.slice(at + 1);
  return {
    headerLine: header.line,
    columns,
    ...datesOf(columns, body, options, fault),
    decimal: decimalIn(columns, body, options, fault),
  };
}

function placeOfLine(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return text.length;
  }
  return at + 1;
}

/** The one with which most names of columns are known. Where that is not one alone, as in files with one column, the one with which
 * most rows are as wide as the header. Where no name is known, the one with which most rows are equally wide. */
function delimiterOf(text: string, knownIn: (row: CsvRow) => number): string {
  const scores = DELIMITERS.map((delimiter) => {
    const rows = csvReader(undefined, delimiter).take(text, true);
    const widths = new Map<number, number>();
    for (const { cells, fault } of rows)
      if (!fault && cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    const found = rows.slice(0, HEADER_WITHIN).map(knownIn);
    const known = Math.max(0, ...found);
    const width = known > 0 ? rows[found.indexOf(known)]!.cells.length : 0;
    const fitting = rows.filter(({ cells }) => cells.length === width).length;
    const even = Math.max(0, ...[...widths].map(([width, count]) => (width - 1) * count * count)) / (rows.length || 1);
    return { delimiter, known, fitting, even };
  });
  scores.sort((one, other) => other.known - one.known || other.fitting - one.fitting || other.even - one.even);
  return scores[0]!.delimiter;
}

/** The first row with the most known names. Where none is known: the first that is as wide as most. */
function headerOf(rows: readonly CsvRow[], skipLines: number | undefined, knownIn: (row: CsvRow) => number): number {
  if (skipLines !== undefined) return rows.findIndex(({ line }) => line > skipLines);
  const first = rows.slice(0, HEADER_WITHIN);
  const known = first.map(knownIn);
  const most = Math.max(...known);
  if (most > 0) return known.indexOf(most);
  const filled = first.map(({ cells }) => cells.filter((cell) => cell !== null && cell.trim() !== '').length);
  return filled.indexOf(Math.max(...filled));
}

type Seen = { readonly line: number; readonly text: string };

function* textsOf(body: readonly CsvRow[], column: number): Generator<Seen> {
  for (const { line, cells } of body) {
    const text = cells[column]?.trim();
    if (text) yield { line, text };
  }
}

function datesOf(
  columns: readonly Column[],
  body: readonly CsvRow[],
  options: ReadingOptions,
  fault: (line: number, text: string) => void,
): Pick<Reading, 'dayFirst' | 'dateFormats'> {
  const formats = new Set<string>();
  const found = columns.map(({ target }, column) => {
    if (target?.field.kindName !== 'date' || options.dateFormat) return undefined;
    const orders = new Set<boolean>();
    let doubtful: Seen | undefined;
    for (const seen of textsOf(body, column)) {
      const readings = readingsOf(seen.text);
      const order = dayFirstIn(readings);
      if (order !== undefined) orders.add(order);
      else if (isDoubtful(readings)) doubtful ??= seen;
      if (readings.length === 1) formats.add(readings[0]!.format.text);
    }
    return { orders, doubtful };
  });
  const ofFile = new Set(found.flatMap((each) => [...(each?.orders ?? [])]));
  const dayFirst = found.map((each, column) => {
    if (!each) return undefined;
    const orders = each.orders.size > 0 ? each.orders : ofFile;
    if (orders.size === 1) return [...orders][0];
    const { doubtful } = each;
    if (doubtful)
      fault(
        doubtful.line,
        `the column ${JSON.stringify(columns[column]!.name)} has ${JSON.stringify(doubtful.text)}, which is ${bothReadings(readingsOf(doubtful.text))}: give the one that is meant`,
      );
    return undefined;
  });
  return { dayFirst, dateFormats: options.dateFormat ? [options.dateFormat.text] : [...formats].sort() };
}

function decimalIn(
  columns: readonly Column[],
  body: readonly CsvRow[],
  options: ReadingOptions,
  fault: (line: number, text: string) => void,
): Decimal | undefined {
  if (options.decimal) return options.decimal;
  const styles = new Set<Decimal>();
  let doubtful: (Seen & { readonly column: string }) | undefined;
  for (const [i, { name, target }] of columns.entries()) {
    if (!target || target.by || target.field.kind.schema.type === 'string') continue;
    for (const seen of textsOf(body, i)) {
      const style = options.values.get(target.field.name)?.has(seen.text) ? undefined : decimalOf(seen.text);
      if (style === 'both') doubtful ??= { ...seen, column: name };
      else if (style === 'comma' || style === 'point') styles.add(style);
    }
  }
  if (styles.size === 1) return [...styles][0];
  if (!doubtful) return undefined;
  const { line, text, column } = doubtful;
  const as = (decimal: Decimal) => `${readNumber(text, decimal)} (--decimal ${decimal})`;
  fault(
    line,
    `the column ${JSON.stringify(column)} has ${JSON.stringify(text)}, which is ${as('comma')} or ${as('point')}: give the one that is meant`,
  );
  return undefined;
}
