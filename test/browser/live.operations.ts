// What is shown follows the data without being asked for: compared with what the API says; one stream of changes for all
// visible tabs of a browser; and what happens when the service goes away or has other data.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { run, type Spawned, spawnService } from '../harness/command.ts';
import { demoDatabase, emptyDatabase } from '../harness/databases.ts';
import { post, TOKEN } from '../harness/service.ts';
import { killServices, stopServices } from '../harness/service-processes.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { chromium, launch, PATIENCE } from './chromium.ts';
import { inBrowser, startConsole, visit as visitAt } from './visit.ts';

const API = '/api/v1/';
const pathOf = (request: HTTPRequest): string => request.url().slice(request.url().indexOf(API) + API.length);

/** The questions of a page from now on, in their order. That the service is well is asked all the time. */
function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(API) && pathOf(request) !== 'health') asked.push(pathOf(request));
  });
  return asked;
}

/** Waits until the page has asked whether the service is well, once more: so much time has passed. */
const untilHealthIsAsked = async (page: Page): Promise<void> => {
  await page.waitForRequest((request) => request.url().endsWith('/health'));
};

/** Whether it is about changes. */
const isStream = (path: string): boolean => path.startsWith('changes?');

let told = 0;

/** Waits until a page of the console is told of changes: where that begins late, everything is asked once more. The
 * page has to be open with its menu. */
async function untilFollowed(page: Page, service: { url: string }): Promise<void> {
  const body = { name: 'Told', slug: `told-${told++}` };
  expect((await post(service, '/api/v1/organizations', body)).status).toBe(201);
  const { meta } = await (await fetch(`${service.url}${API}organizations?limit=1`)).json();
  await page.waitForFunction(
    (count) =>
      document.querySelector('.side a[href="/console/organizations"]')?.getAttribute('data-count') === String(count),
    {},
    meta.total,
  );
}

