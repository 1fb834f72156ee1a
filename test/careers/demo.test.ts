// The career sites of the demo data, and of sites that have what it has none of: every page, its markup and every feed,
// read by validators and parsers of others. Each job is where job-visibility says, and nowhere else.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
// @ts-expect-error: it has no types
import Validator from '@adobe/structured-data-validator';
import { HtmlValidate } from 'html-validate';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { eitherEngine } from '../harness/databases.ts';
import { share } from '../harness/random/sample.ts';
import { FEEDS, type FeedName, feedNames, type ReadFeed } from './feeds.ts';
import {
  absolute,
  allPages,
  type CareerSites,
  type Distribution,
  type PageFacts,
  PUBLIC_URL,
  readPage,
  startCareers,
} from './pages.ts';
import { schemaOrg } from './schema-org.ts';

const html = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Small letters are as valid, and the rest of the page has them too.
    'doctype-style': 'off',
    // The title of a job is the company's to choose.
    'long-title': 'off',
  },
});

type Issue = { severity: 'ERROR' | 'WARNING'; issueMessage: string };
const google: { validate(found: object): Promise<Issue[]> } = new Validator(schemaOrg);
const issuesIn = async (posting: any): Promise<string[]> =>
  (await google.validate({ jsonld: { [posting['@type']]: [structuredClone(posting)] } })).map(
    ({ severity, issueMessage }) => `${severity}: ${issueMessage}`,
  );

/** What Google recommends and is not always there, with the jobs that have it. */
const LEFT_OUT: Readonly<Record<string, (job: Distribution) => boolean>> = {
  // Nothing in the records says when an advertisement ends: a target date is no expiry.
  validThrough: () => false,
  // Both are for jobs that are done from anywhere.
  jobLocationType: ({ isRemote }) => isRemote,
  applicantLocationRequirements: ({ isRemote }) => isRemote,
  // Jobs whose record does not say it.
  baseSalary: ({ title }) => title !== 'No pay',
  employmentType: ({ title }) => title !== 'No contract',
};

/** What every job of a feed has. */
const ALWAYS: Readonly<Record<FeedName, readonly string[]>> = {
  'feed.xml': ['title', 'link', 'guid', 'description', 'dc'],
  'feed.json': ['id', 'url', 'title', 'content_html', 'authors', 'language'],
  'indeed.xml': ['title', 'date', 'referencenumber', 'url', 'company', 'country', 'description'],
  'linkedin.xml': ['partnerJobId', 'company', 'title', 'description', 'applyUrl', 'location'],
  'sitemap.xml': ['loc'],
};

const formOf = (name: FeedName, at: Date): string =>
  name === 'feed.xml' ? at.toUTCString() : at.toISOString().replace('.000Z', 'Z');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Read = ReadFeed & { readonly site: DataRecord; readonly name: FeedName; readonly text: string };

