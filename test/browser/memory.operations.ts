// Going through the pages again and again leaves nothing behind: no elements, no listeners, and a heap that does not
// grow. test/browser/long.ts does it for ten minutes.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import type { Service } from '../harness/service.ts';
import { chromium } from './chromium.ts';
import { memoryOf } from './memory.ts';
import { inBrowser } from './start/in-browser.ts';
import { startConsole, visit } from './visit.ts';
import { follow } from './wander.ts';

/** long.ts goes through more, for longer. */
const PAGES = [
  '/console/employees?status=active',
  '/console/board',
  '/console/org-chart',
  '/console/insights/headcount?group=dept_id',
  '/',
];
/** They load the code of the pages, and fill the caches of answers and of compiled code. */
const FIRST_ROUNDS = 2;
const ROUNDS = 2;
/** The browser compiles what runs often, and keeps what it has learnt about it. */
const HEAP_MARGIN = 1_000_000;
const NODE_MARGIN = 60;

describe.skipIf(chromium === undefined)('memory', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(startConsole, (...started) => {
    [browser, service] = started;
  });

  test(`${ROUNDS * PAGES.length} pages later, the tab holds what it held before`, async () => {
    const there = await visit(browser, service.url);
    const protocol = await there.page.createCDPSession();
    const round = async () => {
      for (const path of PAGES) {
        await follow(there.page, path);
        await there.settle();
      }
      return memoryOf(protocol);
    };
    await there.open('/');
    const rounds = async (count: number) => {
      let last = await memoryOf(protocol);
      for (let time = 0; time < count; time++) last = await round();
      return last;
    };
    const before = await rounds(FIRST_ROUNDS);
    const after = await rounds(ROUNDS);
    expect({ faults: there.faults }).toEqual({ faults: [] });
    expect(after.nodes - before.nodes).toBeLessThan(NODE_MARGIN);
    expect(after.listeners).toBeLessThanOrEqual(before.listeners + 2);
    expect(after.heap - before.heap).toBeLessThan(HEAP_MARGIN);
    await there.end();
  });
});
