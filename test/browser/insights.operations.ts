// Every metric in a browser: each point, bar, number and cell that is drawn against the answer of the API, on which side
// of 0 and how long; beside another time and beside a goal.
import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import type { Drawn } from '../../console/src/data/catalogue.ts';
import * as answers from '../../console/src/pages/insights/answer.ts';
import { comparison } from '../../console/src/pages/insights/compare.ts';
import { insights } from '../../src/insights/insights.ts';
import { showCatalogue } from '../console/catalogue.ts';
import { share } from '../harness/random/sample.ts';
import { inBrowser, startConsole, type Visit } from './visit.ts';

const { numberIn, groupText, entryLabel, textOf } = answers;
type Answer = answers.Insight;

const metricNamed = (name: string): answers.Metric => {
  const { drawn, ...metric } = insights.find((each) => each.name === name)!;
  return { ...metric, drawn: drawn as Drawn } as unknown as answers.Metric;
};

type Bar = { label: string; value: number; text: string; left: number; right: number };

/** The bars of each list, with the places of their ends. */
const barLists = (page: Page): Promise<Bar[][]> =>
  page.$$eval('.card ul.bars', (lists) =>
    lists.map((list) =>
      [...list.querySelectorAll('li[data-label]')].map((row) => {
        const mark = row.querySelector('i[data-value]:not(.before)')!;
        const { left, right } = mark.getBoundingClientRect();
        return {
          label: row.getAttribute('data-label')!,
          value: Number(mark.getAttribute('data-value')),
          text: row.querySelector('b')!.textContent!,
          ...{ left, right },
        };
      }),
    ),
  );

/** The points of the lines of a chart, those of the time before, and goals. */
const lines = (page: Page) =>
  page.$eval('.card svg.chart:not(.print)', (svg) => ({
    goals: [...svg.querySelectorAll('[data-goal]')].map((goal) => Number(goal.getAttribute('data-goal'))),
    before: [...svg.querySelectorAll('[data-before]')].map((mark) => Number(mark.getAttribute('data-before'))),
    points: [...svg.querySelectorAll('g[data-series] .dot[data-value]')].map((dot) => ({
      name: dot.parentElement!.getAttribute('aria-label')!,
      value: Number(dot.getAttribute('data-value')),
      x: Number(dot.getAttribute('cx')),
      y: Number(dot.getAttribute('cy')),
    })),
  }));

/** The cells of the table below the chart, without the numbers that they are made of. */
const tableRows = (page: Page): Promise<string[][]> =>
  page.$$eval('.insight-table tbody tr', (rows) =>
    rows.map((row) =>
      [...row.children].map((cell) => {
        const copy = cell.cloneNode(true) as HTMLElement;
        for (const each of copy.querySelectorAll('.made-of, .tag, .compared, th > .faint')) each.remove();
        return copy.textContent!.trim();
      }),
    ),
  );

/** What is said in the cells of the table beside their numbers. */
const notes = (page: Page): Promise<string[]> =>
  page.$$eval('.insight-table tbody td', (cells) =>
    cells.map((cell) => cell.querySelector('.compared')?.textContent ?? ''),
  );

/** All on one axis: as long as their values, and from 0 to the side that these have. */
function expectProportions(bars: readonly Bar[]): void {
  const longest = bars.reduce((most, bar) => (Math.abs(bar.value) > Math.abs(most.value) ? bar : most));
  const unit = (longest.right - longest.left) / Math.abs(longest.value || 1);
  const zero = longest.value < 0 ? longest.right : longest.left;
  for (const { label, value, left, right } of bars) {
    const [start, end] = value < 0 ? [right, left] : [left, right];
    const isRight = Math.abs(start - zero) < 1.5 && Math.abs(end - (zero + value * unit)) < 1.5;
    expect({ label, value, left, right, isRight }).toEqual({ label, value, left, right, isRight: true });
  }
}

async function expectLines({ page }: Visit, metric: answers.Metric, answer: Answer, figure: string): Promise<void> {
  const { points } = await lines(page);
  const scale = metric.drawn.years ? 365.25 : 1;
  const known = answer.data.filter((entry) => numberIn(entry, figure) !== null);
  expect(points.map(({ name, value }) => ({ name, value }))).toEqual(
    known.map((entry) => ({
      name: `${metric.title}, ${entryLabel(entry, answer.every)}: ${textOf(metric, figure, numberIn(entry, figure))}`,
      value: numberIn(entry, figure)! / scale,
    })),
  );
  expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).sort((one, other) => one - other));
  // Larger is higher, in proportion.
  const byValue = points.toSorted((one, other) => one.value - other.value);
  const [low, high] = [byValue[0], byValue.at(-1)];
  if (low && high && high.value > low.value)
    for (const { value, y } of points)
      expect(y).toBeCloseTo(low.y + ((value - low.value) / (high.value - low.value)) * (high.y - low.y), 3);
}

