// Career sites on a telephone, without script: after a search what was found is on the first screen, Apply is in reach
// wherever one is on the page of a job and covers nothing at its end, and pay in Arabic is in the right order.
import { beforeEach, expect, test } from 'bun:test';
import { advert, brand, careersService, job, site } from '../careers/world.ts';
import { allRecords } from '../harness/service.ts';
import { inBrowser, type Visit, WELL } from './visit.ts';

const TELEPHONE = { width: 390, height: 844, isMobile: true, hasTouch: true };
const APPLY = 'https://apply.example/here';

const LONG = Array.from(
  { length: 40 },
  (_, at) => `Paragraph ${at + 1}. ${'The sea is deep and wide. '.repeat(6)}`,
).join('\n\n');
const TITLES = ['Diver', 'Welder', 'Captain'];

const world = {
  brands: [brand(1, { settings_json: JSON.stringify({ apply_url: APPLY }) })],
  'career-sites': [
    site(1, { headline: 'Come and work by the water, where it is deep', introduction: LONG.slice(0, 600) }),
  ],
  jobs: Array.from({ length: 31 }, (_, at) =>
    job(at + 1, { title: `${TITLES[at % 3]} ${at + 1}`, description: LONG, ...(at === 30 && { currency: 'GBP' }) }),
  ),
  'job-distributions': [
    ...Array.from({ length: 30 }, (_, at) => advert(at + 1, { brand_id: 1, locale: at % 7 ? 'en' : 'de' })),
    advert(31, { locale: 'ar' }),
  ],
};

inBrowser(
  'career sites on a telephone',
  () => careersService(world),
  (looking) => {
    let there: Visit;
    beforeEach(async () => {
      there = await looking.visit({ expected: /apply\.example/ });
      await there.page.setJavaScriptEnabled(false);
      await there.page.setRequestInterception(true);
      there.page.on('request', (request) =>
        request.url().startsWith(APPLY) ? request.respond({ status: 200, body: 'Applied' }) : request.continue(),
      );
    });

    async function open(path: string): Promise<void> {
      await there.page.setViewport(TELEPHONE);
      await there.page.goto(looking.service.url + path, { waitUntil: 'load' });
    }

    const texts = (selector: string) => there.page.$$eval(selector, (all) => all.map((each) => each.textContent));

    /** Those of the selector that can be seen and reached now: on the screen, with nothing over their middle. */
    const reachable = (selector: string) =>
      there.page.$$eval(selector, (all) =>
        all
          .filter((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return top >= 0 && bottom <= innerHeight && right > left && (over === each || each.contains(over));
          })
          .map((each) => each.textContent),
      );

    test('what is found is what the API has, and on the first screen; going back shows the site as it was', async () => {
      await open('/careers/site-1');
      expect(await texts('.jobs a')).toHaveLength(31);
      expect(await reachable('.jobs a')).toEqual([]);
      await there.page.type('.find input[name=q]', 'welder');
      await Promise.all([there.page.waitForNavigation(), there.page.tap('.find button')]);
      expect(new URL(there.page.url()).searchParams.get('q')).toBe('welder');
      const jobs = await allRecords(looking.service, 'jobs');
      const wanted = jobs.flatMap(({ title }) => (String(title).startsWith('Welder') ? [String(title)] : []));
      const found = await texts('.jobs a');
      expect(wanted).toHaveLength(10);
      expect(found.toSorted()).toEqual(wanted.toSorted());
      expect(await there.page.evaluate(() => scrollY)).toBe(0);
      const seen = await reachable('.jobs a');
      expect(seen.length).toBeGreaterThanOrEqual(2);
      expect(seen).toEqual(found.slice(0, seen.length));
      expect(await reachable('.found h2')).toEqual(['10 openings']);
      expect(await reachable('.find input')).toHaveLength(1);
      await there.page.goBack();
      expect(new URL(there.page.url()).search).toBe('');
      expect(await texts('.jobs a')).toHaveLength(31);
      expect(await there.page.$eval('.lead', (lead) => lead.checkVisibility())).toBe(true);
      // The second page of a long list, and a search that finds nothing, begin with what matters, too.
      await open('/careers/site-1?q=zzzz');
      expect(await reachable('.empty strong')).toHaveLength(1);
    });

    test('Apply is in reach at the top, in the middle and at the end of a long job, once, and leads to the application', async () => {
      for (const at of [0, 0.5, 1]) {
        await open('/careers/site-1/en/diver-4');
        const height = await there.page.evaluate((share) => {
          const most = document.documentElement.scrollHeight - innerHeight;
          scrollTo(0, most * share);
          return most;
        }, at);
        expect(height).toBeGreaterThan(3000);
        expect({ at, seen: await reachable('a[href^="https://apply"]') }).toEqual({ at, seen: ['Apply'] });
        const bar = await there.page.$eval('.apply', (element) => element.getBoundingClientRect().bottom);
        expect(bar).toBe(TELEPHONE.height);
        await Promise.all([there.page.waitForNavigation(), there.page.tap('.apply a')]);
        expect(there.page.url()).toBe(APPLY);
      }
    });

    test('nothing lies below the bar at the end, and whatever has the focus is above it', async () => {
      await open('/careers/site-1/en/diver-4');
      await there.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const edges = await there.page.evaluate(() =>
        ['footer', '.apply']
          .map((each) => document.querySelector(each)!.getBoundingClientRect())
          .map(({ top, bottom }) => [top, bottom]),
      );
      expect(edges[0]![1]).toBeLessThanOrEqual(edges[1]![0]!);
      await there.page.evaluate(() => scrollTo(0, 0));
      const visited: (string | null)[] = [];
      for (let key = 0; key < 40; key++) {
        await there.page.keyboard.press('Tab');
        const { text, isFree } = await there.page.evaluate(() => {
          const focused = document.activeElement!;
          const { bottom } = focused.getBoundingClientRect();
          const top = document.querySelector('.apply')!.getBoundingClientRect().top;
          return { text: focused.textContent, isFree: focused.closest('.apply') !== null || bottom <= top };
        });
        expect({ text, isFree }).toEqual({ text, isFree: true });
        visited.push(text);
        if (text === 'RSS feed') break;
      }
      // The keyboard comes through all of it: no trap.
      expect(visited).toContain('Apply');
      expect(visited.at(-1)).toBe('RSS feed');
    });

    test('pay in Arabic: the lower amount first, and the sign of the currency is not turned around', async () => {
      for (const [path, selector] of [
        ['/careers/site-1/ar/diver-31', '.facts dd bdi'],
        ['/careers/site-1?lang=ar', '.jobs p:nth-of-type(2)'],
      ] as const) {
        await open(path);
        expect(await there.page.evaluate(() => document.dir)).toBe('rtl');
        const places = await there.page.$eval(selector, (element) => {
          const node = element.firstChild!;
          const left = (text: string) => {
            const range = document.createRange();
            const at = node.textContent!.indexOf(text);
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            return range.getBoundingClientRect().left;
          };
          return ['4', '5', 'U', '£'].map(left);
        });
        expect({ path, places }).toEqual({ path, places: places.toSorted((a, b) => a - b) });
      }
    });

    test('axe finds nothing', async () => {
      for (const path of ['/careers/site-1?q=welder', '/careers/site-1/en/diver-4', '/careers/site-1/ar/diver-31']) {
        const there = await looking.visit();
        await there.page.goto(looking.service.url + path, { waitUntil: 'load' });
        expect({ path, ...(await there.looks()) }).toEqual({ path, ...WELL });
      }
    });
  },
);
