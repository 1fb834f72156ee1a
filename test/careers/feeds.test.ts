// Every feed, sitemap and robots.txt of the career sites: read by parsers of others, with the jobs that are shown there
// and no others, at addresses that answer.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { careers as careersOf } from '../../src/careers/careers.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { erase, update } from '../engines/changes/changing.ts';
import { eitherEngine } from '../harness/databases.ts';
import { FEEDS, type FeedName, feedNames, type ReadFeed } from './feeds.ts';
import { absolute, type CareerSites, PUBLIC_URL, startCareers } from './pages.ts';
import { advert, careersService, job, page } from './world.ts';

/** The figure that counts what is in the feed, and what every job of it has. */
const CONTENTS: Readonly<Record<FeedName, { figure: string; always: readonly string[] }>> = {
  'feed.xml': { figure: 'in_feed', always: ['title', 'link', 'guid', 'description', 'dc'] },
  'feed.json': { figure: 'in_feed', always: ['id', 'url', 'title', 'content_html', 'authors', 'language'] },
  'indeed.xml': {
    figure: 'in_indeed',
    always: ['title', 'date', 'referencenumber', 'url', 'company', 'country', 'description'],
  },
  'linkedin.xml': {
    figure: 'in_linkedin',
    always: ['partnerJobId', 'company', 'title', 'description', 'applyUrl', 'location'],
  },
  'sitemap.xml': { figure: 'on_site', always: ['loc'] },
};

const formOf = (name: FeedName, at: Date): string =>
  name === 'feed.xml' ? at.toUTCString() : at.toISOString().replace('.000Z', 'Z');

type Read = ReadFeed & { readonly site: DataRecord; readonly name: FeedName; readonly text: string };

describe.each(eitherEngine)('%s', (engine) => {
  let careers: CareerSites;
  const feeds: Read[] = [];
  beforeAll(async () => {
    careers = await startCareers(engine);
    for (const site of careers.sites.filter(({ is_active }) => is_active === 1))
      for (const name of feedNames) {
        const answer = await careers.get(`/careers/${site.slug}/${name}`);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, FEEDS[name].type]);
        const text = await answer.text();
        feeds.push({ site, name, text, ...FEEDS[name].read(text) });
      }
  });
  afterAll(() => careers.stop());

  test.each(feedNames)('%s has the jobs that are shown there, each once, at its absolute address', (name) => {
    const { figure, always } = CONTENTS[name];
    let jobs = 0;
    for (const { site, entries } of feeds.filter((each) => each.name === name)) {
      const wanted = careers.distributions.filter((one) => one.site.id === site.id && one.figures.has(figure));
      const urls = wanted.map(({ url }) => url);
      if (name === 'sitemap.xml') urls.push(absolute(site));
      else
        expect([site.slug, entries.map(({ id }) => id).sort()]).toEqual([site.slug, wanted.map(({ id }) => id).sort()]);
      expect([site.slug, entries.map(({ url }) => url).sort()]).toEqual([site.slug, urls.sort()]);
      for (const { item } of entries)
        expect({ item, missing: always.filter((each) => !item[each]) }).toEqual({ item, missing: [] });
      jobs += wanted.length;
    }
    expect(jobs).toBeGreaterThan(50);
  });

  test('every address of every feed answers, by the host that it names', async () => {
    for (const url of new Set(feeds.flatMap(({ entries }) => entries.map((each) => each.url)))) {
      const answer = await careers.get(url);
      expect({ url, status: answer.status }).toEqual({ url, status: 200 });
      await answer.bytes();
    }
  });

  test('every job has the date of its publication, in the form of the feed', () => {
    const published = new Map(careers.distributions.map(({ url, publishedAt }) => [url, publishedAt]));
    for (const { name, entries } of feeds)
      for (const { url, date } of entries) {
        const given = published.get(url);
        const wanted = given ? formOf(name, new Date(given)) : undefined;
        expect({ name, url, date }).toEqual({ name, url, date: wanted });
      }
  });

  test('feeds say what they are, and where', async () => {
    for (const { site, name, head, text } of feeds) {
      const [home, self] = [absolute(site), absolute(site, `/${name}`)];
      const texts: Readonly<Record<FeedName, () => void>> = {
        'feed.xml': () => {
          expect(head).toMatchObject({ title: site.name, link: home, description: expect.any(String) });
          expect(head.atom.links).toEqual([{ href: self, rel: 'self', type: 'application/rss+xml' }]);
        },
        'feed.json': () => {
          const given = JSON.parse(text);
          expect(given).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', title: site.name });
          expect(given).toMatchObject({ home_page_url: home, feed_url: self, items: expect.any(Array) });
        },
        'indeed.xml': () => expect(head).toMatchObject({ publisher: site.name, publisherurl: home }),
        'linkedin.xml': () => expect(head).toMatchObject({ publisher: site.name, publisherUrl: home }),
        'sitemap.xml': () => expect(text).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'),
      };
      texts[name]();
      expect({ self, status: (await careers.get(self)).status }).toEqual({ self, status: 200 });
    }
  });

  test('texts come through as they are in the records', () => {
    for (const { name, entries } of feeds.filter(
      ({ site, name: of }) => site.slug === 'deep' && of !== 'sitemap.xml',
    )) {
      const titles = entries.map(({ title }) => title?.replace(/, London$/, ''));
      expect({ name, titles }).toEqual({
        name,
        titles: expect.arrayContaining(['<i>"Odd" & \'odder\'</i> ]]> 潜水士 🤿']),
      });
      const html = entries.flatMap(({ item }) => item.content_html ?? item.description ?? []).join('\n');
      expect(html).toContain('<p>Dive &lt;b&gt;deep&lt;/b&gt; &amp; come back; ]]&gt; is &quot;text&quot;');
      expect(html).toContain('<li>Find wrecks</li><li>Write down  what is there and where</li>');
    }
  });

  test('a site that is not active has no feeds', async () => {
    for (const name of feedNames) expect((await careers.get(`/careers/lindenlab/${name}`)).status).toBe(404);
  });

  test('robots.txt names the sitemap of every active site, or of the one whose domain it is', async () => {
    const sitemapsIn = async (url: string) =>
      [...(await (await careers.get(url)).text()).matchAll(/^Sitemap: (.*)$/gm)].map(([, address]) => address!);
    const active = careers.sites.filter(({ is_active }) => is_active === 1);
    expect(await sitemapsIn(`${PUBLIC_URL}/robots.txt`)).toEqual(active.map((site) => absolute(site, '/sitemap.xml')));
    for (const site of active.filter(({ custom_domain }) => custom_domain !== null))
      expect(await sitemapsIn(absolute(site, '/robots.txt'))).toEqual([absolute(site, '/sitemap.xml')]);
  });
});

