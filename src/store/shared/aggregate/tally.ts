// The figures of groups of records, in a form that adds up: newer records can be counted alone and merged.
import type { Value } from '../../../catalogue/kinds.ts';
import { atOnce, each, type Steps } from '../../../fairness/slices.ts';
import { decimalIn, decimalText, nearest, plus } from './decimal.ts';

/** The figures of one operand (a field, or the days between two) in one group. Missing values are left out of all of
 * it. */
export type Cell = {
  /** How many values. */
  n: number;
  /** Their exact sum, as a text. */
  sum?: string;
  min?: Value;
  max?: Value;
  /** The currencies of the values; two of them are enough to know that they differ. */
  currencies?: Value[];
  /** How many different ones. */
  distinct?: number;
  /** The two in the middle, which are the same one where the number of values is odd. */
  middle?: readonly [Value, Value];
};

export type Group = { readonly keys: readonly Value[]; rows: number; readonly cells: Cell[] };

/** `totals`: of all records. `isMergeable`: groups of other records can be merged into it. */
export type Tally = { readonly groups: Group[]; readonly totals: Group; readonly isMergeable: boolean };

export const keyOf = (keys: readonly Value[]): string => JSON.stringify(keys);

/** Merges the groups of other records, and forgets nothing of either. */
export function* merging(a: Tally, b: Tally): Steps<Tally> {
  if (b.groups.length === 0) return a;
  const groups = new Map<string, Group>();
  yield* each(a.groups, (group) => groups.set(keyOf(group.keys), group));
  yield* each(b.groups, (group) => {
    const before = groups.get(keyOf(group.keys));
    groups.set(keyOf(group.keys), before ? mergedGroup(before, group) : group);
  });
  return { groups: [...groups.values()], totals: mergedGroup(a.totals, b.totals), isMergeable: true };
}

/** The totals of groups that have no record in common. */
export function* totalling(groups: readonly Group[], operands: number): Steps<Group> {
  const sums = Array.from({ length: operands }, (): Cell => ({ n: 0 }));
  let all = 0;
  yield* each(groups, ({ rows, cells }) => {
    all += rows;
    for (let at = 0; at < operands; at++) sums[at] = mergedCell(sums[at]!, cells[at]!);
  });
  return { keys: [], rows: all, cells: sums };
}

export const totalsOf = (groups: readonly Group[], operands: number): Group => atOnce(totalling(groups, operands));

const mergedGroup = (a: Group, b: Group): Group => ({
  keys: a.keys,
  rows: a.rows + b.rows,
  cells: a.cells.map((cell, at) => mergedCell(cell, b.cells[at]!)),
});

/** Without medians and numbers of different values, which cannot be merged. */
function mergedCell(a: Cell, b: Cell): Cell {
  if (a.n === 0) return b;
  if (b.n === 0) return a;
  const cell: Cell = { n: a.n + b.n };
  if (a.sum !== undefined) cell.sum = decimalText(plus(decimalIn(a.sum), decimalIn(b.sum!)));
  if (a.min !== undefined) cell.min = least(a.min, b.min!);
  if (a.max !== undefined) cell.max = least(a.max, b.max!) === a.max ? b.max! : a.max;
  if (a.currencies) cell.currencies = [...new Set([...a.currencies, ...b.currencies!])].slice(0, 2);
  return cell;
}

const least = (a: Value, b: Value): Value => (compare(a, b) <= 0 ? a : b);

/** The number in the middle. */
export const middleOf = ([lower, upper]: readonly [Value, Value]): number =>
  nearest(plus(decimalIn(String(lower)), decimalIn(String(upper))), 2);

/** The order of lists: missing values first, numbers by size, texts by code points. */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b);
  return compareTexts(a, b);
}

/** UTF-16 puts characters beyond U+FFFF before some below it. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one === other) continue;
    const [highOne, highOther] = [isSurrogate(one), isSurrogate(other)];
    return highOne === highOther ? one - other : highOne ? 1 : -1;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
