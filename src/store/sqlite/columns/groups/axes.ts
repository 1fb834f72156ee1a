// The groupings of records: the keys of each grouping, named once for all records of a block that have the same code.
import type { Value } from '../../../../catalogue/kinds.ts';
import type { Grouping } from '../../../../contract/aggregate/grouping.ts';
import { AGGREGATE } from '../../../../contract/limits.ts';
import type { AggregateQuery } from '../../../../contract/request/aggregate-query.ts';
import type { Steps } from '../../../../fairness/slices.ts';
import { tooManyGroups } from '../../../shared/aggregate/finish.ts';
import { type Coded, keyOf, type Read } from '../coded.ts';
import type { Codes } from '../column.ts';
import type { Dictionary } from '../dictionary.ts';
import type { Rows } from '../selection.ts';

/** The keys of one grouping, in the order in which they came up. */
export type Axis = {
  readonly grouping: Grouping;
  readonly read: Read;
  readonly keys: Value[];
  readonly places: Map<Value, number>;
  /** For each code of a dictionary that blocks share. */
  readonly byCode: Map<Dictionary, Int32Array>;
  /** How many there are in the list. */
  readonly records: number;
};

/** Groups that are named in one step. */
export const NAMED = 4096;

/** For each code that the rows of a block have, the place of its key. */
export function* placesIn(axis: Axis, query: AggregateQuery, coded: Coded, rows: Rows): Steps<Int32Array> {
  const { dictionary, size } = coded;
  const isOwn = dictionary.form === 'own';
  const known = axis.byCode.get(dictionary);
  // Of few records, some codes that blocks share are not there.
  const areAllThere = isOwn ? axis.records > 4 * size : !rows.at;
  if (known && areAllThere) return known;
  const places = known ?? new Int32Array(size).fill(-1);
  if (isOwn) axis.byCode.set(dictionary, places);
  const codes = areAllThere ? undefined : coded.codes();
  const length = areAllThere ? size : rows.length;
  for (let from = 0; from < length; from += NAMED) {
    nameSome(axis, coded, codes, rows, places, from, Math.min(from + NAMED, length));
    // Each key is that of a group.
    if (!(isOwn && areAllThere) && axis.keys.length > AGGREGATE.results) throw tooManyGroups(query);
    yield;
  }
  return places;
}

/** Names some codes, or those of some rows. */
function nameSome(
  axis: Axis,
  { ranks, value }: Coded,
  codes: Codes | undefined,
  { at: rowAt }: Rows,
  places: Int32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const code = codes ? codes[rowAt ? rowAt[at]! : at]! : at;
    if (places[code]! >= 0) continue;
    const rank = ranks[code]!;
    places[code] = placeOf(axis, rank < 0 ? null : keyOf(axis.grouping, value(rank)));
  }
}

function placeOf({ keys, places }: Axis, key: Value): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  places.set(key, keys.length);
  return keys.push(key) - 1;
}
