// The sets of a segment as the search index stores them, in a form that is fast to send from one thread to another.
import { gramSets, storedSet } from './grams.ts';
import { wordSets } from './word-sets.ts';

/** The bytes of all sets in a row, those of grams before those of words. `ends` has the offset after each set. */
export type SegmentSets = {
  readonly grams: readonly string[];
  readonly words: readonly string[];
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
};

export function segmentSets(positionsByText: ReadonlyMap<string, readonly number[]>): SegmentSets {
  const [grams, words]: [string[], string[]] = [[], []];
  const parts: Uint8Array[] = [];
  for (const set of gramSets(positionsByText)) {
    grams.push(set.gram);
    parts.push(storedSet(set));
  }
  for (const set of wordSets(positionsByText)) {
    words.push(set.gram);
    parts.push(storedSet(set));
  }
  const ends = new Uint32Array(parts.length);
  for (let i = 0, end = 0; i < parts.length; i++) ends[i] = end += parts[i]!.length;
  const bytes = new Uint8Array(ends.at(-1) ?? 0);
  for (let i = 0; i < parts.length; i++) bytes.set(parts[i]!, ends[i]! - parts[i]!.length);
  return { grams, words, ends, bytes };
}

export function* setsOf({ grams, words, ends, bytes }: SegmentSets): Generator<[gram: string, positions: Uint8Array]> {
  for (let i = 0, start = 0; i < ends.length; start = ends[i++]!) {
    yield [i < grams.length ? grams[i]! : words[i - grams.length]!, bytes.subarray(start, ends[i])];
  }
}
