// Days are integers since 1970-01-01 in UTC, so that no clock, time zone or locale of the machine changes the data.
import type { Random } from './random.ts';

const DAY_MS = 86_400_000;
const datesByDay = new Map<number, string>();

export function dayOf(date: string): number {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  if (!Number.isInteger(day)) throw new RangeError(`Not a date (YYYY-MM-DD): ${date}`);
  return day;
}

export function dateOf(day: number): string {
  let date = datesByDay.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    datesByDay.set(day, date);
  }
  return date;
}

export const yearOf = (day: number): string => dateOf(day).slice(0, 4);

/** 0 is Monday, 6 is Sunday; 1970-01-01 was a Thursday. */
const weekday = (day: number): number => (day + 3) % 7;

export const isWorkday = (day: number): boolean => weekday(day) < 5;

export const workdayUpTo = (day: number): number => day - Math.max(0, weekday(day) - 4);

export const workdayFrom = (day: number): number => (isWorkday(day) ? day : day + 7 - weekday(day));

export function workdays(from: number, to: number): number {
  let count = 0;
  for (let day = from; day <= to; day++) if (isWorkday(day)) count++;
  return count;
}

/** The last of so many working days in a row. `from` is the first. */
export function lastDay(from: number, days: number): number {
  const rest = (days - 1) % 5;
  const end = from + Math.floor((days - 1) / 5) * 7 + rest;
  return weekday(from) + rest > 4 ? end + 2 : end;
}

/** Within working hours, in seconds since 1970. */
export const randomTime = (day: number, random: Random): number => day * 86_400 + random.int(7 * 3600, 19 * 3600 - 1);

export const timestamp = (seconds: number): string => `${new Date(1000 * seconds).toISOString().slice(0, 19)}Z`;

export const randomTimestamp = (day: number, random: Random): string => timestamp(randomTime(day, random));
