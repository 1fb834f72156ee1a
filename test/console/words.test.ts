// Numbers as the console writes them.
import { expect, test } from 'bun:test';
import { figureText, numberText, shortNumber } from '../../console/src/data/words.ts';

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
  [8_499_014, '8.5m'],
])('%p is written shortly as %s', (value, text) => {
  expect(shortNumber(value).toLowerCase()).toBe(text);
});

test.each([
  [-0.0001, 'ratio', '0 %'],
  [-0.0124, 'ratio', '-1.2 %'],
  [-0.01, 'days', '0 days'],
  [1, 'days', '1 day'],
  [null, 'ratio', '–'],
])('%p as %s is written %s', (value, unit, text) => {
  expect(figureText(value, unit)).toBe(text);
});