async function expectGroups({ page }: Visit, metric: answers.Metric, answer: Answer, figure: string): Promise<void> {
  const [bars = []] = await barLists(page);
  const known = answers.largestFirst(answer.data, figure).slice(0, 30);
  expect(bars.map(({ label, value, text }) => ({ label, value, text }))).toEqual(
    known.map((entry) => {
      const value = numberIn(entry, figure)!;
      return { label: groupText(entry), value, text: textOf(metric, figure, value) };
    }),
  );
  expectProportions(bars);
}

async function expectSingle({ page }: Visit, metric: answers.Metric, entry: answers.Entry): Promise<void> {
  const names = Object.keys(entry.values);
  const axes = metric.drawn.as === 'funnel' ? [names] : (metric.drawn.axes ?? []);
  const lists = await barLists(page);
  expect(lists.map((bars) => bars.map(({ label, value }) => [label, value]))).toEqual(
    axes.map((axis) => axis.map((name) => [answers.figureTitle(name), numberIn(entry, name)!])),
  );
  for (const bars of lists) expectProportions(bars);
  const numbers = await page.$$eval('.numbers [data-figure]', (all) =>
    all.map((each) => [each.getAttribute('data-figure')!, each.querySelector('strong')!.textContent!]),
  );
  const rest = names.filter((name) => !axes.flat().includes(name));
  expect(numbers).toEqual(rest.map((figure) => [figure, textOf(metric, figure, numberIn(entry, figure))]));
}

const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`;

inBrowser('insights', startConsole, (looking) => {
  const { visit, api } = looking;
  beforeAll(showCatalogue);
  const answerTo = async (path: string): Promise<Answer> => api(`insights/${path}`);

  test.each(share(insights, 3).map(({ name }) => name))('what is drawn of %s is what the API says', async (name) => {
    const there = await visit();
    const metric = metricNamed(name);
    const { every } = metric.drawn;
    const answer = await answerTo(`${name}?limit=200${every ? `&every=${every}` : ''}`);
    const names = answers.figuresIn(answer);
    const isSingle = answer.data.length === 1;
    for (const figure of isSingle ? [names[0]!] : names) {
      await there.open(`/console/insights/${name}${figure === names[0] ? '' : `?figure=${figure}`}`);
      if (isSingle) await expectSingle(there, metric, answer.data[0]!);
      else if (every) await expectLines(there, metric, answer, figure);
      else if (answer.data.some((entry) => numberIn(entry, figure) !== null))
        await expectGroups(there, metric, answer, figure);
      else expect(await there.text('.card')).toContain('No data');
    }
    const texts = (entry: answers.Entry) => names.map((each) => textOf(metric, each, entry.values[each]?.value));
    expect(await tableRows(there.page)).toEqual(
      isSingle
        ? names.map((each, at) => [answers.figureTitle(each), texts(answer.data[0]!)[at]!])
        : answer.data.map((entry) => [every ? entryLabel(entry, answer.every) : groupText(entry), ...texts(entry)]),
    );
    expect(await there.text()).not.toMatch(/\b0 of 0\b|over 0\b/);
  });

  test('with the year before there is a second line, and better or worse in words', async () => {
    const { page, open, text, axe } = await visit();
    const now = await answerTo('turnover?every=month');
    const [from, to] = [yearBefore(now.from!), yearBefore(now.to!)];
    const then = await answerTo(`turnover?every=month&from=${from}&to=${to}`);
    await open('/console/insights/turnover?compare=year');
    expect((await lines(page)).before).toEqual(then.data.flatMap((each) => numberIn(each, 'turnover') ?? []));
    const shown = { metric: metricNamed('turnover'), data: now, figure: 'turnover' };
    const other = { mode: 'year', data: then } as const;
    expect(await notes(page)).toEqual(now.data.map((entry) => comparison({ ...shown, other }, 'turnover', entry)!));
    expect(await text('.against')).toContain('Compared with the year before');
    await open('/console/insights/turnover?target=0.01');
    expect((await lines(page)).goals).toEqual([0.01]);
    expect(await notes(page)).toEqual(
      now.data.map((entry) => comparison({ ...shown, other: undefined, target: 0.01 }, 'turnover', entry)!),
    );
    expect(await axe()).toEqual([]);
  });
});
