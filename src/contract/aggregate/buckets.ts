// The buckets of dates and numbers: the name of a group in answers, the next group, and the values that lie in it.
// Stores return each group by a key that sorts: a text for years, quarters, months and days, a number for the others.
// Weeks are the day number of their Monday, bins are numbered.
import type { Value } from '../../catalogue/kinds.ts';
import { type Cycle, isCycle, type PlainCondition } from '../request/conditions.ts';
import type { Grouping } from './grouping.ts';

type Key = string | number;

const DAY = 86_400_000;
const FIRST_DAY = dayNumber('0000-01-01');
const LAST_DAY = dayNumber('9999-12-31');
const CYCLES: Record<Cycle, readonly string[]> = {
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  month_of_year: [
    ...['January', 'February', 'March', 'April', 'May', 'June'],
    ...['July', 'August', 'September', 'October', 'November', 'December'],
  ],
};

/** Days since 1970-01-01. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY;
}

export const dayText = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);

/** `undefined` where there is no such day. */
const day = (number: number): string | undefined =>
  number < FIRST_DAY || number > LAST_DAY ? undefined : dayText(number);

const two = (number: number): string => String(number).padStart(2, '0');
const four = (number: number): string => String(number).padStart(4, '0');

/** The week belongs to the year that its Thursday is in. The first days of the year 0000 are in a week of the year
 * before. */
export function weekText(monday: number): string {
  const thursday = monday + 3;
  if (thursday < FIRST_DAY) return '-0001-W52';
  const year = dayText(thursday).slice(0, 4);
  return `${year}-W${two(Math.floor((thursday - dayNumber(`${year}-01-01`)) / 7) + 1)}`;
}

/** Years, quarters and months as a number that grows by one, and back. */
const serial = {
  year: { of: (key: string) => Number(key), key: four, months: 12 },
  quarter: {
    of: (key: string) => 4 * Number(key.slice(0, 4)) + Number(key.slice(6)) - 1,
    key: (at: number) => `${four(Math.floor(at / 4))}-Q${(at % 4) + 1}`,
    months: 3,
  },
  month: {
    of: (key: string) => 12 * Number(key.slice(0, 4)) + Number(key.slice(5)) - 1,
    key: (at: number) => `${four(Math.floor(at / 12))}-${two((at % 12) + 1)}`,
    months: 1,
  },
} as const;

type Range = { readonly from: Key | undefined; readonly to: Key | undefined };

type Bucket = {
  /** Its name in answers. */
  name(key: Key): Key;
  /** The key of the next one. */
  next?(key: Key): Key;
  /** From the first value on, up to but without the last. */
  range?(key: Key): Range;
  /** For people, where the name alone does not say it. */
  label?(key: Key): string;
};

function serialBucket({ of, key, months }: (typeof serial)[keyof typeof serial]): Bucket {
  const firstDay = (at: number): string | undefined => {
    const month = at * months;
    return month >= 12 * 10_000 ? undefined : `${four(Math.floor(month / 12))}-${two((month % 12) + 1)}-01`;
  };
  return {
    name: (each) => each,
    next: (each) => key(of(each as string) + 1),
    range: (each) => ({ from: firstDay(of(each as string)), to: firstDay(of(each as string) + 1) }),
  };
}

export function bucketOf({ by, field }: Grouping): Bucket {
  switch (by.unit) {
    case 'value':
      return { name: (key) => (field.kind.column && String(key).length > 10 ? `${key}Z` : key) };
    case 'weekday':
    case 'month_of_year': {
      const names = CYCLES[by.unit];
      return {
        name: (key) => key,
        next: (key) => (key as number) + 1,
        label: (key) => names[(key as number) - 1]!,
      };
    }
    case 'day':
      return {
        name: (key) => key,
        next: (key) => dayText(dayNumber(key as string) + 1),
        range: (key) => ({ from: key, to: day(dayNumber(key as string) + 1) }),
      };
    case 'week':
      return {
        name: (key) => weekText(key as number),
        next: (key) => (key as number) + 7,
        range: (key) => ({ from: day(key as number), to: day((key as number) + 7) }),
      };
    case 'bin': {
      const { units, scale } = by.step;
      // A quotient of two whole numbers is the nearest number to the exact one.
      const bound = (at: number): number => (at * units) / 10 ** scale;
      return {
        name: (key) => bound(key as number),
        next: (key) => (key as number) + 1,
        range: (key) => ({ from: bound(key as number), to: bound((key as number) + 1) }),
      };
    }
    default:
      return serialBucket(serial[by.unit]);
  }
}

/** The conditions that exactly the records of a group meet, as far as this grouping goes. */
export function conditionsOf(grouping: Grouping, key: Value): PlainCondition[] {
  const { field, by } = grouping;
  if (key === null || by.unit === 'value') return [{ field, operator: 'in', values: [key] }];
  if (isCycle(by.unit)) return [{ field, operator: by.unit, values: [key as number] }];
  const { from, to } = bucketOf(grouping).range!(key);
  // Whole numbers are compared with whole ones only: those from 0.5 on are those from 1 on.
  const bound = (value: Key): Key =>
    typeof value === 'number' && field.kind.schema.type === 'integer' ? Math.ceil(value) : value;
  return [
    ...(from === undefined ? [] : [{ field, operator: 'gte' as const, value: bound(from) }]),
    ...(to === undefined ? [] : [{ field, operator: 'lt' as const, value: bound(to) }]),
  ];
}
