// The different values of one column in one block, in the order of lists: missing first, numbers by size, texts by code
// points. The place of a value is its code, so that a range of values is a range of codes.
import type { Value } from '../../../catalogue/kinds.ts';
import { dayNumber, dayText } from '../../../contract/aggregate/buckets.ts';
import { compare } from '../../shared/aggregate/tally.ts';

export const FORMS = ['number', 'date', 'text', 'own'] as const;

/** A reference with more different values in a block is found by its index, and these are their own codes. */
export const MANY_VALUES = 4096;
/** Up to this one, values may be their own codes. */
const MAX_OWN = 2 ** 22;

/** Whole numbers of 32 bits take half the room. */
export type Numbers = Float64Array | Int32Array;
/** How many records have each code. */
export type Counts = Uint16Array | Uint32Array | Int32Array;

/** Dates are numbers in which their order is that of their texts; those that no number stands for are texts. `own`:
 * each value is its own code; not all of them have to be there. */
export type Dictionary = {
  readonly form: (typeof FORMS)[number];
  /** 1: the first code stands for a missing value. */
  readonly nulls: 0 | 1;
  /** How many codes there are. */
  readonly size: number;
  readonly numbers?: Numbers;
  /** Where each text begins, and where the last one ends. */
  readonly starts?: Uint32Array;
  readonly bytes?: Buffer;
};

/** Numbers in a row, from the first on. `from` of the runtime takes twenty times as long. */
export function numbered<T extends Int32Array | Uint16Array>(numbers: T, first: number): T {
  for (let at = 0; at < numbers.length; at++) numbers[at] = first + at;
  return numbers;
}

export function valueAt({ form, nulls, numbers, starts, bytes }: Dictionary, code: number): Value {
  const at = code - nulls;
  if (at < 0) return null;
  if (form === 'own') return code;
  if (form === 'number') return numbers![at]!;
  if (form === 'date') return dateText(numbers![at]!);
  return bytes!.toString('utf8', starts![at], starts![at + 1]);
}

/** The first code whose value is not less than this one. `after`: is greater. */
export function codeFrom(dictionary: Dictionary, value: Value, after = false): number {
  const { form, nulls, size } = dictionary;
  if (value === null) return after ? nulls : 0;
  if (form === 'own')
    return Math.min(Math.max(after ? Math.floor(Number(value)) + 1 : Math.ceil(Number(value)), nulls), size);
  const number = numberFor(dictionary, value);
  const numbers = dictionary.numbers!;
  if (number !== undefined)
    return nulls + firstPlace(0, numbers.length, (at) => (after ? numbers[at]! <= number : numbers[at]! < number));
  const order = comparing(dictionary, value);
  return nulls + firstPlace(0, size - nulls, (at) => order(at) < (after ? 1 : 0));
}

/** The first place between two whose value is no longer before the one that is looked for; the last one where all
 * are. */
