// What tests take by chance. All of it follows from one number, TEST_SEED, which run.ts counts up from run to run and
// prints: the same number repeats a run, and the next one takes the next share.

/** Without run.ts, the number of the day. */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Date.now() / 86_400_000));

/** How many times as many random requests are sent as in every run of the tests: `npm test -- random` sets it. */
export const FACTOR = Number(process.env.TEST_FACTOR ?? 1);

/** Whether all is taken that other runs take a share of: `.ci/run` sets TEST_ALL. */
export const ALL = FACTOR > 1 || process.env.TEST_ALL === '1';

/** The largest `of` that share() is called with. */
export const LARGEST_SHARE = 48;

/**
 * One of so many, for what is much alike: as many seeds in a row take all of it. The engines change with every seed
 * too; `shift` makes their order another one after a round, so that every share comes to every engine.
 */
export function share<T>(items: readonly T[], of: number, shift = 0): T[] {
  const turn = (SEED + shift) % Math.max(1, Math.min(of, items.length));
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
