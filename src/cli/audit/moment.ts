// The value of --since and --until: a distance into the past, or a day or moment.
import { UsageError } from '../options/exit-codes.ts';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DISTANCE = /^(\d{1,6})([mhdw])$/;
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** In milliseconds. A day begins at midnight in UTC, and a time without a zone is in UTC. */
export function momentOf(option: string, text: string, now: number): number {
  const [, count, unit] = DISTANCE.exec(text) ?? [];
  if (unit !== undefined) return now - Number(count) * UNITS[unit]!;
  const time = DATE.test(text)
    ? Date.parse(/T.*(Z|[+-]\d\d:\d\d)$|^[^T]*$/.test(text) ? text : `${text}Z`)
    : Number.NaN;
  // A day that its month does not have would become one of the next.
  if (!Number.isNaN(time) && isDay(text.slice(0, 10))) return time;
  throw new UsageError(`--${option} is "${text}", but it is such as 30m, 12h, 7d, 2w, 2026-03-04 or 2026-03-04T15:30.`);
}

const isDay = (day: string): boolean => new Date(day).toISOString().startsWith(day);
