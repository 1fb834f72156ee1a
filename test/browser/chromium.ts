// A real Chromium for the tests of the console: CHROMIUM, or the first that is there. Without one these tests say that they are left out.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
  'microsoft-edge',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Its path; `undefined` when there is none. */
export const chromium: string | undefined =
  (process.env.CHROMIUM || undefined) ??
  [
    ...NAMES.flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))),
    ...PLACES,
  ].find(isExecutable);

const LEFT_OUT =
  'There is no Chromium here (set CHROMIUM to its path): the tests of the console in a browser are left out.';

/** Says so, once: by `npm test` itself, or by a single file that is run without it. */
export function sayWhatIsLeftOut(): void {
  if (chromium === undefined) console.warn(LEFT_OUT);
}
if (process.env.TEST_DATABASES === undefined && !process.argv[1]?.endsWith('run.ts')) sayWhatIsLeftOut();

/** A Chromium of its own, with nothing of ours in it. */
export const launchChromium = (args: readonly string[] = []): Promise<Browser> =>
  puppeteer.launch({
    executablePath: chromium!,
    // Root has no sandbox, and containers have a small /dev/shm.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--lang=en-GB', ...args],
    env: { ...process.env, LANGUAGE: 'en_GB' },
  });

/** A browser for one test file: that of the run, in which the file has contexts of its own, or another one where it wants arguments. */
export async function launch(args: readonly string[] = []): Promise<Browser> {
  const shared = process.env.TEST_CHROMIUM;
  if (!shared || args.length > 0) return launchChromium(args);
  const own = new Set<BrowserContext>();
  const browser = await puppeteer.connect({
    browserWSEndpoint: await (await fetch(shared)).text(),
    // Pages of other files are none of this one's business.
    targetFilter: (target) => target.type() === 'browser' || own.has(target.browserContext()),
  });
  const create = browser.createBrowserContext.bind(browser);
  browser.createBrowserContext = async (options) => {
    const context = await create(options);
    own.add(context);
    return context;
  };
  // The context that all files share is not this one's.
  browser.newPage = async () => (await browser.createBrowserContext()).newPage();
  browser.close = async () => {
    await Promise.all([...own].map((context) => (context.closed ? undefined : context.close())));
    await browser.disconnect();
  };
  return browser;
}
