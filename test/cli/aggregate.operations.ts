// Groups of records on the command line: what the service answers, as it is or as a table with bars, on both engines.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { completions } from '../../src/cli/commands/completion.ts';
import { commands } from '../../src/cli/commands.ts';
import { exitCodes } from '../../src/cli/options/exit-codes.ts';
import { run, runOnTerminal } from '../harness/command.ts';
import { casesOn, databaseSetting, demoDatabase, engines } from '../harness/databases.ts';
import { post, type Service, startService, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

/** Leave that only these tests have: its type, what was decided, and its days. */
const leave = [
  ['garden', 'approved', 2, '2026-03-02'],
  ['garden', 'approved', 5.5, '2026-03-09'],
  ['garden', 'pending', 1, '2026-03-10'],
  ['garden', 'pending', null, '2026-05-05'],
] as const;

async function addLeave(service: Service): Promise<void> {
  for (const [leave_type, status, days, from_date] of leave)
    expect((await post(service, '/api/v1/leave', { leave_type, status, days, from_date })).status).toBe(201);
}

describe.each(engines)('%s', (engine) => {
  let service: Service;
  let local: Record<string, string>;
  beforeAll(async () => {
    const location = await demoDatabase(engine);
    local = databaseSetting(location);
    service = await startService({ engine, location });
    await addLeave(service);
  });
  afterAll(() => service.stop());

  /** Runs a command on the local database and on the service, and expects the same outcome; on the service of one
   * engine. */
  async function both(words: string[]) {
    if (engine === 'postgresql') return run(['aggregate', ...words], local);
    const [here, there] = await Promise.all([
      run(['aggregate', ...words], local),
      run(['aggregate', ...words, '--url', service.url], { WORKFORCE_API_TOKEN: TOKEN }),
    ]);
    expect(there).toEqual(here);
    return here;
  }

  const answers: [string[], string][] = [
    [['employees', '--json'], 'employees'],
    [
      ['employees', '--group', 'dept_id,branch', '--status', 'active', '--json'],
      'employees?group=dept_id,branch&status=active',
    ],
    [
      ['employees', '--group', 'dept_id', '--group=branch', '--limit', '3', '--offset', '5', '--json'],
      'employees?group=dept_id,branch&limit=3&offset=5',
    ],
    [
      ['leave', '--measure', 'count,sum(days)', '--measure', 'avg(days(from_date,to_date))', '--format', 'json'],
      'leave?measure=count,sum(days),avg(days(from_date,to_date))',
    ],
    [
      [
        'leave',
        '--group',
        'month(from_date)',
        '--from_date.gte',
        '2026-01-01',
        '--sort',
        '-count',
        '--q',
        'e',
        '--json',
      ],
      'leave?group=month(from_date)&from_date[gte]=2026-01-01&sort=-count&q=e',
    ],
    [
      ['attendance', '--group', 'weekday(att_date),employee_id.branch', '--format', 'csv'],
      'attendance?group=weekday(att_date),employee_id.branch&format=csv',
    ],
    [['leave', '--group', 'employee_id', '--format', 'ndjson'], 'leave?group=employee_id&format=ndjson'],
  ];

  test.each(casesOn(engine, answers))('%j is what the service answers', async (words, path) => {
    const { stdout, stderr, code } = await both(words);
    expect([stderr, code]).toEqual(['', 0]);
    const text = await (await fetch(`${service.url}/api/v1/aggregate/${path}`)).text();
    expect(stdout).toBe(path.includes('format=') ? text : `${text}\n`);
  });

  test('all groups are in a file for a spreadsheet, unless there is a limit', async () => {
    const words = ['attendance', '--group', 'employee_id', '--format', 'csv'];
    const lines = async (more: string[]) => (await both([...words, ...more])).stdout.trimEnd().split('\n').length;
    expect(await lines([])).toBeGreaterThan(100);
    expect(await lines(['--limit', '7'])).toBe(8);
  });

  const GARDEN = ['leave', '--leave_type', 'garden'];
  const tables: [string[], string[]][] = [
    [GARDEN, ['count 4']],
    [[...GARDEN, '--measure', 'sum(days),min(from_date)'], ['sum(days) 8.5  min(from_date) 2026-03-02']],
    [
      [...GARDEN, '--group', 'status', '--measure', 'count,avg(days),max(from_date)'],
      [
        'status    count  avg(days)  max(from_date)',
        'approved      2       3.75  2026-03-09',
        'pending       2       1.00  2026-05-05',
        'all           4       2.83  2026-05-05',
        '1–2 of 2 groups',
      ],
    ],
    [
      [...GARDEN, '--group', 'weekday(from_date)', '--limit', '1'],
      ['weekday(from_date)  count', 'Monday                  2', 'all                     4', '1–1 of 2 groups'],
    ],
    [
      [...GARDEN, '--group', 'days', '--group', 'status', '--sort', '-days', '--measure', 'sum(days)'],
      [
        'days  status    sum(days)',
        ' 5.5  approved        5.5',
        '   2  approved        2.0',
        '   1  pending         1.0',
        '      pending         0.0',
        ' all                  8.5',
        '1–4 of 4 groups',
      ],
    ],
    [[...GARDEN, '--group', 'status', '--offset', '9'], ['0 of 2 groups']],
    [[...GARDEN, '--group', 'status', '--status', 'lost'], ['0 of 0 groups']],
  ];

  test.each(casesOn(engine, tables))('%j is this table', async (words, lines) => {
    expect(await both(words)).toEqual({ stdout: `${lines.join('\n')}\n`, stderr: '', code: 0 });
  });

  const refused: [string[], string[]][] = [
    [
      ['leave', '--group', 'size', '--measure', 'avg(status)', '--limit', '0', '--employee_id', 'x'],
      [
        '--limit is "0": ',
        '--group is "size": There is no group size here: ',
        '--measure is "avg(status)": ',
        '--employee_id is "x": ',
      ],
    ],
    [['employees', '--measure', 'sum(base_salary)'], ['--measure is "sum(base_salary)": ']],
    [['employees', '--group', 'branch', '--sort', '-size'], ['--sort is "-size": ']],
  ];

  test.each(casesOn(engine, refused))('%j ends with a line for each fault', async (words, lines) => {
    const { stdout, stderr, code } = await both(words);
    expect([stdout, code]).toEqual(['', exitCodes.invalid.code]);
    expect(stderr.trimEnd().split('\n')).toEqual(lines.map((line) => expect.stringContaining(`workforce: ${line}`)));
  });
});

describe('on a terminal', () => {
  const location = temporaryFolder();
  let service: Service;
  beforeAll(async () => {
    service = await startService({ location });
    await addLeave(service);
  });
  afterAll(() => service.stop());

  const onTerminal = (words: string[], columns: number, environment: Record<string, string> = {}) =>
    runOnTerminal(['aggregate', ...words], columns, { WORKFORCE_DATA: location, ...environment });

  const GARDEN = ['leave', '--leave_type', 'garden', '--group', 'status', '--measure', 'sum(days)'];
  const approved = (bar: string) => `approved        7.5  ${bar}`;

  test('there are bars, a bold heading, and a dim last row', async () => {
    const { lines, code } = await onTerminal(GARDEN, 51);
    expect(code).toBe(0);
    expect(lines).toEqual([
      '\x1b[1mstatus    sum(days)\x1b[0m',
      approved('█'.repeat(30)),
      'pending         1.0  ████',
      '\x1b[2mall             8.5\x1b[0m',
      '\x1b[2m1–2 of 2 groups\x1b[0m',
    ]);
  });

  const locales: [Record<string, string>, sign: string][] = [
    [{ LANG: 'en_GB.UTF-8' }, '█'],
    [{ LANG: 'C', LC_ALL: 'C.utf8' }, '█'],
    [{ LANG: 'C' }, '#'],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: 'POSIX' }, '#'],
    [{ LANG: 'de_DE.ISO-8859-1' }, '#'],
    [{ TERM: 'linux' }, '#'],
    [{ NO_COLOR: '1' }, '█'],
  ];
  test.each(locales)('with %j bars are of %s', async (environment, sign) => {
    const { lines } = await onTerminal(GARDEN, 41, environment);
    expect(lines[1]).toBe(approved(sign.repeat(20)));
    expect(lines[0]!.includes('\x1b')).toBe(environment.NO_COLOR === undefined);
  });

  const DAYS = 'count,avg(days(applied_on,stage_entered_on)),median(days(applied_on,stage_entered_on))';
  const [NARROW, WIDE, WIDER] = [
    ['employees', '--group', 'dept_id'],
    ['attendance', '--group', 'employee_id.dept_id,weekday(att_date),status', '--measure', 'avg(hours),count'],
    ['applications', '--group', 'candidate_id.source,job_id.title', '--measure', DAYS],
  ];
  const widths: [columns: number, words: string[], hasBars: boolean, omitted: string | undefined][] = [
    [30, NARROW, false, undefined],
    [40, NARROW, true, undefined],
    [120, NARROW, true, undefined],
    [40, WIDE, false, 'count'],
    [60, WIDE, false, undefined],
    [80, WIDE, true, undefined],
    [40, WIDER, false, 'avg(days(applied_on,stage_entered_on)), median(days(applied_on,stage_entered_on))'],
    [60, WIDER, false, 'median(days(applied_on,stage_entered_on))'],
    [80, WIDER, false, undefined],
    [120, WIDER, true, undefined],
  ];
  test.each(widths)('on %i columns, %j fits', async (columns, words, hasBars, omitted) => {
    const { lines, code } = await onTerminal(words, columns, { NO_COLOR: '1' });
    expect(code).toBe(0);
    const [footer, ...others] = lines.toReversed();
    expect(footer).toMatch(/^1–\d+ of \d+ groups/);
    expect(/; no room for (.*) \(--json has all\)/.exec(footer!)?.[1]).toBe(omitted);
    expect(others.filter((line) => Bun.stringWidth(line) > columns)).toEqual([]);
    expect(others.some((line) => line.includes('█'))).toBe(hasBars);
  });

  test('a text of a record cannot run commands of the terminal', async () => {
    const name = '\x1b[31mred\u202e';
    expect((await post(service, '/api/v1/organizations', { name, slug: 'red' })).status).toBe(201);
    for (const words of [
      ['organizations', '--group', 'name'],
      ['organizations', '--measure', 'count', '--group', 'slug,name'],
    ]) {
      const { shown } = await onTerminal(words, 100, { NO_COLOR: '1' });
      expect(shown).toContain('\\u001b[31mred\\u202e');
      expect(shown).not.toContain('\x1b');
    }
  });
});

