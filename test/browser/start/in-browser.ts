// The set-up of tests that look at pages.
import { afterAll, beforeAll } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { launch } from '../chromium.ts';

/** A browser, and what the tests of a page ask in it. Both are there for the tests of the block, and are closed after
 * them. */
export function inBrowser<Service extends { stop(): Promise<unknown> }>(
  start: () => Promise<Service>,
  use: (browser: Browser, service: Service) => void | Promise<void>,
): void {
  let started: [Browser, Service];
  beforeAll(async () => {
    started = await Promise.all([launch(), start()]);
    await use(...started);
  });
  afterAll(async () => {
    const [browser, service] = started;
    await browser.close();
    await service.stop();
  });
}
