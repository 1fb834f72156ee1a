// Records that hold on a day, such as people who are employed, for many days or periods. From when to when they hold is
// read once, and every period is counted from that: one aggregate for each would read all records again each time.
import type { Value } from '../catalogue/kinds.ts';
import { dayNumber } from '../contract/aggregate/buckets.ts';
import { keyOf } from '../store/shared/aggregate/tally.ts';
import type { Bounds } from './bounds.ts';
import type { Days } from './question.ts';

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

/** Returns a function that counts those of a day of a period, whole or in part. */
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
  /** Whether a pair is counted. */
  const seen = new Uint8Array(pairs.size);

  function countIn(from: number, to: number, all: Int32Array, different: Int32Array): void {
    for (let at = 0; at < first!.length; at++) {
      if (first![at]! > to || last![at]! < from) continue;
      all[group![at]!]! += counts![at]!;
      const of = pair![at]!;
      if (of === NONE || seen[of] === 1) continue;
      seen[of] = 1;
      different[group![at]!]! += 1;
    }
  }

  return async ({ from, to }: Days) => {
    await pause();
    const [all, different] = [new Int32Array(groupKeys.length), new Int32Array(groupKeys.length)];
    seen.fill(0);
    countIn(dayNumber(from), dayNumber(to), all, different);
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
