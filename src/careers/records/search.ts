// Finds the entries of a list whose words have some text in them. The words of a long list are one text, because
// looking at thousands of texts here and there in the memory takes longer than reading one from its beginning to its
// end.
import { memoizeWith } from '../../cache/memoize.ts';
import type { Entry } from './roster.ts';

/** A shorter list is looked through as it is. */
const LONG = 500;

/** Those that have all of the words, in the order of the list. */
export function withWords(list: readonly Entry[], words: readonly string[]): readonly Entry[] {
  if (words.length === 0) return list;
  const [first, ...rest] = words.toSorted((a, b) => b.length - a.length) as [string, ...string[]];
  const found = list.length < LONG ? list.filter((entry) => entry.words.includes(first)) : inText(list, first);
  return rest.length === 0 ? found : found.filter((entry) => rest.every((word) => entry.words.includes(word)));
}

/** `starts`: where the words of each entry begin, in bytes; and the end. */
type Text = { readonly bytes: Buffer; readonly starts: Uint32Array };

const texts = memoizeWith<readonly Entry[], Text>();

function textOf(list: readonly Entry[]): Text {
  const starts = new Uint32Array(list.length + 1);
  let end = 0;
  for (const [at, { words }] of list.entries()) {
    starts[at] = end;
    end += Buffer.byteLength(words) + 1;
  }
  starts[list.length] = end;
  // A word has no line feed in it, so it is never found across two entries.
  return { bytes: Buffer.from(list.map(({ words }) => `${words}\n`).join('')), starts };
}

function inText(list: readonly Entry[], word: string): Entry[] {
  const { bytes, starts } = texts(list, '', () => textOf(list));
  const wanted = Buffer.from(word);
  const found: Entry[] = [];
  let entry = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, starts[entry])) {
    while (starts[entry + 1]! <= at) entry++;
    found.push(list[entry++]!);
  }
  return found;
}
