// One field of the records of a block: a code for each record, in the order of ids, and the dictionary of the codes.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { atOnce, type Steps } from '../../../fairness/slices.ts';
import { compare } from '../../shared/aggregate/tally.ts';
import { columnValue } from '../../shared/record-text.ts';
import {
  type Counts,
  canBeOwn,
  codeOf,
  type Dictionary,
  dictionaryOf,
  FORMS,
  MANY_VALUES,
  type Numbers,
  ownDictionary,
  valueAt,
  wholeEnd,
} from './dictionary.ts';
import { Given } from './given.ts';
import { type Merged, merged } from './merge.ts';

export type Codes = Uint8Array | Uint16Array | Int32Array;

type CodeSpan = readonly [least: number, greatest: number];

export type Column = {
  readonly dictionary: Dictionary;
  /** How many records have each code; not where values are their own codes. */
  readonly counts?: Counts;
  /** The least and the greatest code, where values are their own. */
  readonly span?: CodeSpan;
  readonly codes: Codes;
};

/** The most records of a block, so that two bytes are enough for a code and for the place of a record. */
export const BLOCK = 65_536;

/** Fields that have a column: all that can be asked for. */
export const columnFields = ({ fields }: Resource): Field[] =>
  fields.filter(({ name, filter }) => name !== 'id' && filter !== undefined);

/** Whether the column says only if there is a text, and if it is empty: long texts can be asked for no more. */
export const isLong = ({ filter, kindName }: Field): boolean => filter === 'null' && kindName !== 'json';

/** What stands in the column. */
export function valueIn(field: Field, value: Value): Value {
  if (value === null) return null;
  if (isLong(field)) return value === '' ? 0 : 1;
  const stored = columnValue(field, value);
  return typeof stored === 'string' ? stored.toWellFormed() : stored;
}

/** Dates are stored as numbers, and many different references as they are. */
export type Storage = 'date' | 'reference' | undefined;

export const storageOf = ({ kindName, target }: Field): Storage =>
  kindName === 'date' ? 'date' : target ? 'reference' : undefined;

/** The column of these values, after those that are there `before`. */
export function columnOf(values: readonly Value[], storage: Storage, before?: Column): Column {
  const given = new Given();
  for (let at = 0; at < values.length; at++) given.add(values[at]!);
  return atOnce(columnAfter(given, storage, before));
}

/** The same, of values that were given one by one. */
export function* columnAfter(given: Given, storage: Storage, before?: Column): Steps<Column> {
  if (before?.dictionary.form === 'own') {
    const isOwn = given.distinct.every((value) => value === null || canBeOwn(value));
    if (isOwn) return ownAfter(before, given.values());
    const all = allOf(before, given);
    yield;
    return yield* codedOf(all, false);
  }
  const column = yield* codedOf(given, storage === 'date', before);
  const isOwn = storage === 'reference' && column.dictionary.size > MANY_VALUES && wholeEnd(column.dictionary);
  return isOwn ? ownOf(column) : column;
}

/** Values that were their own codes, and those after them. */
function allOf({ dictionary, codes }: Column, given: Given): Given {
  const all = new Given();
  for (let row = 0; row < codes.length; row++) all.add(valueAt(dictionary, codes[row]!));
  for (const value of given.values()) all.add(value);
  return all;
}

/** The values as their own codes. */
function ownOf({ dictionary: { nulls, numbers }, codes }: Column): Column {
  const own = new Int32Array(codes.length);
  for (let row = 0; row < own.length; row++) own[row] = codes[row]! < nulls ? 0 : numbers![codes[row]! - nulls]!;
  return ownColumn(own, nulls);
}

function ownAfter({ dictionary, codes }: Column, values: readonly Value[]): Column {
  const own = new Int32Array(codes.length + values.length);
  own.set(codes);
  for (let at = 0; at < values.length; at++) own[codes.length + at] = (values[at] ?? 0) as number;
  return ownColumn(own, values.includes(null) ? 1 : dictionary.nulls);
}

function ownColumn(codes: Int32Array, nulls: 0 | 1): Column {
  let [least, greatest] = [codes[0]!, codes[0]!];
  for (let row = 0; row < codes.length; row++) {
    least = Math.min(least, codes[row]!);
    greatest = Math.max(greatest, codes[row]!);
  }
  return { dictionary: ownDictionary(greatest, nulls), span: [least, greatest], codes };
}

function* codedOf(given: Given, isDate: boolean, before?: Column): Steps<Column> {
  const order = ordered(given.distinct);
  const own = dictionaryOf(order, isDate);
  yield;
  const all = before ? yield* merged(before.dictionary, own, isDate) : { dictionary: own };
  yield;
  return coded(given, order, all, before);
}

/** Places were given as values came up; codes are given in the order of the values. */
function coded(
  given: Given,
  order: readonly Value[],
  { dictionary, first, second }: Partial<Merged> & Pick<Merged, 'dictionary'>,
  before?: Column,
): Column {
  const { distinct, places } = given;
  const codeOf = new Uint16Array(distinct.length);
  for (let code = 0; code < order.length; code++) codeOf[given.placeOf(order[code]!)] = second ? second[code]! : code;
  const known = before?.codes ?? new Uint8Array();
  const length = known.length + places.length;
  const codes = dictionary.size <= 256 ? new Uint8Array(length) : new Uint16Array(length);
  const counts = new Uint32Array(dictionary.size);
  for (let at = 0; at < known.length; at++) codes[at] = first![known[at]!]!;
  for (let at = 0, to = known.length; at < places.length; at++, to++) codes[to] = codeOf[places[at]!]!;
  for (let at = 0; at < length; at++) counts[codes[at]!]!++;
  return { dictionary, counts, codes };
}

