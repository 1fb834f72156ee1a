// Parsing of the command line, help and completion, which are all derived from the table of commands.
import { expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { completions } from '../../src/cli/commands/completion.ts';
import { helpText } from '../../src/cli/commands/help.ts';
import { commands } from '../../src/cli/commands.ts';
import type { Arguments } from '../../src/cli/options/command.ts';
import { exitCodes, UsageError } from '../../src/cli/options/exit-codes.ts';
import { parseCommandLine } from '../../src/cli/options/parse-command-line.ts';
import { queryParameters } from '../../src/cli/options/resource-options.ts';
import { filtersOf } from '../../src/contract/request/conditions.ts';
import { counted, withArticle } from '../../src/contract/words.ts';
import { insights } from '../../src/insights/insights.ts';
import { run } from '../harness/command.ts';
import { runHere } from './run-here.ts';

/** A secret may be typed in the wrong position, so no message repeats a value. */
const VALUE = 'hidden';

const misread: [string[], RegExp][] = [
  [[''], /^There is no command ""; "workforce help" lists them\.$/],
  [
    ['serve', VALUE],
    /^"workforce serve": too many arguments: it takes none, but got 1; "workforce help serve" says more\.$/,
  ],
  [['get', 'employees', '1', VALUE], /: too many arguments: it takes RESOURCE ID, but got 3; /],
  [
    ['list'],
    /^"workforce list": RESOURCE is missing \(one of employees, departments, .*\); "workforce help list" says/,
  ],
  [['list', 'employes'], /: RESOURCE has to be one of employees, departments, .* \(did you mean employees\?\); /],
  [['list', 'employees', '--statsu', VALUE], /: there is no option --statsu \(did you mean --status\?\); /],
  [
    ['list', 'leave', '--employee_id.brnch', VALUE],
    /: there is no option --employee_id\.brnch \(did you mean --employee_id\.branch\?\); /,
  ],
  [
    ['list', 'leave', '--branch', VALUE],
    /: leave requests have no --branch \(did you mean --employee_id\.branch\?\), they have --id, --employee_id, /,
  ],
  [['create', 'leave', '--token', VALUE], /: there is no option --token; /],
  [['list', 'employees', '--status'], /: --status needs a value; /],
  [['list', 'employees', '--status', '--json'], /: --status needs a value, and --json is an option; /],
  [['list', 'employees', `--json=${VALUE}`], /: --json takes no value; /],
  [
    ['list', 'employees', '--format=jsno'],
    /: --format has to be one of table, json, csv, xlsx, ndjson \(did you mean json\?\); /,
  ],
  [['insight', 'turnovr'], /: NAME has to be one of headcount, .* \(did you mean turnover\?\); /],
  [['insight', 'turnover', '--every', 'hour'], /: --every has to be one of day, week, month, quarter, year; /],
  [['insight', 'stuck', '--from', '2026-01-01'], /: stuck is about today, and takes no --from; /],
  [
    ['insight', 'source-quality', '--group', 'x'],
    /: source-quality is always by candidate_id\.source, and takes no --group; /,
  ],
  [
    ['insight', 'pay-gap', '--branch', 'x'],
    /: pay-gap is about all employees, and takes no filters such as --branch; /,
  ],
  [
    ['insight', 'absence', '--branch', 'x'],
    /filters behind --employee_id, no --branch \(did you mean --employee_id\.branch\?\); /,
  ],
];

test.each(misread)('%j is refused', (words, message) => {
  const parse = () => parseCommandLine(commands, words);
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(message);
  expect(parse).not.toThrow(VALUE);
});

const imported = catalogue.filter(({ creatable }) => !creatable);

test.each(imported.map(({ name, many }) => [name, many]))(
  'create %s says that they are imported',
  async (name, many) => {
    const creatable = catalogue.filter((each) => each.creatable).map((each) => each.name);
    const instead = `${many} are imported, not created: "workforce import ${name} FILE" where the database is; what can be created is ${creatable.join(', ')}`;
    for (const more of [[], ['--data', '{}'], ['--first_name', 'Ada'], ['--url', 'http://127.0.0.1:1']])
      expect(() => parseCommandLine(commands, ['create', name!, ...more])).toThrow(
        new UsageError(`"workforce create": ${instead}; "workforce help create" says more.`),
      );
    expect(helpText(commands, 'create', name)).toContain(`${instead[0]!.toUpperCase()}${instead.slice(1)}.`);
  },
);

const read: [string[], Partial<Arguments>][] = [
  [['export', 'leave', '-o', 'a.csv'], { values: { output: 'a.csv' } }],
  [['export', 'leave', '-oa.csv', '--force'], { values: { output: 'a.csv', force: '' } }],
  [['export', '--output=a=b.csv', 'leave'], { values: { output: 'a=b.csv' }, operands: ['leave'] }],
  [['list', 'leave', '--q=', '--sort', '-days,id'], { values: { q: '', sort: '-days,id' } }],
  [['list', 'leave', '--q=--json'], { values: { q: '--json' } }],
  [
    ['list', 'leave', '--status', 'a', '--q', 'x', '--status=b'],
    {
      values: { status: 'b', q: 'x' },
      resourceOptions: [
        ['status', 'a'],
        ['status', 'b'],
      ],
    },
  ],
  [['get', 'employees', '--', '--json'], { values: {}, operands: ['employees', '--json'] }],
  [['import', 'leave', '-'], { operands: ['leave', '-'] }],
  // A value that may be missing: at the end, before another option, with a value, joined.
  [['token', 'create', 'a', '--private'], { values: { private: '' }, operands: ['create', 'a'] }],
  [
    ['token', 'create', '--private', '--read', 'all', 'a'],
    { values: { private: '', read: 'all' }, operands: ['create', 'a'] },
  ],
  [['token', 'create', 'a', '--private', 'leave.reason'], { values: { private: 'leave.reason' } }],
  [
    ['token', 'create', 'a', '--private=leave.reason', '--calendar'],
    { values: { private: 'leave.reason', calendar: '' } },
  ],
  [['token', 'create', '--', '--private'], { values: {}, operands: ['create', '--private'] }],
  [['completion', 'words', '--', 'list', '--days[gt]', ''], { operands: ['words', 'list', '--days[gt]', ''] }],
];

test.each(read)('%j is read as %j', (words, expected) =>
  expect(parseCommandLine(commands, words).args).toMatchObject(expected),
);

const refusals: [string[], RegExp][] = [
  [['sevre'], /^There is no command "sevre" \(did you mean serve\?\); "workforce help" lists them\.$/],
  [['list', 'employees', '--url', 'ftp://x'], /^--url is no address of a service/],
  [['list', 'employees', '--token-file', 'x'], /^--token-file is for --url/],
  [['get', 'employees', ''], /^The ID is empty\.$/],
  [
    ['create', 'leave', '--leave_type', 'x', '--data', '{}'],
    /by --data or by options such as --leave_type, not by both/,
  ],
];

test.each(refusals)('%j is refused with one line and exit code 2', async (words, message) => {
  const { stdout, stderr, code } = await runHere(words, { WORKFORCE_DATA: '/dev/null/none' });
  expect([stdout, code]).toEqual(['', exitCodes.usage.code]);
  const [line, ...rest] = stderr.trimEnd().split('\n');
  expect(rest).toEqual([]);
  expect(line).toStartWith('workforce: ');
  expect(line!.slice('workforce: '.length)).toMatch(message);
});

test.each(Object.keys(commands))('the help of %s lists all arguments and options, with examples that parse', (name) => {
  const { about, operands = [], options = {}, flags = {}, examples } = commands[name]!;
  const text = helpText(commands, name);
  for (const part of [about.slice(1), ...operands.flatMap((operand) => [operand.name, operand.about])])
    expect(text).toContain(part);
  for (const [option, each] of Object.entries(options))
    for (const part of [`--${option}`, each.about, each.default ?? '', ...(each.choices ?? [])])
      expect(text).toContain(part);
  for (const part of Object.entries(flags).flat()) expect(text).toContain(part);
  expect(examples.length).toBeGreaterThan(0);
  for (const [line, what] of examples) {
    expect(text).toContain(line);
    expect(text).toContain(what);
    expect(parseCommandLine(commands, wordsOf(line)).command).toBe(commands[name]!);
  }
});

/** The words after `workforce`, as a shell would split them. */
function wordsOf(line: string): string[] {
  const [, command] = /\bworkforce (.*?)(?: [|>].*)?$/.exec(line.replace(/^[A-Z_]+=.* (?=workforce)/, ''))!;
  return [...command!.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, bare]) => one ?? two ?? bare!);
}

