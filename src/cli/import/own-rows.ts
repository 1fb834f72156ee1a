// The rows of files in our own formats: NDJSON, and CSV whose header has just our names. Both are read strictly, so
// that an export comes back byte for byte.
import type { Field, Resource } from '../../catalogue/resource.ts';
import { type CsvRow, csvReader } from '../../contract/formats/csv-rows.ts';
import { formatsToAsk, readingsOf } from '../../contract/formats/date-text.ts';
import { type ImportRow, importRows, isNeeded } from '../../contract/formats/import-row.ts';
import { decimalOf } from '../../contract/formats/number-text.ts';
import { ROW_BYTES } from '../../contract/limits.ts';
import type { NumberedRow } from '../../jobs/import/row-checker.ts';
import { CommandError } from '../options/exit-codes.ts';
import { escapeControls } from '../terminal/terminal.ts';
import { type Block, tooLong } from './blocks.ts';
import type { DataFile } from './files.ts';
import { isExplanation } from './template.ts';

const NOT_UTF8 = {
  type: 'string_unicode',
  loc: ['row'],
  msg: 'Input should be UTF-8, but has bytes that are not; give --encoding where the file is in another one',
} as const;

export function jsonRows({ resource, isPartial }: DataFile): (block: Block) => NumberedRow[] {
  const { fromJson } = importRows(resource, { isPartial });
  let line = 0;
  return ({ text, broken }) => {
    const rows: NumberedRow[] = [];
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    for (const each of lines) {
      line += 1;
      const record = decoded(each);
      if (broken.has(line)) rows.push({ line, values: {}, faults: [NOT_UTF8] });
      else if (record !== '' && record.trim() !== '') rows.push(placed(line, fromJson(record)));
    }
    return rows;
  };
}

export function csvRows({ resource, path, isPartial }: DataFile): (block: Block) => NumberedRow[] {
  const { fromCells } = importRows(resource, { isPartial });
  const reader = csvReader(decoded);
  let header: readonly Field[] | undefined;
  let isFirst = true;
  return ({ text, isLast, broken }) => {
    const rows: NumberedRow[] = [];
    for (const row of reader.take(text, isLast)) {
      const { line, cells } = row;
      if (!header) {
        header = headerOf(resource, cells, `${path}, line ${line}`, isPartial);
        continue;
      }
      const wrong = brokenRow(broken, row);
      if (wrong) rows.push(wrong);
      else if (!isFirst || !isExplanation(header, cells))
        rows.push(hinted(resource, placed(line, fromCells(header, cells))));
      isFirst = false;
    }
    const waiting = reader.waiting();
    if (waiting.length > ROW_BYTES) throw tooLong(path, waiting.line);
    if (isLast && !header) throw new CommandError('invalid', `${path} is empty: not even a header is there.`);
    return rows;
  };
}

export function brokenRow(broken: ReadonlySet<number>, { line, lines, fault }: CsvRow): NumberedRow | undefined {
  if (broken.size > 0 && anyOf(broken, line, lines)) return { line, values: {}, faults: [NOT_UTF8] };
  return fault ? { line, values: {}, faults: [{ type: 'csv_invalid', loc: ['row'], msg: fault }] } : undefined;
}

/** A file with our own header may still have the dates and numbers of other systems. */
export function hinted({ fields }: Resource, row: NumberedRow): NumberedRow {
  if (row.faults.length === 0) return row;
  const faults = row.faults.map((fault) => {
    const text = typeof fault.input === 'string' ? fault.input.trim() : '';
    const isDate = fields.find(({ name }) => name === fault.loc[1])?.kindName === 'date';
    if (
      isDate &&
      fault.type === 'string_pattern_mismatch' &&
      (readingsOf(text).length > 0 || formatsToAsk([text]).length > 0)
    )
      return { ...fault, msg: `${fault.msg}; give --date-format where dates are written otherwise` };
    if (/^(?:int|float)_type$/.test(fault.type) && decimalOf(text) !== undefined)
      return { ...fault, msg: `${fault.msg}; give --decimal where numbers are written otherwise` };
    return fault;
  });
  return { ...row, faults };
}

const placed = (line: number, { values, faults }: ImportRow): NumberedRow => ({ line, values, faults });

const BEYOND_ASCII = /[\x80-\xff]/;

/**
 * One character beyond Latin-1 doubles the memory of a whole string and of all its parts. So values are decoded one by
 * one, and not the block as a whole.
 */
export const decoded = (bytes: string): string =>
  BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;

const anyOf = (broken: ReadonlySet<number>, line: number, lines: number): boolean => {
  for (let i = 0; i < lines; i++) if (broken.has(line + i)) return true;
  return false;
};

/** Whether every column has the name of a field, exactly. */
export const areOwnNames = ({ fields }: Resource, cells: readonly unknown[]): boolean =>
  cells.every((cell) => fields.some(({ name }) => name === cell));

/** The field of each column. A header that does not fit the resource ends the import, because no row could be read. */
export function headerOf(
  resource: Resource,
  cells: readonly (string | null)[],
  where: string,
  isPartial = false,
): Field[] {
  const header = cells.map((cell) => resource.fields.find(({ name }) => name === cell)!);
  const twice = new Set(header.filter((field, i) => header.indexOf(field) !== i));
  const missing = resource.fields.filter((field) => isNeeded(field) && !header.includes(field));
  const faults = [...twice].map(({ name }) => `the column ${name} is there twice`);
  if (missing.length > 0 && !isPartial)
    faults.push(`every row needs ${missing.map(({ name }) => name).join(', ')}, but there is no such column`);
  if (faults.length > 0)
    throw new CommandError('invalid', faults.map((fault) => `${where}: ${escapeControls(fault)}.`).join('\n'));
  return header;
}
