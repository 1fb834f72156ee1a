// The tree of the org chart: every person is in it once, whatever the managers say, and nobody is drawn over anybody
// else.
import { expect, test } from 'bun:test';
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
import { atOnce } from '../../src/fairness/slices.ts';
import { treeOf } from '../../src/org/tree.ts';

type Pair = readonly [id: number, manager: number | null];

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
  const people = ids.map((id, at) => ({
    ...{ id, first_name: `P${id}`, last_name: '', designation: 'x' },
    reports_to: tree.above[at]! < 0 ? null : ids[tree.above[at]!]!,
    ...{ place: tree.placeOf(at), level: tree.levels[at]!, all_reports: tree.below[at]! },
    direct_reports: tree.reportsOf(at).length,
    open_roles: roles.get(id) ?? 0,
    in_circle: tree.isInCircle[at] === 1,
  }));
  return orgOf(
    people.filter(({ id }) => isLoaded(id)),
    tree.summary,
    tree.tops.length,
  );
}

const allOpen = (org: Org) => openItems(org, new Set(org.byId.keys()));

test('counts reports, levels and spans', () => {
  const org = orgWith([
    [1, null],
    [2, 1],
    [3, 1],
    [4, 2],
    [5, 4],
  ]);
  expect(org.roots.map(({ id }) => id)).toEqual([1]);
  expect(org.byId.get(1)!.all).toBe(4);
  expect(org.byId.get(2)!.all).toBe(2);
  expect(org.summary).toMatchObject({ people: 5, managers: 3, levels: 4, least_reports: 1, most_reports: 2 });
  expect(above(org.byId.get(5)!).map(({ id }) => id)).toEqual([1, 2, 4]);
});

test('people in a circle are roots, and those below them stay below them', () => {
  const org = orgWith([
    [1, 2],
    [2, 3],
    [3, 1],
    [4, 4],
    [5, 1],
    [6, 5],
    [7, 99],
    [8, null],
  ]);
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
  const org = orgWith(
    [
      [1, null],
      [2, 1],
    ],
    new Map([[2, 3]]),
  );
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
  const org = orgWith(
    [
      [1, null],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 3],
      [6, null],
    ],
    new Map([[3, 1]]),
  );
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
    [
      [1, null],
      [2, 1],
      [3, 2],
      [4, 4],
      [5, 2],
    ],
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
  let state = 7;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
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
        if (!isApart) throw new Error(`In run ${run}, ${a.key} is drawn over ${b.key}.`);
      }
  }
});
