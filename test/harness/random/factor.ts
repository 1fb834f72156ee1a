// How many times as many random requests are sent as in every run of the tests: `npm test -- random` sets it.
export const FACTOR = Number(process.env.TEST_FACTOR ?? 1);

/** One of so many, each time others; with TEST_FACTOR all of them. For what is much alike. */
export function share<T>(items: readonly T[], of: number): T[] {
  const first = Math.floor(Math.random() * Math.min(of, items.length));
  return items.filter((_, i) => FACTOR > 1 || i % of === first);
}
