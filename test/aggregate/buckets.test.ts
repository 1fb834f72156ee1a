// Buckets of dates and numbers: their names, what comes next, and that every day and every number lies in exactly one
// of them.
import { describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { bucketOf, conditionsOf } from '../../src/contract/aggregate/buckets.ts';
import type { Grouping } from '../../src/contract/aggregate/grouping.ts';
import { groupingIn } from '../../src/contract/request/aggregate-query.ts';
import { fc } from '../harness/random/fc.ts';
import { dayIn, dayText } from './calculator/calendar.ts';
import { exactOf } from './calculator/exact.ts';
import { keyOf, nameOf } from './calculator/groups.ts';
import type { Group } from './calculator/question.ts';

const leave = catalogue.find(({ name }) => name === 'leave')!;
const grouping = (text: string): Grouping => (groupingIn(leave, text, {}) as { value: Grouping }).value;
const path = { field: leave.fields[0]! };

const LAST = dayIn('9999-12-31');
const EPOCH = dayIn('1970-01-01');
/** What a store returns for the first and the last day there are. */
const ends = {
  year: ['0000', '9999'],
  quarter: ['0000-Q1', '9999-Q4'],
  month: ['0000-01', '9999-12'],
  week: [-5 - EPOCH, dayIn('9999-12-27') - EPOCH],
  day: ['0000-01-01', '9999-12-31'],
} as const;

const years = ['0000', '0001', '0004', '1899', '1900', '1999', '2000', '2024', '2026', '2027', '9999'];

describe('buckets', () => {
  test.each(['year', 'quarter', 'month', 'week'] as const)(
    'of a %s follow one another from the first day to the last',
    (unit) => {
      const dates = grouping(`${unit}(from_date)`);
      const { name, next, range } = bucketOf(dates);
      const [first, last] = ends[unit];
      // There are half a million weeks. After the first 400 years the calendar begins again.
      const far = unit === 'week' ? dayIn('9599-12-27') - EPOCH : undefined;
      const wrong: unknown[] = [];
      let expected: string | undefined;
      for (let key: string | number = first; ; key = next!(key)) {
        const { from, to } = range!(key);
        // Only the first bucket may begin before all days, and only the last has no end.
        if (from !== expected && !(key === first && from === '0000-01-01')) wrong.push([key, from, expected]);
        const day = dayIn((from as string) ?? '0000-01-01');
        const group: Group = { path, unit };
        if (name(key) !== nameOf(group, keyOf(group, dayText(day)))) wrong.push([key, name(key)]);
        expected = to as string | undefined;
        if (far !== undefined && to === '0400-01-03') [key, expected] = [far - 7, '9599-12-27'];
        if (to === undefined || wrong.length > 3) {
          expect([wrong, key]).toEqual([[], last]);
          return;
        }
      }
    },
  );

  test.each(years)('of the days of %s follow one another', (year) => {
    const { name, next, range } = bucketOf(grouping('day(from_date)'));
    const end = Math.min(dayIn(`${year}-12-31`), LAST);
    const wrong: unknown[] = [];
    for (let day = dayIn(`${year}-01-01`); day <= end; day++) {
      const [text, after] = [dayText(day), day === LAST ? undefined : dayText(day + 1)];
      const { from, to } = range!(text);
      if (name(text) !== text || from !== text || to !== after) wrong.push([text, from, to]);
      if (after && next!(text) !== after) wrong.push([text, next!(text)]);
    }
    expect(wrong).toEqual([]);
  });

  const step = fc.oneof(
    fc.constantFrom('0.5', '0.1', '7', '25000', '0.0000001', '0.0000000001', '999999999999999', '0.3', '1.10'),
    fc.integer({ min: 1, max: 1_000_000 }).map(String),
    fc.tuple(fc.nat(9999), fc.integer({ min: 1, max: 99_999 })).map(([whole, part]) => `${whole}.${part}`),
  );

  test('of numbers: each lies between the bounds of its own bin, which ends where the next one begins', () => {
    fc.assert(
      fc.property(step, fc.double({ min: -1e6, max: 1e6, noNaN: true }), (width, number) => {
        const bins = grouping(`bin(days,${width})`);
        const { name, next, range } = bucketOf(bins);
        fc.pre(Math.abs(number) * 10 ** exactOf(Number(width)).scale < 2 ** 52);
        const key = keyOf({ path, unit: 'bin', step: width }, number) as number;
        const { from, to } = range!(key) as { from: number; to: number };
        expect({ width, number, isInside: from <= number && number < to }).toEqual({ width, number, isInside: true });
        expect([name(key), next!(key), range!(key + 1).from]).toEqual([from, key + 1, to]);
        expect(conditionsOf(bins, key)).toMatchObject([
          { operator: 'gte', value: from },
          { operator: 'lt', value: to },
        ]);
        // The name can be asked for again.
        expect(grouping(bins.name)).toEqual(bins);
      }),
      { numRuns: 500 },
    );
  });

  test('of whole numbers have whole bounds, between which the same numbers lie', () => {
    const jobs = catalogue.find(({ name }) => name === 'jobs')!;
    fc.assert(
      fc.property(step, fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), (width, key, number) => {
        const bins = (groupingIn(jobs, `bin(headcount,${width})`, {}) as { value: Grouping }).value;
        const { from, to } = bucketOf(bins).range!(key) as { from: number; to: number };
        fc.pre(Math.max(Math.abs(from), to) < 2 ** 52);
        const [least, below] = conditionsOf(bins, key) as { value?: number }[];
        expect([least!.value, below!.value].every(Number.isSafeInteger)).toBe(true);
        expect(least!.value! <= number && number < below!.value!).toBe(from <= number && number < to);
      }),
      {
        examples: [
          ['0.5', 0, 0],
          ['2.5', 1, 2],
        ],
      },
    );
  });
});
