// With which days a time is compared.
import { describe, expect, test } from 'bun:test';
import { shifted } from '../../console/src/pages/insights/compare.ts';

describe('the period before', () => {
  test.each([
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['a quarter so far', '2026-10-01', '2026-11-18', '2026-08-01', '2026-09-18'],
    ['twelve months that begin in the middle of one', '2025-11-19', '2026-11-18', '2024-11-19', '2025-11-18'],
    ['the twelve months of a chart', '2025-12-01', '2026-11-18', '2024-12-01', '2025-11-18'],
    ['thirty days', '2026-10-20', '2026-11-18', '2026-09-20', '2026-10-19'],
    ['a day', '2026-03-01', '2026-03-01', '2026-02-01', '2026-02-01'],
  ])('of %s', (_, from, to, first, last) => {
    expect(shifted(from, to, 'before')).toEqual({ from: first, to: last });
  });
});

describe('the year before', () => {
  test.each([
    ['months', '2026-01-01', '2026-06-30', '2025-01-01', '2025-06-30'],
    ['to a leap day', '2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
    ['from a leap day', '2024-02-29', '2024-03-31', '2023-02-28', '2023-03-31'],
  ])('of %s', (_, from, to, first, last) => {
    expect(shifted(from, to, 'year')).toEqual({ from: first, to: last });
  });
});
