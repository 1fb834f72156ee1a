// A number for each record of a resource, by its id: what a reference leads to is looked up there.
import type { Field } from '../../../catalogue/resource.ts';
import type { Steps } from '../../shared/aggregate/slices.ts';
import { idAt } from './blocks.ts';
import { type Dictionary, sharing } from './dictionary.ts';
import type { Table } from './table.ts';

/** The numbers of records from the first id on; where there are few records between many ids, by id. */
export type Lookup = {
  readonly first: number;
  readonly dense: Int32Array;
  readonly sparse?: ReadonlyMap<number, number>;
};

/** `numbers`: one for each code of a column of the field. */
export function* lookUp(
  table: Table,
  field: Field,
  numbers: (dictionary: Dictionary) => ArrayLike<number>,
): Steps<Lookup> {
  const { blocks, total, newest } = table;
  const first = blocks[0]?.first ?? 0;
  const span = newest - first + 1;
  const isDense = span <= 4 * total + 65_536;
  const dense = new Int32Array(isDense && total > 0 ? span : 0);
  const sparse = new Map<number, number>();
  for (const block of blocks) {
    const column = table.column(block, field);
    const [own, codes] = [numbers(column.dictionary), column.codes()];
    if (isDense) for (let row = 0; row < block.rows; row++) dense[idAt(block, row) - first] = own[codes[row]!]!;
    else for (let row = 0; row < block.rows; row++) sparse.set(idAt(block, row), own[codes[row]!]!);
    yield;
  }
  return { first, dense, ...(!isDense && { sparse }) };
}

export const numberOf = ({ first, dense, sparse }: Lookup, id: number): number =>
  sparse ? (sparse.get(id) ?? 0) : dense[id - first]!;

/** By code of a column of references, the numbers of the records that these lead to. `missing`: where there is no reference. */
export const byCode = <T extends Int32Array | Uint8Array>(lookup: Lookup, missing: number, make: (size: number) => T) =>
  sharing((dictionary) => fill(lookup, dictionary, missing, make(dictionary.size)));

function fill<T extends Int32Array | Uint8Array>(
  { first, dense, sparse }: Lookup,
  { size, nulls, numbers }: Dictionary,
  missing: number,
  found: T,
): T {
  if (nulls === 1) found[0] = missing;
  if (sparse)
    for (let code = nulls; code < size; code++) found[code] = sparse.get(numbers?.[code - nulls] ?? code) ?? 0;
  else if (numbers) for (let code = nulls; code < size; code++) found[code] = dense[numbers[code - nulls]! - first]!;
  else for (let code = 1; code < size; code++) found[code] = dense[code - first]!;
  return found;
}

/** 1 where both have 1. They are of the same records. */
export const bothOf = (one: Lookup, { dense, sparse }: Lookup): Lookup => ({
  first: one.first,
  dense: one.dense.map((number, at) => number & dense[at]!),
  ...(one.sparse && { sparse: new Map([...one.sparse].map(([id, number]) => [id, number & sparse!.get(id)!])) }),
});
