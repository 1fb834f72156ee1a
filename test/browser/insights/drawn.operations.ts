// Every metric in a browser, as it opens: each point, bar and number that is drawn against the answer of the API.
// Values, labels and their order, on which side of 0, and lengths in proportion.
import { describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { insights } from '../../../src/insights/insights.ts';
import type { Metric } from '../../../src/insights/metric.ts';
import type { Service } from '../../harness/service.ts';
import { chromium } from '../chromium.ts';
import { inBrowser } from '../start/in-browser.ts';
import { startConsole, type Visit, visit } from '../visit.ts';
import {
  type Answer,
  answerTo,
  type Bar,
  barLists,
  type Entry,
  groupOf,
  labelOf,
  lines,
  numbers,
  tableRows,
  textOf,
  titled,
  YEAR,
} from './marks.ts';

const numberIn = (entry: Entry, figure: string): number | null => {
  const value = entry.values[figure]?.value;
  return typeof value === 'number' ? value : null;
};

/** All on one axis: as long as their values, and from 0 to the side that these have. */
function expectProportions(bars: readonly Bar[]): void {
  const longest = bars.reduce((most, bar) => (Math.abs(bar.value) > Math.abs(most.value) ? bar : most));
  const unit = (longest.right - longest.left) / Math.abs(longest.value || 1);
  const zero = longest.value < 0 ? longest.right : longest.left;
  for (const { label, value, left, right } of bars) {
    const [start, end] = value < 0 ? [right, left] : [left, right];
    expect([label, Math.abs(start - zero) < 1.5]).toEqual([label, true]);
    expect([label, Math.abs(end - (zero + value * unit)) < 1.5]).toEqual([label, true]);
  }
}

async function expectLines({ page }: Visit, metric: Metric, answer: Answer, figure: string): Promise<void> {
  const drawn = (await lines(page))!;
  const scale = metric.drawn.years ? YEAR : 1;
  const known = answer.data.filter((entry) => numberIn(entry, figure) !== null);
  expect(drawn.series.map((points) => points.map(({ name, value }) => ({ name, value })))).toEqual([
    known.map((entry) => ({
      name: `${metric.title}, ${labelOf(entry, answer.every)}: ${textOf(metric, figure, numberIn(entry, figure))}`,
      value: numberIn(entry, figure)! / scale,
    })),
  ]);
  const [points] = drawn.series;
  expect(points!.map(({ x }) => x)).toEqual(points!.map(({ x }) => x).sort((one, other) => one - other));
  // Larger is higher, in proportion.
  const [low, high] = [Math.min, Math.max].map(
    (pick) => points!.find((p) => p.value === pick(...points!.map(({ value }) => value)))!,
  );
  for (const { value, y } of points!)
    if (high!.value > low!.value)
      expect(y).toBeCloseTo(low!.y + ((value - low!.value) / (high!.value - low!.value)) * (high!.y - low!.y), 3);
  if (metric.drawn.as !== 'line') expect(drawn.from).toBeLessThanOrEqual(0);
  if (drawn.from > 0) expect(drawn.areas).toBe(0);
}

async function expectGroups({ page }: Visit, metric: Metric, answer: Answer, figure: string): Promise<void> {
  const [bars = []] = await barLists(page);
  const isWhole = (entry: Entry) => Object.keys(entry.group).length === 0;
  const known = answer.data
    .filter((entry) => numberIn(entry, figure) !== null)
    .sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || numberIn(b, figure)! - numberIn(a, figure)!)
    .slice(0, 30);
  const told = (label: string, value: number, text: string) => `${label}: ${value} (${text})`;
  expect(bars.map(({ label, value, text }) => told(label, value, text))).toEqual(
    known.map((entry) =>
      told(groupOf(entry), numberIn(entry, figure)!, textOf(metric, figure, numberIn(entry, figure))),
    ),
  );
  expectProportions(bars);
}

async function expectSingle({ page }: Visit, metric: Metric, entry: Entry): Promise<void> {
  const names = Object.keys(entry.values);
  const axes = metric.drawn.as === 'funnel' ? [names] : (metric.drawn.axes ?? []);
  const lists = await barLists(page);
  expect(lists.map((bars) => bars.map(({ label, value, text }) => [label, value, text]))).toEqual(
    axes.map((axis) =>
      axis.map((name) => [titled(name), numberIn(entry, name)!, textOf(metric, name, numberIn(entry, name))]),
    ),
  );
  for (const bars of lists) expectProportions(bars);
  const rest = names.filter((name) => !axes.flat().includes(name));
  expect(await numbers(page)).toEqual(
    rest.map((figure) => ({
      figure,
      value: String(numberIn(entry, figure) ?? ''),
      text: textOf(metric, figure, numberIn(entry, figure)),
    })),
  );
  if (metric.drawn.as === 'funnel') expectRates(entry, lists[0]!);
}

