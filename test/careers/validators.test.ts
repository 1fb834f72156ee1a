// Every page of the career sites of the demo data, and of sites that have what it has none of: valid HTML, one
// canonical address, languages that name each other, and nothing that the policy does not name.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import { eitherEngine } from '../harness/databases.ts';
import { share } from '../harness/random/sample.ts';
import {
  absolute,
  allPages,
  type CareerSites,
  type Distribution,
  type PageFacts,
  readPage,
  startCareers,
} from './pages.ts';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Small letters are as valid, and the rest of the page has them too.
    'doctype-style': 'off',
    // The title of a job is the company's to choose.
    'long-title': 'off',
  },
});

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe.each(eitherEngine)('%s', (engine) => {
  let careers: CareerSites;
  let pages: PageFacts[];
  /** The distributions that have a page, with it. */
  let shown: (Distribution & { readonly page: PageFacts })[];
  beforeAll(async () => {
    careers = await startCareers(engine);
    pages = await allPages(careers);
    const byPath = new Map(pages.map((page) => [page.path, page]));
    shown = careers.distributions
      .filter(({ figures }) => figures.has('with_page'))
      .map((one) => ({ ...one, page: byPath.get(one.path)! }));
  });
  afterAll(() => careers.stop());

  test('the pages are of every kind', () => {
    const statuses = Map.groupBy(pages, ({ status }) => status);
    expect([...statuses.keys()].sort()).toEqual([200, 404, 410]);
    for (const some of statuses.values()) expect(some.length).toBeGreaterThan(1);
    for (const part of [/\?lang=fr$/, /\?page=2$/, /\?lang=en&page=2$/, /\?department=/, /\?q=/, /\/ar\//])
      expect({ part, found: pages.some(({ path }) => part.test(path)) }).toEqual({ part, found: true });
    expect(shown.filter(({ page }) => page?.status !== 200)).toEqual([]);
    expect(shown.filter(({ jobStatus }) => jobStatus === 'on_hold').length).toBeGreaterThan(0);
  });

  test('html-validate has nothing to say', async () => {
    const faults: string[] = [];
    const unlike = pages.filter(({ text }) => !/<h1>Diver \d\d/.test(text));
    for (const { path, text } of share(unlike, engine === 'embedded' ? 3 : 8)) {
      const { results } = await validator.validateString(text);
      for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages))
        faults.push(`${path} ${line}:${column} ${ruleId}: ${message}`);
    }
    expect(faults).toEqual([]);
  });

  test('each has one heading of the first level, and no script but JSON-LD', () => {
    for (const { path, headings, scripts } of pages)
      expect({ path, headings, scripts: scripts.filter(({ type }) => type !== 'application/ld+json') }).toEqual({
        ...{ path, headings: 1, scripts: [] },
      });
  });

  test('no link leads nowhere', () => {
    const byPath = new Map(pages.map((page) => [page.path, page]));
    const dead = pages.flatMap(({ path, links }) =>
      links.filter((link) => (byPath.get(link)?.status ?? 200) !== 200).map((link) => `${path} → ${link}`),
    );
    expect(dead).toEqual([]);
  });

  test('the policy allows nothing by default, and exactly the styles that are in the page', () => {
    for (const { path, policy, styles } of pages) {
      const directives = new Map(policy.split('; ').map((each) => [each.split(' ')[0]!, each.split(' ').slice(1)]));
      expect({ path, default: directives.get('default-src') }).toEqual({ path, default: ["'none'"] });
      expect({ path, styles: directives.get('style-src')?.sort() }).toEqual({
        path,
        styles: styles.map(hashOf).sort(),
      });
      expect({ path, script: directives.has('script-src') }).toEqual({ path, script: false });
    }
  });

  test('the language of a page is that of the distribution', () => {
    for (const { path, locale, page } of shown) expect({ path, lang: page.lang }).toEqual({ path, lang: locale });
  });

  test('what is there has one canonical address, absolute, whose page says the same; what is not has none', async () => {
    const seen = new Map<string, readonly string[]>();
    for (const { path, status, canonicals, isIndexed } of pages) {
      const [canonical] = canonicals;
      expect({ path, count: canonicals.length }).toEqual({ path, count: status === 200 ? 1 : 0 });
      if (status !== 200) expect({ path, isIndexed }).toEqual({ path, isIndexed: false });
      if (canonical === undefined) continue;
      expect(canonical).toStartWith('https://');
      if (!seen.has(canonical)) {
        const answer = await careers.get(canonical);
        expect({ path, status: answer.status }).toEqual({ path, status: 200 });
        seen.set(canonical, (await readPage(canonical, answer)).canonicals);
      }
      expect({ path, canonicals: seen.get(canonical)! }).toEqual({ path, canonicals: [canonical] });
    }
  });

  test('on the domain of a site its pages are the same, but for where they lead', async () => {
    for (const { slug, custom_domain: domain } of careers.sites.filter(({ custom_domain }) => custom_domain !== null)) {
      const root = `/careers/${slug}`;
      const own = (path: string) => path.replace(new RegExp(`^${root}(?=$|[/?])/?`), '/');
      const some = pages.filter(({ path, status }) => status !== 404 && own(path) !== path);
      for (const { path, status, text } of engine === 'embedded' ? some : share(some, 8)) {
        const answer = await careers.get(`https://${domain}${own(path)}`);
        const moved = text.replace(/(?<= (?:href|action)=")[^"]*/g, own);
        expect([path, answer.status, await answer.text()]).toEqual([path, status, moved]);
      }
    }
  });

  test('the pages of sites are canonical by their language and page, and only without other filters for search engines', () => {
    const site = careers.sites.find(({ slug }) => slug === 'alderwick')!;
    const cases: [path: string, canonical: string, isIndexed: boolean][] = [
      ['/careers', 'https://jobs.example.com/careers', true],
      ['/careers/alderwick', absolute(site), true],
      ['/careers/alderwick?lang=fr', `${absolute(site)}?lang=fr`, true],
      ['/careers/alderwick?q=zzzz', absolute(site), false],
      ['/careers/deep?page=2', 'https://jobs.example.com/careers/deep?page=2', true],
      ['/careers/deep?lang=xx&page=99', 'https://jobs.example.com/careers/deep', true],
    ];
    for (const [path, canonical, isIndexed] of cases) {
      const page = pages.find((each) => each.path === path)!;
      expect({ path, canonicals: page.canonicals, isIndexed: page.isIndexed }).toEqual({
        ...{ path, canonicals: [canonical], isIndexed },
      });
    }
  });

  test('several distributions of one job in one language share the canonical address of the oldest', () => {
    const groups = Map.groupBy(shown, ({ jobId, locale }) => `${jobId} ${locale}`);
    for (const [group, some] of groups) {
      const canonicals = new Set(some.map(({ page }) => page.canonicals[0]!));
      const oldest = some.toSorted((a, b) => a.id - b.id)[0]!;
      expect([group, ...canonicals]).toEqual([group, oldest.url]);
    }
    expect([...groups.values()].filter(({ length }) => length > 2).length).toBeGreaterThan(0);
  });

  test('the languages of a job name each other: absolute, themselves included, with one default', () => {
    const byUrl = new Map(shown.map((one) => [one.url, one.page]));
    let several = 0;
    for (const { url, locale, jobId, page } of shown) {
      const { alternates } = page;
      if (page.canonicals[0] !== url) {
        expect({ url, alternates }).toEqual({ url, alternates: [] });
        continue;
      }
      const languages = alternates.filter(({ hreflang }) => hreflang !== 'x-default');
      const defaults = alternates.filter(({ hreflang }) => hreflang === 'x-default');
      const wanted = new Set(shown.filter((other) => other.jobId === jobId).map((other) => other.locale));
      expect({ url, tags: languages.map(({ hreflang }) => hreflang).sort() }).toEqual({
        url,
        tags: [...wanted].sort(),
      });
      expect(languages).toContainEqual({ hreflang: locale, href: url });
      expect({ url, defaults: defaults.length }).toEqual({ url, defaults: 1 });
      expect(languages.map(({ href }) => href)).toContain(defaults[0]!.href);
      for (const { href } of languages)
        expect({ href, back: byUrl.get(href)?.alternates }).toEqual({ href, back: alternates });
      if (languages.length > 1) several++;
    }
    expect(several).toBeGreaterThan(2);
  });
});
