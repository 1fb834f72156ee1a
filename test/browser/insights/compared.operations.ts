// Insights beside another time and beside goals, and the list of all metrics: what is shown against what the API says.
import { describe, expect, test } from 'bun:test';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { insights } from '../../../src/insights/insights.ts';
import type { Service } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { chromium } from '../chromium.ts';
import { untilFollowed } from '../live/asked.ts';
import { inBrowser } from '../start/in-browser.ts';
import { media, startConsole, type Visit, visit } from '../visit.ts';
import { type Answer, answerTo, barLists, type Entry, groupOf, lines, textOf } from './marks.ts';

const metricNamed = (name: string) => insights.find((each) => each.name === name)!;

const numberIn = (entry: Entry | undefined, figure: string): number | null => {
  const value = entry?.values[figure]?.value;
  return typeof value === 'number' ? value : null;
};

const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`;

/** What is asked of a metric, such as `headcount?limit=200`. */
const questionOf = (request: HTTPRequest): string | undefined => /\/api\/v1\/insights\/(.+)$/.exec(request.url())?.[1];

/** Whether a question is for the line of a metric, and not for its number, too. */
const isLine = (question: string): boolean =>
  question.includes('every=') && metricNamed(question.split('?')[0]!).drawn.whole !== 'sum';

const repeated = (all: readonly string[]): string[] => all.filter((each, at) => all.indexOf(each) !== at);

/** What is said in the cells of the table. */
const notes = (page: Page): Promise<string[]> =>
  page.$$eval('.insight-table tbody td', (cells) =>
    cells.map((cell) => cell.querySelector('.compared')?.textContent ?? ''),
  );

const points = (share: number): string => `${Number((Math.abs(share) * 100).toFixed(1))} points`;

describe.skipIf(chromium === undefined)('compared', () => {
  let [browser, service]: [Browser, Service] = [undefined!, undefined!];
  inBrowser(startConsole, (...started) => {
    [browser, service] = started;
  });

  async function withVisit(work: (there: Visit) => Promise<void>): Promise<void> {
    const there = await visit(browser, service.url);
    try {
      await work(there);
      expect(there.faults).toEqual([]);
      for (const theme of ['light', 'dark'] as const) {
        await there.page.emulateMediaFeatures(media(theme));
        expect(await there.axe()).toEqual([]);
      }
    } finally {
      await there.end();
    }
  }

  /** Goes to the list of metrics from another page, so that each of its questions is asked once. Returns what is asked
   * of metrics from then on. `hold`: takes a request that has to wait. */
  async function openList({ page, open }: Visit, hold?: (request: HTTPRequest) => boolean): Promise<string[]> {
    await open('/console/departments');
    await untilFollowed(page, service);
    const asked: string[] = [];
    if (hold) await page.setRequestInterception(true);
    page.on('request', (request) => {
      const question = questionOf(request);
      if (question) asked.push(question);
      if (hold && !hold(request)) void request.continue();
    });
    await page.click('.side a[href="/console/insights"]');
    await page.waitForFunction(() => {
      const seen = [...document.querySelectorAll('.metric')].filter(
        (card) => card.getBoundingClientRect().top < window.innerHeight,
      );
      return seen.length > 0 && seen.every((card) => !card.textContent!.includes('…'));
    });
    return asked;
  }

  test('with the year before: a second line, and better or worse in words', () =>
    withVisit(async ({ page, open, text }) => {
      const now = await answerTo(service.url, 'turnover?every=month');
      const [from, to] = [yearBefore(now.from!), yearBefore(now.to!)];
      const then = await answerTo(service.url, `turnover?every=month&from=${from}&to=${to}`);
      await open('/console/insights/turnover?compare=year');
      const drawn = (await lines(page))!;
      expect(drawn.before.map(({ value }) => value)).toEqual(
        then.data.flatMap((each) => numberIn(each, 'turnover') ?? []),
      );
      expect(drawn.before[0]!.name).toStartWith('Turnover, the year before, ');
      const said = now.data.map((entry, at) => {
        const [value, was] = [numberIn(entry, 'turnover')!, numberIn(then.data[at], 'turnover')!];
        const before = textOf(metricNamed('turnover'), 'turnover', was);
        if (Math.abs(value - was) < 0.0005) return `as before: ${before}`;
        return `${value > was ? '+' : '−'}${points(value - was)} from ${before}, ${value > was ? 'worse' : 'better'}`;
      });
      expect(await notes(page)).toEqual(said);
      expect(said.join()).toMatch(/better/);
      expect(await text('.against')).toContain('Compared with the year before');
    }));

  test('with the period before: months with as many months before, in bars', () =>
    withVisit(async ({ page, open }) => {
      const year = Number((await answerTo(service.url, 'headcount')).to!.slice(0, 4));
      const now = await answerTo(service.url, `joiners?group=dept_id&from=${year}-01-01&to=${year}-06-30`);
      const then = await answerTo(service.url, `joiners?group=dept_id&from=${year - 1}-07-01&to=${year - 1}-12-31`);
      await open(`/console/insights/joiners?group=dept_id&from=${year}-01-01&to=${year}-06-30&compare=before`);
      const wasOf = (entry: Entry) =>
        numberIn(
          then.data.find((each) => groupOf(each) === groupOf(entry)),
          'joiners',
        );
      const shown = await page.$$eval('.bars li[data-label]', (rows) =>
        rows.map((row) => ({
          label: row.getAttribute('data-label')!,
          value: Number(row.querySelector('i:not(.before)')!.getAttribute('data-value')),
          was: row.querySelector('i.before')?.getAttribute('data-value') ?? null,
        })),
      );
      expect(shown.toSorted((one, other) => one.label.localeCompare(other.label))).toEqual(
        now.data
          .map((entry) => {
            const was = wasOf(entry);
            return {
              label: groupOf(entry),
              value: numberIn(entry, 'joiners')!,
              was: was === null ? null : String(was),
            };
          })
          .sort((one, other) => one.label.localeCompare(other.label)),
      );
    }));

  test('with goals: of the whole and of a team, kept in the browser; a target in the address', () =>
    withVisit(async ({ page, open, settle }) => {
      const answer = await answerTo(service.url, 'headcount?group=dept_id');
      const [team] = answer.data as [Entry];
      const value = numberIn(team, 'headcount')!;
      await open('/console/insights/headcount?group=dept_id');
      await page.click('.goal-button');
      await page.waitForSelector('.goal-field input');
      const fields = await page.$$('.goal-field input');
      expect(fields.length).toBe(1 + answer.data.length);
      const labels = await page.$$eval('.goal-field span', (all) => all.map((each) => each.textContent));
      const at = labels.indexOf(groupOf(team));
      await fields[at]!.type(String(value + 3));
      await page.keyboard.press('Tab');
      await open('/console/insights/headcount?group=dept_id');
      const note = await page.$eval(`li[data-label="${groupOf(team)}"] .bar-note`, (each) => each.textContent);
      expect(note).toBe(`goal ${value + 3}, 3 below`);
      expect(await page.$$eval('[data-goal]', (all) => all.map((each) => each.getAttribute('data-goal')))).toEqual([
        String(value + 3),
      ]);
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem('kept')!).goals)).toEqual({
        headcount: { headcount: { [`dept_id=${team.group.dept_id}`]: value + 3 } },
      });
      await open('/console/insights/turnover?target=0.01');
      expect((await lines(page))!.goals).toEqual([0.01]);
      const months = await answerTo(service.url, 'turnover?every=month');
      expect(await notes(page)).toEqual(
        months.data.map((entry) => {
          const turnover = numberIn(entry, 'turnover')!;
          return turnover < 0.0105 ? 'goal 1 %, reached' : `goal 1 %, missed by ${points(turnover - 0.01)}`;
        }),
      );
      await settle();
    }));

  test('the list of metrics: numbers and lines are those of the API, asked when they are seen', () =>
    withVisit(async (there) => {
      const { page, settle } = there;
      const asked = await openList(there);
      await settle();
      const inView = await page.$$eval('.metric', (cards) =>
        cards
          .filter((card) => card.getBoundingClientRect().top < window.innerHeight)
          .map((card) => card.getAttribute('data-metric')!),
      );
      expect([...new Set(asked.map((path) => path.split('?')[0]!))].sort()).toEqual(inView.sort());
      expect(inView.length).toBeLessThan(insights.length);
      // Numbers come before lines.
      const firstLine = asked.findIndex(isLine);
      expect([firstLine > 0, asked.slice(firstLine).filter((path) => !isLine(path))]).toEqual([true, []]);
      await page.waitForFunction(() => {
        const next = [...document.querySelectorAll('.metric')].find((card) => card.textContent!.includes('…'));
        next?.scrollIntoView();
        return !next;
      });
      await settle();
      const cards = await page.$$eval('.metric', (all) =>
        all.map((card) => ({
          name: card.getAttribute('data-metric')!,
          number: card.querySelector('[data-value]')?.getAttribute('data-value'),
          line: card.querySelector('.spark')?.getAttribute('data-values'),
        })),
      );
      expect(cards.length).toBe(insights.length);
      for (const { name, number, line } of cards) {
        const { drawn } = metricNamed(name);
        const series: Answer | undefined = drawn.every
          ? await answerTo(service.url, `${name}?every=${drawn.every}&limit=200`)
          : undefined;
        const whole = await answerTo(service.url, `${name}?limit=200`);
        const figure = line === undefined ? undefined : Object.keys(series!.data[0]!.values)[0]!;
        if (figure)
          expect([name, line]).toEqual([
            name,
            series!.data
              .filter(({ period }) => drawn.whole === 'last' || !(period as { partial?: boolean }).partial)
              .map((entry) => numberIn(entry, figure) ?? '')
              .join(),
          ]);
        const sumOf = ({ data }: Answer) =>
          data.reduce((sum, entry) => sum + numberIn(entry, Object.keys(entry.values)[0]!)!, 0);
        const isOneOf = new Set(
          whole.data.flatMap((entry) => Object.keys(entry.values).map((each) => String(numberIn(entry, each) ?? ''))),
        );
        if (drawn.whole === 'sum') expect([name, number]).toEqual([name, String(sumOf(series ?? whole))]);
        else expect([name, isOneOf.has(number ?? '')]).toEqual([name, true]);
        // One question a card, and a second one only where the line does not say the number.
        const most = drawn.every && drawn.whole !== 'sum' ? 2 : 1;
        expect([name, asked.filter((path) => path.startsWith(`${name}?`)).length]).toEqual([name, most]);
      }
    }));

  test('a line that is on its way when more metrics come into view is not asked for again', () =>
    withVisit(async (there) => {
      const { page, settle } = there;
      const held: HTTPRequest[] = [];
      let isHeld = true;
      const asked = await openList(there, (request) => {
        if (!isHeld || !isLine(questionOf(request) ?? '')) return false;
        held.push(request);
        return true;
      });
      await waitUntil('a line to be asked for', () => held.length > 0);
      const last = await page.$$eval('.metric', (cards) => {
        cards.at(-1)!.scrollIntoView();
        return cards.at(-1)!.getAttribute('data-metric')!;
      });
      await page.waitForSelector(`.metric[data-metric="${last}"] [data-value]`);
      isHeld = false;
      for (const request of held) await request.continue();
      await settle();
      expect(asked.filter(isLine).length).toBeGreaterThan(1);
      expect(repeated(asked)).toEqual([]);
    }));

  test('the bars of a chart are all on one axis on a telephone too', async () => {
    const there = await visit(browser, service.url, { size: 'small', theme: 'dark' });
    await there.open('/console/insights/pay-gap?target=0.05');
    const [bars = []] = await barLists(there.page);
    const units = bars.map(({ value, left, right }) => (right - left) / Math.abs(value));
    for (const unit of units) expect(Math.abs(unit - units[0]!) / units[0]!).toBeLessThan(0.1);
    expect(await there.axe()).toEqual([]);
    await there.end();
  });
});
