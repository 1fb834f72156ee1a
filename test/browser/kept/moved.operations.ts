// What is kept in the browser, in a file and in a link; what becomes of it when rights change; and the telephone.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { directory } from '../../../src/access/directory.ts';
import { digestOf } from '../../../src/access/secret.ts';
import { addSecret } from '../../access/tokens.ts';
import { type Service, TOKEN } from '../../harness/service.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { startConsole } from '../visit.ts';
import { keeping, LIST, METRIC, QUESTION } from './keeping.ts';

describe.skipIf(chromium === undefined)('kept elsewhere', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(startConsole, (...started) => {
    [browser, service] = started;
  });
  const { kept, put, as, keep, menu, until } = keeping(() => [browser, service]);

  test('without a token it is in this browser, is exported and read, and moves to the service when one is shown', async () => {
    const [there, receiver] = [await as(undefined), await as(undefined)];
    await there.open(LIST);
    await keep(there, 'Local');
    await there.open('/console/kept');
    expect([await menu(there), await there.text('.head')]).toEqual([
      [['Local', LIST]],
      expect.stringContaining('kept in this browser'),
    ]);
    const file = JSON.stringify({
      items: [
        { name: 'Local', path: METRIC },
        { name: 'From a file', path: QUESTION, pinned: ['side'] },
        { name: 'Elsewhere', path: 'https://a.example/' },
      ],
    });
    // What the page would write, it reads.
    await there.page.evaluate((text) => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
      const data = new DataTransfer();
      data.items.add(new File([text], 'kept.json', { type: 'application/json' }));
      input.files = data.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, file);
    await until(there, 'refused:');
    expect(await there.text('.kept-outcome')).toStartWith(
      '1 added: From a file\n1 changed: Local\n1 refused: Elsewhere',
    );
    expect((await menu(there)).map(([name]) => name)).toEqual(['From a file']);
    const link = await there.page.evaluate(async () => {
      const blobs: Blob[] = [];
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob: Blob) => {
        blobs.push(blob);
        return make(blob);
      };
      [...document.querySelectorAll('button')].find((each) => each.textContent === 'Export')!.click();
      return blobs[0]!.text();
    });
    expect(JSON.parse(link)).toEqual({
      items: [
        { name: 'Local', path: METRIC },
        { name: 'From a file', path: QUESTION, pinned: ['side'] },
      ],
    });
    // A link that was shared asks whoever opens it.
    await receiver.open(`${QUESTION}#keep=${encodeURIComponent('From a file')}`);
    await receiver.page.waitForSelector('dialog .form');
    expect(await receiver.text('dialog')).toContain('Somebody has shared this view with you');
    expect(await receiver.page.evaluate(() => location.hash)).toBe('');
    await receiver.page.keyboard.press('Enter');
    await receiver.page.waitForSelector('.side .kept-links a');
    expect(await menu(receiver)).toEqual([['From a file', QUESTION]]);
    const token = await addSecret(service.store, 'later', {});
    await put(token, [{ name: 'Local', path: '/console/board' }]);
    await there.page.evaluateOnNewDocument((shown) => sessionStorage.setItem('token', shown), token);
    await there.open('/console/kept');
    expect(await there.text('.kept-offer')).toContain('2 views are kept in this browser only');
    expect(await there.axe()).toEqual([]);
    await there.clickOn('Move to the service');
    await until(there, '2 added: Local 2, From a file');
    expect((await kept(token)).map(({ name, path }: any) => [name, path])).toEqual([
      ['Local', '/console/board'],
      ['Local 2', METRIC],
      ['From a file', QUESTION],
    ]);
    expect(await there.page.evaluate(() => localStorage.getItem('kept'))).toBe(null);
    expect([...there.faults, ...receiver.faults]).toEqual([]);
    for (const each of [there, receiver]) await each.end();
  });

  test('nothing is seen of it when the token ends; what cannot be written is said', async () => {
    const token = await addSecret(service.store, 'ends', {});
    await put(token, [{ name: 'Secret name', path: LIST, pinned: ['side'] }]);
    const there = await as(token, { expected: /401|ERR_FAILED|503/ });
    await there.open('/console/jobs');
    expect((await menu(there)).map(([name]) => name)).toEqual(['Secret name']);
    await there.page.setRequestInterception(true);
    let isAway = true;
    there.page.on('request', (request) =>
      isAway && request.url().endsWith('/auth/kept')
        ? request.respond({ status: 503, body: '{"error":{"message":"Full."}}' })
        : request.continue(),
    );
    await there.clickOn('Keep');
    await there.page.waitForSelector('dialog .form input[type=text]');
    await there.page.keyboard.press('Enter');
    await there.page.waitForSelector('dialog .fault');
    expect(await there.text('dialog .fault')).toBe('Full.');
    isAway = false;
    await directory(service.store.credentials).revoke(digestOf(token));
    await there.page.keyboard.press('Enter');
    await there.page.waitForFunction(() => !document.querySelector('.kept-links'));
    expect(await there.page.evaluate(() => document.body.textContent!.includes('Secret name'))).toBe(false);
    expect(there.faults).toEqual([]);
    await there.end();
  });

  test('on a telephone it is in the sheet, and so is the language', async () => {
    await put(TOKEN, [{ name: 'Open jobs', path: '/console/jobs?status=open', pinned: ['side'] }]);
    const there = await as(TOKEN, { size: 'small' });
    await there.open('/');
    await there.clickOn('Browse', '.tabbar');
    await there.page.waitForSelector('dialog .kept-links a');
    expect(await there.axe()).toEqual([]);
    await there.clickOn('Language: English', 'dialog');
    await there.page.waitForSelector('dialog .menu-list button[lang=de]');
    expect(await there.page.$$eval('dialog .menu-list button', (all) => all.map((each) => each.textContent))).toEqual([
      'English',
      'Deutsch',
      'Français',
      'Español',
    ]);
    await Promise.all([there.page.waitForNavigation(), there.clickOn('Deutsch', 'dialog')]);
    await there.page.waitForSelector('#main h1');
    expect(await there.page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(there.faults).toEqual([]);
    await there.end();
  });
});
