// What must not happen to somebody who fills in a form: that it is lost, that a wrong token closes the question, that a
// fault is said in the words of a machine, or that a leave request of nobody is made by oversight.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type Service, TOKEN } from '../../harness/service.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { startConsole, type Visit, visit } from '../visit.ts';

const input = (name: string) => `#field-${name}`;
const SEND = 'form.create button[type=submit]';

describe.skipIf(chromium === undefined)('forms', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(startConsole, (...started) => {
    [browser, service] = started;
  });

  const begin = async (path: string): Promise<Visit> => {
    const there = await visit(browser, service.url, { expected: /ERR_FAILED|ERR_INTERNET|Failed to load resource/ });
    await there.open(path);
    return there;
  };
  const total = async (): Promise<number> =>
    (await (await fetch(`${service.url}/api/v1/leave?limit=1`)).json()).meta.total;
  const typedIn = ({ page }: Visit, name: string) =>
    page.$eval(input(name), (each) => (each as HTMLInputElement).value);
  const giveToken = async ({ page }: Visit, token: string) => {
    await page.waitForSelector('dialog[open] input[type=password]');
    await page.$eval('dialog input[type=password]', (each) => ((each as HTMLInputElement).value = ''));
    await page.type('dialog input[type=password]', token);
    await page.keyboard.press('Enter');
  };

  test('what was typed is there again after leaving, to the last letter, until it is made', async () => {
    const there = await begin('/console/leave/new?employee_id=7');
    await there.page.type(input('leave_type'), 'study');
    await there.page.type(input('reason'), 'A course in Lyon');
    expect(await there.page.$('.banner.draft')).toBeNull();
    // To another page and back, then with a new document.
    await there.page.click('.side a[href="/console/jobs"]');
    await there.settle();
    await there.page.goBack();
    await there.page.waitForSelector('.banner.draft');
    expect([await typedIn(there, 'leave_type'), await typedIn(there, 'reason')]).toEqual(['study', 'A course in Lyon']);
    await there.page.type(input('reason'), '!');
    await there.page.reload();
    await there.page.waitForSelector('.banner.draft');
    await there.settle();
    expect(await typedIn(there, 'reason')).toBe('A course in Lyon!');
    expect(await there.text('.banner.draft')).toContain('What you typed here before is back.');
    expect(await there.axe()).toEqual([]);
    // For another employee the address counts.
    await there.open('/console/leave/new?employee_id=8');
    const eighth = await (await fetch(`${service.url}/api/v1/employees/8`)).json();
    expect(await typedIn(there, 'employee_id')).toBe(`${eighth.first_name} ${eighth.last_name}`);
    expect(await typedIn(there, 'leave_type')).toBe('study');
    const before = await total();
    await there.page.click(SEND, { count: 2 });
    await giveToken(there, TOKEN);
    await there.page.waitForFunction(() => /\/console\/leave\/\d+$/.test(location.pathname));
    const id = new URL(there.page.url()).pathname.split('/').at(-1);
    expect(await (await fetch(`${service.url}/api/v1/leave/${id}`)).json()).toMatchObject({
      ...{ employee_id: 8, leave_type: 'study', reason: 'A course in Lyon!' },
    });
    expect(await total()).toBe(before + 1);
    await there.open('/console/leave/new');
    expect(await there.page.$('.banner.draft')).toBeNull();
    expect(await typedIn(there, 'leave_type')).toBe('');
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('one can start afresh, and nothing is left of it', async () => {
    const there = await begin('/console/career-sites/new?name=Ours');
    await there.page.type(input('slug'), 'ours');
    await there.page.reload();
    await there.page.waitForSelector('.banner.draft button');
    await there.page.click('.banner.draft button');
    await there.page.waitForFunction(() => !document.querySelector('.banner.draft'));
    expect([await typedIn(there, 'name'), await typedIn(there, 'slug')]).toEqual(['Ours', '']);
    expect(
      await there.page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft'))),
    ).toEqual([]);
    await there.end();
  });

  test('a wrong token keeps the question open, with one sentence; a right one goes on', async () => {
    const there = await begin('/console/leave/new?employee_id=7&leave_type=annual');
    await there.page.click(SEND);
    await giveToken(there, 'wrong');
    await there.page.waitForSelector('#token-fault');
    expect((await there.text('#token-fault')).trim()).toBe(
      'The service does not take this token: it is not one of its own, has expired, or was revoked.',
    );
    expect(await there.page.$$eval('dialog[open]', (all) => all.length)).toBe(1);
    expect(await there.axe()).toEqual([]);
    await giveToken(there, TOKEN);
    await there.page.waitForFunction(() => /\/console\/leave\/\d+$/.test(location.pathname));
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('offline, a plain sentence says that nothing was sent; online, it is sent', async () => {
    const there = await begin('/console/departments');
    await there.page.evaluate((token) => sessionStorage.setItem('token', token), TOKEN);
    await there.open('/console/leave/new?employee_id=7&leave_type=annual');
    const before = await total();
    await there.page.setOfflineMode(true);
    await there.page.click(SEND);
    await there.page.waitForSelector('.form-fault');
    expect((await there.text('.form-fault')).trim()).toBe(
      'The service does not answer. Nothing was sent; try again when it is back.',
    );
    expect(await there.text('body')).not.toContain('Failed to fetch');
    expect(await total()).toBe(before);
    await there.page.setOfflineMode(false);
    await there.page.click(SEND);
    await there.page.waitForFunction(() => /\/console\/leave\/\d+$/.test(location.pathname));
    expect(await total()).toBe(before + 1);
    await there.end();
  });

  test('a leave request of nobody is asked about once, and can be meant', async () => {
    const there = await begin('/console/departments');
    await there.page.evaluate((token) => sessionStorage.setItem('token', token), TOKEN);
    await there.open('/console/leave/new?leave_type=annual');
    const before = await total();
    await there.page.click(SEND);
    await there.page.waitForSelector('dialog[open]');
    expect(await there.text('dialog')).toContain('Without an employee?');
    expect(await there.axe()).toEqual([]);
    await there.page.click('dialog .button.primary');
    await there.page.waitForFunction(() => document.activeElement?.id === 'field-employee_id');
    expect(await total()).toBe(before);
    await there.page.click(SEND);
    await there.page.waitForSelector('dialog[open]');
    await there.page.click('dialog .form-actions .button:not(.primary)');
    await there.page.waitForFunction(() => /\/console\/leave\/\d+$/.test(location.pathname));
    const id = new URL(there.page.url()).pathname.split('/').at(-1);
    expect(await (await fetch(`${service.url}/api/v1/leave/${id}`)).json()).toMatchObject({ employee_id: null });
    expect(await total()).toBe(before + 1);
    expect(there.faults).toEqual([]);
    await there.end();
  });
});
