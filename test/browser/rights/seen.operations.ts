// What the console shows to whom, in a real browser: beside what /auth/me and the API answer to the same token or
// session.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import type { Me } from '../../../console/src/data/rights.ts';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { share } from '../../harness/random/sample.ts';
import { post, type Service } from '../../harness/service.ts';
import { chromium, launch } from '../chromium.ts';
import { media, SIZES, startConsole } from '../visit.ts';
import { answerTo, company, headersOf, hrefs, meOf, SIGN_IN, visitAs } from './holders.ts';

/** A page of each kind. */
const kinds = [
  '/',
  '/console/employees?status=active&sort=date_of_joining',
  '/console/employees/11',
  '/console/leave/new',
  '/console/board?job_id=25',
  '/console/org-chart',
  '/console/who-is-out?view=week',
  '/console/insights',
  '/console/insights/headcount?group=dept_id&every=quarter',
  '/console/ask',
  '/console/ask/employees?group=dept_id,branch',
  '/console/careers',
];
/** What the pages that are no resource take. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  board: ['applications', 'jobs'],
  'org-chart': ['employees'],
  'who-is-out': ['leave', 'employees'],
  careers: ['career-sites', 'job-distributions', 'jobs', 'brands', 'organizations'],
};

describe.skipIf(chromium === undefined)('rights', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  beforeAll(async () => {
    const privateFields = { employees: new Set(['base_salary']), leave: new Set(['leave_type']) };
    [browser, service] = await Promise.all([
      launch(),
      startConsole({ privateFields, parts: { read: 'token', signIn: SIGN_IN, directory: company() } }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const as = (secret: string) => visitAs(secret, browser, service.url);
  const api = (path: string, secret: string) => answerTo(secret, service.url + path);

  /** Whether a page of the console can be seen by one with these rights. */
  function leadsOn(href: string, { read, create }: Me): boolean {
    const [first = '', second] = href.split('?')[0]!.split('/').slice(2);
    if (!href.startsWith('/console/') || first === 'insights' || first === 'kept') return true;
    if (first === 'ask') return second === undefined ? read.length > 0 : read.includes(second);
    if (TAKES[first]) return TAKES[first].every((name) => read.includes(name));
    return second === 'new' ? create.includes(first) : read.includes(first);
  }

  test.each(share(kinds, 4))('%s tells nobody anything, and asks for nothing', async (path) => {
    const there = await as('');
    await there.open(path);
    expect(await there.text('#main h1')).toBe('Sign in to see the data');
    expect(await there.page.$$eval('#main .button', (all) => all.map((each) => each.textContent))).toEqual([
      'Sign in',
      'Use a token',
    ]);
    expect(await hrefs(there, '#main')).toEqual([`/auth/sign-in?to=${encodeURIComponent(path)}`]);
    expect(await hrefs(there, '.side nav')).toEqual(['/']);
    expect({ asked: there.asked, faults: there.faults }).toEqual({ asked: [], faults: [] });
    await there.end();
  });

  test('a token that is not taken is refused in the dialog, and one that is shows the page', async () => {
    const there = await as('');
    await there.open('/console/employees');
    await there.page.click('#main button.button');
    await there.page.waitForSelector('dialog input[type=password]');
    await there.page.type('dialog input[type=password]', 'wft_unknown');
    await there.page.keyboard.press('Enter');
    await there.page.waitForSelector('dialog .fault');
    expect(there.asked).toEqual([]);
    expect(await there.axe()).toEqual([]);
    await there.page.click('dialog input[type=password]', { count: 3 });
    await there.page.keyboard.type('wft_staff');
    await there.page.keyboard.press('Enter');
    await there.page.waitForSelector('.row .name-link');
    await there.settle();
    const { meta } = await api('/api/v1/employees?limit=1', 'wft_staff');
    expect(await there.text('.head')).toContain(`${meta.total} employees`);
    expect(await there.text('.who')).toContain('staff-list');
    expect({ refused: there.refused, faults: there.faults }).toEqual({ refused: [], faults: [] });
    await there.end();
  });

  /** A page of a record that this one may see: others are not there. */
  async function withOwnId(path: string, { read, limited }: Me, secret: string): Promise<string> {
    const [, name] = /^\/console\/([a-z-]+)\/\d+$/.exec(path) ?? [];
    if (!limited || !name || !read.includes(name)) return path;
    const { data } = await api(`/api/v1/${name}?limit=1&fields=id`, secret);
    return `/console/${name}/${data[0].id}`;
  }

  describe.each(share(['wft_staff', 'wft_leave', 'wft_box', 'wft_all', 'wfs_anna'], 2))('%s', (secret) => {
    test('the menu, the palette and the forms are those of /auth/me', async () => {
      const [there, mine] = [await as(secret), await meOf(secret, service.url)];
      await there.open('/');
      const menu = (await hrefs(there, '.side nav')).filter((href) => href !== '/');
      const resources = menu.filter((href) => catalogue.some(({ name }) => href === `/console/${name}`));
      expect(resources.map((href) => href.slice(9)).sort()).toEqual([...mine.read].sort());
      const pages = Object.keys(TAKES).filter((name) => leadsOn(`/console/${name}`, mine));
      expect(menu.filter((href) => !resources.includes(href)).sort()).toEqual(
        [...pages, ...(mine.read.length > 0 ? ['insights', 'ask', 'kept'] : [])]
          .map((name) => `/console/${name}`)
          .sort(),
      );
      for (const link of await there.page.$$eval('.side a[data-count]', (all) =>
        all.map((each) => [each.getAttribute('href')!, Number(each.getAttribute('data-count'))] as const),
      )) {
        const { meta } = await api(`${link[0].replace('/console/', '/api/v1/')}?limit=1`, secret);
        expect(link).toEqual([link[0], meta.total]);
      }
      await there.page.keyboard.press('/');
      await there.page.waitForSelector('#found [role=option]');
      const forms = await there.page.$$eval('#found [role=group][aria-label=Actions] [role=option]', (all) =>
        all.map((each) => each.textContent!).filter((text) => text.startsWith('New ')),
      );
      expect(forms).toEqual(catalogue.filter(({ name }) => mine.create.includes(name)).map(({ one }) => `New ${one}`));
      await there.page.keyboard.type('engineer');
      await there.settle();
      expect({ refused: there.refused, faults: there.faults }).toEqual({ refused: [], faults: [] });
      await there.end();
    });

    test('no page asks in vain, fails, or has a link that leads nowhere', async () => {
      const [there, mine] = [await as(secret), await meOf(secret, service.url)];
      for (const each of [...kinds, ...mine.read.flatMap((name) => [`/console/${name}`, `/console/${name}/1`])]) {
        const path = await withOwnId(each, mine, secret);
        await there.open(path);
        const dead = (await hrefs(there, 'body')).filter((href) => !leadsOn(href, mine));
        const failures = await there.page.$$eval('.failure', (all) => all.map((each) => each.textContent));
        const isSeen = leadsOn(path, mine) && !(path.includes('insights') && !mine.read.includes('employees'));
        const title = await there.text('#main h1');
        expect({ path, dead, failures, isSeen }).toEqual({
          path,
          dead: [],
          failures: [],
          isSeen: !/may not/.test(title),
        });
      }
      expect({ refused: there.refused, faults: there.faults }).toEqual({ refused: [], faults: [] });
      await there.end();
    });
  });

  test.each(
    share(
      catalogue.filter(({ name }) => name !== 'employees').map(({ name }) => name),
      4,
    ),
  )('%s: without the right its pages say which one it takes', async (name) => {
    const there = await as('wft_staff');
    for (const path of [`/console/${name}`, `/console/${name}/1`]) {
      await there.open(path);
      expect(await there.text('#main h1')).toBe('You may not see this');
      const said = await there.text('#main p');
      expect(said).toContain(`read:${name}`);
      expect(said).toContain('the token “staff-list” does not have');
      expect(said).toContain('operator');
    }
    const { creatable } = catalogue.find((each) => each.name === name)!;
    await there.open(`/console/${name}/new`);
    if (creatable) expect(await there.text('#main p')).toContain(`create:${name}`);
    expect({ refused: there.refused, faults: there.faults }).toEqual({ refused: [], faults: [] });
    await there.end();
  });

  test('what a record refers to is an id where it may not be read, and a name where it may', async () => {
    const record = await api('/api/v1/employees/11', 'wft_staff');
    const there = await as('wft_staff');
    await there.open('/console/employees/11');
    expect(await there.text('.fields')).toContain(`Department ${record.dept_id}`);
    expect(await hrefs(there, '.fields')).toEqual([`/console/employees/${record.manager_id}`]);
    expect(await there.page.$$('.fields .locked')).toHaveLength(1);
    const everything = await as('wft_all');
    await everything.open('/console/employees/11');
    expect(await hrefs(everything, '.fields')).toContain(`/console/departments/${record.dept_id}`);
    expect(await everything.page.$$('.fields .locked')).toHaveLength(0);
    await Promise.all([there.end(), everything.end()]);
  });

  test('a form creates with the rights of its person, and whoever may not read the record stays', async () => {
    const there = await as('wft_box');
    await there.open('/console/leave/new?employee_id=7&leave_type=annual');
    expect(await there.page.$('[role=combobox]')).toBe(null);
    await there.page.click('form.create button[type=submit]');
    await there.page.waitForFunction(() => document.querySelector('.notice')?.textContent?.startsWith('Created leave'));
    const id = (await there.text('.notice')).split(' ').at(-1);
    expect(await api(`/api/v1/leave/${id}`, 'wft_all')).toMatchObject({ employee_id: 7, leave_type: 'annual' });
    expect(new URL(there.page.url()).pathname).toBe('/console/leave/new');
    expect({ refused: there.refused, faults: there.faults }).toEqual({ refused: [], faults: [] });
    await there.end();
  });

  test('the shell says who one is, what one may, and when that ends', async () => {
    const there = await as('wfs_anna');
    const mine = await meOf('wfs_anna', service.url);
    await there.open('/console/employees');
    expect((await there.text('.who')).split('\n').filter(Boolean)).toEqual(['AB', 'You are', 'Anna Berg', 'hr']);
    // Managers elsewhere are not there for her: no link leads to them.
    const people = (await hrefs(there, '.row')).filter((href) => /^\/console\/employees\/\d+$/.test(href));
    expect(people.length).toBeGreaterThan(10);
    for (const href of new Set(people))
      expect(await api(href.replace('/console/', '/api/v1/'), 'wfs_anna')).toHaveProperty('branch', 'London');
    await there.page.click('.who-button');
    await there.page.waitForSelector('.who-panel');
    const said = await there.text('.who-panel');
    for (const fact of [
      'Role hr',
      mine.read.length === catalogue.length ? 'Reads everything' : `Reads ${mine.read.length} of ${catalogue.length}`,
      ...(mine.limited ? ['Limited to some records'] : []),
      mine.create.length === 0 ? 'Creates nothing' : `Creates ${mine.create.length} kinds of records`,
      `${mine.who!.expires_at!.slice(11, 16)} UTC`,
    ])
      expect(said).toContain(fact);
    expect(await there.axe()).toEqual([]);
    await there.page.setRequestInterception(true);
    const posted: string[] = [];
    there.page.on('request', async (request) => {
      if (!request.url().endsWith('/auth/sign-out')) return void request.continue();
      posted.push(request.method());
      const context = there.page.browserContext();
      await context.deleteCookie(...(await context.cookies()));
      await request.respond({ status: 303, headers: { Location: '/' } });
    });
    await there.page.$$eval('.who-panel button', (all) => (all.at(-1) as HTMLElement).click());
    await there.page.waitForFunction(() => document.title.startsWith('Sign in'));
    expect([posted, new URL(there.page.url()).pathname]).toEqual([['POST'], '/']);
    await there.end();
  });

  test('who is out: the address of a calendar has a secret, which is said, and nothing is offered that would be refused', async () => {
    const there = await as('wft_leave');
    await there.open('/console/who-is-out');
    await there.clickOn('Subscribe', '.actions');
    await there.page.waitForSelector('.out-subscribe');
    expect(await there.text('.out-subscribe')).toContain('workforce token create NAME --calendar');
    expect(await hrefs(there, '.out-subscribe')).toEqual(['/calendar/who-is-out.ics']);
    expect(await there.axe()).toEqual([]);
    await there.end();
  });

  test('what changes is told to who may read it', async () => {
    const there = await as('wft_leave');
    await there.open('/console/leave?employee_id=7');
    const { meta } = await api('/api/v1/leave?employee_id=7&limit=1', 'wft_leave');
    expect(await there.text('.head')).toContain(`${meta.total} of`);
    expect((await post(service, '/api/v1/leave', { employee_id: 7, leave_type: 'study' })).status).toBe(201);
    await there.page.waitForFunction(
      (text) => document.querySelector('.head')!.textContent!.includes(text),
      {},
      `${meta.total + 1} of`,
    );
    expect({ refused: there.refused, faults: there.faults }).toEqual({ refused: [], faults: [] });
    await there.end();
  });

  test('a download shows the token, which a link would not', async () => {
    const there = await as('wft_staff');
    await there.open('/console/employees?branch=London');
    await there.page.evaluate(() => {
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        void (blob as Blob).text().then((text) => Object.assign(globalThis, { saved: text }));
        return make(blob);
      };
    });
    await there.clickOn('Download', '.actions');
    await there.page.waitForSelector('.menu-list a[download$=".csv"]');
    const address = await there.page.$eval('.menu-list a[download$=".csv"]', (each) => each.getAttribute('href')!);
    expect(address).toStartWith('/api/v1/employees?branch=London');
    await there.page.click('.menu-list a[download$=".csv"]');
    await there.page.waitForFunction(() => 'saved' in globalThis);
    const saved = await there.page.evaluate(() => (globalThis as never as { saved: string }).saved);
    const file = await fetch(new URL(address, service.url), { headers: headersOf('wft_staff') });
    expect(saved).toBe(await file.text());
    await there.end();
  });

  test.each<[what: string, path: string, secret: string]>([
    ['nobody', '/console/employees', ''],
    ['a right that is missing', '/console/board', 'wft_staff'],
    ['a list', '/console/employees', 'wft_staff'],
    ['the overview of little', '/', 'wft_leave'],
    ['a form without names', '/console/leave/new', 'wft_box'],
  ])('%s: axe finds nothing in both themes, and it fits on a telephone', async (_, path, secret) => {
    const there = await as(secret);
    await there.open(path);
    const light = await there.axe();
    await there.page.emulateMediaFeatures(media('dark'));
    const dark = await there.axe();
    await there.page.setViewport(SIZES.small);
    await there.settle();
    const small = await there.axe();
    expect({ light, dark, small, faults: there.faults }).toEqual({ light: [], dark: [], small: [], faults: [] });
    expect(await there.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await there.end();
  });
});
