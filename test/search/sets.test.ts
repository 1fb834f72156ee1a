// The sets that the search index is made of: their stored forms compared with plain sets of numbers, and what they have
// of texts with what a plain search of every text finds.
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
import { TextSets } from '../../src/store/sqlite/search/text-sets.ts';
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

const MANY = Array.from({ length: 300 }, (_, n) => String.fromCodePoint(0x4e00 + n));
const piece = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'ab', 'abc', 'anna.lee@example.org', 'https://site.example/in/anna', 'Überß', '12345'),
  fc.constantFrom(' ', '\n', '\t', '\u00a0', '@', '/', ':', '-', '.', '😀', '𝒳𝒴', 'é'),
  fc.constantFrom(...MANY),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const records = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 65_535 }), text), {
    maxLength: 60,
    selector: ([position]) => position,
  })
  .map((all) => all.toSorted(([one], [other]) => one - other));

type Sets = Map<string, number[]>;

function put(sets: Sets, name: string, position: number): void {
  const known = sets.get(name) ?? [];
  if (known.at(-1) !== position) known.push(position);
  sets.set(name, known);
}

function expected(all: readonly (readonly [number, string])[]): { grams: Sets; words: Sets } {
  const [grams, words]: [Sets, Sets] = [new Map(), new Map()];
  for (const [position, each] of all) {
    for (const run of each.split(/\s+/u)) {
      const characters = [...run];
      for (let at = 0; at < characters.length; at++)
        for (let end = at + 1; end <= Math.min(at + 3, characters.length); end++)
          put(grams, characters.slice(at, end).join(''), position);
    }
    const found = [...(each.match(/[^\s@/:]+/gu) ?? []), ...(each.match(/[\p{L}\p{N}]+/gu) ?? [])];
    for (const word of found) if (word.length >= 4) put(words, word, position);
  }
  return { grams, words: new Map([...words].filter(([, positions]) => positions.length >= 32)) };
}

const packed = (sets: Sets) =>
  new Map([...sets].map(([name, positions]) => [name, Buffer.from(pack(add(emptySet(), positions))).toString('hex')]));
const made = (sets: Iterable<{ gram: string; positions: Uint8Array }>) =>
  new Map([...sets].map(({ gram, positions }) => [gram, Buffer.from(positions).toString('hex')]));

function expectSets(all: readonly (readonly [number, string])[], mostWindows?: number): void {
  const sets = new TextSets(mostWindows);
  for (const [position, each] of all) sets.add(position, each);
  const { grams, words } = expected(all);
  expect(made(sets.grams())).toEqual(packed(grams));
  expect(made(sets.words())).toEqual(packed(words));
}

test('any texts, all at once or some at a time', () => {
  fc.assert(
    fc.property(records, fc.constantFrom(undefined, 0, 20_000), (all, mostWindows) => expectSets(all, mostWindows)),
    { numRuns: 60 },
  );
});

test('sets that become bitmaps, and words of which most come up once', () => {
  const all = Array.from(
    { length: 9000 },
    (_, n) => [n * 7, `anna berg ${n % 3 === 0 ? 'often' : `once${n}`}\nanna`] as const,
  );
  expectSets(all);
  expectSets(all, 50_000);
});
