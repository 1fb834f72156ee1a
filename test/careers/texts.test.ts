// Texts of career sites: descriptions for previews end at whole words, amounts and names keep their order among letters
// of the other direction, and languages have names.
import { expect, test } from 'bun:test';
import { summaryOf } from '../../src/careers/page/prose.ts';
import { languageName } from '../../src/careers/page/site-document.ts';
import { isolated, textsFor } from '../../src/careers/page/texts.ts';
import { fc } from '../harness/random/fc.ts';
import { someRuns } from '../harness/random/sample.ts';
import { advert, careersService, job, page, site } from './world.ts';

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzäöüßéЖжσ', '👩🏽‍🚀', '𝒳', 'e\u0301', '’'),
  minLength: 1,
  maxLength: 14,
});

test('a description is the words of its text from the first on, the last one whole, and says where there are more', () => {
  const separator = fc.constantFrom(' ', '  ', '\n', '\n\n', '\t');
  const parts = fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 120 });
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

test('languages have names: their own where one chooses, those of the page beside a job; a tag only where nothing is known', async () => {
  expect(languageName('zh-CN', ['en', 'zh-CN'])).toBe('中文');
  expect(languageName('zh-CN', ['zh-TW', 'zh-CN'])).toBe('中文（中国）');
  expect(languageName('pt_BR', ['pt', 'pt_BR'])).toBe('Português (Brasil)');
  expect(languageName('zh-Hant-TW', ['en', 'zh-Hant-TW'])).toBe('中文（繁體）');
  expect(languageName('x-evil', ['en', 'x-evil'])).toBe('x-evil');
  expect(textsFor('en').language('zh-CN')).toBe('Chinese (China)');
  expect(textsFor('de').language('zh-CN')).toBe('Chinesisch (China)');
  expect(textsFor('en').language('qq')).toBe('qq');
  const service = await careersService({
    'career-sites': [site(1)],
    jobs: [job(1), job(2), job(3), job(4)],
    'job-distributions': [advert(1), advert(2, { locale: 'en-GB' }), advert(3, { locale: 'zh-CN' }), advert(4)],
  });
  const { text } = await page(service, '/careers/site-1');
  expect([...text.matchAll(/<span class="tag">([^<]*)</g)].map(([, tag]) => tag)).toEqual([
    ...['Hybrid', 'Hybrid', 'Chinese (China)', 'Hybrid', 'Hybrid'],
  ]);
  expect(text).toMatch(/<a href="[^"]*\?lang=zh-CN" lang="zh-CN" hreflang="zh-CN">中文<\/a>/);
  expect(text.replace(/(lang|hreflang|value|href)="[^"]*"/g, '').replace(/<style>[\s\S]*<\/style>/, '')).not.toContain(
    'zh-CN',
  );
  await service.stop();
});
