// Words and their numbers, in the order in which they come up. A word is looked up where it stands in a text, without
// being cut out of it.
import { widened } from './lists.ts';

/** What is known of a word, side by side: its hash, its number and one more, where its units begin, and how many it
 * has. */
const [HASH, WORD, START, LENGTH, ENTRY] = [0, 1, 2, 3, 4] as const;

export class WordTable {
  length = 0;
  /** Entries by hash, at the next free place. */
  #entries = new Int32Array((1 << 12) * ENTRY);
  /** The UTF-16 units of all words. */
  #units = new Uint16Array(1 << 14);
  #used = 0;

  /** The number of the word from `start` to `end`. */
  find(text: string, start: number, end: number): number {
    let hash = end - start;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    hash = Math.imul(hash ^ (hash >>> 15), 0x5bd1e995);
    hash ^= hash >>> 13;
    const entries = this.#entries;
    let entry = (hash * ENTRY) & (entries.length - 1);
    while (entries[entry + WORD] !== 0 && !this.#isAt(entries, entry, hash, text, start, end))
      entry = (entry + ENTRY) & (entries.length - 1);
    const known = entries[entry + WORD]!;
    return known === 0 ? this.#append(entry, hash, text, start, end) : known - 1;
  }

  /** The words with the numbers that are wanted. */
  *texts(isWanted: (word: number) => boolean): Generator<[text: string, word: number]> {
    for (let entry = 0; entry < this.#entries.length; entry += ENTRY) {
      const word = this.#entries[entry + WORD]! - 1;
      if (word < 0 || !isWanted(word)) continue;
      const start = this.#entries[entry + START]!;
      const units = this.#units.subarray(start, start + this.#entries[entry + LENGTH]!);
      yield [Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le'), word];
    }
  }

  #isAt(entries: Int32Array, entry: number, hash: number, text: string, start: number, end: number): boolean {
    if (entries[entry + HASH] !== hash || entries[entry + LENGTH] !== end - start) return false;
    const [units, first] = [this.#units, entries[entry + START]! - start];
    for (let at = start; at < end; at++) if (units[first + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  #append(entry: number, hash: number, text: string, start: number, end: number): number {
    const first = this.#used;
    this.#used += end - start;
    this.#units = widened(this.#units, this.#used);
    for (let at = start; at < end; at++) this.#units[first + at - start] = text.charCodeAt(at);
    this.length += 1;
    this.#entries.set([hash, this.length, first, end - start], entry);
    if (2 * this.length * ENTRY > this.#entries.length) this.#spread();
    return this.length - 1;
  }

  #spread(): void {
    const before = this.#entries;
    const entries = new Int32Array(4 * before.length);
    for (let from = 0; from < before.length; from += ENTRY) {
      if (before[from + WORD] === 0) continue;
      let entry = (before[from]! * ENTRY) & (entries.length - 1);
      while (entries[entry + WORD] !== 0) entry = (entry + ENTRY) & (entries.length - 1);
      for (let each = 0; each < ENTRY; each++) entries[entry + each] = before[from + each]!;
    }
    this.#entries = entries;
  }
}
