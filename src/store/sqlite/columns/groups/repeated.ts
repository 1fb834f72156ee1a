// Which records may have the same keys as another one. Duplicates are few among many records: when the others are left out first, only
// the few are grouped.
import type { Grouping } from '../../../../contract/aggregate/grouping.ts';
import type { AggregateQuery } from '../../../../contract/request/aggregate-query.ts';
import type { Steps } from '../../../shared/aggregate/slices.ts';
import type { Tally } from '../../../shared/aggregate/tally.ts';
import type { Block } from '../blocks.ts';
import { type Coded, keyOf, type Read, reading } from '../coded.ts';
import type { Codes } from '../column.ts';
import type { Dictionary } from '../dictionary.ts';
import { countsOf } from '../ids.ts';
import { filtered, rowsIn, type Selected } from '../selection.ts';
import type { Table, Tables } from '../table.ts';
import { tallying } from './tally.ts';

/** Places for each record: one in so many shares its place with another record by chance. */
const PLACES = 64;
const MOST_PLACES = 2 ** 28;

/** A column of a block, and by its codes a number that is the same for the same key. */
type Hashed = { readonly codes: Codes; readonly hashes: Int32Array };

type Axis = { readonly grouping: Grouping; readonly read: Read };

/** The groups of several records, and totals of all. Where there are fewer keys than records, most groups are such, and all are made. */
export function* tallyingRepeated(tables: Tables, selected: Selected, query: AggregateQuery): Steps<Tally> {
  const axes: Axis[] = [];
  for (const grouping of query.groups) axes.push({ grouping, read: yield* reading(tables, selected.table, grouping) });
  const keys = axes.reduce((product, { read }) => product * valuesOf(selected.table, read), 1);
  if (keys < selected.table.total / 2) return yield* tallying(tables, selected, query);
  const tally = yield* tallying(tables, yield* repeatedIn(axes, selected), query);
  const rows = (yield* countsOf(selected)).reduce((sum, count) => sum + count, 0);
  return { ...tally, totals: { keys: [], rows, cells: [] } };
}

/** How many different values there may be: blocks share a dictionary, or have their own. */
function valuesOf({ blocks }: Table, read: Read): number {
  const dictionaries = new Set(blocks.map((block) => read(block).dictionary));
  return [...dictionaries].reduce((sum, { size }) => sum + size, 0);
}

function* repeatedIn(axes: readonly Axis[], selected: Selected): Steps<Selected> {
  const { table, tests } = selected;
  const places = Math.min(2 ** Math.ceil(Math.log2(PLACES * (table.total + 1))), MOST_PLACES);
  const [once, again] = [new Uint8Array(places / 8), new Uint8Array(places / 8)];
  const hashed = axes.map(() => new Map<Dictionary | Block, Int32Array>());
  // A dictionary of one block may be read anew meanwhile, and is then another object.
  const keyFor = (block: Block, { dictionary }: Coded) => (dictionary.form === 'own' ? dictionary : block);
  const columnsOf = (block: Block): Hashed[] =>
    axes.map(({ read }, at) => {
      const coded = read(block);
      return { codes: coded.codes(), hashes: hashed[at]!.get(keyFor(block, coded))! };
    });
  for (const block of table.blocks) {
    for (const [at, { grouping, read }] of axes.entries()) {
      const coded = read(block);
      const key = keyFor(block, coded);
      if (!hashed[at]!.has(key)) hashed[at]!.set(key, yield* hashing(grouping, coded));
    }
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
