// Career sites on a telephone, without script: Apply is in reach wherever one is on the page of a job.
import { beforeEach, expect, test } from 'bun:test';
import { advert, brand, careersService, job } from '../careers/world.ts';
import { inBrowser, type Visit } from './visit.ts';

const TELEPHONE = { width: 390, height: 844, isMobile: true, hasTouch: true };
const APPLY = 'https://apply.example/here';

const LONG = Array.from(
  { length: 40 },
  (_, at) => `Paragraph ${at + 1}. ${'The sea is deep and wide. '.repeat(6)}`,
).join('\n\n');
const world = {
  brands: [brand(1, { settings_json: JSON.stringify({ apply_url: APPLY }) })],
  jobs: [1, 2, 3].map((id) => job(id, { description: LONG })),
  'job-distributions': [1, 2, 3].map((id) => advert(id, { brand_id: 1 })),
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

    test('Apply is in reach at the top, in the middle and at the end of a long job, once, and leads to the application', async () => {
      for (const at of [0, 0.5, 1]) {
        await open('/careers/site-1/en/diver-1');
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
