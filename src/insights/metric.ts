// What a metric is: how it is described, what may be asked of it, and how it is answered.
import type { Value } from '../catalogue/kinds.ts';
import type { Catalogue } from '../catalogue/resource.ts';
import type { Drawn } from '../contract/documents/console-catalogue.ts';
import type { Asked } from './asked.ts';
import type { Figures, LeftOut } from './figures.ts';
import type { CalendarPeriod, Period } from './question.ts';

export type Unit = 'people' | 'records' | 'days' | 'ratio' | 'places' | 'levels' | 'rating';

/** The list of the records behind a number; several, where one cannot say it: they have no record in common. */
export type Rows = string | readonly string[];

/** `isPublic`: no private field decides it, so it is shown as it is where others are rounded. */
export type Counted = { readonly value: number; readonly rows?: Rows; readonly isPublic?: true };

/** A count of records; a ratio of two numbers; a median, mean or sum of records; or a number that is none of these. */
export type Figure =
  | Counted
  | {
      readonly value: number | null;
      readonly numerator: Counted;
      readonly denominator: Counted;
      readonly of?: Counted;
      readonly small: boolean;
    }
  | { readonly value: Value; readonly of: Counted; readonly small: boolean };

export type Entry = {
  readonly period: Period | null;
  /** Those of the groups, in their order. An entry about all groups has none. */
  readonly keys: readonly Value[];
  readonly values: Readonly<Record<string, Figure>>;
};

export type Excluded = { readonly reason: string; readonly count: number; readonly rows: Rows };

/** An array, or what is made when it is looked at: a page needs few of many. */
export type Entries = { readonly length: number; at(index: number): Entry | undefined };

/** One for each period and group. `valuesOf`: of the period with this place in the list, and of this group. */
export const entriesBy = (
  periods: readonly CalendarPeriod[],
  groups: readonly (readonly Value[])[],
  valuesOf: (at: number, keys: readonly Value[]) => Entry['values'],
): Entries => ({
  length: periods.length * groups.length,
  at(index) {
    const [at, keys] = [Math.floor(index / groups.length), groups[index % groups.length]!];
    const { start: _, ...period } = periods[at]!;
    return { period, keys, values: valuesOf(at, keys) };
  },
});

export const everyEntry = (entries: Entries): Entry[] =>
  Array.from({ length: entries.length }, (_, index) => entries.at(index)!);

export type Answer = {
  readonly entries: Entries;
  readonly excluded: readonly Excluded[];
  /** It may be another one before the day is over, although the records are the same. */
  readonly isBrief?: boolean;
};

type Description = {
  readonly name: string;
  readonly title: string;
  /** What it says, in one or two sentences. */
  readonly meaning: string;
  readonly formula: string;
  readonly unit: Unit;
  /** What each figure of `values` is; a metric with one figure has it under its own name. */
  readonly figures: Readonly<Record<string, { readonly unit: Unit; readonly meaning: string }>>;
  readonly drawn: Drawn;
  /** What is counted how where one could doubt. */
  readonly edges: readonly string[];
  readonly cannotSay: readonly string[];
  /** The resource whose fields are groups and filters; `through`: only those behind this reference, which all its
   * resources have. */
  readonly of: string;
  readonly through?: string;
  /** Whether it has periods. Without them it is about today. */
  readonly isSeries: boolean;
  /** Groups that it always has. Then it takes no others. */
  readonly groups?: readonly string[];
  /** It takes no filters. */
  readonly isWhole?: true;
  /** The fields that it reads, such as `employees.base_salary`. */
  readonly reads: readonly string[];
  /** Figures that single records decide, besides sums: not for those who may not see a field inside. */
  readonly withheld?: readonly string[];
  /** It reads every record by itself, which takes memory. */
  readonly readsEach?: true;
  /** The field whose values are the names of the figures, where the data decides these. */
  readonly namedBy?: string;
};

/** A metric is described by the figures of each period; where that is not enough it answers itself. */
export type Metric = Description &
  (
    | {
        figuresOf(period: Period, today: string): Figures;
        readonly excluded?: (asked: Pick<Asked, 'from' | 'to' | 'today'>) => readonly LeftOut[];
      }
    | { answer(asked: Asked): Promise<Answer> }
  );

/** Whether the catalogue has all fields that the metric reads. */
export const catalogueHas = (catalogue: Catalogue, { reads, of }: Metric): boolean =>
  catalogue.some(({ name }) => name === of) &&
  reads.every((read) => catalogue.some(({ name, fields }) => fields.some((field) => `${name}.${field.name}` === read)));

/** Sets of fewer records say little. */
export const SMALL = 10;
