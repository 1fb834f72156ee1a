// Two dictionaries as one, in small steps: between creates a column is stored while others wait.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Steps } from '../../../fairness/slices.ts';
import { compare } from '../../shared/aggregate/tally.ts';
import { type Dictionary, dictionaryOf, firstPlace, smallest, valueAt } from './dictionary.ts';

/** The values of two dictionaries, and for each of the two its codes there. */
export type Merged = { readonly dictionary: Dictionary; readonly first: Uint16Array; readonly second: Uint16Array };

/** A value of the other that the first one lacks: its place, and where it belongs there. */
type Added = { readonly at: number; readonly before: number };

/** Values that are looked up in one step. */
const STEP = 512;

export function* merged(one: Dictionary, other: Dictionary, isDate: boolean): Steps<Merged> {
  const second = new Uint16Array(other.size);
  const added: Added[] = [];
  for (let code = 0, place = 0; code < other.size; code += STEP) {
    place = lookUpSome([one, other], code, place, second, added);
    yield;
  }
  const first = movedBy(added, one.size);
  if (added.length === 0) return { dictionary: one, first, second };
  const size = one.size + added.length;
  // A value that no number stands for, or the first number among missing values, changes the form of all.
  const isSame = one.form === other.form && one.size > one.nulls && other.size > other.nulls;
  if (!isSame) return { dictionary: anew(one, other, first, second, size, isDate), first, second };
  const nulls = (one.nulls | other.nulls) as 0 | 1;
  if (one.form === 'text') return { dictionary: mergedTexts(one, other, added, nulls), first, second };
  const numbers = new Float64Array(size - nulls);
  placeNumbers(numbers, nulls, first, one);
  placeNumbers(numbers, nulls, second, other);
  return { dictionary: { form: one.form, nulls, size, numbers: smallest(numbers) }, first, second };
}

/** Values are in order: each is looked for after the one before it, in steps that double. Returns the place of the last
 * one. */
function lookUpSome(
  [one, other]: readonly [Dictionary, Dictionary],
  from: number,
  place: number,
  second: Uint16Array,
  added: Added[],
): number {
  const order = orderOf(one, other);
  let low = place;
  for (let code = from; code < from + STEP && code < other.size; code++) {
    let step = 1;
    for (; low + step <= one.size && order(low + step - 1, code) < 0; step *= 2) low += step;
    low = firstPlace(low, Math.min(low + step - 1, one.size), (place) => order(place, code) < 0);
    second[code] = low + added.length;
    if (low === one.size || order(low, code) !== 0) added.push({ at: code, before: low });
  }
  return low;
}

/** How a value of the first one, by its code, compares to one of the other. */
function orderOf(one: Dictionary, other: Dictionary): (code: number, own: number) => number {
  const present = presentOrder(one, other);
  return (code, own) =>
    code < one.nulls || own < other.nulls
      ? Number(own < other.nulls) - Number(code < one.nulls)
      : present(code - one.nulls, own - other.nulls);
}

function presentOrder(one: Dictionary, other: Dictionary): (at: number, own: number) => number {
  if (one.form !== other.form)
    return (at, own) => compare(valueAt(one, at + one.nulls), valueAt(other, own + other.nulls));
  const [numbers, others] = [one.numbers!, other.numbers!];
  if (one.form !== 'text') return (at, own) => numbers[at]! - others[own]!;
  const [bytes, starts, otherBytes, otherStarts] = [one.bytes!, one.starts!, other.bytes!, other.starts!];
  // The order of UTF-8 is that of code points.
  return (at, own) => bytes.compare(otherBytes, otherStarts[own], otherStarts[own + 1], starts[at], starts[at + 1]);
}

function movedBy(added: readonly Added[], size: number): Uint16Array {
  const moved = new Uint16Array(size);
  for (let code = 0, passed = 0; code < size; code++) {
    while (passed < added.length && added[passed]!.before <= code) passed++;
    moved[code] = code + passed;
  }
  return moved;
}

function placeNumbers(all: Float64Array, nulls: number, codes: Uint16Array, { numbers, nulls: skipped }: Dictionary) {
  for (let code = skipped; code < codes.length; code++) all[codes[code]! - nulls] = numbers![code - skipped]!;
}

/** The bytes of the first one are copied, with those of the other in between. */
function mergedTexts(one: Dictionary, other: Dictionary, added: readonly Added[], nulls: 0 | 1): Dictionary {
  const size = one.size + added.length;
  const starts = new Uint32Array(size - nulls + 1);
  const parts: Buffer[] = [];
  let [done, place, length] = [0, 0, 0];
  const copy = (from: Dictionary, first: number, end: number) => {
    if (first === end) return;
    const begin = from.starts![first]!;
    for (let at = first; at < end; at++) starts[place++] = length + from.starts![at]! - begin;
    parts.push(from.bytes!.subarray(begin, from.starts![end]));
    length += from.starts![end]! - begin;
  };
  for (const { at, before } of added) {
    if (at < other.nulls) continue;
    copy(one, done, before - one.nulls);
    done = before - one.nulls;
    copy(other, at - other.nulls, at - other.nulls + 1);
  }
  copy(one, done, one.size - one.nulls);
  starts[place] = length;
  return { form: 'text', nulls, size, starts, bytes: Buffer.concat(parts) };
}

function anew(
  one: Dictionary,
  other: Dictionary,
  first: Uint16Array,
  second: Uint16Array,
  size: number,
  isDate: boolean,
): Dictionary {
  const values = new Array<Value>(size);
  for (let code = 0; code < one.size; code++) values[first[code]!] = valueAt(one, code);
  for (let code = 0; code < other.size; code++) values[second[code]!] = valueAt(other, code);
  // Dates, and others that no number stands for.
  const areMixed = one.size > one.nulls && other.size > other.nulls;
  return dictionaryOf(values, isDate && !areMixed);
}