export function firstPlace(from: number, to: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What stands for the value in a dictionary of numbers; `undefined` where nothing does. */
function numberFor({ form }: Dictionary, value: string | number): number | undefined {
  if (form === 'number') return Number(value);
  return form === 'date' ? dateNumber(value as string) : undefined;
}

/** How the value at a place compares to this one. */
function comparing({ form, numbers, starts, bytes }: Dictionary, value: string | number): (at: number) => number {
  if (form === 'date') return (at) => compare(dateText(numbers![at]!), value);
  const wanted = Buffer.from(String(value));
  // The order of UTF-8 is that of code points.
  return (at) => bytes!.compare(wanted, 0, wanted.length, starts![at], starts![at + 1]);
}

/** The code of a value; `undefined` where no record has it. */
export function codeOf(dictionary: Dictionary, value: Value): number | undefined {
  const code = codeFrom(dictionary, value);
  return code < codeFrom(dictionary, value, true) ? code : undefined;
}

/** A day has more seconds than this in no calendar. */
const DAY = 86_402;

/** `undefined` for fractions of seconds, and for seconds that only some minutes have. */
function dateNumber(text: string): number | undefined {
  const day = dayNumber(text.slice(0, 10)) * DAY;
  if (text.length === 10) return day;
  if (text.length !== 19) return undefined;
  const [hours, minutes, seconds] = [Number(text.slice(11, 13)), Number(text.slice(14, 16)), Number(text.slice(17))];
  const time = 3600 * hours + 60 * minutes + seconds;
  return seconds < 60 || time === 86_400 ? day + 1 + time : undefined;
}

export const dayOfDate = (date: number): number => Math.floor(date / DAY);

const two = (number: number): string => (number < 10 ? `0${number}` : String(number));

function dateText(date: number): string {
  const day = dayOfDate(date);
  const time = date - day * DAY - 1;
  if (time < 0) return dayText(day);
  const seconds = time === 86_400 ? 60 : time % 60;
  const minutes = (time - seconds) / 60;
  return `${dayText(day)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds)}`;
}

/** Of values in order, each once; a missing one comes first. */
export function dictionaryOf(values: readonly Value[], isDate: boolean): Dictionary {
  const nulls = values[0] === null ? 1 : 0;
  const present = nulls === 1 ? values.slice(1) : values;
  const size = values.length;
  if (typeof present[0] !== 'string') return { form: 'number', nulls, size, numbers: numbersOf(present as number[]) };
  const dates = isDate ? present.map((text) => dateNumber(text as string)) : [undefined];
  if (!dates.includes(undefined)) return { form: 'date', nulls, size, numbers: numbersOf(dates as number[]) };
  const texts = present as string[];
  const joined = texts.join('');
  const bytes = Buffer.from(joined);
  const isAscii = bytes.length === joined.length;
  const starts = new Uint32Array(texts.length + 1);
  for (let at = 0; at < texts.length; at++)
    starts[at + 1] = starts[at]! + (isAscii ? texts[at]!.length : Buffer.byteLength(texts[at]!));
  return { form: 'text', nulls, size, starts, bytes };
}

const isSmall = (number: number): boolean => (number | 0) === number;

const numbersOf = (numbers: readonly number[]): Numbers => smallest(Float64Array.from(numbers));

const owns = new Map<number, Dictionary>();

/** Of whole numbers from 1 up to the greatest one. Blocks share it, so that what is looked up by code is looked up
 * once. */
export function ownDictionary(greatest: number, nulls: 0 | 1): Dictionary {
  const size = 2 ** (32 - Math.clz32(greatest));
  const cached = owns.get(size + nulls) ?? { form: 'own', nulls, size };
  owns.set(size + nulls, cached);
  return cached;
}

/** What is made of a dictionary that blocks share is made once. */
export function sharing<T, From extends readonly unknown[]>(make: (dictionary: Dictionary, ...from: From) => T) {
  const shared = new Map<Dictionary, T>();
  return (dictionary: Dictionary, ...from: From): T => {
    const made = shared.get(dictionary) ?? make(dictionary, ...from);
    if (dictionary.form === 'own') shared.set(dictionary, made);
    return made;
  };
}

export const canBeOwn = (value: Value): value is number =>
  typeof value === 'number' && value >= 1 && value < MAX_OWN && Number.isInteger(value);

/** All values are less, and are their own codes or can be; `undefined` where some cannot. */
export function wholeEnd({ form, size, numbers, nulls }: Dictionary): number | undefined {
  if (form === 'own' || size === nulls) return size;
  if (form !== 'number' || !(numbers instanceof Int32Array)) return undefined;
  const last = numbers[numbers.length - 1]!;
  return canBeOwn(numbers[0]!) && canBeOwn(last) ? last + 1 : undefined;
}

export const smallest = (numbers: Float64Array): Numbers =>
  numbers.every(isSmall) ? Int32Array.from(numbers) : numbers;
