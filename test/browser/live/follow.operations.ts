// What is shown follows the data without being asked for: compared with what the API says.
import { describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'puppeteer-core';
import { csvOf, erase, update } from '../../engines/changes/changing.ts';
import { post, type Service, TODAY } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { consoleEngines, startConsole, type Visit, visit } from '../visit.ts';
import { isStream, questionsOf, untilFollowed, untilHealthIsAsked } from './asked.ts';

describe.skipIf(chromium === undefined).each([...consoleEngines])('what is shown follows, on %s', (engine) => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(
    () => startConsole({ engine }),
    (...started) => {
      [browser, service] = started;
    },
  );

  const withVisit = async (use: (there: Visit) => Promise<void>, options: Parameters<typeof visit>[2] = {}) => {
    const there = await visit(browser, service.url, options);
    await use(there);
    expect(there.faults).toEqual([]);
    await there.end();
  };
  const get = async (path: string) => (await fetch(`${service.url}/api/v1/${path}`)).json();
  const create = async (resource: string, body: object): Promise<number> => {
    const response = await post(service, `/api/v1/${resource}`, body);
    expect(response.status).toBe(201);
    return (await response.json()).id;
  };
  const createLeave = () =>
    create('leave', { employee_id: 11, leave_type: 'annual', status: 'approved', from_date: TODAY, to_date: TODAY });
  /** Waits until a link to a list has the number that the API says now. */
  const untilCounted = async (page: Page, selector: string, list: string) => {
    const { total } = (await get(`${list}${list.includes('?') ? '&' : '?'}limit=1`)).meta;
    await page.waitForFunction(
      (found, count) => document.querySelector(found)?.getAttribute('data-count') === String(count),
      {},
      selector,
      total,
    );
  };

  test('a quiet page asks nothing; a create is in rows and total, and only what it concerns is asked', () =>
    withVisit(async ({ page, open, settle, text }) => {
      const asked = questionsOf(page);
      await open('/');
      await page.click('.side a[href="/console/organizations"]');
      await page.waitForSelector('.row');
      await untilFollowed(page, service);
      await settle();
      expect(asked.filter(isStream)).toEqual(['changes?after=now']);
      asked.length = 0;
      await untilHealthIsAsked(page);
      expect(asked).toEqual([]);
      await create('organizations', { name: 'Followed\u2028on', slug: `followed-${engine}` });
      await page.waitForFunction(() => document.querySelector('[role=grid]')!.textContent!.includes('Followed'));
      const { total } = (await get('organizations?limit=1')).meta;
      await untilCounted(page, '.side a[href="/console/organizations"]', 'organizations');
      expect(await text('.sheet-foot')).toContain(`of ${total}`);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.filter((path) => !/^(totals$|(aggregate\/)?organizations\b)/.test(path))).toEqual([]);
    }));

  test('while changes pour in, a question is asked about once a second', () =>
    withVisit(async ({ page, open }) => {
      await open('/console/career-sites');
      const asked = questionsOf(page);
      const began = performance.now();
      for (let number = 0; number < 40; number++)
        await create('career-sites', { name: `Site ${number}`, slug: `site-${engine}-${number}` });
      await untilCounted(page, '.side a[href="/console/career-sites"]', 'career-sites');
      const seconds = (performance.now() - began) / 1000;
      const counts = asked.filter((path) => path === 'career-sites?limit=1&fields=id');
      expect(counts.length).toBeLessThanOrEqual(2 + seconds);
    }));

  test('in another order than by id, nothing moves until the person says so', () =>
    withVisit(async ({ page, open, settle }) => {
      await open('/console/brands?sort=name');
      const names = () => page.$$eval('.row .name-link', (links) => links.map((link) => link.textContent));
      const before = await names();
      await create('brands', { organization_id: 1, name: 'AAA first', slug: `first-${engine}` });
      await page.waitForFunction(() =>
        document.querySelector('.sheet-foot')!.textContent!.includes('1 new record: show'),
      );
      expect(await names()).toEqual(before);
      await page.click('.sheet-foot button.keep');
      await page.waitForFunction(() => document.querySelector('.row .name-link')!.textContent === 'AAA first');
      await settle();
    }));

  test('the board: the number and the card, and the focus stays', () =>
    withVisit(async ({ page, open }) => {
      await open('/console/board?job_id=25');
      const focused = () =>
        page.evaluate(() => document.activeElement!.closest('[data-card]')?.getAttribute('data-card'));
      await page.focus('[data-card][tabindex="0"], [data-card] [tabindex="0"]');
      const card = await focused();
      const [{ stage }] = (await get('applications?job_id=25&status=active&limit=1')).data;
      const id = await create('applications', { candidate_id: 3, job_id: 25, stage, status: 'active', rating: 5 });
      await page.waitForSelector(`[data-card="${id}"]`);
      const list = `applications?job_id=25&status=active&status=hired&stage=${encodeURIComponent(stage)}`;
      const { total } = (await get(`${list}&limit=1`)).meta;
      await page.waitForFunction(
        (wanted, count) =>
          document.querySelector(`[data-card="${wanted}"]`)!.closest('section')!.querySelector('.board-count')!
            .textContent === String(count),
        {},
        id,
        total,
      );
      expect(await focused()).toBe(card);
    }));

  const OUT = `leave?status=approved&from_date[lte]=${TODAY}&to_date[gte_or_null]=${TODAY}`;
  const outLink = 'a[href^="/console/leave?from_date[lt]="][data-count]';

  test('the number of the overview, and an insight', () =>
    withVisit(async ({ page, open }) => {
      await open('/');
      await createLeave();
      await untilCounted(page, `.kpis ${outLink}`, OUT);
      await open('/console/insights/who-is-out?from=today&to=today');
      await createLeave();
      await untilCounted(page, `#main ${outLink}`, OUT);
    }));

  test('who is out, and the org chart, where what is open stays open', () =>
    withVisit(async ({ page, open }) => {
      await createLeave();
      await open('/console/who-is-out');
      await update(service.store, 'employees', csvOf([{ id: 11, first_name: 'Wilhelmine' }]));
      await page.waitForFunction(() => document.querySelector('#main')!.textContent!.includes('Wilhelmine'));
      await open('/console/org-chart?person=12');
      const opened = async () =>
        (await page.$$eval('[role=treeitem]', (all) => all.map((each) => each.getAttribute('data-key')))).sort();
      const before = await opened();
      await update(service.store, 'employees', csvOf([{ id: 12, first_name: 'Ottokar' }]));
      await page.waitForFunction(() => document.querySelector('.org-sheet')!.textContent!.includes('Ottokar'));
      expect(await opened()).toEqual(before);
    }));

  test('a record says that it has changed, what and when, and another record does not', () =>
    withVisit(async ({ page, open, axe, text }) => {
      await open('/console/employees/21');
      await untilFollowed(page, service);
      const asked = questionsOf(page);
      await update(service.store, 'employees', csvOf([{ id: 22, designation: 'Another one' }]));
      await waitUntil('the neighbours', () => asked.some((path) => path.startsWith('employees?')));
      expect(asked.filter((path) => path.startsWith('employees/'))).toEqual([]);
      expect(await text('.record-news')).toBe('');
      await update(service.store, 'employees', csvOf([{ id: 21, designation: 'Head of Tests', branch: 'Porto' }]));
      await page.waitForSelector('.fields .changed');
      expect(await text('.record-news')).toMatch(/^This employee was changed on .* UTC: .*designation/);
      expect(await page.$eval('.record-news', (each) => each.getAttribute('role'))).toBe('status');
      const marked = await page.$$eval('.fields .changed', (all) => all.map((each) => each.textContent));
      expect(marked.join()).toContain('Head of Tests');
      expect(marked.length).toBe(2 + Number(marked.some((each) => each!.startsWith('Updated'))));
      expect(await axe()).toEqual([]);
      await page.click('[aria-label="The next one"]');
      await page.waitForFunction(() => location.pathname === '/console/employees/22');
      await page.waitForSelector('.fields');
      expect(await page.$('.fields .changed')).toBeNull();
    }));

  test('a record says that it was erased, shows nothing of it, and leads back to the list', () =>
    withVisit(
      async ({ page, open, axe, text }) => {
        const id = await createLeave();
        await open(`/console/leave/${id}`);
        await erase(service.store, 'leave', [id]);
        await page.waitForSelector('.record-news .state');
        expect(await text('.record-news')).toMatch(
          /This leave request was erased\s+On .* UTC, while this page was open/,
        );
        expect(await page.$('.fields')).toBeNull();
        expect(await page.title()).toStartWith(`Leave request ${id} `);
        expect(await axe()).toEqual([]);
        await page.click('.record-news a');
        await page.waitForSelector('.row');
        expect(new URL(page.url()).pathname).toBe('/console/leave');
      },
      { expected: /404/ },
    ));

  test('after very many changes everything is asked again, and a record still says what has changed', () =>
    withVisit(async ({ page, open, text }) => {
      await open('/console/attendance/1400');
      const asked = questionsOf(page);
      const rows = Array.from({ length: 1500 }, (_, index) => ({ id: index + 1, hours: 3.25 }));
      await update(service.store, 'attendance', csvOf(rows));
      await page.waitForSelector('.fields .changed');
      expect(await text('.record-news')).toMatch(/^This attendance record was changed on .* UTC: hours/);
      await waitUntil('the end of the feed', () => asked.includes('changes?after=now'));
    }));
});
