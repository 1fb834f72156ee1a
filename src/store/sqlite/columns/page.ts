// The ids of one page of a list, and how many records the list has. In another order than that of ids, the records are
// counted between some values that are taken from the dictionaries, and only those around the page are put in order.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field } from '../../../catalogue/resource.ts';
import type { Order } from '../../../contract/request/field-lists.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { type Steps, sorted } from '../../../fairness/slices.ts';
import { compare } from '../../shared/aggregate/tally.ts';
import type { Found } from '../../shared/lane/lane.ts';
import { type Block, idAt } from './blocks.ts';
import { type Counts, codeFrom, type Dictionary, sharing, valueAt } from './dictionary.ts';
import { countsOf, idsInOrder, nearPage, type PageOfList, placesOf, type Range, startRange } from './ids.ts';
import { countsByCode, mayHave, type Rows, rowsIn, type Selected, type Test } from './selection.ts';
import { idsTest } from './tests.ts';

export function* pageOf(selected: Selected, query: Pick<ListQuery, 'sort' | 'offset' | 'limit'>): Steps<Found> {
  const counts = yield* countsOf(selected);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const limit = Math.min(query.limit, total - query.offset);
  if (limit <= 0) return { total, ids: [] };
  const part = { offset: query.offset, limit };
  return { total, ids: yield* idsOf(selected, query.sort ?? [], part, counts) };
}

/** `counts`: how many records each block has, where that is known. */
export function* idsOf(
  selected: Selected,
  sort: readonly Order[],
  part: PageOfList,
  counts?: readonly number[],
): Steps<number[]> {
  const [first] = sort;
  const { table } = selected;
  if (!first || first.field.name === 'id') {
    const isDescending = first?.descending ?? false;
    return yield* idsInOrder(selected, part, isDescending, counts ?? (yield* countsOf(selected)));
  }
  // `id` comes last, in the direction of the field before it.
  const last = sort.at(-1)!;
  const id = { field: table.resource.fields[0]!, descending: last.descending };
  const all = last.field.name === 'id' ? sort : [...sort, id];
  const start = yield* startRange(selected, first, part);
  const some = start ? withTest(selected, rangeTest(first.field, start)) : selected;
  const near = yield* nearPage(some, first, part);
  if (!near) return yield* idsByValue(some, all, part, {});
  const { range, records, offset } = near;
  if (records > Math.max(MAX_SORTED, part.limit)) return yield* idsByValue(some, all, { ...part, offset }, range);
  const [low, high] = [range.from!.value, range.to!.value];
  // Codes of four bytes take long to read, and each block has records of the page.
  const referring = low === null ? undefined : table.referring(first.field, Number(low), Number(high), MAX_SORTED);
  return (yield* sortedIds(some, all, range, referring)).slice(offset, offset + part.limit);
}

/** So many records are put in order at once, or as many as a page has. */
const MAX_SORTED = 32_000;
/** Values that divide the records, roughly. */
const DIVIDERS = 1024;

/** The codes of the range in a dictionary. */
function codesOf({ from, to }: Range, dictionary: Dictionary): [number, number] {
  const first = from ? codeFrom(dictionary, from.value, from.after) : 0;
  return [first, Math.max(first, to ? codeFrom(dictionary, to.value, to.after) : dictionary.size)];
}

/** `sort` ends with `id`. `range`: of the values of its first field. */
function* idsByValue(selected: Selected, sort: readonly Order[], part: PageOfList, range: Range): Steps<number[]> {
  const [{ field, descending }, ...rest] = sort as [Order, ...Order[]];
  const dividers = yield* dividersOf(selected, field, range);
  const counts = yield* countedBetween(selected, field, range, dividers);

  function* idsBetween({ offset, limit }: PageOfList): Steps<number[]> {
    const page = placesOf(counts, descending, { offset, limit });
    const span = spanOf(range, dividers, page.low, page.high);
    const inside = { offset: page.offset, limit };
    if (page.records <= Math.max(MAX_SORTED, limit))
      return (yield* sortedIds(selected, sort, span)).slice(page.offset, page.offset + limit);
    const isOneValue = page.low % 2 === 1;
    if (page.low === page.high)
      return isOneValue
        ? yield* idsOf(withTest(selected, rangeTest(field, span)), rest, inside)
        : yield* idsByValue(selected, sort, inside, span);
    // Of the first and the last place the page has a part, and between them all records.
    const [first, last] = descending ? [page.high, page.low] : [page.low, page.high];
    const ofFirst = counts[first]! - page.offset;
    const ofLast = page.offset + limit - (page.records - counts[last]!);
    const start = yield* idsBetween({ offset, limit: ofFirst });
    const between = limit - ofFirst - ofLast;
    const middle = between === 0 ? [] : yield* idsBetween({ offset: offset + ofFirst, limit: between });
    return [...start, ...middle, ...(yield* idsBetween({ offset: offset + limit - ofLast, limit: ofLast }))];
  }
  return yield* idsBetween(part);
}

const withTest = ({ table, tests }: Selected, test: Test): Selected => ({ table, tests: [...tests, test] });

