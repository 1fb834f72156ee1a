// What a metric is asked and what it answers. Which metrics there are, and what each takes, is in insights.ts.
import type { GroupValue } from './aggregate-types.ts';
import type { Insights } from './insights.ts';
import type { CallOptions, Meta, Paging } from './types.ts';

/** The filters behind a reference: `employee_id.branch`. */
export type Behind<Filters, Reference extends string> = Pick<Filters, Extract<keyof Filters, `${Reference}.${string}`>>;
export type BehindNames<Name extends string, Reference extends string> = Extract<Name, `${Reference}.${string}`>;

/** The path of the list of exactly the records that a number counts, or of several lists that have none in common. It
 * is missing where a private field is inside that you may not see. */
export type InsightRows = string | string[];

/** A count of records. */
export type CountFigure = { value: number; rows?: InsightRows };

/** null where the denominator is 0. */
export type RatioFigure = {
  value: number | null;
  numerator: CountFigure;
  denominator: CountFigure;
  /** It is of fewer than 10, and says little. */
  small: boolean;
};

/** A median, mean or sum of records. null where there are none. */
export type MeasureFigure = {
  value: number | null;
  /** The records that it is over. */
  of: CountFigure;
  /** It is over fewer than 10 records, and says little. */
  small: boolean;
};

/** A number that may be any of these, with the parts that it has. */
export type AnyFigure = { value: number | null; rows?: InsightRows } & Partial<
  Pick<RatioFigure, 'numerator' | 'denominator' | 'small'> & Pick<MeasureFigure, 'of'>
>;

export type InsightName = keyof Insights;

export type InsightUnit = 'people' | 'records' | 'days' | 'ratio' | 'places' | 'levels' | 'rating';

export type Every = 'day' | 'week' | 'month' | 'quarter' | 'year';

type Time = {
  /** The first day, such as `2026-01-01`. The default is twelve months before `to`. */
  from?: string | undefined;
  /** The last day. The default is today. */
  to?: string | undefined;
  /** The length of the periods. The default is one period for all of the time. */
  every?: Every | undefined;
};

/** What a metric may be asked: its time unless it is about today, groups, filters, and which part of the answer. */
export type InsightQuery<Name extends InsightName, Group extends string> = Insights[Name]['filters'] &
  (Insights[Name]['isSeries'] extends true ? Time : unknown) &
  Paging & {
    /** Up to three. Some metrics have groups of their own, and take none. */
    group?: readonly Group[] | undefined;
  };

export type InsightPeriod = {
  from: string;
  to: string;
  /** It is not over yet, or not whole. */
  partial: boolean;
};

type IfSeries<Name extends InsightName, Type> = Insights[Name]['isSeries'] extends true ? Type : null;

export type Insight<Name extends InsightName, Group extends string = never> = {
  name: Name;
  unit: Insights[Name]['unit'];
  /** The time that was asked about. null where it is about today. */
  from: IfSeries<Name, string>;
  to: IfSeries<Name, string>;
  every: IfSeries<Name, Every | null>;
  today: string;
  data: {
    period: IfSeries<Name, InsightPeriod>;
    /** Groups that a metric has of its own are missing where an entry is about all of them. */
    group: { [Each in Group]: GroupValue<Insights[Name]['of'], Each> } & {
      [Each in Insights[Name]['always']]?: GroupValue<Insights[Name]['of'], Each>;
    };
    /** What references lead to. */
    labels: { [Each in Group | Insights[Name]['always']]?: string };
    /** Where a private field is inside that you may not see, figures are rounded, and those of few records are
     * missing. */
    values: Insights[Name]['figures'];
  }[];
  /** What could not be counted, and why. */
  excluded: { reason: string; count: number; rows: InsightRows }[];
  /** `total` is the number of entries. */
  meta: Meta;
};

export type InsightDescription = {
  name: InsightName;
  title: string;
  meaning: string;
  formula: string;
  unit: InsightUnit;
  /** Empty where the figures follow from the data. */
  figures: Record<string, { unit: InsightUnit; meaning: string }>;
  /** What is counted how where one could doubt. */
  edges: string[];
  cannot_say: string[];
  parameters: string[];
  groups: string[];
  /** The resource whose filters it takes, perhaps with the reference that they are behind. null where it takes none. */
  filters_of: string | null;
  /** The path of its answer. */
  address: string;
};

export type AsksInsights = {
  /** What metrics there are, and what each means. */
  insights(options?: CallOptions): Promise<{ data: InsightDescription[] }>;
  /** A number about people or hiring, for each period and group, with the paths of the records behind it. */
  insight<const Name extends InsightName, const Group extends Insights[Name]['groups'] = never>(
    name: Name,
    query?: InsightQuery<Name, Group>,
    options?: CallOptions,
  ): Promise<Insight<Name, Group>>;
};
