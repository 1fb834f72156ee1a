// Makes the sets of the search index: which records contain each gram and each common word. Texts are read once,
// character by character, and are not kept.
import { Alphabet, END, IN_CHUNK, IN_WORD, SPACE } from './alphabet.ts';
import { Lists } from './lists.ts';
import { type Bits, emptySet, mergePacked, pack } from './position-sets.ts';
import { addTo, bytesOf, setOf, WIDTH, Windows } from './windows.ts';
import { WordTable } from './word-table.ts';

/** The positions of the records that contain a gram or a common word, as they are stored. */
type GramSet = { readonly gram: string; readonly positions: Uint8Array };

/** Chunks and words of at least so many UTF-16 units get sets, where at least so many records have them. */
const [MIN_LENGTH, MIN_RECORDS] = [4, 32] as const;

/** So many windows take 128 MiB. Then sets are made of them, which are smaller. */
const MOST_WINDOWS = 2 ** 25;

export class TextSets {
  readonly #alphabet = new Alphabet();
  #windows = new Windows();
  /** The sets of windows before. */
  readonly #made = new Map<string, Uint8Array>();
  /** The positions with grams of other characters than windows have. */
  readonly #rare = new Map<string, number>();
  readonly #words = new WordTable();
  /** The positions with each word, and with each of those grams. */
  readonly #wordLists = new Lists();
  #rareLists = new Lists();

  constructor(readonly mostWindows = MOST_WINDOWS) {}

  /** Records have to be added in the order of their positions. */
  add(position: number, text: string): void {
    if (this.#windows.length > this.mostWindows) this.#makeSets();
    const [alphabet, windows] = [this.#alphabet, this.#windows];
    const [numbers, classes] = [alphabet.numbers, alphabet.classes];
    /** The last two characters; where chunk and word begin. */
    let [a, b, chunk, word] = [END, END, 0, 0];
    for (let at = 0; at <= text.length; ) {
      const here = at++;
      let c = here < text.length ? numbers[text.charCodeAt(here)]! : END;
      if (c === END && here < text.length) {
        c = alphabet.numberAt(text, here);
        at = here + alphabet.characters[c]!.length;
      }
      const kind = classes[c]!;
      if (kind !== IN_WORD) {
        if (here - word >= MIN_LENGTH && (word !== chunk || kind === IN_CHUNK))
          this.#addWord(position, text, word, here);
        word = at;
        if (kind !== IN_CHUNK) {
          if (here - chunk >= MIN_LENGTH) this.#addWord(position, text, chunk, here);
          chunk = at;
        }
        if (kind === SPACE) c = END;
      }
      // A window whose last characters are END is there for the grams of its first ones.
      if ((a | b | c) >= WIDTH) this.#addRare(position, a, b, c);
      else if (a !== END) windows.add(a, b, c, position);
      if (c === END && b !== END) {
        if (b >= WIDTH) this.#addRare(position, b, END, END);
        else windows.add(b, END, END, position);
      }
      a = c === END ? END : b;
      b = c;
    }
  }

  *grams(): Generator<GramSet> {
    if (this.#made.size === 0) yield* this.#gramsOfWindows();
    else {
      this.#makeSets();
      for (const [gram, positions] of this.#made) yield { gram, positions };
    }
  }

  #makeSets(): void {
    for (const { gram, positions } of this.#gramsOfWindows()) {
      const known = this.#made.get(gram);
      this.#made.set(gram, known ? mergePacked(known, positions) : positions);
    }
    this.#windows = new Windows();
    this.#rare.clear();
    this.#rareLists = new Lists();
  }

  *#gramsOfWindows(): Generator<GramSet> {
    const { characters } = this.#alphabet;
    const [rare, rareNumbers] = [new Map(this.#rare), this.#rareLists.sorted()];
    const withRare = (gram: string, bits: Bits): GramSet => {
      const list = rare.get(gram);
      if (list !== undefined) addTo(bits, setOf(rareNumbers(list)));
      rare.delete(gram);
      return { gram, positions: pack(bits) };
    };
    for (let a = 1; a < WIDTH; a++) {
      if (!this.#windows.has(a)) continue;
      const ofFirst = emptySet();
      let [ofBoth, before] = [emptySet(), END];
      for (const { b, c, positions } of this.#windows.of(a)) {
        if (b !== before) {
          if (before !== END) yield withRare(characters[a]! + characters[before]!, ofBoth);
          [ofBoth, before] = [emptySet(), b];
        }
        addTo(ofFirst, positions);
        addTo(ofBoth, positions);
        if (c !== END) yield { gram: characters[a]! + characters[b]! + characters[c]!, positions: bytesOf(positions) };
      }
      if (before !== END) yield withRare(characters[a]! + characters[before]!, ofBoth);
      yield withRare(characters[a]!, ofFirst);
    }
    for (const [gram, list] of rare) yield { gram, positions: bytesOf(setOf(rareNumbers(list))) };
  }

  *words(): Generator<GramSet> {
    const numbers = this.#wordLists.sorted();
    const isCommon = (word: number) => this.#wordLists.count(word) >= MIN_RECORDS;
    for (const [gram, word] of this.#words.texts(isCommon)) {
      const positions = setOf(numbers(word));
      if (positions.length >= MIN_RECORDS) yield { gram, positions: bytesOf(positions) };
    }
  }

  /** The grams at the start of a window. */
  #addRare(position: number, ...window: readonly number[]): void {
    let gram = '';
    for (const each of window) {
      if (each === END) return;
      gram += this.#alphabet.characters[each]!;
      const list = this.#rare.get(gram) ?? this.#rareLists.create();
      this.#rare.set(gram, list);
      this.#rareLists.add(list, position);
    }
  }

  #addWord(position: number, text: string, start: number, end: number): void {
    const word = this.#words.find(text, start, end);
    if (word === this.#wordLists.length) this.#wordLists.create();
    this.#wordLists.add(word, position);
  }
}

/** Between the texts that are sent; no text has one. */
export const SEPARATOR = '\0';

/** The bytes of all sets in a row, those of grams before those of words. `ends` has the offset after each set. */
export type SegmentSets = {
  readonly grams: readonly string[];
  readonly words: readonly string[];
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
};

export function segmentSets(sets: TextSets): SegmentSets {
  // Neighbours in the index are stored one after the other.
  const all = [...sets.grams()].sort(byGram);
  const words = [...sets.words()].sort(byGram);
  const parts = [...all, ...words].map(({ positions }) => positions);
  const ends = new Uint32Array(parts.length);
  for (let i = 0, end = 0; i < parts.length; i++) ends[i] = end += parts[i]!.length;
  const bytes = new Uint8Array(ends.at(-1) ?? 0);
  for (let i = 0; i < parts.length; i++) bytes.set(parts[i]!, ends[i]! - parts[i]!.length);
  return { grams: all.map(({ gram }) => gram), words: words.map(({ gram }) => gram), ends, bytes };
}

const byGram = (one: GramSet, other: GramSet): number => (one.gram < other.gram ? -1 : 1);

export function* setsOf({ grams, words, ends, bytes }: SegmentSets): Generator<[gram: string, positions: Uint8Array]> {
  for (let i = 0, start = 0; i < ends.length; start = ends[i++]!) {
    yield [i < grams.length ? grams[i]! : words[i - grams.length]!, bytes.subarray(start, ends[i])];
  }
}
