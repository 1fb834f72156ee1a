// Which records may have the same keys as another one. Duplicates are few among many records: when the others are left out first, only
// the few are grouped.
import type { Grouping } from '../../../../contract/aggregate/grouping.ts';
import type { AggregateQuery } from '../../../../contract/request/aggregate-query.ts';
import type { Steps } from '../../../shared/aggregate/slices.ts';
import type { Tally } from '../../../shared/aggregate/tally.ts';
import type { Block } from '../blocks.ts';
import { type Coded, keyOf, type Read, reading } from '../coded.ts';
import type { Codes } from '../column.ts';
import { countsOf } from '../ids.ts';
import { filtered, rowsIn, type Selected } from '../selection.ts';
import type { Tables } from '../table.ts';
import { tallying } from './tally.ts';

/** Places for each record: one in so many shares its place with another record by chance. */
const PLACES = 64;
const MOST_PLACES = 2 ** 28;

/** A column of a block, and by its codes a number that is the same for the same key. */
type Hashed = { readonly codes: Codes; readonly hashes: Int32Array };

/** The groups of several records, and totals of all. */
export function* tallyingRepeated(tables: Tables, selected: Selected, query: AggregateQuery): Steps<Tally> {
  const tally = yield* tallying(tables, yield* repeatedIn(tables, selected, query.groups), query);
  const rows = (yield* countsOf(selected)).reduce((sum, count) => sum + count, 0);
  return { ...tally, totals: { keys: [], rows, cells: [] } };
}

function* repeatedIn(tables: Tables, selected: Selected, groupings: readonly Grouping[]): Steps<Selected> {
  const { table, tests } = selected;
  const axes: { readonly grouping: Grouping; readonly read: Read }[] = [];
  for (const grouping of groupings) axes.push({ grouping, read: yield* reading(tables, table, grouping) });
  const places = Math.min(2 ** Math.ceil(Math.log2(PLACES * (table.total + 1))), MOST_PLACES);
  const [once, again] = [new Uint8Array(places / 8), new Uint8Array(places / 8)];
  const hashed = new Map<Block, Int32Array[]>();
  const columnsOf = (block: Block): Hashed[] =>
    axes.map(({ read }, at) => ({ codes: read(block).codes(), hashes: hashed.get(block)![at]! }));
  for (const block of table.blocks) {
    const hashes: Int32Array[] = [];
    for (const { grouping, read } of axes) hashes.push(yield* hashing(grouping, read(block)));
    hashed.set(block, hashes);
    const columns = columnsOf(block);
    const { length, at } = rowsIn(selected, block);
    for (let i = 0; i < length; i++) {
      const place = placeOf(columns, at ? at[i]! : i) & (places - 1);
      const bit = 1 << (place & 7);
      if (once[place >>> 3]! & bit) again[place >>> 3]! |= bit;
      else once[place >>> 3]! |= bit;
    }
    yield;
  }
  const isAgain = (columns: readonly Hashed[], row: number): boolean => {
    const place = placeOf(columns, row) & (places - 1);
    return (again[place >>> 3]! & (1 << (place & 7))) !== 0;
  };
  return {
    table,
    tests: [
      ...tests,
      {
        rows(_, block, before) {
          const columns = columnsOf(block);
          return filtered(block, before, (row) => isAgain(columns, row));
        },
      },
    ],
  };
}

/** Values that are looked at in one step. */
const STEP = 4096;

function* hashing(grouping: Grouping, { size, ranks, value }: Coded): Steps<Int32Array> {
  const hashes = new Int32Array(size);
  for (let code = 0; code < size; code++) {
    if (ranks[code]! >= 0) hashes[code] = Bun.hash.xxHash32(String(keyOf(grouping, value(ranks[code]!))));
    if (code % STEP === STEP - 1) yield;
  }
  return hashes;
}

function placeOf(columns: readonly Hashed[], row: number): number {
  let mixed = 0;
  for (const { codes, hashes } of columns) {
    mixed = Math.imul(mixed ^ hashes[codes[row]!]!, 0x9e3779b1);
    mixed ^= mixed >>> 15;
  }
  return mixed;
}
