// The columns of a table of groups, with the text of each cell. References are shown by their labels, and measures as
// numbers of one form.
import type { Column } from './bar-table.ts';
import { escapeControls } from './escape-controls.ts';
import { columnNumbers, exactNumber } from './format-number.ts';
import { textOf } from './table.ts';

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

export function columnsOf(answer: GroupAnswer): Column[] {
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
