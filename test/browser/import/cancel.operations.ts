// Files whose sending, checking or storing is cancelled on the page: nothing of them is stored, and the page can be
// used again.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { waitUntil } from '../../harness/wait-until.ts';
import { recordsOf, send, startImportService } from '../../import/http/import-service.ts';
import { chromium, launch } from '../chromium.ts';
import { consoleFiles, type Visit } from '../visit.ts';
import { answered, choose, click, enter, fileWith, give } from './hands.ts';

/** Storing them takes a second after the first of them are counted on the page. */
const ROWS = 200_000;
const PUT_IN = 'Put in 200,000 departments';
const teams = (count: number) => `name\n${Array.from({ length: count }, (_, at) => `Team ${at}\n`).join('')}`;

/** So slow that a file of many rows is on its way for minutes. */
const slowly = ({ page }: Visit) => page.emulateNetworkConditions({ upload: 10_000, download: -1, latency: 0 });
const asUsual = ({ page }: Visit) => page.emulateNetworkConditions(null);

/** As soon as it says this. */
async function cancel(there: Visit, words: string): Promise<void> {
  await there.page.waitForFunction(
    (wanted) => {
      const progress = document.querySelector('.import-progress');
      if (!progress?.textContent?.includes(wanted)) return false;
      progress.querySelector('button')!.click();
      return true;
    },
    { polling: 'mutation' },
    words,
  );
  await answered(there);
}

describe.skipIf(chromium === undefined)('a file that is cancelled', () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof startImportService>>;
  let file: string;
  beforeAll(async () => {
    file = fileWith('teams.csv', teams(ROWS));
    [browser, service] = await Promise.all([
      launch(),
      startImportService('embedded', { parts: { console: consoleFiles } }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const start = () => enter(browser, service.url, { query: '?resource=departments' });
  const stored = async () => (await (await fetch(`${service.url}/api/v1/totals`)).json()).data.departments;
  /** One file is taken at a time: the place is free when nothing more can be written of the one before. */
  async function expectNothing(): Promise<void> {
    await waitUntil(
      'a free place',
      async () => (await send(service.url, 'import/departments?dry_run=true', teams(1))).status === 200,
    );
    expect(await stored()).toBe(0);
  }

  test('while it is read', async () => {
    const there = await start();
    await slowly(there);
    await give(there, file);
    await cancel(there, 'Reading the file…');
    expect(await there.page.$$('.import-drop')).toHaveLength(1);
    expect(await there.page.$$('[role=alert], .import-table')).toHaveLength(0);
    await asUsual(there);
    await expectNothing();
    await choose(there, file);
    expect(await there.text('.import-table')).toContain('Team 0');
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('while it is checked', async () => {
    const there = await start();
    await choose(there, file);
    await there.clickOn('Check');
    await cancel(there, 'Checking…');
    expect(await there.page.$$('[role=alert], .import-verdict')).toHaveLength(0);
    await expectNothing();
    await click(there, 'Check');
    expect(await there.text('.import-verdict')).toContain('Every row can be stored.');
    expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
    await there.end();
  });

  test('while it is sent to be stored, and while it is stored; the third time all of it is', async () => {
    const there = await start();
    await choose(there, file);
    await click(there, 'Check');
    const isSaid = async () =>
      expect(await there.text('[role=alert]')).toContain(
        'Cancelled: nothing was stored, unless it was done already. The list says so.',
      );
    await slowly(there);
    await there.clickOn(PUT_IN);
    await cancel(there, 'Storing…');
    await isSaid();
    await asUsual(there);
    await expectNothing();
    await there.clickOn(PUT_IN);
    await cancel(there, ' rows');
    await isSaid();
    await expectNothing();
    expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
    await click(there, PUT_IN);
    await there.page.waitForSelector('.import-done');
    expect(await there.page.$('[role=alert]')).toBeNull();
    expect(await stored()).toBe(ROWS);
    expect((await recordsOf(service.url, 'departments')).at(-1)!.name).toBe(`Team ${ROWS - 1}`);
    await there.end();
  });
});
