// Ids of a list in their order: any offset is found by adding up how many records each block has.
import type { Steps } from '../../shared/aggregate/slices.ts';
import type { Found } from '../../shared/lane/lane.ts';
import { type Block, idAt } from './blocks.ts';
import { countIn, rowsIn, type Selected } from './selection.ts';

/** Some records of a list. */
export type Part = { readonly offset: number; readonly limit: number };

/** How many records each block has. */
export function* countsOf(selected: Selected): Steps<number[]> {
  const counts: number[] = [];
  for (const block of selected.table.blocks) {
    counts.push(countIn(selected, block));
    yield;
  }
  return counts;
}

/** What a page takes from a block: so many of its records, from one on. */
type Taken = { readonly block: Block; readonly from: number; readonly count: number };

/** `counts`: how many records each block has. Where the greatest id comes first, so does the last block. */
function takenFrom(
  { table: { blocks } }: Selected,
  { offset, limit }: Part,
  isDescending: boolean,
  counts: readonly number[],
): Taken[] {
  const taken: Taken[] = [];
  let [skip, left] = [offset, limit];
  for (let n = 0; n < blocks.length && left > 0; n++) {
    const at = isDescending ? blocks.length - 1 - n : n;
    const count = Math.min(left, Math.max(counts[at]! - skip, 0));
    const from = isDescending ? counts[at]! - skip - count : skip;
    if (count > 0) taken.push({ block: blocks[at]!, from, count });
    left -= count;
    skip = Math.max(skip - counts[at]!, 0);
  }
  return taken;
}

function addIds(ids: number[], selected: Selected, { block, from, count }: Taken, isDescending: boolean): void {
  const { at } = rowsIn(selected, block);
  for (let i = 0; i < count; i++) {
    const row = from + (isDescending ? count - 1 - i : i);
    ids.push(idAt(block, at ? at[row]! : row));
  }
}

/** `counts`: how many records each block has. */
export function* idsInOrder(
  selected: Selected,
  part: Part,
  isDescending: boolean,
  counts: readonly number[],
): Steps<number[]> {
  const ids: number[] = [];
  for (const taken of takenFrom(selected, part, isDescending, counts)) {
    addIds(ids, selected, taken, isDescending);
    yield;
  }
  return ids;
}

/** A page in the order of ids, at once: for records that are counted in the dictionaries. */
export function lightPage(selected: Selected, part: Part, isDescending: boolean): Found {
  const counts = selected.table.blocks.map((block) => countIn(selected, block));
  const ids: number[] = [];
  for (const taken of takenFrom(selected, part, isDescending, counts)) addIds(ids, selected, taken, isDescending);
  return { total: counts.reduce((sum, count) => sum + count, 0), ids };
}
