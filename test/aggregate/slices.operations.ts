// Work in small steps gives what it gives at once.
import { expect, test } from 'bun:test';
import { atOnce, inSlices, merged, sorted } from '../../src/fairness/slices.ts';
import { fc } from '../harness/random/fc.ts';

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

test('two lists in order are one in order, with equals of the first one before', () => {
  const byFirst = ([a]: readonly number[], [b]: readonly number[]) => a! - b!;
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 3000 }), fc.nat(4), (numbers, of) => {
      const items = numbers.toSorted((a, b) => a - b).map((number, at) => [number, at % 5 <= of ? 0 : 1, at]);
      const [some, others] = [0, 1].map((list) => items.filter(([, each]) => each === list)) as [
        number[][],
        number[][],
      ];
      expect(atOnce(merged(some, others, byFirst))).toEqual([...some, ...others].toSorted(byFirst));
    }),
    { numRuns: 50 },
  );
});

test('others get their turn meanwhile', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const slow = (a: number, b: number) => {
    for (let i = 0; i < 20; i++) turns += 0;
    return a - b;
  };
  // A fast machine is done with few of them within a few milliseconds.
  for (let length = 100_000; turns <= 3 && length <= 3_200_000; length *= 2) {
    const items = Array.from({ length }, (_, at) => (at * 7919) % 100_003);
    turns = 0;
    await inSlices(sorted(items, slow));
  }
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
