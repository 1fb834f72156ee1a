// The table of groups: names of what references lead to, numbers of one form in a column, and bars to both sides.
import { expect, test } from 'bun:test';
import { barsOf } from '../../src/cli/terminal/bar-table.ts';
import { columnNumbers, exactNumber } from '../../src/cli/terminal/format-number.ts';
import type { GroupAnswer } from '../../src/cli/terminal/group-table.ts';
import { groupTable, measuresText } from '../../src/cli/terminal/group-table.ts';

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
