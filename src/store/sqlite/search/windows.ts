// The windows of three characters of texts, with the positions of their records. They are collected by their first
// character and then put in order by the others: adding each to a set of its own would be a random access to memory,
// and these are slow.
import { widened } from './lists.ts';
import { add, addAll, type Bits, emptySet, MAX_LISTED } from './position-sets.ts';

/** How many characters have windows. */
export const WIDTH = 128;
const POSITION = 16;
/** Windows with the same first character are side by side in pieces of so many. */
const PIECE = 1024;

/** A set of positions: a list, or a bitmap of many. */
export type Positions = Uint16Array | Bits;

export type Window = { readonly b: number; readonly c: number; readonly positions: Positions };

export class Windows {
  #entries = new Uint32Array(64 * PIECE);
  #used = 0;
  /** For each first character: its pieces, and where its next window goes; at the start of a piece there is none
   * yet. */
  #pieces: number[][] = Array.from({ length: WIDTH }, () => []);
  readonly #places = new Uint32Array(WIDTH);

  /** How many there are, and some that there is room for. */
  get length(): number {
    return this.#used;
  }

  has(a: number): boolean {
    return this.#pieces[a]!.length > 0;
  }

  /** Positions have to grow. */
  add(a: number, b: number, c: number, position: number): void {
    if (this.#places[a]! % PIECE === 0) this.#extend(a);
    this.#entries[this.#places[a]!++] = ((b * WIDTH + c) << POSITION) | position;
  }

  /** Those that begin with a character, in the order of the other two. */
  *of(a: number): Generator<Window> {
    const ends = new Uint32Array(WIDTH * WIDTH);
    for (const piece of this.#piecesOf(a)) for (let at = 0; at < piece.length; at++) ends[piece[at]! >>> POSITION]!++;
    let total = 0;
    for (let key = 0; key < ends.length; key++) {
      const count = ends[key]!;
      ends[key] = total;
      total += count;
    }
    const sorted = new Uint16Array(total);
    for (const piece of this.#piecesOf(a))
      for (let at = 0; at < piece.length; at++) sorted[ends[piece[at]! >>> POSITION]!++] = piece[at]!;
    for (let key = 0, start = 0; key < ends.length; start = ends[key++]!)
      if (start < ends[key]!)
        yield { b: Math.floor(key / WIDTH), c: key % WIDTH, positions: setOf(sorted.subarray(start, ends[key])) };
  }

  #piecesOf(a: number): Uint32Array[] {
    const pieces = this.#pieces[a]!;
    const left = this.#places[a]! % PIECE || PIECE;
    return pieces.map((from, n) => this.#entries.subarray(from, from + (n === pieces.length - 1 ? left : PIECE)));
  }

  #extend(a: number): void {
    this.#pieces[a]!.push(this.#used);
    this.#places[a] = this.#used;
    this.#used += PIECE;
    this.#entries = widened(this.#entries, this.#used);
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
