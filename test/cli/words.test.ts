// The words of the command line: what is refused and how, what the help says, and what shells complete. All of it follows
// from the table of commands.
import { expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { fitting } from '../../src/cli/commands/completion.ts';
import { helpText } from '../../src/cli/commands/help.ts';
import { commands } from '../../src/cli/commands.ts';
import { exitCodes, UsageError } from '../../src/cli/options/exit-codes.ts';
import { parseWords } from '../../src/cli/options/parse.ts';
import { run } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

/** What is not even read. */
const misread: [string[], RegExp][] = [
  [[''], /^There is no command "";/],
  [['--sevre'], /^There is no command "--sevre";/],
  [['constructor'], /^There is no command "constructor";/],
  [['serve', 'now'], /^"workforce serve": too many arguments .*; "workforce help serve" says more\.$/],
  [['list'], /^"workforce list": missing required argument 'RESOURCE'; /],
  [['list', 'employes'], /'employes' is invalid .* choices are employees, departments, /],
  [['list', 'employees', '--statsu', 'x'], /unknown option '--statsu' \(Did you mean --status\?\)/],
  [['list', 'employees', '--status'], /option '--status <value>' argument missing/],
  [['list', 'employees', '--status', '--json'], /--status needs a value, and --json is none\.$/],
  [['list', 'employees', '--format', 'xml'], /'xml' is invalid.*Allowed choices are table, json, csv, ndjson/],
  [['restore', '--force'], /missing required argument 'FILE'/],
  [['get', 'employees'], /missing required argument 'ID'/],
  [['create', 'employees'], /'employees' is invalid .*Allowed choices are leave, /],
  [['create', 'leave', '--token', 'secret'], /unknown option '--token';/],
  [['create', 'leave', '--token=secret'], /unknown option '--token';/],
  [['completion', 'tcsh'], /'tcsh' is invalid .*Allowed choices are bash, zsh, fish/],
];

test.each(misread)('%j is refused', (words, message) => {
  expect(() => parseWords(commands, words)).toThrow(UsageError);
  expect(() => parseWords(commands, words)).toThrow(message);
});

const refusals: [string[], RegExp][] = [
  [['sevre'], /^There is no command "sevre"; "workforce help" lists them\. \(Did you mean serve\?\)$/],
  [['help', 'sevre'], /^There is no command "sevre"; "workforce help" lists them\.$/],
  [['list', 'employees', '--stage', 'offer'], /^employees has no --stage; it has --id\.\*, --code, /],
  [['list', 'employees', '--url', 'ftp://x'], /^--url is no address of a service/],
  [['list', 'employees', '--token-file', 'x'], /^--token-file is for --url/],
  [['get', 'employees', ''], /^The ID is empty\.$/],
  [
    ['create', 'leave', '--leave_type', 'x', '--data', '{}'],
    /by --data or by options such as --leave_type, not by both/,
  ],
];

test.each(refusals)('%j is refused with one line and exit code 2', async (words, message) => {
  const { stdout, stderr, code } = await run(words, { WORKFORCE_DATA: '/dev/null/none' });
  expect([stdout, code]).toEqual(['', exitCodes.usage.code]);
  const [line, ...rest] = stderr.trimEnd().split('\n');
  expect(rest).toEqual([]);
  expect(line).toStartWith('workforce: ');
  expect(line!.slice('workforce: '.length)).toMatch(message);
});

test.each(Object.keys(commands))('the help of %s tells all it takes, with examples that can be run', (name) => {
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
    expect(parseWords(commands, wordsOf(line)).command).toBe(commands[name]!);
  }
});

/** The words after `workforce`, as a shell would give them. */
function wordsOf(line: string): string[] {
  const [, command] = /\bworkforce (.*?)(?: [|>].*)?$/.exec(line.replace(/^[A-Z_]+=.* (?=workforce)/, ''))!;
  return [...command!.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, bare]) => one ?? two ?? bare!);
}

test('the help of a resource has its filters and its fields, however it is asked for', async () => {
  const { stdout, code } = await run(['help', 'list', 'leave']);
  expect(code).toBe(0);
  expect((await run(['list', 'leave', '--q', 'x', '--help'])).stdout).toBe(stdout);
  expect((await run(['list', '-h'])).stdout).toBe(`${helpText(commands, 'list')}\n`);
  expect(stdout).toMatch(/^ {2}--leave_type +What kind of leave it is/m);
  expect(stdout).toMatch(/^ {2}--days\.\* +Working days away/m);
  expect(helpText(commands, 'create', 'leave')).toMatch(/^ {2}--reason +What the employee wrote/m);
});

