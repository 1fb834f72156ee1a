// The answer of a metric as JSON, and as a table with a column for every number: CSV, or a workbook.
import type { Value } from '../../catalogue/kinds.ts';
import { bucketOf } from '../../contract/aggregate/buckets.ts';
import type { Grouping } from '../../contract/aggregate/grouping.ts';
import { csvLine } from '../../contract/formats/csv.ts';
import {
  dayColumn,
  proseColumn,
  type SheetColumn,
  textColumn,
  xlsxBytes,
} from '../../contract/formats/xlsx/workbook.ts';
import { countText } from '../../contract/limits.ts';
import type { Entry, Excluded, Figure, Metric, Rows } from '../../insights/metric.ts';
import type { Question } from '../../insights/question.ts';
import { groupCells, groupColumns, groupNames, inBatches, type Labels } from './aggregate-text.ts';
import { type Batches, batchesOf } from './streams.ts';

type Shown = {
  readonly metric: Metric;
  readonly question: Question;
  readonly groupings: readonly Grouping[];
  readonly labels: Labels;
  readonly entries: readonly Entry[];
  readonly excluded: readonly Excluded[];
};

export function insightText({ metric, question, ...part }: Shown, meta: object): string {
  const { today, from, to, every } = question;
  const { name, unit, isSeries } = metric;
  const time = isSeries ? { from, to, every: every ?? null } : { from: null, to: null, every: null };
  const { groupings, labels, entries } = part;
  const buckets = groupings.map(bucketOf);
  const data = entries.map(({ period, keys, values }) => ({
    period,
    ...groupNames(keys, groupings, buckets, labels),
    values,
  }));
  return JSON.stringify({ name, unit, ...time, today, data, excluded: part.excluded, meta });
}

export type FigureTable = { readonly columns: readonly SheetColumn[]; readonly rows: readonly Value[][] };

/** Lets others be answered: an answer may have very many entries. */
type Pause = () => Promise<void> | undefined;

/** A figure has a column for itself, and one for each of its parts that some entry has. Every row names the records
 * that are left out. */
export async function figureTable(part: Shown, pause: Pause): Promise<FigureTable> {
  const { metric, groupings, labels, entries, excluded } = part;
  const names = await figureColumns(entries, pause);
  const time = metric.isSeries ? [dayColumn('from'), dayColumn('to'), textColumn('partial')] : [];
  const buckets = groupings.map(bucketOf);
  const leftOut = excluded.length > 0 ? [excludedText(excluded)] : [];
  const rows: Value[][] = [];
  for (const { period, keys, values } of entries) {
    const group = groupCells(keys, groupings, buckets, labels);
    const figures: Record<string, Value> = {};
    for (const name of Object.keys(values)) Object.assign(figures, cells(name, values[name]));
    const when = period ? [period.from, period.to, period.partial ? 'true' : 'false'] : [];
    rows.push([...when, ...group, ...names.map((name) => figures[name] ?? null), ...leftOut]);
    await pause();
  }
  const last = leftOut.map(() => proseColumn('excluded'));
  return { columns: [...time, ...groupColumns(groupings), ...names.map(textColumn), ...last], rows };
}

/** The columns of each figure stand together. */
async function figureColumns(entries: readonly Entry[], pause: Pause): Promise<string[]> {
  const columns = new Map<string, Set<string>>();
  for (const { values } of entries) {
    for (const name of Object.keys(values)) {
      const own = columns.get(name) ?? new Set();
      columns.set(name, own);
      for (const part of Object.keys(cells(name, values[name]))) own.add(part);
    }
    await pause();
  }
  return [...columns.values()].flatMap((own) => [...own]);
}

const excludedText = (excluded: readonly Excluded[]): string =>
  excluded.map(({ reason, count }) => `${countText(count)}: ${reason}`).join(' ');

export async function insightCsv({ columns, rows }: FigureTable, pause: Pause): Promise<string> {
  let text = csvLine(columns.map(({ name }) => name));
  for (const row of rows) {
    text += csvLine(row);
    await pause();
  }
  return text;
}

export const insightBatches = (name: string, { columns, rows }: FigureTable): Batches =>
  batchesOf(xlsxBytes({ name, columns }, inBatches(rows, BATCH)));

const BATCH = 500;

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
