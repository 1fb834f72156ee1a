// The answer of a metric as text for people: a line for each period and group, with a bar on a terminal. Where there is
// one period and no group, a line for each figure. Below it are notes: marks, and records that were left out.
import { dayNumber, weekText } from '../../contract/aggregate/buckets.ts';
import { dataQuality } from '../../insights/data/data-quality.ts';
import { type Metric, SMALL, type Unit } from '../../insights/metric.ts';
import { type Every, type Period, startOf } from '../../insights/question.ts';
import { barTable, type Column } from './bar-table.ts';
import { columnNumbers, formatNumber, percent } from './format-number.ts';
import { ALL, footer, type Grouped, groupColumn, type Named, type Value } from './group-table.ts';
import { textOf, wrapped } from './table.ts';
import type { Terminal } from './terminal.ts';
import { escapeControls } from './terminal.ts';

type Figure = { readonly value: Value; readonly small?: boolean };

/** The answer of the service. */
export type InsightAnswer = {
  readonly from: string | null;
  readonly to: string | null;
  readonly every: Every | null;
  readonly today: string;
  readonly data: readonly (Grouped & { readonly period: Period | null; readonly values: Named<Figure> })[];
  readonly excluded: readonly { readonly reason: string; readonly count: number }[];
  readonly meta: { readonly total: number; readonly offset: number };
};

type Described = Pick<Metric, 'name' | 'title' | 'unit' | 'figures' | 'drawn'>;

export function insightTable(metric: Described, answer: InsightAnswer, terminal: Terminal): string {
  const { data, excluded } = answer;
  const { width, bold, dim } = terminal;
  const groups = [...new Set(data.flatMap(({ group }) => Object.keys(group)))];
  const isOne = answer.every === null && groups.length === 0 && data.length === 1;
  const columns = isOne ? figureRows(metric, data[0]!.values) : entryColumns(metric, answer, groups);
  const { lines, omitted } = data.length === 0 ? { lines: [], omitted: [] } : barTable(columns, terminal);
  return [
    ...wrapped(titleOf(metric, answer), width, '  ').map(bold),
    // The rows of figures need no heading.
    ...(isOne ? lines.slice(1) : lines),
    ...(isOne ? [] : wrapped(footer(answer, omitted, 'line'), width, '  ').map(dim)),
    ...legend(
      answer,
      columns.filter(({ name }) => !omitted.includes(name)),
    ).flatMap((line) => wrapped(line, width, '  ').map(dim)),
    ...excluded.flatMap((line) => wrapped(excludedText(metric, line), width, '  ')),
  ].join('\n');
}

/** A line about nobody says how the metric was answered. That of data quality are its findings. */
function excludedText({ name }: Described, { reason, count }: InsightAnswer['excluded'][number]): string {
  const before = name === dataQuality.name ? '' : ' left out';
  return `${count === 0 ? '' : `${formatNumber(count)}${before}: `}${escapeControls(reason)}`;
}

const [MARK, NONE] = ['*', '–'];

/** A metric of the last day of a period names that day. The unit is said where all figures have it and the numbers do not say it themselves. */
function titleOf({ title, unit, figures, drawn }: Described, { from, to, every, today, data }: InsightAnswer): string {
  const isSaid =
    unit !== 'ratio' &&
    !data.some(({ values }) => isYears(unit, Object.values(values))) &&
    Object.values(figures).every((figure) => figure.unit === unit);
  const isPartial = every === null && data.some(({ period }) => period?.partial);
  const days = every === null && drawn.whole === 'last' ? `on ${to}` : `${from} to ${to}`;
  const time = from === null ? today : `${days}${isPartial ? MARK : ''}`;
  return `${title}${isSaid ? ` (${unit})` : ''}, ${time}`;
}

function legend({ data }: InsightAnswer, columns: readonly Column[]): string[] {
  const parts = [
    ...(data.some(({ period }) => period?.partial) ? ['a period: not over yet, or not whole'] : []),
    ...(columns.some(({ hasMarks }) => hasMarks) ? [`a value: of fewer than ${SMALL}, which says little`] : []),
  ];
  const isMissing = columns.some(({ isMeasure, cells }) => isMeasure && cells.some((cell) => cell.trim() === NONE));
  return [
    ...(parts.length > 0 ? [`${MARK} behind ${parts.join('; behind ')}`] : []),
    ...(isMissing ? [`${NONE} where there is nothing to compute it of`] : []),
  ];
}

