// Records that hold on a day, such as people who are employed, for many days. From when to when they hold is read once,
// and every day is counted from that: one aggregate for each day would read all records again each time.
import type { Value } from '../catalogue/kinds.ts';
import { dayNumber } from '../contract/aggregate/buckets.ts';
import { keyOf } from '../store/shared/aggregate/tally.ts';
import type { Bounds } from './bounds.ts';

/** Records that are equal in all that matters: their group, their first and last day, and the value that is counted
 * once. */
export type Span = {
  readonly keys: readonly Value[];
  readonly since: Value;
  readonly until: Value;
  readonly value: Value;
  readonly count: number;
};

/** A day, or a time on it. */
const dayOf = (value: Value): number => dayNumber(String(value).slice(0, 10));

/** Returns a function that counts those of a day. */
export async function spansOf(found: Iterable<Span>, pause: Bounds['pause']) {
  const groups = new Map<string, number>();
  const groupKeys: (readonly Value[])[] = [];
  const pairs = new Map<string, number>();
  const [group, pair, first, last, counts]: number[][] = [[], [], [], [], []];
  for (const { keys, since, until, value, count } of found) {
    const key = keyOf(keys);
    if (!groups.has(key)) {
      groups.set(key, groupKeys.length);
      groupKeys.push(keys);
    }
    const valued = `${groups.get(key)} ${keyOf([value])}`;
    if (!pairs.has(valued)) pairs.set(valued, pairs.size);
    group!.push(groups.get(key)!);
    pair!.push(value === null ? NONE : pairs.get(valued)!);
    first!.push(dayOf(since));
    last!.push(until === null ? Number.POSITIVE_INFINITY : dayOf(until));
    counts!.push(count);
    await pause();
  }
  /** The last day on which a pair was counted. */
  const seen = new Float64Array(pairs.size).fill(Number.NEGATIVE_INFINITY);

  function countOn(day: number, all: Int32Array, different: Int32Array): void {
    for (let at = 0; at < first!.length; at++) {
      if (first![at]! > day || last![at]! < day) continue;
      all[group![at]!]! += counts![at]!;
      const of = pair![at]!;
      if (of === NONE || seen[of] === day) continue;
      seen[of] = day;
      different[group![at]!]! += 1;
    }
  }

  return async (day: string) => {
    await pause();
    const [all, different] = [new Int32Array(groupKeys.length), new Int32Array(groupKeys.length)];
    seen.fill(Number.NEGATIVE_INFINITY);
    countOn(dayNumber(day), all, different);
    const of = (numbers: Int32Array, keys: readonly Value[]): number => numbers[groups.get(keyOf(keys)) ?? -1] ?? 0;
    return {
      keys: groupKeys.filter((_, at) => all[at]! > 0),
      count: (keys: readonly Value[]) => of(all, keys),
      /** How many different values there are; a missing one is none. */
      distinct: (keys: readonly Value[]) => of(different, keys),
    };
  };
}

const NONE = -1;
