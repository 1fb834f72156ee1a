// The sets that the search index is made of, compared with those that a plain search of every text finds.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { add, emptySet, pack } from '../../src/store/sqlite/search/position-sets.ts';
import { TextSets } from '../../src/store/sqlite/search/text-sets.ts';

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
