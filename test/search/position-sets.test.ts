// The stored forms of sets of positions, compared with plain sets of numbers.
import { describe, expect, test } from 'bun:test';
import {
  add,
  emptySet,
  MAX_LISTED,
  mergePacked,
  pack,
  positions,
  SEGMENT,
  unpack,
} from '../../src/store/sqlite/search/position-sets.ts';
import { fc } from '../harness/random/fc.ts';

const stored = (positionSet: Iterable<number>): Uint8Array => pack(add(emptySet(), [...positionSet]));
const run = (from: number, length: number): number[] => Array.from({ length }, (_, i) => from + i);

/** A run of positions without every `step`th, of lengths around those at which the stored form changes. */
const positionSet = fc
  .record({
    from: fc.nat(SEGMENT - 1),
    length: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: MAX_LISTED - 3, max: MAX_LISTED + 60 })),
    step: fc.integer({ min: 2, max: 50 }),
  })
  .map(({ from, length, step }) => {
    const all = run(from, length).filter((position, i) => position < SEGMENT && (i === 0 || i % step !== 0));
    return new Set(all);
  });

describe('two stored sets merged', () => {
  test('are the set of both, in the form it would have been stored in', () => {
    const property = fc.property(positionSet, positionSet, (known, added) => {
      expect(mergePacked(stored(known), stored(added))).toEqual(stored(known.union(added)));
    });
    fc.assert(property, { numRuns: 500 });
  });

  const cases: [string, number[], number[]][] = [
    ['a list before another', [1, 5], [6, 65_535]],
    ['a list after another', [6, 65_535], [1, 5]],
    ['the same twice', [7], [7]],
    ['lists that touch', [1, 6], [6, 9]],
    ['lists that are just a list together', run(0, MAX_LISTED - 1), [60_000]],
    ['lists that are a bitmap together', run(0, MAX_LISTED), [60_000]],
    ['a bitmap and a list', run(0, MAX_LISTED + 1), [3, 60_000]],
    ['a list and a bitmap', [3, 60_000], run(0, MAX_LISTED + 1)],
    ['two bitmaps', run(0, MAX_LISTED + 1), run(9000, MAX_LISTED + 1)],
  ];
  test.each(cases)('%s', (_, known, added) => {
    const both = mergePacked(stored(known), stored(added));
    expect(positions(unpack(both))).toEqual([...new Set([...known, ...added])].sort((a, b) => a - b));
    expect(both).toEqual(stored([...known, ...added]));
  });
});
