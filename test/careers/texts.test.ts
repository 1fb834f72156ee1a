// What the texts, lists and rules of career sites compute: words of every language, descriptions for previews, amounts,
// the order and the search of lists, and why a job is not shown.
import { describe, expect, test } from 'bun:test';
import { cities, countryOf } from '../../src/careers/country.ts';
import { newestFirst } from '../../src/careers/feeds/files.ts';
import { summaryOf } from '../../src/careers/page/prose.ts';
import { languageName } from '../../src/careers/page/site-document.ts';
import { counted, isolated, languages, textsFor, wordsFor } from '../../src/careers/page/texts.ts';
import { departmentAt, type Entry, inOrder, rosterOf, withWords } from '../../src/careers/records/roster.ts';
import { type Advertised, channels, reasonNames, reasons, visibilityOf } from '../../src/careers/visibility.ts';
import { filled, type Words } from '../../src/careers/words/words.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { PLACES } from '../../src/demo/words/places.ts';
import type { Marks } from '../../src/store/store.ts';
import { fc } from '../harness/random/fc.ts';
import { someRuns } from '../harness/random/sample.ts';

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

const locales: [locale: string, language: string][] = [
  ['en', 'en'],
  ['de', 'de'],
  ['de-Latn-CH-1996', 'de'],
  ['pt_BR', 'pt'],
  ['ar-EG', 'ar'],
  ['zh-Hant', 'en'],
  ['x-klingon', 'en'],
  ['', 'en'],
  ['de;q=0.8', 'en'],
  ['__proto__', 'en'],
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
  ['en', 1, '1', '1 opening'],
  ['en', 1234, '1,234', '1,234 openings'],
  ['de', 1234, '1.234', '1.234 offene Stellen'],
  ['fr', 1_000_000, '1 000 000', '1 000 000 d’offres'],
  ['pl', 22, '22', '22 oferty pracy'],
  ['pl', 12, '12', '12 ofert pracy'],
  ['ar', 3, '٣', '٣ وظائف شاغرة'],
  ['ar', 11, '١١', '١١ وظيفة شاغرة'],
];

test.each(counts)('in %s, %d openings, written %s, are: %s', (language, number, text, said) => {
  expect(counted(languages[language]!, language, number, text)).toBe(said);
});

test('values take the place of their names, and what looks like one in a value stays', () => {
  const { pageOf, careersAt } = languages.ja!;
  expect(filled(pageOf, { page: '2', pages: '9' })).toBe('9ページ中2ページ目');
  expect(filled(careersAt, { name: '{name} $1' })).toBe('{name} $1の採用情報');
});

const anyWord = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzäöüßéЖжσ', '👩🏽‍🚀', '𝒳', 'e\u0301', '’'),
  minLength: 1,
  maxLength: 14,
});

test('a description is the words of its text from the first on, the last one whole, and says where there are more', () => {
  const separator = fc.constantFrom(' ', '  ', '\n', '\n\n', '\t');
  const parts = fc.array(fc.tuple(anyWord, separator), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(parts, (all) => {
      const words = all.map(([each]) => each);
      const said = summaryOf(all.flat().join(''));
      const whole = words.join(' ');
      if (whole.length <= 200) return expect(said).toBe(whole);
      expect(said.length).toBeLessThanOrEqual(200);
      expect(said).toEndWith('…');
      const shown = said.slice(0, -1).split(' ');
      expect(shown).toEqual(words.slice(0, shown.length));
      // No word more would have had room.
      expect(`${said.slice(0, -1)} ${words[shown.length]}…`.length).toBeGreaterThan(200);
    }),
    { numRuns: someRuns(200) },
  );
});

test('whatever the text is, its description is one line of whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (text) => {
      const said = summaryOf(text, 'Berlin');
      expect(said.isWellFormed()).toBe(true);
      expect(said.length).toBeLessThanOrEqual(200);
      expect(said).not.toMatch(/[\n\t]| {2}/);
    }),
    { numRuns: someRuns(200) },
  );
});

