// The figures of a metric: the names of its periods, their order, and what is said beside a number.
import { afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Drawn } from '../../../console/src/data/catalogue.ts';
import { kept, NOTHING } from '../../../console/src/data/kept/document.ts';
import * as answer from '../../../console/src/pages/insights/answer.ts';
import { comparison, goalFor, type Shown } from '../../../console/src/pages/insights/compare.ts';
import { goalOf, withGoal } from '../../../console/src/pages/insights/goals.ts';
import { showCatalogue } from '../catalogue.ts';

beforeAll(showCatalogue);
afterEach(() => {
  kept.value = NOTHING;
});

describe('periods', () => {
  test.each([
    ['2026-01-01', 'month', 'Jan 2026', 'Jan ’26'],
    ['2026-02-01', 'month', 'Feb 2026', 'Feb'],
    ['2026-12-01', 'month', 'Dec 2026', 'Dec'],
    ['2026-01-01', 'quarter', 'Q1 2026', 'Q1 ’26'],
    ['2026-04-01', 'quarter', 'Q2 2026', 'Q2 ’26'],
    ['2026-07-01', 'quarter', 'Q3 2026', 'Q3 ’26'],
    ['2025-10-01', 'quarter', 'Q4 2025', 'Q4 ’25'],
    ['2026-01-01', 'year', '2026', '2026'],
    ['2026-03-06', 'day', '6 Mar 2026', '6 Mar'],
    ['2026-11-16', 'week', 'week of 16 Nov 2026', '16 Nov'],
    ['2025-12-16', null, '16 Dec 2025 – 15 Jan 2026', '16 Dec 2025 – 15 Jan 2026'],
  ])('that begin on %s, by %s, are %s and on an axis %s', (from, every, text, short) => {
    const period = { from, to: '2026-01-15', partial: false };
    expect([answer.periodText(period, every), answer.shortPeriod(period, every)]).toEqual([text, short]);
  });

  test('today is one', () => {
    expect(answer.entryLabel(entry({}, 1, null), null)).toBe('Today');
  });
});

function entry(
  group: Record<string, string | number | null>,
  value: number | null,
  from: string | null = '2026-01-01',
  labels: Record<string, string> = {},
): answer.Entry {
  const period = from === null ? null : { from, to: from, partial: false };
  return { period, group, labels, values: { n: { value } } };
}

test('the largest comes first, the whole before all, and what has no number nowhere', () => {
  const entries = [
    entry({ a: 'x' }, 3),
    entry({ a: 'y' }, 7),
    entry({ a: 'z' }, null),
    entry({}, 5),
    entry({ a: 'w' }, -1),
  ];
  expect(answer.largestFirst(entries, 'n').map((each) => answer.numberIn(each, 'n'))).toEqual([5, 7, 3, -1]);
  expect(entries[0]!.group).toEqual({ a: 'x' });
});

test('groups as people call them, and as they are stored', () => {
  const both = entry({ dept_id: 3, branch: 'Austin' }, 1, null, { dept_id: 'Design' });
  expect([answer.groupText(both), answer.groupKey(both)]).toEqual(['Design · Austin', 'dept_id=3&branch=Austin']);
  expect(answer.groupText(entry({ dept_id: 3, branch: null }, 1))).toBe('Department 3 · not set');
  expect([answer.groupText(entry({}, 1)), answer.groupKey(entry({}, 1))]).toEqual(['All', '']);
});

test('the records behind a number are its own, else those of its numerator, else those it is over', () => {
  const [own, numerator, of] = [
    '/api/v1/a',
    { value: 1, rows: ['/api/v1/b', '/api/v1/c'] },
    { value: 2, rows: '/api/v1/d' },
  ];
  expect(answer.rowsOf({ value: 1, rows: own, numerator, of })).toEqual(['/api/v1/a']);
  expect(answer.rowsOf({ value: 1, numerator, of })).toEqual(['/api/v1/b', '/api/v1/c']);
  expect(answer.rowsOf({ value: 1, of })).toEqual(['/api/v1/d']);
  expect(answer.rowsOf({ value: 1 })).toEqual([]);
  expect([answer.firstRows(numerator.rows), answer.firstRows(undefined)]).toEqual(['/console/b', undefined]);
});

const metricOf = (unit: string, drawn: Partial<Drawn> = {}): answer.Metric =>
  ({ name: 'm', unit, figures: {}, drawn: { as: 'bars', ...drawn } }) as unknown as answer.Metric;
const insightOf = (...data: answer.Entry[]): answer.Insight => ({ data }) as unknown as answer.Insight;

