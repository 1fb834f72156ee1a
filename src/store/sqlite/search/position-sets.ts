// Sets of records within a segment of ids, as bitmaps: the arithmetic of the search index, and the form they are stored in.

/** A segment is the ids from n × SEGMENT up to the next multiple; a record's offset in it is its position. */
export const SEGMENT = 65_536;
const WORDS = SEGMENT / 32;
/** Up to this many positions are stored as a list of 16-bit numbers; more are a bitmap of 8 KiB. */
export const LIST_LIMIT = SEGMENT / 16 - 1;

export const segmentOf = (id: number): number => Math.floor(id / SEGMENT);

/** A set of positions in a segment. */
export type Bits = Uint32Array;

export const noBits = (): Bits => new Uint32Array(WORDS);

export const has = (bits: Bits, position: number): boolean => (bits[position >> 5]! & (1 << (position & 31))) !== 0;

export function add(bits: Bits, positions: ArrayLike<number>): Bits {
  for (let i = 0; i < positions.length; i++) bits[positions[i]! >> 5]! |= 1 << (positions[i]! & 31);
  return bits;
}

export function united(bits: Bits, others: Bits): Bits {
  for (let i = 0; i < WORDS; i++) bits[i]! |= others[i]!;
  return bits;
}

export function count(bits: Bits): number {
  let total = 0;
  for (let i = 0; i < WORDS; i++) {
    let word = bits[i]!;
    if (word === 0) continue;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    total += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}

export function positions(bits: Bits): number[] {
  const found: number[] = [];
  for (let i = 0; i < WORDS; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) found.push(i * 32 + 31 - Math.clz32(word & -word));
  }
  return found;
}

/** In ascending order, each once. */
export function distinct(places: Uint16Array): Uint16Array {
  if (places.length > LIST_LIMIT) return Uint16Array.from(positions(add(noBits(), places)));
  const sorted = places.slice().sort();
  let length = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[length++] = sorted[i]!;
  return length === sorted.length ? sorted : sorted.slice(0, length);
}

/** The stored form of a set; its length tells whether it is a list or a bitmap. */
export function packed(bits: Bits): Uint8Array {
  return count(bits) > LIST_LIMIT ? new Uint8Array(bits.buffer) : listed(Uint16Array.from(positions(bits)));
}

/** The stored form of positions in ascending order, each once and not too many. */
export const listed = (ascending: Uint16Array): Uint8Array => new Uint8Array(ascending.buffer);

const isBitmap = (bytes: Uint8Array): boolean => bytes.length === SEGMENT / 8;
const placeAt = (list: Uint8Array, at: number): number => list[at]! | (list[at + 1]! << 8);

/** The stored form of the union of two sets. What is added is mostly newer, so that two lists can simply be joined. */
export function merged(known: Uint8Array, added: Uint8Array): Uint8Array {
  const isShort = known.length + added.length <= 2 * LIST_LIMIT;
  if (isShort && placeAt(known, known.length - 2) < placeAt(added, 0)) {
    const both = new Uint8Array(known.length + added.length);
    both.set(known);
    both.set(added, known.length);
    return both;
  }
  const bits = unpacked(known);
  if (isBitmap(added)) united(bits, unpacked(added));
  else add(bits, new Uint16Array(added.slice().buffer));
  return isBitmap(known) ? new Uint8Array(bits.buffer) : packed(bits);
}

export function unpacked(bytes: Uint8Array): Bits {
  const aligned = bytes.slice().buffer;
  return isBitmap(bytes) ? new Uint32Array(aligned) : add(noBits(), new Uint16Array(aligned));
}
