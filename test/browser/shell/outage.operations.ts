// The console while the service is away, and when it is back on the same port: what was shown stays and is said to be
// old, a page that was opened meanwhile loads by itself, and everything that says how the service is says the same.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type Spawned, spawnService } from '../../harness/command.ts';
import { killServices } from '../../harness/service-processes.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { chromium, launch } from '../chromium.ts';
import { type Visit, visit } from '../visit.ts';

describe.skipIf(chromium === undefined)('an outage', () => {
  let [browser, service]: [Browser, Spawned] = [undefined!, undefined!];
  const environment: Record<string, string> = {
    WORKFORCE_DATA: temporaryFolder(),
    WORKFORCE_WORKERS: '1',
  };
  const stop = () => killServices([service]);
  const start = async () => {
    service = await spawnService(environment);
    environment.PORT = new URL(service.url).port;
  };
  beforeAll(async () => {
    [browser] = await Promise.all([launch(), start()]);
  });
  afterAll(async () => {
    await browser.close();
    await stop();
  });

  const visitIt = (): Promise<Visit> =>
    visit(browser, service.url, { expected: /ERR_CONNECTION|ERR_EMPTY|Failed to fetch|ERR_INCOMPLETE/ });
  const namesIn = ({ page }: Visit) => page.$$eval('.row .name-link', (links) => links.map((link) => link.textContent));
  const untilAway = ({ page }: Visit) => page.waitForSelector('.banner');
  const untilBack = ({ page }: Visit) => page.waitForFunction(() => !document.querySelector('.banner'));
  const listed = async (query: string): Promise<{ names: string[]; total: number }> => {
    const { data, meta } = await (await fetch(`${service.url}/api/v1/${query}`)).json();
    return { names: data.map((each: any) => `${each.first_name} ${each.last_name}`), total: meta.total };
  };

  test('a page opened meanwhile loads by itself, and its health never contradicts the banner', async () => {
    const there = await visitIt();
    // Whatever says something about the service at the same moment, at every change of the page. Browsers that never
    // ask again for code that they could not load make the console load the page anew.
    await there.page.evaluateOnNewDocument(() => {
      const seen = new Set<string>(JSON.parse(sessionStorage.getItem('seen') ?? '[]'));
      const look = () => {
        const state = document.querySelector('.health span')?.textContent?.split(' · ')[0];
        seen.add(`${document.querySelector('.banner') ? 'banner' : 'none'}: ${state}`);
        sessionStorage.setItem('seen', JSON.stringify([...seen]));
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await there.open('/console/employees');
    await stop();
    await untilAway(there);
    // The code of these pages was never loaded.
    await there.page.click('.side a[href="/console/insights"]');
    await there.page.waitForSelector('#main .failure');
    expect(await there.text('.failure')).toContain('The service does not answer');
    expect(await there.text('.banner')).toBe(
      'The service does not answer. What you see is what was last known; it is asked again by itself.',
    );
    await start();
    await there.page.waitForSelector('#main h1');
    await untilBack(there);
    await there.page.waitForFunction(() => document.querySelector('.health')?.textContent?.startsWith('Healthy'));
    const { data } = await (await fetch(`${service.url}/api/v1/insights`)).json();
    await there.page.waitForFunction(
      (count) => document.querySelectorAll('#main a[href^="/console/insights/"]').length >= count,
      {},
      data.length,
    );
    const seen: string[] = await there.page.evaluate(() => JSON.parse(sessionStorage.getItem('seen')!));
    expect(seen.filter((each) => each.startsWith('banner') && each !== 'banner: No answer')).toEqual([]);
    expect(seen.filter((each) => each === 'none: No answer')).toEqual([]);
    expect(seen).toContain('banner: No answer');
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('a facet clicked meanwhile keeps the rows, says so, and is answered when the service is back', async () => {
    const there = await visitIt();
    await there.open('/console/employees');
    const before = await namesIn(there);
    await stop();
    await untilAway(there);
    await there.page.click('.facet[aria-label="Status"] label:nth-of-type(2) input');
    await there.page.waitForSelector('.old-rows');
    expect(await there.text('.old-rows')).toContain('These are the rows of the one before.');
    // The note takes the place of a row or two.
    const kept = await namesIn(there);
    expect(kept.length).toBeGreaterThan(15);
    expect(kept).toEqual(before.slice(0, kept.length));
    expect(await there.text('.sheet')).not.toContain('Failed to fetch');
    const search = decodeURIComponent(new URL(there.page.url()).search);
    expect(search).toMatch(/^\?status=/);
    await start();
    await untilBack(there);
    await there.page.waitForFunction(() => !document.querySelector('.old-rows'));
    await there.settle();
    const { names, total } = await listed(`employees${search}&limit=200`);
    expect(await namesIn(there)).toEqual(names.slice(0, (await namesIn(there)).length));
    expect(await there.text('.sheet-foot')).toContain(` of ${total}`);
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('the console itself starts when the service is back', async () => {
    const there = await visitIt();
    // The document is there; the catalogue is not, for a while.
    let isAway = true;
    await there.page.setRequestInterception(true);
    there.page.on('request', (request) =>
      isAway && request.url().endsWith('/console/catalogue.json')
        ? void request.abort('connectionrefused')
        : void request.continue(),
    );
    await there.page.goto(`${service.url}/console/departments`);
    await there.page.waitForSelector('.failure');
    expect(await there.text('.failure')).toContain('The console could not start');
    isAway = false;
    await there.page.waitForSelector('.row .name-link');
    const { data } = await (await fetch(`${service.url}/api/v1/departments?limit=200`)).json();
    expect(await namesIn(there)).toEqual(data.map(({ name }: any) => name).slice(0, (await namesIn(there)).length));
    await there.end();
  });
});
