// The page Ask in both themes and on a telephone, and for whom it answers what.
import { afterAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type Service, TOKEN } from '../../harness/service.ts';
import { chromium, launch } from '../chromium.ts';
import { company, visitAs } from '../rights/holders.ts';
import { inBrowser } from '../start/in-browser.ts';
import { media, SIZES, startConsole, type Visit, visit } from '../visit.ts';

describe.skipIf(chromium === undefined)('the look of questions', () => {
  let [browser, service, there]: [Browser, Service, Visit] = [undefined!, undefined!, undefined!];
  inBrowser(startConsole, async (...started) => {
    [browser, service] = started;
    there = await visit(browser, service.url, { expected: /status of 422/ });
  });
  afterAll(() => expect(there.faults).toEqual([]));

  test.each([
    '/console/ask',
    '/console/ask/employees',
    '/console/ask/employees?group=branch&measure=count,avg(base_salary)&status=active&sort=-count',
    '/console/ask/employees?group=year(termination_date),gender',
    '/console/ask/employees?group=branch,gender,status&measure=avg(base_salary)',
    '/console/ask/leave?group=employee_id,month(from_date)&view=table',
    '/console/ask/employees?group=dept_id&measure=sum(base_salary)',
  ])('%s is without violations in both themes and on a telephone', async (path) => {
    await there.page.setViewport(SIZES.large);
    await there.open(path);
    const light = await there.axe();
    if (await there.page.$('[aria-label="Add a measure"]')) await there.page.click('[aria-label="Add a measure"]');
    const menu = await there.axe();
    await there.page.emulateMediaFeatures(media('dark'));
    const dark = await there.axe();
    await there.page.setViewport(SIZES.small);
    await there.open(path);
    expect(await there.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const small = await there.axe();
    if (path.includes('/employees')) await there.page.click('.query button');
    expect({ light, menu, dark, small, sheet: await there.axe() }).toEqual({
      light: [],
      menu: [],
      dark: [],
      small: [],
      sheet: [],
    });
    await there.page.emulateMediaFeatures(media('light'));
    await there.page.setViewport(SIZES.large);
  });
});

describe.skipIf(chromium === undefined)('who may ask', () => {
  test('what is private is not offered, and is said; a token shows it; others need the right to read', async () => {
    const privateFields = { employees: new Set(['base_salary']) };
    const [browser, open, closed] = await Promise.all([
      launch(),
      startConsole({ privateFields }),
      startConsole({ parts: { read: 'token', directory: company() } }),
    ]);
    const [anyone, holder] = [0, 1].map(() => visit(browser, open.url, { expected: /status of 422/ }));
    const path = '/console/ask/employees?group=branch&measure=median(base_salary)';
    const nobody = await anyone!;
    await nobody.open(path);
    expect(await nobody.text('[role=alert]')).toContain('It takes the token to see this');
    await nobody.page.click('[aria-label="Add a group"]');
    expect(await nobody.text('.menu:popover-open')).toContain('Department');
    expect(await nobody.text('.menu:popover-open')).not.toContain('Base salary');
    await nobody.open('/console/ask');
    expect(await nobody.text()).not.toContain('base salary');
    const someone = await holder!;
    await someone.page.evaluateOnNewDocument((token) => sessionStorage.setItem('token', token), TOKEN);
    await someone.open(path);
    expect(await someone.text('.ask-answer')).toContain('London');
    const staff = await visitAs('wft_staff', browser, closed.url);
    await staff.open('/console/ask');
    expect(await staff.page.$$eval('.ask-about a', (all) => all.map((each) => each.getAttribute('href')))).toEqual([
      '/console/ask/employees?group=dept_id',
    ]);
    await staff.open('/console/ask/leave?group=status');
    expect(await staff.text()).toContain('read:leave');
    expect([nobody, someone, staff].flatMap(({ faults }) => faults)).toEqual([]);
    await browser.close();
    await Promise.all([open.stop(), closed.stop()]);
  });
});
