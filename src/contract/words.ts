// Nouns in messages, with the article or the number that belongs to them.
import { countText } from './limits.ts';

/** `an employee`, `a job opening`. By the first letter, which is right for all names of the catalogue. */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** `1 record`, `12,345 records`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;
