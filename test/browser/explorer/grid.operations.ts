// The grid of the explorer: widths of columns, selections with their sums, copies, and what fits on a usual screen.

import { afterAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Service } from '../../harness/service.ts';
import { expectSoon } from '../../harness/wait-until.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { startConsole, type Visit, visit } from '../visit.ts';

describe.skipIf(chromium === undefined)('the grid', () => {
  let [browser, service, there]: [Browser, Service, Visit] = [undefined!, undefined!, undefined!];
  inBrowser(startConsole, async (...started) => {
    [browser, service] = started;
    there = await visit(browser, service.url);
  });
  afterAll(() => expect(there.faults).toEqual([]));

  const data = async (path: string) => (await (await fetch(`${service.url}/api/v1/${path}`)).json()).data;
  const press = async (...keys: string[]) => {
    for (const key of keys) await there.page.keyboard.press(key as 'Enter');
  };
  const holding = async (held: 'Shift' | 'Control', ...keys: string[]) => {
    await there.page.keyboard.down(held);
    await press(...keys);
    await there.page.keyboard.up(held);
  };
  const widths = () =>
    there.page.$$eval('[role=columnheader]', (heads) => heads.map((each) => (each as HTMLElement).offsetWidth));
  const selected = () => there.page.$$eval('.cell[aria-selected=true]', (cells) => cells.length);
  const foot = () => there.text('.selected-tools');
  const untilFoot = (text: string) =>
    there.page.waitForFunction(
      (wanted) => document.querySelector('.selected-tools')?.textContent?.includes(wanted),
      {},
      text,
    );
  /** A browser without a window has no clipboard, so what is copied is kept here. */
  const keepCopies = () =>
    there.page.evaluate(() => {
      navigator.clipboard.write = async ([item]) => {
        const read = async (type: string) => (await item!.getType(type)).text();
        (window as any).copied = { text: await read('text/plain'), html: await read('text/html') };
      };
    });
  const copied = async () => {
    const kept = await there.page.waitForFunction(() => (window as any).copied);
    await there.page.evaluate(() => delete (window as any).copied);
    return (await kept.jsonValue()) as { text: string; html: string };
  };

  test.each(['employees', 'jobs', 'applications', 'leave', 'attendance'])(
    '%s: at 1440 × 900 no column runs off the edge, no heading is cut, and a filter can be added',
    async (name) => {
      await there.open(`/console/${name}`);
      const seen = await there.page.evaluate(() => {
        const grid = document.querySelector('[role=grid]')!;
        const words = [...document.querySelectorAll<HTMLElement>('.table-head button span, .table-head .plain')];
        const add = document.querySelector('.add-filter button')?.getBoundingClientRect();
        const pill = document.querySelector('.cell .pill');
        const middle = (element: Element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const { top, bottom } = range.getBoundingClientRect();
          return (top + bottom) / 2;
        };
        const row = pill?.closest('.row');
        return {
          beyond: grid.scrollWidth - grid.clientWidth,
          cut: words.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
          isFilterInView: !add || add.bottom <= innerHeight,
          low: pill && row ? Math.abs(middle(pill) - middle(row.querySelector('.cell.number, .reference')!)) : 0,
        };
      });
      expect(seen).toEqual({ beyond: 0, cut: [], isFilterInView: true, low: expect.any(Number) });
      expect(seen.low).toBeLessThan(1);
    },
  );

  test('no page offers the password hash', async () => {
    await there.open('/console/employees?fields=password_hash,branch');
    expect(await there.text('.table-head')).not.toContain('assword');
    await there.page.click('.actions .button');
    await there.page.waitForSelector('.column-list');
    expect(await there.text('.column-list')).not.toContain('assword');
    await there.open('/console/employees/11');
    expect(await there.text()).not.toContain('assword hash');
    expect(catalogue[0]!.fields.map(({ name }) => name)).toContain('password_hash');
  });

  test('amounts have their currency', async () => {
    await there.open('/console/jobs?fields=comp_min,code');
    const shown = await there.page.$$eval('.row .cell:nth-child(2)', (cells) => cells.map((each) => each.textContent));
    const jobs = await data('jobs?limit=40&fields=comp_min,currency');
    const text = (job: any) =>
      job.comp_min === null ? '–' : `${job.comp_min.toLocaleString('en-GB')} ${job.currency}`;
    expect(shown).toEqual(jobs.slice(0, shown.length).map(text));
    await there.open('/console/employees?fields=base_salary');
    const [{ base_salary, branch }] = await data('employees?limit=1&fields=base_salary,branch');
    expect(await there.page.$eval('.row .cell:nth-child(2) span', (each) => each.getAttribute('title'))).toBe(
      `${base_salary.toLocaleString('en-GB')} in the currency of ${branch}`,
    );
  });

  test('a column is dragged wider, fitted, and set by keys; it stays after a reload, and can be reset', async () => {
    await there.open('/console/employees');
    const before = await widths();
    const edge = (await (await there.page.$('[role=columnheader]:nth-child(2) .edge'))!.boundingBox())!;
    const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    await there.page.mouse.move(x, y);
    await there.page.mouse.down();
    await there.page.mouse.move(x + 60, y, { steps: 3 });
    await there.page.mouse.up();
    const wider = before.with(1, before[1]! + 60);
    await expectSoon(widths, wider);
    await there.open('/console/employees');
    await expectSoon(widths, wider);
    await there.page.focus('[role=grid]');
    await press('ArrowRight', '+', '+', '-');
    await expectSoon(async () => (await widths())[1], wider[1]! + 16);
    await press('=');
    const cut = () =>
      there.page.$$eval('.row .cell:nth-child(2), .row .cell:nth-child(2) span', (cells) =>
        cells
          .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
          .map((each) => each.textContent),
      );
    await expectSoon(cut, []);
    await press('0');
    await there.page.waitForFunction(() => !('designation' in JSON.parse(localStorage.getItem('widths employees')!)));
    await there.page.click('.actions .button');
    await there.clickOn('The usual widths', '.menu');
    await there.page.waitForFunction(() => localStorage.getItem('widths employees') === null);
    await expectSoon(widths, before);
    await there.page.keyboard.press('Escape');
  });

  test('cells are selected with Shift and the arrows: their number, sum and mean, and a copy as a table', async () => {
    await there.open('/console/leave?fields=days,leave_type,status&days[ne]=null');
    await keepCopies();
    await there.page.focus('[role=grid]');
    await press('ArrowRight');
    await holding('Shift', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight');
    await expectSoon(selected, 8);
    const rows = await data('leave?days[ne]=null&limit=4&fields=days,leave_type');
    const sum = rows.reduce((all: number, { days }: any) => all + days, 0);
    const text = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 2 });
    expect(await foot()).toContain('8 cells');
    expect(await foot()).toContain('4 numbers');
    expect(await foot()).toContain(`Sum ${text(sum)}`);
    expect(await foot()).toContain(`Mean ${text(sum / 4)}`);
    await holding('Control', 'c');
    const plain = rows.map(({ days, leave_type }: any) => `${days}\t${leave_type}`).join('\n');
    const { text: copy, html } = await copied();
    expect(copy).toBe(plain);
    expect(html).toBe(
      `<table>${rows.map(({ days, leave_type }: any) => `<tr><td>${days}</td><td>${leave_type}</td></tr>`).join('')}</table>`,
    );
    expect(await there.axe()).toEqual([]);
    await press('Escape');
    await expectSoon(selected, 0);
    await there.page.waitForFunction(() => !document.querySelector('.selected-tools'));
  });

  test('a drag with the mouse selects, a click ends it, and names are copied for references', async () => {
    await there.open('/console/employees?fields=dept_id,manager_id');
    await keepCopies();
    const at = async (row: number, column: number) => {
      const cells = await there.page.$(`[aria-rowindex="${row + 2}"] .cell:nth-child(${column + 1})`);
      const { x, y, width, height } = (await cells!.boundingBox())!;
      return [x + width - 6, y + height / 2] as const;
    };
    await there.page.mouse.move(...(await at(1, 0)));
    await there.page.mouse.down();
    await there.page.mouse.move(...(await at(2, 1)), { steps: 4 });
    await there.page.mouse.move(...(await at(3, 2)), { steps: 4 });
    await there.page.mouse.up();
    await expectSoon(selected, 9);
    const rows = await data(
      'employees?limit=3&offset=1&fields=first_name,last_name,dept_id.name,manager_id.first_name,manager_id.last_name',
    );
    await there.page.click('.selected-tools button');
    expect((await copied()).text).toBe(
      rows
        .map((row: any) =>
          [
            `${row.first_name} ${row.last_name}`,
            row['dept_id.name'],
            `${row['manager_id.first_name']} ${row['manager_id.last_name']}`,
          ].join('\t'),
        )
        .join('\n'),
    );
    await there.page.mouse.click(...(await at(5, 1)));
    await expectSoon(selected, 0);
    expect(new URL(there.page.url()).pathname).toBe('/console/employees');
  });

  test('a whole column is summed over rows that were never in view; different currencies are not', async () => {
    await there.open('/console/employees?fields=base_salary&branch=Berlin');
    await there.page.focus('[role=grid]');
    await press('ArrowRight');
    await holding('Control', 'Space');
    const sums = async (query: string) =>
      (await (await fetch(`${service.url}/api/v1/aggregate/employees?measure=sum(base_salary),count&${query}`)).json())
        .totals.values;
    const { 'sum(base_salary)': sum } = await sums('branch=Berlin');
    await untilFoot(`Sum ${sum.toLocaleString('en-GB')} in the currency of Berlin`);
    await there.open('/console/employees?fields=base_salary');
    await there.page.focus('[role=grid]');
    await press('ArrowRight');
    await holding('Control', 'Space');
    await untilFoot('Amounts of different currencies are not added up');
    await there.open('/console/attendance?fields=hours&status=present&employee_id=11');
    await there.page.focus('[role=grid]');
    await holding('Control', 'a');
    const hours = (
      await (
        await fetch(`${service.url}/api/v1/aggregate/attendance?measure=sum(hours)&status=present&employee_id=11`)
      ).json()
    ).totals.values['sum(hours)'];
    await untilFoot(`Sum ${hours.toLocaleString('en-GB', { maximumFractionDigits: 2 })}`);
  });
});
