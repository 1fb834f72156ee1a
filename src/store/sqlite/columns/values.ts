// How many different values groups have, and which ones are in the middle. Values are counted from the least to the greatest, a portion of
// them at a time, so that it takes the same memory however many there are.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Steps } from '../../shared/aggregate/slices.ts';
import { compare } from '../../shared/aggregate/tally.ts';
import type { Block } from './blocks.ts';
import type { Coded, Keyed, Read } from './coded.ts';
import type { Codes } from './column.ts';
import type { Numbers } from './dictionary.ts';
import { ownRows, type Rows, type Selected, takenOf } from './selection.ts';

/** Of each group, and after them of all records. */
export type Counted = { readonly distinct: Float64Array; readonly middles: readonly [Value, Value][] };

type Values = { readonly read: Read; readonly n: readonly number[]; readonly span: Span | undefined };

export type Span = { readonly first: number; readonly last: number };

/** With the numbers of another block, which are in order. */
export function spanWith(span: Span | undefined, numbers: Numbers | undefined): Span | undefined {
  if (!span || !numbers || !areWhole(numbers)) return undefined;
  if (numbers.length === 0) return span;
  return { first: Math.min(span.first, numbers[0]!), last: Math.max(span.last, numbers[numbers.length - 1]!) };
}

/** How many records of each group have each value: by group and the place of the value. */
export type FewValues = {
  readonly values: Value[];
  readonly places: Map<Value, number>;
  readonly counts: Map<number, number>;
};

export const noValues = (): FewValues => ({ values: [], places: new Map(), counts: new Map() });

const MAX_FEW = 20_000;

/** `false`: they are no longer few. */
export function addValue({ values, places, counts }: FewValues, group: number, value: Value, count: number): boolean {
  let place = places.get(value);
  if (place === undefined) {
    place = values.push(value) - 1;
    places.set(value, place);
  }
  const pair = group * MAX_FEW + place;
  counts.set(pair, (counts.get(pair) ?? 0) + count);
  return counts.size < MAX_FEW;
}

export function countFew({ values, counts }: FewValues, n: readonly number[], groups: number): Counted {
  const { note, counted } = noting(n, groups);
  const all = new Map<number, number>();
  const order = Array.from(counts, ([pair, count]) => ({
    group: Math.floor(pair / MAX_FEW),
    place: pair % MAX_FEW,
    count,
  }));
  order.sort((a, b) => compare(values[a.place]!, values[b.place]!));
  for (const { group, place, count } of order) {
    note(group, values[place]!, count);
    all.set(place, (all.get(place) ?? 0) + count);
  }
  for (const [place, count] of all) note(groups, values[place]!, count);
  return counted;
}
type GroupsIn = (block: Block, rows: Rows) => Steps<Keyed>;

/** Pairs of group and value that have a counter each, and records whose pairs are put in order. */
const MAX_PAIRS = 8e6;
const MAX_RECORDS = 100_000;
/** Pairs that are looked at in one step. */
const PAIRS = 50_000;

/** Takes the values of each group, and of all records after them, from the least to the greatest. */
function noting(known: readonly number[], groups: number) {
  const [passed, distinct] = [new Float64Array(groups + 1), new Float64Array(groups + 1)];
  const middles: [Value, Value][] = Array.from({ length: groups + 1 }, () => [null, null]);
  const n = Float64Array.from({ length: groups + 1 }, (_, at) => known[at] ?? 0);
  n[groups] = n.reduce((sum, each) => sum + each, 0);
  const note = (group: number, value: Value, count: number): void => {
    const [lower, upper, before] = [Math.ceil(n[group]! / 2), Math.floor(n[group]! / 2) + 1, passed[group]!];
    distinct[group]!++;
    passed[group] = before + count;
    if (lower > before && lower <= before + count) middles[group]![0] = value;
    if (upper > before && upper <= before + count) middles[group]![1] = value;
  };
  return { note, counted: { distinct, middles } };
}

export function* countValues(selected: Selected, values: Values, groupsIn: GroupsIn, groups: number): Steps<Counted> {
  const { note, counted: result } = noting(values.n, groups);
  const whole = closeNumbers(values.span, groups);
  const bounds = whole ? [] : yield* boundsOf(selected, values, groups);
  for (let at = 0; at <= bounds.length; at++) {
    const portion = { from: bounds[at - 1], to: bounds[at] };
    const own = whole ?? (yield* valuesIn(selected, values, portion));
    const places = whole ? undefined : new Map((own as Value[]).map((value, place) => [value, place]));
    const all = new Float64Array(own.length);
    const valueAt = (place: number): Value => (whole ? whole.first + place : (own as Value[])[place]!);
    const isDense = own.length * groups <= MAX_PAIRS;
    const dense = new Uint32Array(isDense ? own.length * groups : 0);
    const pairs: number[] = [];
    for (const block of selected.table.blocks) {
      const rows = ownRows(selected, block);
      if (rows.length > 0) {
        const keyed = yield* groupsIn(block, rows);
        const coded = values.read(block);
        const ownCodes = takenOf(coded.codes(), rows);
        const placeOf = places ? placesIn(coded, places, portion) : wholePlaces(coded, whole!.first);
        if (isDense) countPlaces(ownCodes, rows.length, keyed, placeOf, own.length, dense);
        else collectPairs(ownCodes, rows.length, keyed, placeOf, own.length, pairs);
      }
      yield;
    }
    const counted = (pair: number, count: number) => {
      const place = pair % own.length;
      all[place]! += count;
      note(Math.floor(pair / own.length), valueAt(place), count);
    };
    for (let pair = 0; pair < dense.length; pair++) {
      if (dense[pair]! > 0) counted(pair, dense[pair]!);
      if (pair % PAIRS === 0) yield;
    }
    if (!isDense) eachRun(Float64Array.from(pairs).sort(), counted);
    for (let place = 0; place < own.length; place++) if (all[place]! > 0) note(groups, valueAt(place), all[place]!);
    yield;
  }
  return result;
}

