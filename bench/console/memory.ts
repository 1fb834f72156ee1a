// The heap and the elements of a tab, before and after clicking through every page again and again.
import type { Browser } from 'puppeteer-core';
import { memoryOf } from '../../test/browser/memory.ts';
import { follow } from '../../test/browser/wander.ts';
import { newTab, PAGES, settle } from './pages.ts';
import { printTable } from './table.ts';

export async function memory(browser: Browser, url: string, rounds: number): Promise<void> {
  const { page, protocol, close } = await newTab(browser);
  await page.goto(`${url}/`, { waitUntil: 'load' });
  await settle(page);
  const rows: string[][] = [];
  const note = async (name: string) => {
    const { heap, nodes, listeners } = await memoryOf(protocol);
    rows.push([name, (heap / 1e6).toFixed(2), String(nodes), String(listeners)]);
  };
  await note('overview, first');
  for (let round = 1; round <= rounds; round++) {
    for (const path of [...PAGES, '/']) {
      await follow(page, path);
      await settle(page);
    }
    await note(`overview, after round ${round}`);
  }
  await close();
  printTable(
    'Memory of a tab',
    `Megabytes of the JavaScript heap after a collection; each round clicks through ${PAGES.length} pages.`,
    ['when', 'heap, MB', 'nodes', 'listeners'],
    rows,
  );
}
