// Who is out, and the org chart: the days and bars of the one, and the tree of the other.
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { formatQuery, parseQuery } from '../../console/src/data/query.ts';
import type { DataRecord } from '../../console/src/data/records.ts';
import {
  hrefOf,
  moreText,
  openItems,
  reportsText,
  rolesHref,
  wordsOf,
} from '../../console/src/pages/org-chart/items.ts';
import { layoutOf } from '../../console/src/pages/org-chart/layout.ts';
import { above, loadedIn, type Org, orgOf } from '../../console/src/pages/org-chart/tree.ts';
import { barText, type Group, groupsOf, peopleOf, placeOf } from '../../console/src/pages/who-is-out/away.ts';
import { awayText, coverText, shadeOf } from '../../console/src/pages/who-is-out/cover-words.ts';
import * as paths from '../../console/src/pages/who-is-out/paths.ts';
import * as days from '../../console/src/pages/who-is-out/period.ts';
import { atOnce } from '../../src/fairness/slices.ts';
import { treeOf } from '../../src/org/tree.ts';
import { randomFrom, SEED } from '../harness/random/sample.ts';
import { showCatalogue } from './catalogue.ts';

beforeAll(() => {
  showCatalogue();
  setSystemTime(new Date('2026-11-18T15:00:00Z'));
});
afterAll(() => {
  setSystemTime();
});

const month = () => days.periodOf('month', '2026-11-18');
const week = () => days.periodOf('week', '2026-11-18');

