// Which records of a block meet the conditions of a question. A condition is looked up in the dictionary of its column
// first: where no value meets it, or every one does, the codes of the block are not read.
import type { Field } from '../../../catalogue/resource.ts';
import type { Block } from './blocks.ts';
import { BLOCK, type CodeSpan, type Codes, countsOf } from './column.ts';
import { type Counts, type Dictionary, MANY_VALUES } from './dictionary.ts';
import type { Lazy, Table } from './table.ts';

/** The places of some records of a block, in order; `undefined` stands for all of them. */
export type Rows = { readonly length: number; readonly at: Uint16Array | undefined };

/** Narrows the rows of a block. Where it returns `flags`, these say for each code of a column whether its records meet
 * the condition. */
export type Test =
  | {
      readonly field: Field;
      flags(dictionary: Dictionary): Uint8Array;
      /** The flag of one code, where that takes less than all flags. */
      flag?(dictionary: Dictionary, code: number): number;
    }
  | {
      rows(table: Table, block: Block, before: Rows): Rows;
      /** Whether no record of the block can meet it. */
      skips?(block: Block): boolean;
      /** Whether all records of the block meet it. */
      covers?(block: Block): boolean;
      /** How many records of the block meet it, where that can be told without a look at each. */
      count?(block: Block): number;
    };

export type Selected = {
  readonly table: Table;
  readonly tests: readonly Test[];
};

/** Used by one block at a time, and no longer than until the next. */
export const scratch = new Uint16Array(BLOCK);

const NO_ROWS: Rows = { length: 0, at: scratch };

type ColumnTest = Extract<Test, { field: unknown }>;
type RowTest = Extract<Test, { rows: unknown }>;

/** The tests that are left in a block: columns where some values meet their condition and some do not, columns with so
 * many values that these are tested last, and other tests. */
type Partial = {
  readonly columns: readonly { readonly column: Lazy; readonly flags: Uint8Array }[];
  readonly large: readonly { readonly column: Lazy; readonly test: ColumnTest }[];
  readonly others: readonly RowTest[];
};

/** `undefined`: no record of the block meets the tests. */
function partsOf({ table, tests }: Selected, block: Block): Partial | undefined {
  const columns: { column: Lazy; flags: Uint8Array }[] = [];
  const large: { column: Lazy; test: ColumnTest }[] = [];
  const others: RowTest[] = [];
  for (const test of tests) if ('rows' in test && test.skips?.(block)) return undefined;
  for (const test of tests) {
    if ('rows' in test) {
      if (!test.covers?.(block)) others.push(test);
      continue;
    }
    const column = table.column(block, test.field);
    if (column.dictionary.size > MANY_VALUES) {
      if (column.span && !meetsSome(test, column.dictionary, column.span)) return undefined;
      large.push({ column, test });
      continue;
    }
    const flags = test.flags(column.dictionary);
    if (!flags.includes(1)) return undefined;
    if (flags.includes(0)) columns.push({ column, flags });
  }
  return { columns, large, others };
}

/** Whether some code from the least to the greatest meets the test. */
function meetsSome(test: ColumnTest, dictionary: Dictionary, [least, greatest]: CodeSpan): boolean {
  const first = test.flags(dictionary).indexOf(1, least);
  return first >= 0 && first <= greatest;
}

/** Whether the block may have records that meet all tests. */
export const mayHave = (selected: Selected, block: Block): boolean => partsOf(selected, block) !== undefined;

/** The records of a block that meet all tests. They have to be used before the next block is asked for. */
export function rowsIn(selected: Selected, block: Block): Rows {
  if (selected.tests.length === 0) return { length: block.rows, at: undefined };
  const parts = partsOf(selected, block);
  if (!parts) return NO_ROWS;
  return cachedRows(parts) ?? rowsOf(selected.table, parts, block);
}

/** The same for as long as they are needed. */
export function ownRows(selected: Selected, block: Block): Rows {
  const { length, at } = rowsIn(selected, block);
  return { length, at: at?.slice(0, length) };
}

