// Numbers, words, days and axes as the console writes and draws them.
import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test';
import type { Field } from '../../console/src/data/catalogue.ts';
import {
  addDays,
  agoText,
  counted,
  dateText,
  daysSince,
  distanceText,
  figureText,
  longDate,
  numberText,
  shortNumber,
  titleText,
  today,
  valueText,
  wordText,
} from '../../console/src/data/words.ts';
import { areaPath, linePath, spread } from '../../console/src/parts/chart/paths.ts';
import { axisOf, positionOn, ticks } from '../../console/src/parts/chart/scale.ts';
import { say, sayCount } from '../../console/src/words/say.ts';

test.each([
  [0, '0'],
  [-0, '0'],
  [-0.0004, '0'],
  [-0.25, '-0.25'],
  [1234.5, '1,234.5'],
])('%p is written %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});

test.each([
  [-0.001, '0'],
  [-9500, '-9,500'],
  [10_000, '10k'],
  [12_345, '12.3k'],
  [8_499_014, '8.5m'],
])('%p is written shortly as %s', (value, text) => {
  expect(shortNumber(value).toLowerCase()).toBe(text);
});

test.each([
  [-0.0001, 'ratio', '0 %'],
  [-0.0124, 'ratio', '-1.2 %'],
  [-0.01, 'days', '0 days'],
  [1, 'days', '1 day'],
  [1, 'ratio', '100 %'],
  [730, 'days', '2 years'],
  [3.25, 'levels', '3.3 levels'],
  [1234.56, 'people', '1,234.6'],
  ['2026-03-04', 'date', '2026-03-04'],
  [null, 'ratio', '–'],
])('%p as %s is written %s', (value, unit, text) => {
  expect(figureText(value, unit)).toBe(text);
});

const field = (kind: string, more: Partial<Field> = {}): Field => ({
  ...{ name: 'x', kind, about: '', title: 'x', type: 'string' },
  ...more,
});

test.each([
  [field('flag'), 1, 'Yes'],
  [field('flag'), 0, 'No'],
  [field('word', { words: ['full_time_or_part_time'] }), 'full_time_or_part_time', 'full time or part time'],
  // A word of one's own stays as it was written.
  [field('word'), 'full_time', 'full_time'],
  [field('date'), '2026-03-04T09:30:00Z', '2026-03-04 09:30'],
  [field('number'), 1234.5, '1,234.5'],
  [field('id'), 1234, '1234'],
  [field('number'), null, ''],
  [undefined, 1234, '1234'],
])('%# a value in a table', (of, value, text) => {
  expect(valueText(of, value)).toBe(text);
});

test.each([
  [0, '0 records'],
  [1, '1 record'],
  [12_345, '12,345 records'],
])('%d is counted as %s', (count, text) => {
  expect(counted(count, 'record')).toBe(text);
});

test('what is said has its values, and nothing of where it stands', () => {
  expect(say('Open§jobs')).toBe('Open');
  expect(say('{n} of {all}, {n}§jobs', { n: 1, all: 2 })).toBe('1 of 2, 1');
  expect(say('{n} of {all}', { n: 0 })).toBe('0 of {all}');
  expect(sayCount(1, '{n} day', '{n} days§distance')).toBe('1 day');
  expect(sayCount(1.5, '{n} day', '{n} days§distance')).toBe('1.5 days');
  expect(sayCount(2000, '{n} of {name}', '{n} of {name}', { name: 'Ada' })).toBe('2,000 of Ada');
});

test('names of the API as texts', () => {
  expect([wordText('in_the_office'), titleText('time-to-hire_days')]).toEqual(['in the office', 'Time to hire days']);
});

beforeAll(() => {
  setSystemTime(new Date('2026-11-18T15:00:00Z'));
});
afterAll(() => {
  setSystemTime();
});

test.each([
  ['2026-11-18', 'today'],
  ['2026-10-19', '30 days ago'],
  ['2026-10-18', '31 days ago'],
  ['2026-09-18', '2 months ago'],
  ['2027-01-18', 'in 2 months'],
  ['2025-12-18', '11 months ago'],
  ['2025-11-18', '1 year ago'],
  ['2025-10-18', '1 year, 1 month ago'],
  ['2018-01-05', '8 years, 10 months ago'],
  ['2029-01-17', 'in 2 years, 1 month'],
  // Whatever the time is: days are counted, not hours.
  ['2026-11-18T23:59:00Z', 'today'],
  ['2026-11-16T23:59:00Z', '2 days ago'],
  ['2026-11-19T00:01:00Z', 'in 1 day'],
  ['no day', ''],
])('from 18 November 2026, %s is %p', (day, text) => {
  expect(distanceText(day, '2026-11-18')).toBe(text);
});

test.each([
  ['2026-11-18T14:59:01Z', 'just now'],
  ['2026-11-18T14:59:00Z', '1 min'],
  ['2026-11-18T14:00:00Z', '1 h'],
  ['2026-11-17T15:00:01Z', '23 h'],
  ['2026-11-17T15:00:00Z', '1 day'],
  ['2026-11-15T16:00:00Z', '2 days'],
  ['soon', ''],
])('at three in the afternoon, %s is %p ago', (time, text) => {
  expect(agoText(time)).toBe(text);
});

test.each([
  ['2026-11-18', 0],
  ['2026-11-17T23:00:00Z', 1],
  ['2026-10-18', 31],
  ['2025-11-18', 365],
  ['2026-12-01', 0],
])('since %s it is %d days', (day, days) => {
  expect(daysSince(day)).toBe(days);
});

test.each([
  ['2026-03-04', '2026-03-04', '4 March 2026'],
  ['2026-03-04T09:30:15Z', '2026-03-04 09:30', '4 March 2026, 09:30 UTC'],
  ['2026-12-31T23:59:59Z', '2026-12-31 23:59', '31 December 2026, 23:59 UTC'],
  ['a day that is none', 'a day that is none', 'a day that is none'],
])('%s is %s in a table and %s on a page', (value, short, long) => {
  expect([dateText(value), longDate(value)]).toEqual([short, long]);
});

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
])('%s and %d days is %s', (day, days, next) => {
  expect(addDays(day, days)).toBe(next);
});

