// What pages ask the API, and what they make of its answers: the overview, insights, the board, career sites, imports.
import { afterEach, beforeAll, describe, expect, type Mock, setSystemTime, spyOn, test } from 'bun:test';
import { type Drawn, resourceNamed } from '../../console/src/data/catalogue.ts';
import { kept, NOTHING } from '../../console/src/data/kept/document.ts';
import { formatQuery, parseQuery } from '../../console/src/data/query.ts';
import type { DataRecord, Groups } from '../../console/src/data/records.ts';
import * as board from '../../console/src/pages/board/questions.ts';
import { columnsOf, commonOrder, stagesIn } from '../../console/src/pages/board/stages.ts';
import { surfaceOn } from '../../console/src/pages/careers/colour.ts';
import * as careers from '../../console/src/pages/careers/questions.ts';
import * as visibility from '../../console/src/pages/careers/visibility.ts';
import {
  columnFields,
  fieldsOf,
  isOwn,
  leftOutIn,
  openQuestions,
  targetsOf,
  withLeftOut,
} from '../../console/src/pages/import/mapping-file.ts';
import { decided, pathFor, putIn, type Refused } from '../../console/src/pages/import/send.ts';
import * as answer from '../../console/src/pages/insights/answer.ts';
import { comparison, goalFor, type Shown, shifted } from '../../console/src/pages/insights/compare.ts';
import { goalOf, withGoal } from '../../console/src/pages/insights/goals.ts';
import { inOrder, isOut } from '../../console/src/pages/overview/order.ts';
import { mondayOf, questions } from '../../console/src/pages/overview/questions.ts';
import { showCatalogue } from './catalogue.ts';

beforeAll(showCatalogue);
afterEach(() => {
  setSystemTime();
});

test.each([
  ['2026-11-16', '2026-11-16'],
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
])('from %s to %s somebody is away', (from_date, to_date, away) => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  expect(days.map((day) => isOut({ id: 1, from_date, to_date } as DataRecord, day))).toEqual(away);
});

