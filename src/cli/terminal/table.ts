// Records as text for people: a table fitted to the width there is, or a line for each field of one record.
import type { Paint } from './terminal.ts';
import { visible, visibleLines } from './visible.ts';

export type Item = Readonly<Record<string, unknown>>;

type Column = { readonly name: string; readonly cells: readonly string[]; readonly right: boolean; width: number };

const GAP = '  ';
/** Columns are not made narrower than this to save others. */
const NARROW = 12;

type How = { readonly width: number; readonly bold: Paint; readonly keepAll: boolean };

/** `left` names the fields that there was no room for; with `keepAll` there is always room. */
export function tableText(items: readonly Item[], { width, bold, keepAll }: How): { lines: string[]; left: string[] } {
  const all = columnsOf(items.map((item) => flat(item)));
  const shown = keepAll ? all : fitting(all, width);
  narrow(shown, width);
  const row = (texts: readonly string[]) =>
    texts
      .map((text, i) => padded(text, shown[i]!))
      .join(GAP)
      .trimEnd();
  const lines = items.map((_, i) => row(shown.map(({ cells }) => cells[i]!)));
  const left = all.filter((column) => !shown.includes(column)).map(({ name }) => name);
  return { lines: items.length === 0 ? [] : [bold(row(shown.map(({ name }) => name))), ...lines], left };
}

export function recordText(item: Item, bold: Paint): string {
  const rows = Object.entries(flat(item));
  const width = Math.max(...rows.map(([name]) => name.length));
  const rest = `\n${' '.repeat(width)}${GAP}`;
  return rows
    .map(([name, value]) => `${bold(name.padEnd(width))}${GAP}${visibleLines(textOf(value)).join(rest)}`.trimEnd())
    .join('\n');
}

/** What is nested is named by its path: `expanded.dept_id.name`. */
function flat(item: Item, before = ''): Item {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flat(value as Item, `${before}${name}.`))
        : [[before + name, value]],
    ),
  );
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function columnsOf(items: readonly Item[]): Column[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return names.map((name) => {
    const values = items.map((item) => item[name]);
    const cells = values.map((value) => visible(textOf(value)));
    const there = values.filter((value) => value !== null && value !== undefined);
    const right = there.length > 0 && there.every((value) => typeof value === 'number');
    return { name, cells, right, width: Math.max(...[name, ...cells].map((text) => Bun.stringWidth(text))) };
  });
}

/** The columns there is room for. The empty ones go first, then the last. */
function fitting(columns: readonly Column[], width: number): Column[] {
  const fits = (some: readonly Column[]) => widthOf(some, NARROW) <= width;
  let some = [...columns];
  for (const column of columns.filter(({ cells }) => cells.every((cell) => cell === '')))
    if (!fits(some)) some = some.filter((each) => each !== column);
  while (some.length > 1 && !fits(some)) some = some.slice(0, -1);
  return some;
}

const widthOf = (columns: readonly Column[], most = Number.POSITIVE_INFINITY): number =>
  columns.reduce((sum, column) => sum + Math.min(column.width, most) + GAP.length, -GAP.length);

/** Takes from the widest until all fit, or all are narrow. */
function narrow(columns: readonly Column[], width: number): void {
  for (let over = widthOf(columns) - width; over > 0; over = widthOf(columns) - width) {
    const [widest, next] = columns.toSorted((a, b) => b.width - a.width);
    if (!widest || widest.width <= NARROW) return;
    widest.width = Math.max(NARROW, widest.width - over, Math.min(next?.width ?? 0, widest.width - 1));
  }
}

function padded(text: string, { width, right }: Column): string {
  const cut = shortened(text, width);
  const space = ' '.repeat(Math.max(0, width - Bun.stringWidth(cut)));
  return right ? space + cut : cut + space;
}

const characters = new Intl.Segmenter();

function shortened(text: string, width: number): string {
  if (Bun.stringWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of characters.segment(text)) {
    if (Bun.stringWidth(kept + segment) >= width) break;
    kept += segment;
  }
  return `${kept}…`;
}