test.each([
  ['- Find *wrecks*\n- **Write** down', 'Find *wrecks* Write down'],
  ['# About us\n\nWe `dive` at [sea](https://a.example/x).', 'About us We dive at sea.'],
  ['<p class="a">Deep &amp; dark</p><!-- no -->', 'Deep &amp; dark'],
  ['2 < 3 and 4 > 3, a_b__c', '2 < 3 and 4 > 3, a_b__c'],
  ['1. One\n2) Two', 'One Two'],
])('%p is said as %p', (text, said) => {
  expect(summaryOf(text)).toBe(said);
});

test('scripts without blanks are cut between words, a word without end between characters, and marks before the end go', () => {
  const chinese = summaryOf('我们寻找热爱大海的潜水员并且愿意学习'.repeat(20));
  expect(chinese.length).toBeGreaterThan(190);
  const cuts = [
    ...new Intl.Segmenter('zh', { granularity: 'word' }).segment('我们寻找热爱大海的潜水员并且愿意学习'.repeat(20)),
  ];
  expect(cuts.map(({ index }) => index)).toContain(chinese.length - 1);
  expect(summaryOf('🤿'.repeat(300))).toBe(`${'🤿'.repeat(99)}…`);
  expect(summaryOf(`${'a'.repeat(180)}, ${'b'.repeat(40)}`)).toBe(`${'a'.repeat(180)}…`);
  expect(summaryOf(`${'<b>'.repeat(2000)}end`)).toBe('');
});

test('an amount on a page from right to left stands apart, and keeps its own order', () => {
  const pay = (locale: string, currency: string | null, min: number | null = 40_000, max: number | null = 50_000) =>
    textsFor(locale).pay({ min, max, currency });
  expect(pay('ar', 'GBP')).toBe('\u206840,000–50,000\u00a0UK£\u2069 سنويًا');
  expect(pay('ar', 'GBP', null)).toBe('حتى \u206850,000\u00a0UK£\u2069 سنويًا');
  expect(pay('ar', 'Gold', 40_000, null)).toBe('ابتداءً من \u2068Gold 40,000\u2069 سنويًا');
  // Arabic digits and signs go to the left, as their format says.
  expect(pay('ar-EG', 'EGP')).toMatch(/^\u2068\u200f٤٠٬٠٠٠–٥٠٬٠٠٠/);
  expect(pay('en', 'GBP')).toBe('£40,000 – £50,000 a year');
});

test('a text in the other direction stands apart, others are as they are', () => {
  const [ar, en] = [textsFor('ar'), textsFor('en')];
  expect(isolated('<Ltd>', ar)).toMatchObject({ text: '<bdi>&lt;Ltd&gt;</bdi>' });
  expect(isolated('غواص', en)).toMatchObject({ text: '<bdi>غواص</bdi>' });
  expect(isolated('Diver', en)).toBe('Diver');
});

test('languages have names: their own where one chooses, those of the page beside a job; a tag only where nothing is known', () => {
  expect(languageName('zh-CN', ['en', 'zh-CN'])).toBe('中文');
  expect(languageName('zh-CN', ['zh-TW', 'zh-CN'])).toBe('中文（中国）');
  expect(languageName('pt_BR', ['pt', 'pt_BR'])).toBe('Português (Brasil)');
  expect(languageName('zh-Hant-TW', ['en', 'zh-Hant-TW'])).toBe('中文（繁體）');
  expect(languageName('x-evil', ['en', 'x-evil'])).toBe('x-evil');
  expect(textsFor('en').language('zh-CN')).toBe('Chinese (China)');
  expect(textsFor('de').language('zh-CN')).toBe('Chinesisch (China)');
  expect(textsFor('en').language('qq')).toBe('qq');
});

const entry = fc.record({
  department: fc.option(fc.constantFrom('Diving', 'Driving', 'Économie')),
  moment: fc.constantFrom('', '2026-01-01', '2026-01-01T08:00:00', '2026-02-01'),
  words: fc
    .array(fc.constantFrom('senior', 'diver', 'job-2026', 'zurich', 'łodz', '東京', '😀', 'a', 'x\ny'), {
      maxLength: 5,
    })
    .map((words) => words.join(' ')),
});
const lists = (minLength: number, maxLength: number) =>
  fc
    .array(entry, { minLength, maxLength })
    .map((entries) => entries.map((each, id) => ({ ...each, id }) as Entry).sort(inOrder));

