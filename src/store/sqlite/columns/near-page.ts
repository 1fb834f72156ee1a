// Where a page lies in an order by references of which there are many: each is counted, so that the values of the page are known before any
// record is put in order.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Order } from '../../../contract/request/field-lists.ts';
import type { Steps } from '../../shared/aggregate/slices.ts';
import { type Counts, wholeEnd } from './dictionary.ts';
import type { Part } from './ids.ts';
import { countsByCode, type Rows, rowsIn, type Selected, takenOf } from './selection.ts';
import type { Lazy } from './table.ts';

/** Before the values that are equal to it, or after them. */
export type Bound = { readonly value: Value; readonly after: boolean };
/** The values between two bounds; where one is not set, it has no end there. */
export type Range = { readonly from?: Bound | undefined; readonly to?: Bound | undefined };

/** `records`: how many have a value of the range. `offset`: how many of them come before the page. */
type Near = { readonly range: Range; readonly records: number; readonly offset: number };

/** `undefined`: it is no such order. */
export function* nearPage(selected: Selected, { field, descending }: Order, part: Part): Steps<Near | undefined> {
  const { table } = selected;
  const ends = table.blocks.map((block) => wholeEnd(table.column(block, field).dictionary));
  const isOwn = table.blocks.some((block) => table.column(block, field).dictionary.form === 'own');
  if (!isOwn || ends.includes(undefined)) return undefined;
  const counts = new Uint32Array(Math.max(...(ends as number[])));
  for (const block of table.blocks) {
    const rows = rowsIn(selected, block);
    if (rows.length > 0) countValues(table.column(block, field), rows, counts);
    yield;
  }
  return nearIn(counts, descending, part);
}

/** Adds how many of the rows have each value; 0 stands for a missing one. */
function countValues({ dictionary, codes, counts: known }: Lazy, rows: Rows, counts: Uint32Array): void {
  const { form, nulls, numbers, size } = dictionary;
  const taken = takenOf(codes(), rows);
  if (form === 'own') {
    for (let i = 0; i < rows.length; i++) counts[taken[i]!]!++;
    return;
  }
  const own = (!rows.at && known) || countsByCode(codes(), rows, size);
  for (let code = 0; code < size; code++) counts[code < nulls ? 0 : numbers![code - nulls]!]! += own[code]!;
}

function nearIn(counts: Counts, descending: boolean, { offset, limit }: Part): Near {
  const [step, start] = descending ? [-1, counts.length - 1] : [1, 0];
  let [first, skip] = [start, offset];
  for (; skip >= counts[first]!; first += step) skip -= counts[first]!;
  let [last, records] = [first, counts[first]!];
  while (records < skip + limit) {
    last += step;
    records += counts[last]!;
  }
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  const range = {
    from: { value: low === 0 ? null : low, after: false },
    to: { value: high === 0 ? null : high, after: true },
  };
  return { range, records, offset: skip };
}
