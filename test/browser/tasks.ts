// What a recruiter, an analyst and a developer come for, from the first page to the end, by mouse; it counts the clicks
// and prints them. Part of `npm test -- browser`.
import { afterAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { type Service, TOKEN } from '../harness/service.ts';
import { chromium } from './chromium.ts';
import { inBrowser } from './start/in-browser.ts';
import { startConsole, type Visit, visit } from './visit.ts';

type Hands = Visit & {
  /** Clicks on what has this text, or on a selector. */
  click(what: string): Promise<void>;
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Tab' | 'Escape'): Promise<void>;
};

type Task = { who: string; what: string; most: number; do: (hands: Hands) => Promise<void> };

const year = new Date().getUTCFullYear();
const path = ({ page }: Visit) => new URL(page.url()).pathname + decodeURIComponent(new URL(page.url()).search);

const tasks: Task[] = [
  {
    who: 'Recruiter',
    what: 'find a candidate by half a name',
    most: 2,
    do: async (hands) => {
      await hands.click('Find anything');
      await hands.type('Ogunl');
      await hands.page.waitForSelector('#found [role=group][aria-label=Candidates]');
      await hands.click('#found [role=group][aria-label=Candidates] [role=option]');
      expect(path(hands)).toMatch(/^\/console\/candidates\/\d+$/);
    },
  },
  {
    who: 'Recruiter',
    what: 'which jobs are late, and how far one has come',
    most: 2,
    do: async (hands) => {
      await hands.click('past their target');
      expect(path(hands)).toMatch(/^\/console\/jobs\?status=open&target_date\[lt\]=/);
      await hands.click('.row .name-link');
      expect(await hands.text()).toContain('Pipeline');
    },
  },
  {
    who: 'Recruiter',
    what: 'who is at which stage for one job',
    most: 3,
    do: async (hands) => {
      await hands.click('.side a[href="/console/board"]');
      await hands.click('.actions button');
      await hands.click('.menu a[href*="job_id="]');
      expect(path(hands)).toMatch(/^\/console\/board\?job_id=\d+$/);
    },
  },
  {
    who: 'Recruiter',
    what: 'why jobs are not on a career site',
    most: 3,
    do: async (hands) => {
      await hands.click('.side a[href="/console/careers"]');
      await hands.click('Its jobs, and why not');
      await hands.click('With problems');
      expect(await hands.text()).toMatch(/not published|not open/);
    },
  },
  {
    who: 'Recruiter',
    what: 'enter an application of a candidate',
    most: 5,
    do: async (hands) => {
      await hands.click('.side a[href="/console/candidates"]');
      await hands.click('.row .name-link');
      await hands.click('New application');
      await hands.click('[id]:is(input)[aria-label="Job opening"]');
      await hands.type('engineer');
      await hands.page.waitForSelector('.combobox-list [role=option]');
      await hands.press('Enter');
      await hands.click('form.create button[type=submit]');
      await hands.page.waitForSelector('dialog[open] input[type=password]');
      await hands.type(TOKEN);
      await hands.press('Enter');
      await hands.page.waitForFunction(() => /\/console\/applications\/\d+$/.test(location.pathname));
    },
  },
  {
    who: 'Analyst',
    what: 'who of Engineering is away next week',
    most: 5,
    do: async (hands) => {
      await hands.click('.side a[href="/console/who-is-out"]');
      await hands.click('Week');
      await hands.click('[aria-label="The week after"]');
      await hands.click('.actions button[aria-haspopup]');
      await hands.click('.menu span[title="Engineering"]');
      expect(path(hands)).toContain('employee_id.dept_id=');
    },
  },
  {
    who: 'Analyst',
    what: 'an Excel file of the leavers of this year',
    most: 6,
    do: async (hands) => {
      await hands.click('.side a[href="/console/employees"]');
      await hands.click('button[aria-label="Filter by another field"]');
      await hands.click('Termination date');
      await hands.click(`.facet[aria-label="Termination date"] .histogram button[aria-label^="${year}"]`);
      await hands.click('Download');
      const href = await hands.page.$eval('.menu-list a', (link) => link.getAttribute('href')!);
      expect(decodeURIComponent(href)).toContain(`termination_date[gte]=${year}-`);
      await hands.click('.menu-list a');
    },
  },
  {
    who: 'Analyst',
    what: 'headcount by department and quarter',
    most: 6,
    do: async (hands) => {
      await hands.click('.side a[href="/console/insights"]');
      await hands.click('a[href="/console/insights/headcount"]');
      await hands.click('by month');
      await hands.click('By quarter');
      await hands.click('all together');
      await hands.click('By department');
      expect(path(hands)).toBe('/console/insights/headcount?every=quarter&group=dept_id');
    },
  },
  {
    who: 'Analyst',
    what: 'turnover of last year, and who left',
    most: 6,
    do: async (hands) => {
      await hands.click('.side a[href="/console/insights"]');
      await hands.click('a[href="/console/insights/turnover"]');
      await hands.click('Last 12 months');
      await hands.click('Last year');
      expect(path(hands)).toBe(`/console/insights/turnover?from=${year - 1}-01-01&to=${year - 1}-12-31`);
      await hands.click('.made-of a');
      expect(path(hands)).toMatch(/^\/console\/employees\?/);
    },
  },
  {
    who: 'Analyst',
    what: 'create a leave request and see it',
    most: 4,
    do: async (hands) => {
      await hands.click('New leave request');
      await hands.click('input[aria-label="Employee"]');
      await hands.type('Rebecca');
      await hands.page.waitForSelector('.combobox-list [role=option]');
      await hands.press('Enter');
      await hands.press('Tab');
      await hands.type('annual');
      await hands.click('form.create button[type=submit]');
      await hands.page.waitForSelector('dialog[open] input[type=password]');
      await hands.type(TOKEN);
      await hands.press('Enter');
      await hands.page.waitForFunction(() => /\/console\/leave\/\d+$/.test(location.pathname));
      await hands.settle();
      expect(await hands.text()).toContain('annual');
    },
  },
  {
    who: 'Developer',
    what: 'share a view: its address shows the same to somebody else',
    most: 2,
    do: async (hands) => {
      await hands.click('.side a[href="/console/employees"]');
      await hands.click('.facet[aria-label="Status"] label:nth-of-type(2) input');
      expect(path(hands)).toMatch(/^\/console\/employees\?status=/);
      const shown = await hands.text('.sheet-foot span');
      await hands.page.reload();
      await hands.page.waitForSelector('.sheet-foot');
      await hands.settle();
      expect(await hands.text('.sheet-foot span')).toBe(shown);
    },
  },
  {
    who: 'Developer',
    what: 'the curl line of a view',
    most: 3,
    do: async (hands) => {
      await hands.click('.side a[href="/console/jobs"]');
      await hands.click('Code');
      expect(await hands.text('dialog pre')).toContain('/api/v1/jobs');
      await hands.click('dialog .code button:not([role=tab])');
    },
  },
  {
    who: 'Developer',
    what: 'open jobs as NDJSON',
    most: 4,
    do: async (hands) => {
      await hands.click('.side a[href="/console/jobs"]');
      await hands.click('open');
      await hands.click('Download');
      await hands.click('.menu-list a:nth-child(2)');
    },
  },
  {
    who: 'Developer',
    what: 'what refers to an employee, and how',
    most: 3,
    do: async (hands) => {
      await hands.click('.side a[href="/console/employees"]');
      await hands.click('.row .name-link');
      await hands.click('.relations a');
      expect(path(hands)).toMatch(/^\/console\/[a-z-]+\?[a-z_]+=\d+$/);
    },
  },
  {
    who: 'Developer',
    what: 'where the description of the API is',
    most: 1,
    do: async (hands) => {
      await hands.click('API documentation');
      expect(path(hands)).toBe('/api/docs');
    },
  },
];

describe.skipIf(chromium === undefined)('tasks', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  const counts: string[] = [];
  inBrowser(startConsole, (...started) => {
    [browser, service] = started;
  });
  afterAll(() => console.log(counts.join('\n')));

  test.each(tasks)('$who: $what', async ({ who, what, most, do: perform }) => {
    const there = await visit(browser, service.url);
    let [clicks, keys] = [0, 0];
    /** In the middle of what is there, as a hand does it. */
    const click = async (target: string) => {
      const found = await there.page.waitForFunction(
        (text, isSelector) => {
          const wanted = isSelector ? text : 'a, button, label, [role=option]';
          const seen = [...document.querySelectorAll<HTMLElement>(wanted)].filter((each) => each.checkVisibility());
          const matching = isSelector ? seen : seen.filter((each) => each.textContent!.includes(text));
          const element = matching.find((each) => each.textContent!.trim() === text) ?? matching[0];
          if (!element) return undefined;
          element.scrollIntoView({ block: 'nearest' });
          const { left, top, width, height } = element.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        },
        {},
        target,
        /^[.#[]|\[|^(form|dialog|input|button|a)[.\s[]/.test(target),
      );
      const { x, y } = (await found.jsonValue())!;
      await there.page.mouse.click(x, y);
      clicks++;
      await there.settle();
    };
    await there.open('/');
    await perform({
      ...there,
      click,
      type: async (text) => {
        keys += text.length;
        await there.page.keyboard.type(text);
      },
      press: async (key) => {
        keys++;
        await there.page.keyboard.press(key);
      },
    });
    counts.push(`${who}: ${what}: ${clicks} clicks, ${keys} keys`);
    expect(clicks).toBeLessThanOrEqual(most);
    expect(there.faults).toEqual([]);
    await there.end();
  });
});