test('the help of a command with a resource lists its filters and fields', async () => {
  const { stdout, code } = await run(['help', 'list', 'leave']);
  expect(code).toBe(0);
  expect((await run(['list', 'leave', '--q', 'x', '--help'])).stdout).toBe(stdout);
  expect((await run(['list', '-h'])).stdout).toBe(`${helpText(commands, 'list')}\n`);
  expect(stdout).toMatch(/^ {2}--leave_type +What kind of leave it is/m);
  expect(stdout).toMatch(/^ {2}--days +Working days away/m);
  expect(stdout).toMatch(/^ {2}\.ne on all of them$/m);
  expect(stdout).toMatch(/^ {2}\.gte .*\.lt_or_null on id, from_date, to_date, days, applied_on$/m);
  expect(stdout).toMatch(/^ {2}\.weekday \.month_of_year on from_date, to_date, applied_on$/m);
  expect(stdout).toMatch(/^ {2}null is the only value for reason$/m);
  expect(stdout).toMatch(/^ {2}--employee_id\.FILTER {2}the filters of employees, such as --employee_id\.first_name$/m);
  expect(stdout.split('\n').length).toBeLessThan(70);
  expect(helpText(commands, 'list', 'departments')).not.toContain('Behind references');
  expect(helpText(commands, 'create', 'leave')).toMatch(/^ {2}--reason +What the employee wrote/m);
});

