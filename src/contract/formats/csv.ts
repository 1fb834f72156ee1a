// Values as cells of CSV (RFC 4180), and back. A missing value is an empty cell, and an empty text is a quoted empty
// cell. A text that a spreadsheet would take for a formula gets an apostrophe in front.
import type { Value } from '../../catalogue/kinds.ts';

export const LINE_END = '\r\n';

/** Spreadsheets take these characters for the start of a formula, in full width too. A text with apostrophes before one
 * gets another apostrophe, so that reading can remove exactly one. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** The text with an apostrophe in front where a spreadsheet would take it for a formula. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const unguarded = (text: string): string => (text.startsWith("'") && GUARDED.test(text) ? text.slice(1) : text);

export function csvCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (value === '') return '""';
  const text = guarded(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(values: readonly Value[]): string {
  let line = '';
  for (let i = 0; i < values.length; i++) line += i === 0 ? csvCell(values[i]!) : `,${csvCell(values[i]!)}`;
  return line + LINE_END;
}