/** Whole numbers that lie so close together that each has its place; `undefined` for other values. */
function closeNumbers(span: Span | undefined, groups: number) {
  const length = span ? span.last - span.first + 1 : 0;
  return length > 0 && length * Math.max(groups, 1) <= MAX_PAIRS ? { first: span!.first, length } : undefined;
}

function areWhole(numbers: Numbers): boolean {
  if (numbers instanceof Int32Array) return true;
  for (let at = 0; at < numbers.length; at++) if (!Number.isSafeInteger(numbers[at])) return false;
  return true;
}

function wholePlaces({ size, ranks, numbers }: Coded, first: number): Int32Array {
  const placeOf = new Int32Array(size).fill(-1);
  for (let code = 0; code < size; code++) if (ranks[code]! >= 0) placeOf[code] = numbers![ranks[code]!]! - first;
  return placeOf;
}

/** From a value on, up to and without another. */
type Portion = { readonly from: Value | undefined; readonly to: Value | undefined };

/** For each code, the place of its value among those of the portion, or -1. */
function placesIn(coded: Coded, places: ReadonlyMap<Value, number>, portion: Portion): Int32Array {
  const [first, end] = ranksIn(coded, portion);
  const placeOf = new Int32Array(coded.size).fill(-1);
  for (let code = 0; code < coded.size; code++) {
    const rank = coded.ranks[code]!;
    if (rank >= first && rank < end) placeOf[code] = places.get(coded.value(rank))!;
  }
  return placeOf;
}

function countPlaces(
  codes: Codes,
  length: number,
  { keys, groupFor }: Keyed,
  placeOf: Int32Array,
  values: number,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const place = placeOf[codes[i]!]!;
    if (place >= 0) counts[groupFor[keys[i]!]! * values + place]!++;
  }
}

function collectPairs(
  codes: Codes,
  length: number,
  { keys, groupFor }: Keyed,
  placeOf: Int32Array,
  values: number,
  pairs: number[],
): void {
  for (let i = 0; i < length; i++) {
    const place = placeOf[codes[i]!]!;
    if (place >= 0) pairs.push(groupFor[keys[i]!]! * values + place);
  }
}

function eachRun(sorted: Float64Array, visit: (value: number, count: number) => void): void {
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to] === sorted[from]) to++;
    visit(sorted[from]!, to - from);
  }
}

function ranksIn(coded: Coded, { from, to }: Portion): [number, number] {
  const rankFrom = (value: Value): number => {
    let [low, high] = [0, coded.ends];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(coded.value(middle), value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [from === undefined ? 0 : rankFrom(from), to === undefined ? coded.ends : rankFrom(to)];
}

/** The different values of a portion, in order. */
function* valuesIn({ table }: Selected, { read }: Values, portion: Portion): Steps<Value[]> {
  const found = new Set<Value>();
  for (const block of table.blocks) {
    const coded = read(block);
    const [first, end] = ranksIn(coded, portion);
    for (let code = 0; code < coded.size; code++) {
      const rank = coded.ranks[code]!;
      if (rank >= first && rank < end) found.add(coded.value(rank));
    }
    yield;
  }
  return [...found].sort(compare);
}

/** Values that divide the records into portions. Where all values have a counter for each group, there is one portion. */
function* boundsOf({ table }: Selected, { read }: Values, groups: number): Steps<Value[]> {
  const step = Math.max(1, Math.floor(MAX_RECORDS / (4 * table.blocks.length || 1)));
  const samples: { readonly value: Value; readonly records: number }[] = [];
  let values = 0;
  for (const block of table.blocks) {
    const { ends, size, ranks, counts, value } = read(block);
    values += Math.min(ends, size);
    const records = new Float64Array(ends);
    for (let code = 0; code < size; code++) if (ranks[code]! >= 0) records[ranks[code]!]! += counts[code]!;
    let passed = 0;
    for (let rank = 0; rank < ends; rank++) {
      passed += records[rank]!;
      if (passed < step) continue;
      samples.push({ value: value(rank), records: passed });
      // A value that many records have is a portion of its own.
      if (records[rank]! >= step && rank + 1 < ends) samples.push({ value: value(rank + 1), records: 0 });
      passed = 0;
    }
    yield;
  }
  if (values * groups <= MAX_PAIRS && values <= MAX_RECORDS) return [];
  const bounds = new Set<Value>();
  let since = 0;
  for (const { value, records } of samples.sort((a, b) => compare(a.value, b.value))) {
    since += records;
    if (since < MAX_RECORDS / 2 && records < MAX_RECORDS / 2) continue;
    bounds.add(value);
    since = 0;
  }
  return [...bounds];
}
