// Scrolling through long lists: frames that come late, requests that are sent, and how soon after its answer a jump is
// drawn.
import type { Browser, Page } from 'puppeteer-core';
import { stat } from '../report/stats.ts';
import { newTab, settle } from './pages.ts';
import { ms, printTable } from './table.ts';

/** Rows in a request of the table. */
const BLOCK = 50;
const ROW = 33;
const JUMPS = 10;

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

/** Moves the scroll bar to a part of the list: milliseconds until the rows are in the document, those of the answer,
 * and those after it. */
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

const SPEEDS = [
  ['as one reads', 6],
  ['the wheel', 40],
  ['quick', 10 * ROW * BLOCK],
] as const;

/** Each round has one run of each, and one without a list: frames that are late there are late because of the
 * machine. */
export async function scrolling(browser: Browser, url: string, rounds: number, seconds: number): Promise<void> {
  const measured = new Map<string, { name: string; speed: string; runs: Scrolled[] }>();
  const note = (name: string, speed: string, run: Scrolled) => {
    const key = `${name} ${speed}`;
    if (!measured.has(key)) measured.set(key, { name, speed, runs: [] });
    measured.get(key)!.runs.push(run);
  };
  const jumps = new Map<string, Jump[]>();
  for (let round = 0; round < rounds; round++) {
    const idle = await newTab(browser);
    await idle.page.bringToFront();
    note('nothing, to compare', '', await scroll(idle.page, 0, seconds));
    await idle.close();
    for (const resource of ['employees', 'attendance']) {
      const { page, close } = await newTab(browser);
      await page.goto(`${url}/console/${resource}`, { waitUntil: 'load' });
      await settle(page);
      await page.bringToFront();
      const total = Number(await page.$eval('[role=grid]', (grid) => grid.getAttribute('aria-rowcount'))) - 1;
      const name = `${resource}, ${total.toLocaleString('en-GB')} rows`;
      for (const [speed, perFrame] of SPEEDS) {
        note(name, speed, await scroll(page, perFrame, seconds));
        await settle(page);
        await page.$eval('[role=grid]', (grid) => grid.scrollTo(0, 0));
        await settle(page);
      }
      // Places that are in no block that was seen before.
      for (let index = 0; index < JUMPS; index++) {
        const one = await jump(page, ((index * 0.381966 + 0.13) % 0.98) + 0.01);
        jumps.set(name, [...(jumps.get(name) ?? []), one]);
        await Bun.sleep(250);
      }
      await close();
    }
  }
  const all = [...measured.values()];
  const period = stat(all[0]!.runs.flatMap(({ gaps }) => gaps)).median;
  const median = (runs: readonly Scrolled[], of: (run: Scrolled) => number) => stat(runs.map(of)).median;
  printTable(
    'Scrolling',
    `Medians of ${rounds} rounds of ${seconds} s; a frame takes ${ms(period)} ms; late: frames that are missing in gaps of more than one and a half. Blocks of ${BLOCK} rows.`,
    ['list', 'speed', 'frames', 'late', 'longest gap, ms', 'rows passed', 'blocks passed', 'requests'],
    all.map(({ name, speed, runs }) => [
      name,
      speed,
      median(runs, ({ gaps }) => gaps.length).toFixed(0),
      median(runs, ({ gaps }) => late(gaps, period)).toFixed(0),
      ms(median(runs, ({ gaps }) => Math.max(...gaps))),
      median(runs, ({ rows }) => rows).toFixed(0),
      median(runs, ({ rows }) => Math.ceil(rows / BLOCK)).toFixed(0),
      median(runs, ({ requests }) => requests).toFixed(0),
    ]),
  );
  printTable(
    'Jumps with the scroll bar',
    'Milliseconds from the event until the rows are in the document, of the answer alone, and from its end to the rows.',
    ['list', 'jumps', 'median', 'most', 'answer', 'after it', 'most'],
    [...jumps].map(([name, list]) => {
      const [whole, answer, after] = (['total', 'answer', 'after'] as const).map((of) =>
        stat(list.map((one) => one[of])),
      );
      return [
        name,
        String(list.length),
        ...[whole!.median, whole!.max, answer!.median, after!.median, after!.max].map(ms),
      ];
    }),
  );
}
