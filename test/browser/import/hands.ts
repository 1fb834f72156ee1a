// What people do on the page that puts in files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, ElementHandle } from 'puppeteer-core';
import { repositoryFile } from '../../harness/paths.ts';
import { TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { type Visit, visit } from '../visit.ts';

/** As in docs/guides, with a day for each. */
export const ATTRITION = readFileSync(repositoryFile('docs/guides/files/attrition.csv'), 'utf8')
  .trim()
  .split('\n')
  .map((line, at) => `${line},${at === 0 ? 'Hire Date' : `${20 + at}.03.2024`}`)
  .join('\n');

/** A file of this name to choose. */
export function fileWith(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** With the token, on the page. */
export async function enter(
  browser: Browser,
  url: string,
  options: Parameters<typeof visit>[2] & { query?: string } = {},
): Promise<Visit> {
  const there = await visit(browser, url, options);
  await there.open('/console/departments');
  await there.page.evaluate((token) => sessionStorage.setItem('token', token), TOKEN);
  await there.open(`/console/import${options.query ?? ''}`);
  return there;
}

/** Until the service has said what it says to it. */
export async function answered({ page, settle }: Visit): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.import-progress'));
  await settle();
}

export async function give({ page }: Visit, path: string): Promise<void> {
  const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(path as `${string}.csv`);
}

export async function choose(there: Visit, path: string): Promise<void> {
  await give(there, path);
  await answered(there);
}

export async function click(there: Visit, text: string): Promise<void> {
  await there.clickOn(text);
  await answered(there);
}
