// Which records may have the same keys as another one. Duplicates are few among many records: when the others are left
// out first, only the few are grouped.
import type { AggregateQuery } from '../../../../contract/request/aggregate-query.ts';
import type { Steps } from '../../../../fairness/slices.ts';
import type { Tally } from '../../../shared/aggregate/tally.ts';
import type { Block } from '../blocks.ts';
import { type Coded, type Read, reading } from '../coded.ts';
import { BLOCK, type Codes } from '../column.ts';
import type { Dictionary } from '../dictionary.ts';
import { countsOf } from '../ids.ts';
import { type Rows, rowsIn, type Selected, scratch, type Test, takenOf } from '../selection.ts';
import type { Table, Tables } from '../table.ts';
import { tallying } from './tally.ts';

/** About so many records share their place with another one by chance, as long as there are enough places. */
const BY_CHANCE = 2500;
const MOST_PLACES = 2 ** 28;

/** The groups of several records, and totals of all. Where there are fewer keys than records, most groups are such, and
 * all are made. */
export function* tallyingRepeated(tables: Tables, selected: Selected, query: AggregateQuery): Steps<Tally> {
  const reads: Read[] = [];
  for (const grouping of query.groups) reads.push(yield* reading(tables, selected.table, grouping));
  const keys = reads.reduce((product, read) => product * valuesOf(selected.table, read), 1);
  if (keys < selected.table.total / 2) return yield* tallying(tables, selected, query);
  const tally = yield* tallying(tables, yield* repeatedIn(reads, selected), query);
  const rows = (yield* countsOf(selected)).reduce((sum, count) => sum + count, 0);
  return { ...tally, totals: { keys: [], rows, cells: [] } };
}

/** How many different values there may be: blocks share a dictionary, or have their own. */
function valuesOf({ blocks }: Table, read: Read): number {
  const dictionaries = new Set(blocks.map((block) => read(block).dictionary));
  return [...dictionaries].reduce((sum, { size }) => sum + size, 0);
}

function* repeatedIn(reads: readonly Read[], selected: Selected): Steps<Selected> {
  const { table, tests } = selected;
  const places = Math.min(2 ** Math.ceil(Math.log2(table.total ** 2 / BY_CHANCE + 4)), MOST_PLACES);
  /** Two bits of each place: whether it came up, and whether it came up again. */
  const seen = new Uint8Array(places / 4);
  const hashed = reads.map(() => new Map<Dictionary | Block, Int32Array>());
  // A dictionary of one block may be read anew meanwhile, and is then another object.
  const keyFor = (block: Block, { dictionary }: Coded) => (dictionary.form === 'own' ? dictionary : block);
  /** The place of each of the rows. They have to be used before others are asked for. */
  const placesOf = (block: Block, rows: Rows): Int32Array => {
    scratchPlaces.fill(0, 0, rows.length);
    for (const [at, read] of reads.entries()) {
      const coded = read(block);
      mixIn(takenOf(coded.codes(), rows), hashed[at]!.get(keyFor(block, coded))!, rows.length, places - 1);
    }
    return scratchPlaces;
  };
  for (const block of table.blocks) {
    for (const [at, read] of reads.entries()) {
      const coded = read(block);
      const key = keyFor(block, coded);
      if (!hashed[at]!.has(key)) hashed[at]!.set(key, yield* hashing(coded));
    }
    const rows = rowsIn(selected, block);
    note(seen, placesOf(block, rows), rows.length);
    yield;
  }
  const isRepeated: Test = {
    rows: (_, block, before) => repeatedOf(seen, placesOf(block, before), before),
  };
  return { table, tests: [...tests, isRepeated] };
}

const scratchPlaces = new Int32Array(BLOCK);

/** Values that are looked at in one step. */
const STEP = 4096;

function* hashing(coded: Coded): Steps<Int32Array> {
  const hashes = new Int32Array(coded.size);
  for (let from = 0; from < hashes.length; from += STEP) {
    hashSome(coded, hashes, from, Math.min(from + STEP, hashes.length));
    yield;
  }
  return hashes;
}

// The loops themselves are plain functions: inside a generator they would take several times as long.

/** A text of a dictionary is hashed where it stands. A block may have dates as texts that are numbers in another
 * block. */
function hashSome({ ranks, value, dictionary }: Coded, hashes: Int32Array, from: number, to: number): void {
  const { starts, bytes } = dictionary;
  for (let code = from; code < to; code++) {
    const rank = ranks[code]!;
    if (rank < 0) continue;
    if (starts) hashes[code] = hashOf(bytes!, starts[rank]!, starts[rank + 1]!);
    else {
      const text = Buffer.from(String(value(rank)));
      hashes[code] = hashOf(text, 0, text.length);
    }
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash;
}

function mixIn(codes: Codes, hashes: Int32Array, length: number, mask: number): void {
  for (let i = 0; i < length; i++) {
    const mixed = Math.imul(scratchPlaces[i]! ^ hashes[codes[i]!]!, 0x9e3779b1);
    scratchPlaces[i] = (mixed ^ (mixed >>> 15)) & mask;
  }
}

function note(seen: Uint8Array, places: Int32Array, length: number): void {
  for (let i = 0; i < length; i++) {
    const byte = places[i]! >>> 2;
    const once = 1 << ((places[i]! & 3) * 2);
    seen[byte]! |= once | ((seen[byte]! & once) << 1);
  }
}

/** The rows whose place came up again. */
function repeatedOf(seen: Uint8Array, places: Int32Array, { length, at }: Rows): Rows {
  let taken = 0;
  for (let i = 0; i < length; i++) {
    scratch[taken] = at ? at[i]! : i;
    taken += (seen[places[i]! >>> 2]! >> ((places[i]! & 3) * 2 + 1)) & 1;
  }
  return { length: taken, at: scratch };
}
