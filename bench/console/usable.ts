// How long it takes with 105,000 employees until a page can be used: its title is there, and nothing in view is still
// on its way. Each page is opened by somebody new, with nothing in the cache, and then again in the same tab.
import type { Browser, Page } from 'puppeteer-core';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { insights } from '../../src/insights/insights.ts';
import { stat } from '../report/stats.ts';
import { newTab } from './pages.ts';
import { kib, ms, printTable } from './table.ts';
import { noteLoads } from './views.ts';

/** In milliseconds; the longest that a page may take. */
const LONGEST = 1000;

type Opening = { readonly milliseconds: number; readonly calls: number; readonly bytes: number };

/** Every page of the console: of each resource its list, a record and the form, and both boards, views and
 * questions. */
async function everyPage(url: string): Promise<string[]> {
  const first = async (path: string) => {
    const { data } = (await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: Record<string, number>[] };
    return data[0];
  };
  const records: string[] = [];
  for (const { name } of catalogue) {
    const record = await first(`${name}?limit=1`);
    if (record) records.push(`/console/${name}/${record.id}`);
  }
  const application = await first('applications?limit=1');
  return [
    '/',
    ...catalogue.map(({ name }) => `/console/${name}`),
    ...records,
    ...catalogue.filter(({ creatable }) => creatable).map(({ name }) => `/console/${name}/new`),
    '/console/board',
    ...(application ? [`/console/board?job_id=${application.job_id}`] : []),
    '/console/org-chart',
    '/console/who-is-out',
    '/console/who-is-out?view=week',
    '/console/insights',
    ...insights.map(({ name }) => `/console/insights/${name}`),
    '/console/ask',
    '/console/ask/employees?group=dept_id,gender&measure=count',
    '/console/ask/attendance?group=status&measure=count',
    '/console/careers',
    '/console/import',
    '/console/kept',
  ];
}

type Noted = { usableAt?: number | undefined };

/** Notes, frame by frame, since when the page can be used. What is asked again later makes it wait again. */
function noteUsable(): void {
  const noted = window as unknown as Noted;
  const isInView = (element: Element): boolean => {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };
  /** A number that is not known yet is three dots, in a sentence or alone. In a longer text they are where it is
   * cut. */
  const isWaitingText = (text: string): boolean => /(^|\s)…(\s|$)/.test(text);
  const isUsable = (main: Element): boolean => {
    if (!main.querySelector('h1')) return false;
    if ([...main.querySelectorAll('.loading, .waiting, [aria-busy="true"]')].some(isInView)) return false;
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (isWaitingText(text.nodeValue ?? '') && isInView(text.parentElement!)) return false;
    return true;
  };
  const look = () => {
    const main = document.querySelector('#main');
    if (!main || !isUsable(main)) noted.usableAt = undefined;
    else noted.usableAt ??= performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Until a page is usable, and stays so when everything has come that it asks for. The stream of changes stays. */
async function untilUsable(page: Page): Promise<number> {
  const usableAt = () => page.evaluate(() => (window as unknown as Noted).usableAt);
  for (;;) {
    await page.waitForFunction(() => (window as unknown as Noted).usableAt !== undefined, { polling: 50 });
    await page.waitForNetworkIdle({ idleTime: 150, concurrency: 1 });
    const at = await usableAt();
    if (at !== undefined) return at;
  }
}

const isCall = ({ url }: { url: string }): boolean => /\/api\/v1\/(?!changes)/.test(url);

/** The first opening, and the second. */
async function open(browser: Browser, url: string): Promise<[Opening, Opening]> {
  const { page, protocol, close } = await newTab(browser);
  try {
    await page.evaluateOnNewDocument(noteUsable);
    const loads = await noteLoads(protocol);
    const once = async (): Promise<Opening> => {
      loads.length = 0;
      await page.goto(url, { waitUntil: 'domcontentloaded' });
      const milliseconds = await untilUsable(page);
      return {
        milliseconds,
        calls: loads.filter(isCall).length,
        bytes: loads.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    };
    return [await once(), await once()];
  } finally {
    await close();
  }
}

export async function usable(browser: Browser, url: string, rounds: number): Promise<void> {
  const pages = (await everyPage(url)).map((path) => ({ path, first: [] as Opening[], again: [] as Opening[] }));
  // The first page also starts the browser.
  await open(browser, `${url}/console/kept`);
  for (let round = 0; round < rounds; round++)
    for (const { path, first, again } of pages) {
      const [one, other] = await open(browser, url + path);
      first.push(one);
      again.push(other);
    }
  const times = (openings: readonly Opening[]) => stat(openings.map(({ milliseconds }) => milliseconds));
  const sorted = pages.sort((one, other) => times(other.first).median - times(one.first).median);
  const isSlow = ({ first, again }: (typeof pages)[number]) =>
    Math.max(times(first).median, times(again).median) > LONGEST;
  printTable(
    'From the navigation until a page can be used',
    `Nothing in the cache, then again; milliseconds, medians of ${rounds}; calls of the API and KiB of everything that is sent, first opening.`,
    ['page', 'first', 'most', 'again', 'most', 'calls', 'KiB', ''],
    sorted.map((page) => [
      page.path,
      ms(times(page.first).median),
      ms(times(page.first).max),
      ms(times(page.again).median),
      ms(times(page.again).max),
      String(page.first[0]!.calls),
      kib(page.first[0]!.bytes),
      isSlow(page) ? `over ${LONGEST / 1000} s` : '',
    ]),
  );
  const slow = sorted.filter(isSlow);
  console.log(
    slow.length === 0
      ? `\nAll ${sorted.length} pages can be used within ${LONGEST / 1000} s.`
      : `\n${slow.length} of ${sorted.length} pages take longer than ${LONGEST / 1000} s: ${slow.map(({ path }) => path).join(', ')}`,
  );
}
