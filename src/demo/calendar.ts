// Days as integers since 1970-01-01, UTC throughout: no clock, no time zone, no locale.
import type { Random } from './random.ts';

const MS = 86_400_000;
const written = new Map<number, string>();

export function dayOf(date: string): number {
  const day = Date.parse(`${date}T00:00:00Z`) / MS;
  if (!Number.isInteger(day)) throw new RangeError(`Not a date (YYYY-MM-DD): ${date}`);
  return day;
}

export function dateOf(day: number): string {
  let date = written.get(day);
  if (date === undefined) {
    date = new Date(day * MS).toISOString().slice(0, 10);
    written.set(day, date);
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

/** The last day of a stretch of so many working days that starts on the working day `from`. */
export function stretch(from: number, days: number): number {
  const rest = (days - 1) % 5;
  const end = from + Math.floor((days - 1) / 5) * 7 + rest;
  return weekday(from) + rest > 4 ? end + 2 : end;
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

/** A moment of the working day, in seconds since 1970. */
export const moment = (day: number, random: Random): number => day * 86_400 + random.int(7 * 3600, 19 * 3600 - 1);

export function stampOf(seconds: number): string {
  const day = Math.floor(seconds / 86_400);
  const rest = seconds - day * 86_400;
  return `${dateOf(day)}T${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}Z`;
}

export const stamp = (day: number, random: Random): string => stampOf(moment(day, random));
