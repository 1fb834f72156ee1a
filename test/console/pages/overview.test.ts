// The overview: the week and the year that it asks about, and what its cards make of the answers.
import { afterEach, beforeAll, expect, setSystemTime, test } from 'bun:test';
import type { DataRecord, Groups } from '../../../console/src/data/records.ts';
import { inOrder, isOut } from '../../../console/src/pages/overview/order.ts';
import { mondayOf, questions } from '../../../console/src/pages/overview/questions.ts';
import { showCatalogue } from '../catalogue.ts';

beforeAll(showCatalogue);
afterEach(() => {
  setSystemTime();
});

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-18', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('the Monday of %s is %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test.each([
  ['2026-11-18', '2025-11-01', '2025-11-19', '2026-11-16', '2026-11-22', '2026-11-21'],
  ['2024-02-29', '2023-02-01', '2023-03-01', '2024-02-26', '2024-03-03', '2024-03-02'],
  ['2026-03-01', '2025-03-01', '2025-03-02', '2026-02-23', '2026-03-01', '2026-02-28'],
])('on %s', (day, yearAgo, afterYear, monday, sunday, saturday) => {
  setSystemTime(new Date(`${day}T12:00:00Z`));
  const asked = questions();
  expect(asked.headcount).toBe(`insights/headcount?from=${yearAgo}&to=${day}&every=month`);
  expect(asked.turnover).toBe(`insights/turnover?from=${afterYear}&to=${day}`);
  expect(asked.out).toBe(`insights/who-is-out?from=${monday}&to=${sunday}&every=day`);
  // Whoever is away from Monday to Friday: from before Saturday, to no day before Monday.
  expect(asked.away).toStartWith(
    `leave?status=approved&from_date[lt]=${saturday}&to_date[gte_or_null]=${monday}&sort=from_date&limit=6&`,
  );
});

test('stages are in the order of the catalogue, and others after them', () => {
  const groups = ['rejected_late', 'offer', null, 'applied', 'screening'].map((stage) => ({ group: { stage } }));
  expect(inOrder(groups as unknown as Groups['data']).map(({ group }) => group.stage)).toEqual([
    ...['applied', 'screening', 'offer', 'rejected_late', null],
  ]);
});

test.each([
  ['2026-11-17', '2026-11-19', [false, true, true, true, false]],
  ['2026-11-17T09:00:00Z', '2026-11-19T00:00:00Z', [false, true, true, true, false]],
  ['2026-11-20', null, [false, false, false, false, true]],
  ['2026-11-01', '2026-11-16', [true, false, false, false, false]],
])('from %s to %s somebody is away', (from_date, to_date, away) => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  expect(days.map((day) => isOut({ id: 1, from_date, to_date } as DataRecord, day))).toEqual(away);
});
