// How long ago or ahead a day is, on the page of its record, as each language says it.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type Service, TOKEN } from '../../harness/service.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { startConsole } from '../visit.ts';
import { visitIn } from './pages.ts';

/** The day that is so far from today. Every month has a 28th. */
function dayAt({ days = 0, months = 0 }: { days?: number; months?: number }): string {
  const now = new Date();
  const day = months === 0 ? now.getUTCDate() + days : Math.min(now.getUTCDate(), 28);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day)).toISOString().slice(0, 10);
}

/** A year and two months ago. */
const together = {
  en: '1 year, 2 months ago',
  de: 'vor 1 Jahr und 2 Monaten',
  fr: 'il y a 1 an et 2 mois',
  es: 'hace 1 año y 2 meses',
};
const languages = Object.keys(together) as (keyof typeof together)[];

describe.skipIf(chromium === undefined)('distances', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(startConsole, (...started) => {
    [browser, service] = started;
  });

  async function leaveOn(from_date: string): Promise<number> {
    const response = await fetch(`${service.url}/api/v1/leave`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ employee_id: 1, leave_type: 'study', from_date }),
    });
    expect(response.status).toBe(201);
    return (await response.json()).id;
  }

  test.each(languages)('are said as people say them in %s', async (language) => {
    const asIntl = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
    const expected = [
      ...[-1, -3, 1, 3].map((days) => [dayAt({ days }), asIntl.format(days, 'day')] as const),
      ...[-2, -11].map((months) => [dayAt({ months }), asIntl.format(months, 'month')] as const),
      ...[-1, -3].map((years) => [dayAt({ months: 12 * years }), asIntl.format(years, 'year')] as const),
      [dayAt({ months: -14 }), together[language]] as const,
    ];
    const there = await visitIn(browser, service.url, language);
    const shown: string[] = [];
    for (const [day] of expected) {
      await there.open(`/console/leave/${await leaveOn(day)}`);
      shown.push(
        await there.page.$eval(`time[datetime="${day}"]`, (each) => each.nextElementSibling!.textContent!.slice(2)),
      );
    }
    expect(shown).toEqual(expected.map(([, text]) => text));
    expect(there.faults).toEqual([]);
    await there.end();
  });
});
