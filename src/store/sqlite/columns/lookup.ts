// A number for each record of a resource, by its id: values behind references are looked up there.
import type { Field } from '../../../catalogue/resource.ts';
import type { Steps } from '../../../fairness/slices.ts';
import { idAt } from './blocks.ts';
import { type Dictionary, sharing } from './dictionary.ts';
import { rowsIn, type Test } from './selection.ts';
import type { Table } from './table.ts';

/** The numbers of records from the first id on; where there are few records between many ids, by id. `missing`: the
 * number where there is no reference, or where it leads to no record. */
export type Lookup = {
  readonly missing: number;
  readonly first: number;
  readonly dense: Int32Array;
  readonly sparse?: ReadonlyMap<number, number>;
};

/** Only the records that meet the tests have their numbers; all others have the same one. */
export type Only = { readonly tests: readonly Test[]; readonly others: number };

/** `numbers`: one for each code of a column of the field. */
export function* lookUp(
  table: Table,
  field: Field,
  numbers: (dictionary: Dictionary) => ArrayLike<number>,
  missing: number,
  only?: Only,
): Steps<Lookup> {
  const { blocks, total, newest } = table;
  const first = blocks[0]?.first ?? 0;
  const span = newest - first + 1;
  const isDense = span <= 4 * total + 65_536;
  const dense = new Int32Array(isDense && total > 0 ? span : 0);
  if (missing !== 0) dense.fill(missing);
  const sparse = new Map<number, number>();
  const put = (id: number, number: number) => {
    if (isDense) dense[id - first] = number;
    else sparse.set(id, number);
  };
  for (const block of blocks) {
    const column = table.column(block, field);
    const [own, codes] = [numbers(column.dictionary), column.codes()];
    if (only) for (let row = 0; row < block.rows; row++) put(idAt(block, row), only.others);
    const { length, at } = rowsIn({ table, tests: only?.tests ?? [] }, block);
    for (let i = 0; i < length; i++) {
      const row = at ? at[i]! : i;
      put(idAt(block, row), own[codes[row]!]!);
    }
    yield;
  }
  return { missing, first, dense, ...(!isDense && { sparse }) };
}

/** By code of a column of references, the numbers of the records that these lead to. */
export const byCode = <T extends Int32Array | Uint8Array>(lookup: Lookup, make: (size: number) => T) =>
  sharing((dictionary) => fill(lookup, dictionary, make(dictionary.size)));

function fill<T extends Int32Array | Uint8Array>(
  { missing, first, dense, sparse }: Lookup,
  { size, nulls, numbers }: Dictionary,
  found: T,
): T {
  if (nulls === 1) found[0] = missing;
  for (let code = nulls; code < size; code++) {
    const id = numbers ? numbers[code - nulls]! : code;
    found[code] = (sparse ? sparse.get(id) : dense[id - first]) ?? missing;
  }
  return found;
}

/** 1 where both have 1. They are of the same records. */
export const bothOf = (one: Lookup, { missing, dense, sparse }: Lookup): Lookup => ({
  missing: one.missing & missing,
  first: one.first,
  dense: one.dense.map((number, at) => number & dense[at]!),
  ...(one.sparse && { sparse: new Map([...one.sparse].map(([id, number]) => [id, number & sparse!.get(id)!])) }),
});
