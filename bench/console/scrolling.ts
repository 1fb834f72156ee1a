// Scrolling through long lists: frames that come late, requests that are sent, and how soon after its answer a jump is drawn.
import type { Browser, Page } from 'puppeteer-core';
import { stat } from '../report/stats.ts';
import { newTab, settle } from './pages.ts';
import { ms, printTable } from './table.ts';

/** Rows in a request of the table. */
const BLOCK = 50;
const ROW = 33;

type Scrolled = { gaps: number[]; rows: number; requests: number };

/** Moves the list by so many pixels each frame, and notes the time between frames. Without a list, only the frames. */
const scroll = (page: Page, perFrame: number, seconds: number): Promise<Scrolled> =>
  page.evaluate(
    (step, milliseconds) =>
      new Promise<Scrolled>((resolve) => {
        const grid = document.querySelector<HTMLElement>('[role=grid]');
        const rowNow = () => Number(document.querySelector('.row')?.getAttribute('aria-rowindex') ?? 0);
        performance.clearResourceTimings();
        performance.setResourceTimingBufferSize(5000);
        const gaps: number[] = [];
        let [began, before, passed, row] = [0, 0, 0, rowNow()];
        const frame = (now: number) => {
          if (before > 0) gaps.push(now - before);
          else began = now;
          before = now;
          passed += Math.abs(rowNow() - row);
          row = rowNow();
          if (now - began > milliseconds) {
            const sent = performance.getEntriesByType('resource').filter(({ name }) => /offset=\d/.test(name));
            return resolve({ gaps, rows: passed, requests: sent.length });
          }
          if (grid) grid.scrollTop += step;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    perFrame,
    seconds * 1000,
  );

type Jump = { total: number; answer: number; after: number };

/** Moves the scroll bar to a part of the list: milliseconds until the rows are in the document, those of the answer, and those after it. */
const jump = (page: Page, share: number): Promise<Jump> =>
  page.evaluate(
    (part) =>
      new Promise<Jump>((resolve, reject) => {
        const grid = document.querySelector<HTMLElement>('[role=grid]')!;
        performance.clearResourceTimings();
        let scrolledAt = 0;
        const isDrawn = () => document.querySelector('.row') && !document.querySelector('.row.waiting');
        const observer = new MutationObserver(() => {
          if (scrolledAt === 0 || !isDrawn()) return;
          const drawnAt = performance.now();
          observer.disconnect();
          clearTimeout(tooLate);
          // The entry of a request comes a moment after its answer.
          setTimeout(() => {
            const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
            const answers = all.filter(({ name, startTime }) => /offset=\d/.test(name) && startTime >= scrolledAt - 1);
            const end = Math.max(...answers.map(({ responseEnd }) => responseEnd));
            const began = Math.min(...answers.map(({ startTime }) => startTime));
            resolve({ total: drawnAt - scrolledAt, answer: end - began, after: drawnAt - end });
          }, 50);
        });
        const tooLate = setTimeout(() => reject(new Error('The rows did not come in 20 s.')), 20_000);
        grid.addEventListener('scroll', () => (scrolledAt = performance.now()), { once: true, capture: true });
        observer.observe(grid, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
        grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part;
      }),
    share,
  );

const late = (gaps: readonly number[], period: number): number =>
  gaps.reduce((frames, gap) => (gap > 1.5 * period ? frames + Math.round(gap / period) - 1 : frames), 0);

export async function scrolling(browser: Browser, url: string, seconds: number): Promise<void> {
  const idle = await newTab(browser);
  await idle.page.goto('about:blank');
  await idle.page.bringToFront();
  const { gaps } = await scroll(idle.page, 0, seconds);
  const period = stat(gaps).median;
  const row = (name: string, speed: string, { gaps: all, rows, requests }: Scrolled): string[] => [
    name,
    speed,
    String(all.length),
    String(late(all, period)),
    ms(Math.max(...all)),
    String(rows),
    String(Math.ceil(rows / BLOCK)),
    String(requests),
  ];
  const rows = [row('nothing, to compare', '', { gaps, rows: 0, requests: 0 })];
  await idle.close();
  const jumps: string[][] = [];
  for (const resource of ['employees', 'attendance']) {
    const { page, close } = await newTab(browser);
    await page.goto(`${url}/console/${resource}`, { waitUntil: 'load' });
    await settle(page);
    await page.bringToFront();
    const total = Number(await page.$eval('[role=grid]', (grid) => grid.getAttribute('aria-rowcount'))) - 1;
    const name = `${resource}, ${total.toLocaleString('en-GB')} rows`;
    for (const [speed, perFrame] of [
      ['as one reads', 6],
      ['the wheel', 40],
      ['quick', 10 * ROW * BLOCK],
    ] as const) {
      rows.push(row(name, speed, await scroll(page, perFrame, seconds)));
      await settle(page);
      await page.$eval('[role=grid]', (grid) => grid.scrollTo(0, 0));
      await settle(page);
    }
    const all: Jump[] = [];
    // Places that are in no block that was seen before.
    for (let index = 0; index < 15; index++) {
      all.push(await jump(page, ((index * 0.381966 + 0.13) % 0.98) + 0.01));
      await Bun.sleep(250);
    }
    const [whole, answer, after] = (['total', 'answer', 'after'] as const).map((of) => stat(all.map((one) => one[of])));
    jumps.push([name, ms(whole!.median), ms(whole!.max), ms(answer!.median), ms(after!.median), ms(after!.max)]);
    await close();
  }
  printTable(
    'Scrolling',
    `${seconds} s each; a frame takes ${ms(period)} ms; late: frames that are missing where a gap is longer than one and a half. Blocks of ${BLOCK} rows.`,
    ['list', 'speed', 'frames', 'late', 'longest gap, ms', 'rows passed', 'blocks passed', 'requests'],
    rows,
  );
  printTable(
    'Jumps with the scroll bar',
    '15 places; milliseconds from the event until the rows are in the document, of the answer alone, and from its end to the rows.',
    ['list', 'jump', 'most', 'answer', 'after it', 'most'],
    jumps,
  );
}
