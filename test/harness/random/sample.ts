// What tests take by chance. All of it follows from one number, TEST_SEED, which run.ts prints: the same number repeats a
// run.

/** `npm test` takes the same on every day and machine. CI's second half and whoever gives a number take others. */
export const SEED = Number(process.env.TEST_SEED ?? 42);

/** How many times as many random requests are sent as in every run of the tests: `npm test -- random` sets it. */
export const FACTOR = Number(process.env.TEST_FACTOR ?? 1);

/** Whether all is taken that other runs take a share of. */
export const ALL = FACTOR > 1 || process.env.TEST_ALL === '1';

/** One of so many, for what is much alike: as many seeds in a row take all of it. */
export function share<T>(items: readonly T[], of: number): T[] {
  const turn = SEED % Math.max(1, Math.min(of, items.length));
  return items.filter((_, i) => ALL || i % of === turn);
}

/** Numbers from 0 to 1, the same ones for the same seed (Mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many random requests are sent where all of them are so many: half of them, because other runs send others. */
export const someRuns = (all: number): number => Math.ceil(all * (ALL ? FACTOR : FACTOR / 2));