/** A value that is missing needs no mark. */
const isMarked = ({ value, small }: Figure): boolean => small === true && value !== null;

/** A period, the groups, and the figures. */
function entryColumns(metric: Described, { data, every }: InsightAnswer, groups: readonly string[]): Column[] {
  const names = [...new Set(data.flatMap(({ values }) => Object.keys(values)))];
  return [
    ...(every === null ? [] : [periodColumn(data, every)]),
    ...groups.map((name, at) => {
      const column = groupColumn(name, data);
      const isAll = (entry: number) => !Object.hasOwn(data[entry]!.group, name);
      return { ...column, cells: column.cells.map((cell, entry) => (isAll(entry) && at === 0 ? ALL : cell)) };
    }),
    ...names.map((name): Column => {
      const figures = data.map(({ values }) => values[name] ?? MISSING);
      const cells = numberTexts(unitOf(metric, name), figures);
      return figureColumn(headingOf(metric, name), figures, cells);
    }),
  ];
}

const MISSING: Figure = { value: null };

function periodColumn(data: InsightAnswer['data'], every: Every): Column {
  const cells = data.map(({ period }) => `${periodName(period!, every)}${period!.partial ? MARK : ''}`);
  return { name: every, cells, right: false, isMeasure: false, isShort: true };
}

/** As aggregates name them. */
function periodName({ from }: Period, every: Every): string {
  if (every === 'year') return from.slice(0, 4);
  if (every === 'quarter') return `${from.slice(0, 4)}-Q${Math.ceil(Number(from.slice(5, 7)) / 3)}`;
  if (every === 'month') return from.slice(0, 7);
  return every === 'week' ? weekText(dayNumber(startOf(from, 'week'))) : from;
}

/** A line for each figure. Only those with the unit of the first have bars, and only if they can be compared. */
function figureRows(metric: Described, values: Named<Figure>): Column[] {
  const names = Object.keys(values);
  const figures = Object.values(values);
  const units = names.map((name) => unitOf(metric, name));
  const cells = figures.map((figure, at) => numberTexts(units[at]!, [figure])[0]!);
  const { numbers, ...column } = figureColumn('', figures, cells);
  const compared = figures.map(({ value }, at) => (units[at] === units[0] && typeof value === 'number' ? value : null));
  const hasBars = compared.filter((value) => value !== null).length > 1;
  return [
    { name: '', cells: names.map((name) => headingOf(metric, name)), right: false, isMeasure: false },
    { ...column, ...(hasBars && { numbers: compared }) },
  ];
}

function figureColumn(name: string, figures: readonly Figure[], texts: readonly string[]): Column {
  const hasMarks = figures.some(isMarked);
  const cells = texts.map((text, at) => (hasMarks ? text + (isMarked(figures[at]!) ? MARK : ' ') : text));
  const numbers = figures.map(({ value }) => (typeof value === 'number' ? value : null));
  return { name, cells, right: true, isMeasure: true, hasMarks, numbers };
}

/** Figures that are named by data, such as the stages of a funnel, have the unit of the metric. */
const unitOf = ({ unit, figures }: Described, name: string): Unit => figures[name]?.unit ?? unit;

const headingOf = ({ figures }: Described, name: string): string =>
  Object.hasOwn(figures, name) ? name.replaceAll('_', ' ') : escapeControls(name);

/** From two years on, people do not count in days. */
const MANY_DAYS = 730;
const isYears = (unit: Unit, figures: readonly Figure[]): boolean =>
  unit === 'days' && figures.some(({ value }) => typeof value === 'number' && value >= MANY_DAYS);

function numberTexts(unit: Unit, figures: readonly Figure[]): string[] {
  const present = figures.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const inYears = (days: number) => `${(days / 365.25).toFixed(1)} years`;
  const plain = unit === 'ratio' ? percent : columnNumbers(present, unit === 'days' ? 1 : undefined);
  const format = isYears(unit, figures) ? inYears : plain;
  return figures.map(({ value }) => {
    if (value === null) return NONE;
    return typeof value === 'number' ? format(value) : escapeControls(textOf(value));
  });
}
