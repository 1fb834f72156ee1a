// The table in a file: the delimiter between its cells, the place of its header, and the rows below it.
import { type CsvRow, csvReader } from '../../../contract/formats/csv-rows.ts';
import { readingsOf } from '../../../contract/formats/date-text.ts';
import { decimalOf, plainNumber } from '../../../contract/formats/number-text.ts';
import { DELIMITERS, type ReadingOptions } from './reading-options.ts';

export type Table = {
  readonly header: CsvRow;
  /** How many names of the header are known. */
  readonly known: number;
  readonly body: readonly CsvRow[];
  /** Of a text. */
  readonly delimiter?: string;
};

/** The beginning of a file: whole lines of a text, or rows of a sheet. */
export type Sample = string | readonly CsvRow[];

/** Whether a column of that name can be read. */
type IsKnown = (name: string) => boolean;

/** The header is looked for in this many rows. */
const HEADER_WITHIN = 30;
/** The delimiter is told from this many rows. */
const FIRST_ROWS = 200;

function tableOf(sample: Sample, options: ReadingOptions, isKnown: IsKnown): Table | undefined {
  const knownIn = ({ cells }: CsvRow) => cells.filter((cell) => cell !== null && isKnown(cell)).length;
  if (typeof sample !== 'string') return belowHeader(sample, options, knownIn);
  const first = sample.slice(0, placeOfLine(sample, FIRST_ROWS));
  const delimiter = options.delimiter ?? delimiterOf(first, knownIn, options.header?.length);
  const table = belowHeader(csvReader(undefined, delimiter).take(sample, true), options, knownIn);
  return table && { delimiter, ...table };
}

function belowHeader(
  rows: readonly CsvRow[],
  { header: names, skipLines }: ReadingOptions,
  knownIn: (row: CsvRow) => number,
): Table | undefined {
  const after = rows.findIndex(({ line }) => line > (skipLines ?? 0));
  if (names) {
    const header = { line: skipLines ?? 0, lines: 0, cells: [...names] };
    return { header, known: knownIn(header), body: after < 0 ? [] : rows.slice(after) };
  }
  const at = skipLines === undefined ? headerOf(rows, knownIn) : after;
  const header = rows[at];
  return header && { header, known: knownIn(header), body: rows.slice(at + 1) };
}

function placeOfLine(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return text.length;
  }
  return at + 1;
}

/** The delimiter with most known names of columns. Where several have as many, as in files with one column, the one
 * with which most rows are as wide as the header; `given` is the width where there is no header. Where no name is
 * known, the one with which most rows are equally wide. */
function delimiterOf(text: string, knownIn: (row: CsvRow) => number, given: number | undefined): string {
  const scores = Object.values(DELIMITERS).map((delimiter) => {
    const rows = csvReader(undefined, delimiter).take(text, true);
    const widths = new Map<number, number>();
    for (const { cells, fault } of rows)
      if (!fault && cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    const found = given === undefined ? rows.slice(0, HEADER_WITHIN).map(knownIn) : [];
    const known = Math.max(0, ...found);
    const width = given ?? (known > 0 ? rows[found.indexOf(known)]!.cells.length : 0);
    const fitting = rows.filter(({ cells }) => cells.length === width).length;
    const even = Math.max(0, ...[...widths].map(([width, count]) => (width - 1) * count * count)) / (rows.length || 1);
    return { delimiter, known, fitting, even };
  });
  scores.sort((one, other) => other.known - one.known || other.fitting - one.fitting || other.even - one.even);
  return scores[0]!.delimiter;
}

/** The first row with the most known names. Where none is known: the first that is as wide as most. */
function headerOf(rows: readonly CsvRow[], knownIn: (row: CsvRow) => number): number {
  const first = rows.slice(0, HEADER_WITHIN);
  const known = first.map(knownIn);
  const most = Math.max(...known);
  if (most > 0) return known.indexOf(most);
  const filled = first.map(({ cells }) => cells.filter((cell) => cell !== null && cell.trim() !== '').length);
  return filled.indexOf(Math.max(...filled));
}

/** `undefined` where there is no header. A row that has no name that is known, and a value like those below it, is
 * none: `fault` is told. */
export function tableIn(
  sample: Sample,
  isKnown: IsKnown,
  options: ReadingOptions,
  fault: (line: number, text: string) => void,
): Table | undefined {
  const table = tableOf(sample, options, isKnown);
  if (!table || table.known > 0 || options.header !== undefined || options.skipLines !== undefined) return table;
  const { line, cells } = table.header;
  const at = cells.findIndex((cell, column) => {
    const shape = shapeOf(cell?.trim() ?? '');
    const below = [...textsOf(table.body.slice(0, FIRST_ROWS), column)];
    return shape !== undefined && below.length > 0 && below.every(({ text }) => shapeOf(text) === shape);
  });
  if (at < 0) return table;
  const value = JSON.stringify(plainNumber(cells[at]!.trim()));
  fault(
    line,
    `this is a row of data (${value} is like what is below it) and no header: name the ${cells.length} columns with --header NAME,NAME,…; if it is the header, give --skip-lines ${line - 1}`,
  );
  return undefined;
}

/** Texts that are never a name of a column. */
function shapeOf(text: string): string | undefined {
  if (readingsOf(text).length > 0) return 'date';
  if (decimalOf(text) !== undefined) return 'number';
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) return 'e-mail';
  return /^[A-Za-z]{1,4}[-_]?\d{2,}$/.test(text) ? 'code' : undefined;
}

export type Seen = { readonly line: number; readonly text: string };

/** The texts of a column that are not empty. */
export function* textsOf(body: readonly CsvRow[], column: number): Generator<Seen> {
  for (const { line, cells } of body) {
    const text = cells[column]?.trim();
    if (text) yield { line, text };
  }
}
