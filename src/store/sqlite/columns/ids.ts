// Ids of a list in their order: any offset is found by adding up how many records each block has.
import type { Steps } from '../../shared/aggregate/slices.ts';
import { idAt } from './blocks.ts';
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

/** `counts`: how many records each block has. */
export function* idsInOrder(
  selected: Selected,
  { offset, limit }: Part,
  isDescending: boolean,
  counts: readonly number[],
): Steps<number[]> {
  const { blocks } = selected.table;
  const ids: number[] = [];
  let [skip, left] = [offset, limit];
  for (let n = 0; n < blocks.length && left > 0; n++) {
    const at = isDescending ? blocks.length - 1 - n : n;
    const count = counts[at]!;
    if (skip >= count) {
      skip -= count;
      continue;
    }
    const taken = Math.min(left, count - skip);
    const from = isDescending ? count - skip - taken : skip;
    const block = blocks[at]!;
    const rows = rowsIn(selected, block);
    const own = Array.from({ length: taken }, (_, i) => idAt(block, rows.at ? rows.at[from + i]! : from + i));
    ids.push(...(isDescending ? own.reverse() : own));
    left -= taken;
    skip = 0;
    yield;
  }
  return ids;
}
