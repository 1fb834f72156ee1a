// Numbers, words and values as the console writes them.
import { expect, test } from 'bun:test';
import type { Field } from '../../console/src/data/catalogue.ts';
import {
  counted,
  figureText,
  numberText,
  shortNumber,
  titleText,
  valueText,
  wordText,
} from '../../console/src/data/words.ts';
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
  [9999, '9,999'],
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
  [0.256, 'ratio', '25.6 %'],
  [1, 'ratio', '100 %'],
  [729, 'days', '729 days'],
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
  [2, '2 records'],
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
