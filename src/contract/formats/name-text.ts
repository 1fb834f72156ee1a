// Whole names of people, as lists write them: "Aaron, David J." or "Harold Vogt".

/** The order of the parts of a name, and the text between them. */
export type NameForm = 'first last' | 'last, first' | 'last first';

export type PersonName = { readonly first: string | null; readonly last: string | null };

/** The form that all names of a column have; `mixed` where some have a comma and others not. A comma is after the last
 * name. */
export function formOf(texts: Iterable<string>): NameForm | 'mixed' {
  let [some, all] = [false, true];
  for (const text of texts) {
    if (text.includes(',')) some = true;
    else all = false;
  }
  if (!some) return 'first last';
  return all ? 'last, first' : 'mixed';
}

/** `undefined` where the text does not have the form. A name of one word is a first name, unless the last one stands
 * first. */
export function readName(text: string, form: NameForm): PersonName | undefined {
  const at = text.indexOf(',');
  if (at >= 0 !== (form === 'last, first')) return undefined;
  if (form === 'last, first') return { first: joined([text.slice(at + 1)]), last: joined([text.slice(0, at)]) };
  const words = text.trim().split(/\s+/);
  if (form === 'last first') return { first: joined(words.slice(1)), last: joined(words.slice(0, 1)) };
  const place = lastName(words);
  return { first: joined(words.slice(0, place)), last: joined(words.slice(place)) };
}

const joined = (words: readonly string[]): string | null => words.join(' ').trim().replace(/\s+/g, ' ') || null;

/** Where the last name begins: its last word, and small words before it, as in Ursula von der Leyen. */
function lastName(words: readonly string[]): number {
  let at = Math.max(1, words.length - 1);
  while (at > 1 && at < words.length && /^\p{Ll}/u.test(words[at - 1]!)) at -= 1;
  return at;
}

export const wholeName = ({ first, last }: PersonName): string => [first, last].filter(Boolean).join(' ');

/** For comparing whole names: case, full stops and white space do not matter. */
export const nameKey = (name: string): string =>
  name.normalize('NFC').toLowerCase().replaceAll('.', '').trim().replace(/\s+/g, ' ');
