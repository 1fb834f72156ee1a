// Pages on paper: as documents, with whole tables up to a bound that is said, and the same figures as on the screen.
// Real PDFs are made.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import type { Service } from '../../harness/service.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { startConsole, type Visit, visit } from '../visit.ts';

/** How many pages a PDF has. Its objects may be compressed, but those of pages are counted in the tree. */
function pagesIn(pdf: Uint8Array): number {
  const text = Buffer.from(pdf).toString('latin1');
  return Math.max(...[...text.matchAll(/\/Type\s*\/Pages\b[^>]*?\/Count (\d+)/g)].map(([, count]) => Number(count)));
}

describe.skipIf(chromium === undefined)('printing', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(
    () => startConsole({ attendanceDays: 20 }),
    (...started) => {
      [browser, service] = started;
    },
  );

  const api = async (path: string): Promise<any> => (await fetch(`${service.url}/api/v1/${path}`)).json();
  const rowsOf = ({ page }: Visit) =>
    page.$$eval('.print-table tbody tr', (rows) => rows.map((row) => row.querySelector('.name-link')!.textContent));
  const seen = ({ page }: Visit, selector: string) =>
    page.$$eval(selector, (all) => all.filter((each) => each.checkVisibility()).length);

  test('with print media from the start the list is whole, and nothing is there to click', async () => {
    const there = await visit(browser, service.url, { theme: 'dark' });
    await there.page.emulateMediaType('print');
    await there.open('/console/employees?status=active');
    const { data, meta } = await api('employees?status=active&limit=200&fields=first_name,last_name');
    await there.page.waitForFunction(
      (count) => document.querySelectorAll('.print-table tbody tr').length === count,
      {},
      meta.total,
    );
    const names = data.map((each: any) => `${each.first_name} ${each.last_name}`);
    expect((await rowsOf(there)).slice(0, names.length)).toEqual(names);
    expect(await there.text('.print-only p')).toBe(`${meta.total} rows`);
    expect(await there.text('.print-head')).toContain(`${service.url}/console/employees?status=active`);
    for (const control of ['.side', '.actions', '.facets', '.search', '.table', '.tabbar', 'main button'])
      expect([control, await seen(there, control)]).toEqual([control, 0]);
    // The filter says what the list is of; the whole width is used; paper is light.
    expect(await there.text('.chip')).toContain('active');
    const [width, colour] = await there.page.$eval('.print-table', (table) => [
      table.getBoundingClientRect().width / document.documentElement.clientWidth,
      getComputedStyle(table).color,
    ]);
    expect(width).toBeGreaterThan(0.95);
    expect(colour).toBe('rgb(18, 22, 31)');
    const pdf = await there.page.pdf({ format: 'A4', timeout: 0 });
    expect(pagesIn(pdf)).toBeGreaterThanOrEqual(Math.floor(meta.total / 60));
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('more rows than the bound: the first thousand, and that is said', async () => {
    const { meta } = await api('attendance?limit=1');
    expect(meta.total).toBeGreaterThan(1000);
    const there = await visit(browser, service.url);
    await there.open('/console/attendance?sort=-id');
    // Nothing is printed before it is there.
    await there.page.evaluate(() => {
      Object.assign(globalThis, { printed: [] });
      window.print = () =>
        void (globalThis as any).printed.push(document.querySelectorAll('.print-table tbody tr').length);
    });
    await there.page.keyboard.down('Control');
    await there.page.keyboard.press('p');
    await there.page.keyboard.up('Control');
    await there.page.waitForFunction(() => (globalThis as any).printed.length === 1);
    expect(await there.page.evaluate(() => (globalThis as any).printed)).toEqual([1000]);
    // On the screen nothing has changed.
    expect([await seen(there, '.print-table'), await seen(there, '.table')]).toEqual([0, 1]);
    const pdf = await there.page.pdf({ format: 'A4', timeout: 0 });
    expect(pagesIn(pdf)).toBeGreaterThan(10);
    await there.page.emulateMediaType('print');
    await there.page.waitForFunction(() => document.querySelectorAll('.print-table tbody tr').length === 1000);
    expect(await there.text('.print-only p')).toBe(`The first 1,000 of ${meta.total.toLocaleString('en-GB')} rows`);
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('a metric, a record and the overview are printed whole: charts within the page, figures as the API has them', async () => {
    const there = await visit(browser, service.url);
    await there.page.emulateMediaType('print');
    // As wide as the paper.
    await there.page.setViewport({ width: 720, height: 1000 });
    for (const path of ['/console/insights/headcount', '/console/employees/7', '/']) {
      await there.open(path);
      const wide = await there.page.$$eval('main svg, main table, main .card', (all) =>
        all
          .filter((each) => each.checkVisibility())
          .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map((each) => each.outerHTML.slice(0, 120)),
      );
      expect({ path, wide }).toEqual({ path, wide: [] });
      expect({ path, side: await seen(there, '.side, .actions, .chart-tools') }).toEqual({ path, side: 0 });
      expect(await there.text('.print-head')).toContain(`${service.url}${path}`);
      expect(pagesIn(await there.page.pdf({ format: 'A4', timeout: 0 }))).toBeLessThanOrEqual(4);
    }
    const question = 'insights/headcount?from=2025-01-01&to=2025-12-31&every=month';
    await there.open(`/console/${question}`);
    const { data } = await api(question);
    const printed = await there.page.$$eval('.figure-rows tbody tr', (rows) =>
      rows.map((row) => Number.parseInt(row.querySelector('td')!.textContent!, 10)),
    );
    expect(printed).toEqual(data.map(({ values }: any) => values.headcount.value));
    expect(there.faults).toEqual([]);
    await there.end();
  });
});