/** The records with one value of one field, which pages of a list ask for again and again. */
function cachedRows({ columns, large, others }: Partial): Rows | undefined {
  const [only] = columns;
  if (!only?.column.rowsWith || columns.length + large.length + others.length > 1) return undefined;
  const code = only.flags.indexOf(1);
  if (only.flags.indexOf(1, code + 1) >= 0) return undefined;
  const at = only.column.rowsWith(code);
  return { length: at.length, at };
}

function rowsOf(table: Table, { columns, large, others }: Partial, block: Block): Rows {
  let rows: Rows = { length: block.rows, at: undefined };
  for (const test of others) {
    rows = test.rows(table, block, rows);
    if (rows.length === 0) return rows;
  }
  for (const { column, flags } of columns) {
    rows = flagged(column, flags, rows);
    if (rows.length === 0) return rows;
  }
  for (const { column, test } of large) {
    const { dictionary } = column;
    const codes = rows.length < dictionary.size / 4 && test.flag ? column.codes() : undefined;
    rows = codes
      ? filtered(block, rows, (row) => test.flag!(dictionary, codes[row]!) === 1)
      : flagged(column, test.flags(dictionary), rows);
    if (rows.length === 0) return rows;
  }
  return rows;
}

function flagged(column: Lazy, flags: Uint8Array, { length, at }: Rows): Rows {
  if (!flags.includes(1)) return NO_ROWS;
  if (!flags.includes(0)) return { length, at };
  const codes = column.codes();
  return { length: at ? chosen(codes, flags, length) : allChosen(codes, flags, length), at: scratch };
}

/** How many records of a block meet all tests. */
export function countIn(selected: Selected, block: Block): number {
  if (selected.tests.length === 0) return block.rows;
  const parts = partsOf(selected, block);
  if (!parts) return 0;
  const { columns, large, others } = parts;
  const tested = columns.length + large.length;
  if (tested === 0 && others.length === 1 && others[0]!.count) return others[0]!.count(block);
  if (others.length > 0 || tested > 1) return rowsOf(selected.table, parts, block).length;
  if (tested === 0) return block.rows;
  const { column } = columns[0] ?? large[0]!;
  if (!column.counts) return rowsOf(selected.table, parts, block).length;
  return countFlagged(column.counts, columns[0]?.flags ?? large[0]!.test.flags(column.dictionary));
}

function countFlagged(counts: Counts, flags: Uint8Array): number {
  let count = 0;
  for (let code = 0; code < counts.length; code++) count += counts[code]! * flags[code]!;
  return count;
}

/** The rows that pass, of those before. */
export function filtered({ rows }: Block, before: Rows, passes: (row: number) => boolean): Rows {
  let length = 0;
  const count = before.at ? before.length : rows;
  for (let i = 0; i < count; i++) {
    const row = before.at ? before.at[i]! : i;
    if (passes(row)) scratch[length++] = row;
  }
  return { length, at: scratch };
}

// The loops write every place and step on only where the record is taken: that is faster than a branch.

function allChosen(codes: Codes, flags: Uint8Array, rows: number): number {
  let length = 0;
  for (let row = 0; row < rows; row++) {
    scratch[length] = row;
    length += flags[codes[row]!]!;
  }
  return length;
}

function chosen(codes: Codes, flags: Uint8Array, before: number): number {
  let length = 0;
  for (let at = 0; at < before; at++) {
    const row = scratch[at]!;
    scratch[length] = row;
    length += flags[codes[row]!]!;
  }
  return length;
}

/** The codes of the rows, one after the other. They have to be used before others are asked for. */
export function takenOf(codes: Codes, { length, at }: Rows): Codes {
  if (!at) return codes;
  const taken = codes instanceof Int32Array ? takenOwn : takenCodes;
  for (let i = 0; i < length; i++) taken[i] = codes[at[i]!]!;
  return taken;
}

const [takenCodes, takenOwn] = [new Uint16Array(BLOCK), new Int32Array(BLOCK)];

/** How many of the rows have each code. */
export const countsByCode = (codes: Codes, rows: Rows, size: number): Int32Array =>
  countsOf(takenOf(codes, rows), rows.length, size);
