// What a text can be found by: its runs of up to three characters, beside its common words; for a batch of texts of one
// segment at a time. Records are immutable and ids only grow, so a segment's sets are made once and merged, never corrected.
import { add, distinct, LIST_LIMIT, listed, noBits, packed } from './position-sets.ts';

/** The grams a term is looked up by: itself when it is short, otherwise runs of three characters that cover it. */
export function termGrams(term: string): string[] {
  const characters = [...term];
  if (characters.length <= 3) return [term];
  const starts = Array.from({ length: characters.length - 2 }, (_, i) => i);
  // Side by side first, because they tell most; up to a number, because what they let through is looked at anyway.
  const ordered = [0, 1, 2].flatMap((from) => starts.filter((start) => start % 3 === from));
  return [...new Set(ordered.map((start) => characters.slice(start, start + 3).join('')))].slice(0, 12);
}

/** Which records are found by a gram or a common word: their positions, some perhaps more than once. */
export type GramSet = { readonly gram: string; readonly places: Uint16Array };

/** The stored form of a set that has no other part yet. */
export const packedPlaces = ({ places }: GramSet): Uint8Array =>
  places.length <= LIST_LIMIT ? listed(distinct(places)) : packed(add(noBits(), places));

/** The positions of records that hold each line of their texts. No gram or word goes over the end of a line, and many
 * records have lines in common. */
export function placesByLine(rows: Iterable<readonly [place: number, text: string]>): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const [place, text] of rows) addPlaces(lines, place, text);
  return lines;
}

/** Adds a record's lines; its position is none before those that are there. */
export function addPlaces(lines: Map<string, number[]>, place: number, text: string): void {
  for (const line of text.split('\n')) {
    const known = lines.get(line);
    if (known === undefined) lines.set(line, [place]);
    else if (known.at(-1) !== place) known.push(place);
  }
}

/** Everything that a batch of texts is to be found by, given the positions that hold each text. */
export function* gramSets(placesByText: ReadonlyMap<string, readonly number[]>): Generator<GramSet> {
  const texts = [...placesByText.keys()];
  const alphabet = alphabetOf(texts);
  const codes = alphabet.encoded(texts);
  const keys = alphabet.size <= DENSE ? denseKeys(alphabet.size) : sparseKeys(codes, alphabet.size);
  const { starts, places } = countingSort([...placesByText.values()], codes, alphabet.size, keys);
  yield* namedSets(starts, places, keys, alphabet);
}

type Alphabet = ReturnType<typeof alphabetOf>;

/** Numbers for the characters that occur, so that a window of three is one number; 0 is the line break. */
function alphabetOf(texts: readonly string[]) {
  const narrow = new Uint32Array(0x10000);
  const wide = new Map<string, number>();
  const characters = ['\n'];
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (narrow[unit] !== 0 || unit === LINE_BREAK) continue;
      if ((unit & 0xf800) !== 0xd800) narrow[unit] = characters.push(text[i]!) - 1;
      else {
        const character = String.fromCodePoint(text.codePointAt(i)!);
        if (!wide.has(character)) wide.set(character, characters.push(character) - 1);
        i += character.length - 1;
      }
    }
  }
  return {
    size: characters.length,
    characters,
    /** The numbers of the texts, each with two line breaks, so that its last characters begin a window too. */
    encoded(all: readonly string[]): Codes {
      const numbers = new Uint32Array(all.reduce((sum, text) => sum + text.length + 2, 0));
      const ends = new Uint32Array(all.length);
      let at = 0;
      for (let n = 0; n < all.length; n++) {
        const text = all[n]!;
        if (wide.size > 0 && WIDE.test(text))
          for (const each of text) numbers[at++] = wide.get(each) ?? narrow[each.charCodeAt(0)]!;
        else for (let i = 0; i < text.length; i++) numbers[at++] = narrow[text.charCodeAt(i)]!;
        ends[n] = at += 2;
      }
      return { numbers: numbers.subarray(0, at), ends };
    },
  };
}

/** The numbers of texts, one after the other, each up to its end. */
type Codes = { readonly numbers: Uint32Array; readonly ends: Uint32Array };

