// How many different values groups have, and which ones are in the middle. Values are counted from the least to the
// greatest, a portion of them at a time, so that it takes the same memory however many there are.
import type { Value } from '../../../../catalogue/kinds.ts';
import type { Steps } from '../../../../fairness/slices.ts';
import type { Operand } from '../../../shared/aggregate/aggregate-sql.ts';
import { compare } from '../../../shared/aggregate/tally.ts';
import type { Block } from '../blocks.ts';
import type { Coded, Keyed, Read } from '../coded.ts';
import { countsOf } from '../column.ts';
import { firstPlace, type Numbers, sharing } from '../dictionary.ts';
import { ownRows, type Rows, type Selected, takenOf } from '../selection.ts';
import { collectPairs, countPlaces, markPlaces } from './loops.ts';
import { type Counted, noteDense, noteMarks, notePairs, noting } from './noted.ts';

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

function areWhole(numbers: Numbers): boolean {
  if (numbers instanceof Int32Array) return true;
  for (let at = 0; at < numbers.length; at++) if (!Number.isSafeInteger(numbers[at])) return false;
  return true;
}

/** Pairs of group and value that have a counter each, and records whose pairs are put in order. */
const MAX_PAIRS = 8e6;
const MAX_RECORDS = 100_000;
/** Portions of whole numbers. All records are looked at for each. */
const MAX_PORTIONS = 64;

/** Some values, in order. */
type Portion = {
  readonly size: number;
  valueAt(place: number): Value;
  /** For each code, the place of its value, or -1. */
  placesOf(coded: Coded): Int32Array;
};

/** `groupsIn`: the groups of the rows of a block. */
export function* countValues(
  selected: Selected,
  values: Values,
  groupsIn: (block: Block, rows: Rows) => Steps<Keyed>,
  groups: number,
): Steps<Counted> {
  const noted = noting(values.n, groups);
  // Where only the number of different values is asked for, a bit for each is enough.
  const isMarked = !values.operand.functions.has('median');
  let cells = new Int32Array();
  for (const portionOf of yield* portionsOf(selected, values, groups, isMarked)) {
    const { size, valueAt, placesOf } = yield* portionOf();
    const width = isMarked ? Math.ceil(size / 32) : size;
    const pairs: number[] | undefined = width * groups > MAX_PAIRS ? [] : undefined;
    const length = pairs ? 0 : width * groups;
    cells = cells.length === length ? cells.fill(0) : new Int32Array(length);
    for (const block of selected.table.blocks) {
      const rows = ownRows(selected, block);
      if (rows.length > 0) {
        const { keys, groupFor } = yield* groupsIn(block, rows);
        const coded = values.read(block);
        const placeOf = placesOf(coded);
        const [codes, keyed] = [takenOf(coded.codes(), rows), { keys: keys(), groupFor }];
        if (pairs) collectPairs(codes, rows.length, keyed, placeOf, size, pairs);
        else if (isMarked) markPlaces(codes, rows.length, keyed, placeOf, width, cells);
        else countPlaces(codes, rows.length, keyed, placeOf, width, cells);
      }
      yield;
    }
    if (pairs) notePairs(noted, Float64Array.from(pairs).sort(), size, valueAt);
    else if (isMarked) noteMarks(noted, cells, width);
    else yield* noteDense(noted, cells, width, valueAt);
  }
  return noted;
}

function* portionsOf(
  selected: Selected,
  values: Values,
  groups: number,
  isMarked: boolean,
): Steps<(() => Steps<Portion>)[]> {
  const { span } = values;
  const all = span ? span.last - span.first + 1 : 0;
  const length = Math.min(all, (isMarked ? 32 : 1) * Math.floor(MAX_PAIRS / Math.max(groups, 1)));
  const portions = Math.ceil(all / length);
  // Where few records have each number, their values take less.
  if (portions === 1 || (portions <= MAX_PORTIONS && selected.table.total > 4 * all))
    return Array.from({ length: portions }, (_, at) => () => wholePortion(span!.first + at * length, length));
  const bounds = yield* boundsOf(selected, values, groups);
  return [...bounds, undefined].map((to, at) => () => portionBetween(selected, values, bounds[at - 1], to));
}

/** Whole numbers that lie so close together that each has its place. */
function* wholePortion(first: number, size: number): Steps<Portion> {
  const placesIn = sharing((dictionary, { ranks, numbers }: Coded) => {
    const placeOf = new Int32Array(dictionary.size).fill(-1);
    for (let code = dictionary.nulls; code < placeOf.length; code++) {
      const place = (numbers ? numbers[ranks[code]!]! : code) - first;
      if (place >= 0 && place < size) placeOf[code] = place;
    }
    return placeOf;
  });
  return { size, valueAt: (place) => first + place, placesOf: (coded) => placesIn(coded.dictionary, coded) };
}

/** From a value on, up to and without another. */
function* portionBetween(
  { table }: Selected,
  { read }: Values,
  from: Value | undefined,
  to: Value | undefined,
): Steps<Portion> {
  const rankFrom = ({ ends, value }: Coded, bound: Value) =>
    firstPlace(0, ends, (rank) => compare(value(rank), bound) < 0);
  const ranksIn = (coded: Coded): [number, number] => [
    from === undefined ? 0 : rankFrom(coded, from),
    to === undefined ? coded.ends : rankFrom(coded, to),
  ];
  const found = new Set<Value>();
  for (const block of table.blocks) {
    const coded = read(block);
    const [first, end] = ranksIn(coded);
    for (const rank of coded.ranks) if (rank >= first && rank < end) found.add(coded.value(rank));
    yield;
  }
  const own = [...found].sort(compare);
  const places = new Map(own.map((value, place) => [value, place]));
  return {
    size: own.length,
    valueAt: (place) => own[place]!,
    placesOf(coded) {
      const [first, end] = ranksIn(coded);
      return coded.ranks.map((rank) => (rank >= first && rank < end ? places.get(coded.value(rank))! : -1));
    },
  };
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
