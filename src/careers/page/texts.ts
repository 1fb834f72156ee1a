// Numbers, money, days and countries as a locale writes them, and the words of its language. Formats take long to make
// and to use, so they are cached, and their texts are too.
import { memoize } from '../../cache/memoize.ts';
import { tried } from '../../contract/errors.ts';
import type { Pay } from '../records/posting.ts';
import { ar } from '../words/ar.ts';
import { de } from '../words/de.ts';
import { en } from '../words/en.ts';
import { es } from '../words/es.ts';
import { fr } from '../words/fr.ts';
import { it } from '../words/it.ts';
import { ja } from '../words/ja.ts';
import { nl } from '../words/nl.ts';
import { pl } from '../words/pl.ts';
import { pt } from '../words/pt.ts';
import { filled, type Words, wordIn } from '../words/words.ts';
import { type Html, html } from './html.ts';

type Direction = 'ltr' | 'rtl';
export type Texts = ReturnType<typeof textsFor>;

export const languages: Readonly<Record<string, Words>> = { en, de, fr, es, pt, it, nl, pl, ja, ar };

/** The words for a locale such as `de-AT` or `pt_BR`, and the language they are in: English where there are no
 * others. */
export function wordsFor(locale: string): { words: Words; language: string } {
  const first = locale.split(/[-_]/, 1)[0]!.toLowerCase();
  const language = Object.hasOwn(languages, first) ? first : 'en';
  return { words: languages[language]!, language };
}

const rulesOf = memoize((language: string) => new Intl.PluralRules(language));

/** How many openings there are, in words. The language is that of the words; the text is the number as it is written
 * there. */
export const counted = ({ count }: Words, language: string, number: number, text: string): string =>
  (count[rulesOf(language).select(number)] ?? count.other).replace('#', () => text);

/** In milliseconds. */
const DAY = 86_400_000;
const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

export const textsFor = memoize((locale: string) => {
  const lang = localeTag(locale);
  const { words, language } = wordsFor(locale);
  // What no numbers can be formatted for is as in the language of the words.
  const format = tried(() => Intl.NumberFormat.supportedLocalesOf([lang])[0]) ?? language;
  const dir: Direction = RIGHT_TO_LEFT.has(lang.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr';
  const [numbers, days, regions, names] = [
    new Intl.NumberFormat(format),
    new Intl.DateTimeFormat(format, { dateStyle: 'long', timeZone: 'UTC' }),
    new Intl.DisplayNames(format, { type: 'region' }),
    new Intl.DisplayNames(format, { type: 'language', languageDisplay: 'standard', fallback: 'none' }),
  ];
  const dayOf = memoize((day: number) => days.format(day * DAY));
  /** Plain numbers, where it is no currency. */
  const money = memoize(
    (currency: string) =>
      tried(() => new Intl.NumberFormat(format, { style: 'currency', currency, maximumFractionDigits: 0 })) ?? numbers,
  );

  function amount({ min, max, currency }: Pay): string | undefined {
    if (min === null && max === null) return undefined;
    const by = currency === null ? numbers : money(currency);
    const name = currency !== null && by === numbers ? `${currency} ` : '';
    const written = (text: string) => apart(inItsOrder(name + text), dir);
    if (min === null) return filled(words.upTo, { amount: written(by.format(max!)) });
    if (max === null) return filled(words.from, { amount: written(by.format(min)) });
    return written(min < max ? by.formatRange(min, max) : by.format(min));
  }

  return {
    /** For the `lang` of the page. */
    lang,
    dir,
    words,
    number: (value: number): string => numbers.format(value),
    openings: (count: number): string => counted(words, language, count, numbers.format(count)),
    day(date: string): string {
      const at = Date.parse(date);
      return Number.isNaN(at) ? date : dayOf(Math.floor(at / DAY));
    },
    /** `undefined` where nothing is known. */
    pay: memoize(
      (pay: Pay): string | undefined => {
        const text = amount(pay);
        return text && filled(words.aYear, { amount: text });
      },
      ({ min, max, currency }) => `${min} ${max} ${currency}`,
    ),
    country: memoize((code: string) => regions.of(code) ?? code),
    /** The name of a language here; the tag where that is not known. `zh-CN` → `Chinese (China)`. */
    language: memoize((tag: string): string => {
      const name = tried(() => names.of(tag));
      return name === undefined ? tag : name.charAt(0).toLocaleUpperCase(format) + name.slice(1);
    }),
    policy: (value: string): string => wordIn(words.policies, value) ?? plain(value),
    type: (value: string): string => wordIn(words.types, value) ?? plain(value),
  };
});

/** Arabic formats begin with a mark that turns everything to the left. With letters and digits that are read to the
 * right, that makes `£UK 50,000–40,000` of `40,000–50,000 UK£`. */
const inItsOrder = (amount: string): string =>
  /[A-Za-z0-9]/.test(amount) ? amount.replace(/[\u061c\u200e\u200f]/g, '') : amount;

const WRITTEN_TO_THE_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A text of a record, which may be in the other direction than the page: then neither changes the order of the
 * other. */
export const isolated = (text: string, { dir }: { readonly dir: Direction }): Html | string =>
  dir === 'rtl' || WRITTEN_TO_THE_LEFT.test(text) ? html`<bdi>${text}</bdi>` : text;

/** The same for a part of a text, by the characters that begin and end an isolate: texts are in attributes and feeds
 * too. */
export const apart = (text: string, dir: Direction): string => (dir === 'rtl' ? `\u2068${text}\u2069` : text);

/** A word that no language has a translation of. */
const plain = (value: string): string => value.replaceAll('_', ' ');

/** As BCP 47 writes it. Records may have `en_US`. */
export const localeTag = memoize((locale: string): string => {
  const text = locale.replaceAll('_', '-');
  const [tag = 'en'] = tried(() => Intl.getCanonicalLocales(text)) ?? (/^[A-Za-z0-9-]+$/.test(text) ? [text] : []);
  return tag;
});
