// Career sites on a telephone, without script: after a search what was found is on the first screen, and Apply is in
// reach wherever one is on the page of a job.
import { beforeEach, expect, test } from 'bun:test';
import { advert, brand, careersService, job, site } from '../careers/world.ts';
import { allRecords } from '../harness/service.ts';
import { inBrowser, type Visit } from './visit.ts';

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
  jobs: Array.from({ length: 30 }, (_, at) => job(at + 1, { title: `${TITLES[at % 3]} ${at + 1}`, description: LONG })),
  'job-distributions': Array.from({ length: 30 }, (_, at) =>
    advert(at + 1, { brand_id: 1, locale: at % 7 ? 'en' : 'de' }),
  ),
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
      expect(await texts('.jobs a')).toHaveLength(30);
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
      expect(await texts('.jobs a')).toHaveLength(30);
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
  },
);
