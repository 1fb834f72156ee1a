// One field of the records of a block: a code for each record, in the order of ids, and the dictionary of the codes.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { compare } from '../../shared/aggregate/tally.ts';
import { columnValue } from '../../shared/record-text.ts';
import { type Counts, codeOf, type Dictionary, dictionaryOf, merged, packed, valueAt } from './dictionary.ts';

export type Codes = Uint8Array | Uint16Array;

export type Column = {
  readonly dictionary: Dictionary;
  readonly counts: Counts;
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

/** The column of these values, after those that are there `before`. */
export function columnOf(values: readonly Value[], isDate: boolean, before?: Column): Column {
  const found = new Map<Value, number>();
  const distinct: Value[] = [];
  const given = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    let code = found.get(value);
    if (code === undefined) {
      code = distinct.push(value) - 1;
      found.set(value, code);
    }
    given[at] = code;
  }
  // Codes were given as values came up, and are given again in the order of the values.
  const order = Uint32Array.from(distinct.keys()).sort((a, b) => compare(distinct[a]!, distinct[b]!));
  const own = dictionaryOf(
    Array.from(order, (at) => distinct[at]!),
    isDate,
  );
  const { dictionary, first, second } = before ? merged(before.dictionary, own, isDate) : { dictionary: own };
  const codeOf = new Uint16Array(distinct.length);
  for (let code = 0; code < order.length; code++) codeOf[order[code]!] = second ? second[code]! : code;
  const known = before?.codes ?? new Uint8Array();
  const length = known.length + values.length;
  const codes = dictionary.size <= 256 ? new Uint8Array(length) : new Uint16Array(length);
  const counts = new Uint32Array(dictionary.size);
  for (let at = 0; at < known.length; at++) codes[at] = first![known[at]!]!;
  for (let at = 0, to = known.length; at < given.length; at++, to++) codes[to] = codeOf[given[at]!]!;
  for (let at = 0; at < length; at++) counts[codes[at]!]!++;
  return { dictionary, counts, codes };
}

/** As it is stored: where all records have the same value, no codes are. */
export const stored = ({ dictionary, counts, codes }: Column): readonly [head: Uint8Array, codes: Uint8Array] => [
  packed(dictionary, counts),
  dictionary.size === 1 ? new Uint8Array() : new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength),
];

export function codesIn(bytes: Uint8Array, size: number, rows: number): Codes {
  if (size <= 1) return new Uint8Array(rows);
  if (size <= 256) return bytes;
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

/** The places of the records with a code. */
export function placesOf(codes: Codes, code: number): Uint16Array {
  const [places, isHere] = [new Uint16Array(codes.length), new Uint8Array(BLOCK)];
  isHere[code] = 1;
  let length = 0;
  for (let row = 0; row < codes.length; row++) {
    places[length] = row;
    length += isHere[codes[row]!]!;
  }
  return places.slice(0, length);
}

/** How many of the first records have each code or key. */
export function countsOf(codes: Codes | Int32Array, length: number, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let at = 0; at < length; at++) counts[codes[at]!]!++;
  return counts;
}

/** The codes of the same values in another dictionary. */
export function recoded(codes: Codes, from: Dictionary, to: Dictionary): Codes {
  if (from.size === to.size) return codes;
  const code = new Uint16Array(from.size);
  for (let old = 0; old < from.size; old++) code[old] = codeOf(to, valueAt(from, old)) ?? 0;
  return to.size <= 256
    ? Uint8Array.from(codes, (each) => code[each]!)
    : Uint16Array.from(codes, (each) => code[each]!);
}
