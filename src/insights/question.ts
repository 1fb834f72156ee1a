// A question to a metric, as it was read from a request; and its periods: calendar units between two days, both
// included, cut at these.
import { dayNumber, dayText } from '../contract/aggregate/buckets.ts';
import type { everyUnits } from '../contract/documents/beside/insights.ts';
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

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** The first day of the unit that a day is in. */
export function startOf(day: string, every: Every): string {
  if (every === 'day') return day;
  const number = dayNumber(day);
  // 1970-01-01 was a Thursday.
  if (every === 'week') return dayText(number - ((((number + 3) % 7) + 7) % 7));
  const months = MONTHS[every];
  const month = Number(day.slice(5, 7)) - 1;
  return monthText(Number(day.slice(0, 4)), month - (month % months));
}

/** The first day of the next unit. `start`: the first day of one. */
export function nextStart(start: string, every: Every): string {
  if (every === 'day') return dayAfter(start, 1);
  if (every === 'week') return dayAfter(start, 7);
  return monthText(Number(start.slice(0, 4)), Number(start.slice(5, 7)) - 1 + MONTHS[every]);
}

const monthText = (year: number, month: number): string => {
  const years = year + Math.floor(month / 12);
  return `${String(years).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
};

/** The same day a year earlier; of a leap day, the 28th of February. */
export const yearBefore = (day: string): string => {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  return day.endsWith('-02-29') ? `${year}-02-28` : year + day.slice(4);
};

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
  for (let start = startOf(from, every); start <= to; start = nextStart(start, every)) {
    if (periods.length === most) return [];
    const last = dayAfter(nextStart(start, every), -1);
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
