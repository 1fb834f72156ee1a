// Words in messages: nouns with the article or the number that belongs to them, and texts of others, shortened.
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