describe('the days that are shown', () => {
  test.each([
    ['month', '2026-11-18', '2026-11-01', '2026-11-30', 30, 'November 2026'],
    ['month', '2024-02-10', '2024-02-01', '2024-02-29', 29, 'February 2024'],
    ['week', '2026-11-18', '2026-11-16', '2026-11-22', 7, '16 to 22 November 2026'],
    // From Monday to Sunday.
    ['week', '2026-11-16', '2026-11-16', '2026-11-22', 7, '16 to 22 November 2026'],
    ['week', '2026-11-22', '2026-11-16', '2026-11-22', 7, '16 to 22 November 2026'],
    ['week', '2027-01-01', '2026-12-28', '2027-01-03', 7, '28 December 2026 to 3 January 2027'],
    // What is no day, or no view, is today in a month.
    ['week', '2026-02-31', '2026-11-16', '2026-11-22', 7, '16 to 22 November 2026'],
    ['year', 'soon', '2026-11-01', '2026-11-30', 30, 'November 2026'],
    [undefined, undefined, '2026-11-01', '2026-11-30', 30, 'November 2026'],
  ])('%s of %s', (view, day, from, to, count, title) => {
    const period = days.periodOf(view, day);
    expect([period.from, period.to, period.days.length, period.title]).toEqual([from, to, count, title]);
    expect([period.days[0], period.days.at(-1), new Set(period.days).size]).toEqual([from, to, count]);
  });

  test.each([
    ['month', '2026-09-10', 1, '2026-10-01'],
    ['month', '2026-10-10', 1, '2026-11-18'],
    ['month', '2026-12-10', -1, '2026-11-18'],
    ['week', '2026-11-10', 1, '2026-11-18'],
    ['week', '2026-11-18', 1, '2026-11-23'],
    ['week', '2026-11-18', -1, '2026-11-09'],
  ] as const)('beside the %s of %s, by %d, is %s', (view, day, step, beside) => {
    expect(days.neighbour(days.periodOf(view, day), step)).toBe(beside);
  });

  test('weekends and Mondays', () => {
    const { days: shown } = week();
    expect(shown.map(days.isMonday)).toEqual([true, ...Array(6).fill(false)]);
    expect(shown.map(days.isWeekend)).toEqual([...Array(5).fill(false), true, true]);
    expect(shown.map(days.weekday).join()).toBe('Mon,Tue,Wed,Thu,Fri,Sat,Sun');
    expect([days.shortDay('2026-11-06'), days.dayNumber('2026-11-06')]).toEqual(['Fri 6 November', '6']);
  });

  test.each([
    ['2026-11-16', '2026-11-20', '16 to 20 November', '16 – 20 Nov'],
    ['2026-10-28', '2026-11-03', '28 October to 3 November', '28 Oct – 3 Nov'],
    ['2026-11-16', '2026-11-16', '16 November', '16 Nov'],
    ['2025-11-16', '2026-11-20', '16 November 2025 to 20 November 2026', '16 Nov – 20 Nov'],
  ])('%s to %s', (from, to, text, short) => {
    expect([days.rangeText(from, to), days.shortRange(from, to)]).toEqual([text, short]);
  });

  test('no end, and days apart', () => {
    expect(days.shortRange('2026-11-16', null)).toBe('from 16 Nov');
    expect(days.daysBetween('2026-02-28', '2026-03-01')).toBe(1);
    expect(days.daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  });
});

const leave = (
  id: number,
  who: number | null,
  from_date: string,
  to_date: string | null,
  name = `P${who}`,
): DataRecord => ({
  ...{ id, from_date, to_date, employee_id: who, 'employee_id.first_name': name, 'employee_id.last_name': null },
  ...{ 'employee_id.dept_id': 3, 'employee_id.branch': null },
});

describe('bars', () => {
  test.each([
    // from, to, first and last day of the bar, whether it goes on before and after
    ['2026-11-01', '2026-11-01', 0, 0, false, false],
    ['2026-11-16', '2026-11-20', 15, 19, false, false],
    ['2026-10-28', '2026-11-03', 0, 2, true, false],
    ['2026-11-28', '2026-12-01', 27, 29, false, true],
    ['2026-10-01', null, 0, 29, true, true],
    ['2026-11-16T09:00:00Z', '2026-11-20T17:00:00Z', 15, 19, false, false],
  ])('%s to %s', (from, to, start, end, isBefore, isAfter) => {
    const [person] = peopleOf([leave(1, 1, from, to)], month(), 'dept_id');
    expect(person!.bars).toMatchObject([{ id: 1, start, end, isBefore, isAfter, lane: 0 }]);
  });

  test('as wide as their days, also the last one', () => {
    const [person] = peopleOf([leave(1, 1, '2026-11-16', '2026-11-22')], week(), 'dept_id');
    expect(placeOf(person!.bars[0]!, week(), 26)).toEqual({ left: '0%', width: '100%', top: '0px' });
    const two = { ...person!.bars[0]!, start: 15, end: 17, lane: 2 };
    expect(placeOf(two, month(), 10)).toEqual({ left: '50%', width: '10%', top: '20px' });
  });

  test('leave that overlaps by a day stands below, and the next takes the place that is free', () => {
    const [person] = peopleOf(
      [
        leave(1, 1, '2026-11-02', '2026-11-06'),
        leave(2, 1, '2026-11-06', '2026-11-08'),
        leave(3, 1, '2026-11-07', '2026-11-09'),
        leave(4, 1, '2026-11-10', '2026-11-11'),
      ],
      month(),
      'dept_id',
    );
    expect(person!.bars.map(({ lane }) => lane)).toEqual([0, 1, 0, 0]);
    expect(person!.lanes).toBe(2);
  });

  test('people are by who is away first, then by name, each once', () => {
    const people = peopleOf(
      [
        leave(1, 1, '2026-11-05', '2026-11-06', 'Zoe'),
        leave(2, 2, '2026-11-02', '2026-11-03', 'Émil'),
        leave(3, 3, '2026-11-02', '2026-11-09', 'Finn'),
        leave(4, 3, '2026-10-20', '2026-11-01', 'Finn'),
        leave(5, null, '2026-11-02', '2026-11-03', ''),
        leave(6, 9, '2026-11-20', '2026-11-21', ''),
      ],
      month(),
      'dept_id',
    );
    expect(people.map(({ name, group, bars }) => [name, group, ...bars.map(({ id }) => id)])).toEqual([
      ['Finn', '3', 4, 3],
      ['Émil', '3', 2],
      ['Somebody without a name', '3', 5],
      ['Zoe', '3', 1],
      ['Employee 9', '3', 6],
    ]);
    expect(peopleOf([leave(1, 1, '2026-11-05', null)], month(), 'branch')[0]!.group).toBe('null');
  });

  test('a bar in words', () => {
    const [person] = peopleOf(
      [leave(1, 1, '2026-11-16', '2026-11-20'), leave(2, 1, '2026-11-23', null)],
      month(),
      'branch',
    );
    expect(person!.bars.map((bar) => barText(person!, bar))).toEqual([
      'P1, away 16 to 20 November',
      'P1, away from 23 November, no end is known',
    ]);
  });
});

describe('groups', () => {
  const heads = (dept: number | null, label: string | undefined, people: number) => ({
    period: { from: '2026-11-18', to: '2026-11-18' },
    group: { dept_id: dept },
    labels: label === undefined ? {} : { dept_id: label },
    values: { headcount: { value: people, rows: `/api/v1/employees?dept_id=${dept}` } },
  });
  const away = (day: string, dept: number | null, people: number, requests: number) => ({
    period: { from: '2026-11-01', to: day },
    group: { 'employee_id.dept_id': dept },
    labels: {},
    values: { people: { value: people }, leave: { value: requests, rows: day } },
  });

  test('have their people, and who is away on each day; they are by name', () => {
    const groups = groupsOf(
      [heads(2, 'Sales', 10), heads(1, 'Design', 5), heads(null, undefined, 1)],
      [
        away('2026-11-16', 2, 3, 4),
        away('2026-11-17', 2, 0, 0),
        away('2026-11-16', 1, 0, 0),
        away('2026-11-16', 7, 1, 1),
      ],
      'dept_id',
    );
    expect(groups.map(({ label, people, isAnyone }) => [label, people, isAnyone])).toEqual([
      ['Department 7', 0, true],
      ['Design', 5, false],
      ['No department', 1, false],
      ['Sales', 10, true],
    ]);
    expect(groups[3]!.cover).toEqual([
      { day: '2026-11-16', away: 3, requests: 4, rows: '2026-11-16' },
      { day: '2026-11-17', away: 0, requests: 0, rows: '2026-11-17' },
    ]);
  });

  const group = (people: number): Group => ({
    ...{ value: '1', label: 'Design', people, peopleRows: undefined, cover: [], isAnyone: true },
  });

  test.each([
    [53, 3, 3, 'Monday 16 November: 3 of 53 away, 94 % are there'],
    [53, 3, 4, 'Monday 16 November: 3 of 53 away, 94 % are there, 4 requests'],
    [0, 3, 3, 'Monday 16 November: 3 away'],
    [0, 3, 4, 'Monday 16 November: 3 away, 4 requests'],
    [2, 3, 3, 'Monday 16 November: 3 of 2 away, 0 % are there'],
  ])('of %d people %d with %d requests are: %s', (people, count, requests, text) => {
    expect(coverText({ day: '2026-11-16', away: count, requests, rows: '' }, group(people))).toBe(text);
  });

  test('shades by shares, and short numbers in a month', () => {
    expect([0, 0.01, 0.05, 0.099, 0.1, 0.2, 1].map(shadeOf)).toEqual([0, 1, 2, 2, 3, 4, 4]);
    expect([999, 1000, 1250, 9949, 9950, 12_345].map((count) => awayText(count, month()))).toEqual([
      ...['999', '1.0k', '1.3k', '9.9k', '10k', '12k'],
    ]);
    expect(awayText(1250, week())).toBe('1,250');
  });
});

describe('what is asked', () => {
  const query = parseQuery(
    '?view=week&day=2026-11-18&by=branch&status=pending&employee_id.branch=Austin&employee_id=5&leave_type=sick',
  );

  test('leave that has a day in the period, approved only', () => {
    expect(formatQuery(paths.listQuery(query, week()))).toBe(
      '?employee_id.branch=Austin&employee_id=5&leave_type=sick&status=approved&from_date[lt]=2026-11-23&to_date[gte_or_null]=2026-11-16',
    );
    expect(formatQuery(paths.groupQuery(query, week(), 'branch', 'Berlin'))).toStartWith('?employee_id.branch=Berlin&');
    expect(paths.leavePath([])).toBe(
      'leave?fields=id,employee_id,from_date,to_date,employee_id.first_name,employee_id.last_name,employee_id.dept_id,employee_id.branch',
    );
  });

  test('how many are away on each day, and how many people there are', () => {
    expect(paths.awayPath(query, week(), 'dept_id')).toBe(
      'insights/who-is-out?employee_id.branch=Austin&employee_id=5&leave_type=sick&from=2026-11-16&to=2026-11-22&every=day&group=employee_id.dept_id',
    );
    expect(paths.headcountPath(query, week(), 'dept_id')).toBe(
      'insights/headcount?branch=Austin&id=5&to=2026-11-18&group=dept_id',
    );
    expect(paths.calendarPath(query)).toBe('/calendar/who-is-out.ics?branch=Austin&employee_id=5');
  });

  test('conditions on people go there and back', () => {
    const conditions = paths.employeeConditions(query);
    expect(conditions).toEqual([
      ['branch', 'Austin'],
      ['id', '5'],
    ]);
    expect(formatQuery(paths.withEmployeeConditions(query, conditions))).toBe(
      '?view=week&day=2026-11-18&by=branch&status=pending&leave_type=sick&employee_id.branch=Austin&employee_id=5',
    );
  });
});

type Pair = readonly [id: number, manager: number | null];

/** People with their managers: `2:1` reports to 1. */
const people = (text: string): Pair[] =>
  text.split(' ').map((each) => {
    const [id, manager] = each.split(':').map(Number);
    return [id!, manager ?? null];
  });

/** What the service says of these people. `isLoaded`: which of them are here. */
function orgWith(
  pairs: readonly Pair[],
  roles: ReadonlyMap<number, number> = new Map(),
  isLoaded: (id: number) => boolean = () => true,
): Org {
  const ids = pairs.map(([id]) => id);
  const tree = atOnce(
    treeOf({ ids, managers: pairs.map(([, manager]) => manager ?? 0), names: ids.map((id) => `P${id}`) }),
  );
  const loaded = ids.map((id, at) => ({
    ...{ id, first_name: `P${id}`, last_name: '', designation: 'x' },
    reports_to: tree.above[at]! < 0 ? null : ids[tree.above[at]!]!,
    ...{ place: tree.placeOf(at), level: tree.levels[at]!, all_reports: tree.below[at]! },
    direct_reports: tree.reportsOf(at).length,
    open_roles: roles.get(id) ?? 0,
    in_circle: tree.isInCircle[at] === 1,
  }));
  return orgOf(
    loaded.filter(({ id }) => isLoaded(id)),
    tree.summary,
    tree.tops.length,
  );
}

const allOpen = (org: Org) => openItems(org, new Set(org.byId.keys()));

test('counts reports, levels and spans', () => {
  const org = orgWith(people('1 2:1 3:1 4:2 5:4'));
  expect(org.roots.map(({ id }) => id)).toEqual([1]);
  expect(org.byId.get(1)!.all).toBe(4);
  expect(org.byId.get(2)!.all).toBe(2);
  expect(org.summary).toMatchObject({ people: 5, managers: 3, levels: 4, least_reports: 1, most_reports: 2 });
  expect(above(org.byId.get(5)!).map(({ id }) => id)).toEqual([1, 2, 4]);
});

test('people in a circle are roots, and those below them stay below them', () => {
  const org = orgWith(people('1:2 2:3 3:1 4:4 5:1 6:5 7:99 8'));
  expect(org.inCircles.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4]);
  expect(org.roots.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 7, 8]);
  expect(org.byId.get(1)!.all).toBe(2);
  expect(org.summary).toMatchObject({ in_circles: 4, without_their_manager: 1 });
});

