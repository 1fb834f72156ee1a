// From the navigation to the first row of a list, on a processor that is slowed to a quarter, with an empty cache. Each
// round has one navigation of each page, so a slow minute of the machine slows all of them.
import type { Browser } from 'puppeteer-core';
import { ratio, stat } from '../report/stats.ts';
import type { Peer } from './options.ts';
import { newTab } from './pages.ts';
import { kib, ms, printTable } from './table.ts';
import { noteLoads } from './views.ts';

const SLOWER = 4;

type Subject = { name: string; url: string; row: string; storage?: Readonly<Record<string, string>> };
type Measured = { milliseconds: number; scripts: number; bytes: number };

/** A page with nothing but a line of script, which adds a row. */
function startEmptyPage(): { url: string; stop(): void } {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      new URL(request.url).pathname === '/script.js'
        ? new Response("document.body.innerHTML = '<p class=first>A row</p>'", {
            headers: { 'Content-Type': 'text/javascript' },
          })
        : new Response('<!doctype html><title>Empty</title><body><script type="module" src="/script.js"></script>', {
            headers: { 'Content-Type': 'text/html' },
          }),
  });
  return { url: server.url.href, stop: () => void server.stop(true) };
}

/** Notes when the first element of a selector is in the frame that is drawn next. */
function noteFirst(selector: string): void {
  const noted = window as unknown as { firstRow?: number };
  const look = () => {
    if (noted.firstRow === undefined && document.querySelector(selector)) noted.firstRow = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function measure(browser: Browser, { url, row, storage = {} }: Subject): Promise<Measured> {
  const { page, protocol, close } = await newTab(browser);
  try {
    await page.evaluateOnNewDocument((entries) => {
      for (const [name, value] of entries) localStorage.setItem(name, value);
    }, Object.entries(storage));
    await page.evaluateOnNewDocument(noteFirst, row);
    const loads = await noteLoads(protocol);
    await page.emulateCPUThrottling(SLOWER);
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => 'firstRow' in window, { polling: 50 });
    const milliseconds = await page.evaluate(() => (window as unknown as { firstRow: number }).firstRow);
    await page.waitForNetworkIdle({ idleTime: 300, concurrency: 1, timeout: 20_000 }).catch(() => undefined);
    const scripts = loads.filter(({ type }) => type === 'Script');
    return { milliseconds, scripts: scripts.length, bytes: scripts.reduce((total, { bytes }) => total + bytes, 0) };
  } finally {
    await close();
  }
}

export async function firstRow(browser: Browser, url: string, peer: Peer | undefined, rounds: number): Promise<void> {
  const empty = startEmptyPage();
  const subjects: Subject[] = [
    { name: 'an empty page', url: empty.url, row: '.first' },
    { name: 'the explorer', url: `${url}/console/employees`, row: '.row .name-link' },
    ...(peer ? [{ name: `the peer, ${new URL(peer.url).host}`, ...peer }] : []),
  ];
  const measured = subjects.map((): Measured[] => []);
  // The first round warms up the browser and the servers, and is not counted.
  for (let round = -1; round < rounds; round++)
    for (const [index, subject] of subjects.entries()) {
      const one = await measure(browser, subject);
      if (round >= 0) measured[index]!.push(one);
    }
  empty.stop();
  const times = measured.map((all) => all.map(({ milliseconds }) => milliseconds));
  printTable(
    'From the navigation to the first row',
    `Processor ${SLOWER} times slower, empty cache, ${rounds} rounds in turns; milliseconds; × is the median of the ratios to the explorer.`,
    ['page', 'median', 'least', 'most', '×', 'scripts', 'KiB of script sent'],
    subjects.map(({ name }, index) => {
      const { median, min, max } = stat(times[index]!);
      const [one] = measured[index]!;
      const times_ = ratio(times[index]!, times[1]!).median.toFixed(2);
      return [name, ms(median), ms(min), ms(max), times_, String(one!.scripts), kib(one!.bytes)];
    }),
  );
}
