// Records as text for people: a table that fits the width of the terminal, or a line for each field of one record.
import { escapeControls, escapeControlsByLine, type Style, type Terminal, terminal } from './terminal.ts';

export type Item = Readonly<Record<string, unknown>>;

/** `least`: it is cut to no less. */
type Placed = { readonly right: boolean; readonly least: number; width: number };
type Column = Placed & { readonly name: string; readonly cells: readonly string[] };

export const GAP = '  ';
/** No column is made narrower than this. Instead, columns are omitted. */
const NARROW = 12;

/** With `keepAll` no column is omitted, however narrow the terminal is. */
export function tableText(
  items: readonly Item[],
  keepAll = false,
  { width, bold }: Pick<Terminal, 'width' | 'bold'> = terminal(),
): { lines: string[]; omitted: string[] } {
  const all = columnsOf(items.map((item) => flat(item)));
  const columns = keepAll ? all : fitting(all, width);
  narrow(columns, width);
  const lines = items.map((_, i) => fillRow(columns, ({ cells }) => cells[i]));
  const omitted = all.filter((column) => !columns.includes(column)).map(({ name }) => name);
  return { lines: items.length === 0 ? [] : [bold(fillRow(columns, ({ name }) => name)), ...lines], omitted };
}

/** A cell of each column, and a text behind them. */
export const fillRow = <C extends Placed>(
  columns: readonly C[],
  cellOf: (column: C) => string | undefined,
  end = '',
): string => [...columns.map((column) => padded(cellOf(column) ?? '', column)), end].join(GAP).trimEnd();

export function recordText(item: Item, bold: Style): string {
  const rows = Object.entries(flat(item));
  const width = Math.max(...rows.map(([name]) => name.length));
  const indent = `\n${' '.repeat(width)}${GAP}`;
  return rows
    .map(([name, value]) =>
      `${bold(name.padEnd(width))}${GAP}${escapeControlsByLine(textOf(value)).join(indent)}`.trimEnd(),
    )
    .join('\n');
}

/** Nested fields are named by their path: `expanded.dept_id.name`. */
function flat(item: Item, path = ''): Item {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flat(value as Item, `${path}${name}.`))
        : [[path + name, value]],
    ),
  );
}

export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function columnsOf(items: readonly Item[]): Column[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return names.map((name) => {
    const values = items.map((item) => item[name]);
    const cells = values.map((value) => escapeControls(textOf(value)));
    const present = values.filter((value) => value !== null && value !== undefined);
    const right = present.length > 0 && present.every((value) => typeof value === 'number');
    const width = Math.max(...[name, ...cells].map((text) => Bun.stringWidth(text)));
    return { name, cells, right, least: NARROW, width };
  });
}

/** The columns that fit. Empty columns are omitted first, then columns from the right. */
function fitting(columns: readonly Column[], width: number): Column[] {
  const fits = (some: readonly Column[]) => widthOf(some, 'least') <= width;
  let some = [...columns];
  for (const column of columns.filter(({ cells }) => cells.every((cell) => cell === '')))
    if (!fits(some)) some = some.filter((each) => each !== column);
  while (some.length > 1 && !fits(some)) some = some.slice(0, -1);
  return some;
}

/** With `least`: when each column is as narrow as it may be. */
export const widthOf = (columns: readonly Placed[], by: 'width' | 'least' = 'width'): number =>
  columns.reduce((sum, column) => sum + Math.min(column.width, column[by]) + GAP.length, -GAP.length);

/** Makes the widest column narrower until all columns fit, or none may be narrower. */
export function narrow(columns: readonly Placed[], width: number): void {
  for (let over = widthOf(columns) - width; over > 0; over = widthOf(columns) - width) {
    const [widest, next] = columns.filter((each) => each.width > each.least).toSorted((a, b) => b.width - a.width);
    if (!widest) return;
    widest.width = Math.max(widest.least, widest.width - over, Math.min(next?.width ?? 0, widest.width - 1));
  }
}

function padded(text: string, { width, right }: Placed): string {
  const cell = shortened(text, width);
  const space = ' '.repeat(Math.max(0, width - Bun.stringWidth(cell)));
  return right ? space + cell : cell + space;
}

const characters = new Intl.Segmenter();

export function shortened(text: string, width: number): string {
  if (Bun.stringWidth(text) <= width) return text;
  let start = '';
  for (const { segment } of characters.segment(text)) {
    if (Bun.stringWidth(start + segment) >= width) break;
    start += segment;
  }
  return `${start}…`;
}

/** In lines of at most this width, broken at spaces. The first line begins with `start`, the others with `indent`. */
export function wrapped(text: string, width: number, indent = '', start = ''): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines = [start + first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (Bun.stringWidth(longer) <= width) lines.splice(-1, 1, longer);
    else lines.push(indent + word);
  }
  return lines;
}

export function recordSums(rows: readonly (readonly [name: string, records: string, sum: string])[]): string {
  const table = [['resource', 'records', 'SHA-256 of the JSON of all records, a line each'] as const, ...rows];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map(([name, records, sum]) => `  ${name.padEnd(widths[0]!)}  ${records.padStart(widths[1]!)}  ${sum}`.trimEnd())
    .join('\n');
}
