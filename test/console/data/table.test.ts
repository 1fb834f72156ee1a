// What the table's parts compute: selections, sums, widths, and cells as they are copied.
import { describe, expect, test } from 'bun:test';
import type { DataRecord } from '../../../console/src/data/records.ts';
import type { Column } from '../../../console/src/parts/table/column.ts';
import { heightOf, isScaled, lastTop, pixelsAt, scrolled, topAt } from '../../../console/src/parts/table/scroll.ts';
import { cellsIn, moved, rangeOf, widened } from '../../../console/src/parts/table/selection.ts';
import { sumsOf } from '../../../console/src/parts/table/sums.ts';
import { htmlTable, tabbed, textsOf } from '../../../console/src/parts/table/texts.ts';
import { tracks } from '../../../console/src/parts/table/widths.ts';

const last = { row: 99, column: 4 };

test('a selection is the cells between two, whichever came first', () => {
  const range = { top: 2, bottom: 5, left: 1, right: 3 };
  expect(rangeOf({ row: 5, column: 1 }, { row: 2, column: 3 })).toEqual(range);
  expect(rangeOf({ row: 2, column: 3 }, { row: 5, column: 1 })).toEqual(range);
  expect(cellsIn(range)).toBe(12);
  expect(cellsIn(rangeOf({ row: 5, column: 1 }, { row: 5, column: 1 }))).toBe(1);
});

test('keys go from cell to cell, and stop at the ends', () => {
  const middle = { row: 50, column: 2 };
  expect(moved(middle, 'ArrowDown', 20, last)).toEqual({ row: 51, column: 2 });
  expect(moved(middle, 'ArrowUp', 20, last)).toEqual({ row: 49, column: 2 });
  expect(moved(middle, 'ArrowRight', 20, last)).toEqual({ row: 50, column: 3 });
  expect(moved(middle, 'ArrowLeft', 20, last)).toEqual({ row: 50, column: 1 });
  expect(moved(middle, 'PageDown', 20, last)).toEqual({ row: 70, column: 2 });
  expect(moved(middle, 'PageUp', 20, last)).toEqual({ row: 30, column: 2 });
  expect(moved({ row: 0, column: 0 }, 'ArrowUp', 20, last)).toEqual({ row: 0, column: 0 });
  expect(moved({ row: 0, column: 0 }, 'ArrowLeft', 20, last)).toEqual({ row: 0, column: 0 });
  const from = { row: 98, column: 4 };
  expect(moved(from, 'ArrowRight', 20, last)).toEqual(from);
  expect(moved(from, 'PageDown', 20, last)).toEqual({ row: 99, column: 4 });
  expect(moved(from, 'Home', 20, last)).toEqual({ row: 0, column: 4 });
  expect(moved(from, 'End', 20, last)).toEqual({ row: 99, column: 4 });
  expect(moved(from, 'x', 20, last)).toBeUndefined();
});

test('whole rows, whole columns, everything', () => {
  const [a, b] = [
    { row: 7, column: 2 },
    { row: 5, column: 1 },
  ];
  expect(rangeOf(...widened(' ', false, a, b, last)!)).toEqual({ top: 5, bottom: 7, left: 0, right: 4 });
  expect(rangeOf(...widened(' ', true, a, b, last)!)).toEqual({ top: 0, bottom: 99, left: 1, right: 2 });
  expect(rangeOf(...widened('a', true, a, b, last)!)).toEqual({ top: 0, bottom: 99, left: 0, right: 4 });
  expect(widened('a', false, a, b, last)).toBeUndefined();
});

const column = (name: string, unit: (record: DataRecord) => string): Column => ({
  ...{ name, title: name, width: 100 },
  cell: () => '',
  text: (record) => String(record[name] ?? ''),
  amount: (record) => {
    const value = record[name];
    return typeof value === 'number' ? { value, unit: unit(record) } : undefined;
  },
});
const pay = column('pay', ({ currency }) => String(currency));
const days = column('days', () => '');
const records = [
  { id: 1, pay: 100, currency: 'EUR', days: 1.5 },
  { id: 2, pay: null, currency: 'GBP', days: 2 },
  { id: 3, pay: 300, currency: 'EUR', days: null },
];

