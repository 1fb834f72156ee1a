// Loops over the records of a block: for each pair of group and value a counter, a bit or an entry.
import type { Codes } from '../column.ts';

/** The key of each record, and the group of each key. */
type OfRows = { readonly keys: Codes; readonly groupFor: Int32Array };

/** How many of the first records have each pair of key and code: the codes of the first key, then those of the second,
 * and so on. */
export function pairCounts(keys: Codes, codes: Codes, length: number, allKeys: number, size: number): Int32Array {
  const counts = new Int32Array(allKeys * size);
  for (let row = 0; row < length; row++) {
    const pair = (Math.imul(keys[row]!, size) + codes[row]!) | 0;
    counts[pair] = (counts[pair]! + 1) | 0;
  }
  return counts;
}

export function countPlaces(
  codes: Codes,
  length: number,
  { keys, groupFor }: OfRows,
  placeOf: Int32Array,
  values: number,
  counts: Int32Array,
): void {
  for (let i = 0; i < length; i++) {
    const place = placeOf[codes[i]!]!;
    if (place < 0) continue;
    const pair = (Math.imul(groupFor[keys[i]!]!, values) + place) | 0;
    counts[pair] = (counts[pair]! + 1) | 0;
  }
}

export function markPlaces(
  codes: Codes,
  length: number,
  { keys, groupFor }: OfRows,
  placeOf: Int32Array,
  words: number,
  marks: Int32Array,
): void {
  for (let i = 0; i < length; i++) {
    const place = placeOf[codes[i]!]!;
    if (place >= 0) marks[(Math.imul(groupFor[keys[i]!]!, words) + (place >>> 5)) | 0]! |= 1 << place;
  }
}

export function collectPairs(
  codes: Codes,
  length: number,
  { keys, groupFor }: OfRows,
  placeOf: Int32Array,
  values: number,
  pairs: number[],
): void {
  for (let i = 0; i < length; i++) {
    const place = placeOf[codes[i]!]!;
    if (place >= 0) pairs.push(groupFor[keys[i]!]! * values + place);
  }
}
