// The pages of the console that are measured, and a browser that opens them with nothing in its cache.
import type { Browser, CDPSession, Page } from 'puppeteer-core';

export const PAGES = [
  '/',
  '/console/employees',
  '/console/employees/11',
  '/console/leave/new',
  '/console/board',
  '/console/org-chart',
  '/console/who-is-out',
  '/console/insights',
  '/console/insights/headcount',
  '/console/careers',
] as const;

export type Opened = { readonly page: Page; readonly protocol: CDPSession; close(): Promise<void> };

/** A tab of a new person: no cache, no storage. */
export async function newTab(browser: Browser): Promise<Opened> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.setDefaultTimeout(60_000);
  return { page, protocol: await page.createCDPSession(), close: () => context.close() };
}

/** Until everything that the page asks for has come and is drawn. The stream of changes stays. */
export async function settle(page: Page): Promise<void> {
  await page.waitForNetworkIdle({ idleTime: 200, concurrency: 1 });
  await page.waitForFunction(
    () => document.querySelector('#main > *') && !document.querySelector('.loading, .waiting, [aria-busy="true"]'),
  );
}
