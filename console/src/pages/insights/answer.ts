// The answer of a metric, and how its periods, groups and numbers read.
import { catalogue, type Drawn } from '../../data/catalogue.ts';
import { pageOf } from '../../data/query.ts';
import { groupLabel, type Value } from '../../data/records.ts';
import { figureText, titleText, YEAR } from '../../data/words.ts';
import { say, sayCount, toSay } from '../../words/say.ts';

/** The list of the records behind a number; several, where one cannot say it. */
export type Rows = string | readonly string[];
export type Counted = { readonly value: number; readonly rows?: Rows };
export type Figure = {
  readonly value: Value;
  readonly rows?: Rows;
  readonly numerator?: Counted;
  readonly denominator?: Counted;
  readonly of?: Counted;
  readonly small?: boolean;
};
export type Period = { readonly from: string; readonly to: string; readonly partial: boolean };
export type Entry = {
  readonly period: Period | null;
  readonly group: Readonly<Record<string, Value>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Figure | Counted>>;
};
export type Insight = {
  readonly name: string;
  readonly unit: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly every: string | null;
  readonly today: string;
  readonly data: readonly Entry[];
  readonly excluded: readonly { readonly reason: string; readonly count: number; readonly rows: Rows }[];
  readonly meta: { readonly total: number; readonly limit: number; readonly offset: number };
};

export type Description = {
  readonly name: string;
  readonly title: string;
  readonly meaning: string;
  readonly formula: string;
  readonly unit: string;
  readonly figures: Readonly<Record<string, { readonly unit: string; readonly meaning: string }>>;
  readonly edges: readonly string[];
  readonly cannot_say: readonly string[];
  readonly parameters: readonly string[];
  readonly groups: readonly string[];
  readonly filters_of: string | null;
};

/** With what its own file says of how it is drawn. */
export type Metric = Description & { readonly drawn: Drawn };

export const drawnMetric = (described: Description): Metric => ({
  ...described,
  drawn: catalogue.value.insights.find(({ name }) => name === described.name)?.drawn ?? { as: 'bars' },
});

export const unitOf = (metric: Metric, figure: string): string => metric.figures[figure]?.unit ?? metric.unit;

export const figureTitle = (name: string): string => say(`${titleText(name)}§figure`);

export const numberIn = (entry: Entry | undefined, figure: string): number | null => {
  const value = entry?.values[figure]?.value;
  return typeof value === 'number' ? value : null;
};

/** The value of a figure as people read it. */
export function textOf(metric: Metric, figure: string, value: Value | undefined): string {
  if (value === null || value === undefined) return say('No data');
  const unit = unitOf(metric, figure);
  if (unit !== 'days' || typeof value !== 'number') return figureText(value, unit);
  return metric.drawn.years
    ? say('{n} years', { n: figureText(value / YEAR, '') })
    : sayCount(value, '{n} day', '{n} days', { n: figureText(value, '') });
}

/** The names of all figures. Where a private field is inside, an entry need not have all of them. */
export const figuresIn = ({ data }: Insight): string[] => [
  ...new Set(data.flatMap(({ values }) => Object.keys(values))),
];

/** The page with the records behind a number; of several lists the first. */
export const firstRows = (rows: Rows | undefined): string | undefined => {
  const [first] = rows === undefined ? [] : [rows].flat();
  return first === undefined ? undefined : pageOf(first);
};

/** All lists behind a figure: its own, those of the count it is over, or those of its numerator. */
export const rowsOf = (figure: Figure | Counted): readonly string[] => {
  const { rows, numerator, of } = figure as Figure;
  return [rows ?? numerator?.rows ?? of?.rows ?? []].flat();
};

const MONTHS = [
  ...[toSay('Jan'), toSay('Feb'), toSay('Mar'), toSay('Apr'), toSay('May'), toSay('Jun')],
  ...[toSay('Jul'), toSay('Aug'), toSay('Sep'), toSay('Oct'), toSay('Nov'), toSay('Dec')],
];

const monthOf = (day: string): string => say(MONTHS[Number(day.slice(5, 7)) - 1] ?? day);
export const dayOf = (day: string): string =>
  say('{day} {month} {year}', { day: Number(day.slice(8)), month: monthOf(day), year: day.slice(0, 4) });
const quarterOf = (day: string): number => Math.ceil(Number(day.slice(5, 7)) / 3);

/** `Mar 2026`, `Q1 2026`, `2026`, `16 Mar 2026`; without a unit, both ends. */
export function periodText({ from, to }: Pick<Period, 'from' | 'to'>, every: string | null): string {
  const year = from.slice(0, 4);
  if (every === 'month') return say('{month} {year}', { month: monthOf(from), year });
  if (every === 'quarter') return say('Q{quarter} {year}', { quarter: quarterOf(from), year });
  if (every === 'year') return year;
  if (every === 'day') return dayOf(from);
  if (every === 'week') return say('week of {day}', { day: dayOf(from) });
  return `${dayOf(from)} – ${dayOf(to)}`;
}

/** On an axis: the year only where it begins. */
export function shortPeriod(period: Period, every: string | null): string {
  const [year, month] = [period.from.slice(2, 4), period.from.slice(5, 7)];
  if (every === 'month') return month === '01' ? `${monthOf(period.from)} ’${year}` : monthOf(period.from);
  if (every === 'quarter') return say('Q{quarter} ’{year}', { quarter: quarterOf(period.from), year });
  if (every === 'day' || every === 'week')
    return say('{day} {month}', { day: Number(period.from.slice(8)), month: monthOf(period.from) });
  return periodText(period, every);
}

export const entryLabel = ({ period }: Entry, every: string | null): string =>
  period ? periodText(period, every) : say('Today');

/** The group of an entry as people call it. */
export function groupText({ group, labels }: Entry): string {
  const names = Object.keys(group);
  if (names.length === 0) return say('All');
  return names
    .map((name) => labels[name] ?? (group[name] === null ? say('not set') : groupLabel(name, group[name])))
    .join(' · ');
}

/** The group of an entry as it is stored: `dept_id=3`. The whole has none. */
export const groupKey = ({ group }: Entry): string =>
  Object.entries(group)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** The entries that have the figure, the largest first; the whole, where there is one, before them. */
export function largestFirst(entries: readonly Entry[], figure: string): Entry[] {
  const isWhole = (entry: Entry) => Object.keys(entry.group).length === 0;
  return entries
    .filter((entry) => numberIn(entry, figure) !== null)
    .sort(
      (one, other) =>
        Number(isWhole(other)) - Number(isWhole(one)) || numberIn(other, figure)! - numberIn(one, figure)!,
    );
}
