// A real Chromium for the tests of the console: CHROMIUM, or the first that is there. Without one these tests say that they are left out.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';

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

/** A browser with nothing of ours in it. */
export const launch = (args: readonly string[] = []): Promise<Browser> =>
  puppeteer.launch({
    executablePath: chromium!,
    // Root has no sandbox, and containers have a small /dev/shm.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--lang=en-GB', ...args],
    env: { ...process.env, LANGUAGE: 'en_GB' },
  });
