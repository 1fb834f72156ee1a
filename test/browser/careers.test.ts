// Career sites in a real browser: axe finds nothing on any kind of page, nothing is asked of other hosts, the search
// works without script, what is printed is the job, and the feeds are XML for the parser of the browser too.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type CareerSites, startCareers } from '../careers/pages.ts';
import { FACTOR, share } from '../harness/random/sample.ts';
import { post } from '../harness/service.ts';
import { chromium, launch } from './chromium.ts';
import { media, type Visit, visit } from './visit.ts';

/** `npm test -- browser` looks for everything, `npm test` in the dark only for what colours can break. */
const ALL = FACTOR > 1;

const WIDTHS = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const;

describe.skipIf(chromium === undefined)('career sites', () => {
  let [browser, careers]: [Browser, CareerSites] = [undefined!, undefined!];
  /** One page after the other: a new window takes as long as looking at it. */
  let there: Visit;
  const paths: Record<string, string> = {
    'all sites': '/careers',
    'a site': '/careers/alderwick',
    'a site in one language': '/careers/alderwick-americas?lang=fr',
    'a site, filtered': '/careers/alderwick?q=engineer',
    'a site where nothing fits': '/careers/alderwick?q=zzzz',
    'a site without jobs': '/careers/nobody-wanted',
    'the second page of a site': '/careers/deep?page=2',
    'a site in Arabic': '/careers/deep?lang=ar',
    'a page of no site': '/careers/nothing',
    'a page that never was': '/careers/alderwick/en/nothing',
  };
  beforeAll(async () => {
    [browser, careers] = await Promise.all([launch(), startCareers('embedded')]);
    const { service, distributions } = careers;
    const first = (is: (one: (typeof distributions)[number]) => boolean) => distributions.find(is)!;
    const open = first(({ figures, site }) => figures.has('marked_up') && site.slug === 'alderwick');
    const body = { job_posting_id: open.jobId, career_site_id: open.site.id, slug: 'arabic', locale: 'ar' };
    const made = await post(service, '/api/v1/job-distributions', { ...body, status: 'published' });
    expect(made.status).toBe(201);
    Object.assign(paths, {
      'a job': open.path,
      'a job in Arabic': '/careers/alderwick/ar/arabic',
      'a job on hold': first(({ figures, jobStatus }) => figures.has('with_page') && jobStatus === 'on_hold').path,
      'a job that is gone': first(({ status, site }) => status === 'expired' && site.isActive).path,
    });
    // Of a page that is not there, the browser says so itself.
    there = await visit(browser, service.url, { expected: /status of 4(04|10)/ });
  });
  afterAll(async () => {
    await browser.close();
    await careers.stop();
  });

  async function open(path: string): Promise<void> {
    await there.page.setViewport(WIDTHS.wide);
    await there.page.goto(careers.service.url + path, { waitUntil: 'load' });
  }

  test.each(share([...Object.keys(paths), ...['a job', 'a job in Arabic', 'a job on hold', 'a job that is gone']], 3))(
    '%s is without faults and violations, in both themes, wide and narrow',
    async (kind) => {
      await open(paths[kind]!);
      const found: Record<string, readonly string[]> = {};
      for (const [name, size] of Object.entries(WIDTHS))
        for (const theme of ['light', 'dark'] as const) {
          await there.page.setViewport(size);
          await there.page.emulateMediaFeatures(media(theme));
          found[`${name}, ${theme}`] = await there.axe(ALL || theme === 'light' ? undefined : ['color-contrast']);
        }
      const nothing = Object.fromEntries(Object.keys(found).map((name) => [name, []]));
      expect({ kind, ...found, faults: there.faults }).toEqual({ kind, ...nothing, faults: [] });
      const { content, window, dir } = await there.page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        window: innerWidth,
        dir: getComputedStyle(document.body).direction,
      }));
      expect(content).toBeLessThanOrEqual(window);
      expect(dir).toBe(kind.endsWith('Arabic') ? 'rtl' : 'ltr');
    },
  );

  test('the search finds jobs without script', async () => {
    const { page, faults, end } = await visit(browser, careers.service.url);
    await page.setJavaScriptEnabled(false);
    await page.goto(`${careers.service.url}/careers/deep`);
    const texts = (selector: string) => page.$$eval(selector, (all) => all.map((each) => each.textContent));
    const submit = () => Promise.all([page.waitForNavigation(), page.click('.find button')]);
    expect(await texts('.jobs a')).toHaveLength(50);
    await page.type('.find input[name=q]', 'REQUIRE');
    await page.select('.find select[name=place]', 'London');
    await submit();
    expect(await texts('.jobs a')).toEqual(['No requirements']);
    expect(await texts('.jobs li > p:nth-of-type(1)')).toEqual(['London']);
    // What was typed and chosen is still there.
    expect(await page.$eval('.find input[name=q]', (input) => input.value)).toBe('REQUIRE');
    expect(await page.$eval('.find select[name=place]', (select) => select.value)).toBe('London');
    await page.select('.find select[name=place]', 'Atlantis');
    await submit();
    expect(await texts('.jobs a')).toEqual([]);
    expect(await texts('.empty strong')).toHaveLength(1);
    expect(faults).toEqual([]);
    await end();
  });

  test('what is printed is the job: no search, no links to other jobs, no foot', async () => {
    const cases: [path: string, hidden: readonly string[], shown: readonly string[]][] = [
      [paths['a site']!, ['.find', 'footer', '.skip'], ['h1', '.jobs']],
      [paths['a job']!, ['.more', 'footer', '.skip', '.facts .button'], ['h1', '.text', '.facts dl']],
    ];
    for (const [path, hidden, shown] of cases) {
      await open(path);
      const visible = (selectors: readonly string[]) =>
        there.page.evaluate(
          (all) => all.filter((each) => document.querySelector(each)!.checkVisibility()),
          [...selectors],
        );
      expect(await visible([...hidden, ...shown])).toEqual([...hidden, ...shown]);
      await there.page.emulateMediaType('print');
      expect(await visible([...hidden, ...shown])).toEqual([...shown]);
      await there.page.emulateMediaType();
    }
  });

  test('the feeds are XML', async () => {
    await open('/careers');
    for (const site of ['deep', 'alderwick', 'nobody-wanted'])
      for (const name of ['feed.xml', 'indeed.xml', 'linkedin.xml', 'sitemap.xml']) {
        const text = await (await careers.get(`/careers/${site}/${name}`)).text();
        const fault = await there.page.evaluate(
          (xml) => new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')?.textContent,
          text,
        );
        expect({ site, name, fault }).toEqual({ site, name, fault: undefined });
      }
  });
});
