// The console in another language than English, for tests.
import type { Browser } from 'puppeteer-core';
import { allTexts } from '../../console/languages/all-texts.ts';
import { startService } from '../../harness/service.ts';
import { consoleFiles, type SIZES, type Visit, visit } from '../visit.ts';

/** One of each kind of page. */
export const kinds = [
  '/',
  '/console/employees?status=active&sort=date_of_joining',
  '/console/leave',
  '/console/job-distributions',
  '/console/employees/11',
  '/console/jobs/25',
  '/console/leave/new',
  '/console/career-sites/new',
  '/console/board',
  '/console/board?job_id=25',
  '/console/org-chart',
  '/console/who-is-out?view=week',
  '/console/insights',
  '/console/insights/headcount?group=dept_id&every=quarter&compare=year',
  '/console/insights/funnel',
  '/console/insights/pay-gap',
  '/console/insights/tenure',
  '/console/ask/employees?group=dept_id,status&view=pivot',
  '/console/ask/applications?group=month(applied_on)',
  '/console/import',
  '/console/kept',
  '/console/careers',
  '/console/nowhere',
];

const MORE = ['lorem', 'ip', 'dolores', 'sit', 'amet', 'con', 'sect', 'elit'];

/** In brackets, and two fifths longer. */
export function longer(text: string): string {
  let more = '';
  for (let at = 0; more.length < text.length * 0.4; at++) more += `${at > 0 ? ' ' : ''}${MORE[at % MORE.length]}`;
  return `⟦${text.replace(/§.*$/, '')}${text.length > 8 ? ` ${more}` : more.slice(0, Math.ceil(text.length * 0.4))}⟧`;
}

/** A language whose words are longer than those of any other. It is sent as the German one. */
const longWords = (): string =>
  JSON.stringify(
    Object.fromEntries(
      [...allTexts().values()].map(({ text, one }) => [text, one ? [longer(one), longer(text)] : longer(text)]),
    ),
  );

export const startLong = () =>
  startService({ token: 'a-token', parts: { console: { ...consoleFiles, words: { de: longWords() } } } });

/** A visit of somebody who has chosen a language. */
export async function visitIn(
  browser: Browser,
  url: string,
  language: string,
  size: keyof typeof SIZES = 'large',
): Promise<Visit> {
  const visited = await visit(browser, url, { size });
  await visited.page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), language);
  return visited;
}
