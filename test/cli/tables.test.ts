// Tables and charts of characters: names of what references lead to, numbers of one form in a column, bars to both sides,
// columns that fit, marks with a legend, and no text of a record that a terminal would take for a command.
import { expect, spyOn, test } from 'bun:test';
import { barsOf } from '../../src/cli/terminal/bar-table.ts';
import { columnNumbers, exactNumber } from '../../src/cli/terminal/format-number.ts';
import type { GroupAnswer } from '../../src/cli/terminal/group-table.ts';
import { groupTable, measuresText } from '../../src/cli/terminal/group-table.ts';
import { type InsightAnswer, insightTable } from '../../src/cli/terminal/insight-table.ts';
import { progress } from '../../src/cli/terminal/output.ts';
import { tableText } from '../../src/cli/terminal/table.ts';
import { escapeControls } from '../../src/cli/terminal/terminal.ts';
import { insights } from '../../src/insights/insights.ts';

const plain = (text: string) => text;
const onTerminal = (width: number) => ({ width, bold: plain, dim: plain, hasBlocks: true });
const inFile = onTerminal(Number.POSITIVE_INFINITY);

type Value = string | number | null;
type Row = [group: Record<string, Value>, values: Record<string, Value>, labels?: Record<string, string>];

const answer = (rows: Row[], totals: Record<string, Value>): GroupAnswer => ({
  data: rows.map(([group, values, labels = {}]) => ({ group, values, labels })),
  totals: { values: totals },
  meta: { total: 1234, offset: 1100 },
});

const byDepartment = (labels: (string | undefined)[]) =>
  answer(
    labels.map((label, at) => [{ dept_id: at + 1 }, { count: at }, label === undefined ? {} : { dept_id: label }]),
    { count: 3 },
  );
const firstCells = (text: string) =>
  text
    .split('\n')
    .slice(1, -2)
    .map((line) => line.replace(/ +\d+$/, ''));

const names: [(string | undefined)[], string[]][] = [
  [
    ['Sales', 'Legal'],
    ['Sales', 'Legal'],
  ],
  [
    ['Sales', 'Sales', 'Legal'],
    ['Sales (1)', 'Sales (2)', 'Legal (3)'],
  ],
  [
    ['Sales', undefined],
    ['Sales', '2'],
  ],
  [
    ['2', undefined],
    ['2 (1)', '2'],
  ],
  [
    [undefined, undefined],
    ['      1', '      2'],
  ],
];
test.each(names)('references to %j are shown as %j', (labels, shown) =>
  expect(firstCells(groupTable(byDepartment(labels), inFile))).toEqual(shown),
);

test('the same group in several rows does not make its name ambiguous', () => {
  const rows: Row[] = ['draft', 'open'].map((status) => [{ dept_id: 4, status }, { count: 1 }, { dept_id: 'Sales' }]);
  expect(firstCells(groupTable(answer(rows, { count: 2 }), inFile))).toEqual(['Sales    draft', 'Sales    open']);
});

test('missing groups and values are empty, thousands are separated, and all rows of a column have the same decimals', () => {
  const rows: Row[] = [
    [
      { branch: null, 'bin(x,0.125)': -1000.125 },
      { count: 1200, 'avg(x)': 2, 'max(d)': '2026-01-01' },
    ],
    [
      { branch: 'Rome', 'bin(x,0.125)': null },
      { count: 7, 'avg(x)': null, 'max(d)': null },
    ],
    [
      { branch: 'Ulm', 'bin(x,0.125)': 0 },
      { count: 0, 'avg(x)': -0.001, 'max(d)': '2026-01-02' },
    ],
  ];
  const totals = { count: 1_000_000, 'avg(x)': 2.6666666666666665, 'max(d)': '2026-01-02' };
  expect(groupTable(answer(rows, totals), inFile).split('\n')).toEqual([
    'branch  bin(x,0.125)      count  avg(x)  max(d)',
    '          -1,000.125      1,200    2.00  2026-01-01',
    'Rome                          7',
    'Ulm                0          0    0.00  2026-01-02',
    'all                   1,000,000    2.67  2026-01-02',
    '1,101–1,103 of 1,234 groups',
  ]);
});

test('a heading that takes much space is broken into lines', () => {
  const measure = 'avg(days(applied_on,stage_entered_on))';
  const rows: Row[] = [[{ stage: 'offer' }, { [measure]: 21.5, count: 3 }]];
  expect(groupTable(answer(rows, { [measure]: 20, count: 4 }), onTerminal(60)).split('\n')).toEqual([
    '                avg(days(',
    '              applied_on,',
    'stage  stage_entered_on))  count  avg(days(applied_on,stage…',
    'offer                21.5      3  ██████████████████████████',
    'all                  20.0      4',
    '1,101–1,101 of 1,234 groups',
  ]);
  expect(groupTable(answer(rows, { [measure]: 20, count: 4 }), onTerminal(100)).split('\n')[0]).toBe(
    `stage  ${measure}  count  ${measure}`,
  );
});

test('dates have no bars; the first number has', () => {
  const rows: Row[] = [
    [{ a: 'x' }, { 'min(d)': '2026-01-01', count: 4 }],
    [{ a: 'y' }, { 'min(d)': null, count: 1 }],
  ];
  const lines = groupTable(answer(rows, { 'min(d)': '2026-01-01', count: 5 }), onTerminal(44)).split('\n');
  expect(lines.slice(1, 3)).toEqual([`x    2026-01-01      4  ${'█'.repeat(20)}`, 'y                    1  █████']);
  const dates = rows.map(([group, values]): Row => [group, { 'min(d)': values['min(d)']! }]);
  expect(groupTable(answer(dates, { 'min(d)': null }), onTerminal(44))).not.toContain('█');
});

