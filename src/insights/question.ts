// A question to a metric, as it was read from a request; and its periods: calendar units between two days, both
// included, cut at these.
import { dayNumber, dayText } from '../contract/aggregate/buckets.ts';
import type { everyUnits } from '../contract/documents/beside/insights.ts';
import { relativeDay } from '../contract/request/days.ts';
import type { HiddenFields } from '../contract/request/paths.ts';

export type Every = (typeof everyUnits)[number];

export type Days = { readonly from: string; readonly to: string };

export type Period = Days & {
  /** It is not a whole unit, or not over yet. */
  readonly partial: boolean;
};

/** With the first day of the calendar unit, by which groups are told apart. */
export type CalendarPeriod = Period & { readonly start: string };

/** From so many periods on, groups in all of them are a large question, and what holds on their days is counted from
 * one aggregate. */
export const MANY_PERIODS = 13;

export type Question = {
  readonly today: string;
  /** The moment, in UTC: a time on that day. */
  readonly now: string;
  readonly from: string;
  readonly to: string;
  /** It has groups in many periods, or reads every record by itself. */
  readonly isLarge: boolean;
  readonly every: Every | undefined;
  readonly periods: readonly CalendarPeriod[];
  /** Paths of fields, such as `dept_id`. */
  readonly groups: readonly string[];
  /** A private field is inside, and the caller may not see it. */
  readonly isRestricted: boolean;
  /** The fields that the caller may not see, and whether one of the groups is among them. */
  readonly hidden: HiddenFields;
  readonly hidesGroups: boolean;
  /** The filters that were sent, as a query. */
  readonly filters: string;
};

export const dayAfter = (day: string, days: number): string => dayText(dayNumber(day) + days);

/** The first day of the unit that a day is in. */
export const startOf = (day: string, every: Every): string =>
  every === 'day' ? day : relativeDay(`${every}-start`, day)!;

const NEXT = { day: 'today+1d', week: 'today+1w', month: 'today+1m', quarter: 'today+3m', year: 'today+1y' } as const;

/** The first day of the next unit. `start`: the first day of one. */
export const nextStart = (start: string, every: Every): string => relativeDay(NEXT[every], start)!;

/** The same day a year earlier; of a leap day, the 28th of February. */
export const yearBefore = (day: string): string => relativeDay('today-1y', day)!;

/** Of more periods than `most`, none. */
export function periodsOf(
  from: string,
  to: string,
  every: Every | undefined,
  today: string,
  most: number,
): CalendarPeriod[] {
  if (!every) return [{ from, to, partial: to >= today, start: from }];
  const periods: CalendarPeriod[] = [];
  for (let [start, next] = [startOf(from, every), '']; start <= to; start = next) {
    if (periods.length === most) return [];
    next = nextStart(start, every);
    const last = dayAfter(next, -1);
    const end = last < to ? last : to;
    periods.push({
      from: start < from ? from : start,
      to: end,
      partial: start < from || last > to || end >= today,
      start,
    });
  }
  return periods;
}

/** The last days of the months in a period; in a period without one, its last day. */
export function monthEnds({ from, to }: Days): string[] {
  const ends: string[] = [];
  for (let start = startOf(from, 'month'); start <= to; start = nextStart(start, 'month')) {
    const end = dayAfter(nextStart(start, 'month'), -1);
    if (end <= to) ends.push(end);
  }
  return ends.length > 0 ? ends : [to];
}
