// The tree of the org chart: every person is in it once, whatever the managers say, and nobody is drawn over anybody else.
import { expect, test } from 'bun:test';
import { openItems } from '../../console/src/pages/org-chart/items.ts';
import { layoutOf } from '../../console/src/pages/org-chart/layout.ts';
import { above, nodeOf, type Org, orgOf } from '../../console/src/pages/org-chart/tree.ts';

type Pair = readonly [id: number, manager: number | null];

const orgWith = (pairs: readonly Pair[], roles: ReadonlyMap<number, number> = new Map()): Org =>
  orgOf(
    pairs.map(([id, manager_id]) => nodeOf({ id, first_name: `P${id}`, last_name: '', designation: 'x', manager_id })),
    roles,
  );

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
  expect([org.managers, org.levels, ...org.spans]).toEqual([3, 4, 1, 2]);
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
  expect(org.strays).toBe(1);
});

test('a chain of a hundred thousand managers', () => {
  const org = orgWith(Array.from({ length: 100_000 }, (_, index) => [index + 1, index === 0 ? null : index]));
  expect(org.levels).toBe(100_000);
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
