// Metrics on the command line: what the service answers, as it is or as a chart of characters, on both engines.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { completions } from '../../src/cli/commands/completion.ts';
import { helpText } from '../../src/cli/commands/help.ts';
import { commands } from '../../src/cli/commands.ts';
import { exitCodes } from '../../src/cli/options/exit-codes.ts';
import { parseCommandLine } from '../../src/cli/options/parse-command-line.ts';
import { insights } from '../../src/insights/insights.ts';
import { run, runOnTerminal } from '../harness/command.ts';
import { casesOn, databaseSetting, demoDatabase, engines } from '../harness/databases.ts';
import { post, type Service, startService, TOKEN } from '../harness/service.ts';

/** Leave that only these tests have, in a year that is over. */
const leave = [
  ['2023-01-30', '2023-02-03'],
  ['2023-01-31', '2023-01-31'],
  ['2023-02-27', null],
] as const;

const GARDEN = ['who-is-out', '--leave_type', 'garden', '--from', '2023-01-10', '--to', '2023-03-31'];

describe.each(engines)('%s', (engine) => {
  let service: Service;
  let local: Record<string, string>;
  beforeAll(async () => {
    const location = await demoDatabase(engine);
    local = databaseSetting(location);
    service = await startService({ engine, location });
    for (const [from_date, to_date] of leave) {
      const record = { leave_type: 'garden', status: 'approved', employee_id: 7, from_date, to_date };
      expect((await post(service, '/api/v1/leave', record)).status).toBe(201);
    }
  });
  afterAll(() => service.stop());

  const insight = (words: string[]) => run(['insight', ...words], local);

  const answers: [string[], string][] = [
    [['turnover', '--json'], '/turnover'],
    [
      ['headcount', '--from', '2026-01-01', '--to', '2026-06-30', '--every', 'month', '--branch', 'London', '--json'],
      '/headcount?from=2026-01-01&to=2026-06-30&every=month&branch=London',
    ],
    [
      ['joiners', '--group', 'dept_id', '--group=branch', '--limit', '3', '--offset', '5', '--format', 'json'],
      '/joiners?group=dept_id,branch&limit=3&offset=5',
    ],
    [
      ['absence', '--every=week', '--employee_id.branch.ne', 'London', '--format', 'csv'],
      '/absence?every=week&employee_id.branch[ne]=London&format=csv',
    ],
    [['--json'], ''],
  ];

  test.each(casesOn(engine, answers))('%j is what the service answers', async (words, path) => {
    const { stdout, stderr, code } = await insight(words);
    expect([stderr, code]).toEqual(['', 0]);
    const text = await (await fetch(`${service.url}/api/v1/insights${path}`)).text();
    expect(stdout).toBe(path.includes('format=') ? text : `${text}\n`);
  });

  const tables: [string[], string[]][] = [
    [
      [...GARDEN, '--every', 'month'],
      [
        'Who is out, 2023-01-10 to 2023-03-31',
        'month     leave  people ',
        '2023-01*      2       1*',
        '2023-02       1       1*',
        '2023-03       1       1*',
        '1–3 of 3 lines',
        '* behind a period: not over yet, or not whole; behind a value: of fewer than 10, which says little',
      ],
    ],
    [
      [...GARDEN],
      [
        'Who is out, 2023-01-10 to 2023-03-31',
        'leave   1 ',
        'people  1*',
        '* behind a value: of fewer than 10, which says little',
      ],
    ],
  ];

  test.each(casesOn(engine, tables))('%j is this chart, here and from a service', async (words, lines) => {
    const expected = lines.map((line) => line.trimEnd()).join('\n');
    expect(await insight(words)).toEqual({ stdout: `${expected}\n`, stderr: '', code: 0 });
    const there = await run(['insight', ...words, '--url', service.url], { WORKFORCE_API_TOKEN: TOKEN });
    expect(there).toEqual({ stdout: `${expected}\n`, stderr: '', code: 0 });
  });

  // What is seen on a terminal does not depend on the engine.
  if (engine === 'postgresql') return;

  test('what the service refuses is a line for each fault', async () => {
    const { stdout, stderr, code } = await insight(['leavers', '--group', 'size', '--from', 'May', '--limit', '0']);
    expect([stdout, code]).toEqual(['', exitCodes.invalid.code]);
    expect(stderr.trimEnd().split('\n')).toEqual(
      ['--limit is "0": ', '--from is "May": ', '--group is "size": '].map((line) =>
        expect.stringContaining(`workforce: ${line}`),
      ),
    );
  });

  const widths: [columns: number, words: string[], hasBars: boolean, omitted: string | undefined][] = [
    [80, ['headcount', '--every', 'quarter', '--group', 'dept_id'], true, undefined],
    [40, ['headcount', '--every', 'quarter', '--group', 'dept_id'], false, undefined],
    [80, ['stuck', '--group', 'job_id.dept_id'], false, undefined],
    [40, ['stuck', '--group', 'job_id.dept_id'], false, '31 to 60 days, 61 to 90 days, over 90 days, median days'],
    [40, ['funnel'], true, undefined],
    [40, [], false, undefined],
  ];
  test.each(widths)('on %i columns, %j fits', async (columns, words, hasBars, omitted) => {
    const { lines, code } = await runOnTerminal(['insight', ...words], columns, { ...local, NO_COLOR: '1' });
    expect(code).toBe(0);
    expect(lines.filter((line) => Bun.stringWidth(line) > columns)).toEqual([]);
    expect(lines.some((line) => line.includes('█'))).toBe(hasBars);
    const text = lines.join(' ').replaceAll(/ +/g, ' ');
    expect(/; no room for (.*) \(--json has all\)/.exec(text)?.[1]).toBe(omitted);
  });

  test('the list says of every metric what it means', async () => {
    const { stdout } = await insight([]);
    const [heading, ...lines] = stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^name +unit +meaning$/);
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual(
      insights.map(({ name, unit, meaning }) => [name, unit, meaning]),
    );
  });
});

