// What each page loads when it is opened first: requests, and bytes as they come over the wire.
import type { Browser, CDPSession } from 'puppeteer-core';
import { newTab, PAGES, settle } from './pages.ts';
import { kib, printTable } from './table.ts';

type Load = { url: string; type: string; bytes: number };

/** Notes every request of a tab with the bytes of its answer, head and body, as they were sent. */
export async function noteLoads(protocol: CDPSession): Promise<Load[]> {
  const loads: Load[] = [];
  const byId = new Map<string, Load>();
  await protocol.send('Network.enable');
  protocol.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (!/^https?:/.test(request.url)) return;
    const load = { url: request.url, type, bytes: 0 };
    byId.set(requestId, load);
    loads.push(load);
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = byId.get(requestId);
    if (load) load.bytes = encodedDataLength;
  });
  return loads;
}

/** The body of a file as it is sent to a client that takes gzip. */
async function gzipped(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' }, decompress: false });
  return (await answer.arrayBuffer()).byteLength;
}

const isApi = ({ url }: Load): boolean => new URL(url).pathname.startsWith('/api/');
const sum = (loads: readonly Load[]): number => loads.reduce((total, { bytes }) => total + bytes, 0);

export async function views(browser: Browser, url: string): Promise<void> {
  const rows: string[][] = [];
  for (const path of PAGES) {
    const { page, protocol, close } = await newTab(browser);
    const loads = await noteLoads(protocol);
    await page.goto(url + path, { waitUntil: 'load' });
    await settle(page);
    const scripts = loads.filter(({ type }) => type === 'Script');
    const sizes = await Promise.all(scripts.map((script) => gzipped(script.url)));
    const api = loads.filter(isApi);
    rows.push([
      path,
      String(scripts.length),
      kib(sizes.reduce((total, size) => total + size, 0)),
      kib(sum(scripts)),
      String(api.length),
      kib(sum(api)),
      String(loads.length),
      kib(sum(loads)),
    ]);
    await close();
  }
  printTable(
    'What a page loads when it is opened first',
    'KiB. Gzip: the bodies of the scripts as a client gets them that takes gzip. Sent: as this browser gets them, with heads.',
    ['page', 'scripts', 'gzip', 'sent', 'API requests', 'sent', 'all requests', 'sent'],
    rows,
  );
}
