// The values of a path for one block: a field of its records, of those that a reference leads to, or the days between
// two dates.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { dayNumber } from '../../../contract/aggregate/buckets.ts';
import type { Days, Grouping, Step } from '../../../contract/aggregate/grouping.ts';
import type { Path } from '../../../contract/request/paths.ts';
import { type Steps, sorted } from '../../../fairness/slices.ts';
import { NO_BIN } from '../../shared/aggregate/aggregate-sql.ts';
import { compare } from '../../shared/aggregate/tally.ts';
import type { Block } from './blocks.ts';
import { BLOCK, type Codes, columnOf } from './column.ts';
import { type Counts, type Dictionary, type Numbers, numbered, valueAt, wholeEnd } from './dictionary.ts';
import { byCode, type Lookup, lookUp, type Only } from './lookup.ts';
import type { Lazy, Table, Tables } from './table.ts';
import { daysOf, placeIn, testsOf, weekdayOf } from './tests.ts';

/** A field of the records, or of those that a reference leads to, for one block: a number for each code. */
export type Coded = {
  readonly codes: () => Codes;
  readonly counts?: Counts | undefined;
  /** How many codes the column has. */
  readonly size: number;
  /** By code. The greater number has the greater value; -1 stands for a missing one. */
  readonly ranks: Int32Array;
  /** All numbers are smaller. */
  readonly ends: number;
  /** The numbers are the values. */
  readonly isOwn?: boolean;
  /** Blocks with the same one have the same numbers for the same codes. */
  readonly dictionary: Dictionary;
  /** By number, where the values are numbers of the records themselves. */
  readonly numbers?: Numbers | undefined;
  value(rank: number): Value;
};

export type Read = (block: Block) => Coded;

/** The groups of a block: the group of a record is at its key, and keys are those of its codes. */
export type Keyed = {
  /** Of each record. They have to be used before those of another block are asked for. */
  keys(): Codes;
  /** By key; -1 where no record has it. */
  readonly groupFor: Int32Array;
  /** How many records have each key. */
  readonly counts: Counts;
};

/** How a path is read. The values behind a reference are looked up once. */
export function* reading(tables: Tables, table: Table, { field, via }: Path): Steps<Read> {
  if (!via) return (block) => ownCoded(table.column(block, field));
  const { value, ends, rank } = yield* there(tables.of(via.target), field, yield* onlyVisible(tables, via.target));
  const ranksOf = byCode(rank, (size) => new Int32Array(size));
  return (block) => {
    const { dictionary, codes, counts } = table.column(block, via);
    const { size } = dictionary;
    return { dictionary, codes, counts, size, ranks: ranksOf(dictionary), ends, value };
  };
}

/** Where the caller's records there are limited: a reference to any other record leads nowhere. */
function* onlyVisible(tables: Tables, target: Resource): Steps<Only | undefined> {
  const limits = tables.rows?.[target.name];
  return limits && { tests: yield* testsOf(tables, target, limits), others: -1 };
}

function ownCoded({ dictionary, counts, codes }: Lazy): Coded {
  const { form, size, nulls } = dictionary;
  if (form === 'own') {
    return {
      dictionary,
      codes,
      counts,
      size,
      ranks: ranksOfOwn(dictionary),
      ends: size,
      isOwn: true,
      value: (at) => at,
    };
  }
  const ranks = RANKS[nulls].subarray(0, size);
  const numbers = form === 'number' ? dictionary.numbers : undefined;
  const value = (rank: number) => valueAt(dictionary, rank + nulls);
  return { dictionary, codes, counts, size, ranks, ends: size - nulls, numbers, value };
}

/** Codes are in the order of their values; the first may stand for a missing one. */
const RANKS = [numbered(new Int32Array(BLOCK), 0), numbered(new Int32Array(BLOCK), -1)] as const;

/** By size: there are few. */
const ownRanks = new Map<number, Int32Array>();

function ranksOfOwn({ size, nulls }: Dictionary): Int32Array {
  const ranks = ownRanks.get(size + nulls) ?? numbered(new Int32Array(size), 0);
  if (nulls === 1) ranks[0] = -1;
  ownRanks.set(size + nulls, ranks);
  return ranks;
}

