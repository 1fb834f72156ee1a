// What the console shows to whom, beside what /auth/me and the API answer to the same token or session; private fields;
// and what is taken away when a token or session ends while the console is open.
import { expect, test } from 'bun:test';
import type { Me } from '../../console/src/data/rights.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { share } from '../harness/random/sample.ts';
import { answerTo, company, headersOf, hrefs, meOf, SIGN_IN, visitAs } from './holders.ts';
import { inBrowser, startConsole, WELL } from './visit.ts';

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

/** Whether a page of the console can be seen by one with these rights. */
function leadsOn(href: string, { read, create }: Me): boolean {
  const [first = '', second] = href.split('?')[0]!.split('/').slice(2);
  if (!href.startsWith('/console/') || first === 'insights' || first === 'kept') return true;
  if (first === 'ask') return second === undefined ? read.length > 0 : read.includes(second);
  if (TAKES[first]) return TAKES[first].every((name) => read.includes(name));
  return second === 'new' ? create.includes(first) : read.includes(first);
}

const directory = company();
const privateFields = { employees: new Set(['base_salary']) };
const startClosed = () => startConsole({ privateFields, parts: { read: 'token', signIn: SIGN_IN, directory } });

inBrowser('rights', startClosed, (looking) => {
  const as = async (secret: string) => looking.watch(await visitAs(secret, looking.browser, looking.service.url));
  const api = (path: string, secret: string) => answerTo(secret, looking.service.url + path);

  test.each(share(kinds, 6))('%s tells nobody anything, and asks for nothing', async (path) => {
    const there = await as('');
    await there.open(path);
    expect(await there.text('#main h1')).toBe('Sign in to see the data');
    expect(await hrefs(there, '#main')).toEqual([`/auth/sign-in?to=${encodeURIComponent(path)}`]);
    expect(await hrefs(there, '.side nav')).toEqual(['/']);
    expect(there.asked).toEqual([]);
  });

  test.each(share(['wft_staff', 'wft_leave', 'wft_box', 'wfs_anna'], 4))(
    '%s: the menu, the palette and the forms are those of /auth/me; no page asks in vain or leads nowhere',
    async (secret) => {
      const [there, mine] = [await as(secret), await meOf(secret, looking.service.url)];
      await there.open('/');
      const menu = (await hrefs(there, '.side nav')).filter((href) => href !== '/');
      const pages = Object.keys(TAKES).filter((name) => leadsOn(`/console/${name}`, mine));
      const usual = mine.read.length > 0 ? ['insights', 'ask', 'kept'] : [];
      expect(menu.sort()).toEqual([...mine.read, ...pages, ...usual].map((name) => `/console/${name}`).sort());
      await there.page.keyboard.press('/');
      await there.page.waitForSelector('#found [role=option]');
      const forms = await there.page.$$eval('#found [role=group][aria-label=Actions] [role=option]', (all) =>
        all.map((each) => each.textContent!).filter((text) => text.startsWith('New ')),
      );
      expect(forms).toEqual(catalogue.filter(({ name }) => mine.create.includes(name)).map(({ one }) => `New ${one}`));
      const some = share(mine.read, 3).flatMap((name) => [`/console/${name}`, `/console/${name}/1`]);
      for (const each of [...kinds, ...some]) {
        // Of those who see some records only, one of theirs.
        const [, name] = /^\/console\/([a-z-]+)\/\d+$/.exec(each) ?? [];
        const isLimited = mine.limited && name !== undefined && mine.read.includes(name);
        const own = isLimited ? (await api(`/api/v1/${name}?limit=1&fields=id`, secret)).data[0].id : undefined;
        const path = isLimited ? `/console/${name}/${own}` : each;
        await there.open(path);
        const dead = (await hrefs(there, 'body')).filter((href) => !leadsOn(href, mine));
        const failures = await there.page.$$eval('.failure', (all) => all.map((failure) => failure.textContent));
        const isSeen = leadsOn(path, mine) && !(path.includes('insights') && !mine.read.includes('employees'));
        const isShown = !/may not/.test(await there.text('#main h1'));
        expect({ path, dead, failures, isShown }).toEqual({ path, dead: [], failures: [], isShown: isSeen });
      }
      expect(there.refused).toEqual([]);
    },
  );

  test('without the right a page says which one it takes', async () => {
    const there = await as('wft_staff');
    for (const path of ['/console/jobs', '/console/jobs/1']) {
      await there.open(path);
      expect(await there.text('#main h1')).toBe('You may not see this');
      expect(await there.text('#main p')).toContain('read:jobs');
      expect(await there.text('#main p')).toContain('the token “staff-list” does not have');
    }
    expect(there.refused).toEqual([]);
    expect(await there.looks()).toEqual(WELL);
  });

  test('the shell says who one is, what one may, and when that ends; signing out posts', async () => {
    const there = await as('wfs_anna');
    const mine = await meOf('wfs_anna', looking.service.url);
    await there.open('/console/employees');
    expect((await there.text('.who')).split('\n').filter(Boolean)).toEqual(['AB', 'You are', 'Anna Berg', 'hr']);
    await there.page.click('.who-button');
    await there.page.waitForSelector('.who-panel');
    const { read, create, limited } = mine;
    for (const fact of [
      'Role hr',
      read.length === catalogue.length ? 'Reads everything' : `Reads ${read.length} of ${catalogue.length}`,
      ...(limited ? ['Limited to some records'] : []),
      create.length === 0 ? 'Creates nothing' : `Creates ${create.length} kinds of records`,
      `${mine.who!.expires_at!.slice(11, 16)} UTC`,
    ])
      expect(await there.text('.who-panel')).toContain(fact);
    expect(await there.axe()).toEqual([]);
    const posted = there.page.waitForRequest((request) => request.url().endsWith('/auth/sign-out'));
    await there.page.setRequestInterception(true);
    there.page.on('request', async (request) => {
      if (!request.url().endsWith('/auth/sign-out')) return void request.continue();
      const context = there.page.browserContext();
      await context.deleteCookie(...(await context.cookies()));
      await request.respond({ status: 303, headers: { Location: '/' } });
    });
    await there.page.$$eval('.who-panel button', (all) => (all.at(-1) as HTMLElement).click());
    expect((await posted).method()).toBe('POST');
    await there.page.waitForFunction(() => document.title.startsWith('Sign in'));
  });

  test('the address of a calendar has a secret, and a download shows the token, which a link would not', async () => {
    const there = await as('wft_leave');
    await there.open('/console/who-is-out');
    await there.clickOn('Subscribe', '.actions');
    await there.page.waitForSelector('.out-subscribe');
    expect(await there.text('.out-subscribe')).toContain('workforce token create NAME --calendar');
    expect(await hrefs(there, '.out-subscribe')).toEqual(['/calendar/who-is-out.ics']);
    await there.open('/console/employees?branch=London');
    await there.page.evaluate(() => {
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        void (blob as Blob).text().then((text) => Object.assign(globalThis, { saved: text }));
        return make(blob);
      };
    });
    await there.clickOn('Download', '.actions');
    const link = (await there.page.waitForSelector('.menu-list a[download$=".csv"]'))!;
    const address = await link.evaluate((each) => each.getAttribute('href')!);
    await link.click();
    await there.page.waitForFunction(() => 'saved' in globalThis);
    const saved = await there.page.evaluate(() => (globalThis as never as { saved: string }).saved);
    const file = await fetch(new URL(address, looking.service.url), { headers: headersOf('wft_leave') });
    expect(saved).toBe(await file.text());
  });

  test.each(['wft_gone', 'wfs_gone'])('%s: when it ends, what was shown is taken away', async (secret) => {
    const there = await as(secret);
    await there.open('/console/employees');
    const name = await there.text('.row .name-link');
    await directory.revoke(secret);
    await there.page.click('.side nav a[href="/console/jobs"]');
    await there.page.waitForSelector('#main .no-page');
    expect(await there.text('#main h1')).toBe(
      secret === 'wfs_gone' ? 'Your session has ended' : 'The token “payroll-sync” is no longer taken',
    );
    await there.settle();
    const asked = there.asked.length;
    await there.page.goBack();
    await there.settle();
    expect(await there.text('body')).not.toContain(name);
    expect(there.asked).toHaveLength(asked);
  });

  test('a form that is half filled stays when the token ends, and goes on with another', async () => {
    const there = await as('wft_form');
    await there.open('/console/leave/new?employee_id=7');
    await there.page.type('textarea', 'Half a sentence');
    await directory.revoke('wft_form');
    await there.page.type('input[list]', 'study');
    await there.page.click('form.create button[type=submit]');
    await there.page.waitForSelector('.banner.ended');
    expect(await there.text('.banner.ended')).toContain('What you have typed stays.');
    const typed = () => there.page.$eval('textarea', (area) => area.value);
    expect(await typed()).toBe('Half a sentence');
    // As one who signs in and comes back.
    await there.page.evaluate(() => {
      document.addEventListener('click', (event) => event.preventDefault());
      document.querySelector<HTMLElement>('.banner.ended a')!.click();
    });
    await there.page.evaluateOnNewDocument(() => sessionStorage.setItem('token', 'wft_leave'));
    await there.open('/console/leave/new?employee_id=7');
    expect([await typed(), await there.page.$('.banner.ended')]).toEqual(['Half a sentence', null]);
    await there.page.click('form.create button[type=submit]');
    await there.page.waitForFunction(() => /\/console\/leave\/\d+$/.test(location.pathname));
  });

  test('a session that ends by the clock is over without a click', async () => {
    const there = await as('wfs_brief');
    await there.open('/console/departments');
    const name = await there.text('.row .name-link');
    // It is asked when it ends when one comes back to the tab, and then no more: that is not done behind others.
    directory.expire('wfs_brief', Date.now() + 2000);
    await there.page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    });
    await there.page.waitForFunction(() => document.title.startsWith('Your session has ended'));
    expect(await there.text('body')).not.toContain(name);
  });
});

inBrowser(
  'private fields',
  () => startConsole({ privateFields: { employees: new Set(['termination_date', 'dept_id']) } }),
  (looking) => {
    const figure = async (name: string): Promise<any> => (await looking.api(`insights/${name}`)).data[0].values;

    test('pages that are made of them show what may be seen, and say what may not', async () => {
      const there = await looking.visit({ expected: /status of 422/ });
      await there.open('/');
      const { headcount } = await figure('headcount');
      expect(headcount.value % 10).toBe(0);
      expect((await there.text('.kpis')).replace(/\s+/g, ' ')).toContain(`Headcount ${headcount.value} `);
      await there.open('/console/insights/headcount?every=quarter&group=branch');
      expect(await there.text()).toContain('A private field is inside');
      expect(await there.text('.numbers')).toContain(String(headcount.value));
      expect(await there.page.$('[aria-label="Groups"], .query')).toBe(null);
      await there.open('/console/employees/1');
      expect(await there.page.$$('.fields .locked')).toHaveLength(2);
      await there.open('/console/ask/employees?group=dept_id');
      expect(await there.text('[role=alert]')).toContain('It takes the token to see this');
    });
  },
);
