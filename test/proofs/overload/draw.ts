// Random values of questions.
import type { Random } from '../wire/inputs.ts';

/** The day on which the companies of these proofs are as large as they are: the same for a month, and never long ago,
 * because calendars and metrics are about the time around today. */
export const COMPANY_DAY = `${new Date().toISOString().slice(0, 7)}-01`;

export const below = (next: Random, bound: number): number => Math.floor(next() * bound);
export const one = <T>(next: Random, values: readonly T[]): T => values[below(next, values.length)]!;
const between = (next: Random, low: number, high: number): number => low + next() * (high - low);

export const number = (low: number, high: number) => (next: Random) => between(next, low, high).toFixed(4);

/** A moment so many days before that day, at most and at least. */
export const before = (most: number, least: number) => (next: Random) =>
  new Date(Date.parse(COMPANY_DAY) - 86_400_000 * between(next, most, least)).toISOString();
