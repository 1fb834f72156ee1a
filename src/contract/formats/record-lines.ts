// Turns stored JSON lines, one record each, into CSV lines or into JSON lines with fewer fields. It works on bytes in
// one pass, because parsing a million records into objects takes several times as long.
import type { Value } from '../../catalogue/kinds.ts';
import { type Field, privateValue, type Resource } from '../../catalogue/resource.ts';
import { csvCell, csvLine, guarded } from './csv.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** Input and output are whole lines. */
export type Lines = (lines: Bytes) => Bytes;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const [QUOTE, COMMA, COLON, BACKSLASH, APOSTROPHE] = [0x22, 0x2c, 0x3a, 0x5c, 0x27] as const;
const [OPEN, CLOSE, CR, LF, NULL] = [0x7b, 0x7d, 0x0d, 0x0a, 0x6e] as const;

/** The treatment of a field. */
const [LEFT_OUT, HIDDEN, SHOWN] = [0, 1, 2] as const;

/** For each field, in the resource's order: the number of bytes before its value, its treatment, and the text that
 * replaces a hidden value. */
function plan(
  { fields }: Resource,
  names: readonly string[],
  hidden: ReadonlySet<string>,
  textOf: (value: Value) => string,
) {
  const become = ({ name }: Field) => (names.includes(name) ? (hidden.has(name) ? HIDDEN : SHOWN) : LEFT_OUT);
  return {
    before: Int32Array.from(fields, ({ name }) => encoder.encode(`,${JSON.stringify(name)}:`).length),
    become: Uint8Array.from(fields, become),
    instead: fields.map((field) => encoder.encode(textOf(privateValue(field)))),
    first: fields.findIndex(({ name }) => names.includes(name)),
  };
}

const unreadable = () =>
  new Error('The text of a record in the database is not as this service writes it; workforce doctor says more.');

const isEnd = (lines: Bytes, at: number): boolean => lines[at] === CLOSE && lines[at + 1] === LF;

function valueEnd(lines: Bytes, start: number): number {
  if (lines[start] === QUOTE) return textEnd(lines, start);
  let at = start;
  while (at < lines.length && lines[at] !== COMMA && lines[at] !== CLOSE) at += 1;
  return at;
}

function textEnd(lines: Bytes, start: number): number {
  let at = lines.indexOf(QUOTE, start + 1);
  while (lines[at - 1] === BACKSLASH && isEscaped(lines, at)) at = lines.indexOf(QUOTE, at + 1);
  if (at < 0) throw unreadable();
  return at + 1;
}

/** A quote is escaped when an odd number of backslashes stands before it. */
function isEscaped(lines: Bytes, quote: number): boolean {
  let at = quote;
  while (lines[at - 1] === BACKSLASH) at -= 1;
  return (quote - at) % 2 === 1;
}

export const csvHeader = (names: readonly string[]): Bytes => encoder.encode(csvLine(names));

/** `names`: the columns, in the resource's order. The cells of `hidden` fields are empty, or say that they are
 * private. */
export function csvLines(resource: Resource, names: readonly string[], hidden: ReadonlySet<string>): Lines {
  const { before, become, instead, first } = plan(resource, names, hidden, csvCell);
  return (lines) => {
    // A CSV line is never longer than its JSON line: quotes and an apostrophe are shorter than the name of a field. The
    // text that replaces a hidden value may be longer than the value, but not than the value and its name twice.
    const made = new Uint8Array(hidden.size === 0 ? lines.length : 2 * lines.length);
    const most = lines.length;
    let at = 0;
    let to = 0;
    while (at < most) {
      for (let i = 0; i < before.length; i++) {
        at += before[i]!;
        if (lines[at - 1] !== COLON) throw unreadable();
        if (become[i] !== LEFT_OUT && i > first) made[to++] = COMMA;
        if (become[i] !== SHOWN) {
          at = valueEnd(lines, at);
          if (become[i] === HIDDEN) to = copy(instead[i]!, 0, instead[i]!.length, made, to);
        } else if (lines[at] === QUOTE) {
          // The bytes are copied here, because with a separate function it takes half as long again.
          const start = at;
          const from = to;
          let byte = lines[++at]!;
          let isQuoted = false;
          const isOdd = byte === QUOTE || byte === APOSTROPHE || byte === FULL_WIDTH;
          if (GUARDED[byte] === 1) made[to++] = APOSTROPHE;
          while (byte !== QUOTE && byte !== BACKSLASH && at < most) {
            if (byte === COMMA) isQuoted = true;
            made[to++] = byte;
            byte = lines[++at]!;
          }
          const isPlain = !isOdd && byte === QUOTE;
          at = isPlain ? at + 1 : textEnd(lines, start);
          if (!isPlain) to = from + writeText(lines.subarray(start, at), made.subarray(from));
          else if (isQuoted) to = quote(made, from, to);
        } else if (lines[at] === NULL) at += 4;
        else for (; lines[at] !== COMMA && lines[at] !== CLOSE && at < most; at++) made[to++] = lines[at]!;
      }
      if (!isEnd(lines, at)) throw unreadable();
      at += 2;
      made[to++] = CR;
      made[to++] = LF;
    }
    return made.subarray(0, to);
  };
}

/** 1 for each first byte that gets an apostrophe in front. */
const GUARDED = Uint8Array.from({ length: 256 }, (_, byte) => {
  const text = String.fromCharCode(byte);
  return byte < 128 && guarded(text) !== text ? 1 : 0;
});
/** The first byte of full-width characters. One byte does not tell whether they start a formula, so `csvCell`
 * decides. */
const FULL_WIDTH = 0xef;

/** Writes any text and returns the number of bytes. */
const writeText = (json: Bytes, made: Bytes): number =>
  encoder.encodeInto(csvCell(JSON.parse(decoder.decode(json))), made).written;

function quote(made: Bytes, from: number, to: number): number {
  made.copyWithin(from + 1, from, to);
  made[from] = QUOTE;
  made[to + 1] = QUOTE;
  return to + 2;
}

/** The same records with only these fields, in the resource's order. `hidden` fields are null, or say that they are
 * private. */
export function jsonLines(resource: Resource, names: readonly string[], hidden: ReadonlySet<string>): Lines {
  if (names.length === resource.fields.length && hidden.size === 0) return (lines) => lines;
  const { before, become, instead } = plan(resource, names, hidden, JSON.stringify);
  return (lines) => {
    // The text that replaces a value may be longer than it, but never longer than the value and its name together.
    const made = new Uint8Array(2 * lines.length);
    let [at, to] = [0, 0];
    while (at < lines.length) {
      const begin = to;
      for (let i = 0; i < before.length; i++) {
        const start = at;
        const value = start + before[i]!;
        if (lines[value - 1] !== COLON) throw unreadable();
        at = valueEnd(lines, value);
        // The comma and the name before the value are copied too.
        if (become[i] === SHOWN) to = copy(lines, start, at, made, to);
        if (become[i] === HIDDEN)
          to = copy(instead[i]!, 0, instead[i]!.length, made, copy(lines, start, value, made, to));
      }
      if (!isEnd(lines, at)) throw unreadable();
      made[begin] = OPEN;
      to = copy(lines, at, at + 2, made, to);
      at += 2;
    }
    return made.subarray(0, to);
  };
}

function copy(lines: Bytes, start: number, end: number, made: Bytes, to: number): number {
  for (let at = start; at < end; at++) made[to + at - start] = lines[at]!;
  return to + end - start;
}