test('every filter and every field of a create is an option, and a range is written with a dot or as the interface has it', () => {
  for (const { name, fields, creatable } of catalogue) {
    const words = fields.flatMap((field) => [
      ...(field.filter ? [`--${field.name}`, 'x'] : []),
      ...(field.range ? [`--${field.name}.gte`, '1', `--${field.name}[lt]`, '-2', `--${field.name}[gt]=3`] : []),
    ]);
    const { ofResource } = parseWords(commands, ['list', name, ...words]).given;
    expect(ofResource).toEqual(
      fields.flatMap((field): [string, string][] => [
        ...(field.filter ? [[field.name, 'x'] as [string, string]] : []),
        ...(field.range
          ? ([
              ['gte', '1'],
              ['lt', '-2'],
              ['gt', '3'],
            ].map(([o, v]) => [`${field.name}.${o}`, v]) as [string, string][])
          : []),
      ]),
    );
    if (!creatable) continue;
    const sent = fields.filter(({ create }) => create).map((field) => [field.name, 'x'] as const);
    const given = parseWords(commands, ['create', name, ...sent.flatMap(([field, text]) => [`--${field}`, text])]);
    expect(given.given.ofResource).toEqual(sent);
  }
});

const completions: [string[], string[]][] = [
  [['ver'], ['version']],
  [['list', 'emp'], ['employees']],
  [['create', 'le'], ['leave']],
  [['create', 'emp'], []],
  [['list', 'employees', '--st'], ['--status']],
  [['list', '--status', 'x', 'cand'], ['candidates']],
  [
    ['list', 'employees', '--status', 'o'],
    ['on_leave', 'onboarding'],
  ],
  [
    ['list', 'employees', '--status=o'],
    ['--status=on_leave', '--status=onboarding'],
  ],
  [
    ['list', 'employees', '--status', '=', 'o'],
    ['on_leave', 'onboarding'],
  ],
  [
    ['list', 'employees', '--status', '='],
    ['active', 'on_leave', 'onboarding', 'terminated'],
  ],
  [['list', 'jobs', '--employment_type', 'in'], ['intern']],
  [['list', 'employees', '--sort', 'id,-first'], ['id,-first_name']],
  [
    ['get', 'employees', '7', '--expand', ''],
    ['dept_id', 'manager_id', 'candidate_id'],
  ],
  [
    ['export', 'leave', '--format', ''],
    ['csv', 'ndjson', 'json'],
  ],
  [['export', 'leave', '--output', ''], []],
  [['export', '-o', 'leave.csv', 'lea'], ['leave']],
  [['serve', ''], ['--help']],
  [
    ['list', 'leave', '--days.'],
    ['--days.gte', '--days.gt', '--days.lte', '--days.lt'],
  ],
  [['create', 'organizations', '--timezone', 'Europe/Lis'], ['Europe/Lisbon']],
  [['help', 'ex'], ['export']],
  [
    ['doctor', '--'],
    ['--fix', '--json', '--help'],
  ],
  [['nothing', ''], []],
];

test.each(completions)('after %j fits %j', (words, expected) => expect(fitting(commands, words)).toEqual(expected));

test('the script completes in bash', async () => {
  const folder = temporaryFolder();
  const program = join(folder, 'workforce');
  const main = new URL('../../src/main.ts', import.meta.url).pathname;
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(program, 0o755);
  const completed = `source <(workforce completion bash); complete -p workforce
    COMP_WORDS=(workforce list employees --status on); COMP_CWORD=4; _workforce; echo "\${COMPREPLY[@]}"
    COMP_WORDS=(workforce list emp --status active); COMP_CWORD=2; _workforce; echo "\${COMPREPLY[@]}"
    COMP_WORDS=(workforce ''); COMP_CWORD=1; _workforce; echo "\${#COMPREPLY[@]}"`;
  const child = Bun.spawn(['bash', '-c', completed], {
    env: { PATH: `${folder}:${process.env.PATH}` },
    stderr: 'pipe',
  });
  expect(await new Response(child.stderr).text()).toBe('');
  expect((await new Response(child.stdout).text()).split('\n')).toEqual([
    'complete -o default -F _workforce workforce',
    'on_leave onboarding',
    'employees',
    String(Object.keys(commands).length),
    '',
  ]);
});

test('scripts for the other shells ask for the same words', async () => {
  for (const shell of ['zsh', 'fish']) {
    const { stdout, code } = await run(['completion', shell]);
    expect(code).toBe(0);
    expect(stdout).toContain('completion words -- ');
  }
});