const completionRows: [string[], string[]][] = [
  [['agg'], ['aggregate']],
  [['aggregate', 'emp'], ['employees']],
  [['aggregate', 'attendance', '--mea'], ['--measure']],
  [['aggregate', 'leave', '--group', 'st'], ['status']],
  [
    ['aggregate', 'leave', '--group', 'status,month('],
    ['status,month(from_date)', 'status,month(to_date)', 'status,month(applied_on)'],
  ],
  [['aggregate', 'leave', '--group', 'bin(days,'], ['bin(days,10)']],
  [['aggregate', 'leave', '--group=employee_id.br'], ['--group=employee_id.branch']],
  [
    ['aggregate', 'leave', '--group', 'year(employee_id.'],
    ['date_of_joining', 'probation_end', 'termination_date'].map((name) => `year(employee_id.${name})`),
  ],
  [['aggregate', 'attendance', '--measure', 'count,a'], ['count,avg(hours)']],
  [
    ['aggregate', 'leave', '--measure', 'median(days(from'],
    ['median(days(from_date,to_date))', 'median(days(from_date,applied_on))'],
  ],
  [
    ['aggregate', 'leave', '--group', "'month(from_date),status'", '--group=dept', '--sort', '-'],
    ['-month(from_date)', '-status', '-dept', '-count'],
  ],
  [['aggregate', 'leave', '--measure', 'avg\\(days\\)', '--sort', 'a'], ['avg(days)']],
  [['aggregate', 'leave', '--format', 'n'], ['ndjson']],
  [['aggregate', 'leave', '--leave_type', 'an'], ['annual']],
];

test.each(completionRows)('%j is completed to %j', (words, expected) =>
  expect(completions(commands, words)).toEqual(expected),
);