describe('the period before', () => {
  test.each([
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
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

afterEach(() => {
  kept.value = NOTHING;
});

describe('periods', () => {
  test.each([
    ['2026-01-01', 'month', 'Jan 2026', 'Jan ’26'],
    ['2026-02-01', 'month', 'Feb 2026', 'Feb'],
    ['2026-01-01', 'quarter', 'Q1 2026', 'Q1 ’26'],
    ['2026-04-01', 'quarter', 'Q2 2026', 'Q2 ’26'],
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

test.each([
  [0, 3, []],
  [20, 3, [20]],
  [21, 3, [20, 1]],
  [61, 3, [20, 20, 20]],
  [61, 4, [20, 20, 20, 1]],
])('of %d cards, %d batches have %p', (count, batches, expected) => {
  expect(board.batchesOf(count, batches)).toEqual(expected);
});

test('every card is in one batch', () => {
  const offsetOf = (batch: number) => Number(new URLSearchParams(board.cardsPath([], 'x', batch)).get('offset') ?? 0);
  for (const count of [1, 19, 20, 21, 45]) {
    const cards = board
      .batchesOf(count, 9)
      .flatMap((expected, batch) => Array.from({ length: expected }, (_, at) => offsetOf(batch) + at));
    expect(cards).toEqual(Array.from({ length: count }, (_, at) => at));
  }
});

test('the best rated come first, and of these the ones that wait longest', () => {
  const path = board.cardsPath(parseQuery('?job_id=3&stage=offer&status=active'), 'screening', 2);
  expect(path).toMatch(
    /^applications\?job_id=3&stage=screening&status=active&sort=-rating,stage_entered_on&fields=[\w.,]+&limit=20&offset=40$/,
  );
  expect(board.cardsPath([], 'offer', 0)).not.toContain('offset');
});

test('without a status there are those in a process and those who were hired', () => {
  const asked = (search: string) => formatQuery(board.conditionsOf(parseQuery(search)));
  expect(asked('?job_id=3&sort=id')).toBe('?job_id=3&status=active&status=hired');
  expect(asked('?status=rejected')).toBe('?status=rejected');
  expect(asked('?status[ne]=null')).toBe('?status[ne]=null');
  expect(asked('?job_id.status=open')).toBe('?job_id.status=open&status=active&status=hired');
});

test('the other questions', () => {
  const query = parseQuery('?job_id=3&job_id=x&job_id=&job_id=12&status=active&status[ne]=hired&q=ada');
  expect(board.jobIdsIn(query)).toEqual(['3', '12']);
  expect(board.statusCountsPath(parseQuery('?job_id=3&status=active&status[ne]=x'))).toBe(
    'aggregate/applications?job_id=3&group=status&limit=200',
  );
  expect(board.stageCountsPath(parseQuery('?job_id=3&status=active'))).toBe(
    'aggregate/applications?job_id=3&status=active&group=stage&limit=200',
  );
  expect(board.jobsPath(['3', '12'])).toStartWith('jobs?id=3&id=12&fields=id,code,title,');
});

test.each([
  ['["applied","offer"]', ['applied', 'offer']],
  ['["applied",3,null,""]', ['applied']],
  ['{"a":1}', []],
  [null, []],
  [undefined, []],
])('the stages of %p are %p', (text, stages) => {
  expect(stagesIn(text)).toEqual(stages);
});

test.each<[lists: string[], order: string]>([
  [[], ''],
  [['a b c'], 'a b c'],
  // The longest says the order, whichever comes first.
  [['c a', 'a b c'], 'a b c'],
  [['a c', 'a b c'], 'a b c'],
  // What only some have comes after the one that precedes it there.
  [['a b c d', 'a x c'], 'a x b c d'],
  [['a b c d', 'c x'], 'a b c x d'],
  // The first of its job comes before the next one that is known.
  [['a b c d', 'x c'], 'a b x c d'],
  [['a b c', 'x y'], 'a b c x y'],
])('%p have the order %p', (lists, order) => {
  expect(commonOrder(lists.map((list) => list.split(' '))).join(' ')).toBe(order);
});

test('the columns are the stages of the jobs in their order, then those that only applications have', () => {
  const counts = {
    data: [
      { group: { stage: 'offer' }, values: { count: 2 } },
      { group: { stage: null }, values: { count: 1 } },
      { group: { stage: 'lost' }, values: { count: 4 } },
    ],
  } as unknown as Groups;
  const columns = (search: string) =>
    columnsOf(parseQuery(search), ['applied', 'offer'], counts).map(({ name, count, isForeign }) => [
      name,
      count,
      isForeign,
    ]);
  expect(columns('')).toEqual([
    ['applied', 0, false],
    ['offer', 2, false],
    ['null', 1, true],
    ['lost', 4, true],
  ]);
  expect(columns('?stage=lost&stage=applied')).toEqual([
    ['applied', 0, false],
    ['lost', 4, true],
  ]);
});

test('the address has the site, what is shown, and conditions', () => {
  const { site, conditions, show, offset } = careers.askedIn(
    parseQuery('?site=2&show=problems&status=published&offset=50&locale=de'),
  );
  expect([site, formatQuery(conditions), show, offset]).toEqual([
    ...['2', '?career_site_id=2&status=published&locale=de', 'problems', 50],
  ]);
  expect(careers.askedIn(parseQuery('?career_site_id=3')).site).toBe('3');
  expect(careers.askedIn([])).toMatchObject({ site: undefined, conditions: [], offset: 0 });
  expect(['-5', 'x', '7.9'].map((text) => careers.askedIn([['offset', text]]).offset)).toEqual([0, 0, 7]);
  expect(careers.pageWith(parseQuery('?site=2&offset=50'))).toBe('/console/careers?site=2');
});

test('pages of rows, the newest first, and none is lost between two', () => {
  const conditions = parseQuery('?status=published');
  const asked = (path: string) => new URLSearchParams(path.split('?')[1]);
  expect(asked(careers.rowsPath(conditions, undefined, 0)).toString()).not.toContain('offset');
  const second = asked(careers.rowsPath(conditions, undefined, 50));
  expect([second.get('offset'), second.get('limit'), second.get('sort'), second.get('status')]).toEqual([
    ...['50', '50', '-id', 'published'],
  ]);
  const ids = Array.from({ length: 120 }, (_, at) => at + 1);
  const pages = [0, 50, 100].map((offset) => asked(careers.rowsPath(conditions, ids, offset)));
  expect(pages.flatMap((page) => page.getAll('id').map(Number))).toEqual(ids);
  expect(pages.map((page) => page.get('offset') ?? page.get('status'))).toEqual([null, null, null]);
});

test('counts of a field are those without its own condition', () => {
  expect(careers.countsPath(parseQuery('?locale=de&status=published'), 'locale')).toBe(
    'aggregate/job-distributions?status=published&group=locale&limit=200',
  );
});

test('why something is not shown, and what that is', () => {
  const rows = (...ids: number[]) => [`/api/v1/job-distributions?${ids.map((id) => `id=${id}`).join('&')}`];
  const figures = {
    on_site: { value: 9, rows: '/api/v1/job-distributions?status=published' },
    why_not_closed: { value: 1, rows: rows(4) },
    why_not_expired: { value: 0, rows: rows() },
    why_not_no_site: { value: 3, rows: [...rows(4, 5), ...rows(6)] },
    why_not_known: { value: null, rows: rows(1) },
  };
  expect(visibility.reasonsIn(figures)).toEqual(['why_not_closed', 'why_not_no_site']);
  expect(visibility.troubledIds(figures)).toEqual([4, 5, 6]);
  expect(visibility.troubledIds({ why_not_all: { value: 2, rows: '/api/v1/job-distributions' } })).toBeUndefined();
  expect(visibility.listOf(figures.on_site)).toBe('/console/job-distributions?status=published');
  expect(visibility.listOf(figures.why_not_closed)).toBe('/console/job-distributions?id=4');
  expect(visibility.listOf(figures.why_not_no_site)).toBeUndefined();
  expect(visibility.listOf(figures.why_not_expired)).toBeUndefined();
  expect([visibility.amountOf(figures, 'on_site'), visibility.amountOf(figures, 'cake')]).toEqual([9, undefined]);
});

test.each([
  [[255, 255, 255], '#000'],
  [[0, 0, 0], '#fff'],
  [[0, 255, 0], '#000'],
  [[0, 0, 255], '#fff'],
  [[118, 118, 118], '#000'],
  [[110, 110, 110], '#fff'],
  [[81, 91, 108], '#fff'],
] as const)('on rgb(%p) the text is %s', (parts, color) => {
  expect(surfaceOn(parts)).toEqual({ background: `rgb(${parts.join(' ')})`, color });
});

let fetching: Mock<typeof fetch> | undefined;

afterEach(() => {
  fetching?.mockRestore();
});

test('what is not decided is not sent', () => {
  expect(
    decided({
      columns: { Name: 'name', Note: null },
      values: { status: { Aktiv: 'active', Weg: '' }, gender: { x: '' } },
      defaults: { branch: '', dept_id: 3 },
      decimal: ',',
    }),
  ).toEqual({
    columns: { Name: 'name', Note: null },
    values: { status: { Aktiv: 'active' } },
    defaults: { dept_id: 3 },
    decimal: ',',
  });
  expect(decided({ values: { gender: { x: '' } }, defaults: { branch: '' } })).toEqual({});
});

test('a column has no field, one or several, and rows are left out by texts, as mapping files say it', () => {
  for (const fields of [null, 'stage', ['stage', 'status']]) expect(columnFields(fieldsOf(fields))).toEqual(fields);
  const mapping = { columns: {}, leaveOut: { Name: ['vacancy', null], Status: 'n/a' } };
  const all = leftOutIn(mapping);
  expect(all).toEqual([
    ['Name', 'vacancy'],
    ['Name', ''],
    ['Status', 'n/a'],
  ]);
  expect(leftOutIn(withLeftOut(mapping, [...all, all[0]!]))).toEqual(all);
  expect(withLeftOut(mapping, [])).toEqual({ columns: {} });
});

test('questions that are open are counted', () => {
  expect(openQuestions({})).toBe(0);
  expect(openQuestions({ values: { a: { x: '', y: 'b' }, c: { z: '' } }, defaults: { d: '', e: 0 } })).toBe(3);
});

test.each([
  [{}, true],
  [{ columns: { id: 'id', status: 'status' } }, true],
  [{ columns: { id: 'id', Status: 'status' } }, false],
  [{ columns: { id: 'id', status: null } }, false],
  [{ columns: { id: 'id' }, leaveOut: { id: '3' } }, false],
  [{ columns: { id: ['id', 'code'] } }, false],
  [{ columns: { id: 'id' }, defaults: { status: 'active' } }, false],
  [{ columns: { id: 'id' }, values: { status: { a: 'b' } } }, false],
])('%j is an export of ours: %p', (mapping, own) => {
  expect(isOwn(mapping)).toBe(own);
});

test.each([
  [{}, 'import/leave'],
  [
    { isDryRun: true, skipsInvalid: true, emptiesUnknown: true, keepsDemo: true },
    'import/leave?dry_run=true&skip_invalid=true&empty_unknown=true&keep_demo=true',
  ],
  [{ makes: ['departments', 'jobs'], sheet: 'A & B' }, 'import/leave?create_missing=departments%2Cjobs&sheet=A+%26+B'],
])('with %j the path is %s', (options, path) => {
  const none = { isDryRun: false, skipsInvalid: false, emptiesUnknown: false, keepsDemo: false, makes: [] };
  expect(pathFor('leave', { ...none, ...options })).toBe(path);
});

test('a column can fill a field, or find a record by one of its names', () => {
  const values = (resource: string, current: string | null = null) =>
    targetsOf(resourceNamed(resource)!, current).map(({ value }) => value);
  const leave = values('leave');
  expect(leave).toContainValues(['id', 'employee_id', 'employee_id.email', 'employee_id.name', 'from_date']);
  expect(leave).not.toContain('name');
  const employees = values('employees');
  expect(employees[0]).toBe('name');
  expect(employees).toContainValues(['dept_id.name', 'manager_id.email', 'manager_id.name']);
  expect(employees).not.toContain('dept_id.email');
  expect(values('leave', 'cake').at(-1)).toBe('cake');
  expect(values('leave', 'days')).toEqual(leave);
  const secret = resourceNamed('leave')!;
  const fields = [...secret.fields, { ...secret.fields[0]!, name: 'token', kind: 'secret' }];
  expect(targetsOf({ ...secret, fields }, null).map(({ value }) => value)).toEqual(leave);
});

/** What the page has of an answer that comes in pieces of so many bytes. */
function report(text: string, status = 200, size = 1000) {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  fetching = spyOn(globalThis, 'fetch') as Mock<typeof fetch>;
  fetching.mockResolvedValue(new Response(body, { status }));
  const progress: number[][] = [];
  const file = new File(['a'], 'a.csv');
  const made = putIn('import/leave', file, {}, (...rows) => progress.push(rows), new AbortController().signal);
  return made.then((found) => ({ ...found, progress }));
}

test('a report is read whole, wherever its lines are cut and however it ends', async () => {
  const lines = [
    { progress: { rows: 1, of: 3 } },
    { line: 2, field: 'days', reason: 'é', value: null },
    { line: 3, field: null, reason: 'b', value: 'x', level: 'warning' },
    { words: { field: 'status', unknown: { a: 1 } } },
    { erased: { lines: [4] } },
    { preview: [{ resource: 'leave', records: [] }] },
    { summary: { written: 1, refused: 1, faults: 7, warnings: 1, resources: [] } },
  ].map((line) => JSON.stringify(line));
  for (const end of ['', '\n'])
    for (const size of [1000, 7, 1]) {
      const found = await report(lines.join('\n') + end, 200, size);
      expect(found.progress).toEqual([[1, 3]]);
      expect([found.faults.map(({ line }) => line), found.warnings.map(({ line }) => line)]).toEqual([[2], [3]]);
      expect([found.faults[0]!.reason, found.faultCount, found.written, found.refused]).toEqual(['é', 7, 1, 1]);
      expect([found.words.length, found.erased.length, found.preview.length]).toEqual([1, 1, 1]);
    }
});

test('a file that is refused says why', async () => {
  const error = { code: 'x', message: 'No.', details: { errors: [{ msg: 'Too long', loc: ['file'] }] } };
  const refused = (text: string, status: number) => report(text, status).catch((thrown: Refused) => thrown.messages);
  expect(await refused(JSON.stringify({ error }), 422)).toEqual(['Too long.']);
  expect(await refused(JSON.stringify({ error: { code: 'x', message: 'No.' } }), 422)).toEqual(['No.']);
  expect(await refused('oh', 500)).toEqual(['The service answers 500.']);
  expect(await refused(`${JSON.stringify({ error })}\n`, 200)).toEqual(['Too long.']);
});
