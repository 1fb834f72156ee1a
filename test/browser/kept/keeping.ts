// Helpers of the tests of what is kept: visitors with a token, what the service has for them, and what the page shows.
import type { Browser } from 'puppeteer-core';
import { bearer } from '../../access/tokens.ts';
import type { Service } from '../../harness/service.ts';
import { type Visit, visit } from '../visit.ts';

export const LIST = '/console/employees?branch=London&sort=-date_of_joining';
export const METRIC = '/console/insights/headcount';
export const QUESTION = '/console/ask/employees?group=branch';

/** `world`: when they run. */
export function keeping(world: () => readonly [Browser, Service]) {
  const answer = async (path: string, token?: string) =>
    (await fetch(world()[1].url + path, { headers: bearer(token) })).json();
  const kept = async (token: string) => (await answer('/auth/kept', token)).items;
  const put = async (token: string, items: readonly object[]) => {
    const { version } = await answer('/auth/kept', token);
    const headers = { ...bearer(token), 'Content-Type': 'application/json' };
    await fetch(`${world()[1].url}/auth/kept`, { method: 'POST', headers, body: JSON.stringify({ version, items }) });
  };

  async function as(token: string | undefined, options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
    const there = await visit(world()[0], world()[1].url, options);
    if (token) await there.page.evaluateOnNewDocument((shown) => sessionStorage.setItem('token', shown), token);
    return there;
  }
  async function keep(there: Visit, name: string): Promise<void> {
    await there.clickOn('Keep');
    await there.page.waitForSelector('dialog .form input[type=text]');
    await there.page.click('dialog input[type=text]', { count: 3 });
    await there.page.keyboard.type(name);
    await there.page.keyboard.press('Enter');
    await there.page.waitForFunction(() => !document.querySelector('dialog[open]'));
  }
  const menu = (there: Visit) =>
    there.page.$$eval('.side .kept-links a', (all) => all.map((each) => [each.title, each.getAttribute('href')]));
  const until = (there: Visit, text: string) =>
    there.page.waitForFunction(
      (wanted) => document.querySelector('.kept-page')?.textContent?.includes(wanted),
      {},
      text,
    );

  return { answer, kept, put, as, keep, menu, until };
}