test('a chain of a hundred thousand managers', () => {
  const org = orgWith(Array.from({ length: 100_000 }, (_, index) => [index + 1, index === 0 ? null : index]));
  expect(org.summary.levels).toBe(100_000);
  expect(layoutOf(allOpen(org)).items).toHaveLength(100_000);
});

test('open roles are an entry below the person who hires', () => {
  const org = orgWith(people('1 2:1'), new Map([[2, 3]]));
  expect(allOpen(org).map(({ key, level, position, siblings }) => [key, level, position, siblings])).toEqual([
    ['p1', 1, 1, 1],
    ['p2', 2, 1, 1],
    ['r2', 3, 1, 1],
  ]);
});

test('who is not loaded is behind an entry that says how many they are', () => {
  const pairs: Pair[] = [[1, null], ...Array.from({ length: 300 }, (_, at): Pair => [at + 2, 1])];
  // All have nobody below them, so they are by name: P10 is the second one.
  const org = orgWith(pairs, new Map([[1, 2]]), (id) => id === 1 || `P${id}` < 'P2' || id === 99);
  const items = openItems(org, new Set([1]));
  const loaded = org.byId.get(1)!.reports;
  expect(loadedIn(loaded)).toBe(loaded.length - 1);
  expect(items.slice(-3).map(({ kind, missing, position }) => [kind, missing, position])).toEqual([
    ['person', 0, 300],
    ['more', 300 - loaded.length, loaded.length],
    ['roles', 0, 301],
  ]);
  expect(new Set(items.map(({ siblings }) => siblings))).toEqual(new Set([1, 301]));
});

