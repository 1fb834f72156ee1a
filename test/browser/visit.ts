// Opens pages of the console in a browser, and notes whatever must not happen there: errors, violations of the policy,
// requests to other hosts.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'puppeteer-core';
import type { ConsoleFiles } from '../../src/http/context.ts';
import { type Engine, engines } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { FACTOR } from '../harness/random/sample.ts';
import { type ServiceOptions, startService } from '../harness/service.ts';
import { PATIENCE } from './chromium.ts';
import { countRequests, untilQuiet } from './idle.ts';

/** As `npm run generate` made them. */
export const consoleFiles: ConsoleFiles = JSON.parse(readFileSync(repositoryFile('generated/console.json'), 'utf8'));

/** The console only speaks HTTP, so `npm test` tries what takes long on one engine; `npm test -- browser` on both. */
export const consoleEngines: readonly Engine[] = FACTOR > 1 ? engines : ['embedded'];

/** The service with its console. */
export const startConsole = (options: ServiceOptions = {}) =>
  startService({ ...options, parts: { ...options.parts, console: consoleFiles } });

export const SIZES = {
  large: { width: 1440, height: 900 },
  middle: { width: 1024, height: 768 },
  small: { width: 390, height: 844 },
} as const;

export type Visit = {
  readonly page: Page;
  /** Goes to a path and waits until everything that it asks for has come. */
  open(path: string): Promise<void>;
  /** Waits until nothing is being asked or drawn. */
  settle(): Promise<void>;
  /** What must not happen, and did. */
  readonly faults: string[];
  /** Violations that axe finds on the page as it is, of these rules or of all. */
  axe(rules?: string[]): Promise<string[]>;
  /** Waits for the element, and reads it. */
  text(selector?: string): Promise<string>;
  /** Waits for the control with this text or name, and clicks on it. */
  clickOn(words: string, within?: string): Promise<void>;
  end(): Promise<void>;
};

/** Without motion, so that colours are there at once. */
export const media = (theme: 'light' | 'dark') => [
  { name: 'prefers-color-scheme', value: theme },
  { name: 'prefers-reduced-motion', value: 'reduce' },
];

type VisitOptions = {
  size?: keyof typeof SIZES;
  theme?: 'light' | 'dark';
  /** Failures that the test itself causes. */
  expected?: RegExp;
};

const axeSource = readFileSync(repositoryFile('node_modules/axe-core/axe.min.js'), 'utf8');

export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const { size = 'large', theme = 'light', expected } = options;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const faults: string[] = [];
  const note = (fault: string) => {
    if (!expected?.test(fault)) faults.push(fault);
  };
  page.on('pageerror', (error) => note(`error: ${(error as Error).stack ?? error}`));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type()))
      note(`console: ${message.text()} (${message.location().url ?? ''})`);
  });
  page.on('request', (request) => {
    const target = request.url();
    if (!target.startsWith(`${url}/`) && !/^(blob|data):/.test(target)) note(`request to another host: ${target}`);
  });
  // Pages of other files may be in front.
  await page.emulateFocusedPage(true);
  page.setDefaultTimeout(PATIENCE);
  await countRequests(page);
  await page.setViewport(SIZES[size]);
  await page.emulateMediaFeatures(media(theme));
  const settle = async () => {
    await untilQuiet(page, 60);
    // The gallery shows what is loading for ever.
    await page.waitForFunction(
      () => location.pathname === '/console/parts' || !document.querySelector('.loading, .waiting, [aria-busy="true"]'),
    );
  };
  return {
    page,
    faults,
    settle,
    async open(path) {
      await page.goto(url + path, { waitUntil: 'load' });
      await page.waitForSelector('#main h1, #main .state');
      await settle();
    },
    async axe(rules) {
      // The policy of the page would keep a script out that is not its own, so it comes by the protocol.
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
      const found = await page.evaluate(async (only) => {
        const { axe } = globalThis as unknown as {
          axe: { run(where: Document, options: object): Promise<{ violations: AxeViolation[] }> };
        };
        const { violations } = await axe.run(document, only ? { runOnly: only } : {});
        return violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`)
              .join(' | ')}`,
        );
      }, rules);
      return found;
    },
    text: async (selector = '#main') =>
      (await page.waitForSelector(selector))!.evaluate((element) => (element as HTMLElement).innerText),
    async clickOn(words, within = '#main') {
      const found = await page.waitForFunction(
        (wanted, selector) =>
          [...document.querySelectorAll<HTMLElement>(selector)]
            .flatMap((each) => [each, ...each.querySelectorAll<HTMLElement>('button, a')])
            .find((each) => [each.innerText?.trim(), each.textContent!.trim(), each.ariaLabel].includes(wanted)),
        {},
        words,
        within,
      );
      await found.asElement()!.evaluate((each) => (each as HTMLElement).click());
    },
    end: () => context.close(),
  };
}

type AxeViolation = { id: string; nodes: { html: string; failureSummary?: string }[] };
