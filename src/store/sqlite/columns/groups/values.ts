// How many different values groups have, and which ones are in the middle. Values are counted from the least to the
// greatest, a portion of them at a time, so that it takes the same memory however many there are.
import type { Value } from '../../../../catalogue/kinds.ts';
import type { Steps } from '../../../../fairness/slices.ts';
import type { Operand } from '../../../shared/aggregate/aggregate-sql.ts';
import { compare } from '../../../shared/aggregate/tally.ts';
import type { Block } from '../blocks.ts';
import type { Coded, Keyed, Read } from '../coded.ts';
import { type Codes, countsOf } from '../column.ts';
import type { Numbers } from '../dictionary.ts';
import { ownRows, type Rows, type Selected, takenOf } from '../selection.ts';
import { collectPairs, countPlaces, markNumbers, markPlaces, type OfRows } from './loops.ts';
import { type Counted, type Noted, noteDense, noteMarks, notePairs, noting } from './noted.ts';

type Values = {
  readonly operand: Operand;
  readonly read: Read;
  readonly n: readonly number[];
  readonly span: Span | undefined;
};

export type Span = { readonly first: number; readonly last: number };

/** With the numbers of another block, which are in order. */
export function spanWith(span: Span | undefined, { isOwn, size, numbers }: Coded): Span | undefined {
  if (span && isOwn) return { first: Math.min(span.first, 1), last: Math.max(span.last, size - 1) };
  if (!span || !numbers || !areWhole(numbers)) return undefined;
  if (numbers.length === 0) return span;
  return { first: Math.min(span.first, numbers[0]!), last: Math.max(span.last, numbers[numbers.length - 1]!) };
}

type GroupsIn = (block: Block, rows: Rows) => Steps<Keyed>;

/** Pairs of group and value that have a counter each, and records whose pairs are put in order. */
const MAX_PAIRS = 8e6;
const MAX_RECORDS = 100_000;
/** Portions of whole numbers. All records are looked at for each. */
const MAX_PORTIONS = 64;

export function* countValues(selected: Selected, values: Values, groupsIn: GroupsIn, groups: number): Steps<Counted> {
  const noted = noting(values.n, groups);
  const isMarked = !values.operand.functions.has('median');
  const whole = wholePortions(values.span, groups, selected.table.total, isMarked ? 32 : 1);
  if (whole && isMarked) yield* markWhole(selected, values, groupsIn, whole, noted);
  else if (whole) yield* countWhole(selected, values, groupsIn, whole, noted);
  else yield* countAny(selected, values, groupsIn, groups, noted);
  return noted;
}

type WholePortions = { readonly span: Span; readonly length: number };

/** Whole numbers that lie so close together that each has its place, or a bit in one; `undefined` for other values. */
function wholePortions(
  span: Span | undefined,
  groups: number,
  records: number,
  inOnePlace: number,
): WholePortions | undefined {
  const all = span ? span.last - span.first + 1 : 0;
  const length = Math.min(all, inOnePlace * Math.floor(MAX_PAIRS / Math.max(groups, 1)));
  if (!span || length <= 0 || all > length * MAX_PORTIONS) return undefined;
  // Where few records have each number, their values take less.
  return length === all || records > 4 * all ? { span, length } : undefined;
}

/** Visits the codes of the selected records, so many of each block. They have to be used at once. */
function* eachBlock(
  selected: Selected,
  { read }: Values,
  groupsIn: GroupsIn,
  visit: (coded: Coded, codes: Codes, rows: number, keyed: OfRows) => void,
): Steps<void> {
  for (const block of selected.table.blocks) {
    const rows = ownRows(selected, block);
    if (rows.length > 0) {
      const { keys, groupFor } = yield* groupsIn(block, rows);
      const coded = read(block);
      visit(coded, takenOf(coded.codes(), rows), rows.length, { keys: keys(), groupFor });
    }
    yield;
  }
}

function* countWhole(
  selected: Selected,
  values: Values,
  groupsIn: GroupsIn,
  { span, length }: WholePortions,
  noted: Noted,
): Steps<void> {
  const groups = noted.n.length - 1;
  const counts = new Int32Array(length * groups);
  for (let { first } = span; first <= span.last; first += length) {
    const start = first;
    yield* eachBlock(selected, values, groupsIn, (coded, codes, rows, keyed) =>
      countPlaces(codes, rows, keyed, wholePlaces(coded, start, length), length, counts),
    );
    yield* noteDense(noted, counts, length, (place) => start + place);
    counts.fill(0);
  }
}

/** Where only the number of different values is asked for, a bit for each is enough. */
function* markWhole(
  selected: Selected,
  values: Values,
  groupsIn: GroupsIn,
  { span, length }: WholePortions,
  noted: Noted,
): Steps<void> {
  const words = Math.ceil(length / 32);
  const marks = new Int32Array(words * (noted.n.length - 1));
  for (let { first } = span; first <= span.last; first += length) {
    const start = first;
    yield* eachBlock(selected, values, groupsIn, (coded, codes, rows, keyed) => {
      if (coded.isOwn) markNumbers(codes, rows, keyed, start, length, words, marks);
      else markPlaces(codes, rows, keyed, wholePlaces(coded, start, length), words, marks);
    });
    noteMarks(noted, marks, words);
    marks.fill(0);
  }
}

function* countAny(selected: Selected, values: Values, groupsIn: GroupsIn, groups: number, noted: Noted): Steps<void> {
  const bounds = yield* boundsOf(selected, values, groups);
  for (let at = 0; at <= bounds.length; at++) {
    const portion = { from: bounds[at - 1], to: bounds[at] };
    const own = yield* valuesIn(selected, values, portion);
    const places = new Map(own.map((value, place) => [value, place]));
    const valueAt = (place: number): Value => own[place]!;
    const isDense = own.length * groups <= MAX_PAIRS;
    const dense = new Int32Array(isDense ? own.length * groups : 0);
    const pairs: number[] = [];
    yield* eachBlock(selected, values, groupsIn, (coded, codes, rows, keyed) => {
      const placeOf = placesIn(coded, places, portion);
      if (isDense) countPlaces(codes, rows, keyed, placeOf, own.length, dense);
      else collectPairs(codes, rows, keyed, placeOf, own.length, pairs);
    });
    if (isDense) yield* noteDense(noted, dense, own.length, valueAt);
    else notePairs(noted, Float64Array.from(pairs).sort(), own.length, valueAt);
    yield;
  }
}

function areWhole(numbers: Numbers): boolean {
  if (numbers instanceof Int32Array) return true;
  for (let at = 0; at < numbers.length; at++) if (!Number.isSafeInteger(numbers[at])) return false;
  return true;
}

/** For each code, how much its value is greater than the first one; -1 where it is none of so many. */
function wholePlaces({ size, ranks, numbers }: Coded, first: number, length: number): Int32Array {
  const placeOf = new Int32Array(size).fill(-1);
  for (let code = 0; code < size; code++) {
    const place = ranks[code]! < 0 ? -1 : numbers![ranks[code]!]! - first;
    if (place >= 0 && place < length) placeOf[code] = place;
  }
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

/** Values that divide the records into portions. Where all values have a counter for each group, there is one
 * portion. */
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
