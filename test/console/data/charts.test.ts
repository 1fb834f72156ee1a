// Axes with round numbers, and the lines of charts.
import { expect, test } from 'bun:test';
import { areaPath, linePath, spread } from '../../../console/src/parts/chart/paths.ts';
import { axisOf, positionOn, ticks } from '../../../console/src/parts/chart/scale.ts';

test.each([
  [0, 10, [0, 2, 4, 6, 8, 10]],
  [0, 5, [0, 1, 2, 3, 4, 5]],
  [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0, 0.3, [0, 0.1, 0.2, 0.3]],
  [3, 17, [5, 10, 15]],
  [-10, 10, [-10, -5, 0, 5, 10]],
  [0, 1234, [0, 500, 1000]],
  [7, 7, [7]],
])('from %d to %d there are the steps %p', (from, to, steps) => {
  expect(ticks(from, to)).toEqual(steps);
});

test('as many steps as are wanted, about', () => {
  expect(ticks(0, 100, 10)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
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
      expect([low, high].every((value) => axis.from - 1e-9 <= value && value <= axis.to + 1e-9)).toBe(true);
      expect(axis.ticks.length).toBeGreaterThan(2);
      expect(axis.ticks.length).toBeLessThan(10);
      expect(axis.ticks.every((tick) => axis.from - 1e-9 <= tick && tick <= axis.to + 1e-9)).toBe(true);
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

test.each<[wanted: number[], places: number[]]>([
  [[], []],
  [
    [10, 50],
    [10, 50],
  ],
  [
    [50, 10],
    [50, 10],
  ],
  [
    [12, 10, 11],
    [30, 10, 20],
  ],
  [
    [95, 96],
    [90, 100],
  ],
  [
    [100, 100, 100],
    [80, 90, 100],
  ],
  [
    [-5, 20],
    [0, 20],
  ],
])('names at %p stand at %p', (wanted, places) => {
  expect(spread(wanted, 10, [0, 100])).toEqual(places);
});
