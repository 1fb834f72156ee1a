// Every page of the console in a real browser: it loads without a fault, axe finds nothing in both themes, and it fits
// on a telephone.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { consoleFiles as consoleFilesOf } from '../../scripts/console-files.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { insights } from '../../src/insights/insights.ts';
import { casesOn, engines } from '../harness/databases.ts';
import { FACTOR, share } from '../harness/random/sample.ts';
import { type Service, startService } from '../harness/service.ts';
import { chromium } from './chromium.ts';
import { inBrowser } from './start/in-browser.ts';
import { media, SIZES, startConsole, visit } from './visit.ts';

/** `npm test -- browser` looks at everything, `npm test` at a quarter of what differs, each time another one. */
const ALL = FACTOR > 1;

/** One of each kind of page; the others differ in what the catalogue says. */
const kinds = [
  '/',
  '/console/employees?status=active&sort=date_of_joining',
  '/console/employees/11',
  '/console/leave/new',
  '/console/board?job_id=25',
  '/console/org-chart',
  '/console/who-is-out?view=week',
  '/console/insights',
  '/console/insights/headcount?group=dept_id&every=quarter',
  '/console/ask',
  '/console/ask/employees?group=dept_id,gender&measure=count',
  '/console/careers',
  '/console/kept',
  '/console/import',
];
const lists = catalogue.map(({ name }) => `/console/${name}`);
const records = catalogue.map(({ name }) => `/console/${name}/1`);
const forms = catalogue.filter(({ creatable }) => creatable).map(({ name }) => `/console/${name}/new`);
const metrics = insights.map(({ name }) => `/console/insights/${name}`);

describe.skipIf(chromium === undefined).each([...engines])('pages on %s', (engine) => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(
    () => startConsole({ engine }),
    (...started) => {
      [browser, service] = started;
    },
  );

  test.each(share(casesOn(engine, kinds), 4))(
    '%s is without faults and violations, in both themes and on a telephone',
    async (path) => {
      const there = await visit(browser, service.url);
      await there.open(path);
      const light = await there.axe();
      await there.page.emulateMediaFeatures(media('dark'));
      const dark = await there.axe(ALL ? undefined : ['color-contrast']);
      await there.page.setViewport(SIZES.small);
      await there.settle();
      const { content, window } = await there.page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        window: innerWidth,
      }));
      const small = ALL ? await there.axe() : [];
      expect({ light, dark, small, faults: there.faults }).toEqual({ light: [], dark: [], small: [], faults: [] });
      expect(content).toBeLessThanOrEqual(window);
      await there.end();
    },
  );

  test('the gallery of parts, which no service has, is without faults and violations too', async () => {
    const gallery = JSON.parse((await consoleFilesOf('gallery'))['console.json']);
    const other = await startService({ parts: { console: gallery } });
    const there = await visit(browser, other.url, { expected: /status of 404/ });
    await there.open('/console/parts');
    expect(await there.text('#main h1')).toBe('Parts');
    const light = await there.axe();
    await there.page.emulateMediaFeatures(media('dark'));
    const dark = await there.axe();
    await there.page.setViewport(SIZES.small);
    await there.settle();
    expect({ light, dark, faults: there.faults }).toEqual({ light: [], dark: [], faults: [] });
    expect(await there.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await there.end();
    await other.stop();
  });

  test.each(casesOn(engine, ['/console/nothing', '/nothing/at/all']))(
    '%s says that it is no page, and leads on',
    async (path) => {
      const there = await visit(browser, service.url, { expected: /status of 404/ });
      await there.open(path);
      expect(await there.text('#main h1')).toBe('There is no such page');
      expect(await there.text('#main code')).toBe(path);
      expect(await there.page.title()).toStartWith('There is no such page · ');
      const light = await there.axe();
      await there.page.emulateMediaFeatures(media('dark'));
      const dark = await there.axe();
      await there.page.setViewport(SIZES.small);
      await there.settle();
      const small = await there.axe();
      expect({ light, dark, small, faults: there.faults }).toEqual({ light: [], dark: [], small: [], faults: [] });
      expect(await there.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await there.page.click('#main a.button');
      await there.page.waitForFunction(() => document.title.startsWith('Overview · '));
      await there.end();
    },
  );

  test.each(share([...lists, ...records, ...forms, ...metrics], engine === 'embedded' ? 24 : 48))(
    '%s loads',
    async (path) => {
      const there = await visit(browser, service.url);
      await there.open(path);
      expect((await there.text()).length).toBeGreaterThan(20);
      expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
      await there.end();
    },
  );

  test.each(
    share(
      casesOn(engine, [
        '/',
        '/console/employees/2',
        '/console/board',
        '/console/careers',
        '/console/insights/leavers',
        '/console/who-is-out',
      ]),
      3,
    ),
  )('on %s the number on every link is the total of its list', async (path) => {
    const there = await visit(browser, service.url);
    await there.open(path);
    const links = await there.page.$$eval('a[data-count]', (all) =>
      all.map((link) => ({ href: link.getAttribute('href')!, count: Number(link.getAttribute('data-count')) })),
    );
    expect(links.length).toBeGreaterThan(12);
    for (const { href, count } of links) {
      const [place = '', query = ''] = href.replace('/console/', '/api/v1/').split('?');
      const answer = await (await fetch(`${service.url}${place}?${query}&limit=1`)).json();
      expect({ href, total: answer.meta.total }).toEqual({ href, total: count });
    }
    await there.end();
  });
});
