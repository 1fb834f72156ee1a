// The console of a service with private fields, for someone without the token: pages that are made of them show what
// may be seen, and say what may not; with the token they show everything.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type Service, TOKEN } from '../harness/service.ts';
import { chromium } from './chromium.ts';
import { inBrowser } from './start/in-browser.ts';
import { startConsole, type Visit, visit } from './visit.ts';

const privateFields = {
  employees: new Set(['termination_date', 'dept_id']),
  leave: new Set(['leave_type']),
  jobs: new Set(['target_date', 'title']),
  departments: new Set(['name']),
};

describe.skipIf(chromium === undefined)('private fields in the console', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  let there: Visit;
  inBrowser(
    () => startConsole({ privateFields }),
    async (...started) => {
      [browser, service] = started;
      // What is refused is said on the page; the browser notes it too.
      there = await visit(browser, service.url, { expected: /status of 422/ });
    },
  );

  const figure = async (name: string): Promise<any> =>
    (await (await fetch(`${service.url}/api/v1/insights/${name}`)).json()).data[0].values;

  test('the overview shows what may be known of today', async () => {
    await there.open('/');
    const text = (await there.text('.kpis')).replace(/\s+/g, ' ');
    const { headcount } = await figure('headcount');
    expect(headcount.value % 10).toBe(0);
    expect(text).toContain(`Headcount ${headcount.value} `);
    const { jobs, late_jobs: late } = await figure('open-roles');
    expect(text).toContain(`Open jobs ${jobs.value} `);
    expect(text.includes('past their target')).toBe(late !== undefined);
    expect(text).not.toContain('place');
    // Fewer than ten have left.
    expect(text).toContain('Turnover, 12 months – too few to show');
    expect(there.faults).toEqual([]);
  });

  test('a metric with a private field inside is shown as a whole, and says so', async () => {
    await there.open('/console/insights/headcount?every=quarter&group=branch');
    expect(await there.text()).toContain('A private field is inside');
    expect(await there.text('.numbers')).toContain(String((await figure('headcount')).headcount.value));
    expect(await there.page.$('[aria-label="Groups"], .query')).toBe(null);
    await there.open('/console/insights/joiners');
    expect(await there.text()).not.toContain('A private field is inside');
    expect(there.faults).toEqual([]);
  });

  test('records and lists show a lock where a value is private, and call nothing private by name', async () => {
    await there.open('/console/leave/1');
    expect(await there.text('.fields')).toMatch(/Leave type\s+private/);
    expect(await there.page.$$('.fields .locked')).toHaveLength(1);
    await there.open('/console/employees/1');
    expect(await there.page.$$('.fields .locked')).toHaveLength(2);
    await there.open('/console/jobs/1');
    expect(await there.text('h1')).toBe('Job opening 1');
    await there.open('/console/leave');
    expect(await there.text('[role="grid"]')).not.toMatch(/sick|private/);
    expect(there.faults).toEqual([]);
  });

  test('who is out does without the number of people', async () => {
    await there.open('/console/who-is-out?by=branch');
    expect(await there.text()).toContain('London');
    expect(await there.page.$('.failure')).toBe(null);
    expect(there.faults).toEqual([]);
  });

  test('with the token there is everything', async () => {
    const holder = await visit(browser, service.url);
    await holder.page.evaluateOnNewDocument((token) => sessionStorage.setItem('token', token), TOKEN);
    await holder.open('/console/insights/headcount?group=branch');
    expect(await holder.text()).not.toContain('A private field is inside');
    expect(await holder.text()).toContain('London');
    await holder.open('/console/jobs/1');
    expect(await holder.text('h1')).not.toBe('Job opening 1');
    expect(holder.faults).toEqual([]);
    await holder.end();
  });
});
