// Days in parameters. One may be said by its distance from today, so that a saved address stays right: `today-90d`,
// `month-start`, `year-start-1y`.
import type { Parsed } from '../faults.ts';
import type { Parameter } from './parameters.ts';

type Name = 'today' | `${'week' | 'month' | 'quarter' | 'year'}-start`;

/** For the documents. Distances are bounded so that every such day is within 1900 and 2999, for centuries to come. */
export const RELATIVE_DAY = '(?:today|(?:week|month|quarter|year)-start)(?:[+-](?:\\d{1,4}d|\\d{1,3}[wm]|\\d{1,2}y))?';

const RELATIVE = new RegExp(`^(?=${RELATIVE_DAY}$)(today|[a-z]+-start)(?:([+-]\\d+)([dwmy]))?$`);

/** Whether an address may have such a day in it. Then its answer changes at midnight. */
export const mentionsRelativeDay = (query: string): boolean => /today|-start/.test(query);

/** When the day is over, in UTC, in milliseconds. */
export const endOfDay = (now: number): number => (Math.floor(now / DAY) + 1) * DAY;

const DAY = 86_400_000;

/** `undefined`: the text is no such day. A plus sign in an address means a space, so a space means a plus sign here. */
export function relativeDay(sent: string, today = new Date().toISOString().slice(0, 10)): string | undefined {
  const [, name, distance, unit] = RELATIVE.exec(sent.replace(' ', '+')) ?? [];
  if (name === undefined) return undefined;
  const start = startOf(name as Name, today);
  if (distance === undefined) return start;
  const count = Number(distance);
  if (unit === 'd' || unit === 'w') return dayText(Date.parse(start) + count * (unit === 'w' ? 7 : 1) * DAY);
  return monthsLater(start, count * (unit === 'y' ? 12 : 1));
}

const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Weeks begin on Monday. */
function startOf(name: Name, today: string): string {
  const [year, month] = [today.slice(0, 4), Number(today.slice(5, 7))];
  switch (name) {
    case 'today':
      return today;
    case 'week-start':
      return dayText(Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * DAY);
    case 'month-start':
      return `${today.slice(0, 7)}-01`;
    case 'quarter-start':
      return `${year}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
    case 'year-start':
      return `${year}-01-01`;
  }
}

/** The same day of another month; of a month without it, the last one. */
function monthsLater(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return dayText(first.getTime() + (Math.min(Number(day.slice(8)), last) - 1) * DAY);
}

const MONTHS =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))';
const LEAP_YEARS = '(?:(?:19|2\\d)(?:0[48]|[2468][048]|[13579][26])|2[048]00)';

/** A real day from 1900 to 2999: those of people's lives, far from where the calendar ends. Or nothing, which asks
 * nothing. */
export const DAY_PATTERN = `^(?:(?:19|2\\d)\\d{2}-${MONTHS}|${LEAP_YEARS}-02-29|${RELATIVE_DAY})?$`;

const CALENDAR_DAY = new RegExp(DAY_PATTERN);

export const dayIn =
  (today: string) =>
  ({ value }: Parameter): Parsed<string | undefined> => {
    const day = relativeDay(value, today) ?? value;
    if (CALENDAR_DAY.test(day)) return { value: day || undefined };
    const msg = 'Input should be a day such as 2026-03-04, from the year 1900 to 2999, or one such as today-90d';
    return { fault: { type: 'date_parsing', msg } };
  };
