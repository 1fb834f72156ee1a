// `npm run screenshots`: takes the pictures of README and docs/console.md, of a service with the demo data of today;
// with names, these only.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { launch } from '../test/browser/chromium.ts';

const repositoryFile = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Documents and package registries show nothing that is larger. */
const MAX_BYTES = 200_000;

type Picture = {
  name: string;
  path: string;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
};

const pictures: readonly Picture[] = [
  { name: 'overview', path: '/' },
  { name: 'explorer', path: '/console/employees?status=active&sort=date_of_joining', width: 1200, height: 700 },
  { name: 'board', path: '/console/board?job_id=25' },
  { name: 'insight', path: '/console/insights/headcount?group=dept_id&every=month', theme: 'dark' },
  { name: 'career-site', path: '/careers/alderwick', height: 860 },
  { name: 'api-docs', path: '/api/docs', height: 760 },
  { name: 'telephone', path: '/console/employees?status=active', width: 390, height: 780 },
];

/** Pictures of text: what commands say, and what stands in a file. */
const texts: readonly { name: string; of: () => string }[] = [
  {
    name: 'terminal',
    of: () =>
      [['doctor'], ['backup', 'nights', '--verify', '--keep', '14']]
        .map((words) => `$ workforce ${words.join(' ')}\n${outputOf(words)}`)
        .join('\n'),
  },
  {
    name: 'catalogue',
    of: () => readFileSync(repositoryFile('src/catalogue/resources/organization-teams.ts'), 'utf8'),
  },
];

function outputOf(words: readonly string[]): string {
  mkdirSync(join(data, 'nights'), { recursive: true });
  const command = [process.execPath, repositoryFile('src/main.ts'), ...words];
  return Bun.spawnSync(command, { env: environment, cwd: data, stderr: 'inherit' }).stdout.toString();
}

const textPage = (text: string): string =>
  `<meta charset="utf-8"><body style="margin:0;background:#16181d;color:#e4e6eb"><h1 hidden></h1>
  <pre style="font:15px/1.5 monospace;margin:24px;white-space:pre-wrap">${Bun.escapeHTML(text)}</pre>`;

const named = process.argv.slice(2);
const isWanted = ({ name }: { name: string }) => named.length === 0 || named.includes(name);

const data = mkdtempSync(join(tmpdir(), 'workforce-pictures-'));
const environment = {
  ...process.env,
  PORT: '0',
  WORKFORCE_DATA: data,
  WORKFORCE_WORKERS: '1',
  WORKFORCE_API_TOKEN: 'for-pictures-only',
};
const service = Bun.spawn([process.execPath, repositoryFile('src/main.ts'), 'serve'], {
  env: environment,
  stdout: 'pipe',
  stderr: 'inherit',
});
const browser = await launch(['--hide-scrollbars']);
try {
  const url = await addressOf(service.stdout);
  for (const { name, path, width = 1280, height = 800, theme = 'light' } of pictures.filter(isWanted)) {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    // The stream of changes never ends, so the console always has a request open.
    await page.goto(url + path, { waitUntil: 'networkidle2', timeout: 120_000 });
    await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.loading, .waiting'));
    await take(page, name);
  }
  for (const { name, of } of texts.filter(isWanted)) {
    const page = await browser.newPage();
    await page.setViewport({ width: 1180, height: 200 });
    await page.setContent(textPage(of()));
    await take(page, name, true);
  }
} finally {
  await browser.close();
  service.kill();
  await service.exited;
  rmSync(data, { recursive: true });
}

async function take(page: Page, name: string, fullPage = false): Promise<void> {
  const file = repositoryFile(`docs/pictures/${name}.png`);
  await page.screenshot({ path: file as `${string}.png`, fullPage });
  const { size } = statSync(file);
  console.log(`wrote docs/pictures/${name}.png, ${Math.round(size / 1000)} kB`);
  if (size > MAX_BYTES) throw new Error(`docs/pictures/${name}.png is larger than ${MAX_BYTES / 1000} kB: show less`);
  await page.close();
}

/** Where the service listens, from its log. */
async function addressOf(log: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of log) {
    text += decoder.decode(chunk, { stream: true });
    const found = /on (http:\/\/[^/\s]+)\//.exec(text);
    if (found) return found[1]!;
  }
  throw new Error(`The service did not start: ${text}`);
}
