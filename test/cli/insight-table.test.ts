// The chart of a metric: numbers by their units, bars, marks with a legend, and what was left out.
import { expect, test } from 'bun:test';
import { type InsightAnswer, insightTable } from '../../src/cli/terminal/insight-table.ts';
import { insights } from '../../src/insights/insights.ts';

const plain = (text: string) => text;
const terminal = (width: number) => ({ width, bold: plain, dim: plain, hasBlocks: true });

type Data = InsightAnswer['data'];

const entry = (values: Data[0]['values'], group: Data[0]['group'] = {}, period: Data[0]['period'] = null) => ({
  ...{ period, group, labels: {}, values },
});

const answer = (part: Partial<InsightAnswer>): InsightAnswer => ({
  ...{ from: null, to: null, every: null, today: '2026-05-06', data: [], excluded: [] },
  meta: { total: part.data?.length ?? 0, offset: 0 },
  ...part,
});

const inYear = (from: string, to: string, partial = false) => ({ from, to, partial });
const year = { from: '2025-12-28', to: '2026-01-11', every: 'week' } as const;

const charts: [what: string, metric: string, InsightAnswer, string[]][] = [
  [
    'ratios are percent, bars are as long as they are, and marks stand in a column of their own',
    'turnover',
    answer({
      ...year,
      data: [
        entry({ turnover: { value: 0.0316, small: false } }, {}, inYear('2025-12-28', '2025-12-28', true)),
        entry({ turnover: { value: 0.1, small: true } }, {}, inYear('2025-12-29', '2026-01-04')),
        entry({ turnover: { value: null, small: true } }, {}, inYear('2026-01-05', '2026-01-11')),
      ],
    }),
    [
      'Turnover, 2025-12-28 to 2026-01-11',
      'week       turnover',
      '2025-W52*      3.2%   █████▊',
      '2026-W01      10.0%*  ██████████████████',
      '2026-W02          –',
      '1–3 of 3 lines',
      '* behind a period: not over yet, or not',
      '  whole; behind a value: of fewer than',
      '  10, which says little',
      '– where there is nothing to compute it',
      '  of',
    ],
  ],
  [
    'many days are years, what was left out has its reason, and texts of records run no commands',
    'time-to-hire',
    answer({
      from: '2025-01-01',
      to: '2025-12-31',
      data: [
        entry({ time_to_hire: { value: 1041.25, small: false } }, { branch: 'Rome' }),
        entry({ time_to_hire: { value: 20, small: false } }, { branch: null }),
      ],
      excluded: [{ reason: 'The stage is "\x1b[31m".', count: 1200 }],
    }),
    [
      'Time to hire, 2025-01-01 to 2025-12-31',
      '          time to',
      'branch       hire',
      'Rome    2.9 years  █████████████████████',
      '        0.1 years  ▍',
      '1–2 of 2 lines',
      '1,200 left out: The stage is',
      '  "\\u001b[31m".',
    ],
  ],
  [
    'figures of one period are lines, and those of another unit have no bars',
    'open-roles',
    answer({
      data: [
        entry({
          jobs: { value: 4 },
          places: { value: 8, small: true },
          days_open: { value: 64.5, small: false },
          late_jobs: { value: 2 },
          days_late: { value: null, small: true },
        }),
      ],
    }),
    [
      'Open roles, 2026-05-06',
      'jobs          4   ██████████████████████',
      'places        8*',
      'days open  64.5',
      'late jobs     2   ███████████',
      'days late     –',
      '* behind a value: of fewer than 10,',
      '  which says little',
      '– where there is nothing to compute it',
      '  of',
    ],
  ],
  [
    'a line about all groups says so, and negative bars go to the left',
    'pay-gap',
    answer({
      data: [
        entry({ mean_gap: { value: -0.1, small: false } }),
        entry({ mean_gap: { value: 0.1, small: false } }, { branch: 'Rome' }),
      ],
    }),
    [
      'Pay gap, 2026-05-06',
      'branch  mean gap',
      'all       -10.0%   ██████████│',
      'Rome       10.0%             │██████████',
      '1–2 of 2 lines',
    ],
  ],
  [
    'stages are named as they are',
    'funnel',
    answer({ data: [entry({ phone_call: { value: 1200 }, 'a\x07': { value: 300 } })] }),
    ['Funnel (records), 2026-05-06', 'phone_call  1,200  █████████████████████', 'a\\u0007       300  █████▎'],
  ],
  ['nothing is said to be nothing', 'stuck', answer({}), ['Stuck applications, 2026-05-06', '0 of 0 lines']],
];

test.each(charts)('%s', (_, name, given, lines) => {
  const metric = insights.find((each) => each.name === name)!;
  expect(insightTable(metric, given, terminal(40)).split('\n')).toEqual(lines);
});
