// The page of a record: what it never shows, what its colours mean, in what currency money is, and how it pastes.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type Service, TOKEN } from '../../harness/service.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { startConsole, visit } from '../visit.ts';

describe.skipIf(chromium === undefined)('a record', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(startConsole, (...started) => {
    [browser, service] = started;
  });
  const api = async (path: string): Promise<any> =>
    (await fetch(`${service.url}/api/v1/${path}`, { headers: { Authorization: `Bearer ${TOKEN}` } })).json();

  test.each(['light', 'dark'] as const)('an employee, in %s', async (theme) => {
    const there = await visit(browser, service.url, { theme });
    await there.open('/console/departments');
    await there.page.evaluate((token) => sessionStorage.setItem('token', token), TOKEN);
    await there.open('/console/employees/7');
    const employee = await api('employees/7');
    const shown = await there.text();
    expect('password_hash' in employee).toBe(true);
    expect(shown).not.toContain('Password');
    const fields = await there.page.$$eval('.fields > div', (rows) =>
      rows.map((row) => [row.querySelector('dt')!.innerText, row.querySelector('dd')!.innerText] as const),
    );
    expect(fields.length).toBe(Object.keys(employee).length - 1);
    const salary = Number(employee.base_salary).toLocaleString('en-GB');
    expect(Object.fromEntries(fields)['Base salary']).toBe(`${salary} a year, in the currency of ${employee.branch}`);
    // The key of the squares counts what is drawn, which is what the API has.
    const link = await there.page.$eval('a[href^="/console/attendance?employee_id"][href*="att_date"]', (each) =>
      each.getAttribute('href')!.replace('/console/', ''),
    );
    const counts = new Map<string, number>();
    for (const { status } of (await api(`${link}&limit=200`)).data) counts.set(status, (counts.get(status) ?? 0) + 1);
    const key = await there.page.$$eval('.calendar-key li', (all) => all.map((each) => each.innerText.trim()));
    expect(key.filter((each) => each !== 'no record').sort()).toEqual(
      [...counts].map(([word, count]) => `${count} ${word.replaceAll('_', ' ')}`).sort(),
    );
    // Selected and copied, it is a table: a field a line, two columns.
    const copied = await there.page.evaluate(() => {
      const list = document.querySelector('.fields')!;
      window.getSelection()!.selectAllChildren(list);
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      list.dispatchEvent(event);
      return event.clipboardData!.getData('text/plain');
    });
    expect(copied.split('\n').map((line) => line.split('\t'))).toEqual(
      fields.map(([title, value]) => [title, value.replace(/\s+/g, ' ').trim()]),
    );
    expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
    await there.end();
  });

  test('a job: pay with its currency', async () => {
    const there = await visit(browser, service.url);
    const { data } = await api('jobs?limit=200');
    const job = data.find((each: any) => each.comp_min !== null && each.currency !== null);
    await there.open(`/console/jobs/${job.id}`);
    expect(await there.text('.fields')).toContain(
      `${Number(job.comp_min).toLocaleString('en-GB')} ${job.currency} a year`,
    );
    expect(there.faults).toEqual([]);
    await there.end();
  });
});
