// The values of a path for one block: a field of its records, of those that a reference leads to, or the days between two dates.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field } from '../../../catalogue/resource.ts';
import { dayNumber } from '../../../contract/aggregate/buckets.ts';
import type { Days } from '../../../contract/aggregate/grouping.ts';
import type { Path } from '../../../contract/request/paths.ts';
import type { Steps } from '../../shared/aggregate/slices.ts';
import { compare } from '../../shared/aggregate/tally.ts';
import type { Block } from './blocks.ts';
import { BLOCK, type Codes, columnOf } from './column.ts';
import { type Counts, type Numbers, valueAt } from './dictionary.ts';
import { type Lookup, lookedUp, lookUp } from './lookup.ts';
import type { Lazy, Table, Tables } from './table.ts';
import { daysOf } from './tests.ts';

/** A field of the records, or of those that a reference leads to, for one block: a number for each code. */
export type Coded = {
  readonly codes: () => Codes;
  readonly counts: Counts;
  /** How many codes the column has. */
  readonly size: number;
  /** By code. The greater number has the greater value; -1 stands for a missing one. */
  readonly ranks: Int32Array;
  /** All numbers are smaller. */
  readonly ends: number;
  /** The numbers mean the same in every block. */
  readonly isShared?: true;
  /** By number, where the values are numbers of the records themselves. */
  readonly numbers?: Numbers | undefined;
  value(rank: number): Value;
};

export type Read = (block: Block) => Coded;

/** The groups of a block: the group of a record is at its key, and keys are those of its codes. */
export type Keyed = {
  readonly keys: Codes | Int32Array;
  /** By key; -1 where no record has it. */
  readonly groupFor: Int32Array;
  /** How many records have each key. */
  readonly counts: Counts;
};

/** How a path is read. What a reference leads to is looked up once. */
export function* reading(tables: Tables, table: Table, { field, via }: Path): Steps<Read> {
  if (!via) return (block) => ownCoded(table.column(block, field));
  const { values, rank } = yield* there(tables.of(via.target), field);
  const value = (at: number) => values[at]!;
  return (block) => {
    const column = table.column(block, via);
    const { size } = column.dictionary;
    const ranks = lookedUp(rank, column.dictionary, -1, new Int32Array(size));
    return { codes: column.codes, counts: column.counts, size, ranks, ends: values.length, isShared: true, value };
  };
}

function ownCoded({ dictionary, counts, codes }: Lazy): Coded {
  const { size, nulls } = dictionary;
  const ranks = OWN_RANKS[nulls].subarray(0, size);
  const numbers = dictionary.form === 'number' ? dictionary.numbers : undefined;
  return {
    codes,
    counts,
    size,
    ranks,
    ends: size - nulls,
    numbers,
    value: (rank) => valueAt(dictionary, rank + nulls),
  };
}

/** Codes are in the order of their values; the first may stand for a missing one. */
const OWN_RANKS = [0, 1].map((nulls) => Int32Array.from({ length: BLOCK }, (_, code) => code - nulls)) as [
  Int32Array,
  Int32Array,
];

/** All values of a field in order, and by the id of a record the place of its value; -1 where it is missing. */
function* there(table: Table, field: Field): Steps<{ readonly values: readonly Value[]; readonly rank: Lookup }> {
  const all = new Set<Value>();
  for (const block of table.blocks) {
    const { dictionary } = table.column(block, field);
    for (let code = dictionary.nulls; code < dictionary.size; code++) all.add(valueAt(dictionary, code));
    yield;
  }
  const values = [...all].sort(compare);
  const places = new Map(values.map((value, at) => [value, at]));
  const rank = yield* lookUp(table, field, (dictionary) =>
    Int32Array.from({ length: dictionary.size }, (_, code) => places.get(valueAt(dictionary, code)) ?? -1),
  );
  return { values, rank };
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
    const column = columnOf(values, false);
    return ownCoded({ ...column, codes: () => column.codes });
  };
}

function* dayReading(
  tables: Tables,
  table: Table,
  { field, via }: Path,
): Steps<(block: Block) => (row: number) => number> {
  if (!via)
    return (block) => {
      const column = table.column(block, field);
      const [days, codes] = [daysOf(column), column.codes()];
      return (row) => days[codes[row]!]!;
    };
  const read = yield* reading(tables, table, { field, via });
  return (block) => {
    const { codes, ranks, value } = read(block);
    const own = codes();
    const days = Float64Array.from(ranks, (rank) =>
      rank < 0 ? Number.NaN : dayNumber(String(value(rank)).slice(0, 10)),
    );
    return (row) => days[own[row]!]!;
  };
}