test('today is the day in UTC', () => {
  setSystemTime(new Date('2026-11-18T23:59:59Z'));
  expect(today()).toBe('2026-11-18');
});

test.each([
  [0, 10, [0, 2, 4, 6, 8, 10]],
  [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0, 0.3, [0, 0.1, 0.2, 0.3]],
  [3, 17, [5, 10, 15]],
  [-10, 10, [-10, -5, 0, 5, 10]],
  [0, 1234, [0, 500, 1000]],
  [7, 7, [7]],
])('from %d to %d there are the steps %p', (from, to, steps) => {
  expect(ticks(from, to)).toEqual(steps);
});

test.each<[values: number[], from: number, to: number, fromZero?: boolean]>([
  [[], 0, 1],
  [[0, 0], 0, 1],
  [[3, 17], 0, 20],
  [[90, 100], 85, 100],
  [[90, 100], 0, 100, true],
  [[5], 3.5, 5],
  [[-3, 4], -4, 4],
  [[-10, -4], -10, 0],
])('an axis for %p goes from %d to %d', (values, from, to, fromZero = false) => {
  const axis = axisOf(values, { fromZero });
  expect([axis.from + 0, axis.to + 0]).toEqual([from, to]);
  expect([axis.ticks[0], axis.ticks.at(-1)]).toEqual([from, to]);
});

test('every value is on its axis, whose ends are steps', () => {
  for (let high = 1; high < 3000; high = high * 1.7 + 0.3)
    for (const low of [-high, -0.2 * high, 0, 0.3 * high, 0.95 * high]) {
      const axis = axisOf([low, high]);
      const isWithin = (value: number) => axis.from - 1e-9 <= value && value <= axis.to + 1e-9;
      const outside = [low, high, ...axis.ticks].filter((value) => !isWithin(value));
      expect({ low, high, outside }).toEqual({ low, high, outside: [] });
      expect(axis.ticks.length).toBeGreaterThan(2);
      expect(axis.ticks.length).toBeLessThan(10);
    }
});

test('a place on an axis', () => {
  const axis = axisOf([0, 10]);
  expect([0, 5, 10].map((value) => positionOn(axis, value, 200))).toEqual([0, 100, 200]);
  expect(positionOn({ from: 3, to: 3, ticks: [] }, 3, 200)).toBe(0);
});

const x = (index: number) => index * 10;
const y = (value: number) => 100 - value;

test('a line is interrupted where nothing is known', () => {
  expect(linePath([1, 2, null, 3, 4], x, y)).toBe('M0.0,99.0L10.0,98.0M30.0,97.0L40.0,96.0');
  expect(linePath([null], x, y)).toBe('');
});

test('an area is between the line and 0, and so are its parts', () => {
  expect(areaPath([1, 2, null, 3, null, 4, 5], x, y, 100)).toBe(
    'M0,100L0.0,99.0L10.0,98.0L10,100ZM50,100L50.0,96.0L60.0,95.0L60,100Z',
  );
});

test.each([
  ['', ''],
  ['10 50', '10 50'],
  ['50 10', '50 10'],
  ['12 10 11', '30 10 20'],
  ['95 96', '90 100'],
  ['100 100 100', '80 90 100'],
  ['-5 20', '0 20'],
])('names at %p stand at %p', (wanted, places) => {
  const numbers = wanted.split(' ').filter(Boolean).map(Number);
  expect(spread(numbers, 10, [0, 100]).join(' ')).toBe(places);
});