/** All values of a field in order, and by the id of a record the place of its value; -1 where it is missing. */
function* there(
  table: Table,
  field: Field,
  only: Only | undefined,
): Steps<{ readonly value: (rank: number) => Value; readonly ends: number; readonly rank: Lookup }> {
  const dictionaries = new Set(table.blocks.map((block) => table.column(block, field).dictionary));
  const ends = Array.from(dictionaries, wholeEnd);
  if (!ends.includes(undefined)) {
    const numbersIn = (dictionary: Dictionary): Int32Array => {
      if (dictionary.form === 'own') return ranksOfOwn(dictionary);
      const numbers = new Int32Array(dictionary.size).fill(-1);
      numbers.set(dictionary.numbers ?? [], dictionary.nulls);
      return numbers;
    };
    const rank = yield* lookUp(table, field, numbersIn, -1, only);
    return { value: (at) => at, ends: Math.max(0, ...(ends as number[])), rank };
  }
  const all = new Set<Value>();
  for (const dictionary of dictionaries) {
    for (let code = dictionary.nulls; code < dictionary.size; code++) all.add(valueAt(dictionary, code));
    yield;
  }
  const values = yield* sorted([...all], compare);
  const places = new Map(values.map((value, at) => [value, at]));
  const ranks = (dictionary: Dictionary) =>
    Int32Array.from({ length: dictionary.size }, (_, code) => places.get(valueAt(dictionary, code)) ?? -1);
  const rank = yield* lookUp(table, field, ranks, -1, only);
  return { value: (at) => values[at]!, ends: values.length, rank };
}

/** The days between two dates, as a column of the block. */
export function* readingDays(tables: Tables, table: Table, { from, to, until }: Days): Steps<Read> {
  const [first, second] = [yield* dayReading(tables, table, from), to && (yield* dayReading(tables, table, to))];
  const last = until === undefined ? Number.POSITIVE_INFINITY : dayNumber(until);
  return (block) => {
    const [start, end] = [first(block), second?.(block)];
    const values: Value[] = [];
    for (let row = 0; row < block.rows; row++) {
      // Of a missing date there is no number.
      const day = end ? end(row) : last;
      const days = (until !== undefined && !(day < last) ? last : day) - start(row);
      values.push(Number.isNaN(days) ? null : days);
    }
    const column = columnOf(values, undefined);
    return ownCoded({ ...column, codes: () => column.codes });
  };
}

function* dayReading(tables: Tables, table: Table, path: Path): Steps<(block: Block) => (row: number) => number> {
  const read = yield* reading(tables, table, path);
  const dayOf = (value: Value): number => dayNumber(String(value).slice(0, 10));
  return (block) => {
    const { codes, ranks, value, dictionary } = read(block);
    const own = codes();
    const days = path.via
      ? Float64Array.from(ranks, (rank) => (rank < 0 ? Number.NaN : dayOf(value(rank))))
      : daysOf(dictionary);
    return (row) => days[own[row]!]!;
  };
}

/** The key of the group that a value belongs to: the same keys that SQL makes (aggregate-sql.ts). */
export function keyOf({ by }: Pick<Grouping, 'by'>, value: string | number | null): Value {
  if (value === null || by.unit === 'value') return value;
  if (by.unit === 'bin') return binOf(Number(value), by.step);
  const text = String(value);
  switch (by.unit) {
    case 'year':
      return text.slice(0, 4);
    case 'quarter':
      return `${text.slice(0, 5)}Q${Math.floor((Number(text.slice(5, 7)) + 2) / 3)}`;
    case 'month':
      return text.slice(0, 7);
    case 'day':
      return text.slice(0, 10);
    case 'week': {
      const day = dayNumber(text.slice(0, 10));
      return day - weekdayOf(day) + 1;
    }
    case 'weekday':
    case 'month_of_year':
      return placeIn(by.unit, dayNumber(text.slice(0, 10)));
  }
}

/** The quotient may be a little off, so the bounds of the bin decide. These are exact: each is a quotient of two whole
 * numbers. */
function binOf(value: number, { units, scale }: Step): number {
  const whole = 10 ** scale;
  const step = units / whole;
  if (Math.abs(value) >= 2 ** 52 / whole) return NO_BIN;
  if (Math.abs(value) < step) return value < 0 ? -1 : 0;
  const bin = Math.floor(value / step);
  const bound = (more: number) => ((bin + more) * units) / whole;
  if (value < bound(0)) return bin - 1;
  return value >= bound(1) ? bin + 1 : bin;
}
