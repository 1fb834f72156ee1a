// Groups of records as text for people: a row for each group, a row for all of them, and on a terminal bars for the
// first number. References are shown by their labels, and measures as numbers of one form.
import { counted } from '../../contract/words.ts';
import { barTable, type Column } from './bar-table.ts';
import { columnNumbers, exactNumber, formatNumber } from './format-number.ts';
import { GAP, textOf } from './table.ts';
import type { Terminal } from './terminal.ts';
import { escapeControls } from './terminal.ts';

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

export type Value = string | number | null;
export type Named<T> = Readonly<Record<string, T>>;

export type Grouped = { readonly group: Named<Value>; readonly labels: Named<string> };

/** The answer of the service. */
export type GroupAnswer = {
  readonly data: readonly (Grouped & { readonly values: Named<Value> })[];
  readonly totals: { readonly values: Named<Value> };
  readonly meta: { readonly total: number; readonly offset: number };
};

/** The name of the row of all records. */
export const ALL = 'all';

function columnsOf(answer: GroupAnswer): Column[] {
  const groups = Object.keys(answer.data[0]?.group ?? {});
  return [
    ...groups.map((name, at) => ({ ...groupColumn(name, answer.data), total: at === 0 ? ALL : '' })),
    ...Object.keys(answer.totals.values).map((name) => measureColumn(name, answer)),
  ];
}

export function groupColumn(name: string, data: readonly Grouped[]): Column {
  const values = data.map(({ group }) => group[name] ?? null);
  const labels = data.map((each) => each.labels[name]);
  const isNumber = values.every((value) => typeof value !== 'string') && labels.every((label) => label === undefined);
  const isBin = name.startsWith('bin(');
  const needsIds = !areUnique(values, labels);
  const cells = values.map((value, at) => {
    const label = labels[at];
    if (label !== undefined) return escapeControls(needsIds ? `${label} (${value})` : label);
    return isBin && typeof value === 'number' ? exactNumber(value) : escapeControls(textOf(value));
  });
  return { name, cells, right: isNumber, isMeasure: false };
}

/** Whether no two values have the same label. A value without one is shown itself, and must not look like a label. */
function areUnique(values: readonly Value[], labels: readonly (string | undefined)[]): boolean {
  const shown = new Map(values.map((value, at) => [value, labels[at] ?? textOf(value)]));
  return new Set(shown.values()).size === shown.size;
}

function measureColumn(name: string, { data, totals }: GroupAnswer): Column {
  const values = [...data.map((each) => each.values[name]!), totals.values[name]!];
  const present = values.filter((value) => typeof value === 'number');
  const isNumber = present.length > 0;
  const format = columnNumbers(present);
  const texts = values.map((value) => (typeof value === 'number' ? format(value) : escapeControls(textOf(value))));
  return {
    name,
    cells: texts.slice(0, -1),
    total: texts.at(-1)!,
    right: isNumber,
    isMeasure: true,
    ...(isNumber && { numbers: values.slice(0, -1) as (number | null)[] }),
  };
}
