// The sets of a segment as the search index stores them, in a form that is fast to send from one thread to another.
import type { GramSet, TextSets } from './text-sets.ts';

/** Between the texts that are sent; no text has one. */
export const SEPARATOR = '\0';

/** The bytes of all sets in a row, those of grams before those of words. `ends` has the offset after each set. */
export type SegmentSets = {
  readonly grams: readonly string[];
  readonly words: readonly string[];
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
};

export function segmentSets(sets: TextSets): SegmentSets {
  // Neighbours in the index are stored one after the other.
  const all = [...sets.grams()].sort(byGram);
  const words = [...sets.words()].sort(byGram);
  const parts = [...all, ...words].map(({ positions }) => positions);
  const ends = new Uint32Array(parts.length);
  for (let i = 0, end = 0; i < parts.length; i++) ends[i] = end += parts[i]!.length;
  const bytes = new Uint8Array(ends.at(-1) ?? 0);
  for (let i = 0; i < parts.length; i++) bytes.set(parts[i]!, ends[i]! - parts[i]!.length);
  return { grams: all.map(({ gram }) => gram), words: words.map(({ gram }) => gram), ends, bytes };
}

const byGram = (one: GramSet, other: GramSet): number => (one.gram < other.gram ? -1 : 1);

export function* setsOf({ grams, words, ends, bytes }: SegmentSets): Generator<[gram: string, positions: Uint8Array]> {
  for (let i = 0, start = 0; i < ends.length; start = ends[i++]!) {
    yield [i < grams.length ? grams[i]! : words[i - grams.length]!, bytes.subarray(start, ends[i])];
  }
}
