// The words of career sites: every language says all that English says, in its own words, with the same placeholders
// and all forms of its numbers; and every locale gets one of the languages.
import { describe, expect, test } from 'bun:test';
import { counted, languages, textsFor, wordsFor } from '../../src/careers/page/texts.ts';
import { filled, type Words } from '../../src/careers/words/words.ts';

/** The texts by their names, those of a group as `group.name`. The forms of the count are apart: languages differ in
 * them. */
const textsOf = ({ count: _, ...words }: Words): Map<string, string> =>
  new Map(
    Object.entries(words).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string'
        ? [[name, value]]
        : Object.entries(value).map(([inner, text]) => [`${name}.${inner}`, text]),
    ),
  );

const placeholdersIn = (text: string): string[] => (text.match(/\{[^}]*\}|[{}#]/g) ?? []).sort();

const english = textsOf(languages.en!);
const codes = Object.keys(languages);
const others = codes.filter((code) => code !== 'en');

/** The words that are the same as in English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ['policies.hybrid', 'policies.remote'],
  fr: ['pages'],
  it: ['privacy'],
  nl: ['privacy'],
};

const NUMBERS = [...Array(201).keys(), 1000, 1_000_000];

test('there are ten languages', () => {
  expect(codes.toSorted()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt']);
});

test('only Arabic is written from right to left', () => {
  expect(codes.filter((code) => textsFor(code).dir === 'rtl')).toEqual(['ar']);
});

describe.each(codes)('%s', (code) => {
  const words = languages[code]!;
  const texts = textsOf(words);
  const forms = Object.entries(words.count);

  test('has every text, in the order of English, and none is empty', () => {
    expect([...texts.keys()]).toEqual([...english.keys()]);
    for (const [name, text] of [...texts, ...forms]) {
      expect({ name, text: text.trim() }).toEqual({ name, text });
      expect({ name, isEmpty: text === '' }).toEqual({ name, isEmpty: false });
    }
  });

  test('has the placeholders of English and no other', () => {
    for (const [name, text] of texts)
      expect({ name, has: placeholdersIn(text) }).toEqual({ name, has: placeholdersIn(english.get(name)!) });
    for (const [name, text] of forms) expect({ name, has: placeholdersIn(text) }).toEqual({ name, has: ['#'] });
  });

  test('has a form for every number, and none that the language does not know', () => {
    const rules = new Intl.PluralRules(code);
    const wanted = new Set<string>(NUMBERS.map((number) => rules.select(number)));
    expect([...wanted].filter((category) => !Object.hasOwn(words.count, category))).toEqual([]);
    expect(Object.keys(words.count).toSorted()).toEqual(rules.resolvedOptions().pluralCategories.toSorted());
  });
});

test.each(others)('%s says nothing in English', (code) => {
  const same = [...textsOf(languages[code]!)]
    .filter(([name, text]) => text === english.get(name))
    .map(([name]) => name);
  expect(same).toEqual([...(SAME[code] ?? [])]);
  expect(Object.values(languages[code]!.count)).not.toContain(languages.en!.count.other);
});

test('French has a narrow space before double marks, and every apostrophe is a curly one', () => {
  expect([...textsOf(languages.fr!).values()].filter((text) => /(^|[^\u202f])[:;?!]/.test(text))).toEqual([]);
  for (const code of codes) expect([...textsOf(languages[code]!).values()].join('\n')).not.toContain("'");
});

const locales: [locale: string, language: string][] = [
  ['en', 'en'],
  ['en-GB', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-Latn-CH-1996', 'de'],
  ['pt_BR', 'pt'],
  ['PT-pt', 'pt'],
  ['ar-EG', 'ar'],
  ['ja_JP', 'ja'],
  ['zh-Hant', 'en'],
  ['deu', 'en'],
  ['x-klingon', 'en'],
  ['x-de', 'en'],
  ['', 'en'],
  ['-', 'en'],
  ['_de', 'en'],
  [' de', 'en'],
  ['de;q=0.8', 'en'],
  ['__proto__', 'en'],
  ['constructor', 'en'],
  ['constructor-de', 'en'],
  ['toString', 'en'],
  ['hasOwnProperty', 'en'],
  ['\0', 'en'],
  ['de'.repeat(100_000), 'en'],
];

test.each(locales.map(([locale, language]) => [locale.slice(0, 40), language, locale] as const))(
  'the locale %p gets the words of %s',
  (_, language, locale) => {
    expect(wordsFor(locale).language).toBe(language);
    expect(wordsFor(locale).words).toBe(languages[language]!);
  },
);

const counts: [language: string, number: number, text: string, said: string][] = [
  ['en', 0, '0', '0 openings'],
  ['en', 1, '1', '1 opening'],
  ['en', 1234, '1,234', '1,234 openings'],
  ['de', 1, '1', '1 offene Stelle'],
  ['de', 1234, '1.234', '1.234 offene Stellen'],
  ['fr', 0, '0', '0 offre'],
  ['fr', 1_000_000, '1 000 000', '1 000 000 d’offres'],
  ['es', 0, '0', '0 ofertas'],
  ['pt', 1, '1', '1 vaga'],
  ['it', 2, '2', '2 posizioni aperte'],
  ['nl', 1, '1', '1 vacature'],
  ['pl', 1, '1', '1 oferta pracy'],
  ['pl', 22, '22', '22 oferty pracy'],
  ['pl', 12, '12', '12 ofert pracy'],
  ['ja', 1, '1', '1件の求人'],
  ['ar', 3, '٣', '٣ وظائف شاغرة'],
  ['ar', 11, '١١', '١١ وظيفة شاغرة'],
];

test.each(counts)('in %s, %d openings, written %s, are: %s', (language, number, text, said) => {
  expect(counted(languages[language]!, language, number, text)).toBe(said);
});

test('a number may be any text, and where a form is missing the general one is used', () => {
  expect(counted(languages.en!, 'en', 2, '$& #')).toBe('$& # openings');
  expect(counted({ ...languages.pl!, count: { other: '#!' } }, 'pl', 1, '1')).toBe('1!');
});

test('values take the place of their names, and what looks like one in a value stays', () => {
  const { pageOf, careersAt } = languages.ja!;
  expect(filled(pageOf, { page: '2', pages: '9' })).toBe('9ページ中2ページ目');
  expect(filled(careersAt, { name: '{name} $1' })).toBe('{name} $1の採用情報');
});