test('numbers are added up, missing ones are not counted', () => {
  expect(sumsOf([days], records)).toEqual({ numbers: 2, units: [''], sum: 3.5, mean: 1.75 });
  expect(sumsOf([pay], records)).toEqual({ numbers: 2, units: ['EUR'], sum: 400, mean: 200 });
  expect(sumsOf([], records)).toEqual({ numbers: 0, units: [] });
});

test('amounts of different currencies, or amounts and other numbers, are not added up', () => {
  const other = [...records, { id: 4, pay: 50, currency: 'GBP', days: 0 }];
  expect(sumsOf([pay], other)).toEqual({ numbers: 3, units: ['EUR', 'GBP'] });
  expect(sumsOf([pay, days], records).sum).toBeUndefined();
});

test('copied cells are lines with tabs, and a table', () => {
  const texts = textsOf([pay, days], records);
  expect(tabbed(texts)).toBe('100\t1.5\n\t2\n300\t');
  expect(tabbed([['a\tb', 'say "x"', 'two\nlines', 'plain']])).toBe('"a\tb"\t"say ""x"""\t"two\nlines"\tplain');
  expect(htmlTable([['<b> & c', 'd']])).toBe('<table><tr><td>&lt;b&gt; &amp; c</td><td>d</td></tr></table>');
});

test('columns share the room, become narrower only where all then fit, and keep what was set', () => {
  const columns = [
    { name: 'a', width: 100, least: 80 },
    { name: 'b', width: 60 },
  ];
  expect(tracks(columns, {}, 150)).toEqual({ css: 'minmax(80px, 100fr) minmax(60px, 60fr)', least: 140 });
  expect(tracks(columns, {}, 130)).toEqual({ css: 'minmax(100px, 100fr) minmax(60px, 60fr)', least: 160 });
  expect(tracks(columns, { a: 300 }, 150)).toEqual({ css: '300px minmax(60px, 60fr)', least: 360 });
  expect(tracks(columns, { b: 100 }, 150).least).toBe(200);
  expect(tracks(columns, { b: 40 }, 120)).toEqual({ css: 'minmax(80px, 100fr) 40px', least: 120 });
});

describe('scrolling', () => {
  const short = { total: 100, rowHeight: 30, height: 600 };
  const long = { total: 10_000_000, rowHeight: 30, height: 600 };

  test('the ends of the scroll bar are the first and the last rows', () => {
    expect([heightOf(short), lastTop(short), isScaled(short)]).toEqual([3000, 80, false]);
    expect([heightOf(long), lastTop(long), isScaled(long)]).toEqual([8_000_000, 9_999_980, true]);
    for (const each of [short, long]) {
      const range = heightOf(each) - each.height;
      expect([topAt(each, 0), topAt(each, range), topAt(each, range + 99), topAt(each, -9)]).toEqual([
        ...[0, lastTop(each), lastTop(each), 0],
      ]);
      for (const top of [0, lastTop(each) / 4, lastTop(each)])
        expect(topAt(each, pixelsAt(each, top))).toBeCloseTo(top, 3);
    }
    expect(pixelsAt(short, 40)).toBe(1200);
  });

  test('where everything fits there is nothing to scroll', () => {
    const few = { total: 3, rowHeight: 30, height: 600 };
    expect([heightOf(few), lastTop(few), pixelsAt(few, 0), topAt(few, 50)]).toEqual([600, 0, 0, 0]);
  });

  test('in a list that is longer than the bar, small movements are in pixels and large ones in parts of the list', () => {
    expect(scrolled(long, 5_000_000, 4_000_000, 4_000_030)).toBe(5_000_001);
    expect(scrolled(long, 5_000_000, 4_000_000, 3_999_100)).toBe(4_999_970);
    expect(scrolled(long, 5_000_000, 4_000_000, 4_001_200)).toBe(topAt(long, 4_001_200));
    expect(scrolled(long, 10, 100, 0)).toBe(0);
    expect(scrolled(long, 5, 1200, 600)).toBe(0);
    expect(scrolled(short, 7, 0, 300)).toBe(10);
  });
});
