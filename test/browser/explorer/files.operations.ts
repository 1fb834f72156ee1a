// What is downloaded is what is seen: files of the explorer, cell by cell against the table, on both engines.
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Browser } from 'puppeteer-core';
import { engines } from '../../harness/databases.ts';
import { type Service, TOKEN } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { excelDay, sheetRows } from '../../import/xlsx/sheet-rows.ts';
import { chromium, launch } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { startConsole, type Visit, visit } from '../visit.ts';

/** Each with the columns that people chose, in their order. */
const views = [
  '/console/employees?status=on_leave&sort=-date_of_joining',
  '/console/employees?q=engineer&branch=Berlin&fields=date_of_joining,manager_id,dept_id,designation,base_salary,status',
  '/console/leave?status=approved&days[gte]=10&sort=-days,id',
  '/console/jobs?status=open&fields=comp_max,comp_min,dept_id,hiring_manager_id,target_date,code',
  '/console/applications?stage=offer&fields=job_id,job_id.comp_max,candidate_id,rating,applied_on',
  '/console/departments',
];

describe.skipIf(chromium === undefined).each([...engines])('files on %s', (engine) => {
  let [browser, service, there]: [Browser, Service, Visit] = [undefined!, undefined!, undefined!];
  inBrowser(
    () => startConsole({ engine }),
    async (...started) => {
      [browser, service] = started;
      there = await visit(browser, service.url);
    },
  );
  afterAll(() => expect(there.faults).toEqual([]));

  /** Head and cells as one reads them; the letters of a person's avatar are no text of the cell. */
  const table = () =>
    there.page.evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('.table .row')].sort(
        (a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')),
      );
      const text = (cell: Element) => {
        const copy = cell.cloneNode(true) as Element;
        copy.querySelector('.avatar')?.remove();
        return copy.textContent!.trim();
      };
      return {
        head: [...document.querySelectorAll('.table [role=columnheader]')].map((each) => each.textContent!.trim()),
        rows: rows.map((row) => [...row.querySelectorAll('.cell')].map(text)),
      };
    });
  const openMenu = async () => {
    await there.clickOn('Download', '.actions');
    await there.page.waitForSelector('.menu-list a[download$=".csv"]');
    return Object.fromEntries(
      await there.page.$$eval('.menu-list a', (links) =>
        links.map((link) => [link.download.split('.').at(-1)!, link.getAttribute('href')!]),
      ),
    ) as Record<'csv' | 'xlsx' | 'ndjson', string>;
  };

  /** What the table says, as the file says it: a name is one cell there and two in the file, an amount one cell
   * there. */
  function asSeen(head: readonly string[], headings: readonly string[], cells: readonly string[]): string[] {
    const at = (heading: string) => cells[headings.indexOf(heading)] ?? '';
    const all = (...names: string[]) => names.map(at).filter(Boolean).join(' ');
    return head.map((title, column) => {
      if (title === 'Name' && headings.includes('First name')) return all('First name', 'Last name');
      if (headings.includes(`${title}: first name`)) return all(`${title}: first name`, `${title}: last name`);
      if (/comp (min|max)$/i.test(title))
        return all(title, title.replace(/comp m..$/, 'currency').replace(/^Comp m..$/, 'Currency'));
      // Lists without a name have the number of the record.
      return column === 0 && !headings.includes(title) ? at('Id') : at(title);
    });
  }
  /** As numbers and words are in files. */
  const written = (text: string) =>
    text
      .replace(/^#/, '')
      .replace(/^–$/, '')
      .replaceAll(/(\d),(?=\d{3})/g, '$1')
      .replaceAll('_', ' ');

  test.each(views)('%s: CSV, workbook and NDJSON say what the table says', async (view) => {
    await there.open(view);
    const { head, rows } = await table();
    expect(rows.length).toBeGreaterThan(0);
    const { csv, xlsx, ndjson } = await openMenu();
    const [headings, ...lines] = parse(await (await fetch(service.url + csv)).text()) as string[][];
    const total = (await (await fetch(`${service.url}${csv.replace(/&(fields|headings|format)=[^&]*/g, '')}`)).json())
      .meta.total;
    expect(lines).toHaveLength(total);
    const unguarded = (cell: string) => cell.replace(/^'(?=[+=@-])/, '');
    const shown = rows.slice(0, lines.length).map((cells) => cells.map(written));
    const read = (cells: readonly string[]) => asSeen(head, headings!, cells).map((cell) => written(unguarded(cell)));
    expect(lines.slice(0, rows.length).map(read)).toEqual(shown);
    const [top, ...sheet] = await sheetRows(await (await fetch(service.url + xlsx)).arrayBuffer());
    expect(top).toEqual(headings!);
    // Days are numbers in workbooks.
    const days = headings!.map((_, column) =>
      /^\d{4}-\d\d-\d\d$/.test(lines.find((each) => each[column])?.[column] ?? ''),
    );
    expect(sheet.map((cells) => cells.map((cell, column) => (days[column] && cell ? excelDay(cell) : cell)))).toEqual(
      lines.map((cells) => cells.map(unguarded)),
    );
    const records = (await (await fetch(service.url + ndjson)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const names = new URLSearchParams(csv.slice(csv.indexOf('?'))).get('fields')!.split(',');
    expect(records.map((record) => names.map((name) => String(record[name] ?? '')))).toEqual(
      lines.map((cells) => cells.map(unguarded)),
    );
    // The names of the API are the other choice, in the same order; it is remembered for the session.
    await there.page.click('.menu-list input[type=checkbox]');
    const named = (await there.page.$eval('.menu-list a[download$=".csv"]', (link) => link.getAttribute('href')))!;
    const [header] = parse(await (await fetch(service.url + named)).text()) as string[][];
    expect(header).toEqual(names);
    expect(there.page.url()).not.toContain('headings');
    await there.page.click('.menu-list input[type=checkbox]');
    await there.page.keyboard.press('Escape');
  });

  test('the choice of headings lasts for the session', async () => {
    await there.open('/console/departments');
    await openMenu();
    await there.page.click('.menu-list input[type=checkbox]');
    await there.open('/console/jobs');
    const { csv } = await openMenu();
    expect(decodeURIComponent(csv)).toContain('&headings=title,code,');
    await there.page.click('.menu-list input[type=checkbox]');
  });
});

test.skipIf(chromium === undefined)('who has a token downloads what the token shows', async () => {
  const [browser, service] = await Promise.all([
    launch(),
    startConsole({ privateFields: { employees: new Set(['base_salary']) } }),
  ]);
  const there = await visit(browser, service.url);
  const session = await there.page.createCDPSession();
  /** A folder for each, because a file of the same name would be replaced. */
  const newFolder = async () => {
    const downloadPath = mkdtempSync(join(tmpdir(), 'explorer-'));
    const browserContextId = there.page.browserContext().id!;
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath, browserContextId });
    return join(downloadPath, 'employees.csv');
  };
  const view = '/console/employees?fields=base_salary,branch&branch=Berlin';
  const download = async () => {
    await there.clickOn('Download', '.actions');
    await (await there.page.waitForSelector('.menu-list a[download$=".csv"]'))!.click();
  };
  const rowsIn = (file: string) => parse(readFileSync(file, 'utf8')) as string[][];
  const isThere = (file: string) => waitUntil(file, () => Bun.file(file).size > 0);
  const without = await newFolder();
  await there.open(view);
  await download();
  await isThere(without);
  // The column is there, as it is seen: with nothing to read.
  expect(rowsIn(without)[0]).toEqual(['First name', 'Last name', 'Base salary', 'Branch']);
  expect(
    new Set(
      rowsIn(without)
        .slice(1)
        .map((cells) => cells[2]),
    ),
  ).toEqual(new Set(['']));
  await there.page.evaluate((secret) => sessionStorage.setItem('token', secret), TOKEN);
  await there.open(view);
  const shown = await there.page.$$eval('.row .cell:nth-child(2)', (cells) => cells.map((each) => each.textContent));
  const withToken = await newFolder();
  await download();
  await isThere(withToken);
  expect(
    rowsIn(withToken)
      .slice(1, shown.length + 1)
      .map((cells) => Number(cells[2]).toLocaleString('en-GB')),
  ).toEqual(shown as string[]);
  await browser.close();
  await service.stop();
});
