// The grams of texts: their runs of one to three characters without spaces. The texts of one segment are processed at a time.
// Ids only grow, so sets are only ever added to; when records are changed, they are all made again.
import { type Alphabet, alphabetOf, type Codes } from './alphabet.ts';
import { add, distinct, emptySet, listBytes, MAX_LISTED, pack } from './position-sets.ts';

/** The grams that every text with the term has: the term itself when it is short, otherwise its runs of three characters. */
export function termGrams(term: string): string[] {
  const characters = [...term];
  if (characters.length <= 3) return [term];
  const starts = Array.from({ length: characters.length - 2 }, (_, i) => i);
  // Runs that do not overlap come first, because they exclude most records. A few are enough, because the texts are checked later.
  const ordered = [0, 1, 2].flatMap((from) => starts.filter((start) => start % 3 === from));
  return [...new Set(ordered.map((start) => characters.slice(start, start + 3).join('')))].slice(0, 12);
}

/** The positions of the records that contain a gram or a common word. A position may occur more than once. */
export type GramSet = { readonly gram: string; readonly positions: Uint16Array };

export const storedSet = ({ positions }: GramSet): Uint8Array =>
  positions.length <= MAX_LISTED ? listBytes(distinct(positions)) : pack(add(emptySet(), positions));

/** The positions of the records that contain each line. Many records share lines, and no gram or word crosses the end of a line. */
export function positionsByLine(rows: Iterable<readonly [position: number, text: string]>): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const [position, text] of rows) addLines(lines, position, text);
  return lines;
}

/** Records have to be added in the order of their positions. */
export function addLines(lines: Map<string, number[]>, position: number, text: string): void {
  for (const line of text.split('\n')) {
    const known = lines.get(line);
    if (known === undefined) lines.set(line, [position]);
    else if (known.at(-1) !== position) known.push(position);
  }
}

export function* gramSets(positionsByText: ReadonlyMap<string, readonly number[]>): Generator<GramSet> {
  const texts = [...positionsByText.keys()];
  const alphabet = alphabetOf(texts);
  const codes = alphabet.encode(texts);
  const keys = alphabet.size <= MAX_DENSE ? denseKeys(alphabet.size) : sparseKeys(codes, alphabet.size);
  const { starts, positions } = countingSort([...positionsByText.values()], codes, alphabet.size, keys);
  yield* namedSets(starts, positions, keys, alphabet);
}

/** Up to this many characters, there is a slot for every possible window; with more, only for windows that occur. */
const MAX_DENSE = 128;

/** Slots are in the order of the windows' numbers (keys), so windows that begin with the same characters are neighbours. */
type Keys = { readonly slots: number; slot(key: number): number; key(slot: number): number };

const denseKeys = (size: number): Keys => ({ slots: size ** 3, slot: (key) => key, key: (slot) => slot });

function sparseKeys(codes: Codes, size: number): Keys {
  const seen = new Set<number>();
  eachWindow(codes, size, (_, key) => seen.add(key));
  const keys = Float64Array.from(seen).sort();
  const slots = new Map(Array.from(keys, (key, slot) => [key, slot]));
  return { slots: keys.length, slot: (key) => slots.get(key)!, key: (slot) => keys[slot]! };
}

function eachWindow({ numbers, ends }: Codes, size: number, visit: (text: number, key: number) => void): void {
  for (let text = 0, offset = 0; text < ends.length; text++) {
    const end = ends[text]!;
    let [a, b] = [numbers[offset]!, numbers[offset + 1]!];
    for (offset += 2; offset < end; offset++) {
      const c = numbers[offset]!;
      visit(text, (a * size + b) * size + c);
      a = b;
      b = c;
    }
  }
}

/** All positions, ordered by slot. Those of a slot begin at its start and end at the start of the next. */
function countingSort(positions: readonly (readonly number[])[], codes: Codes, size: number, { slots, slot }: Keys) {
  const starts = new Uint32Array(slots + 1);
  // A window that occurs twice in a text counts once.
  const lastText = new Int32Array(slots).fill(-1);
  eachWindow(codes, size, (text, key) => {
    const index = slot(key);
    if (lastText[index] === text) return;
    lastText[index] = text;
    starts[index + 1]! += positions[text]!.length;
  });
  for (let index = 0; index < slots; index++) starts[index + 1]! += starts[index]!;
  const sorted = new Uint16Array(starts[slots]!);
  const next = starts.slice(0, slots);
  lastText.fill(-1);
  eachWindow(codes, size, (text, key) => {
    const index = slot(key);
    if (lastText[index] === text) return;
    lastText[index] = text;
    const own = positions[text]!;
    for (let n = 0; n < own.length; n++) sorted[next[index]!++] = own[n]!;
  });
  return { starts, positions: sorted };
}

/** Windows that begin with the same one or two characters are neighbours, so the positions for those are a range of the array. */
function* namedSets(
  starts: Uint32Array,
  positions: Uint16Array,
  keys: Keys,
  { size, characters }: Alphabet,
): Generator<GramSet> {
  const isSpace = characters.map((character) => /\s/.test(character));
  const setOf = (gram: string, start: number, end: number) => ({ gram, positions: positions.subarray(start, end) });
  let [start1, start2] = [0, 0];
  for (let slot = 0; slot < keys.slots; slot++) {
    if (starts[slot + 1] === starts[slot]) continue;
    const key = keys.key(slot);
    const a = Math.floor(key / size ** 2);
    const b = Math.floor(key / size) % size;
    const c = key % size;
    const [end, following] = [starts[slot + 1]!, nextKey(starts, keys, slot)];
    if (!(isSpace[a] || isSpace[b] || isSpace[c]))
      yield setOf(characters[a]! + characters[b]! + characters[c]!, starts[slot]!, end);
    if (Math.floor(following / size) !== Math.floor(key / size)) {
      if (!(isSpace[a] || isSpace[b])) yield setOf(characters[a]! + characters[b]!, start2, end);
      start2 = end;
    }
    if (Math.floor(following / size ** 2) !== a) {
      if (!isSpace[a]) yield setOf(characters[a]!, start1, end);
      start1 = end;
    }
  }
}

/** The key of the next window that occurs. After the last it is infinite. */
function nextKey(starts: Uint32Array, keys: Keys, slot: number): number {
  for (let next = slot + 1; next < keys.slots; next++) if (starts[next + 1] !== starts[next]) return keys.key(next);
  return Number.POSITIVE_INFINITY;
}
