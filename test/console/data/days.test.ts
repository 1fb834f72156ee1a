// Days and times as the console writes them, and how far away they are.
import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test';
import {
  addDays,
  agoText,
  dateText,
  daysSince,
  distanceText,
  longDate,
  today,
} from '../../../console/src/data/words.ts';

beforeAll(() => {
  setSystemTime(new Date('2026-11-18T15:00:00Z'));
});
afterAll(() => {
  setSystemTime();
});

test.each([
  ['2026-11-18', 'today'],
  ['2026-11-17', '1 day ago'],
  ['2026-11-19', 'in 1 day'],
  ['2026-10-19', '30 days ago'],
  ['2026-10-18', '31 days ago'],
  ['2026-09-19', '60 days ago'],
  ['2026-09-18', '2 months ago'],
  ['2027-01-18', 'in 2 months'],
  ['2025-12-19', '10 months ago'],
  ['2025-12-18', '11 months ago'],
  ['2025-11-19', '11 months ago'],
  ['2025-11-18', '1 year ago'],
  ['2025-10-18', '1 year, 1 month ago'],
  ['2018-01-05', '8 years, 10 months ago'],
  ['2029-01-17', 'in 2 years, 1 month'],
  // Whatever the time is: days are counted, not hours.
  ['2026-11-18T23:59:00Z', 'today'],
  ['2026-11-17T15:00:00Z', '1 day ago'],
  ['2026-11-16T23:59:00Z', '2 days ago'],
  ['2026-11-19T00:01:00Z', 'in 1 day'],
  ['no day', ''],
])('from 18 November 2026, %s is %p', (day, text) => {
  expect(distanceText(day, '2026-11-18')).toBe(text);
});

test.each([
  ['2026-11-18T14:59:01Z', 'just now'],
  ['2026-11-18T14:59:00Z', '1 min'],
  ['2026-11-18T14:00:01Z', '59 min'],
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
  ['someday', 'someday', 'someday'],
  ['a day that is none', 'a day that is none', 'a day that is none'],
])('%s is %s in a table and %s on a page', (value, short, long) => {
  expect([dateText(value), longDate(value)]).toEqual([short, long]);
});

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-11-18', 0, '2026-11-18'],
])('%s and %d days is %s', (day, days, next) => {
  expect(addDays(day, days)).toBe(next);
});

test('today is the day in UTC', () => {
  setSystemTime(new Date('2026-11-18T23:59:59Z'));
  expect(today()).toBe('2026-11-18');
});
