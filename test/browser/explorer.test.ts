// The explorer in a real browser: filters, order, search, columns, scrolling, the keyboard, sharing and the way back.

import { afterAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import type { Service } from '../harness/service.ts';
import { expectSoon } from '../harness/wait-until.ts';
import { chromium } from './chromium.ts';
import { inBrowser } from './start/in-browser.ts';
import { consoleEngines, startConsole, type Visit, visit } from './visit.ts';

describe.skipIf(chromium === undefined).each([...consoleEngines])('the explorer on %s', (engine) => {
  let [browser, service, there]: [Browser, Service, Visit] = [undefined!, undefined!, undefined!];
  inBrowser(
    () => startConsole({ engine }),
    async (...started) => {
      [browser, service] = started;
      there = await visit(browser, service.url);
    },
  );
  afterAll(() => expect(there.faults).toEqual([]));

  const address = () => {
    const { pathname, search } = new URL(there.page.url());
    return pathname + decodeURIComponent(search);
  };
  const total = async (query: string): Promise<number> =>
    (await (await fetch(`${service.url}/api/v1/${query}`)).json()).meta.total;
  const firstName = () => there.page.$eval('.row .name-link', (link) => link.textContent);
  const rowNames = () => there.page.$$eval('.row .name-link', (links) => links.map((link) => link.textContent));

  test('a click on a word filters, and the address is the query of the API', async () => {
    await there.open('/console/employees');
    await there.page.click('.facet[aria-label="Status"] input');
    await there.page.waitForFunction(() => location.search.includes('status='));
    await there.settle();
    expect(address()).toBe('/console/employees?status=active');
    expect(await there.text('.head')).toContain(`${await total('employees?status=active')} of`);
  });

  test('the heads of columns sort: up, down, not at all', async () => {
    const head = '[role=columnheader]:nth-child(6) button';
    for (const [sort, order] of [
      ['date_of_joining', 'ascending'],
      ['-date_of_joining', 'descending'],
      [null, 'none'],
    ] as const) {
      await there.page.click(head);
      await there.page.waitForFunction(
        (wanted) => new URLSearchParams(location.search).get('sort') === wanted,
        {},
        sort,
      );
      await there.settle();
      expect(await there.page.$eval('[role=columnheader]:nth-child(6)', (each) => each.getAttribute('aria-sort'))).toBe(
        order,
      );
      const query = `employees?status=active&limit=1&fields=first_name,last_name${sort ? `&sort=${sort}` : ''}`;
      const [{ first_name, last_name }] = (await (await fetch(`${service.url}/api/v1/${query}`)).json()).data;
      expect(await firstName()).toBe(`${first_name} ${last_name}`);
    }
  });

  test('the way back goes through the views, and returns to the row one came from', async () => {
    await there.open('/console/attendance');
    await there.page.focus('[role=grid]');
    for (let step = 0; step < 3; step++) await there.page.keyboard.press('PageDown');
    await there.settle();
    const before = await rowNames();
    await there.page.keyboard.press('Enter');
    await there.page.waitForSelector('.record');
    await there.page.goBack();
    await there.page.waitForSelector('[role=grid]');
    await there.settle();
    expect(await rowNames()).toEqual(before);
  });

  test('a search narrows as one types, and is shared with the address', async () => {
    await there.open('/console/candidates');
    await there.page.type('input[type=search]', 'ann');
    await there.page.waitForFunction(() => location.search === '?q=ann');
    await there.settle();
    expect(await there.text('.sheet-foot')).toContain(`of ${await total('candidates?q=ann')}`);
    const other = await visit(browser, service.url);
    await other.open('/console/candidates?q=ann');
    expect(await other.text('.sheet-foot')).toContain(`of ${await total('candidates?q=ann')}`);
    await other.end();
  });

  test('columns are chosen and ordered, and are the fields of the API', async () => {
    await there.open('/console/employees');
    await there.page.click('.actions .button');
    await there.page.waitForSelector('.column-list');
    await there.page.evaluate(() => {
      const label = [...document.querySelectorAll('.column-list label')].find((each) => each.textContent === 'Gender')!;
      (label.querySelector('input') as HTMLInputElement).click();
    });
    await there.page.waitForFunction(() => location.search.includes('fields='));
    expect(address()).toBe(
      '/console/employees?fields=designation,dept_id,branch,manager_id,date_of_joining,status,gender',
    );
    await there.settle();
    expect(await there.text('.table-head')).toContain('Gender');
    await there.page.evaluate(() => localStorage.clear());
  });

  test('the scroll bar reaches any row, and the last one', async () => {
    await there.open('/console/attendance');
    const count = await total('attendance?limit=1');
    await there.page.focus('[role=grid]');
    await there.page.keyboard.press('End');
    await there.settle();
    const last = await (await fetch(`${service.url}/api/v1/attendance?limit=1&offset=${count - 1}`)).json();
    expect(await there.page.$eval('.row:last-child .name-link', (link) => link.getAttribute('href'))).toBe(
      `/console/attendance/${last.data[0].id}`,
    );
    await there.page.$eval('[role=grid]', (grid) => {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
    });
    await there.settle();
    const middle = Number(await there.page.$eval('.row', (row) => row.getAttribute('aria-rowindex')));
    expect(Math.abs(middle - count / 2)).toBeLessThan(60);
  });

  test('a cell and a row are copied, by mouse and by key', async () => {
    await there.open('/console/departments');
    await there.page.evaluate(() => {
      // What is copied is kept here: a browser without a window has no clipboard.
      navigator.clipboard.writeText = async (text) => {
        (window as any).copied = text;
      };
    });
    const copied = () => there.page.evaluate(() => (window as any).copied);
    const [first] = (await (await fetch(`${service.url}/api/v1/departments?limit=1`)).json()).data;
    await there.page.click('.row .cell:nth-child(2)');
    await there.page.click('.copy-tools button:nth-child(1)');
    await expectSoon(copied, String(first.id));
    await there.page.focus('[role=grid]');
    await there.page.keyboard.down('Shift');
    await there.page.keyboard.press('C');
    await there.page.keyboard.up('Shift');
    await expectSoon(async () => JSON.parse(await copied()), first);
  });

  test('a view can be downloaded as it is seen', async () => {
    await there.open('/console/employees?status=terminated&sort=last_name');
    await there.page.evaluate(() =>
      (
        [...document.querySelectorAll('.actions button')].find((each) => each.textContent === 'Download') as HTMLElement
      ).click(),
    );
    await there.page.waitForSelector('.menu-list a');
    const files = await there.page.$$eval('.menu-list a', (links) => links.map((link) => link.getAttribute('href')));
    const fields =
      'first_name,last_name,designation,dept_id.name,branch,manager_id.first_name,manager_id.last_name,date_of_joining,status';
    const headings =
      'First name,Last name,Designation,Department,Branch,Manager: first name,Manager: last name,Date of joining,Status';
    const path = `/api/v1/employees?status=terminated&sort=last_name&fields=${fields}`;
    expect(files.map((each) => decodeURIComponent(each!))).toEqual([
      `${path}&headings=${headings}&format=xlsx`,
      `${path}&headings=${headings}&format=csv`,
      `${path}&format=ndjson`,
    ]);
    expect(await (await fetch(service.url + files[0])).text()).toStartWith('PK');
    const rows = (await (await fetch(service.url + files[1])).text()).trim().split('\r\n');
    expect(rows.length - 1).toBe(await total('employees?status=terminated'));
  });

  test('what means nothing is named, and what cannot be asked is said', async () => {
    await there.open('/console/employees?statsu=active');
    expect(await there.text('.query')).toContain('statsu means nothing here and is ignored');
    const failing = await visit(browser, service.url, { expected: /422/ });
    await failing.open('/console/employees?date_of_joining[gte]=soon');
    expect(await failing.text('.sheet')).toContain('This cannot be asked');
    expect(await failing.text('.sheet')).toContain('date_of_joining[gte]');
    expect(failing.faults).toEqual([]);
    await failing.end();
  });
});