describe.each(eitherEngine)('%s', (engine) => {
  let careers: CareerSites;
  let pages: PageFacts[];
  let active: readonly DataRecord[];
  /** The distributions that have a page, with it. */
  let shown: (Distribution & { readonly page: PageFacts })[];
  /** The markup of each page that has any. */
  let marked: { job: Distribution; posting: any }[];
  const feeds: Read[] = [];
  beforeAll(async () => {
    careers = await startCareers(engine);
    pages = await allPages(careers);
    const byPath = new Map(pages.map((page) => [page.path, page]));
    for (const { path } of careers.distributions)
      if (!byPath.has(path)) byPath.set(path, await readPage(path, await careers.get(path)));
    shown = careers.distributions.flatMap((one) => {
      const page = byPath.get(one.path)!;
      return page.status === 200 ? [{ ...one, page }] : [];
    });
    marked = careers.distributions.flatMap((job) =>
      byPath.get(job.path)!.scripts.map(({ text }) => ({ job, posting: JSON.parse(text) })),
    );
    active = careers.sites.filter(({ is_active }) => is_active === 1);
    for (const site of active)
      for (const name of feedNames) {
        const answer = await careers.get(`/careers/${site.slug}/${name}`);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, FEEDS[name].type]);
        const text = await answer.text();
        feeds.push({ site, name, text, ...FEEDS[name].read(text) });
      }
  });
  afterAll(() => careers.stop());

  const entriesOf = (name: FeedName) => feeds.filter((feed) => feed.name === name).flatMap(({ entries }) => entries);

  test('each job is exactly where job-visibility says', () => {
    const byPath = new Map(careers.distributions.map((one) => [one.path, one.id]));
    // The pages of sites, of which those of one language list every distribution in it.
    const lists = pages.filter(({ path }) => /^\/careers\/[^/?]+(\?(lang|page)=.*)?$/.test(path));
    const byUrl = new Map(careers.distributions.map((one) => [one.url, one.id]));
    const found: readonly (readonly [figure: string, where: string, ids: readonly number[]])[] = [
      ['with_page', 'pages', shown.map(({ id }) => id)],
      ['on_site', 'lists', lists.flatMap(({ links }) => links.flatMap((link) => byPath.get(link) ?? []))],
      ['on_site', 'sitemap.xml', entriesOf('sitemap.xml').flatMap(({ url }) => byUrl.get(url) ?? [])],
      ['in_feed', 'feed.xml', entriesOf('feed.xml').map(({ id }) => id)],
      ['in_feed', 'feed.json', entriesOf('feed.json').map(({ id }) => id)],
      ['in_indeed', 'indeed.xml', entriesOf('indeed.xml').map(({ id }) => id)],
      ['in_linkedin', 'linkedin.xml', entriesOf('linkedin.xml').map(({ id }) => id)],
      ['marked_up', 'markup', marked.map(({ job }) => job.id)],
    ];
    const inOrder = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);
    for (const [figure, where, ids] of found) {
      const wanted = careers.distributions.filter(({ figures }) => figures.has(figure)).map(({ id }) => id);
      expect(wanted.length).toBeGreaterThan(50);
      // In feeds each is once; lists have it in several orders.
      expect({ where, ids: inOrder(where === 'lists' ? new Set(ids) : ids) }).toEqual({ where, ids: inOrder(wanted) });
    }
  });

  test('html-validate has nothing to say', async () => {
    const faults: string[] = [];
    const unlike = pages.filter(({ text }) => !/<h1>Diver \d\d/.test(text));
    for (const { path, text } of share(unlike, 12)) {
      const { results } = await html.validateString(text);
      for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages))
        faults.push(`${path} ${line}:${column} ${ruleId}: ${message}`);
    }
    expect(faults).toEqual([]);
  });

  test('a page has one heading of the first level, no script but JSON-LD, and a policy that allows its styles only', () => {
    for (const { path, headings, scripts, styles, policy } of pages) {
      const directives = new Map(policy.split('; ').map((each) => [each.split(' ')[0]!, each.split(' ').slice(1)]));
      expect({
        ...{ path, headings, scripts: scripts.filter(({ type }) => type !== 'application/ld+json') },
        ...{ default: directives.get('default-src'), script: directives.has('script-src') },
        styles: directives.get('style-src')?.sort(),
      }).toEqual({
        ...{ path, headings: 1, scripts: [], default: ["'none'"], script: false },
        styles: styles.map(hashOf).sort(),
      });
    }
  });

  test('no link leads nowhere', () => {
    const byPath = new Map(pages.map((page) => [page.path, page]));
    const dead = pages.flatMap(({ path, links }) =>
      links.filter((link) => (byPath.get(link)?.status ?? 200) !== 200).map((link) => `${path} → ${link}`),
    );
    expect(dead).toEqual([]);
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

  test('the pages of sites are canonical by their language and page, and only without other filters for search engines', () => {
    const site = careers.sites.find(({ slug }) => slug === 'alderwick')!;
    const cases: [path: string, canonical: string, isIndexed: boolean][] = [
      ['/careers', `${PUBLIC_URL}/careers`, true],
      ['/careers/alderwick', absolute(site), true],
      ['/careers/alderwick?lang=fr', `${absolute(site)}?lang=fr`, true],
      ['/careers/alderwick?q=zzzz', absolute(site), false],
      ['/careers/deep?page=2', `${PUBLIC_URL}/careers/deep?page=2`, true],
      ['/careers/deep?lang=xx&page=99', `${PUBLIC_URL}/careers/deep`, true],
    ];
    for (const [path, canonical, isIndexed] of cases) {
      const page = pages.find((each) => each.path === path)!;
      expect({ path, canonicals: page.canonicals, isIndexed: page.isIndexed }).toEqual({
        ...{ path, canonicals: [canonical], isIndexed },
      });
    }
  });

  test('on the domain of a site its pages are the same, but for where they lead', async () => {
    for (const { slug, custom_domain: domain } of careers.sites.filter(({ custom_domain }) => custom_domain !== null)) {
      const root = `/careers/${slug}`;
      const own = (path: string) => path.replace(new RegExp(`^${root}(?=$|[/?])/?`), '/');
      const some = pages.filter(({ path, status }) => status !== 404 && own(path) !== path);
      for (const { path, status, text } of share(some, 4)) {
        const answer = await careers.get(`https://${domain}${own(path)}`);
        const moved = text.replace(/(?<= (?:href|action)=")[^"]*/g, own);
        expect([path, answer.status, await answer.text()]).toEqual([path, status, moved]);
      }
    }
  });

  test('several distributions of one job in one language share the canonical address of the oldest', () => {
    const groups = Map.groupBy(shown, ({ jobId, locale }) => `${jobId} ${locale}`);
    for (const [group, some] of groups) {
      const canonicals = new Set(some.map(({ page }) => page.canonicals[0]!));
      const oldest = some.toSorted((a, b) => a.id - b.id)[0]!;
      expect([group, ...canonicals]).toEqual([group, oldest.url]);
    }
    expect(Math.max(...[...groups.values()].map(({ length }) => length))).toBeGreaterThan(2);
  });

  test('the languages of a job name each other: absolute, themselves included, with one default', () => {
    const byUrl = new Map(shown.map((one) => [one.url, one.page]));
    for (const { url, locale, jobId, page } of shown) {
      const { alternates } = page;
      expect({ url, lang: page.lang }).toEqual({ url, lang: locale });
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
    }
    const tags = shown.find(({ title, locale }) => title === 'Diver 1' && locale === 'en')!.page.alternates;
    expect(tags.map(({ hreflang }) => hreflang).sort()).toEqual(['ar', 'de', 'en', 'x-default']);
  });

  test('Google’s rules and schema.org have nothing to say but what is left out on purpose', async () => {
    for (const { job, posting } of marked) {
      const missing = Object.keys(LEFT_OUT).filter((name) => !LEFT_OUT[name]!(job));
      const wanted = missing.map((name) => `WARNING: Missing field "${name}" (optional)`);
      expect([job.path, (await issuesIn(posting)).sort()]).toEqual([job.path, wanted.sort()]);
    }
    // The validator would say it.
    const { posting } = marked[0]!;
    for (const [what, said] of [
      [{ title: '' }, 'ERROR: Required attribute "title" is missing'],
      [{ datePosted: 'soon' }, 'ERROR: Invalid type for attribute "datePosted"'],
      [
        { salary: 5 },
        'WARNING: Property "salary" for type "JobPosting" is not supported by the schema.org specification',
      ],
      [{ jobLocation: { '@type': 'Spot' } }, 'ERROR: Type "Spot" is not a valid schema.org type'],
    ] as const)
      expect(await issuesIn({ ...posting, ...what })).toContain(said);
  });

  test('feeds say what they are and where, and every address in them answers, by the host that it names', async () => {
    const urls = new Set<string>();
    for (const { site, name, head, text, entries } of feeds) {
      const [home, self] = [absolute(site), absolute(site, `/${name}`)];
      if (name === 'feed.xml') {
        expect(head).toMatchObject({ title: site.name, link: home, description: expect.any(String) });
        expect(head.atom.links).toEqual([{ href: self, rel: 'self', type: 'application/rss+xml' }]);
      } else if (name === 'feed.json')
        expect(JSON.parse(text)).toMatchObject({
          ...{ version: 'https://jsonfeed.org/version/1.1', title: site.name, home_page_url: home, feed_url: self },
        });
      else if (name === 'indeed.xml') expect(head).toMatchObject({ publisher: site.name, publisherurl: home });
      else if (name === 'linkedin.xml') expect(head).toMatchObject({ publisher: site.name, publisherUrl: home });
      else {
        expect(text).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
        expect(entries.map(({ url }) => url)).toContain(home);
      }
      for (const url of [self, ...entries.map((each) => each.url)]) urls.add(url);
    }
    for (const url of urls) {
      const answer = await careers.get(url);
      expect({ url, status: answer.status }).toEqual({ url, status: 200 });
      await answer.bytes();
    }
  });

  test('every job of a feed has its parts, and the date of its publication in the form of the feed', () => {
    const published = new Map(careers.distributions.map(({ url, publishedAt }) => [url, publishedAt]));
    for (const { name, entries } of feeds)
      for (const { item, url, date } of entries) {
        const missing = ALWAYS[name].filter((each) => !item[each]);
        const given = published.get(url);
        const wanted = given ? formOf(name, new Date(given)) : undefined;
        expect({ name, url, date, missing }).toEqual({ name, url, date: wanted, missing: [] });
      }
  });

  test('robots.txt names the sitemap of every active site, or of the one whose domain it is; others have no feeds', async () => {
    const sitemapsIn = async (url: string) =>
      [...(await (await careers.get(url)).text()).matchAll(/^Sitemap: (.*)$/gm)].map(([, address]) => address!);
    expect(await sitemapsIn(`${PUBLIC_URL}/robots.txt`)).toEqual(active.map((site) => absolute(site, '/sitemap.xml')));
    for (const site of active.filter(({ custom_domain }) => custom_domain !== null))
      expect(await sitemapsIn(absolute(site, '/robots.txt'))).toEqual([absolute(site, '/sitemap.xml')]);
    for (const name of feedNames) expect((await careers.get(`/careers/lindenlab/${name}`)).status).toBe(404);
  });
});
