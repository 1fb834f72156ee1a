// Sets of records in a segment of ids: as bitmaps for computing, and packed as lists or bitmaps for storing.

/** How many ids a segment has. The offset of an id in its segment is its position. */
export const SEGMENT = 65_536;
const WORDS = SEGMENT / 32;
/** Up to this many positions are packed as a list of 16-bit numbers; more as a bitmap of 8 KiB. */
export const MAX_LISTED = SEGMENT / 16 - 1;

export const segmentOf = (id: number): number => Math.floor(id / SEGMENT);
export const positionOf = (id: number): number => id - segmentOf(id) * SEGMENT;

/** A set of positions as a bitmap. */
export type Bits = Uint32Array;

export const emptySet = (): Bits => new Uint32Array(WORDS);

export const has = (bits: Bits, position: number): boolean => (bits[position >> 5]! & (1 << (position & 31))) !== 0;

export function add(bits: Bits, positions: ArrayLike<number>): Bits {
  for (let i = 0; i < positions.length; i++) bits[positions[i]! >> 5]! |= 1 << (positions[i]! & 31);
  return bits;
}

export function remove(bits: Bits, position: number): void {
  bits[position >> 5]! &= ~(1 << (position & 31));
}

/** Leaves the positions up to one. */
export function removeAbove(bits: Bits, last: number): Bits {
  const word = last >> 5;
  if ((last & 31) !== 31) bits[word]! &= (1 << ((last & 31) + 1)) - 1;
  return bits.fill(0, word + 1);
}

export function addAll(bits: Bits, others: Bits): Bits {
  for (let i = 0; i < WORDS; i++) bits[i]! |= others[i]!;
  return bits;
}

export function count(bits: Bits): number {
  let total = 0;
  for (let i = 0; i < WORDS; i++) if (bits[i] !== 0) total += onesIn(bits[i]!);
  return total;
}

/** How many bits are set: counted in pairs, in fours, in bytes. */
export function onesIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many positions there are from one to another, both included. */
export function countBetween(bits: Bits, first: number, last: number): number {
  if (first === 0 && last === SEGMENT - 1) return count(bits);
  let total = 0;
  for (let i = first >> 5; i <= last >> 5; i++) {
    let word = bits[i]!;
    if (i === first >> 5) word &= -1 << (first & 31);
    if (i === last >> 5 && (last & 31) !== 31) word &= (1 << ((last & 31) + 1)) - 1;
    total += onesIn(word);
  }
  return total;
}

/** In ascending order; `first` is added to each. */
export function positions(bits: Bits, first = 0): number[] {
  const found: number[] = [];
  for (let i = 0; i < WORDS; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) found.push(first + i * 32 + 31 - Math.clz32(word & -word));
  }
  return found;
}

export const idsOf = (segment: number, bits: Bits): number[] => positions(bits, segment * SEGMENT);

/** Lists are always shorter than bitmaps, so the length tells which of the two it is. */
export function pack(bits: Bits): Uint8Array {
  return count(bits) > MAX_LISTED ? new Uint8Array(bits.buffer) : listBytes(Uint16Array.from(positions(bits)));
}

/** At most MAX_LISTED positions in ascending order, each once. */
const listBytes = (ascending: Uint16Array): Uint8Array => new Uint8Array(ascending.buffer);

const isBitmap = (bytes: Uint8Array): boolean => bytes.length === SEGMENT / 8;
const positionAt = (list: Uint8Array, offset: number): number => list[offset]! | (list[offset + 1]! << 8);

/** The union of two sets. Added positions are mostly greater than the known ones; then two lists can simply be joined.
 * */
export function mergePacked(known: Uint8Array, added: Uint8Array): Uint8Array {
  const isShort = known.length + added.length <= 2 * MAX_LISTED;
  if (isShort && positionAt(known, known.length - 2) < positionAt(added, 0)) {
    const both = new Uint8Array(known.length + added.length);
    both.set(known);
    both.set(added, known.length);
    return both;
  }
  const bits = unpack(known);
  if (isBitmap(added)) addAll(bits, unpack(added));
  else add(bits, new Uint16Array(added.slice().buffer));
  return isBitmap(known) ? new Uint8Array(bits.buffer) : pack(bits);
}

export function unpack(bytes: Uint8Array): Bits {
  const aligned = bytes.slice().buffer;
  return isBitmap(bytes) ? new Uint32Array(aligned) : add(emptySet(), new Uint16Array(aligned));
}
