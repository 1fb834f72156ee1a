// The figures of groups of records, from columns. A group is found by the codes of a record, and its measures by how
// many of its records have each code, so that a value is looked at once for each block and not for each record.
import type { Grouping } from '../../../../contract/aggregate/grouping.ts';
import { AGGREGATE } from '../../../../contract/limits.ts';
import type { AggregateQuery } from '../../../../contract/request/aggregate-query.ts';
import { mapped, type Steps } from '../../../../fairness/slices.ts';
import { needsValues, operandsOf } from '../../../shared/aggregate/aggregate-sql.ts';
import { tooManyGroups } from '../../../shared/aggregate/finish.ts';
import { type Group, type Tally, totalling } from '../../../shared/aggregate/tally.ts';
import type { Block } from '../blocks.ts';
import { type Coded, type Keyed, reading } from '../coded.ts';
import { BLOCK, type Codes, countsOf } from '../column.ts';
import { ownRows, type Rows, type Selected, takenOf } from '../selection.ts';
import type { Tables } from '../table.ts';
import { type Axis, NAMED, placesIn } from './axes.ts';
import { cellOf, countedOf, type Measured, measuredOf, measureRows } from './measures.ts';
import { countFew } from './noted.ts';
import { countValues } from './values.ts';

/** The groups that came up, by the places of their keys. */
type Groups = {
  readonly axes: readonly Axis[];
  /** Those of the keys of the first group, of the second, and so on. */
  readonly places: number[];
  /** By the place of the first key: a number for it. Then, for each further key, by the number before it and its place:
   * one for all up to it. The last one is that of the group. */
  readonly known: readonly Map<number, number>[];
  /** The keys that tell groups apart: that of the id, or all but those that follow from a reference that is a key
   * too. */
  readonly telling: readonly number[];
  readonly rows: number[];
  /** The key of each record of a block. */
  readonly keys: Int32Array;
};

const isId = ({ field, via }: Grouping): boolean => field.name === 'id' && !via;

/** Whether its key is the same for all records that have the same key of another grouping: the reference itself. */
const isFollowing = ({ via }: Grouping, { groups }: AggregateQuery): boolean =>
  via !== undefined && groups.some((each) => !each.via && each.field.name === via.name && each.by.unit === 'value');

/** There are fewer keys of one grouping. */
const MAX_PLACE = 2 ** 26;

function groupAt({ known, telling, rows, places }: Groups, query: AggregateQuery, own: readonly number[]): number {
  let group = 0;
  for (let at = 0; at < known.length; at++) {
    const numbers = known[at]!;
    const pair = group * MAX_PLACE + (own[telling[at]!] ?? 0);
    group = numbers.get(pair) ?? numbers.size;
    if (group === numbers.size) numbers.set(pair, group);
  }
  if (group < rows.length) return group;
  if (rows.length >= AGGREGATE.results) throw tooManyGroups(query);
  for (let at = 0; at < own.length; at++) places.push(own[at]!);
  return rows.push(0) - 1;
}

/** Up to so many values the codes themselves are keys; with more, the places of what they are grouped by. */
const FEW_VALUES = 256;
/** With more keys, groups are. */
const MAX_KEYS = 2 ** 18;

/** `rows` have to stay as they are until it is done. */
function* groupRows(groups: Groups, query: AggregateQuery, block: Block, rows: Rows): Steps<Keyed> {
  const parts: AxisPart[] = [];
  for (const axis of groups.axes) {
    const coded = axis.read(block);
    const places = yield* placesIn(axis, query, coded, rows);
    // What each code stands for, and how many of that there are.
    parts.push(
      coded.size <= FEW_VALUES
        ? { coded, number: undefined, size: coded.size, place: (code: number) => places[code]! }
        : { coded, number: places, size: axis.keys.length, place: (at: number) => at },
    );
  }
  const find = (key: number): number => {
    const places: number[] = [];
    for (let at = parts.length - 1, rest = key; at >= 0; at--) {
      const { size, place } = parts[at]!;
      places.unshift(place(rest % size));
      rest = Math.floor(rest / size);
    }
    return groupAt(groups, query, places);
  };
  const size = parts.reduce((product, part) => product * part.size, 1);
  if (size > MAX_KEYS || groups.telling.length < parts.length) return yield* sparselyKeyed(groups, query, parts, rows);
  // A code that all records of the block have in common tells no groups apart.
  const [first, ...others] = parts.filter((part) => part.size > 1);
  const own = !rows.at && others.length === 0 && !first?.number ? first?.coded : undefined;
  let made: Codes | undefined = own ? undefined : combined(groups.keys, first ? [first, ...others] : [], rows);
  const keys = (): Codes => (made ??= own!.codes());
  const counts = own?.counts ?? (first ? countsOf(keys(), rows.length, size) : Int32Array.of(rows.length));
  const groupFor = new Int32Array(size).fill(-1);
  for (let from = 0; from < size; from += NAMED) {
    groupSome(groupFor, from, Math.min(from + NAMED, size), (key) => (counts[key]! > 0 ? find(key) : -1));
    yield;
  }
  return { keys, groupFor, counts };
}

// The loops themselves are plain functions: inside a generator they would take several times as long.

function groupSome(groupFor: Int32Array, from: number, to: number, find: (key: number) => number): void {
  for (let key = from; key < to; key++) groupFor[key] = find(key);
}

type AxisPart = {
  readonly coded: Coded;
  readonly number: Int32Array | undefined;
  readonly size: number;
  place(key: number): number;
};

