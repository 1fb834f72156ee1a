// One stream of changes for all visible tabs of a browser, and what happens when the service goes away or has other
// data.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { run, type Spawned, spawnService } from '../../harness/command.ts';
import { demoDatabase, emptyDatabase } from '../../harness/databases.ts';
import { post, TOKEN } from '../../harness/service.ts';
import { killServices, stopServices } from '../../harness/service-processes.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { expectSoon, waitUntil } from '../../harness/wait-until.ts';
import { chromium, launch, PATIENCE } from '../chromium.ts';
import { visit } from '../visit.ts';
import { isStream, questionsOf } from './asked.ts';

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
  const totalOf = async (list: string) =>
    (await (await fetch(`${service.url}/api/v1/${list}?limit=1`)).json()).meta.total;
  const untilTotal = async (page: Page, list: string) =>
    page.waitForFunction(
      (name, count) =>
        document.querySelector(`.side a[href="/console/${name}"]`)?.getAttribute('data-count') === String(count),
      {},
      list,
      await totalOf(list),
    );
  let slug = 0;
  const create = async () => {
    const body = { name: 'One more', slug: `one-more-${slug++}` };
    expect((await post(service, '/api/v1/organizations', body)).status).toBe(201);
  };
  const AWAY = /ERR_|status of 5/;

  test('two windows share a stream; when the first is closed, the second takes over and misses nothing', async () => {
    const there = await visit(browser, service.url);
    const first = questionsOf(there.page);
    await there.open('/console/organizations');
    const other = await there.page.browserContext().newPage({ type: 'window' });
    other.setDefaultTimeout(PATIENCE);
    const second = questionsOf(other);
    await other.goto(`${service.url}/console/organizations`);
    await untilTotal(other, 'organizations');
    expect(await there.page.evaluate(() => document.visibilityState)).toBe('visible');
    await create();
    await Promise.all([untilTotal(there.page, 'organizations'), untilTotal(other, 'organizations')]);
    expect([first, second].map((asked) => asked.filter(isStream).length)).toEqual([1, 0]);
    await there.page.close();
    await create();
    await untilTotal(other, 'organizations');
    expect(second.filter(isStream).length).toBe(1);
    expect(second.find(isStream)).not.toContain('now');
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('a tab behind another one lets go, and follows from where it was when it is seen again', async () => {
    const there = await visit(browser, service.url);
    // Which tab is in front matters here.
    await there.page.emulateFocusedPage(false);
    const first = questionsOf(there.page);
    await there.open('/console/organizations');
    const other = await there.page.browserContext().newPage();
    other.setDefaultTimeout(PATIENCE);
    const second = questionsOf(other);
    await other.goto(`${service.url}/console/organizations`);
    await waitUntil('the stream of the second tab', () => second.some(isStream));
    const before = first.length;
    await create();
    await untilTotal(other, 'organizations');
    expect(first.length).toBe(before);
    // The second one is behind, too, before the first one is seen again: together they would share a stream.
    const third = await there.page.browserContext().newPage();
    await expectSoon(() => other.evaluate(() => document.visibilityState), 'hidden');
    await there.page.bringToFront();
    await third.close();
    await untilTotal(there.page, 'organizations');
    expect(first.filter(isStream).length).toBe(2);
    // Only what has changed meanwhile is asked for.
    expect(first.slice(before).filter((path) => !/organizations|^totals$|^changes/.test(path))).toEqual([]);
    await there.end();
  });

  test('where the browser has no locks, each visible tab has a stream', async () => {
    const there = await visit(browser, service.url);
    const other = await there.page.browserContext().newPage({ type: 'window' });
    other.setDefaultTimeout(PATIENCE);
    for (const page of [there.page, other])
      await page.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const asked = [there.page, other].map(questionsOf);
    await there.open('/console/organizations');
    await other.goto(`${service.url}/console/organizations`);
    await untilTotal(other, 'organizations');
    await create();
    await Promise.all([untilTotal(there.page, 'organizations'), untilTotal(other, 'organizations')]);
    expect(asked.map((each) => each.filter(isStream).length)).toEqual([1, 1]);
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('commands that change the data are followed too', async () => {
    const there = await visit(browser, service.url, { expected: /404/ });
    await there.open('/console/employees/31');
    const file = join(temporaryFolder(), 'next.csv');
    writeFileSync(file, 'id,designation\n31,Keeper of the keys\n');
    const imported = await run(['import', 'employees', file, '--update', '--keep-demo'], { WORKFORCE_DATA: folder });
    expect(imported).toMatchObject({ code: 0 });
    await there.page.waitForSelector('.fields .changed');
    expect(await there.text('.fields')).toContain('Keeper of the keys');
    expect(await there.text('.record-news')).toMatch(/^This employee was changed on .*designation/);
    const erased = await run(['erase', 'employees', '31', '--cascade', '--yes'], { WORKFORCE_DATA: folder });
    expect(erased).toMatchObject({ code: 0 });
    await there.page.waitForSelector('.record-news .state');
    expect(await there.text()).not.toContain('Keeper of the keys');
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('stopped and started again, the page says so, goes on from its cursor, and follows', async () => {
    const there = await visit(browser, service.url, { expected: AWAY });
    await there.open('/console/organizations');
    await stopServices([service]);
    await there.page.waitForSelector('.banner');
    const asked = questionsOf(there.page);
    await start(folder);
    await create();
    await untilTotal(there.page, 'organizations');
    await there.page.waitForFunction(() => !document.querySelector('.banner'));
    expect(asked.filter(isStream).join()).not.toContain('now');
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('a service with other data refuses the cursor: everything on the page is asked again', async () => {
    const there = await visit(browser, service.url, { expected: /ERR_|status of (5|410)/ });
    await there.open('/console/organizations');
    await stopServices([service]);
    await there.page.waitForSelector('.banner');
    await start(await emptyDatabase('embedded'));
    await untilTotal(there.page, 'organizations');
    await untilTotal(there.page, 'employees');
    await there.page.waitForFunction(() => document.querySelector('#main .state')?.textContent?.includes('no'));
    await create();
    await untilTotal(there.page, 'organizations');
    expect(there.faults).toEqual([]);
    await there.end();
  });
});
