// Groups of records as text for people: a row for each group, a row for all of them, and on a terminal bars for the first number.
import { counted } from '../../contract/words.ts';
import { barsOf } from './bars.ts';
import { formatNumber } from './format-number.ts';
import { type Answer, type Column, columnsOf } from './group-columns.ts';
import { GAP, padded, shortened } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Columns that bars should have, and with fewer than how many there are none. */
const BAR = { good: 24, least: 8 };
/** Headings that take much space are broken into lines of about this width; no group is cut to less. */
const [HEADING, NARROW] = [16, 8];

export function groupTable(answer: Answer, terminal: Terminal): string {
  const { data } = answer;
  const { bold, dim } = terminal;
  if (data.length === 0) return dim(footer(answer, []));
  const { columns, omitted } = fitting(columnsOf(answer), terminal.width);
  const bars = barColumn(columns, terminal);
  const row = (cellOf: (column: Placed) => string | undefined, bar = '') =>
    [...columns.map((column) => padded(cellOf(column) ?? '', column)), bar].join(GAP).trimEnd();
  const height = Math.max(...columns.map(({ heading }) => heading.length));
  const headings = Array.from({ length: height }, (_, line) => {
    const above = height - line;
    return row(({ heading }) => heading.at(-above), above === 1 ? bars.heading : '');
  });
  return [
    ...headings.map(bold),
    ...data.map((_, at) => row(({ cells }) => cells[at], bars.cells[at])),
    dim(row(({ total }) => total)),
    dim(footer(answer, omitted)),
  ].join('\n');
}

function footer({ data, meta: { offset, total } }: Answer, omitted: readonly string[]): string {
  const range = data.length === 0 ? '0' : `${formatNumber(offset + 1)}–${formatNumber(offset + data.length)}`;
  const more = omitted.length > 0 ? `; no room for ${omitted.join(', ')} (--json has all)` : '';
  return `${range} of ${counted(total, 'group')}${more}`;
}

/** The measures of all records, where there are no groups: in one line, or one line for each where that is too long. */
export function measuresText(answer: Answer, { width, bold }: Terminal): string {
  const pairs = columnsOf(answer).map(({ name, cells: [value = ''] }) => [name, value] as const);
  const line = pairs.map(([name, value]) => `${bold(name)} ${value}`.trimEnd()).join(GAP);
  if (Bun.stringWidth(line) <= width) return line;
  const longest = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${bold(name.padEnd(longest))}${GAP}${value}`.trimEnd()).join('\n');
}

type Placed = Column & { readonly heading: readonly string[]; width: number };

/** The columns with the widths they have on a terminal, and the names of those for which it has no room. Bars give way to names. */
function fitting(columns: readonly Column[], width: number): { columns: Placed[]; omitted: string[] } {
  const whole = columns.map((column) => placed(column, [column.name]));
  const folded = columns.map((column) => placed(column, brokenLines(column)));
  const leaves = (room: number, some: readonly Placed[]) => widthOf(some) + room <= width;
  if (leaves(GAP.length + BAR.good, whole)) return { columns: whole, omitted: [] };
  if (leaves(GAP.length + BAR.least, folded)) return { columns: folded, omitted: [] };
  if (leaves(0, whole)) return { columns: whole, omitted: [] };
  const shown = [...folded];
  while (widthOf(shown, NARROW) > width && shown.at(-2)?.isMeasure) shown.pop();
  narrow(shown, width);
  return { columns: shown, omitted: folded.slice(shown.length).map(({ name }) => name) };
}

function placed(column: Column, heading: readonly string[]): Placed {
  const texts = [...heading, ...column.cells, column.total];
  return { ...column, heading, width: Math.max(...texts.map((text) => Bun.stringWidth(text))) };
}

/** `most`: how wide columns are at most that may be cut. */
const widthOf = (columns: readonly Placed[], most = Number.POSITIVE_INFINITY): number =>
  columns.reduce(
    (sum, column) => sum + (isCut(column) ? Math.min(column.width, most) : column.width) + GAP.length,
    -GAP.length,
  );

/** Numbers are never cut. */
const isCut = ({ isMeasure, right }: Column): boolean => !isMeasure && !right;

/** A name in lines, broken behind its signs: `avg(days(applied_on,` and `stage_entered_on))`. */
function brokenLines({ name, cells }: Column): string[] {
  const most = Math.max(HEADING, ...cells.map((cell) => Bun.stringWidth(cell)));
  const lines: string[] = [];
  for (const part of name.match(/[^(,.]+[(,.]?/g) ?? [name]) {
    const last = lines.at(-1);
    if (last === undefined || last.length + part.length > most) lines.push(part);
    else lines.splice(-1, 1, last + part);
  }
  return lines;
}

/** Makes the widest columns that may be cut narrower, until all fit. */
function narrow(columns: readonly Placed[], width: number): void {
  for (let over = widthOf(columns) - width; over > 0; over = widthOf(columns) - width) {
    const [widest, next] = columns.filter(isCut).toSorted((a, b) => b.width - a.width);
    if (!widest || widest.width <= NARROW) return;
    widest.width = Math.max(NARROW, widest.width - over, Math.min(next?.width ?? 0, widest.width - 1));
  }
}

/** The bars of the first measure that is a number, where a terminal has room for them. */
function barColumn(columns: readonly Placed[], { width, hasBlocks }: Terminal) {
  const numbers = columns.filter(({ isMeasure, numbers }) => isMeasure && numbers);
  const [first] = numbers;
  const room = width - widthOf(columns) - GAP.length;
  if (!first?.numbers || width === Number.POSITIVE_INFINITY || room < BAR.least) return { heading: '', cells: [] };
  const bar = barsOf(first.numbers, room, hasBlocks);
  // With several measures it has to be said whose bars they are.
  return { heading: numbers.length > 1 ? shortened(first.name, room) : '', cells: first.numbers.map(bar) };
}
