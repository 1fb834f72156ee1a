// Groups of records as text for people: a row for each group, a row for all of them, and on a terminal bars for the
// first number.
import { counted } from '../../contract/words.ts';
import { barTable } from './bar-table.ts';
import { formatNumber } from './format-number.ts';
import { columnsOf, type GroupAnswer } from './group-columns.ts';
import { GAP } from './table.ts';
import type { Terminal } from './terminal.ts';

export function groupTable(answer: GroupAnswer, terminal: Terminal): string {
  if (answer.data.length === 0) return terminal.dim(footer(answer, []));
  const { lines, omitted } = barTable(columnsOf(answer), terminal);
  return [...lines, terminal.dim(footer(answer, omitted))].join('\n');
}

type Page = { readonly data: readonly unknown[]; readonly meta: GroupAnswer['meta'] };

/** Which part of all it is, and the columns without room. */
export function footer({ data, meta: { offset, total } }: Page, omitted: readonly string[], one = 'group'): string {
  const range = data.length === 0 ? '0' : `${formatNumber(offset + 1)}–${formatNumber(offset + data.length)}`;
  const more = omitted.length > 0 ? `; no room for ${omitted.join(', ')} (--json has all)` : '';
  return `${range} of ${counted(total, one)}${more}`;
}

/** The measures of all records, where there are no groups: in one line, or one line for each where that is too long. */
export function measuresText(answer: GroupAnswer, { width, bold }: Terminal): string {
  const pairs = columnsOf(answer).map(({ name, cells: [value = ''] }) => [name, value] as const);
  const line = pairs.map(([name, value]) => `${bold(name)} ${value}`.trimEnd()).join(GAP);
  if (Bun.stringWidth(line) <= width) return line;
  const longest = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${bold(name.padEnd(longest))}${GAP}${value}`.trimEnd()).join('\n');
}
