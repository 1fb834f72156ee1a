// Where a page lies. In the order of ids, any offset is found by adding up how many records each block has. In an order
// by a reference with many different values, each value is counted, so that the values of the page are known before any
// record is put in order.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Order } from '../../../contract/request/field-lists.ts';
import { atOnce, type Steps } from '../../../fairness/slices.ts';
import { compare } from '../../shared/aggregate/tally.ts';
import type { Found } from '../../shared/lane/lane.ts';
import { type Block, idAt } from './blocks.ts';
import { valueAt, wholeEnd } from './dictionary.ts';
import { countIn, countsByCode, type Rows, rowsIn, type Selected, takenOf } from './selection.ts';
import type { Lazy } from './table.ts';

/** Some records of a list. */
export type PageOfList = { readonly offset: number; readonly limit: number };

/** How many records each block has. */
export function* countsOf(selected: Selected): Steps<number[]> {
  const counts: number[] = [];
  for (const block of selected.table.blocks) {
    counts.push(countIn(selected, block));
    yield;
  }
  return counts;
}

/** `counts`: how many records each block has. Where the greatest id comes first, so does the last block. */
export function* idsInOrder(
  selected: Selected,
  { offset, limit }: PageOfList,
  isDescending: boolean,
  counts: readonly number[],
): Steps<number[]> {
  const { blocks } = selected.table;
  const ids: number[] = [];
  let [skip, left] = [offset, limit];
  for (let n = 0; n < blocks.length && left > 0; n++) {
    const at = isDescending ? blocks.length - 1 - n : n;
    const count = Math.min(left, Math.max(counts[at]! - skip, 0));
    const from = isDescending ? counts[at]! - skip - count : skip;
    left -= count;
    skip = Math.max(skip - counts[at]!, 0);
    if (count === 0) continue;
    const rows = rowsIn(selected, blocks[at]!);
    for (let i = 0; i < count; i++) {
      const row = from + (isDescending ? count - 1 - i : i);
      ids.push(idAt(blocks[at]!, rows.at ? rows.at[row]! : row));
    }
    yield;
  }
  return ids;
}

/** A page in the order of ids, at once: for records that are counted in the dictionaries. `key`: the conditions as a
 * text. */
export function lightPage(selected: Selected, part: PageOfList, isDescending: boolean, key: () => string): Found {
  const counts = cachedCounts(selected, key);
  const ids = atOnce(idsInOrder(selected, part, isDescending, counts));
  return { total: counts.reduce((sum, count) => sum + count, 0), ids };
}

/** Lists whose blocks are counted once, for as long as these are stored as they are. */
const MAX_COUNTED = 256;

function cachedCounts(selected: Selected, key: () => string): readonly number[] {
  const { blocks, stored, counted } = selected.table;
  const countOf = (block: Block) => countIn(selected, block);
  // Few records are found by an index, and ranges of ids differ each time.
  if (selected.tests.some((test) => 'rows' in test)) return blocks.map(countOf);
  const name = key();
  const cached = counted.get(name) ?? stored.map(countOf);
  if (counted.size >= MAX_COUNTED) counted.clear();
  counted.set(name, cached);
  return [...cached, ...blocks.slice(stored.length).map(countOf)];
}

/** Among places that have so many records each, those that have the records of a page. `records`: how many they have.
 * `offset`: how many of these come before the page. */
export function placesOf(counts: ArrayLike<number>, descending: boolean, { offset, limit }: PageOfList) {
  const step = descending ? -1 : 1;
  let [first, skip] = [descending ? counts.length - 1 : 0, offset];
  for (; skip >= counts[first]!; first += step) skip -= counts[first]!;
  let [last, records] = [first, counts[first]!];
  while (records < skip + limit) {
    last += step;
    records += counts[last]!;
  }
  return { low: Math.min(first, last), high: Math.max(first, last), records, offset: skip };
}

/** Before the values that are equal to it, or after them. */
export type Bound = { readonly value: Value; readonly after: boolean };
/** The values between two bounds; where one is not set, it has no end there. */
export type Range = { readonly from?: Bound | undefined; readonly to?: Bound | undefined };

/** A page that ends before is near the start. */
const NEAR_START = 10_000;
/** Blocks that are looked at for enough records. */
const TRIED = 8;

/** For a page near the start: the values that come no later than those of enough records of one block, so that the page
 * has no others. Blocks without them need not be read. */
export function* startRange(
  selected: Selected,
  { field, descending }: Order,
  { offset, limit }: PageOfList,
): Steps<Range | undefined> {
  const wanted = offset + limit;
  if (wanted > NEAR_START) return undefined;
  const { table } = selected;
  const firsts = table.blocks.map((block) => {
    const { dictionary, span = [0, dictionary.size - 1] } = table.column(block, field);
    const code = span[descending ? 1 : 0];
    return { block, code, value: valueAt(dictionary, code) };
  });
  firsts.sort((a, b) => (descending ? compare(b.value, a.value) : compare(a.value, b.value)));
  for (const { block, code: first } of firsts.slice(0, TRIED)) {
    const rows = rowsIn(selected, block);
    if (rows.length >= wanted) {
      const column = table.column(block, field);
      const counts = (!rows.at && column.counts) || countsByCode(column.codes(), rows, column.dictionary.size);
      let [code, found] = [first, counts[first]!];
      while (found < wanted) {
        code += descending ? -1 : 1;
        found += counts[code]!;
      }
      const value = valueAt(column.dictionary, code);
      return descending ? { from: { value, after: false } } : { to: { value, after: true } };
    }
    yield;
  }
  return undefined;
}

/** `records`: how many have a value of the range. `offset`: how many of them come before the page. */
type Near = { readonly range: Range; readonly records: number; readonly offset: number };

/** `undefined`: it is no such order. */
export function* nearPage(selected: Selected, { field, descending }: Order, part: PageOfList): Steps<Near | undefined> {
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
  const { low, high, records, offset } = placesOf(counts, descending, part);
  const range = {
    from: { value: low === 0 ? null : low, after: false },
    to: { value: high === 0 ? null : high, after: true },
  };
  return { range, records, offset };
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
