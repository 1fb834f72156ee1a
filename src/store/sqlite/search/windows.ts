// The windows of three characters of texts, with the positions of their records. They are collected by their first
// character and then put in order by the others: adding each to a set of its own would be a random access to memory,
// and these are slow.
import { widened } from './lists.ts';
import { add, addAll, type Bits, emptySet, MAX_LISTED } from './position-sets.ts';

/** How many characters have windows. */
export const WIDTH = 128;
const POSITION = 16;
/** Room for windows with a first character, at first. */
const FIRST = 1024;

/** A set of positions: a list, or a bitmap of many. */
export type Positions = Uint16Array | Bits;

export type Window = { readonly b: number; readonly c: number; readonly positions: Positions };

export class Windows {
  /** How many there are. */
  length = 0;
  /** For each first character: its windows, and how many these are. */
  readonly #entries: Uint32Array[] = Array.from({ length: WIDTH }, () => new Uint32Array());
  readonly #counts = new Uint32Array(WIDTH);

  has(a: number): boolean {
    return this.#counts[a]! > 0;
  }

  /** Positions have to grow. */
  add(a: number, b: number, c: number, position: number): void {
    const count = this.#counts[a]!++;
    if (count === this.#entries[a]!.length) this.#entries[a] = widened(this.#entries[a]!, count + FIRST);
    this.#entries[a]![count] = ((b * WIDTH + c) << POSITION) | position;
    this.length += 1;
  }

  /** Those that begin with a character, in the order of the other two. */
  *of(a: number): Generator<Window> {
    const [entries, count] = [this.#entries[a]!, this.#counts[a]!];
    const ends = new Uint32Array(WIDTH * WIDTH);
    for (let at = 0; at < count; at++) ends[entries[at]! >>> POSITION]!++;
    let total = 0;
    for (let key = 0; key < ends.length; key++) {
      const own = ends[key]!;
      ends[key] = total;
      total += own;
    }
    const sorted = new Uint16Array(total);
    for (let at = 0; at < count; at++) sorted[ends[entries[at]! >>> POSITION]!++] = entries[at]!;
    for (let key = 0, start = 0; key < ends.length; start = ends[key++]!)
      if (start < ends[key]!)
        yield { b: Math.floor(key / WIDTH), c: key % WIDTH, positions: setOf(sorted.subarray(start, ends[key])) };
  }
}

export const bytesOf = ({ buffer }: Positions): Uint8Array => new Uint8Array(buffer);

export function addTo(bits: Bits, positions: Positions): void {
  if (positions instanceof Uint16Array) add(bits, positions);
  else addAll(bits, positions);
}

/** Of positions in ascending order, which may repeat. */
export function setOf(positions: Uint16Array): Positions {
  const once = new Uint16Array(positions.length);
  let length = 0;
  for (let at = 0, last = -1; at < positions.length; at++) {
    if (positions[at] === last) continue;
    last = positions[at]!;
    once[length++] = last;
  }
  return length > MAX_LISTED ? add(emptySet(), once.subarray(0, length)) : once.slice(0, length);
}
