// What pages of the console ask the API, as the browser reports it.
import { expect } from 'bun:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { post } from '../harness/service.ts';

const API = '/api/v1/';
const pathOf = (request: HTTPRequest): string => request.url().slice(request.url().indexOf(API) + API.length);

/** The questions of a page from now on, in their order. That the service is well is asked all the time. */
export function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(API) && pathOf(request) !== 'health') asked.push(pathOf(request));
  });
  return asked;
}

/** Waits until the page has asked whether the service is well, once more: so much time has passed. */
export const untilHealthIsAsked = async (page: Page): Promise<void> => {
  await page.waitForRequest((request) => request.url().endsWith('/health'));
};

/** Whether it is about changes. */
export const isStream = (path: string): boolean => path.startsWith('changes?');

let told = 0;

/** Waits until a page of the console is told of changes: where that begins late, everything is asked once more. The
 * page has to be open with its menu. */
export async function untilFollowed(page: Page, service: { url: string }): Promise<void> {
  const body = { name: 'Told', slug: `told-${told++}` };
  expect((await post(service, '/api/v1/organizations', body)).status).toBe(201);
  const { meta } = await (await fetch(`${service.url}${API}organizations?limit=1`)).json();
  await page.waitForFunction(
    (count) =>
      document.querySelector('.side a[href="/console/organizations"]')?.getAttribute('data-count') === String(count),
    {},
    meta.total,
  );
}
