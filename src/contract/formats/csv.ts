// Records as CSV by RFC 4180, and back: what is written here is read here. A missing value is an empty cell, an empty text
// is a quoted one; a text that a spreadsheet would take for a formula has an apostrophe in front.
import type { Value } from '../../catalogue/kinds.ts';

export const LINE_END = '\r\n';

/** What makes spreadsheets calculate, full-width forms included. Apostrophes before it count, so that one can be taken away. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A text that no spreadsheet takes for a formula. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that was guarded; any other is as it is. */
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

/** The text of a cell, quotes already undone; `null` when it is missing. Which texts are numbers is for the field to say. */
export const cellText = (text: string, wasQuoted: boolean): string | null =>
  text === '' && !wasQuoted ? null : unguarded(text);