test('people are above those who report to them, and siblings in the order of their places', () => {
  const org = orgWith(people('1 2:1 3:1 4:1 5:3 6'), new Map([[3, 1]]));
  // Those with people below them come first, so 3 is before 2 and 4.
  expect(allOpen(org).map(({ key, level }) => `${key} ${level}`)).toEqual([
    ...['p1 1', 'p3 2', 'p5 3', 'r3 3', 'p2 2', 'p4 2', 'p6 1'],
  ]);
  const { items, bounds, lines } = layoutOf(allOpen(org));
  for (const item of items) {
    expect(item.parent ? item.y - item.parent.y : item.y).toBe(item.parent ? 132 : 0);
    expect(item.x).toBeGreaterThanOrEqual(bounds.x);
    expect(item.x + item.width).toBeLessThanOrEqual(bounds.x + bounds.width);
    expect(item.y + item.height).toBeLessThanOrEqual(bounds.y + bounds.height);
  }
  expect(Math.max(...items.map(({ x, width }) => x + width))).toBe(bounds.x + bounds.width);
  expect(lines.length).toBe(items.length - 2);
  const placed = (key: string) => items.find((item) => item.key === key)!.x;
  expect([placed('p3') < placed('p2'), placed('p2') < placed('p4'), placed('p1') < placed('p6')]).toEqual([
    true,
    true,
    true,
  ]);
});