const bars: [values: (number | null)[], width: number, blocks: string[], signs: string[]][] = [
  [[8, 4, 1, 0, null], 4, ['████', '██', '▌', '', ''], ['####', '##', '#', '', '']],
  [[16, 15, 9, 0.001], 2, ['██', '█▉', '█▏', '▏'], ['##', '##', '#', '#']],
  [[0, null], 5, ['', ''], ['', '']],
  [
    [-4, 4, 1, -1, 0, null],
    9,
    ['████│', '    │████', '    │█', '   █│', '    │', ''],
    ['####|', '    |####', '    |#', '   #|', '    |', ''],
  ],
  [[-2, -1, -0.1], 6, ['█████│', '  ▐██│', '    ▐│'], ['#####|', '  ###|', '    #|']],
  [[-1, 99], 11, ['▐│', ' │█████████'], ['#|', ' |#########']],
];
test.each(bars)('the bars of %j in %i columns', (values, width, blocks, signs) => {
  expect(values.map(barsOf(values, width, true))).toEqual(blocks);
  expect(values.map(barsOf(values, width, false))).toEqual(signs);
});

const columns: [number[], string[]][] = [
  [
    [1, 20_000],
    ['1', '20,000'],
  ],
  [
    [1.5, 3],
    ['1.5', '3.0'],
  ],
  [
    [1 / 3, 12],
    ['0.33', '12.00'],
  ],
  [
    [0.012, 0.0034],
    ['0.012', '0.003'],
  ],
  [
    [-1234.567, 0],
    ['-1,234.57', '0.00'],
  ],
  [[1e21], ['1,000,000,000,000,000,000,000']],
  [[1e-12], ['0.000000000001']],
  [[], []],
];
test.each(columns)('%j in a column are %j', (values, texts) =>
  expect(values.map(columnNumbers(values))).toEqual(texts),
);

test.each([
  [0.1, '0.1'],
  [-1000.125, '-1,000.125'],
  [123456789012345, '123,456,789,012,345'],
  [1e-7, '0.0000001'],
])('%d is exactly %s', (value, text) => expect(exactNumber(value)).toBe(text));

test('without groups there is one line, or one for each measure where a terminal is too narrow', () => {
  const one = answer([[{}, { count: 3, 'avg(rating)': null }]], { count: 3, 'avg(rating)': null });
  expect(measuresText(one, inFile)).toBe('count 3  avg(rating)');
  expect(measuresText(one, onTerminal(12))).toBe('count        3\navg(rating)');
});

type Entry = InsightAnswer['data'][0];

const entry = (values: Entry['values'], group: Entry['group'] = {}, period: Entry['period'] = null) => ({
  ...{ period, group, labels: {}, values },
});

const figures = (part: Partial<InsightAnswer>): InsightAnswer => ({
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
    figures({
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
    figures({
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
    figures({
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
    figures({
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
  ['nothing is said to be nothing', 'stuck', figures({}), ['Stuck applications, 2026-05-06', '0 of 0 lines']],
];

test.each(charts)('%s', (_, name, given, lines) => {
  const metric = insights.find((each) => each.name === name)!;
  expect(insightTable(metric, given, onTerminal(40)).split('\n')).toEqual(lines);
});

test.each([
  ['a\x00b\x1bc\x7fd\x9f', 'a\\u0000b\\u001bc\\u007fd\\u009f'],
  ['one\r\n\ttwo', 'one two'],
  ['\u200eleft \u2067right\u2069', '\\u200eleft \\u2067right\\u2069'],
  ['Zoë 日本 👩‍👩‍👧 ไทย', 'Zoë 日本 👩‍👩‍👧 ไทย'],
])('%j is shown as %j', (text, shown) => expect(escapeControls(text)).toBe(shown));

const table = (items: Record<string, unknown>[], width = Number.POSITIVE_INFINITY, keepAll = false) =>
  tableText(items, keepAll, { width, bold: plain });

test('numbers are aligned right, missing values are empty, wide characters take two columns', () => {
  const items = [
    { id: 5, name: '日本', note: null },
    { id: 1200, name: 'Zoë', note: 'x' },
  ];
  expect(table(items).lines).toEqual(['  id  name  note', '   5  日本', '1200  Zoë   x']);
});

test('the widest columns are cut, then empty ones are left out, then the last; chosen fields are never left out', () => {
  const items = [{ id: 1, empty: null, text: 'a'.repeat(30), wide: '日'.repeat(20), end: 'end of the line' }];
  for (const width of [20, 30, 45, 60, 90]) {
    const { lines, omitted } = table(items, width);
    for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
    expect(omitted).toEqual(
      { 20: ['empty', 'wide', 'end'], 30: ['empty', 'end'], 45: ['empty'], 60: [], 90: [] }[width]!,
    );
  }
  expect(table(items, 45).lines).toEqual([
    'id  text          wide          end',
    ' 1  aaaaaaaaaaa…  日日日日日…   end of the l…',
  ]);
  expect(table(items, 20, true).omitted).toEqual([]);
});

test('what is done first is shown at once, however soon after the start of the process', () => {
  const shown: string[] = [];
  const stream = { isTTY: true, columns: 80, write: (text: string) => shown.push(text) } as never;
  const clock = spyOn(performance, 'now').mockReturnValue(20);
  progress('Exporting', undefined, { stream }).step(4096);
  progress('Importing', 100, { stream }).step(0);
  clock.mockRestore();
  expect(shown.map((line) => line.slice('\r\x1b[K'.length))).toEqual([
    'Exporting 4 KiB',
    'Importing ░░░░░░░░░░░░░░░░░░░░░░░░ 0 %, getting ready',
  ]);
});
