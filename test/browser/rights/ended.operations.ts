// A token or session that ends while the console is open: what was shown is taken away, and what was typed stays.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type Service, TOKEN } from '../../harness/service.ts';
import { chromium, launch } from '../chromium.ts';
import { startConsole, visit } from '../visit.ts';
import { company, type Holders, hrefs, SIGN_IN, visitAs } from './holders.ts';

describe.skipIf(chromium === undefined)('rights that end', () => {
  let [browser, service, directory]: [Browser, Service, Holders] = [undefined!, undefined!, undefined!];
  beforeAll(async () => {
    directory = company();
    [browser, service] = await Promise.all([
      launch(),
      startConsole({ parts: { read: 'token', signIn: SIGN_IN, directory } }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  const as = (secret: string) => visitAs(secret, browser, service.url);

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
    expect(await hrefs(there, '#main')).toEqual([`/auth/sign-in?to=${encodeURIComponent('/console/jobs')}`]);
    await there.settle();
    const asked = there.asked.length;
    await there.page.goBack();
    await there.settle();
    expect(await there.text('body')).not.toContain(name);
    expect(there.asked).toHaveLength(asked);
    expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
    await there.end();
  });

  test('a form that is half filled stays when the token ends, and goes on with another', async () => {
    const there = await as('wft_form');
    await there.open('/console/leave/new?employee_id=7');
    await there.page.type('textarea', 'Half a sentence');
    directory.revoke('wft_form');
    await there.page.type('input[list]', 'study');
    await there.page.click('form.create button[type=submit]');
    await there.page.waitForSelector('.banner.ended');
    expect(await there.text('.banner.ended')).toContain('What you have typed stays.');
    const typed = () => there.page.$eval('textarea', (area) => area.value);
    expect(await typed()).toBe('Half a sentence');
    expect(await there.axe()).toEqual([]);
    // As one who signs in and comes back.
    await there.page.evaluate(() => {
      document.addEventListener('click', (event) => event.preventDefault());
      document.querySelector<HTMLElement>('.banner.ended a')!.click();
    });
    await there.page.evaluateOnNewDocument(() => sessionStorage.setItem('token', 'wft_leave'));
    await there.open('/console/leave/new?employee_id=7');
    expect(await typed()).toBe('Half a sentence');
    expect(await there.page.$('.banner.ended')).toBe(null);
    await there.page.click('form.create button[type=submit]');
    await there.page.waitForFunction(() => /\/console\/leave\/\d+$/.test(location.pathname));
    expect(there.faults).toEqual([]);
    await there.end();
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
    await there.end();
  });
});

describe.skipIf(chromium === undefined)('where everybody reads', () => {
  let browser: Browser = undefined!;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  test('nothing is asked of nobody, and what a token shows is private again when it ends', async () => {
    const directory = company();
    const privateFields = { employees: new Set(['base_salary']) };
    const service = await startConsole({ privateFields, parts: { directory } });
    const there = await visit(browser, service.url);
    const asked: string[] = [];
    there.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await there.open('/console/employees/11');
    expect(asked).not.toContain('/auth/me');
    expect(await there.page.$('.who, .banner')).toBe(null);
    expect(await there.page.$$('.fields .locked')).toHaveLength(1);
    const giveToken = async (secret: string) => {
      await there.page.$eval('.card button.text-link', (button) => (button as HTMLElement).click());
      await there.page.waitForSelector('dialog input[type=password]');
      await there.page.keyboard.type(secret);
      await there.page.keyboard.press('Enter');
      await there.page.waitForSelector('.who');
      await there.settle();
    };
    await giveToken('wft_gone');
    expect(await there.page.$$('.fields .locked')).toHaveLength(0);
    const { base_salary: salary } = await (
      await fetch(`${service.url}/api/v1/employees/11`, { headers: { Authorization: 'Bearer wft_gone' } })
    ).json();
    expect(await there.text('.fields')).toContain(salary.toLocaleString('en-GB'));
    directory.revoke('wft_gone');
    // It is asked again when one comes back to the tab.
    await there.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await there.page.waitForSelector('.banner.ended');
    await there.page.waitForSelector('.fields .locked');
    expect(await there.text('.fields')).not.toContain(salary.toLocaleString('en-GB'));
    expect(await there.axe()).toEqual([]);
    expect(there.faults).toEqual([]);
    await there.end();
    await service.stop();
  });

  test('a token that is forgotten takes its figures with it, also while the service does not answer', async () => {
    const privateFields = { employees: new Set(['termination_date']) };
    const service = await startConsole({ privateFields });
    const there = await visit(browser, service.url, { expected: /ERR_INTERNET_DISCONNECTED/ });
    await there.page.evaluateOnNewDocument((token) => sessionStorage.setItem('token', token), TOKEN);
    await there.open('/console/insights/headcount?group=branch');
    expect(await there.text()).toContain('London');
    await there.page.setOfflineMode(true);
    await there.page.click('.who-button');
    await there.page.waitForSelector('.who-panel');
    await there.page.$$eval('.who-panel button', (all) => (all.at(-1) as HTMLElement).click());
    await there.page.waitForFunction(() => !document.querySelector('.who'));
    expect(await there.text()).not.toContain('London');
    expect(there.faults).toEqual([]);
    await there.end();
    await service.stop();
  });
});
