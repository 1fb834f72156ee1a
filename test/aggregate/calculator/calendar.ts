// The Gregorian calendar by its rules alone: days are counted from 0000-01-01, year by year. Nothing of Date and
// nothing of SQL is used, because these are what is checked.

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const monthLengths = (year: number): number[] => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The first day of each year up to 10000. */
const yearStarts = [0];
for (let year = 0; year < 10_000; year++) yearStarts.push(yearStarts[year]! + (isLeap(year) ? 366 : 365));

/** A day before 0000-01-01 is in the year before, which is no leap year. */
const startOf = (year: number): number => (year === -1 ? -365 : yearStarts[year]!);

const padded = (number: number, length: number): string => String(number).padStart(length, '0');

/** The number of a day such as `2026-03-04`. */
export function dayIn(text: string): number {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number];
  const before = monthLengths(year).slice(0, month - 1);
  return startOf(year) + before.reduce((sum, length) => sum + length, 0) + day - 1;
}

function yearOf(day: number): number {
  if (day < 0) return -1;
  let [low, high] = [0, 10_000];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (yearStarts[middle]! <= day) low = middle;
    else high = middle;
  }
  return low;
}

export function dateOf(day: number): { readonly year: number; readonly month: number; readonly day: number } {
  const year = yearOf(day);
  let left = day - startOf(year);
  let month = 0;
  for (const length of monthLengths(year)) {
    if (left < length) break;
    left -= length;
    month += 1;
  }
  return { year, month: month + 1, day: left + 1 };
}

export function dayText(day: number): string {
  const { year, month, day: inMonth } = dateOf(day);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(inMonth, 2)}`;
}

/** 1970-01-01 was a Thursday. */
const THURSDAY = dayIn('1970-01-01');

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number): number => ((((day - THURSDAY + 3) % 7) + 7) % 7) + 1;

const mondayOf = (day: number): number => day - weekdayOf(day) + 1;

/** The Monday of week 1, which is the week with 4 January in it. */
const firstMonday = (year: number): number => mondayOf(startOf(year) + 3);

/** A week by its number, counted from the one with 0000-01-03, and back to its name. */
const WEEK_0 = mondayOf(dayIn('0000-01-03'));
export const weekOf = (day: number): number => (mondayOf(day) - WEEK_0) / 7;

export function weekText(week: number): string {
  const monday = WEEK_0 + 7 * week;
  if (monday < firstMonday(0)) return `-0001-W${padded((monday - firstMonday(-1)) / 7 + 1, 2)}`;
  const year = yearOf(monday);
  const named =
    year < 9999 && monday >= firstMonday(year + 1) ? year + 1 : monday < firstMonday(year) ? year - 1 : year;
  return `${padded(named, 4)}-W${padded((monday - firstMonday(named)) / 7 + 1, 2)}`;
}

/** A day, perhaps with a time of it in UTC, such as `09:30:00.25`. */
export type Moment = { readonly day: number; readonly time?: string };

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

export function momentIn(value: string): Moment {
  const parts = TIMESTAMP.exec(value);
  if (!parts) return { day: dayIn(value) };
  const [, date, hours, minutes, seconds, fraction = '', sign, ahead = '0', past = '0'] = parts;
  const offset = (sign === '-' ? -1 : 1) * (60 * Number(ahead) + Number(past));
  const local = 60 * Number(hours) + Number(minutes);
  const minute = 1440 * dayIn(date!) + local - offset;
  // Where UTC would have another number of digits in its year, the time is taken as it is.
  const isWithin = minute >= 0 && minute < 1440 * yearStarts[10_000]!;
  const at = isWithin ? minute : 1440 * dayIn(date!) + local;
  const ofDay = at % 1440;
  const rest = fraction.replace(/0+$/, '');
  const time = `${padded(Math.floor(ofDay / 60), 2)}:${padded(ofDay % 60, 2)}:${seconds}${rest && `.${rest}`}`;
  return { day: Math.floor(at / 1440), time };
}

/** How answers show it. */
export const momentText = ({ day, time }: Moment): string =>
  time === undefined ? dayText(day) : `${dayText(day)}T${time}Z`;

/** A date comes before all times of that day. */
export function compareMoments(a: Moment, b: Moment): number {
  if (a.day !== b.day) return a.day - b.day;
  if (a.time === b.time) return 0;
  if (a.time === undefined) return -1;
  if (b.time === undefined) return 1;
  return a.time < b.time ? -1 : 1;
}
