// What is left out of a metric with groups of its own, where a private field is inside: what is small, and the next
// smallest with it.
import { expect, test } from 'bun:test';
import type { Asked } from '../../src/insights/asked.ts';
import { funnel } from '../../src/insights/hiring/funnel.ts';
import { sourceQuality } from '../../src/insights/hiring/source-quality.ts';
import type { Figure } from '../../src/insights/metric.ts';
import { restricted } from '../../src/insights/restricted.ts';
import { type Answered, coarseOf } from './coarse.ts';

const quotient = (numerator: number, denominator: number): Figure => ({
  ...{ value: numerator / denominator, numerator: { value: numerator }, denominator: { value: denominator } },
  small: denominator < 10,
});

/** Hires and applications, and who stayed, of each source. */
const sources = (hires: readonly number[], stayed: readonly number[]) =>
  hires.map((count, at) => ({
    period: null,
    keys: [`source ${at}`],
    values: { hire_rate: quotient(count, 97), kept: quotient(stayed[at]!, 41) },
  }));

const shown = (hires: readonly number[], stayed: readonly number[], hidesGroups = false) => {
  const entries = sources(hires, stayed);
  const asked = { hidden: {}, hidesGroups, periods: [], today: '2026-11-16' } as unknown as Asked;
  const found = restricted(sourceQuality, { entries, excluded: [] }, asked);
  const exact = entries.map(({ keys, ...rest }) => ({ ...rest, group: { source: keys[0] }, labels: {} }));
  if (!hidesGroups)
    expect(found.entries.map(({ values }) => values)).toEqual(
      coarseOf(sourceQuality, { data: exact, excluded: [] } as Answered).map(({ values }) => values) as never,
    );
  return found.entries.map(({ keys, values }) => [keys[0], ...Object.keys(values)].join(' '));
};

const ALL = 'hire_rate kept';

test.each([
  ['nothing is small', [14, 96, 10, 31], [20, 20, 20, 20], [0, 1, 2, 3].map((at) => `source ${at} ${ALL}`)],
  [
    'one is, and the next smallest goes with it, figure by figure',
    [14, 96, 9, 31],
    [20, 20, 20, 20],
    ['source 0 kept', `source 1 ${ALL}`, 'source 2 kept', `source 3 ${ALL}`],
  ],
  [
    'among those that are rounded to the same, the first goes',
    [14, 96, 9, 11],
    [20, 20, 20, 20],
    ['source 0 kept', `source 1 ${ALL}`, 'source 2 kept', `source 3 ${ALL}`],
  ],
  ['an entry without figures is left out', [9, 96, 12], [0, 20, 12], [`source 1 ${ALL}`]],
  ['of two there is none', [9, 96], [9, 20], []],
])('%s', (_, hires, stayed, expected) => {
  expect(shown(hires, stayed)).toEqual(expected);
});

test('groups that are private are not shown, however large they are', () => {
  expect(shown([14, 96], [20, 20], true)).toEqual([]);
});

test('figures that are named by data are in the order of what is shown, not of the exact counts', () => {
  const values = { offer: { value: 20 }, talk: { value: 41 }, applied: { value: 39 }, hired: { value: 3 } };
  const asked = { hidden: {}, hidesGroups: false, periods: [], today: '2026-11-16' } as unknown as Asked;
  const { entries } = restricted(funnel, { entries: [{ period: null, keys: [], values }], excluded: [] }, asked);
  expect(JSON.stringify(entries[0]!.values)).toBe('{"applied":{"value":40},"talk":{"value":40},"offer":{"value":20}}');
});
