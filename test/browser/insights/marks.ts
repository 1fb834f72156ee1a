// What a page of an insight shows, read from its marks, and how the numbers of the API read in English.
import type { Page } from 'puppeteer-core';
import type { Metric } from '../../../src/insights/metric.ts';

type Counted = { value: number | string | null; small?: boolean };
export type Entry = {
  period: { from: string; to: string } | null;
  group: Record<string, string | number | null>;
  labels: Record<string, string>;
  values: Record<string, Counted>;
};
export type Answer = { from: string | null; to: string | null; every: string | null; data: Entry[] };

export const answerTo = async (url: string, path: string): Promise<Answer> => {
  const response = await fetch(`${url}/api/v1/insights/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Answer;
};

const tenths = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, signDisplay: 'negative' });
export const YEAR = 365.25;

export const titled = (name: string): string => {
  const words = name.replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function textOf(metric: Metric, figure: string, value: Counted['value'] | undefined): string {
  if (typeof value !== 'number') return 'No data';
  const unit = metric.figures[figure]?.unit ?? metric.unit;
  if (unit === 'ratio') return `${tenths.format(value * 100)} %`;
  if (unit === 'days' && metric.drawn.years) return `${tenths.format(value / YEAR)} years`;
  if (unit === 'days' || unit === 'levels') return `${tenths.format(value)} ${value === 1 ? unit.slice(0, -1) : unit}`;
  return tenths.format(value);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function labelOf({ period }: Entry, every: string | null): string {
  if (!period) return 'Today';
  const [year, month] = [period.from.slice(0, 4), Number(period.from.slice(5, 7))];
  return every === 'quarter' ? `Q${Math.ceil(month / 3)} ${year}` : `${MONTHS[month - 1]} ${year}`;
}

export const groupOf = ({ group, labels }: Entry): string =>
  Object.keys(group).length === 0
    ? 'All'
    : Object.keys(group)
        .map((name) => labels[name] ?? (group[name] === null ? 'not set' : String(group[name]).replaceAll('_', ' ')))
        .join(' · ');

export type Bar = { label: string; value: number; text: string; left: number; right: number; details: string[] };

/** The bars of each list, with the places of their ends. */
export const barLists = (page: Page): Promise<Bar[][]> =>
  page.$$eval('.card ul.bars', (lists) =>
    lists.map((list) =>
      [...list.querySelectorAll('li[data-label]')].map((row) => {
        const mark = row.querySelector('i[data-value]:not(.before)')!;
        const { left, right } = mark.getBoundingClientRect();
        return {
          label: row.getAttribute('data-label')!,
          value: Number(mark.getAttribute('data-value')),
          text: row.querySelector('b')!.textContent!,
          details: [...row.querySelectorAll('small')].map((each) => each.textContent!),
          left,
          right,
        };
      }),
    ),
  );

export type Point = { name: string; value: number; x: number; y: number };

/** The points of each line, and the axis. */
export const lines = (page: Page) =>
  page.$$eval('.card svg.chart:not(.print)', ([svg]) =>
    svg
      ? {
          from: Number(svg.getAttribute('data-from')),
          areas: [...svg.querySelectorAll('.area')].filter((area) => area.getAttribute('d') !== '').length,
          goals: [...svg.querySelectorAll('[data-goal]')].map((goal) => Number(goal.getAttribute('data-goal'))),
          before: [...svg.querySelectorAll('[data-before]')].map((mark) => ({
            name: mark.getAttribute('aria-label')!,
            value: Number(mark.getAttribute('data-before')),
          })),
          series: [...svg.querySelectorAll('g[data-series]')].map((series) =>
            [...series.querySelectorAll('.dot[data-value]')].map((dot) => ({
              name: dot.parentElement!.getAttribute('aria-label')!,
              value: Number(dot.getAttribute('data-value')),
              x: Number(dot.getAttribute('cx')),
              y: Number(dot.getAttribute('cy')),
            })),
          ),
        }
      : undefined,
  );

export const numbers = (page: Page) =>
  page.$$eval('.numbers [data-figure]', (all) =>
    all.map((each) => ({
      figure: each.getAttribute('data-figure')!,
      value: each.querySelector('[data-value]')!.getAttribute('data-value')!,
      text: each.querySelector('strong')!.textContent!,
    })),
  );

/** The cells of the table below the chart, without the numbers that they are made of. */
export const tableRows = (page: Page): Promise<string[][]> =>
  page.$$eval('.insight-table tbody tr', (rows) =>
    rows.map((row) =>
      [...row.children].map((cell) => {
        const copy = cell.cloneNode(true) as HTMLElement;
        for (const each of copy.querySelectorAll('.made-of, .tag, .compared, th > .faint')) each.remove();
        return copy.textContent!.trim();
      }),
    ),
  );