test('a team stands in a block, in columns of equal height, in its order', () => {
  const team = (size: number) => orgWith([[1, null], ...Array.from({ length: size }, (_, at): Pair => [at + 10, 1])]);
  const cells = (size: number) => {
    const { items, blocks } = layoutOf(allOpen(team(size)));
    const [block] = blocks;
    const members = items.slice(1).map(({ x, y, width, height, isCompact }) => {
      expect([isCompact, x >= block!.x, x + width <= block!.x + block!.width]).toEqual([true, true, true]);
      expect([y >= block!.y, y + height <= block!.y + block!.height]).toEqual([true, true]);
      return `${Math.round((x - block!.x - 6) / width)} ${Math.round((y - block!.y - 6) / height)}`;
    });
    return members.join();
  };
  expect(layoutOf(allOpen(team(2))).blocks).toEqual([]);
  expect(cells(3)).toBe('0 0,0 1,0 2');
  expect(cells(7)).toBe('0 0,0 1,0 2,0 3,1 0,1 1,1 2');
});

test('entries in words', () => {
  const org = orgWith(
    people('1 2:1 3:2 4:4 5:2'),
    new Map([
      [1, 1],
      [2, 2],
    ]),
  );
  const items = allOpen(org);
  const said = (key: string) => wordsOf(items.find((item) => item.key === key)!);
  expect(said('p1')).toBe('P1, x, 3 reports, 1 direct, 1 open role');
  expect(said('p2')).toBe('P2, x, 2 reports, 2 direct, 2 open roles');
  expect(said('p3')).toBe('P3, x');
  expect(said('p4')).toBe('P4, x, managers in a circle');
  expect(said('r2')).toBe('2 open roles: P2 is hiring');
  expect(wordsOf({ ...items[0]!, node: { ...items[0]!.node, all: 1, roles: 0 } })).toBe('P1, x, 1 report, 1 direct');
  expect(reportsText(org.byId.get(1)!)).toBe('3 people report to P1, 1 of them directly');
  expect(reportsText(org.byId.get(2)!)).toBe('2 people report to P2 directly');
  const more = (missing: number) => moreText({ ...items[0]!, kind: 'more', missing });
  expect([more(1), more(100), more(101), more(3000)]).toEqual([
    ...['Show 1 more', 'Show 100 more', 'Show 100 more of 101', 'Show 100 more of 3,000'],
  ]);
  expect(hrefOf(items[0]!)).toBe('/console/employees/1');
  expect(hrefOf(items.find(({ key }) => key === 'r2')!)).toBe(rolesHref(org.byId.get(2)!));
});

test('entries do not overlap, whatever is open', () => {
  const chance = randomFrom(SEED);
  const random = (below: number): number => Math.floor(chance() * below);
  for (let run = 0; run < 60; run++) {
    const size = 2 + random(120);
    const reach = 1 + random(size);
    const org = orgWith(
      Array.from({ length: size }, (_, index) => [index + 1, index === 0 ? null : 1 + random(Math.min(index, reach))]),
      new Map([[1 + random(size), 2]]),
    );
    const open = new Set([...org.byId.keys()].filter(() => random(3) > 0).concat(1));
    const { items } = layoutOf(openItems(org, open));
    for (const [index, a] of items.entries())
      for (const b of items.slice(index + 1)) {
        const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        if (!isApart) throw new Error(`With seed ${SEED}, in run ${run}, ${a.key} is drawn over ${b.key}.`);
      }
  }
});
