// Words in messages: nouns with the article or the number that belongs to them, texts of others, shortened, and the
// names that a mistyped word may stand for.
import { countText } from './limits.ts';

/** `an employee`, `a job opening`. By the first letter, which is right for all names of the catalogue. */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** `1 record`, `12,345 records`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

const characters = new Intl.Segmenter();

/** As much of the beginning as is at most this long, without a part of a character: neither half an emoji nor a letter
 * without its accent. */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  // Two units further is far enough to see whether a character goes on there, however long the text is.
  return text.slice(0, characters.segment(text.slice(0, most + 2)).containing(most)!.index);
}

/** The text, or its beginning with an ellipsis. */
export const abridged = (text: string, most: number): string => (text.length > most ? `${startOf(text, most)}…` : text);

/** With more edits than this it is another word. */
const MOST_EDITS = 3;
/** More than this share of the letters has to be right. */
const LEAST_ALIKE = 0.5;

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** ` (did you mean --status?)`, for the end of a message. Empty where no name is close. `forms`: the spelling of a name
 * in the message. */
export function didYouMean(
  word: string,
  names: Iterable<string>,
  forms: (name: string) => readonly string[] = (name) => [name],
): string {
  const close = [...new Set(names)]
    .filter((name) => Math.abs(name.length - word.length) <= MOST_EDITS)
    .map((name) => ({ name, edits: editDistance(word, name, MOST_EDITS), length: Math.max(word.length, name.length) }))
    .filter(({ edits, length }) => edits <= MOST_EDITS && (length - edits) / length > LEAST_ALIKE);
  const fewest = Math.min(...close.map(({ edits }) => edits));
  const closest = close.filter(({ edits }) => edits === fewest).flatMap(({ name }) => forms(name));
  return closest.length > 0 ? ` (did you mean ${either.format(closest)}?)` : '';
}

/** How many letters are added, removed, replaced or swapped with their neighbour. Once it is clear that there are more
 * than `most`, they are not counted to the end. */
export function editDistance(from: string, to: string, most = Number.POSITIVE_INFINITY): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  let fewestBefore = 0;
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? rows[i - 2]![j - 2]! + 1 : replaced;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    rows.push(row);
    const fewest = Math.min(...row);
    if (Math.min(fewest, fewestBefore) > most) return fewest;
    fewestBefore = fewest;
  }
  return rows[from.length]![to.length]!;
}
