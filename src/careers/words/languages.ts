// All languages of career sites, which of them a locale gets, and their words for a number of openings.
import { memoize } from '../../cache/memoize.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import type { Words } from './words.ts';

/** By the codes of the languages. */
export const languages: Readonly<Record<string, Words>> = { en, de, fr, es, pt, it, nl, pl, ja, ar };

/** The words for a locale such as `de-AT` or `pt_BR`, and the language they are in: English where there are no
 * others. */
export function wordsFor(locale: string): { words: Words; language: string } {
  const first = locale.split(/[-_]/, 1)[0]!.toLowerCase();
  const language = Object.hasOwn(languages, first) ? first : 'en';
  return { words: languages[language]!, language };
}

/** The rules of a language take long to make, so they are cached. */
const rulesOf = memoize((language: string) => new Intl.PluralRules(language));

/** How many openings there are, in words. The language is that of the words; the text is the number as it is written
 * there. */
export const counted = ({ count }: Words, language: string, number: number, text: string): string =>
  (count[rulesOf(language).select(number)] ?? count.other).replace('#', () => text);
