// The grid of the explorer: widths of columns, selections with their sums, copies; and files, cell by cell as the table
// shows them.

import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { TOKEN } from '../harness/service.ts';
import { expectSoon, waitUntil } from '../harness/wait-until.ts';
import { excelDay, sheetRows } from '../import/xlsx/sheet-rows.ts';
import { inBrowser, startConsole, type Visit } from './visit.ts';

const textOf = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 2 });

inBrowser('the grid', startConsole, (looking) => {
  const { visit, api } = looking;
  const press = async ({ page }: Visit, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key as 'Enter');
  };
  const holding = async (there: Visit, held: 'Shift' | 'Control', ...keys: string[]) => {
    await there.page.keyboard.down(held);
    await press(there, ...keys);
    await there.page.keyboard.up(held);
  };
  const selected = ({ page }: Visit) => page.$$eval('.cell[aria-selected=true]', (cells) => cells.length);
  /** A browser without a window has no clipboard, so what is copied is kept here. */
  const keepCopies = ({ page }: Visit) =>
    page.evaluate(() => {
      navigator.clipboard.write = async ([item]) => {
        const read = async (type: string) => (await item!.getType(type)).text();
        (window as any).copied = { text: await read('text/plain'), html: await read('text/html') };
      };
    });
  const copied = async ({ page }: Visit) =>
    (await (await page.waitForFunction(() => (window as any).copied)).jsonValue()) as { text: string; html: string };

  test.each(['employees', 'jobs', 'applications', 'leave', 'attendance'])(
    '%s: at 1440 × 900 no column runs off the edge, no heading is cut, and a filter can be added',
    async (name) => {
      const there = await visit();
      await there.open(`/console/${name}`);
      const seen = await there.page.evaluate(() => {
        const grid = document.querySelector('[role=grid]')!;
        const words = [...document.querySelectorAll<HTMLElement>('.table-head button span, .table-head .plain')];
        const add = document.querySelector('.add-filter button')?.getBoundingClientRect();
        return {
          beyond: grid.scrollWidth - grid.clientWidth,
          cut: words.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
          isFilterInView: !add || add.bottom <= innerHeight,
        };
      });
      expect(seen).toEqual({ beyond: 0, cut: [], isFilterInView: true });
    },
  );

  test('no page offers the password hash', async () => {
    const there = await visit();
    await there.open('/console/employees?fields=password_hash,branch');
    expect(await there.text('.table-head')).not.toContain('assword');
    await there.page.click('.actions .button');
    await there.page.waitForSelector('.column-list');
    expect(await there.text('.column-list')).not.toContain('assword');
  });

  test('a column is dragged wider, fitted, and set by keys; it stays after a reload, and can be reset', async () => {
    const there = await visit();
    const { page } = there;
    const widths = () =>
      page.$$eval('[role=columnheader]', (heads) => heads.map((each) => (each as HTMLElement).offsetWidth));
    await there.open('/console/employees');
    const before = await widths();
    const edge = (await (await page.$('[role=columnheader]:nth-child(2) .edge'))!.boundingBox())!;
    const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 3 });
    await page.mouse.up();
    const wider = before.with(1, before[1]! + 60);
    await expectSoon(widths, wider);
    await there.open('/console/employees');
    await expectSoon(widths, wider);
    await page.focus('[role=grid]');
    await press(there, 'ArrowRight', '+', '+', '-');
    await expectSoon(async () => (await widths())[1], wider[1]! + 16);
    await press(there, '=');
    const cut = () =>
      page.$$eval('.row .cell:nth-child(2), .row .cell:nth-child(2) span', (cells) =>
        cells
          .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
          .map((each) => each.textContent),
      );
    await expectSoon(cut, []);
    await page.click('.actions .button');
    await there.clickOn('The usual widths', '.menu');
    await page.waitForFunction(() => localStorage.getItem('widths employees') === null);
    await expectSoon(widths, before);
  });

  test('cells are selected with Shift and the arrows: their number, sum and mean, and a copy as a table', async () => {
    const there = await visit();
    await there.open('/console/leave?fields=days,leave_type,status&days[ne]=null');
    await keepCopies(there);
    await there.page.focus('[role=grid]');
    await press(there, 'ArrowRight');
    await holding(there, 'Shift', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight');
    await expectSoon(() => selected(there), 8);
    const rows = (await api('leave?days[ne]=null&limit=4&fields=days,leave_type')).data;
    const sum = rows.reduce((all: number, { days }: any) => all + days, 0);
    const foot = await there.text('.selected-tools');
    for (const text of ['8 cells', '4 numbers', `Sum ${textOf(sum)}`, `Mean ${textOf(sum / 4)}`])
      expect(foot).toContain(text);
    await holding(there, 'Control', 'c');
    expect(await copied(there)).toEqual({
      text: rows.map(({ days, leave_type }: any) => `${days}\t${leave_type}`).join('\n'),
      html: `<table>${rows.map(({ days, leave_type }: any) => `<tr><td>${days}</td><td>${leave_type}</td></tr>`).join('')}</table>`,
    });
    expect(await there.axe()).toEqual([]);
    await press(there, 'Escape');
    await expectSoon(() => selected(there), 0);
  });

  test('a drag with the mouse selects, a click ends it, and names are copied for references', async () => {
    const there = await visit();
    const { mouse } = there.page;
    await there.open('/console/employees?fields=dept_id');
    await keepCopies(there);
    const at = async (row: number, column: number) => {
      const cells = await there.page.$(`[aria-rowindex="${row + 2}"] .cell:nth-child(${column + 1})`);
      const { x, y, width, height } = (await cells!.boundingBox())!;
      return [x + width - 6, y + height / 2] as const;
    };
    await mouse.move(...(await at(1, 0)));
    await mouse.down();
    await mouse.move(...(await at(2, 1)), { steps: 4 });
    await mouse.move(...(await at(3, 1)), { steps: 4 });
    await mouse.up();
    await expectSoon(() => selected(there), 6);
    const { data } = await api('employees?limit=3&offset=1&fields=first_name,last_name,dept_id.name');
    await there.page.click('.selected-tools button');
    expect((await copied(there)).text).toBe(
      data.map((row: any) => `${row.first_name} ${row.last_name}\t${row['dept_id.name']}`).join('\n'),
    );
    await mouse.click(...(await at(5, 1)));
    await expectSoon(() => selected(there), 0);
  });

  test('a whole column is summed over rows that were never in view; different currencies are not', async () => {
    const there = await visit();
    const untilFoot = (text: string) =>
      there.page.waitForFunction(
        (wanted) => document.querySelector('.selected-tools')?.textContent?.includes(wanted),
        {},
        text,
      );
    const { totals } = await api('aggregate/employees?measure=sum(base_salary)&branch=Berlin');
    const sum = textOf(totals.values['sum(base_salary)']);
    for (const [query, text] of [
      ['&branch=Berlin', `Sum ${sum} in the currency of Berlin`],
      ['', 'Amounts of different currencies are not added up'],
    ]) {
      await there.open(`/console/employees?fields=base_salary${query}`);
      await there.page.focus('[role=grid]');
      await press(there, 'ArrowRight');
      await holding(there, 'Control', 'Space');
      await untilFoot(text!);
    }
  });

  /** Each with the columns that people chose, in their order. */
  test.each([
    '/console/employees?status=on_leave&sort=-date_of_joining',
    '/console/jobs?status=open&fields=comp_max,comp_min,dept_id,target_date,code',
    '/console/applications?stage=offer&fields=job_id,job_id.comp_max,candidate_id,rating,applied_on',
  ])('%s: CSV, workbook and NDJSON say what the table says', async (view) => {
    const there = await visit();
    await there.open(view);
    const { head, rows } = await there.page.evaluate(() => {
      const text = (cell: Element) => {
        const copy = cell.cloneNode(true) as Element;
        // The letters of a person's avatar are no text of the cell.
        copy.querySelector('.avatar')?.remove();
        return copy.textContent!.trim();
      };
      const all = [...document.querySelectorAll<HTMLElement>('.table .row')].sort(
        (a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')),
      );
      return {
        head: [...document.querySelectorAll('.table [role=columnheader]')].map((each) => each.textContent!.trim()),
        rows: all.map((row) => [...row.querySelectorAll('.cell')].map(text)),
      };
    });
    await there.clickOn('Download', '.actions');
    await there.page.waitForSelector('.menu-list a[download$=".csv"]');
    const { csv, xlsx, ndjson } = Object.fromEntries(
      await there.page.$$eval('.menu-list a', (links) =>
        links.map((link) => [link.download.split('.').at(-1)!, link.getAttribute('href')!]),
      ),
    ) as Record<'csv' | 'xlsx' | 'ndjson', string>;
    const fileOf = (path: string) => fetch(looking.service.url + path);
    const [headings, ...lines] = parse(await (await fileOf(csv)).text()) as string[][];
    const { meta } = await (await fileOf(csv.replace(/&(fields|headings|format)=[^&]*/g, ''))).json();
    expect(lines).toHaveLength(meta.total);
    /** The cell of a column as the table shows it: a name is two cells in the file, an amount has its currency. */
    const seen = (cells: readonly string[]) => {
      const all = (...names: string[]) => names.map((name) => cells[headings!.indexOf(name)] ?? '').filter(Boolean);
      return head.map((title, column) => {
        if (title === 'Name' && headings!.includes('First name')) return all('First name', 'Last name').join(' ');
        if (headings!.includes(`${title}: first name`))
          return all(`${title}: first name`, `${title}: last name`).join(' ');
        if (/comp (min|max)$/i.test(title))
          return all(title, title.replace(/comp m..$/, 'currency').replace(/^Comp m..$/, 'Currency')).join(' ');
        // Lists without a name have the number of the record.
        return all(column === 0 && !headings!.includes(title) ? 'Id' : title).join();
      });
    };
    const unguarded = (cell: string) => cell.replace(/^'(?=[+=@-])/, '');
    const plain = (text: string) =>
      unguarded(text)
        .replace(/^#/, '')
        .replace(/^–$/, '')
        .replaceAll(/(\d),(?=\d{3})/g, '$1')
        .replaceAll('_', ' ');
    expect(lines.slice(0, rows.length).map((cells) => seen(cells).map(plain))).toEqual(
      rows.slice(0, lines.length).map((cells) => cells.map(plain)),
    );
    const [top, ...sheet] = await sheetRows(await (await fileOf(xlsx)).arrayBuffer());
    expect(top).toEqual(headings!);
    // Days are numbers in workbooks.
    const isDay = headings!.map((_, column) => lines.some((cells) => /^\d{4}-\d\d-\d\d$/.test(cells[column]!)));
    expect(sheet.map((cells) => cells.map((cell, column) => (isDay[column] && cell ? excelDay(cell) : cell)))).toEqual(
      lines.map((cells) => cells.map(unguarded)),
    );
    const records = (await (await fileOf(ndjson)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const names = new URLSearchParams(csv.slice(csv.indexOf('?'))).get('fields')!.split(',');
    expect(records.map((record) => names.map((name) => String(record[name] ?? '')))).toEqual(
      lines.map((cells) => cells.map(unguarded)),
    );
    // The names of the API are the other choice, in the same order; it is remembered for the session.
    await there.page.click('.menu-list input[type=checkbox]');
    await there.open('/console/departments');
    await there.clickOn('Download', '.actions');
    const link = (await there.page.waitForSelector('.menu-list a[download$=".csv"]'))!;
    expect(decodeURIComponent(await link.evaluate((each) => each.getAttribute('href')!))).toContain('&headings=name');
  });
});

inBrowser(
  'files of private fields',
  () => startConsole({ privateFields: { employees: new Set(['base_salary']) } }),
  ({ visit }) => {
    test('who has a token downloads what the token shows', async () => {
      const there = await visit();
      const session = await there.page.createCDPSession();
      /** The salaries in a file, in a folder for each: a file of the same name would be replaced. */
      const download = async () => {
        const downloadPath = mkdtempSync(join(tmpdir(), 'explorer-'));
        const browserContextId = there.page.browserContext().id!;
        await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath, browserContextId });
        const file = join(downloadPath, 'employees.csv');
        await there.open('/console/employees?fields=base_salary,branch&branch=Berlin');
        await there.clickOn('Download', '.actions');
        await (await there.page.waitForSelector('.menu-list a[download$=".csv"]'))!.click();
        await waitUntil(file, () => Bun.file(file).size > 0);
        const [heads, ...lines] = parse(readFileSync(file, 'utf8')) as string[][];
        expect(heads).toEqual(['First name', 'Last name', 'Base salary', 'Branch']);
        return lines.map((cells) => cells[2]!);
      };
      expect(new Set(await download())).toEqual(new Set(['']));
      await there.page.evaluate((secret) => sessionStorage.setItem('token', secret), TOKEN);
      const salaries = await download();
      const shown = await there.page.$$eval('.row .cell:nth-child(2)', (cells) =>
        cells.map((each) => each.textContent),
      );
      expect(salaries.slice(0, shown.length).map((each) => textOf(Number(each)))).toEqual(shown as string[]);
    });
  },
);
