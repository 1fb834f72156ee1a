// What people come to the console for, in a real browser: finding, creating, reading as code, and what they see when
// things go wrong.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'puppeteer-core';
import { type Service, TOKEN } from '../harness/service.ts';
import { chromium, launch } from './chromium.ts';
import { untilQuiet } from './idle.ts';
import { inBrowser } from './start/in-browser.ts';
import { consoleEngines, startConsole, type Visit, visit } from './visit.ts';

describe.skipIf(chromium === undefined).each([...consoleEngines])('the console on %s', (engine) => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(
    () => startConsole({ engine }),
    (...started) => {
      [browser, service] = started;
    },
  );

  const withVisit = async (use: (there: Visit) => Promise<void>, options: Parameters<typeof visit>[2] = {}) => {
    const there = await visit(browser, service.url, options);
    await use(there);
    expect(there.faults).toEqual([]);
    await there.end();
  };
  /** The control that has this label. */
  const labelled = async (page: Page, text: string): Promise<string> =>
    `[id="${await page.$$eval('label', (all, wanted) => all.find((each) => each.textContent === wanted)!.htmlFor, text)}"]`;

  test('half a name finds a candidate, by keyboard alone', () =>
    withVisit(async ({ page, open }) => {
      const [{ first_name, last_name, id }] = (
        await (await fetch(`${service.url}/api/v1/candidates?limit=1&offset=40`)).json()
      ).data;
      await open('/');
      await page.keyboard.press('/');
      await page.keyboard.type(`${first_name.slice(0, 4)} ${last_name.slice(0, 4)}`);
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('#found [role=option]')].some((each) => each.textContent!.includes(wanted)),
        {},
        `${first_name} ${last_name}`,
      );
      // Half of what was typed may have found it, and all of it is still to be asked.
      await untilQuiet(page, 120);
      for (let step = 0; step < 20; step++) {
        const chosen = await page.$eval(
          '#found [aria-selected=true]',
          (each) => `${each.closest('[role=group]')!.getAttribute('aria-label')}: ${each.textContent}`,
        );
        if (chosen.startsWith(`Candidates: `) && chosen.includes(`${first_name} ${last_name}`)) break;
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => location.pathname.startsWith('/console/candidates/'));
      expect(new URL(page.url()).pathname).toBe(`/console/candidates/${id}`);
    }));

  test('nothing that is typed is lost: what opens by a key has the focus before the next one', () =>
    withVisit(async ({ page, open }) => {
      await open('/');
      const focused = await page.evaluate(async () => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
        // The next event comes as early as this at the least.
        const { port1, port2 } = new MessageChannel();
        await new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage('');
        });
        return document.activeElement!.getAttribute('aria-controls');
      });
      expect(focused).toBe('found');
    }));

  test('leave is asked for: the token once, faults beside their fields, one record for a double click', () =>
    withVisit(
      async ({ page, open, settle, text }) => {
        const before = (await (await fetch(`${service.url}/api/v1/leave?limit=1`)).json()).meta.total;
        await open('/console/leave/new?employee_id=11');
        await page.click('button[type=submit]');
        expect(await text('form.create')).toContain('It has to be given.');
        await page.type(await labelled(page, 'Leave type'), 'annual');
        await page.type(await labelled(page, 'Days'), 'two');
        await page.click('form.create button[type=submit]');
        await page.waitForSelector('dialog[open] input[type=password]');
        await page.type('dialog[open] input[type=password]', 'no such token');
        await page.keyboard.press('Enter');
        await page.waitForSelector('dialog[open] .fault');
        expect(await text('dialog[open] .fault')).toContain('does not take this token');
        await page.click('dialog[open] input[type=password]', { count: 3 });
        await page.type('dialog[open] input[type=password]', TOKEN);
        await page.keyboard.press('Enter');
        await page.waitForSelector('[aria-invalid=true]');
        expect(await page.$eval('[aria-invalid=true]', (each) => each.closest('.field')!.textContent)).toContain(
          'Input should be',
        );
        await page.$eval('[aria-invalid=true]', (each) => (each as HTMLInputElement).select());
        await page.type('[aria-invalid=true]', '2');
        await page.$eval('form.create button[type=submit]', (button) => {
          (button as HTMLElement).click();
          (button as HTMLElement).click();
        });
        await page.waitForFunction(() => /\/console\/leave\/\d+$/.test(location.pathname));
        await settle();
        expect(await text()).toContain('annual');
        expect((await (await fetch(`${service.url}/api/v1/leave?limit=1`)).json()).meta.total).toBe(before + 1);
        expect(page.url()).not.toContain(TOKEN);
        expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
          'token',
        );
      },
      { expected: /401|422|400/ },
    ));

  test('a page can be left while a field of it has the focus', () =>
    withVisit(async ({ page, open, settle }) => {
      await open('/console/leave');
      await page.click('a[href="/console/leave/new"]');
      await page.waitForSelector('.combobox input');
      await page.focus('.combobox input');
      await page.evaluate(() => history.back());
      await page.waitForSelector('.row');
      await settle();
    }));

  test('the same as code is the address of the page', () =>
    withVisit(async ({ page, open, text }) => {
      await open('/console/employees?dept_id=2&sort=-date_of_joining');
      await page.keyboard.press('<');
      await page.waitForSelector('dialog[open] .code');
      expect(await text('dialog .code pre')).toBe(
        `curl -g '${service.url}/api/v1/employees?dept_id=2&sort=-date_of_joining'`,
      );
      await page.click('dialog [role=tab]:nth-child(2)');
      expect(await text('dialog .code pre')).toContain(
        "client.employees.list({ dept_id: 2, sort: ['-date_of_joining'] })",
      );
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    }));

  test('clicking a mark of a chart opens the records behind it', () =>
    withVisit(async ({ page, open, settle, text }) => {
      await open('/console/insights/headcount');
      const [count, href] = await page.$$eval('svg.chart a', (links) => {
        const last = links.at(-1)!;
        return [last.getAttribute('aria-label')!.replace(/^.*: /, ''), last.getAttribute('href')!];
      });
      await page.evaluate(() => document.body.setAttribute('data-stays', ''));
      await page.$$eval('svg.chart a', (links) =>
        (links.at(-1) as unknown as HTMLElement).dispatchEvent(
          new MouseEvent('click', { bubbles: true, cancelable: true }),
        ),
      );
      await page.waitForFunction(() => location.pathname === '/console/employees');
      await settle();
      // The document is not loaded again.
      expect(await page.$('body[data-stays]')).not.toBeNull();
      expect(href).toContain('termination_date[gte_or_null]=');
      expect(await text('.sheet-foot')).toContain(`of ${count}`);
    }));

  test('dark and light are switched and stay', () =>
    withVisit(async ({ page, open }) => {
      await open('/console/departments');
      await page.click('.side .foot button[aria-label="Dark colours"]');
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
      await open('/console/departments');
      expect(await page.$eval('html', (root) => (root as HTMLElement).dataset.theme)).toBe('dark');
    }));

  test('new records come by themselves', () =>
    withVisit(async ({ page, open }) => {
      await open('/console/organizations');
      const before = Number(await page.$eval('[role=grid]', (grid) => grid.getAttribute('aria-rowcount')));
      await fetch(`${service.url}/api/v1/organizations`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Fresh', slug: `fresh-${engine}` }),
      });
      await page.waitForFunction(
        (count) => Number(document.querySelector('[role=grid]')!.getAttribute('aria-rowcount')) === count,
        {},
        before + 1,
      );
    }));

  test('when the service is away, what is shown stays, and it says so; when it is back, it goes on', () =>
    withVisit(
      async ({ page, open, text }) => {
        await open('/console/employees/2');
        await page.setOfflineMode(true);
        await page.waitForSelector('.banner');
        expect(await text()).toContain('Record');
        await page.setOfflineMode(false);
        await page.waitForFunction(() => !document.querySelector('.banner'));
      },
      { expected: /ERR_INTERNET_DISCONNECTED/ },
    ));
});

