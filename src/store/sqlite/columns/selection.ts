// Which records of a block meet the conditions of a question. A condition is looked up in the dictionary of its column
// first: where no value meets it, or every one does, the codes of the block are not read.
import type { Field } from '../../../catalogue/resource.ts';
import type { Block } from './blocks.ts';
import { BLOCK, type Codes, countsOf } from './column.ts';
import type { Counts, Dictionary } from './dictionary.ts';
import type { Lazy, Table } from './table.ts';

/** The places of some records of a block, in order; `undefined` stands for all of them. */
export type Rows = { readonly length: number; readonly at: Uint16Array | undefined };

/** Narrows the rows of a block. Where it returns `flags`, these say for each code of a column whether its records meet
 * the condition. */
export type Test =
  | {
      readonly field: Field;
      flags(dictionary: Dictionary): Uint8Array;
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

type RowTest = Extract<Test, { rows: unknown }>;

/** The tests that are left in a block: columns where some values meet their condition and some do not, and other
 * tests. */
type Partial = {
  readonly columns: readonly { readonly column: Lazy; readonly flags: Uint8Array }[];
  readonly others: readonly RowTest[];
};

/** `undefined`: no record of the block meets the tests. */
function partsOf({ table, tests }: Selected, block: Block): Partial | undefined {
  const columns: { column: Lazy; flags: Uint8Array }[] = [];
  const others: RowTest[] = [];
  for (const test of tests) if ('rows' in test && test.skips?.(block)) return undefined;
  for (const test of tests) {
    if ('rows' in test) {
      if (!test.covers?.(block)) others.push(test);
      continue;
    }
    const column = table.column(block, test.field);
    const flags = test.flags(column.dictionary);
    const [least, greatest] = column.span ?? [0, flags.length - 1];
    const first = flags.indexOf(1, least);
    if (first < 0 || first > greatest) return undefined;
    if (flags.includes(0)) columns.push({ column, flags });
  }
  return { columns, others };
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
function cachedRows({ columns, others }: Partial): Rows | undefined {
  const [only] = columns;
  if (!only?.column.rowsWith || columns.length + others.length > 1) return undefined;
  const code = only.flags.indexOf(1);
  if (only.flags.indexOf(1, code + 1) >= 0) return undefined;
  const at = only.column.rowsWith(code);
  return { length: at.length, at };
}

function rowsOf(table: Table, { columns, others }: Partial, block: Block): Rows {
  let rows: Rows = { length: block.rows, at: undefined };
  for (const test of others) {
    rows = test.rows(table, block, rows);
    if (rows.length === 0) return rows;
  }
  for (const { column, flags } of columns) {
    const { length, at } = rows;
    const codes = column.codes();
    rows = { length: at ? chosen(codes, flags, length) : allChosen(codes, flags, length), at: scratch };
    if (rows.length === 0) return rows;
  }
  return rows;
}

/** How many records of a block meet all tests. */
export function countIn(selected: Selected, block: Block): number {
  const parts = partsOf(selected, block);
  if (!parts) return 0;
  const [column, ...columns] = parts.columns;
  const [test, ...tests] = parts.others;
  if (!column && !test) return block.rows;
  const isOnly = columns.length + tests.length === 0 && !(column && test);
  if (isOnly && column?.column.counts) return countFlagged(column.column.counts, column.flags);
  return isOnly && test?.count ? test.count(block) : rowsOf(selected.table, parts, block).length;
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