inBrowser('what is shown follows', startConsole, (looking) => {
  const { visit, api } = looking;
  const create = async (resource: string, body: object): Promise<number> => {
    const response = await post(looking.service, `/api/v1/${resource}`, body);
    expect(response.status).toBe(201);
    return (await response.json()).id;
  };
  const change = (resource: string, ...records: object[]) =>
    update(looking.service.store, resource, csvOf(records as never));

  test('a quiet page asks nothing; a create is in rows and total, and only what it concerns is asked', async () => {
    const { page, open, settle, text } = await visit();
    const asked = questionsOf(page);
    await open('/console/organizations');
    await untilFollowed(page, looking.service);
    await settle();
    expect(asked.filter(isStream)).toEqual(['changes?after=now']);
    asked.length = 0;
    await untilHealthIsAsked(page);
    expect(asked).toEqual([]);
    await create('organizations', { name: 'Followed\u2028on', slug: 'followed' });
    await page.waitForFunction(() => document.querySelector('[role=grid]')!.textContent!.includes('Followed'));
    const { total } = (await api('organizations?limit=1')).meta;
    await page.waitForFunction(
      (count) => document.querySelector('.sheet-foot')!.textContent!.includes(`of ${count}`),
      {},
      total,
    );
    expect(await text('.side a[href="/console/organizations"]')).toContain(String(total));
    expect(asked.filter((path) => !/^(totals$|(aggregate\/)?organizations\b)/.test(path))).toEqual([]);
  });

  test('in another order than by id, nothing moves until the person says so', async () => {
    const { page, open } = await visit();
    await open('/console/brands?sort=name');
    const names = () => page.$$eval('.row .name-link', (links) => links.map((link) => link.textContent));
    const before = await names();
    await create('brands', { organization_id: 1, name: 'AAA first', slug: 'aaa-first' });
    await page.waitForFunction(() =>
      document.querySelector('.sheet-foot')!.textContent!.includes('1 new record: show'),
    );
    expect(await names()).toEqual(before);
    await page.click('.sheet-foot button.keep');
    await page.waitForFunction(() => document.querySelector('.row .name-link')!.textContent === 'AAA first');
  });

  test('the board, where the focus stays, and the org chart, where what is open stays open', async () => {
    const { page, open } = await visit();
    await open('/console/board?job_id=25');
    const focused = () =>
      page.evaluate(() => document.activeElement!.closest('[data-card]')?.getAttribute('data-card'));
    await page.focus('[data-card][tabindex="0"], [data-card] [tabindex="0"]');
    const card = await focused();
    const [{ stage }] = (await api('applications?job_id=25&status=active&limit=1')).data;
    const id = await create('applications', { candidate_id: 3, job_id: 25, stage, status: 'active', rating: 5 });
    await page.waitForSelector(`[data-card="${id}"]`);
    const list = `applications?job_id=25&status=active&status=hired&stage=${encodeURIComponent(stage)}`;
    await page.waitForFunction(
      (wanted, count) =>
        document.querySelector(`[data-card="${wanted}"]`)!.closest('section')!.querySelector('.board-count')!
          .textContent === String(count),
      {},
      id,
      (await api(`${list}&limit=1`)).meta.total,
    );
    expect(await focused()).toBe(card);
    await open('/console/org-chart?person=12');
    const opened = async () =>
      (await page.$$eval('[role=treeitem]', (all) => all.map((each) => each.getAttribute('data-key')))).sort();
    const before = await opened();
    await change('employees', { id: 12, first_name: 'Ottokar' });
    await page.waitForFunction(() => document.querySelector('.org-sheet')!.textContent!.includes('Ottokar'));
    expect(await opened()).toEqual(before);
  });

  test('a record says that it has changed, what and when; another record does not', async () => {
    const { page, open, axe, text } = await visit();
    await open('/console/employees/21');
    await untilFollowed(page, looking.service);
    const asked = questionsOf(page);
    await change('employees', { id: 22, designation: 'Another one' });
    await waitUntil('the neighbours', () => asked.some((path) => path.startsWith('employees?')));
    expect(asked.filter((path) => path.startsWith('employees/'))).toEqual([]);
    expect(await text('.record-news')).toBe('');
    await change('employees', { id: 21, designation: 'Head of Tests', branch: 'Porto' });
    await page.waitForSelector('.fields .changed');
    expect(await text('.record-news')).toMatch(/^This employee was changed on .* UTC: .*designation/);
    expect(await page.$eval('.record-news', (each) => each.getAttribute('role'))).toBe('status');
    const marked = await page.$$eval('.fields .changed', (all) => all.map((each) => each.textContent!).join());
    expect(marked).toContain('Head of Tests');
    expect(await axe()).toEqual([]);
    await page.click('[aria-label="The next one"]');
    await page.waitForFunction(() => location.pathname === '/console/employees/22');
    await page.waitForSelector('.fields');
    expect(await page.$('.fields .changed')).toBeNull();
  });

  test('a record says that it was erased, and shows nothing of it', async () => {
    const { page, open, axe, text } = await visit({ expected: /404/ });
    const id = await create('leave', { employee_id: 11, leave_type: 'annual' });
    await open(`/console/leave/${id}`);
    await erase(looking.service.store, 'leave', [id]);
    await page.waitForSelector('.record-news .state');
    expect(await text('.record-news')).toMatch(/This leave request was erased\s+On .* UTC, while this page was open/);
    expect(await page.$('.fields')).toBeNull();
    expect(await axe()).toEqual([]);
  });
});