test('LinkedIn gets each end of the pay that is known, if its currency is', async () => {
  const pays: [DataRecord, unknown][] = [
    [{}, [40_000, 50_000]],
    [{ comp_max: null }, [40_000, undefined]],
    [{ comp_min: null }, [undefined, 50_000]],
    [{ comp_min: 0 }, [0, 50_000]],
    [{ comp_min: null, comp_max: null }, undefined],
    [{ currency: null }, undefined],
  ];
  const service = await careersService({
    jobs: pays.map(([pay], at) => job(at + 1, pay)),
    'job-distributions': pays.map((_, at) => advert(at + 1)),
  });
  const { entries } = FEEDS['linkedin.xml'].read((await page(service, '/careers/site-1/linkedin.xml')).text);
  const endOf = (end?: { amount: string; currencyCode: string }) => end && [Number(end.amount), end.currencyCode];
  const found = new Map(entries.map(({ id, item: { salaries } }) => [id, salaries?.salary]));
  for (const [at, [, wanted]] of pays.entries()) {
    const salary = found.get(at + 1);
    const ends = (wanted as number[] | undefined)?.map((amount) =>
      amount === undefined ? undefined : [amount, 'EUR'],
    );
    expect([at, salary && [endOf(salary.lowEnd), endOf(salary.highEnd)]]).toEqual([at, ends]);
  }
  await service.stop();
});

test.each(['feed.xml', 'feed.json', 'indeed.xml', 'linkedin.xml'] as const)(
  'a job that closes or is erased while %s is made is not in it, and the others are',
  async (name) => {
    const ids = [1, 2, 3, 4];
    const service = await careersService({
      jobs: ids.map((id) => job(id)),
      'job-distributions': ids.map((id) => advert(id)),
    });
    const source = { catalogue, store: service.store, privateFields: {} };
    const made = careersOf({ ...source, publicUrl: () => PUBLIC_URL, now: () => '2026-11-16T12:00:00Z' });
    const file = await made.file((await made.siteNamed('site-1'))!, name, undefined);
    const parts = file!.parts();
    let text = (await parts.next()).value as string;
    await update(service.store, 'jobs', '{"id": 2, "status": "filled"}');
    await erase(service.store, 'jobs', [4]);
    for await (const part of parts) text += part;
    const { entries } = FEEDS[name].read(text);
    expect(entries.map(({ id }) => id).sort()).toEqual([1, 3]);
    await service.stop();
  },
);
