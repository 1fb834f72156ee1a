// The periods of a question: calendar units between two days, both included, cut at these.
import { dayNumber, dayText } from '../contract/aggregate/buckets.ts';
import type { everyUnits } from '../contract/documents/beside/insights.ts';

export type Every = (typeof everyUnits)[number];

export type Days = { readonly from: string; readonly to: string };

export type Period = Days & {
  /** It is not a whole unit, or not over yet. */
  readonly partial: boolean;
};

/** With the first day of the calendar unit, by which groups are told apart. */
export type CalendarPeriod = Period & { readonly start: string };

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
