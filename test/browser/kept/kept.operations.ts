// Keeping views in a real browser: what is kept is there again, for whom it should be, and shows what the API says.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { addSecret } from '../../access/tokens.ts';
import type { Service } from '../../harness/service.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { media, SIZES, startConsole } from '../visit.ts';
import { keeping, LIST, METRIC, QUESTION } from './keeping.ts';

describe.skipIf(chromium === undefined)('kept', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(startConsole, (...started) => {
    [browser, service] = started;
  });
  const { answer, kept, put, as, keep, menu } = keeping(() => [browser, service]);

  test('a view that is kept is in the menu and the search, in every browser of the same token and in no other', async () => {
    const mine = await addSecret(service.store, 'mine', {});
    const [there, elsewhere, other] = [
      await as(mine),
      await as(mine),
      await as(await addSecret(service.store, 'other', {})),
    ];
    await there.open(LIST);
    await there.clickOn('Keep');
    await there.page.waitForSelector('dialog .form');
    expect(await there.page.$eval('dialog input[type=text]', (input) => (input as HTMLInputElement).value)).toBe(
      'Employees: London',
    );
    expect(await there.text('dialog')).toContain('kept on the service');
    expect(await there.axe()).toEqual([]);
    await there.page.keyboard.press('Escape');
    await keep(there, 'Newest in London');
    expect(await kept(mine)).toEqual([{ name: 'Newest in London', path: LIST, pinned: ['side', 'overview'] }]);
    await there.page.reload();
    await there.page.waitForSelector('.side .kept-links a');
    expect(await menu(there)).toEqual([['Newest in London', LIST]]);
    expect(await there.page.$eval('.kept-links a', (link) => link.getAttribute('aria-current'))).toBe('page');
    expect(await there.page.$eval('.button.is-kept', (button) => button.textContent)).toBe('Kept');
    await elsewhere.open('/');
    expect(await menu(elsewhere)).toEqual([['Newest in London', LIST]]);
    await elsewhere.page.keyboard.press('/');
    await elsewhere.page.waitForSelector('#found [role=option]');
    await elsewhere.page.keyboard.type('newest in');
    await elsewhere.page.waitForFunction(() => document.querySelector('#found [aria-label=Kept] [aria-selected=true]'));
    await elsewhere.page.keyboard.press('Enter');
    await elsewhere.page.waitForSelector('.row .name-link');
    expect(await elsewhere.page.evaluate(() => location.pathname + location.search)).toBe(LIST);
    await other.open('/console/kept');
    expect([await menu(other), await other.text('#main .state strong')]).toEqual([[], 'Nothing is kept yet']);
    expect([there, elsewhere, other].flatMap(({ faults }) => faults)).toEqual([]);
    for (const each of [there, elsewhere, other]) await each.end();
  });

  test('one’s own overview shows what the API says', async () => {
    const token = await addSecret(service.store, 'overview', {});
    const pinned = ['overview'];
    await put(token, [
      { name: 'List', path: LIST, pinned },
      { name: 'Metric', path: METRIC, pinned },
      { name: 'Question', path: QUESTION, pinned },
      { name: 'Groups', path: '/console/insights/headcount?group=branch&every=none', pinned },
      { name: 'Page', path: '/console/org-chart', pinned },
    ]);
    const there = await as(token);
    await there.open('/console/kept');
    const card = (name: string) => there.text(`.kept-card[aria-label="${name}"]`);
    const list = await answer(LIST.replace('/console', '/api/v1'));
    expect(await there.text('.kept-card[aria-label=List] .kept-number')).toBe(`${list.meta.total} employees`);
    expect(
      await there.page.$$eval('.kept-card[aria-label=List] .name-link', (all) => all.map((each) => each.textContent)),
    ).toEqual(list.data.slice(0, 5).map((each: any) => `${each.first_name} ${each.last_name}`));
    const months = (await answer('/api/v1/insights/headcount?every=month')).data;
    expect(await card('Metric')).toContain(`${months.at(-1).values.headcount.value}\nHeadcount`.replace('\n', ' '));
    const bars = (name: string) =>
      there.page.$$eval(`.kept-card[aria-label=${name}] .bars li`, (all) =>
        all.map((each) => [each.querySelector('.bar-label')!.textContent, each.querySelector('b')!.textContent]),
      );
    const groups = await answer('/api/v1/aggregate/employees?group=branch&limit=6');
    expect(await bars('Question')).toEqual(groups.data.map((each: any) => [each.group.branch, `${each.values.count}`]));
    expect(await card('Question')).toContain(String(groups.totals.values.count));
    const branches = (await answer('/api/v1/insights/headcount?group=branch')).data
      .map((each: any) => [each.group.branch, each.values.headcount.value])
      .sort((one: any, other: any) => other[1] - one[1])
      .slice(0, 6);
    expect((await bars('Groups')).map(([, text]) => Number(text))).toEqual(branches.map(([, value]: any) => value));
    expect(await there.page.$eval('.kept-card[aria-label=Page] a', (link) => link.getAttribute('href'))).toBe(
      '/console/org-chart',
    );
    const light = await there.axe();
    await there.page.emulateMediaFeatures(media('dark'));
    const dark = await there.axe();
    await there.page.setViewport(SIZES.small);
    await there.settle();
    const small = await there.axe();
    const fits = await there.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect({ light, dark, small, fits, faults: there.faults }).toEqual({
      light: [],
      dark: [],
      small: [],
      fits: true,
      faults: [],
    });
    await there.end();
  });

  test('two tabs that keep at the same time lose nothing', async () => {
    const token = await addSecret(service.store, 'tabs', {});
    const tabs = [await as(token), await as(token)];
    await tabs[0]!.open('/console/jobs?status=open');
    await tabs[1]!.open(METRIC);
    await keep(tabs[0]!, 'One');
    // This one has not heard of it.
    await keep(tabs[1]!, 'Two');
    expect((await kept(token)).map(({ name }: any) => name)).toEqual(['One', 'Two']);
    expect((await menu(tabs[1]!)).map(([name]) => name)).toEqual(['One', 'Two']);
    expect(tabs.flatMap(({ faults }) => faults)).toEqual([]);
    for (const each of tabs) await each.end();
  });

  test('rename, move, pin, remove and undo, by mouse and by keyboard', async () => {
    const token = await addSecret(service.store, 'list', {});
    await put(
      token,
      ['A', 'B', 'C'].map((name) => ({ name, path: `/console/leave?q=${name}`, pinned: ['side'] })),
    );
    const there = await as(token);
    await there.open('/console/kept');
    const names = async () => (await kept(token)).map(({ name }: any) => name).join();
    const shown = (wanted: string) =>
      there.page.waitForFunction(
        (text) =>
          [...document.querySelectorAll('.kept-list li')].map((each) => (each as HTMLElement).dataset.name).join() ===
          text,
        {},
        wanted,
      );
    await there.clickOn('Move C up');
    await shown('A,C,B');
    await there.page.focus('[aria-label="Move A down"]');
    await there.page.keyboard.press('Enter');
    await shown('C,A,B');
    await there.page.focus('[aria-label="Rename A"]');
    await there.page.keyboard.press('Enter');
    await there.page.waitForSelector('.kept-rename input:focus');
    await there.page.keyboard.type('B');
    await there.page.waitForSelector('.kept-rename [role=alert]');
    await there.page.keyboard.type(' too');
    await there.page.keyboard.press('Enter');
    await shown('C,B too,B');
    await there.clickOn('Show C in the menu');
    await there.page.waitForFunction(() => document.querySelectorAll('.side .kept-links a').length === 2);
    expect((await menu(there)).map(([name]) => name)).toEqual(['B too', 'B']);
    await there.clickOn('Remove B');
    await shown('C,B too');
    expect(await names()).toBe('C,B too');
    await there.clickOn('Undo');
    await shown('C,B too,B');
    expect([await names(), there.faults]).toEqual(['C,B too,B', []]);
    await there.end();
  });
});
