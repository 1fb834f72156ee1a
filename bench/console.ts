// `npm run bench:console`: measures the console in a real Chromium and prints tables: what each page loads, the time to
// the first row, scrolling through long lists, memory, and the time until every page can be used with many records.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, launchChromium } from '../test/browser/chromium.ts';
import { firstRow } from './console/first-row.ts';
import { memory } from './console/memory.ts';
import { parseOptions } from './console/options.ts';
import { scrolling } from './console/scrolling.ts';
import { usable } from './console/usable.ts';
import { views } from './console/views.ts';
import { openDatabases, sizes } from './data/databases.ts';
import { stopForGood } from './load/processes.ts';
import { BenchError } from './options.ts';
import { startService } from './subjects/service.ts';

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (chromium === undefined) throw new BenchError('there is no Chromium here; set CHROMIUM to its path');
  const folder = mkdtempSync(join(tmpdir(), 'workforce-bench-console-'));
  const databases = openDatabases({ keep: options.keep });
  const startDemo = async () => (await startService(folder, [], { WORKFORCE_DEMO: '1' })).url;
  const startLarge = async () => (await startService(await databases.filled(sizes.million))).url;
  const has = (part: (typeof options.parts)[number]) => options.parts.includes(part);
  const needsDemo = has('views') || has('first-row') || has('memory');
  const browser = await launchChromium();
  try {
    const url = options.url ?? (needsDemo ? await startDemo() : '');
    if (has('views')) await views(browser, url);
    if (has('first-row')) await firstRow(browser, url, options.peer, options.rounds);
    if (has('memory')) await memory(browser, url, options.rounds);
    const large = has('scrolling') || has('usable') ? (options.large ?? (await startLarge())) : '';
    if (has('scrolling')) await scrolling(browser, large, options.scrollRounds, options.scrollSeconds);
    if (has('usable')) await usable(browser, large, options.usableRounds);
  } finally {
    await browser.close();
    await stopForGood();
    databases.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof BenchError ? `bench: ${error.message}` : error);
  process.exit(1);
}