test('a department lies side by side, and the newest of all departments come first', () => {
  fc.assert(
    fc.property(lists(1, 40), (list) => {
      for (const at of list.keys()) {
        const [from, to] = departmentAt(list, at);
        expect(list.slice(from, to)).toEqual(list.filter(({ department }) => department === list[at]!.department));
      }
      const byTime = list.toSorted((a, b) => (a.moment === b.moment ? b.id - a.id : a.moment > b.moment ? -1 : 1));
      expect([...newestFirst(list)]).toEqual(byTime);
    }),
  );
  expect([...newestFirst([])]).toEqual([]);
});

test.each([0, 500])('a search in a list of %d and more finds what is there', (least) => {
  const word = fc.constantFrom('senior', 'sen', 'dive', '2026', 'z', 'ł', '東', '😀', 'a', 'nothing', 'x');
  fc.assert(
    fc.property(lists(least, least + 60), fc.array(word, { maxLength: 3 }), (list, words) => {
      const expected = list.filter((each) => words.every((one) => each.words.includes(one)));
      expect(withWords(list, words)).toEqual(expected);
      // The second time the text of the list is there.
      expect(withWords(list, words)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('what a list depends on tells how many are published later, and not when', () => {
  const stateOf = (times: readonly string[]) => {
    const entries = times.map((from, id) => ({ id, from }) as Entry);
    return rosterOf({ entries, pages: new Map(), marks: { state: 'x' } as Marks }, '2026-11-15').state;
  };
  expect(stateOf(['2027-01-01'])).toBe(stateOf(['2028-12-24']));
  expect(stateOf(['2027-01-01'])).not.toBe(stateOf(['2027-01-01', '2027-01-02']));
});

const NOW = '2026-11-15T12:00:00.000Z';

type Settings = readonly (string | undefined)[];
type Changes = { distribution?: DataRecord; site?: DataRecord; job?: DataRecord; settings?: Settings };

const PUBLISHED = { status: 'published', published_at: '2026-11-01T08:00:00Z' };

const advertised = ({ distribution, site, job, settings = [] }: Changes): Advertised => ({
  distribution: {
    ...{ ...PUBLISHED, visible_from: distribution?.published_at ?? PUBLISHED.published_at },
    ...distribution,
  },
  site: { is_active: 1, ...site },
  job: {
    ...{ status: 'open', title: 'Diver', description: 'Dive.', location: 'London', remote_policy: 'on_site' },
    ...job,
  },
  ...(settings[0] !== undefined && { brand: { settings_json: settings[0] } }),
  ...(settings[1] !== undefined && { organization: { settings_json: settings[1] } }),
});

const ALL = 'page site feed indeed linkedin markup';
const FEEDS = 'page site feed';

const cases: [what: string, changes: Changes, shown: string, reasons: string][] = [
  ['nothing is wrong', {}, ALL, ''],
  ['the site is off', { site: { is_active: 0 } }, '', 'site_inactive'],
  ['a draft', { distribution: { status: 'draft', published_at: null } }, '', 'unpublished'],
  ['a draft of later', { distribution: { status: 'draft', published_at: '2027-01-01' } }, '', 'unpublished'],
  ['published without a time', { distribution: { published_at: null } }, `${FEEDS} linkedin`, 'date_missing'],
  ['published this moment', { distribution: { published_at: '2026-11-15T12:00:00Z' } }, ALL, ''],
  ['published a moment later', { distribution: { published_at: '2026-11-15T12:00:00.001Z' } }, '', 'published_later'],
  ['published elsewhere', { distribution: { published_at: '2026-11-15T13:30:00+02:00' } }, ALL, ''],
  ['published later elsewhere', { distribution: { published_at: '2026-11-15T11:30:00-01:00' } }, '', 'published_later'],
  ['published today', { distribution: { published_at: '2026-11-15' } }, ALL, ''],
  ['published tomorrow', { distribution: { published_at: '2026-11-16' } }, '', 'published_later'],
  ['the job is filled', { job: { status: 'filled' } }, '', 'job_not_open'],
  ['the job is on hold', { job: { status: 'on_hold' } }, 'page', 'job_on_hold'],
  ['no title', { job: { title: ' ' } }, FEEDS, 'title_missing'],
  ['no description', { job: { description: null } }, FEEDS, 'description_missing'],
  ['an empty description', { job: { description: '' } }, FEEDS, 'description_missing'],
  ['no place', { job: { location: null } }, FEEDS, 'place_missing'],
  ['no place, remote', { job: { location: null, remote_policy: 'remote' } }, `${FEEDS} linkedin`, 'country_unknown'],
  ['no place, hybrid', { job: { location: '', remote_policy: 'hybrid' } }, FEEDS, 'place_missing'],
  ['no country', { job: { location: 'Atlantis' } }, `${FEEDS} linkedin`, 'country_unknown'],
  [
    'no country, remote',
    { job: { location: 'Atlantis', remote_policy: 'remote' } },
    `${FEEDS} linkedin`,
    'country_unknown',
  ],
  ['a country, remote', { job: { location: 'London', remote_policy: 'remote' } }, ALL, ''],
  [
    'several at once',
    { site: { is_active: 0 }, job: { status: 'on_hold', title: '', location: null } },
    '',
    'site_inactive job_on_hold title_missing place_missing',
  ],
];

const listed = (text: string) => text.split(' ').filter((word) => word !== '');

test.each(cases)('%s', (_, changes, shown, held) => {
  const visibility = visibilityOf(advertised(changes), NOW);
  expect(visibility.reasons as string[]).toEqual(listed(held));
  expect(channels.filter((channel) => visibility.shown[channel]) as string[]).toEqual(listed(shown));
  for (const channel of channels)
    expect(visibility.reasons.some((name) => reasons[name].keepsFrom.includes(channel))).toBe(
      !visibility.shown[channel],
    );
});

test('every reason is told to people in a sentence, keeps something from somewhere, and is tried here', () => {
  for (const { sentence, keepsFrom } of Object.values(reasons)) {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(keepsFrom.length).toBeGreaterThan(0);
  }
  expect(reasonNames.filter((name) => !cases.some(([, , , held]) => held === name))).toEqual([]);
});

const settings = (named: unknown) => JSON.stringify({ places: named });

const found: [place: string | null, settings: Settings, country: string | undefined][] = [
  ['London', [], 'GB'],
  ['  new   york ', [], 'US'],
  ['Zürich', [], 'CH'],
  ['Sao Paulo', [], 'BR'],
  ['東京', [], 'JP'],
  ['Atlantis', [], undefined],
  ['Cambridge, MA', [], undefined],
  ['constructor', [], undefined],
  ['', [], undefined],
  [null, [], undefined],
  ['Springfield', [settings({ springfield: 'us' })], 'US'],
  ['Springfield', [settings({}), settings({ Springfield: 'US' })], 'US'],
  ['Springfield', [settings({ Springfield: 'GB' }), settings({ Springfield: 'US' })], 'GB'],
  ['London', [settings({ London: 'CA' })], 'CA'],
  ['London', [settings({ London: 'Canada' })], 'GB'],
  ['Springfield', [settings({ Springfield: 5 }), settings(['Springfield'])], undefined],
  ...['null', '[]', '5', '"x"', 'no JSON', '{"places":null}', '{"places":"US"}'].map(
    (text): [string, Settings, undefined] => ['Springfield', [text], undefined],
  ),
];

test.each(found)('the country of %p with %j', (place, some, country) => {
  const records = advertised({ settings: some, job: { location: place, remote_policy: 'remote' } });
  expect(countryOf(place, records)).toBe(country);
  expect(visibilityOf(records, NOW).country).toBe(country);
});

test('the table has the cities of the demo data and many more, each once, by real countries', () => {
  for (const { city, country } of PLACES) expect([city, countryOf(city, {})]).toEqual([city, country]);
  const names = Object.values(cities).flat();
  expect(names.length).toBeGreaterThan(150);
  expect(names.length).toBe(new Set(names).size);
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const [country, some] of Object.entries(cities)) {
    expect([country, regions.of(country)]).toEqual([country, expect.any(String)]);
    for (const name of some) expect([name, countryOf(name, {})]).toEqual([name, country]);
  }
});