test.each([
  ['people', {}, 1234.5, '1,234.5'],
  ['ratio', {}, 0.125, '12.5 %'],
  ['days', {}, 1, '1 day'],
  ['days', {}, 12.25, '12.3 days'],
  ['days', { years: true }, 730.5, '2 years'],
  ['people', {}, null, 'No data'],
] as const)('%s %j: %p is %s', (unit, drawn, value, text) => {
  expect(answer.textOf(metricOf(unit, drawn), 'n', value)).toBe(text);
});

describe('what is said beside a number', () => {
  const said = (metric: answer.Metric, value: number, was: number | null, target?: number) => {
    const now = entry({}, value, '2026-01-01');
    const other = { mode: 'year' as const, data: insightOf(entry({}, was, '2025-01-01')) };
    const shown: Shown = { metric, data: insightOf(now), figure: 'n', other, target };
    return comparison(shown, 'n', now);
  };
  const [more, less] = [{ better: { n: 'more' } }, { better: { n: 'less' } }] as const;

  test.each([
    ['people', {}, 12, 10, '+2 from 10'],
    ['people', {}, 8, 10, '−2 from 10'],
    ['people', more, 12, 10, '+2 from 10, better'],
    ['people', more, 8, 10, '−2 from 10, worse'],
    ['days', less, 8, 10, '−2 days from 10 days, better'],
    ['days', less, 12, 10, '+2 days from 10 days, worse'],
    ['ratio', {}, 0.152, 0.14, '+1.2 points from 14 %'],
    ['ratio', {}, 0.1402, 0.14, 'as before: 14 %'],
    ['people', {}, 10.04, 10, 'as before: 10'],
    ['people', {}, 10, null, undefined],
  ] as const)('%s %j: %d after %p is %p', (unit, drawn, value, was, text) => {
    expect(said(metricOf(unit, drawn), value, was)).toBe(text!);
  });

  test.each([
    ['people', {}, 12, 10, '+11 from 1 · goal 10, 2 above'],
    ['people', {}, 8, 10, '+7 from 1 · goal 10, 2 below'],
    ['people', {}, 10, 10, '+9 from 1 · goal 10, reached'],
    ['people', more, 12, 10, '+11 from 1, better · goal 10, reached'],
    ['people', more, 8, 10, '+7 from 1, better · goal 10, missed by 2'],
    ['people', less, 8, 10, '+7 from 1, worse · goal 10, reached'],
    ['people', less, 12, 10, '+11 from 1, worse · goal 10, missed by 2'],
  ] as const)('%s %j: %d with the goal %d is %p', (unit, drawn, value, goal, text) => {
    expect(said(metricOf(unit, drawn), value, 1, goal)).toBe(text);
  });

  test('a period is compared with the one at its place, and a group with itself', () => {
    const [one, two] = ['2026-01-01', '2026-02-01'];
    const now = [entry({ a: 'x' }, 5, one), entry({ a: 'x' }, 6, two), entry({ a: 'y' }, 7, two)];
    const then = [entry({ a: 'x' }, 1, '2025-01-01'), entry({ a: 'x' }, 2, '2025-02-01')];
    const other = { mode: 'year' as const, data: insightOf(...then) };
    const shown: Shown = { metric: metricOf('people'), data: insightOf(...now), figure: 'n', other };
    expect(now.map((each) => comparison(shown, 'n', each))).toEqual(['+4 from 1', '+4 from 2', 'no data before']);
  });
});

describe('goals', () => {
  test('are set and taken off by metric, figure and group, and others stay', () => {
    const first = withGoal(withGoal(NOTHING, 'm', 'n', '', 5), 'm', 'n', 'a=x', 2);
    const second = withGoal(withGoal(first, 'm', 'o', '', 9), 'p', 'n', '', 7);
    kept.value = withGoal(second, 'm', 'n', '', undefined);
    expect(kept.value.goals).toEqual({ m: { n: { 'a=x': 2 }, o: { '': 9 } }, p: { n: { '': 7 } } });
    expect([goalOf('m', 'n', 'a=x'), goalOf('m', 'n', ''), goalOf('x', 'n', '')]).toEqual([2, undefined, undefined]);
  });

  test('a rate of the whole holds for groups, a number of people does not', () => {
    const goal = (unit: string, group: Record<string, string>) =>
      goalFor({ metric: metricOf(unit), data: insightOf(), figure: 'n' }, 'n', entry(group, 1));
    kept.value = withGoal(withGoal(NOTHING, 'm', 'n', '', 5), 'm', 'n', 'a=x', 2);
    expect(['ratio', 'days', 'people'].map((unit) => goal(unit, {}))).toEqual([5, 5, 5]);
    expect(['ratio', 'days', 'people'].map((unit) => goal(unit, { a: 'x' }))).toEqual([2, 2, 2]);
    expect(['ratio', 'days', 'rating', 'levels', 'people'].map((unit) => goal(unit, { a: 'y' }))).toEqual([
      ...[5, 5, 5, 5, undefined],
    ]);
  });
});
