// Buckets of dates and numbers: their names, what comes next, and that every day and every number lies in exactly one
// of them; and that both engines put every value into the right one.
import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { bucketOf, conditionsOf } from '../../src/contract/aggregate/buckets.ts';
import type { Grouping } from '../../src/contract/aggregate/grouping.ts';
import { groupingIn } from '../../src/contract/request/aggregate-query.ts';
import { postgres } from '../../src/store/postgres/dialect.ts';
import { keySql } from '../../src/store/shared/aggregate/aggregate-sql.ts';
import { sqlite } from '../../src/store/sqlite/dialect.ts';
import { newDatabase } from '../harness/databases.ts';
import { query } from '../harness/postgres/server.ts';
import { fc } from '../harness/random/fc.ts';
import { dayIn, dayText } from './calculator/calendar.ts';
import { exactOf } from './calculator/exact.ts';
import { keyOf, nameOf } from './calculator/groups.ts';
import { dateUnits, type Group } from './calculator/question.ts';

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

describe('keys in SQL', () => {
  /** Some whole years, the turn of each year in the first and the last 400, and times. */
  const turns = [0, 9600].flatMap((first) =>
    Array.from({ length: 400 }, (_, at) => String(first + at).padStart(4, '0')),
  );
  const days = [
    ...years.flatMap((year) => Array.from({ length: 365 }, (_, at) => dayText(dayIn(`${year}-01-01`) + at))),
    ...turns.flatMap((year) =>
      Array.from({ length: 8 }, (_, at) => [`${year}-01-0${at + 1}`, `${year}-12-${24 + at}`]).flat(),
    ),
    ...['0000-02-29', '9996-02-29', '2024-03-01T04:30:00', '2026-06-30T23:59:60.5'],
  ];
  let url: string;
  beforeAll(async () => {
    url = await newDatabase('postgresql');
  });

  const inSqlite = (sql: string, values: readonly unknown[]): unknown[] => {
    const db = new Database(':memory:');
    const rows = db.prepare(`SELECT ${sql} FROM (SELECT value AS v FROM json_each(?))`).values(JSON.stringify(values));
    db.close();
    return rows.map(([value]) => value);
  };
  const inPostgres = async (sql: string, type: string, values: readonly unknown[]): Promise<unknown[]> => {
    const text = `SELECT ${sql} AS key FROM (SELECT value::${type} AS v, place FROM
      json_array_elements_text('${JSON.stringify(values)}') WITH ORDINALITY AS given (value, place)) AS given ORDER BY place`;
    return (await query(url, text)).map(({ key }: any) => key);
  };

  test.each(dateUnits)('the %s of every day, on both engines', async (unit) => {
    const dates = grouping(`${unit}(from_date)`);
    const names = (keys: readonly unknown[]) =>
      keys.map((key) => bucketOf(dates).name(typeof key === 'bigint' ? Number(key) : (key as string)));
    const group: Group = { path, unit };
    const expected = days.map((day) => nameOf(group, keyOf(group, day.length > 10 ? `${day}Z` : day)));
    const differing = (found: readonly unknown[]) => days.filter((_, at) => found[at] !== expected[at]).slice(0, 5);
    expect(differing(names(inSqlite(keySql(sqlite, 'v', dates), days)))).toEqual([]);
    expect(differing(names(await inPostgres(keySql(postgres, 'v', dates), 'text', days)))).toEqual([]);
  });

  test.each(['sqlite', 'postgresql'] as const)('days between dates count from 1970-01-01 on %s', async (engine) => {
    const expected = days.map((day) => dayIn(day.slice(0, 10)) - EPOCH);
    const found =
      engine === 'sqlite'
        ? inSqlite(sqlite.dayNumber('v'), days)
        : await inPostgres(postgres.dayNumber('v'), 'text', days);
    expect(days.filter((_, at) => Number(found[at]) !== expected[at]).slice(0, 5)).toEqual([]);
  });

  const widths = ['0.5', '0.1', '7', '25000', '0.0000001', '333333333333', '0.0000000001', '3', '0.07'];
  test.each(widths)('the bin of a number, %s wide, on both engines', async (width) => {
    const bins = grouping(`bin(days,${width})`);
    const { scale } = exactOf(Number(width));
    const step = Number(width);
    const near = fc.sample(fc.integer({ min: -1000, max: 1000 }), 200).flatMap((at) => {
      const bound = bucketOf(bins).range!(at).from as number;
      const ulp = Math.max(Number.MIN_VALUE, Math.abs(bound) * 2 ** -52);
      return [bound, bound + ulp, bound - ulp];
    });
    const any = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), 300);
    const some = fc.sample(fc.double({ min: -1000 * step, max: 1000 * step, noNaN: true }), 300);
    const numbers = [0, -0, 5e-324, -5e-324, 1e308, -1e308, 1e15, ...near, ...any, ...some];
    const expected = numbers.map((number) =>
      Math.abs(number) >= 2 ** 52 / 10 ** scale
        ? Number.MAX_SAFE_INTEGER
        : keyOf({ path, unit: 'bin', step: width }, number),
    );
    const [own, other] = [
      inSqlite(keySql(sqlite, 'CAST(v AS REAL)', bins), numbers),
      await inPostgres(keySql(postgres, 'v', bins), 'double precision', numbers),
    ].map((keys) => keys.map(Number));
    const shown = (keys: readonly unknown[]) => keys.map((key, at) => [numbers[at], key]);
    expect(shown(own!)).toEqual(shown(expected));
    expect(other).toEqual(own!);
  });
});