/** Of the first stage, and of the one before. */
function expectRates(entry: Entry, bars: readonly Bar[]): void {
  const counts = Object.keys(entry.values).map((name) => numberIn(entry, name)!);
  const rate = (part: number, whole: number) => (whole > 0 && part <= whole ? share(part / whole) : '–');
  expect(bars.map(({ details }) => details)).toEqual(
    counts.map((count, at) => [rate(count, counts[0]!), at === 0 ? '' : rate(count, counts[at - 1]!)]),
  );
}

const share = (value: number): string => `${Number((value * 100).toFixed(1))} %`;

describe.skipIf(chromium === undefined)('what is drawn', () => {
  let [browser, service, there]: [Browser, Service, Visit] = [undefined!, undefined!, undefined!];
  inBrowser(startConsole, async (...started) => {
    [browser, service] = started;
    there = await visit(browser, service.url);
  });

  test.each(insights.map((metric) => [metric.name, metric] as const))(
    'of %s is what the API says',
    async (name, metric) => {
      const { every } = metric.drawn;
      const answer = await answerTo(service.url, `${name}?limit=200${every ? `&every=${every}` : ''}`);
      const names = [...new Set(answer.data.flatMap(({ values }) => Object.keys(values)))];
      const isSingle = answer.data.length === 1;
      for (const figure of isSingle ? [names[0]!] : names) {
        await there.open(`/console/insights/${name}${figure === names[0] ? '' : `?figure=${figure}`}`);
        if (isSingle) await expectSingle(there, metric, answer.data[0]!);
        else if (every) await expectLines(there, metric, answer, figure);
        else if (answer.data.some((entry) => numberIn(entry, figure) !== null))
          await expectGroups(there, metric, answer, figure);
        else expect(await there.text('.card')).toContain('No data');
      }
      const texts = (entry: Entry) => names.map((each) => textOf(metric, each, entry.values[each]?.value));
      expect(await tableRows(there.page)).toEqual(
        isSingle
          ? names.map((each, at) => [titled(each), texts(answer.data[0]!)[at]!])
          : answer.data.map((entry) => [every ? labelOf(entry, answer.every) : groupOf(entry), ...texts(entry)]),
      );
      expect(await there.text()).not.toMatch(/\b0 of 0\b|over 0\b/);
      expect(there.faults).toEqual([]);
    },
  );

  test('of negative gaps lies on the left of 0, of positive ones on the right', async () => {
    await there.open('/console/insights/pay-gap');
    const [bars = []] = await barLists(there.page);
    const zero = await there.page.$eval('.bar-zero', (line) => line.getBoundingClientRect().left);
    expect(bars.some(({ value }) => value < 0) && bars.some(({ value }) => value > 0)).toBe(true);
    for (const { value, left, right } of bars)
      if (value < 0) expect(right).toBeLessThan(zero + 1.5);
      else expect(left).toBeGreaterThan(zero - 1.5);
    expect(await there.text('.bar-heads')).toContain('Women earn more');
  });

  test('can be had as files, of the same question', async () => {
    await there.open('/console/insights/headcount?group=dept_id&figure=headcount');
    await there.clickOn('Download', '.actions');
    await there.page.waitForSelector('.menu:popover-open a');
    const files = await there.page.$$eval('.menu:popover-open a', (all) =>
      all.map((each) => [each.download, each.getAttribute('href')!]),
    );
    const call = '/api/v1/insights/headcount?group=dept_id&format=';
    expect(files).toEqual(['xlsx', 'csv'].map((format) => [`headcount.${format}`, call + format]));
    const answer = await answerTo(service.url, 'headcount?group=dept_id&limit=200');
    const lines = (await (await fetch(service.url + files[1]![1])).text()).trim().split('\r\n');
    expect(lines).toHaveLength(answer.data.length + 1);
    // The menu is gone with the click.
    await there.page.$eval('.menu:popover-open a', (each) => each.click());
    await there.page.waitForFunction(() => !document.querySelector('.menu:popover-open'));
  });
});
