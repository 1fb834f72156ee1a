// Work in small steps gives what it gives at once.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { atOnce, inSlices, sorted } from '../../src/fairness/slices.ts';

test('a sort in steps is a sort, and keeps the order of equals', async () => {
  const byFirst = ([a]: readonly number[], [b]: readonly number[]) => a! - b!;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 7000 }), fc.integer({ min: 1, max: 50 }), async (length, different) => {
      const items = Array.from({ length }, (_, at) => [(at * 7919) % different, at]);
      const expected = items.toSorted(byFirst);
      expect(atOnce(sorted(items, byFirst))).toEqual(expected);
      expect(await inSlices(sorted(items, byFirst))).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test('others get their turn meanwhile', async () => {
  const items = Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 100_003);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const slow = (a: number, b: number) => {
    for (let i = 0; i < 20; i++) turns += 0;
    return a - b;
  };
  await inSlices(sorted(items, slow));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
