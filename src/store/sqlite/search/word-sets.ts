// The common words of a batch of texts. A search need not read the texts of records with a common word that contains the term.
import { SURROGATE } from './alphabet.ts';
import type { GramSet } from './grams.ts';
import { distinct } from './position-sets.ts';

/** A word in fewer records of a batch is not common. */
const MIN_RECORDS = 32;

export function* wordSets(positionsByText: ReadonlyMap<string, readonly number[]>): Generator<GramSet> {
  const words = new Map<string, number>();
  // Most words are in one text only, so the lists of the other texts are made when needed.
  const first: (readonly number[])[] = [];
  const others: ((readonly number[])[] | undefined)[] = [];
  for (const [text, positions] of positionsByText) {
    for (const word of wordsOf(text)) {
      const known = words.get(word);
      if (known === undefined) {
        words.set(word, first.push(positions) - 1);
        others.push(undefined);
      } else if (others[known]) others[known].push(positions);
      else others[known] = [positions];
    }
  }
  for (const [gram, n] of words) {
    if (others[n] === undefined && first[n]!.length < MIN_RECORDS) continue;
    const lists = [first[n]!, ...(others[n] ?? [])];
    const length = lists.reduce((sum, each) => sum + each.length, 0);
    if (length < MIN_RECORDS) continue;
    const all = new Uint16Array(length);
    for (let i = 0, offset = 0; i < lists.length; offset += lists[i++]!.length) all.set(lists[i]!, offset);
    const positions = distinct(all);
    if (positions.length >= MIN_RECORDS) yield { gram, positions };
  }
}

/** A chunk ends at a space or at a separator of addresses. A word in it is a run of letters and digits. */
const CHUNK = /[^\s@/:]{4,}/gu;
const WORD = /[\p{L}\p{N}]{4,}/gu;
const MIN_LENGTH = 4;
/** The class of a UTF-16 unit: between chunks, in a chunk only, or in a word. */
const [UNKNOWN, BETWEEN, IN_CHUNK, IN_WORD] = [0, 1, 2, 3] as const;
/** Each is found when it first comes up: all of them take 40 ms. */
const unitClasses = new Uint8Array(0x10000);

function classOf(unit: number): number {
  if (unitClasses[unit] !== UNKNOWN) return unitClasses[unit]!;
  const character = String.fromCharCode(unit);
  const found = /[\s@/:]/.test(character) ? BETWEEN : /[\p{L}\p{N}]/u.test(character) ? IN_WORD : IN_CHUNK;
  unitClasses[unit] = found;
  return found;
}

/** The chunks of a text and the words in them; some may occur more than once. Regular expressions would take three times as long. */
function wordsOf(text: string): string[] {
  if (SURROGATE.test(text)) return [...(text.match(CHUNK) ?? []), ...(text.match(WORD) ?? [])];
  const found: string[] = [];
  for (let [offset, chunk, word] = [0, 0, 0]; offset <= text.length; offset++) {
    const unitClass = offset === text.length ? BETWEEN : classOf(text.charCodeAt(offset));
    if (unitClass === IN_WORD) continue;
    const isWhole = unitClass === BETWEEN && word === chunk;
    if (offset - word >= MIN_LENGTH && !isWhole) found.push(text.slice(word, offset));
    word = offset + 1;
    if (unitClass === IN_CHUNK) continue;
    if (offset - chunk >= MIN_LENGTH) found.push(text.slice(chunk, offset));
    chunk = word;
  }
  return found;
}