const BEYOND_ORDER = /[\ud800-\uffff]/;

/** In the order of lists: the runtime's own orders take a tenth of the time of a function that compares. */
function ordered(distinct: readonly Value[]): Value[] {
  const present = distinct.filter((value) => value !== null);
  const missing = present.length < distinct.length ? [null] : [];
  if (present.every((value) => typeof value === 'number')) return [...missing, ...Float64Array.from(present).sort()];
  // By UTF-16 units, which is the order of code points up to these.
  const isPlain = present.every((value) => typeof value === 'string' && !BEYOND_ORDER.test(value));
  return [...missing, ...(isPlain ? present.sort() : present.sort(compare))];
}

/** As it is stored: where all records have the same value, no codes are. */
export const stored = ({ dictionary, counts, span, codes }: Column): readonly [head: Uint8Array, codes: Uint8Array] => [
  packed(dictionary, counts, span),
  dictionary.size === 1 ? new Uint8Array() : new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength),
];

export function codesIn(bytes: Uint8Array, { form, size }: Dictionary, rows: number): Codes {
  if (size <= 1) return new Uint8Array(rows);
  if (size <= 256) return bytes;
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  if (form === 'own') return new Int32Array(buffer, byteOffset, byteLength / 4);
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

/** Bytes before the values. */
const HEAD = 8;
const aligned = (length: number): number => Math.ceil(length / 8) * 8;

/** As it is stored, with the number of records of each code. */
function packed(
  { form, nulls, size, numbers, starts, bytes }: Dictionary,
  counts: Counts | undefined,
  span: CodeSpan | undefined,
): Uint8Array {
  if (!counts) return new Uint8Array(Uint32Array.of(size, FORMS.indexOf(form) * 4 + nulls, ...span!).buffer);
  const Width = Counted(size);
  const room = aligned(HEAD + size * Width.BYTES_PER_ELEMENT);
  const values = numbers ? [numbers] : [starts!, bytes!];
  const all = new Uint8Array(values.reduce((sum, each) => sum + each.byteLength, room));
  new Uint32Array(all.buffer, 0, 2).set([
    size,
    FORMS.indexOf(form) * 4 + (numbers instanceof Int32Array ? 2 : 0) + nulls,
  ]);
  new Width(all.buffer, HEAD, size).set(counts);
  let at = room;
  for (const each of values) {
    all.set(new Uint8Array(each.buffer, each.byteOffset, each.byteLength), at);
    at += each.byteLength;
  }
  return all;
}

export function unpacked(stored: Uint8Array<ArrayBuffer>): {
  readonly dictionary: Dictionary;
  readonly counts?: Counts;
  readonly span?: CodeSpan;
} {
  const { buffer, byteOffset } = stored.byteOffset % 8 === 0 ? stored : stored.slice();
  const [size, head] = new Uint32Array(buffer, byteOffset, 2) as unknown as [number, number];
  const [form, nulls] = [FORMS[head >> 2]!, (head & 1) as 0 | 1];
  if (form === 'own') {
    const [least, greatest] = new Uint32Array(buffer, byteOffset + HEAD, 2);
    return { dictionary: ownDictionary(greatest!, nulls), span: [least!, greatest!] };
  }
  const counts = new (Counted(size))(buffer, byteOffset + HEAD, size);
  const [at, length] = [byteOffset + aligned(HEAD + counts.byteLength), size - nulls];
  if (form !== 'text')
    return { counts, dictionary: { form, nulls, size, numbers: numbersIn(buffer, at, length, (head & 2) !== 0) } };
  const starts = new Uint32Array(buffer, at, length + 1);
  const bytes = Buffer.from(buffer, at + starts.byteLength, starts[length]!);
  return { counts, dictionary: { form, nulls, size, starts, bytes } };
}

/** A block has no more records than two bytes can count, unless all have the same value. */
const Counted = (size: number): typeof Uint16Array | typeof Uint32Array => (size > 1 ? Uint16Array : Uint32Array);

const numbersIn = (buffer: ArrayBuffer, at: number, length: number, areSmall: boolean): Numbers =>
  areSmall ? new Int32Array(buffer, at, length) : new Float64Array(buffer, at, length);

/** The places of the records with a code. */
export function placesOf(codes: Codes, code: number): Uint16Array {
  const places = new Uint16Array(codes.length);
  let length = 0;
  for (let row = 0; row < codes.length; row++) {
    places[length] = row;
    length += codes[row] === code ? 1 : 0;
  }
  return places.slice(0, length);
}

// Whole numbers of 32 bits and sums of them (`| 0`) are counted five times as fast as numbers that may be larger.

/** How many of the first records have each code or key. */
export function countsOf(codes: Codes, length: number, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (let row = 0; row < length; row++) {
    const code = codes[row]!;
    counts[code] = (counts[code]! + 1) | 0;
  }
  return counts;
}

/** The codes of the same values in another dictionary. */
export function recoded(codes: Codes, from: Dictionary, to: Dictionary): Codes {
  if (from.form === to.form && (from.size === to.size || to.form === 'own')) return codes;
  const code = new Uint32Array(from.size);
  for (let old = 0; old < from.size; old++) code[old] = codeOf(to, valueAt(from, old)) ?? 0;
  const Recoded = (to.size <= 256 ? Uint8Array : to.form === 'own' ? Int32Array : Uint16Array) as typeof Int32Array;
  return Recoded.from(codes, (each) => code[each]!);
}