/** The keys of several columns as one number. */
function combined(keys: Int32Array, parts: readonly AxisPart[], rows: Rows): Int32Array {
  const { length } = rows;
  keys.fill(0, 0, parts.length === 0 ? length : 0);
  for (const [at, { coded, number, size }] of parts.entries()) {
    const codes = takenOf(coded.codes(), rows);
    const isFirst = at === 0;
    if (isFirst && number) for (let i = 0; i < length; i++) keys[i] = number[codes[i]!]!;
    else if (isFirst) for (let i = 0; i < length; i++) keys[i] = codes[i]!;
    else if (number) for (let i = 0; i < length; i++) keys[i] = (Math.imul(keys[i]!, size) + number[codes[i]!]!) | 0;
    else for (let i = 0; i < length; i++) keys[i] = (Math.imul(keys[i]!, size) + codes[i]!) | 0;
  }
  return keys;
}

/** Where there would be too many keys, or some follow from others, the keys that come up are numbered, one axis after
 * the other: a product of all sizes may be too large for a number. */
function* sparselyKeyed(groups: Groups, query: AggregateQuery, parts: readonly AxisPart[], rows: Rows): Steps<Keyed> {
  const { length } = rows;
  const { keys, telling } = groups;
  keys.fill(0, 0, length);
  /** A record with each key. */
  let examples = [0];
  for (const at of telling) {
    examples = numberKeys(keys, examples.length, parts[at]!, rows);
    yield;
    // Where each record has its own, others tell nothing more.
    if (examples.length === length) break;
  }
  const size = examples.length;
  const groupFor = new Int32Array(size);
  const groupOf = finder(groups, query, parts);
  for (let from = 0; from < size; from += NAMED) {
    groupSome(groupFor, from, Math.min(from + NAMED, size), (key) => {
      const i = examples[key]!;
      return groupOf(rows.at ? rows.at[i]! : i);
    });
    yield;
  }
  return { keys: () => keys, groupFor, counts: countsOf(keys, length, size) };
}

/** Numbers the pairs of key and code, as new keys; and for each of these a record. */
function numberKeys(keys: Int32Array, allKeys: number, { coded, number, size }: AxisPart, rows: Rows): number[] {
  const codes = takenOf(coded.codes(), rows);
  const table = allKeys * size <= MAX_KEYS ? new Int32Array(allKeys * size).fill(-1) : undefined;
  const known = new Map<number, number>();
  const examples: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const pair = keys[i]! * size + (number ? number[codes[i]!]! : codes[i]!);
    let key = table ? table[pair]! : (known.get(pair) ?? -1);
    if (key < 0) {
      key = examples.push(i) - 1;
      if (table) table[pair] = key;
      else known.set(pair, key);
    }
    keys[i] = key;
  }
  return examples;
}

/** The group of a row, found by its codes. */
function finder(groups: Groups, query: AggregateQuery, parts: readonly AxisPart[]): (row: number) => number {
  const codes = parts.map(({ coded }) => coded.codes());
  const places: number[] = parts.map(() => 0);
  return (row) => {
    for (let at = 0; at < parts.length; at++) {
      const { number, place } = parts[at]!;
      const code = codes[at]![row]!;
      places[at] = place(number ? number[code]! : code);
    }
    return groupAt(groups, query, places);
  };
}

export function* tallying(tables: Tables, selected: Selected, query: AggregateQuery): Steps<Tally> {
  const { table } = selected;
  const axes: Axis[] = [];
  for (const grouping of query.groups)
    axes.push({
      grouping,
      read: yield* reading(tables, table, grouping),
      keys: [],
      places: new Map(),
      byCode: new Map(),
      records: table.total,
    });
  const measured: Measured[] = [];
  for (const operand of operandsOf(table.resource, query)) measured.push(yield* measuredOf(tables, table, operand));
  const idAt = query.groups.findIndex(isId);
  const telling = idAt >= 0 ? [idAt] : [...axes.keys()].filter((at) => !isFollowing(query.groups[at]!, query));
  const known = Array.from({ length: Math.max(telling.length, 1) }, () => new Map<number, number>());
  const groups: Groups = { axes, places: [], known, telling, rows: [], keys: new Int32Array(BLOCK) };
  for (const block of table.blocks) {
    const rows = ownRows(selected, block);
    if (rows.length > 0) {
      const keyed = yield* groupRows(groups, query, block, rows);
      const { groupFor, counts } = keyed;
      for (let key = 0; key < groupFor.length; key++)
        if (groupFor[key]! >= 0) groups.rows[groupFor[key]!]! += counts[key]!;
      for (const each of measured) measureRows(each, block, rows, keyed, groups.rows.length);
    }
    yield;
  }
  if (axes.length === 0 && groups.rows.length === 0) groupAt(groups, query, []);
  const count = groups.rows.length;
  const grouped = (block: Block, rows: Rows) => groupRows(groups, query, block, rows);
  for (const each of measured)
    if (needsValues(each.operand))
      each.counted = each.few ? countFew(each.few, each.n, count) : yield* countValues(selected, each, grouped, count);
  let next = 0;
  const made = yield* mapped(groups.rows, (own): Group => {
    const group = next++;
    return {
      keys: axes.map(({ keys }, at) => keys[groups.places[group * axes.length + at]!]!),
      rows: own,
      cells: measured.map((each) => cellOf(each, group)),
    };
  });
  const totals = yield* totalling(made, measured.length);
  const cells = totals.cells.map((cell, at) => ({ ...cell, ...countedOf(measured[at]!, count, cell.n) }));
  return { groups: made, totals: { ...totals, cells }, isMergeable: false };
}
