// How many different values groups have, and which ones are in the middle. Values are counted from the least to the greatest, a portion of
// them at a time, so that it takes the same memory however many there are.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Steps } from '../../shared/aggregate/slices.ts';
import { compare } from '../../shared/aggregate/tally.ts';
import type { Block } from './blocks.ts';
import type { Coded, Keyed, Read } from './coded.ts';
import { type Codes, countsOf } from './column.ts';
import type { Numbers } from './dictionary.ts';
import { type Counted, note, noteCounts, noting } from './noted.ts';
import { ownRows, type Rows, type Selected, takenOf } from './selection.ts';

type Values = { readonly read: Read; readonly n: readonly number[]; readonly span: Span | undefined };

export type Span = { readonly first: number; readonly last: number };

/** With the numbers of another block, which are in order. */
export function spanWith(span: Span | undefined, { isOwn, size, numbers }: Coded): Span | undefined {
  if (span && isOwn) return { first: Math.min(span.first, 0), last: Math.max(span.last, size - 1) };
  if (!span || !numbers || !areWhole(numbers)) return undefined;
  if (numbers.length === 0) return span;
  return { first: Math.min(span.first, numbers[0]!), last: Math.max(span.last, numbers[numbers.length - 1]!) };
}

type GroupsIn = (block: Block, rows: Rows) => Steps<Keyed>;

/** Pairs of group and value that have a counter each, and records whose pairs are put in order. */
const MAX_PAIRS = 8e6;
const MAX_RECORDS = 100_000;

export function* countValues(selected: Selected, values: Values, groupsIn: GroupsIn, groups: number): Steps<Counted> {
  const noted = noting(values.n, groups);
  const whole = closeNumbers(values.span, groups);
  const bounds = whole ? [] : yield* boundsOf(selected, values, groups);
  for (let at = 0; at <= bounds.length; at++) {
    const portion = { from: bounds[at - 1], to: bounds[at] };
    const own = whole ?? (yield* valuesIn(selected, values, portion));
    const places = whole ? undefined : new Map((own as Value[]).map((value, place) => [value, place]));
    const all = new Uint32Array(own.length);
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
    for (let group = 0; group < groups && isDense; group++) {
      const counts = dense.subarray(group * own.length, (group + 1) * own.length);
      addTo(all, counts);
      noteCounts(noted, group, counts, valueAt);
      yield;
    }
    if (!isDense)
      eachRun(Float64Array.from(pairs).sort(), (pair, count) => {
        const place = pair % own.length;
        all[place]! += count;
        note(noted, Math.floor(pair / own.length), valueAt(place), count);
      });
    noteCounts(noted, groups, all, valueAt);
    yield;
  }
  return noted;
}

function addTo(sums: Uint32Array, counts: Uint32Array): void {
  for (let at = 0; at < counts.length; at++) sums[at]! += counts[at]!;
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

/** `undefined`: each code is the place. */
function wholePlaces({ size, ranks, numbers, isOwn, dictionary }: Coded, first: number): Int32Array | undefined {
  if (isOwn && first === 0) return dictionary.nulls === 1 ? ranks : undefined;
  const placeOf = new Int32Array(size).fill(-1);
  for (let code = 0; code < size; code++)
    if (ranks[code]! >= 0) placeOf[code] = (numbers?.[ranks[code]!] ?? ranks[code]!) - first;
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
  placeOf: Int32Array | undefined,
  values: number,
  counts: Uint32Array,
): void {
  if (!placeOf) for (let i = 0; i < length; i++) counts[Math.imul(groupFor[keys[i]!]!, values) + codes[i]!]!++;
  else
    for (let i = 0; i < length; i++) {
      const place = placeOf[codes[i]!]!;
      if (place >= 0) counts[Math.imul(groupFor[keys[i]!]!, values) + place]!++;
    }
}

function collectPairs(
  codes: Codes,
  length: number,
  { keys, groupFor }: Keyed,
  placeOf: Int32Array | undefined,
  values: number,
  pairs: number[],
): void {
  for (let i = 0; i < length; i++) {
    const place = placeOf ? placeOf[codes[i]!]! : codes[i]!;
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
    const { ends, size, ranks, codes, value, counts = countsOf(codes(), block.rows, size) } = read(block);
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
