// Views that people save: they are there again, for whom they should be, and show what the API says; in a file, in a
// link, in this browser or on the service, and not any more when the token ends.
import { expect, test } from 'bun:test';
import { addSecret, bearer } from '../access/tokens.ts';
import { inBrowser, startConsole, type Visit, type VisitOptions } from './visit.ts';

const LIST = '/console/employees?branch=London&sort=-date_of_joining';
const METRIC = '/console/insights/headcount';
const QUESTION = '/console/ask/employees?group=branch';

inBrowser('saved views', startConsole, (looking) => {
  const newToken = (name: string) => addSecret(looking.service.store, name, {});
  const answer = async (path: string, token?: string) =>
    (await fetch(looking.service.url + path, { headers: bearer(token) })).json();
  const kept = async (token: string) => (await answer('/auth/kept', token)).items;
  const put = async (token: string, items: readonly object[]) => {
    const { version } = await answer('/auth/kept', token);
    const headers = { ...bearer(token), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ version, items });
    await fetch(`${looking.service.url}/auth/kept`, { method: 'POST', headers, body });
  };
  const as = async (token: string | undefined, options: VisitOptions = {}) => {
    const there = await looking.visit(options);
    if (token) await there.page.evaluateOnNewDocument((shown) => sessionStorage.setItem('token', shown), token);
    return there;
  };
  const keep = async (there: Visit, name: string) => {
    await there.clickOn('Keep');
    await there.page.waitForSelector('dialog .form input[type=text]');
    await there.page.click('dialog input[type=text]', { count: 3 });
    await there.page.keyboard.type(name);
    await there.page.keyboard.press('Enter');
    await there.page.waitForFunction(() => !document.querySelector('dialog[open]'));
  };
  const menu = ({ page }: Visit) =>
    page.$$eval('.side .kept-links a', (all) => all.map((each) => [each.title, each.getAttribute('href')]));
  const until = ({ page }: Visit, text: string) =>
    page.waitForFunction((wanted) => document.querySelector('.kept-page')?.textContent?.includes(wanted), {}, text);

  test('a view is in the menu and the search, in every browser of the same token and in no other', async () => {
    const mine = await newToken('mine');
    const [there, elsewhere, other] = [await as(mine), await as(mine), await as(await newToken('other'))];
    await there.open(LIST);
    await there.clickOn('Keep');
    await there.page.waitForSelector('dialog .form');
    expect(await there.page.$eval('dialog input[type=text]', (input) => (input as HTMLInputElement).value)).toBe(
      'Employees: London',
    );
    expect(await there.axe()).toEqual([]);
    await there.page.keyboard.press('Escape');
    await keep(there, 'Newest in London');
    expect(await kept(mine)).toEqual([{ name: 'Newest in London', path: LIST, pinned: ['side', 'overview'] }]);
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
  });

  test('without a token it is in this browser, is read from a file, and moves to the service when one is shown', async () => {
    const [there, receiver] = [await as(undefined), await as(undefined)];
    await there.open(LIST);
    await keep(there, 'Local');
    await there.open('/console/kept');
    expect([await menu(there), await there.text('.head')]).toEqual([
      [['Local', LIST]],
      expect.stringContaining('kept in this browser'),
    ]);
    const items = [
      { name: 'Local', path: METRIC },
      { name: 'From a file', path: QUESTION, pinned: ['side'] },
    ];
    await there.page.evaluate(
      (text) => {
        const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
        const data = new DataTransfer();
        data.items.add(new File([text], 'kept.json', { type: 'application/json' }));
        input.files = data.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      JSON.stringify({ items: [...items, { name: 'Elsewhere', path: 'https://a.example/' }] }),
    );
    await until(there, 'refused:');
    expect(await there.text('.kept-outcome')).toStartWith(
      '1 added: From a file\n1 changed: Local\n1 refused: Elsewhere',
    );
    // A link that was shared asks whoever opens it.
    await receiver.open(`${QUESTION}#keep=${encodeURIComponent('From a file')}`);
    await receiver.page.waitForSelector('dialog .form');
    expect(await receiver.text('dialog')).toContain('Somebody has shared this view with you');
    await receiver.page.keyboard.press('Enter');
    await receiver.page.waitForSelector('.side .kept-links a');
    expect(await menu(receiver)).toEqual([['From a file', QUESTION]]);
    const token = await newToken('later');
    await put(token, [{ name: 'Local', path: '/console/board' }]);
    await there.page.evaluateOnNewDocument((shown) => sessionStorage.setItem('token', shown), token);
    await there.open('/console/kept');
    expect(await there.axe()).toEqual([]);
    await there.clickOn('Move to the service');
    await until(there, '2 added: Local 2, From a file');
    expect((await kept(token)).map(({ name, path }: any) => [name, path])).toEqual([
      ['Local', '/console/board'],
      ['Local 2', METRIC],
      ['From a file', QUESTION],
    ]);
    expect(await there.page.evaluate(() => localStorage.getItem('kept'))).toBe(null);
  });
});
