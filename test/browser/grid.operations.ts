// The grid of the explorer: columns and their widths, selections with their sums, and copies.

import { expect, test } from 'bun:test';
import { expectSoon } from '../harness/wait-until.ts';
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

  test.each(['employees', 'applications'])(
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

  test('jobs without applications are chosen in the menu of filters, and a chip takes that off', async () => {
    const there = await visit();
    await there.open('/console/jobs');
    await there.page.click('.add-filter button');
    await there.page.waitForSelector('.menu-list button');
    await there.page.$$eval('.menu-list button', (all) =>
      (all.find((each) => each.textContent === 'without: applications') as HTMLElement).click(),
    );
    await there.page.waitForFunction(() => location.search === '?without=applications');
    await there.settle();
    expect(await there.text('.chip')).toContain('without: applications');
    expect(await there.axe()).toEqual([]);
    await there.page.click('.chip button');
    await there.page.waitForFunction(() => location.search === '');
  });

  test('columns are chosen, and none of them is the password hash', async () => {
    const there = await visit();
    const { page } = there;
    await there.open('/console/employees?status=terminated&sort=last_name');
    await page.click('.actions .button');
    await page.waitForSelector('.column-list');
    await page.evaluate(() => {
      const labels = [...document.querySelectorAll('.column-list label')];
      labels
        .find((each) => each.textContent === 'Gender')!
        .querySelector('input')!
        .click();
    });
    await page.waitForFunction(() => location.search.includes('gender'));
    await there.settle();
    expect(decodeURIComponent(new URL(page.url()).search)).toBe(
      '?status=terminated&sort=last_name&fields=designation,dept_id,branch,manager_id,date_of_joining,status,gender',
    );
    expect(await there.text('.table-head')).toContain('Gender');
    expect(await there.text('.column-list')).not.toContain('assword');
    await page.evaluate(() => localStorage.clear());
  });

  test('a cell and a row are copied, by mouse and by key', async () => {
    const there = await visit();
    const { page } = there;
    await there.open('/console/departments');
    await page.evaluate(() => {
      // What is copied is kept here: a browser without a window has no clipboard.
      navigator.clipboard.writeText = async (text) => {
        (window as any).copied = text;
      };
    });
    const copied = () => page.evaluate(() => (window as any).copied);
    const [first] = (await api('departments?limit=1')).data;
    await page.click('.row .cell:nth-child(2)');
    await page.click('.copy-tools button:nth-child(1)');
    await expectSoon(copied, String(first.id));
    await page.focus('[role=grid]');
    await page.keyboard.down('Shift');
    await page.keyboard.press('C');
    await page.keyboard.up('Shift');
    await expectSoon(async () => JSON.parse(await copied()), first);
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
});
