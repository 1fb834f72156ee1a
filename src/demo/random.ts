// A random number generator with a seed (mulberry32), so that the same options always give the same bytes. Each part of
// the data has a generator of its own, so that a change in one part does not change the others.

export type Random = ReturnType<typeof seededRandom>;

export function seededRandom(seed: number, purpose: string) {
  let state = seed | 0;
  for (const letter of purpose) state = Math.imul(state ^ letter.charCodeAt(0), 0x9e3779b1) ^ (state >>> 15);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const chance = (probability: number): boolean => next() < probability;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;

  /** The probability of each index is its weight, divided by the sum of all. */
  function weightedIndex(weights: readonly number[]): number {
    let total = 0;
    for (let i = 0; i < weights.length; i++) total += weights[i]!;
    let left = next() * total;
    for (let i = 0; i < weights.length - 1; i++) {
      left -= weights[i]!;
      if (left < 0) return i;
    }
    return weights.length - 1;
  }
  const weighted = <K extends string>(weights: Record<K, number>): K => {
    const keys = Object.keys(weights) as K[];
    return keys[weightedIndex(keys.map((key) => weights[key]))]!;
  };
  /** Different elements, in the order of the list. */
  function sample<T>(list: readonly T[], count: number): T[] {
    let need = count;
    return list.filter((_, i) => chance(need / (list.length - i)) && need-- > 0);
  }
  return { next, int, chance, pick, weightedIndex, weighted, sample };
}