const PAGES = [
  '/',
  '/console/employees',
  '/console/leave',
  '/console/board',
  '/console/org-chart',
  '/console/who-is-out',
  '/console/careers',
  '/console/insights',
  '/console/insights/headcount',
];

describe.skipIf(chromium === undefined)('what is not there', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  test('an empty database, which says what to do next', async () => {
    const service = await startConsole({ filled: false });
    const there = await visit(browser, service.url);
    for (const path of PAGES) {
      await there.open(path);
      expect({
        path,
        failures: await there.page.$$eval('.failure', (all) => all.map((each) => each.textContent)),
      }).toEqual({ path, failures: [] });
    }
    const said = async (path: string) => {
      await there.open(path);
      return there.page.$$eval('.state p', (all) => all.map((each) => each.textContent));
    };
    expect(await said('/')).toEqual([
      'workforce import brings in your files, workforce seed fills an empty database with demo data.',
    ]);
    expect(await said('/console/employees')).toEqual(['workforce import employees FILE brings them in.']);
    expect(there.faults).toEqual([]);
    await there.end();
    await service.stop();
  });

  test('when nothing can be answered, every page has its heading, and says so', async () => {
    const service = await startConsole();
    const there = await visit(browser, service.url, { expected: /503/ });
    await there.page.setRequestInterception(true);
    there.page.on('request', (request) => {
      if (!request.url().includes('/api/v1/')) return void request.continue();
      void request.respond({ status: 503, contentType: 'application/json', body: '{"error":{"message":"Not now."}}' });
    });
    for (const path of PAGES) {
      await there.page.goto(service.url + path, { waitUntil: 'load' });
      await there.page.waitForSelector('.failure');
      await there.page.waitForFunction(() => !document.querySelector('#main .loading'));
      expect({ path, headings: await there.page.$$eval('#main h1', (all) => all.length) }).toEqual({
        path,
        headings: 1,
      });
      expect(await there.text()).not.toContain('… of …');
    }
    expect(there.faults).toEqual([]);
    await there.end();
    await service.stop();
  });

  test('without a token nothing offers to create, and private fields say that they are private', async () => {
    const service = await startConsole({ token: undefined, privateFields: { employees: new Set(['base_salary']) } });
    const there = await visit(browser, service.url);
    await there.open('/console/leave');
    expect(
      await there.page.$$eval('a', (all) => all.filter((each) => each.getAttribute('href')?.endsWith('/new')).length),
    ).toBe(0);
    await there.open('/console/leave/new');
    expect(await there.text()).toContain('Writing is switched off');
    await there.open('/console/employees/11');
    expect(await there.page.$$eval('.locked', (all) => all.length)).toBe(1);
    expect(there.faults).toEqual([]);
    await there.end();
    await service.stop();
  });

  test('records, metrics and pages that do not exist', async () => {
    const service = await startConsole();
    const there = await visit(browser, service.url, { expected: /404/ });
    for (const [path, words] of [
      ['/console/employees/99999999', 'There is no such record'],
      ['/console/employees/abc', 'There is no such record'],
      ['/console/insights/happiness', 'There is no such metric'],
      ['/console/employees/new', 'cannot be created here'],
    ] as const) {
      await there.open(path);
      expect(await there.text()).toContain(words);
    }
    expect(there.faults).toEqual([]);
    await there.end();
    await service.stop();
  });
});
