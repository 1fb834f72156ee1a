// The answer of a metric as JSON, and as a table with a column for every number: CSV, or a workbook.
import type { Value } from '../../catalogue/kinds.ts';
import { bucketOf } from '../../contract/aggregate/buckets.ts';
import type { Grouping } from '../../contract/aggregate/grouping.ts';
import { csvLine } from '../../contract/formats/csv.ts';
import { dayColumn, type SheetColumn, sheetColumn, textColumn } from '../../contract/formats/xlsx/columns.ts';
import { xlsxBytes } from '../../contract/formats/xlsx/workbook.ts';
import type { Question } from '../../insights/asked.ts';
import type { Entry, Excluded, Figure, Metric, Rows } from '../../insights/metric.ts';
import { hasLabel, type Labels } from './aggregate-text.ts';
import type { Batches } from './streams.ts';

type Part = {
  readonly metric: Metric;
  readonly question: Question;
  readonly groupings: readonly Grouping[];
  readonly labels: Labels;
  readonly entries: readonly Entry[];
  readonly excluded: readonly Excluded[];
};

export function insightText({ metric, question, ...part }: Part, meta: object): string {
  const { today, from, to, every } = question;
  const { name, unit, isSeries } = metric;
  const time = isSeries ? { from, to, every: every ?? null } : { from: null, to: null, every: null };
  const data = part.entries.map((entry) => ({
    period: entry.period,
    group: groupOf(entry, part.groupings),
    labels: labelsOf(entry, part),
    values: entry.values,
  }));
  return JSON.stringify({ name, unit, ...time, today, data, excluded: part.excluded, meta });
}

const groupOf = ({ keys }: Entry, groupings: readonly Grouping[]): Record<string, Value> =>
  Object.fromEntries(keys.map((key, at) => [groupings[at]!.name, nameOf(key, groupings[at]!)]));

const nameOf = (key: Value, grouping: Grouping): Value => (key === null ? null : bucketOf(grouping).name(key));

function labelsOf({ keys }: Entry, { groupings, labels }: Pick<Part, 'groupings' | 'labels'>): Record<string, string> {
  const named = keys.flatMap((key, at) => {
    const label = key === null ? undefined : labels[at]!(key);
    return label === undefined ? [] : [[groupings[at]!.name, label]];
  });
  return Object.fromEntries(named);
}

type FigureTable = { readonly columns: readonly SheetColumn[]; readonly rows: readonly Value[][] };

/** A figure has a column for itself, and one for each of its parts that some entry has. */
function figureTable({ metric, groupings, labels, entries }: Part): FigureTable {
  const names = [...new Set(entries.flatMap(({ values }) => Object.keys(values)))];
  const parts = new Set(
    entries.flatMap(({ values }) => names.flatMap((name) => Object.keys(cells(name, values[name])))),
  );
  const columns = names.flatMap((name) => [...parts].filter((part) => part === name || part.startsWith(`${name} `)));
  const time = metric.isSeries ? [dayColumn('from'), dayColumn('to'), textColumn('partial')] : [];
  const head = groupings.flatMap((each) => {
    const column = sheetColumn(each.name, each.field);
    return hasLabel(each) ? [column, textColumn(`label(${each.name})`)] : [column];
  });
  const rows = entries.map((entry): Value[] => {
    const { period, keys, values } = entry;
    const named = labelsOf(entry, { groupings, labels });
    const group = groupings.flatMap((each, at): Value[] => {
      const name = keys.length === 0 ? null : nameOf(keys[at]!, each);
      return hasLabel(each) ? [name, named[each.name] ?? null] : [name];
    });
    const figures = Object.assign({}, ...names.map((name) => cells(name, values[name]))) as Record<string, Value>;
    const when = period ? [period.from, period.to, period.partial ? 'true' : 'false'] : [];
    return [...when, ...group, ...columns.map((column) => figures[column] ?? null)];
  });
  return { columns: [...time, ...head, ...columns.map(textColumn)], rows };
}

export function insightCsv(part: Part): string {
  const { columns, rows } = figureTable(part);
  return [columns.map(({ name }) => name), ...rows].map(csvLine).join('');
}

export function insightBatches(part: Part): Batches {
  const { columns, rows } = figureTable(part);
  const pieces = xlsxBytes({ name: part.metric.name, columns }, inBatches(rows));
  return { next: async () => (await pieces.next()).value, close: () => undefined };
}

const BATCH = 500;

async function* inBatches(rows: readonly Value[][]): AsyncGenerator<readonly Value[][]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
}

function cells(name: string, figure: Figure | undefined): Record<string, Value> {
  if (!figure) return {};
  const found: Record<string, Value> = { [name]: figure.value };
  const add = (part: string, counted: { readonly value: number; readonly rows?: Rows } | undefined) => {
    if (!counted) return;
    found[`${name} ${part}`] = counted.value;
    if (counted.rows !== undefined) found[`${name} ${part} rows`] = textOf(counted.rows);
  };
  if ('rows' in figure && figure.rows !== undefined) found[`${name} rows`] = textOf(figure.rows);
  if ('numerator' in figure) add('numerator', figure.numerator);
  if ('denominator' in figure) add('denominator', figure.denominator);
  if ('of' in figure) add('of', figure.of);
  if ('small' in figure) found[`${name} small`] = figure.small ? 'true' : 'false';
  return found;
}

const textOf = (rows: Rows): string => (typeof rows === 'string' ? rows : rows.join(' '));