const refused: [string[], RegExp][] = [
  [['turnovr'], /: NAME has to be one of headcount, .* \(did you mean turnover\?\); /],
  [['turnover', '--every', 'hour'], /: --every has to be one of day, week, month, quarter, year; /],
  [['turnover', '--format', 'ndjson'], /: --format has to be one of table, json, csv, xlsx \(did you mean json\?\); /],
  [['turnover', '--stage', 'x'], /: employees have no --stage, they have --id, /],
  [['stuck', '--from', '2026-01-01'], /: stuck is about today, and takes no --from; /],
  [['source-quality', '--group', 'x'], /: source-quality is always by candidate_id\.source, and takes no --group; /],
  [['span-of-control', '--group', 'x'], /: span-of-control has no groups, and takes no --group; /],
  [['pay-gap', '--branch', 'x'], /: pay-gap is about all employees, and takes no filters such as --branch; /],
  [
    ['absence', '--branch', 'x'],
    /filters behind --employee_id, no --branch \(did you mean --employee_id\.branch\?\); /,
  ],
  [['absence', '--hours.gt', '1'], /: absence takes only filters behind --employee_id, no --hours\.gt; /],
];
test.each(refused)('%j is refused', (words, message) =>
  expect(() => parseCommandLine(commands, ['insight', ...words])).toThrow(message),
);

const nameless: [string[], RegExp][] = [
  [['--branch', 'x'], /^workforce: --branch is for a metric: name one, /],
  [['--format', 'csv'], /^workforce: --format csv is for a metric: name one, or take --json\./],
];
test.each(nameless)('%j needs a metric', async (words, message) => {
  const { stderr, code } = await run(['insight', ...words]);
  expect(code).toBe(exitCodes.usage.code);
  expect(stderr).toMatch(message);
});

test('the help of a metric says how it is computed, and what it takes', async () => {
  const { stdout } = await run(['insight', 'absence', '--help']);
  expect(stdout).toBe(`${helpText(commands, 'insight', 'absence')}\n`);
  expect(stdout).toContain('Formula: attendance records of the period with the status absent');
  expect(stdout).toMatch(/behind --employee_id only:\n\n {2}--employee_id\.FILTER {2}the filters of employees/);
  expect(helpText(commands, 'insight', 'turnover')).toMatch(/^ {2}--branch +\S/m);
  expect(helpText(commands, 'insight', 'pay-gap')).toContain('It takes no filters.');
  for (const { name } of insights) expect(helpText(commands, 'insight')).toContain(`\n  ${name} `);
  expect(helpText(commands, 'insight')).toContain('Metrics ("workforce insight NAME --help" says more):');
});

const completionRows: [string[], string[]][] = [
  [['ins'], ['insight']],
  [
    ['insight', 'time'],
    ['time-to-hire', 'time-to-fill'],
  ],
  [['help', 'insight', 'turn'], ['turnover']],
  [['insight', 'turnover', '--ev'], ['--every']],
  [
    ['insight', 'turnover', '--every', ''],
    ['day', 'week', 'month', 'quarter', 'year'],
  ],
  [['insight', 'turnover', '--group', 'branch,dept'], ['branch,dept_id']],
  [['insight', 'turnover', '--group', 'dept_id.n'], ['dept_id.name']],
  [['insight', 'absence', '--group', 'employee_id.br'], ['employee_id.branch']],
  [['insight', 'absence', '--group', 'hours'], []],
  [['insight', 'turnover', '--bra'], ['--branch']],
  [
    ['insight', 'turnover', '--status', 'o'],
    ['on_leave', 'onboarding'],
  ],
  [['insight', 'stuck', '--ev'], []],
  [['insight', 'absence', '--employee_id.br'], ['--employee_id.branch']],
  [['insight', 'pay-gap', '--g'], []],
];
test.each(completionRows)('%j is completed to %j', (words, expected) =>
  expect(completions(commands, words)).toEqual(expected),
);