const LINE_BREAK = 10;
const WIDE = /[\ud800-\udfff]/;

/** With so few different characters there is a slot for every possible window; otherwise for those that occur. */
const DENSE = 128;

/** Slots for windows, in the order of the windows' numbers, so that windows with one beginning are neighbours. */
type Keys = { readonly slots: number; slot(key: number): number; key(slot: number): number };

const denseKeys = (size: number): Keys => ({ slots: size ** 3, slot: (key) => key, key: (slot) => slot });

function sparseKeys(codes: Codes, size: number): Keys {
  const seen = new Set<number>();
  eachWindow(codes, size, (_, key) => seen.add(key));
  const keys = Float64Array.from(seen).sort();
  const slots = new Map(Array.from(keys, (key, slot) => [key, slot]));
  return { slots: keys.length, slot: (key) => slots.get(key)!, key: (slot) => keys[slot]! };
}

function eachWindow({ numbers, ends }: Codes, size: number, take: (text: number, key: number) => void): void {
  for (let text = 0, at = 0; text < ends.length; text++) {
    const end = ends[text]!;
    let [a, b] = [numbers[at]!, numbers[at + 1]!];
    for (at += 2; at < end; at++) {
      const c = numbers[at]!;
      take(text, (a * size + b) * size + c);
      a = b;
      b = c;
    }
  }
}

/** All places, ordered by window: those of a slot stand from its start to the next one's. Two passes: count, then place. */
function countingSort(places: readonly (readonly number[])[], codes: Codes, size: number, { slots, slot }: Keys) {
  const starts = new Uint32Array(slots + 1);
  // A window that a text holds twice counts once.
  const lastText = new Int32Array(slots).fill(-1);
  eachWindow(codes, size, (text, key) => {
    const at = slot(key);
    if (lastText[at] === text) return;
    lastText[at] = text;
    starts[at + 1]! += places[text]!.length;
  });
  for (let at = 0; at < slots; at++) starts[at + 1]! += starts[at]!;
  const sorted = new Uint16Array(starts[slots]!);
  const next = starts.slice(0, slots);
  lastText.fill(-1);
  eachWindow(codes, size, (text, key) => {
    const at = slot(key);
    if (lastText[at] === text) return;
    lastText[at] = text;
    const own = places[text]!;
    for (let n = 0; n < own.length; n++) sorted[next[at]!++] = own[n]!;
  });
  return { starts, places: sorted };
}

/** Windows with the same one or two characters in front are neighbours: the sets of those are runs of the same array. */
function* namedSets(
  starts: Uint32Array,
  places: Uint16Array,
  keys: Keys,
  { size, characters }: Alphabet,
): Generator<GramSet> {
  const isSpace = characters.map((character) => /\s/.test(character));
  const run = [0, 0];
  for (let slot = 0; slot < keys.slots; slot++) {
    if (starts[slot + 1] === starts[slot]) continue;
    const key = keys.key(slot);
    const [a, b, c] = [Math.floor(key / size ** 2), Math.floor(key / size) % size, key % size] as [
      number,
      number,
      number,
    ];
    const [end, following] = [starts[slot + 1]!, nextKey(starts, keys, slot)];
    if (!(isSpace[a] || isSpace[b] || isSpace[c])) {
      yield {
        gram: characters[a]! + characters[b]! + characters[c]!,
        places: places.subarray(starts[slot], end),
      };
    }
    if (Math.floor(following / size) !== Math.floor(key / size)) {
      if (!(isSpace[a] || isSpace[b]))
        yield { gram: characters[a]! + characters[b]!, places: places.subarray(run[1], end) };
      run[1] = end;
    }
    if (Math.floor(following / size ** 2) !== a) {
      if (!isSpace[a]) yield { gram: characters[a]!, places: places.subarray(run[0], end) };
      run[0] = end;
    }
  }
}

/** The number of the next window that occurs; infinite after the last. */
function nextKey(starts: Uint32Array, keys: Keys, slot: number): number {
  for (let next = slot + 1; next < keys.slots; next++) if (starts[next + 1] !== starts[next]) return keys.key(next);
  return Number.POSITIVE_INFINITY;
}