const rangeTest = (field: Field, range: Range): Test => ({
  field,
  flags: sharing((dictionary) => new Uint8Array(dictionary.size).fill(1, ...codesOf(range, dictionary))),
});

/** Some values of the range, in order. Each block adds others, because many have much the same values. */
function* dividersOf(selected: Selected, field: Field, range: Range): Steps<Value[]> {
  const { table } = selected;
  const blocks = table.blocks.filter((block) => mayHave(selected, block));
  const each = Math.max(4, Math.ceil(DIVIDERS / Math.max(blocks.length, 1)));
  const values = new Set<Value>();
  for (const [n, block] of blocks.entries()) {
    const { dictionary } = table.column(block, field);
    const [from, to] = codesOf(range, dictionary);
    const step = Math.max(1, (to - from) / each);
    for (let at = from + step * ((n * GOLDEN) % 1); at < to; at += step)
      values.add(valueAt(dictionary, Math.floor(at)));
    yield;
  }
  return [...values].sort(compare);
}

/** Multiples of it, without their whole part, are spread evenly. */
const GOLDEN = 0.618;

/** How many records there are before the first divider, at it, between it and the next, at that, and so on. */
function* countedBetween(
  selected: Selected,
  field: Field,
  range: Range,
  dividers: readonly Value[],
): Steps<Float64Array> {
  const counts = new Float64Array(2 * dividers.length + 1);
  for (const block of selected.table.blocks) {
    const rows = rowsIn(selected, block);
    if (rows.length > 0) countBlock(selected, block, rows, field, range, dividers, counts);
    yield;
  }
  return counts;
}

function countBlock(
  { table }: Selected,
  block: Block,
  rows: Rows,
  field: Field,
  range: Range,
  dividers: readonly Value[],
  counts: Float64Array,
): void {
  const column = table.column(block, field);
  const own = (!rows.at && column.counts) || countsByCode(column.codes(), rows, column.dictionary.size);
  const [from, to] = codesOf(range, column.dictionary);
  let done = from;
  for (const [at, divider] of dividers.entries()) {
    const [start, end] = [codeFrom(column.dictionary, divider), codeFrom(column.dictionary, divider, true)];
    const [first, next] = [Math.min(Math.max(start, from), to), Math.min(Math.max(end, from), to)];
    counts[2 * at]! += sumBetween(own, done, first);
    counts[2 * at + 1]! += sumBetween(own, first, next);
    done = next;
  }
  counts[2 * dividers.length]! += sumBetween(own, done, to);
}

function sumBetween(counts: Counts, from: number, to: number): number {
  let sum = 0;
  for (let code = from; code < to; code++) sum = (sum + counts[code]!) | 0;
  return sum;
}

/** What is counted at places from one to another. Odd places are those of dividers. */
function spanOf(range: Range, dividers: readonly Value[], low: number, high: number): Range {
  const [before, next] = [dividers[Math.ceil(low / 2) - 1], dividers[Math.floor(high / 2)]];
  return {
    from: low % 2 === 1 ? { value: before!, after: false } : low === 0 ? range.from : { value: before!, after: true },
    to: high % 2 === 1 ? { value: next!, after: true } : next === undefined ? range.to : { value: next, after: false },
  };
}

type Referring = ReadonlyMap<number, number> | undefined;

/** All records of a range, in order. `referring`: these records, and the value of each, where they are known. */
function* sortedIds(selected: Selected, sort: readonly Order[], range: Range, referring?: Referring): Steps<number[]> {
  const { table } = selected;
  const inRange = withTest(
    selected,
    referring ? idsTest(Float64Array.from(referring.keys()).sort()) : rangeTest(sort[0]!.field, range),
  );
  const byId = sort.findIndex(({ field }) => field.name === 'id');
  const orders = sort.slice(0, byId);
  const found: { readonly id: number; readonly values: readonly Value[] }[] = [];
  for (const block of table.blocks) {
    const rows = rowsIn(inRange, block);
    if (rows.length > 0) gather(table, block, rows, orders, referring, found);
    yield;
  }
  const ordered = yield* sorted(found, (a, b) => {
    for (let at = 0; at < orders.length; at++) {
      const order = compare(a.values[at]!, b.values[at]!);
      if (order !== 0) return orders[at]!.descending ? -order : order;
    }
    return sort[byId]!.descending ? b.id - a.id : a.id - b.id;
  });
  return ordered.map(({ id }) => id);
}

function gather(
  table: Selected['table'],
  block: Block,
  rows: Rows,
  orders: readonly Order[],
  referring: Referring,
  found: { readonly id: number; readonly values: readonly Value[] }[],
): void {
  const readers = orders.map(({ field }, at) => {
    if (at === 0 && referring) return (_: number, id: number): Value => referring.get(id)!;
    const { dictionary, codes } = table.column(block, field);
    const own = codes();
    return (row: number): Value => valueAt(dictionary, own[row]!);
  });
  for (let i = 0; i < rows.length; i++) {
    const row = rows.at ? rows.at[i]! : i;
    const id = idAt(block, row);
    found.push({ id, values: readers.map((read) => read(row, id)) });
  }
}
