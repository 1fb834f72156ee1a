// A seeded source of chance (mulberry32), so that the same options always give the same bytes.
// Each part of the data draws from its own stream: a change in one leaves the others as they were.

export type Random = ReturnType<typeof random>;

export function random(seed: number, purpose: string) {
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

  /** An index into the weights, each as likely as its weight. */
  function index(weights: readonly number[]): number {
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
    return keys[index(keys.map((key) => weights[key]))]!;
  };
  /** So many different elements, in the order of the list. */
  function some<T>(list: readonly T[], count: number): T[] {
    let need = count;
    return list.filter((_, i) => chance(need / (list.length - i)) && need-- > 0);
  }
  return { next, int, chance, pick, index, weighted, some };
}
