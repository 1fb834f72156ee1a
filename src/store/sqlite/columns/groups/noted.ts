// The values of groups, noted from the least to the greatest: how many different ones there are, and which are in the
// middle.
import type { Value } from '../../../../catalogue/kinds.ts';
import type { Steps } from '../../../../fairness/slices.ts';
import { compare } from '../../../shared/aggregate/tally.ts';
import { onesIn } from '../../search/position-sets.ts';

/** Of each group, and after them of all records. */
export type Counted = { readonly distinct: Float64Array; readonly middles: readonly [Value, Value][] };

/** What was noted of each group, and of all records after them: how many values there are, and how many have passed. */
export type Noted = Counted & { readonly n: Float64Array; readonly passed: Float64Array };

export function noting(known: readonly number[], groups: number): Noted {
  const [passed, distinct] = [new Float64Array(groups + 1), new Float64Array(groups + 1)];
  const middles: [Value, Value][] = Array.from({ length: groups + 1 }, () => [null, null]);
  const n = Float64Array.from({ length: groups + 1 }, (_, at) => known[at] ?? 0);
  n[groups] = n.reduce((sum, each) => sum + each, 0);
  return { n, passed, distinct, middles };
}

/** The next value of a group, from the least to the greatest. */
function note({ n, passed, distinct, middles }: Noted, group: number, value: Value, count: number): void {
  const [lower, upper, before] = [Math.ceil(n[group]! / 2), Math.floor(n[group]! / 2) + 1, passed[group]!];
  distinct[group]!++;
  passed[group] = before + count;
  if (lower > before && lower <= before + count) middles[group]![0] = value;
  if (upper > before && upper <= before + count) middles[group]![1] = value;
}

/** The next values of a group, by place. Only those in the middle are looked at one by one. */
function noteCounts(noted: Noted, group: number, counts: Int32Array, valueAt: (place: number) => Value): void {
  const { n, passed, distinct } = noted;
  const [lower, upper] = [Math.ceil(n[group]! / 2), Math.floor(n[group]! / 2) + 1];
  let [before, own] = [passed[group]!, 0];
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place]!;
    if (count === 0) continue;
    own++;
    const after = before + count;
    if (before < upper && after >= lower) {
      passed[group] = before;
      note(noted, group, valueAt(place), count);
      own--;
    }
    before = after;
  }
  passed[group] = before;
  distinct[group]! += own;
}

/** `counts`: of each value, one group after the other. */
export function* noteDense(
  noted: Noted,
  counts: Int32Array,
  values: number,
  valueAt: (place: number) => Value,
): Steps<void> {
  const groups = noted.n.length - 1;
  const all = new Int32Array(values);
  for (let group = 0; group < groups; group++) {
    const own = counts.subarray(group * values, (group + 1) * values);
    addTo(all, own);
    noteCounts(noted, group, own, valueAt);
    yield;
  }
  noteCounts(noted, groups, all, valueAt);
}

/** `pairs`: of group and value, as numbers in order. */
export function notePairs(noted: Noted, pairs: Float64Array, values: number, valueAt: (place: number) => Value): void {
  const all = new Int32Array(values);
  eachRun(pairs, (pair, count) => {
    const place = pair % values;
    all[place]! += count;
    note(noted, Math.floor(pair / values), valueAt(place), count);
  });
  noteCounts(noted, noted.n.length - 1, all, valueAt);
}

/** A bit for each value: `words` of 32 for one group after the other. */
export function noteMarks({ distinct }: Noted, marks: Int32Array, words: number): void {
  const groups = distinct.length - 1;
  const all = new Int32Array(words);
  for (let group = 0; group < groups; group++)
    for (let word = 0; word < words; word++) {
      const bits = marks[group * words + word]!;
      distinct[group]! += onesIn(bits);
      all[word]! |= bits;
    }
  for (const bits of all) distinct[groups]! += onesIn(bits);
}

function addTo(sums: Int32Array, counts: Int32Array): void {
  for (let at = 0; at < counts.length; at++) sums[at]! += counts[at]!;
}

function eachRun(sorted: Float64Array, visit: (value: number, count: number) => void): void {
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to] === sorted[from]) to++;
    visit(sorted[from]!, to - from);
  }
}

/** For each value, how many records of each group have it. */
export type FewValues = Map<Value, number[]>;

export function countFew(few: FewValues, n: readonly number[], groups: number): Counted {
  const noted = noting(n, groups);
  for (const value of [...few.keys()].sort(compare)) {
    let all = 0;
    few.get(value)!.forEach((count, group) => {
      note(noted, group, value, count);
      all += count;
    });
    note(noted, groups, value, all);
  }
  return noted;
}
