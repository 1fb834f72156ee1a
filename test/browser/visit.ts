// Opens pages of the console in a browser, and notes whatever must not happen there: errors, violations of the policy,
// requests to other hosts.
import { afterAll, afterEach, beforeAll, describe, expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'puppeteer-core';
import type { ConsoleFiles } from '../../src/http/context.ts';
import { repositoryFile } from '../harness/paths.ts';
import { type ServiceOptions, startService } from '../harness/service.ts';
import { chromium, launch, PATIENCE } from './chromium.ts';
import { countRequests, untilQuiet } from './idle.ts';

/** As `npm run generate` made them. */
export const consoleFiles: ConsoleFiles = JSON.parse(readFileSync(repositoryFile('generated/console.json'), 'utf8'));

/** The service with its console, on the embedded database: the console only speaks HTTP. */
export const startConsole = (options: ServiceOptions = {}) =>
  startService({ ...options, parts: { ...options.parts, console: consoleFiles } });

export const SIZES = {
  large: { width: 1440, height: 900 },
  middle: { width: 1024, height: 768 },
  small: { width: 390, height: 844 },
} as const;

/** A page of each kind; the others differ in what the catalogue says. */
export const KINDS = [
  '/',
  '/console/employees?status=active&sort=date_of_joining',
  '/console/employees/11',
  '/console/leave/new',
  '/console/board?job_id=25',
  '/console/org-chart',
  '/console/who-is-out?view=week',
  '/console/insights',
  '/console/insights/headcount?group=dept_id&every=quarter&compare=year',
  '/console/insights/pay-gap?target=0.05',
  '/console/insights/funnel',
  '/console/ask',
  '/console/ask/employees?group=dept_id,status&view=pivot',
  '/console/ask/applications?group=month(applied_on)',
  '/console/ask/employees?group=branch,gender,status&measure=avg(base_salary)',
  '/console/careers',
  '/console/kept',
  '/console/import',
];

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
  /** What is wrong with the look of the page, in both themes and on a telephone: violations, and what is too wide. */
  looks(rules?: string[]): Promise<typeof WELL>;
  /** Waits for the element, and reads it. */
  text(selector?: string): Promise<string>;
  /** Waits for the control with this text or name, and clicks on it. */
  clickOn(words: string, within?: string): Promise<void>;
  end(): Promise<void>;
};

/** Without motion, so that colours are there at once. */
const media = (theme: 'light' | 'dark') => [
  { name: 'prefers-color-scheme', value: theme },
  { name: 'prefers-reduced-motion', value: 'reduce' },
];

/** Nothing. */
export const WELL: { light: string[]; dark: string[]; small: string[]; isTooWide: boolean } = {
  ...{ light: [], dark: [], small: [], isTooWide: false },
};

export type VisitOptions = {
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
  const axe = async (rules?: string[]) => {
    // The policy of the page would keep a script out that is not its own, so it comes by the protocol.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
    return page.evaluate(async (only) => {
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
    axe,
    async looks(rules) {
      const light = await axe(rules);
      await page.emulateMediaFeatures(media('dark'));
      // In the dark only the colours differ.
      const dark = await axe(['color-contrast']);
      await page.setViewport(SIZES.small);
      await settle();
      const small = await axe(rules);
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      await page.emulateMediaFeatures(media('light'));
      await page.setViewport(SIZES.large);
      return { light, dark, small, isTooWide };
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

type Running = { readonly url: string; stop(): Promise<unknown> };

/** What tests in a browser have of the service that they look at. */
export type Looking<Service extends Running> = {
  readonly browser: Browser;
  readonly service: Service;
  /** A page that ends with the test, and has to be without faults then. */
  visit(options?: VisitOptions & { url?: string }): Promise<Visit>;
  /** For visits that are made in another way. */
  watch<Some extends Visit>(there: Some): Some;
  /** What the API says. */
  api(path: string): Promise<any>;
};

/** Tests that look at the pages of a service, which `start` starts. Without a browser they are left out. */
export function inBrowser<Service extends Running>(
  name: string,
  start: () => Promise<Service>,
  tests: (looking: Looking<Service>) => void,
): void {
  describe.skipIf(chromium === undefined)(name, () => {
    let [browser, service]: [Browser, Service] = [undefined!, undefined!];
    const visits: Visit[] = [];
    const watch = <Some extends Visit>(there: Some) => {
      visits.push(there);
      return there;
    };
    beforeAll(async () => {
      [browser, service] = await Promise.all([launch(), start()]);
    });
    afterEach(async () => {
      const ended = visits.splice(0);
      for (const each of ended) await each.end();
      expect(ended.flatMap(({ faults }) => faults)).toEqual([]);
    });
    afterAll(async () => {
      await browser.close();
      await service.stop();
    });
    tests({
      get browser() {
        return browser;
      },
      get service() {
        return service;
      },
      visit: async ({ url = service.url, ...options } = {}) => watch(await visit(browser, url, options)),
      watch,
      api: async (path) => (await fetch(`${service.url}/api/v1/${path}`)).json(),
    });
  });
}
