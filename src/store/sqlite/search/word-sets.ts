// The common words of a batch of texts, which spare a look at the texts of records that hold them.
import type { GramSet } from './grams.ts';
import { distinct } from './position-sets.ts';

/** Words that fewer records of a batch hold are left to the grams. */
const COMMON = 32;

/** The words that many records of a batch have: a record that has one holds every term that is part of it. */
export function* wordSets(placesByText: ReadonlyMap<string, readonly number[]>): Generator<GramSet> {
  // Made when it is first needed: most commands never do.
  sorts ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => sortOf(unit));
  const words = new Map<string, number>();
  // Most words are in one text only.
  const first: (readonly number[])[] = [];
  const others: ((readonly number[])[] | undefined)[] = [];
  for (const [text, places] of placesByText) {
    for (const word of wordsOf(text, sorts)) {
      const known = words.get(word);
      if (known === undefined) {
        words.set(word, first.push(places) - 1);
        others.push(undefined);
      } else if (others[known]) others[known].push(places);
      else others[known] = [places];
    }
  }
  for (const [gram, n] of words) {
    if (others[n] === undefined && first[n]!.length < COMMON) continue;
    const lists = [first[n]!, ...(others[n] ?? [])];
    const length = lists.reduce((sum, each) => sum + each.length, 0);
    if (length < COMMON) continue;
    const all = new Uint16Array(length);
    for (let i = 0, at = 0; i < lists.length; at += lists[i++]!.length) all.set(lists[i]!, at);
    const places = distinct(all);
    if (places.length >= COMMON) yield { gram, places };
  }
}

/** What addresses and sentences are made of; and the letters and digits within. */
const CHUNK = /[^\s@/:]{4,}/gu;
const WORD = /[\p{L}\p{N}]{4,}/gu;
const SURROGATE = /[\ud800-\udfff]/;
const SHORTEST = 4;
/** Of what sort each UTF-16 unit is: between chunks, in a chunk, in a word. */
const [BETWEEN, IN_CHUNK, IN_WORD] = [0, 1, 2] as const;
const sortOf = (unit: number): number => {
  const character = String.fromCharCode(unit);
  return /[\s@/:]/.test(character) ? BETWEEN : /[\p{L}\p{N}]/u.test(character) ? IN_WORD : IN_CHUNK;
};
let sorts: Uint8Array | undefined;

/** The chunks of a text and the words in them, some perhaps more than once; unit by unit, as regular expressions take
 * thrice as long. */
function wordsOf(text: string, sortByUnit: Uint8Array): string[] {
  if (SURROGATE.test(text)) return [...(text.match(CHUNK) ?? []), ...(text.match(WORD) ?? [])];
  const found: string[] = [];
  for (let [at, chunk, word] = [0, 0, 0]; at <= text.length; at++) {
    const sort = at === text.length ? BETWEEN : sortByUnit[text.charCodeAt(at)]!;
    if (sort === IN_WORD) continue;
    const isWhole = sort === BETWEEN && word === chunk;
    if (at - word >= SHORTEST && !isWhole) found.push(text.slice(word, at));
    word = at + 1;
    if (sort === IN_CHUNK) continue;
    if (at - chunk >= SHORTEST) found.push(text.slice(chunk, at));
    chunk = word;
  }
  return found;
}
