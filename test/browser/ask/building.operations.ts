// Questions built by mouse and by keyboard, and what is said of those that cannot be asked.
import { afterAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import type { Service } from '../../harness/service.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { startConsole, type Visit, visit } from '../visit.ts';

describe.skipIf(chromium === undefined)('building questions', () => {
  let [browser, service, there]: [Browser, Service, Visit] = [undefined!, undefined!, undefined!];
  inBrowser(startConsole, async (...started) => {
    [browser, service] = started;
    there = await visit(browser, service.url, { expected: /status of 422/ });
  });
  afterAll(() => expect(there.faults).toEqual([]));

  const api = async (path: string) => (await fetch(`${service.url}/api/v1/${path}`)).json();
  /** Until the address is this, and its answer is there. */
  const arrive = async (wanted: string) => {
    await there.page.waitForFunction(
      (to) => location.pathname + decodeURIComponent(location.search) === to,
      {},
      wanted,
    );
    await there.settle();
  };
  const said = async () => (await there.text('[role=alert]')).replace(/\s+/g, ' ');
  const open = (name: string) => there.page.click(`[aria-label="${name}"]`);

  test('by mouse: from a list with its filters, group by group, to what cannot be added up, and back', async () => {
    const steps = ['/console/employees?status=active'];
    const arriveAt = async (to: string) => {
      steps.push(to);
      await arrive(to);
    };
    await there.open(steps[0]!);
    await there.clickOn('Ask', '.actions a');
    await arriveAt('/console/ask/employees?status=active&group=dept_id');
    expect(await there.text('h1')).toBe('Count of employees by department');
    expect(await there.text('.ask-card')).toContain('Status is active');
    await open('Add a group');
    await there.clickOn('Gender', '.menu:popover-open button');
    await arriveAt('/console/ask/employees?status=active&group=dept_id,gender');
    const { totals } = await api('aggregate/employees?status=active');
    expect(await there.text('.pivot tfoot td:last-child')).toBe(String(totals.values.count));
    await open('Add a measure');
    await there.clickOn('Base salary', '.menu:popover-open button');
    await arriveAt('/console/ask/employees?status=active&group=dept_id,gender&measure=count,avg(base_salary)');
    expect(await said()).toStartWith(
      'This cannot be asked Average base salary would add up amounts in different currencies: the currency depends on the branch.',
    );
    await there.clickOn('Split by branch', '[role=alert] a');
    await arriveAt('/console/ask/employees?status=active&group=dept_id,gender,branch&measure=count,avg(base_salary)');
    expect(await there.text('.ask-foot')).toContain('Amounts are in the currency of their branch.');
    await open('Without: Gender');
    await arriveAt('/console/ask/employees?status=active&group=dept_id,branch&measure=count,avg(base_salary)');
    await there.clickOn('Average base salary', '[aria-label=Figure] button');
    await arriveAt(`${steps.at(-1)}&figure=avg(base_salary)`);
    expect(await there.text('.no-totals')).toContain('there are totals only where branch is one');
    await there.clickOn('Table', '[aria-label=Look] button');
    await arriveAt(`${steps.at(-1)}&view=table`);
    for (const step of steps.slice(0, -1).reverse()) {
      await there.page.goBack();
      await arrive(step);
    }
    await there.page.goForward();
    await arrive(steps[1]!);
    expect(await there.text('h1')).toBe('Count of employees by department');
  });

  test('by keyboard: everything that the mouse can do', async () => {
    await there.open('/console/ask/applications');
    const { page } = there;
    const focused = () =>
      page.evaluate(() => document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent!);
    const until = async (key: 'Tab' | 'ArrowUp' | 'ArrowDown', name: string) => {
      for (let step = 0; step < 80 && (await focused()) !== name; step++) await page.keyboard.press(key);
      expect(await focused()).toBe(name);
    };
    expect(await there.text('.numbers')).toStartWith(String((await api('applications?limit=1')).meta.total));
    await until('Tab', 'Add a group');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement!.getAttribute('aria-label') === 'Find a field');
    await page.keyboard.type('applied');
    await page.keyboard.press('Enter');
    await arrive('/console/ask/applications?group=month(applied_on)');
    expect(await page.$eval('.ask-answer', (each) => each.getAttribute('data-view'))).toBe('lines');
    await page.focus('#main h1');
    await until('Tab', 'Group: Applied on (month)');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement!.getAttribute('aria-label') === 'Find a field');
    await until('ArrowUp', 'Applied on (quarter)');
    await page.keyboard.press('Enter');
    await arrive('/console/ask/applications?group=quarter(applied_on)');
    await page.focus('#main h1');
    await until('Tab', 'Bars');
    await page.keyboard.press('Enter');
    await arrive('/console/ask/applications?group=quarter(applied_on)&view=bars');
    await page.focus('#main h1');
    await until('Tab', 'Order: In their own order');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.menu:popover-open button');
    await until('Tab', 'Count: highest first');
    await page.keyboard.press('Enter');
    await arrive('/console/ask/applications?group=quarter(applied_on)&view=bars&sort=-count');
    const { data } = await api('aggregate/applications?group=quarter(applied_on)&sort=-count');
    await page.focus('.ask-answer .bars a');
    await page.keyboard.press('Enter');
    await arrive(data[0].rows.replace('/api/v1/', '/console/'));
    expect(await there.text('.head')).toContain(`${data[0].values.count} of`);
  });

  test('numbers are in steps, whose width can be changed', async () => {
    await there.open('/console/ask/candidates');
    await open('Add a group');
    await there.clickOn('Years experience', '.menu:popover-open button');
    await there.page.waitForFunction(() => location.search.includes('bin(years_experience,'));
    await there.settle();
    await open(await there.page.$eval('[aria-label^="Group: "]', (each) => each.getAttribute('aria-label')!));
    await there.page.waitForSelector('.menu:popover-open input[type=number]');
    await there.page.$eval('.menu:popover-open input[type=number]', (each) => {
      (each as HTMLInputElement).value = '7.5';
      each.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await arrive('/console/ask/candidates?group=bin(years_experience,7.5)');
    const { data } = await api('aggregate/candidates?group=bin(years_experience,7.5)');
    expect((await there.text('.ask-answer .bars li')).split('\n')).toEqual(['0 to 7.5', String(data[0].values.count)]);
  });

  test('many groups come page by page, in the order of a column', async () => {
    const path = '/console/ask/employees?group=day(date_of_joining)&view=table';
    await there.open(path);
    const first = await api('aggregate/employees?group=day(date_of_joining)');
    const total = first.meta.total.toLocaleString('en-GB');
    expect(await there.text('.ask-foot')).toStartWith(`50 of ${total} groups`);
    await there.clickOn('Next', '.ask-foot a');
    await arrive(`${path}&offset=50`);
    expect(await there.text('.ask-foot')).toStartWith(`Groups 51 to 100 of ${total}`);
    await there.clickOn('Count', '.answer thead button');
    await arrive(`${path}&sort=count`);
    await there.clickOn('Count', '.answer thead button');
    await arrive(`${path}&sort=-count`);
    expect(await there.page.$eval('.answer thead th:last-child', (each) => each.getAttribute('aria-sort'))).toBe(
      'descending',
    );
    const { data } = await api('aggregate/employees?group=day(date_of_joining)&sort=-count');
    const shown = await there.page.$$eval('.answer tbody td a', (all) => all.map((each) => each.getAttribute('href')));
    expect(shown).toEqual(data.map(({ rows }: { rows: string }) => rows.replace('/api/v1/', '/console/')));
  });

  test('the code and the files are exactly the question', async () => {
    await there.open(
      '/console/ask/employees?group=dept_id,bin(base_salary,50000)&view=pivot&figure=count&gender=female',
    );
    await there.page.keyboard.press('<');
    const call = '/api/v1/aggregate/employees?group=dept_id,bin(base_salary,50000)&gender=female';
    expect(await there.text('dialog[open] .code:nth-of-type(1) pre')).toBe(`curl -g '${service.url}${call}'`);
    expect(await there.text('dialog[open]')).toContain('Totals of the columns');
    await there.clickOn('TypeScript', 'dialog[open] .code:nth-of-type(1) .tabs button');
    expect(await there.text('dialog[open] .code:nth-of-type(1) pre')).toContain(
      "client.employees.aggregate({ group: ['dept_id', 'bin(base_salary,50000)'], gender: 'female' })",
    );
    await there.page.keyboard.press('Escape');
    await there.clickOn('Download', '.actions button');
    await there.page.waitForSelector('.menu:popover-open a');
    const files = await there.page.$$eval('.menu:popover-open a', (all) =>
      all.map((each) => each.getAttribute('href')),
    );
    expect(files).toEqual([`${call}&format=xlsx`, `${call}&format=csv`]);
    const response = await fetch(service.url + files[1]);
    expect(response.headers.get('content-type')).toStartWith('text/csv');
  });

  test.each([
    ['employees?group=cake,branch', 'Employees cannot be grouped by “cake”.', 'Without it', 'employees?group=branch'],
    [
      'employees?group=branch&measure=avg(gender)',
      '“avg(gender)” cannot be measured of employees.',
      'Without it',
      'employees?group=branch',
    ],
    [
      'leave?group=status&sort=days',
      'The order “days” is by something that is not asked.',
      'In their own order',
      'leave?group=status',
    ],
    [
      'leave?group=status&limit=500',
      'The number of groups to show is from 1 to 200.',
      'With the usual number',
      'leave?group=status',
    ],
    [
      'leave?group=status&from_date[gte]=soon',
      'From date: Input should be',
      'Without this filter',
      'leave?group=status',
    ],
    [
      'employees?group=branch,status,gender,dept_id',
      'There are at most 3 groups.',
      'With the first 3',
      'employees?group=branch,status,gender',
    ],
  ])('%s: %s', async (asked, sentence, mend, to) => {
    await there.open(`/console/ask/${asked}`);
    expect(await said()).toStartWith(`This cannot be asked ${sentence}`);
    await there.clickOn(mend, '[role=alert] a');
    await arrive(`/console/ask/${to}`);
    expect(await there.page.$('.ask-answer')).not.toBeNull();
  });

  test('nothing to show, nothing that is known, and what means nothing', async () => {
    await there.open('/console/ask/employees?group=branch&status=nobody');
    expect(await there.text('.ask-answer')).toContain('No records meet all of this');
    await there.clickOn('Without filters', '.ask-answer a');
    await arrive('/console/ask/employees?group=branch');
    await there.open('/console/ask/employees?group=branch&having[count][gt]=999');
    expect(await there.text('.ask-answer')).toContain('No group is so');
    await there.open('/console/ask/employees?group=branch&brnch=London&q=a');
    expect(await there.text('.ask-card')).toMatch(/Search: a\s[\s\S]*brnch means nothing here and is ignored/);
    await there.open('/console/ask/cakes');
    expect(await there.text()).toContain('There are no such records');
  });
});
