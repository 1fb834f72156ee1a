// A real Chromium for the tests of the console: CHROMIUM, or the first that is there. Without one these tests say that
// they are left out.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { startCleanup } from '../harness/cleanup.ts';

const NAMES = 'chromium chromium-browser google-chrome google-chrome-stable chrome msedge microsoft-edge'.split(' ');
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

/** In milliseconds, just below the time limit of a test, so that the error can say what did not happen. */
export const PATIENCE = 110_000;

/** Says so, once: by `npm test` itself, or by a single file that is run without it. */
export function sayWhatIsLeftOut(): void {
  if (chromium === undefined)
    console.warn(
      'There is no Chromium here (set CHROMIUM to its path): the tests of the console in a browser are left out.',
    );
}
const isInRun = process.env.TEST_DATABASES !== undefined;
if (!isInRun && !process.argv[1]?.endsWith('run.ts')) sayWhatIsLeftOut();

/** A Chromium of its own, with nothing of ours in it. */
export const launchChromium = (args: readonly string[] = []): Promise<Browser> =>
  puppeteer.launch({
    executablePath: chromium!,
    // Root has no sandbox, and containers have a small /dev/shm.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--lang=en-GB', ...args],
    env: { ...process.env, LANGUAGE: 'en_GB' },
    timeout: PATIENCE,
  });

let shared: Promise<Browser> | undefined;

/** Ends with the file, where no run of tests ends all that it has started. */
async function launchShared(): Promise<Browser> {
  const browser = await launchChromium();
  const forget = () => {
    shared = undefined;
  };
  if (!isInRun) startCleanup(['sh', '-c', `cat >/dev/null; kill ${browser.process()!.pid}`], forget);
  browser.newPage = async () => {
    const page = await (await browser.createBrowserContext()).newPage();
    page.setDefaultTimeout(PATIENCE);
    return page;
  };
  browser.close = async () => {
    // The one that is there from the start has no id, and is not used.
    const contexts = browser.browserContexts().filter(({ id }) => id !== undefined);
    await Promise.all(contexts.map((context) => context.close()));
  };
  return browser;
}

/**
 * The browser for a test file: one for all files of this process, in turn, or another one where it wants arguments.
 * Processes do not share one: each would clear how the pages of the others are emulated.
 */
export function launch(args: readonly string[] = []): Promise<Browser> {
  if (args.length > 0) return launchChromium(args);
  shared ??= launchShared();
  return shared;
}
