// The answer of a metric, and how its periods, groups and numbers read.
import { pageOf } from '../../data/query.ts';
import { groupLabel, type Value } from '../../data/records.ts';

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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const monthOf = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? day;

/** `Mar 2026`, `Q1 2026`, `2026`, `16 Mar 2026`; without a unit, both ends. */
export function periodText({ from, to }: Period, every: string | null): string {
  const year = from.slice(0, 4);
  if (every === 'month') return `${monthOf(from)} ${year}`;
  if (every === 'quarter') return `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${year}`;
  if (every === 'year') return year;
  const day = `${Number(from.slice(8))} ${monthOf(from)} ${year}`;
  if (every === 'day') return day;
  if (every === 'week') return `week of ${day}`;
  return `${day} – ${Number(to.slice(8))} ${monthOf(to)} ${to.slice(0, 4)}`;
}

/** On an axis: the year only where it begins. */
export function shortPeriod(period: Period, every: string | null): string {
  const [year, month] = [period.from.slice(2, 4), period.from.slice(5, 7)];
  if (every === 'month') return month === '01' ? `Jan ’${year}` : monthOf(period.from);
  if (every === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ’${year}`;
  if (every === 'day' || every === 'week') return `${Number(period.from.slice(8))} ${monthOf(period.from)}`;
  return periodText(period, every);
}

export const entryLabel = ({ period }: Entry, every: string | null): string =>
  period ? periodText(period, every) : 'Today';

/** The group of an entry as people call it. */
export function groupText({ group, labels }: Entry): string {
  const names = Object.keys(group);
  if (names.length === 0) return 'All';
  return names
    .map((name) => labels[name] ?? (group[name] === null ? 'not set' : groupLabel(name, group[name])))
    .join(' · ');
}