describe.skipIf(chromium === undefined)('tabs and outages', () => {
  /** The same for all of them. */
  let port = '0';
  let [browser, service, folder]: [Browser, Spawned, string] = [undefined!, undefined!, ''];
  const start = async (data: string) => {
    service = await spawnService({
      ...{ PORT: port, WORKFORCE_DATA: data, WORKFORCE_WORKERS: '1', WORKFORCE_DEMO: '0' },
      WORKFORCE_API_TOKEN: TOKEN,
    });
    ({ port } = new URL(service.url));
  };
  beforeAll(async () => {
    folder = await demoDatabase('embedded');
    [browser] = await Promise.all([launch(), start(folder)]);
  });
  afterAll(async () => {
    await browser.close();
    await killServices([service]);
  });
  const untilTotal = async (page: Page, list: string) => {
    const { meta } = await (await fetch(`${service.url}/api/v1/${list}?limit=1`)).json();
    await page.waitForFunction(
      (name, count) =>
        document.querySelector(`.side a[href="/console/${name}"]`)?.getAttribute('data-count') === String(count),
      {},
      list,
      meta.total,
    );
  };
  let slug = 0;
  const create = async () => {
    const body = { name: 'One more', slug: `one-more-${slug++}` };
    expect((await post(service, '/api/v1/organizations', body)).status).toBe(201);
  };
  const newPage = async (page: Page, options?: { type: 'window' }) => {
    const other = await page.browserContext().newPage(options);
    other.setDefaultTimeout(PATIENCE);
    return [other, questionsOf(other)] as const;
  };

  test('two windows share a stream; when the first is closed, the second takes over and misses nothing', async () => {
    const there = await visitAt(browser, service.url);
    const first = questionsOf(there.page);
    await there.open('/console/organizations');
    const [other, second] = await newPage(there.page, { type: 'window' });
    await other.goto(`${service.url}/console/organizations`);
    await untilTotal(other, 'organizations');
    await create();
    await Promise.all([untilTotal(there.page, 'organizations'), untilTotal(other, 'organizations')]);
    expect([first, second].map((asked) => asked.filter(isStream).length)).toEqual([1, 0]);
    await there.page.close();
    await create();
    await untilTotal(other, 'organizations');
    expect(second.filter(isStream)).toEqual([expect.not.stringContaining('now')]);
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('commands that change the data are followed, and so is a service that comes back with other data', async () => {
    const there = await visitAt(browser, service.url, { expected: /ERR_|status of (5|404|410)/ });
    await there.open('/console/employees/31');
    const file = join(temporaryFolder(), 'next.csv');
    writeFileSync(file, 'id,designation\n31,Keeper of the keys\n');
    const imported = await run(['import', 'employees', file, '--update', '--keep-demo'], { WORKFORCE_DATA: folder });
    expect(imported).toMatchObject({ code: 0 });
    await there.page.waitForSelector('.fields .changed');
    expect(await there.text('.fields')).toContain('Keeper of the keys');
    await there.open('/console/organizations');
    await stopServices([service]);
    await there.page.waitForSelector('.banner');
    // It refuses the cursor: everything on the page is asked again.
    await start(await emptyDatabase('embedded'));
    await untilTotal(there.page, 'organizations');
    await untilTotal(there.page, 'employees');
    await there.page.waitForFunction(() => document.querySelector('#main .state')?.textContent?.includes('no'));
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('while the service is away, what was shown stays and is said to be old; what was asked meanwhile comes by itself', async () => {
    await killServices([service]);
    await start(folder);
    const there = await visitAt(browser, service.url, { expected: /ERR_|Failed to fetch/ });
    const { page } = there;
    const names = () => page.$$eval('.row .name-link', (links) => links.map((link) => link.textContent));
    await there.open('/console/employees');
    const before = await names();
    await killServices([service]);
    await page.waitForSelector('.banner');
    expect(await there.text('.banner')).toContain('What you see is what was last known');
    await page.click('.facet[aria-label="Status"] label:nth-of-type(2) input');
    await page.waitForSelector('.old-rows');
    // The note takes the place of a row or two.
    const stayed = await names();
    expect(stayed.length).toBeGreaterThan(15);
    expect(stayed).toEqual(before.slice(0, stayed.length));
    const search = decodeURIComponent(new URL(page.url()).search);
    await start(folder);
    await page.waitForFunction(() => !document.querySelector('.banner, .old-rows'));
    await there.settle();
    const { data } = await (await fetch(`${service.url}/api/v1/employees${search}&limit=200`)).json();
    const shown = await names();
    expect(shown).toEqual(data.slice(0, shown.length).map((each: any) => `${each.first_name} ${each.last_name}`));
    await killServices([service]);
    await page.waitForSelector('.banner');
    // The code of these pages was never loaded.
    await page.click('.side a[href="/console/insights"]');
    await page.waitForSelector('#main .failure');
    expect(await there.text('.failure')).toContain('The service does not answer');
    await start(folder);
    await page.waitForSelector('#main a[href^="/console/insights/"]');
    await page.waitForFunction(() => !document.querySelector('.banner'));
    expect(there.faults).toEqual([]);
    await there.end();
  });
});