test('the help of a metric says how it is computed, and what it takes', () => {
  const text = helpText(commands, 'insight', 'absence');
  expect(text).toContain('Formula: attendance records of the period with the status absent');
  expect(text).toMatch(/behind --employee_id only:\n\n {2}--employee_id\.FILTER {2}the filters of employees/);
  expect(helpText(commands, 'insight', 'turnover')).toMatch(/^ {2}--branch +\S/m);
  expect(helpText(commands, 'insight', 'pay-gap')).toContain('It takes no filters.');
  for (const { name } of insights) expect(helpText(commands, 'insight')).toContain(`\n  ${name} `);
});

test.each([
  [0, 'employee', '0 employees', 'an employee'],
  [1, 'application', '1 application', 'an application'],
  [2, 'job opening', '2 job openings', 'a job opening'],
  [12_345, 'organization team', '12,345 organization teams', 'an organization team'],
])('%i of %s', (count, noun, several, one) =>
  expect([counted(count, noun), withArticle(noun)]).toEqual([several, one]),
);

test('every filter is an option, written with dots or as in the interface', () => {
  for (const resource of catalogue) {
    const names = [...filtersOf(resource).keys()];
    const options = names.map((name) => name.replace('[', '.').replace(']', ''));
    for (const written of [names, options]) {
      const words = written.flatMap((name, i) => (i % 2 > 0 ? [`--${name}=-${i}`] : [`--${name}`, `${i}`]));
      const { args } = parseCommandLine(commands, ['list', resource.name, ...words]);
      expect(args.resourceOptions).toEqual(options.map((name, i) => [name, i % 2 > 0 ? `-${i}` : `${i}`]));
      expect([...queryParameters(args, []).keys()]).toEqual(names);
    }
  }
});

test('every field of a create is an option', () => {
  for (const { name, fields } of catalogue.filter(({ creatable }) => creatable)) {
    const sent = fields.filter(({ create }) => create).map((field) => [field.name, 'x'] as const);
    const words = sent.flatMap(([field, text]) => [`--${field}`, text]);
    expect(parseCommandLine(commands, ['create', name, ...words]).args.resourceOptions).toEqual(sent);
  }
});

const completionRows: [string[], string[]][] = [
  [['list', 'emp'], ['employees']],
  [['create', 'emp'], []],
  [['role', 'create', 'a', '--ma'], ['--match']],
  [['list', 'employees', '--st'], ['--status']],
  [
    ['list', 'employees', '--status=o'],
    ['--status=on_leave', '--status=onboarding'],
  ],
  [
    ['list', 'employees', '--status', '='],
    ['active', 'on_leave', 'onboarding', 'terminated'],
  ],
  [['list', 'employees', '--sort', 'id,-first'], ['id,-first_name']],
  [
    ['get', 'employees', '7', '--expand', ''],
    ['dept_id', 'manager_id', 'candidate_id'],
  ],
  [['export', 'leave', '--output', ''], []],
  [['export', '-o', 'leave.csv', 'lea'], ['leave']],
  [
    ['list', 'leave', '--employee_id.status.ne', 'on'],
    ['on_leave', 'onboarding'],
  ],
  [['list', 'leave', '--reason', ''], ['null']],
  [['create', 'organizations', '--timezone', 'Europe/Lis'], ['Europe/Lisbon']],
  [
    ['doctor', '--'],
    ['--fix', '--json', '--help'],
  ],
  [['nothing', ''], []],
  [['aggregate', 'leave', '--group', 'st'], ['status']],
  [
    ['aggregate', 'leave', '--group', 'status,month('],
    ['status,month(from_date)', 'status,month(to_date)', 'status,month(applied_on)'],
  ],
  [['aggregate', 'leave', '--group=employee_id.br'], ['--group=employee_id.branch']],
  [['aggregate', 'attendance', '--measure', 'count,a'], ['count,avg(hours)']],
  [
    ['aggregate', 'leave', '--group', "'month(from_date),status'", '--group=dept', '--sort', '-'],
    ['-month(from_date)', '-status', '-dept', '-count'],
  ],
  [['aggregate', 'leave', '--measure', 'avg\\(days\\)', '--sort', 'a'], ['avg(days)']],
  [
    ['insight', 'time'],
    ['time-to-hire', 'time-to-fill'],
  ],
  [['insight', 'turnover', '--group', 'branch,dept'], ['branch,dept_id']],
  [['insight', 'turnover', '--group', 'dept_id.n'], ['dept_id.name']],
  [['insight', 'absence', '--group', 'hours'], []],
  [['insight', 'absence', '--employee_id.br'], ['--employee_id.branch']],
  [['insight', 'pay-gap', '--g'], []],
];

test.each(completionRows)('%j is completed to %j', (words, expected) =>
  expect(completions(commands, words)).toEqual(expected),
);
