// Columns as a table that fits the width of a terminal, with bars for the first number where there is room.
import { fillRow, GAP, narrow, shortened, widthOf } from './table.ts';
import type { Terminal } from './terminal.ts';

export type Column = {
  readonly name: string;
  readonly cells: readonly string[];
  /** Of all records. Without it in any column there is no such row. */
  readonly total?: string;
  readonly right: boolean;
  readonly isMeasure: boolean;
  /** Where it is a column of numbers. */
  readonly numbers?: readonly (number | null)[];
  /** Its texts are never cut. */
  readonly isShort?: true;
  /** The last character of its cells is a mark or a space, which is no part of the number. */
  readonly hasMarks?: boolean;
};

/** Columns that bars should have, and with fewer than how many there are none. */
const BAR = { good: 24, least: 8 };
/** Headings that take much space are broken into lines of about this width, those of words into shorter ones. */
const HEADING = { names: 16, words: 8 };
/** No group is cut to less. */
const NARROW = 8;

/** `omitted`: the names of columns for which there is no room. */
export function barTable(all: readonly Column[], terminal: Terminal): { lines: string[]; omitted: string[] } {
  const { columns, omitted } = fitting(all, terminal.width);
  const bars = barColumn(columns, terminal);
  const row = (cellOf: (column: Placed) => string | undefined, bar = '') => fillRow(columns, cellOf, bar);
  const height = Math.max(...columns.map(({ heading }) => heading.length));
  const headings = Array.from({ length: height }, (_, line) => {
    const above = height - line;
    return row(({ heading }) => heading.at(-above), above === 1 ? bars.heading : '');
  });
  const rows = columns[0]?.cells.map((_, at) => row(({ cells }) => cells[at], bars.cells[at])) ?? [];
  const hasTotal = columns.some(({ total }) => total !== undefined);
  const totals = hasTotal ? [terminal.dim(row(({ total }) => total))] : [];
  return { lines: [...headings.map(terminal.bold), ...rows, ...totals], omitted };
}

type Placed = Column & { readonly heading: readonly string[]; readonly least: number; width: number };

/** The columns with the widths they have on a terminal, and the names of those for which it has no room. Bars give way
 * to names. */
function fitting(columns: readonly Column[], width: number): { columns: Placed[]; omitted: string[] } {
  const whole = columns.map((column) => placed(column, [column.name]));
  const folded = columns.map((column) => placed(column, brokenLines(column)));
  const leaves = (room: number, some: readonly Placed[]) => widthOf(some) + room <= width;
  if (leaves(GAP.length + BAR.good, whole)) return { columns: whole, omitted: [] };
  if (leaves(GAP.length + BAR.least, folded)) return { columns: folded, omitted: [] };
  if (leaves(0, whole)) return { columns: whole, omitted: [] };
  const shown = [...folded];
  while (widthOf(shown, 'least') > width && shown.at(-2)?.isMeasure) shown.pop();
  narrow(shown, width);
  return { columns: shown, omitted: folded.slice(shown.length).map(({ name }) => name) };
}

function placed(column: Column, heading: readonly string[]): Placed {
  const lines = column.hasMarks ? heading.map((line) => `${line} `) : heading;
  const texts = [...lines, ...column.cells, column.total ?? ''];
  // Numbers are never cut.
  const least = column.isMeasure || column.right || column.isShort ? Number.POSITIVE_INFINITY : NARROW;
  return { ...column, heading: lines, least, width: Math.max(...texts.map((text) => Bun.stringWidth(text))) };
}

/** A name in lines, broken behind its signs and spaces: `avg(days(applied_on,` and `stage_entered_on))`. */
function brokenLines({ name, cells }: Column): string[] {
  const least = name.includes(' ') ? HEADING.words : HEADING.names;
  const most = Math.max(least, ...cells.map((cell) => Bun.stringWidth(cell)));
  const lines: string[] = [];
  for (const part of name.match(/[^(,. ]+[(,. ]?/g) ?? [name]) {
    const last = lines.at(-1);
    if (last === undefined || last.length + part.trimEnd().length > most) lines.push(part);
    else lines.splice(-1, 1, last + part);
  }
  return lines.map((line) => line.trimEnd());
}

/** The bars of the first measure that is a number, where a terminal has room for them. */
function barColumn(columns: readonly Placed[], { width, hasBlocks }: Terminal) {
  const numbers = columns.filter(({ isMeasure, numbers }) => isMeasure && numbers);
  const [first] = numbers;
  const room = width - widthOf(columns) - GAP.length;
  if (!first?.numbers || width === Number.POSITIVE_INFINITY || room < BAR.least) return { heading: '', cells: [] };
  const bar = barsOf(first.numbers, room, hasBlocks);
  // With several measures the table names the one of the bars.
  return { heading: numbers.length > 1 ? shortened(first.name, room) : '', cells: first.numbers.map(bar) };
}

/** Blocks that fill a column from the left, by eighths. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/** Half a column from the right. There are no finer ones on this side. */
const RIGHT_HALF = '▐';

type Drawing = {
  readonly line: string;
  /** A bar of this many columns, which grows to the right or to the left. */
  right(columns: number): string;
  left(columns: number): string;
};

const blocks: Drawing = {
  line: '│',
  right: (columns) => {
    const eighths = atLeastOne(columns * 8);
    return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
  },
  left: (columns) => {
    const halves = atLeastOne(columns * 2);
    return (halves % 2 === 1 ? RIGHT_HALF : '') + '█'.repeat(Math.floor(halves / 2));
  },
};

const hashes = (columns: number): string => '#'.repeat(atLeastOne(columns));
const signs: Drawing = { line: '|', right: hashes, left: hashes };

/** A value above zero is always seen. */
const atLeastOne = (steps: number): number => (steps === 0 ? 0 : Math.max(1, Math.round(steps)));

/** The bar of a value among these. The longest ones take the whole width. A missing value has none. */
export function barsOf(
  values: readonly (number | null)[],
  width: number,
  hasBlocks: boolean,
): (value: number | null) => string {
  const { line, left, right } = hasBlocks ? blocks : signs;
  const present = values.filter((value) => value !== null);
  const [lowest, highest] = [Math.min(0, ...present), Math.max(0, ...present)];
  if (lowest === 0) return (value) => (value ? right((value / highest) * width) : '');
  const space = width - line.length;
  // Whole columns, and at least one for each side that has values.
  const most = highest > 0 ? space - 1 : space;
  const before = Math.min(most, Math.max(1, Math.round(space * (lowest / (lowest - highest)))));
  const unit = Math.min(before / -lowest, highest > 0 ? (space - before) / highest : Number.POSITIVE_INFINITY);
  return (value) => {
    if (value === null) return '';
    const below = value < 0 ? left(-value * unit) : '';
    return `${below.padStart(before)}${line}${value > 0 ? right(value * unit) : ''}`;
  };
}
