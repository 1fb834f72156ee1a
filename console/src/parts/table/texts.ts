// Cells as texts: those of records, and several as lines with tabs or as a table of HTML.
import type { DataRecord } from '../../data/records.ts';
import type { Column } from './column.ts';

export const textsOf = (columns: readonly Column[], records: readonly DataRecord[]): string[][] =>
  records.map((record) => columns.map(({ text }) => text?.(record) ?? ''));

export type Texts = readonly (readonly string[])[];

/** A cell with a tab, a line end or a quote is in quotes, as spreadsheets read and write it. */
const cell = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const tabbed = (rows: Texts): string => rows.map((cells) => cells.map(cell).join('\t')).join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

export const htmlTable = (rows: Texts): string =>
  `<table>${rows.map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`).join('')}</table>`;
