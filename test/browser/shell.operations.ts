// What must not happen to somebody who fills in a form, finds by keyboard, copies or prints.
import { expect, test } from 'bun:test';
import { TOKEN } from '../harness/service.ts';
import { untilQuiet } from './idle.ts';
import { inBrowser, startConsole, type Visit } from './visit.ts';

const SEND = 'form.create button[type=submit]';

inBrowser('the shell', startConsole, (looking) => {
  const { visit, api } = looking;
  const total = async (): Promise<number> => (await api('leave?limit=1')).meta.total;
  const typedIn = ({ page }: Visit, name: string) =>
    page.$eval(`#field-${name}`, (each) => (each as HTMLInputElement).value);
  const untilMade = async ({ page }: Visit) => {
    await page.waitForFunction(() => /\/console\/leave\/\d+$/.test(location.pathname));
    return api(`leave/${new URL(page.url()).pathname.split('/').at(-1)}`);
  };

  test('what was typed is there again after leaving, until it is made; a wrong token is asked again; a double click makes one', async () => {
    const there = await visit({ expected: /status of 401/ });
    await there.open('/console/leave/new?employee_id=7');
    await there.page.type('#field-leave_type', 'study');
    await there.page.type('#field-reason', 'A course in Lyon');
    // To another page and back, then with a new document.
    await there.page.click('.side a[href="/console/jobs"]');
    await there.settle();
    await there.page.goBack();
    await there.page.waitForSelector('.banner.draft');
    expect([await typedIn(there, 'leave_type'), await typedIn(there, 'reason')]).toEqual(['study', 'A course in Lyon']);
    await there.page.reload();
    await there.page.waitForSelector('.banner.draft');
    await there.settle();
    expect(await there.axe()).toEqual([]);
    const before = await total();
    await there.page.click(SEND, { count: 2 });
    for (const token of ['wrong', TOKEN]) {
      await there.page.waitForSelector('dialog[open] input[type=password]');
      await there.page.$eval('dialog input[type=password]', (each) => ((each as HTMLInputElement).value = ''));
      await there.page.type('dialog input[type=password]', token);
      await there.page.keyboard.press('Enter');
      if (token === TOKEN) break;
      await there.page.waitForSelector('#token-fault');
      expect(await there.text('#token-fault')).toContain('The service does not take this token');
    }
    expect(await untilMade(there)).toMatchObject({ employee_id: 7, leave_type: 'study', reason: 'A course in Lyon' });
    expect(await total()).toBe(before + 1);
    expect(await there.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('token');
    await there.open('/console/leave/new');
    expect([await there.page.$('.banner.draft'), await typedIn(there, 'leave_type')]).toEqual([null, '']);
  });

  test('offline, a plain sentence says that nothing was sent; a leave request of nobody is asked about, and can be meant', async () => {
    const there = await visit({ expected: /ERR_INTERNET|Failed to load resource/ });
    await there.page.evaluateOnNewDocument((token) => sessionStorage.setItem('token', token), TOKEN);
    await there.open('/console/leave/new?leave_type=annual');
    const before = await total();
    // The choices of a field may lie over the button.
    const send = () => there.page.$eval(SEND, (button) => (button as HTMLElement).click());
    await send();
    await there.page.waitForSelector('dialog[open]');
    expect(await there.text('dialog')).toContain('Without an employee?');
    await there.page.click('dialog .button.primary');
    await there.page.waitForFunction(() => document.activeElement?.id === 'field-employee_id');
    await there.page.setOfflineMode(true);
    await send();
    await there.page.waitForSelector('dialog[open]');
    await there.page.click('dialog .form-actions .button:not(.primary)');
    await there.page.waitForSelector('.form-fault');
    expect((await there.text('.form-fault')).trim()).toBe(
      'The service does not answer. Nothing was sent; try again when it is back.',
    );
    await there.page.setOfflineMode(false);
    await send();
    await there.page.waitForSelector('dialog[open]');
    await there.page.click('dialog .form-actions .button:not(.primary)');
    expect(await untilMade(there)).toMatchObject({ employee_id: null });
    expect(await total()).toBe(before + 1);
  });

  test('half a name finds a candidate, by keyboard alone, and nothing that is typed is lost', async () => {
    const there = await visit();
    const { page } = there;
    const [{ first_name, last_name, id }] = (await api('candidates?limit=1&offset=40')).data;
    await there.open('/');
    const focused = await page.evaluate(async () => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      // The next event comes as early as this at the least.
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage('');
      });
      return document.activeElement!.getAttribute('aria-controls');
    });
    expect(focused).toBe('found');
    await page.keyboard.type(`${first_name.slice(0, 4)} ${last_name.slice(0, 4)}`);
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('#found [role=option]')].some((each) => each.textContent!.includes(wanted)),
      {},
      `${first_name} ${last_name}`,
    );
    // Half of what was typed may have found it, and all of it is still to be asked.
    await untilQuiet(page, 120);
    for (let step = 0; step < 20; step++) {
      const chosen = await page.$eval(
        '#found [aria-selected=true]',
        (each) => `${each.closest('[role=group]')!.getAttribute('aria-label')}: ${each.textContent}`,
      );
      if (chosen.startsWith('Candidates: ') && chosen.includes(`${first_name} ${last_name}`)) break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.waitForFunction((path) => location.pathname === path, {}, `/console/candidates/${id}`);
  });

  test('a mark of a chart opens the records behind it without loading the document; the theme stays', async () => {
    const there = await visit();
    const { page } = there;
    await there.open('/console/insights/headcount');
    await page.click('.side .foot button[aria-label="Dark colours"]');
    const count = await page.$$eval('svg.chart a', (links) => {
      document.body.setAttribute('data-stays', '');
      const last = links.at(-1)!;
      last.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      return last.getAttribute('aria-label')!.replace(/^.*: /, '');
    });
    await page.waitForFunction(() => location.pathname === '/console/employees');
    await there.settle();
    expect(await page.$('body[data-stays]')).not.toBeNull();
    expect(await there.text('.sheet-foot')).toContain(`of ${count}`);
    await there.open('/console/departments');
    expect(await page.$eval('html', (root) => (root as HTMLElement).dataset.theme)).toBe('dark');
  });

  test('on paper a list is whole up to a bound that is said, in light colours, and nothing is there to click', async () => {
    const there = await visit({ theme: 'dark' });
    const { page } = there;
    const untilRows = (count: number) =>
      page.waitForFunction((wanted) => document.querySelectorAll('.print-table tbody tr').length === wanted, {}, count);
    await page.emulateMediaType('print');
    await there.open('/console/employees?status=active');
    const { data, meta } = await api('employees?status=active&limit=200&fields=first_name,last_name');
    await untilRows(meta.total);
    const names = await page.$$eval('.print-table tbody .name-link', (all) => all.map((each) => each.textContent));
    expect(names.slice(0, data.length)).toEqual(data.map((each: any) => `${each.first_name} ${each.last_name}`));
    expect(await there.text('.print-only p')).toBe(`${meta.total} rows`);
    expect(await there.text('.print-head')).toContain('/console/employees?status=active');
    const controls = ['.side', '.actions', '.facets', '.search', '.table', '.tabbar', 'main button'];
    const seen = await page.evaluate(
      (all) => all.filter((each) => [...document.querySelectorAll(each)].some((one) => one.checkVisibility())),
      controls,
    );
    expect(seen).toEqual([]);
    expect(await page.$eval('.print-table', (table) => getComputedStyle(table).color)).toBe('rgb(18, 22, 31)');
    await there.open('/console/attendance?sort=-id');
    await untilRows(1000);
    const { total: all } = (await api('attendance?limit=1')).meta;
    expect(await there.text('.print-only p')).toBe(`The first 1,000 of ${all.toLocaleString('en-GB')} rows`);
    // As wide as the paper.
    await page.setViewport({ width: 720, height: 1000 });
    for (const path of ['/console/insights/headcount', '/console/employees/7']) {
      await there.open(path);
      const wide = await page.$$eval('main svg, main table, main .card', (elements) =>
        elements
          .filter((each) => each.checkVisibility())
          .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map((each) => each.outerHTML.slice(0, 120)),
      );
      expect({ path, wide }).toEqual({ path, wide: [] });
    }
  });
});
