// Records, groups and metrics on the command line: questions are passed on, and answers are shown, the same from the
// local database and from a service; and exit codes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '../../src/cli/options/exit-codes.ts';
import { run, runOnTerminal, spawnCommand } from '../harness/command.ts';
import { databaseSetting, demoDatabase, eitherEngine, newDatabase } from '../harness/databases.ts';
import { post, type Service, startService, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { runHere } from './run-here.ts';

/** Leave that only these tests have, in a year that is over: its status, its days, and from when to when. */
const leave = [
  ['approved', 2, '2023-01-30', '2023-02-03'],
  ['approved', 5.5, '2023-01-31', '2023-01-31'],
  ['pending', 1, '2023-02-27', null],
  ['pending', null, '2023-03-06', null],
] as const;
const GARDEN = ['leave', '--leave_type', 'garden'];
const OUT = 'insight who-is-out --leave_type garden --from 2023-01-10 --to 2023-03-31 --every month'.split(' ');

describe.each(eitherEngine)('%s', (engine) => {
  let service: Service;
  let local: Record<string, string>;
  const files = temporaryFolder();
  beforeAll(async () => {
    const location = await demoDatabase(engine);
    local = databaseSetting(location);
    service = await startService({ engine, location });
    writeFileSync(join(files, 'token'), `${TOKEN}\n`);
    writeFileSync(join(files, 'body.json'), '{"leave_type": "sick", "days": 1.50}');
    for (const [status, days, from_date, to_date] of leave) {
      const record = { leave_type: 'garden', employee_id: 7, status, days, from_date, to_date };
      expect((await post(service, '/api/v1/leave', record)).status).toBe(201);
    }
  });
  afterAll(() => service.stop());

  /** The same command on the local database and on the service. */
  const targets = (words: string[]): [string[], Record<string, string>][] => [
    [words, local],
    [[...words, '--url', service.url], { WORKFORCE_API_TOKEN: TOKEN }],
  ];

  /** The outcome, which is the same on both. */
  async function both(words: string[]) {
    const [here, there] = await Promise.all(targets(words).map((target) => run(...target)));
    expect({ words, ...there! }).toEqual({ words, ...here! });
    return here!;
  }

  const reads: [string[], string][] = [
    [
      ['list', 'applications', '--stage', 'offer', '--stage', 'hired', '--limit=3'],
      'applications?stage=offer&stage=hired&limit=3',
    ],
    [
      ['list', 'leave', '--status.ne', 'approved', '--employee_id.branch.ne=London', '--from_date.weekday', '1'],
      'leave?status[ne]=approved&employee_id.branch[ne]=London&from_date[weekday]=1',
    ],
    [
      ['list', 'leave', '--sort', '-days,id', '--fields', 'id,days,employee_id.email', '--expand', 'employee_id'],
      'leave?sort=-days,id&fields=id,days,employee_id.email&expand=employee_id',
    ],
    [
      ['get', 'employees', '7', '--fields=id,dept_id', '--expand', 'dept_id'],
      'employees/7?fields=id,dept_id&expand=dept_id',
    ],
    [
      ['aggregate', 'employees', '--group', 'dept_id', '--group=branch', '--limit', '3', '--offset', '5'],
      'aggregate/employees?group=dept_id,branch&limit=3&offset=5',
    ],
    [
      ['aggregate', 'leave', '--measure', 'count,sum(days)', '--measure', 'avg(days(from_date,to_date))', '--q', 'e'],
      'aggregate/leave?measure=count,sum(days),avg(days(from_date,to_date))&q=e',
    ],
    [
      ['insight', 'headcount', '--from', '2026-01-01', '--to', '2026-06-30', '--every', 'month', '--branch', 'London'],
      'insights/headcount?from=2026-01-01&to=2026-06-30&every=month&branch=London',
    ],
  ];

  test.each(reads)('%j --json is what the service answers', async (words, path) => {
    const { stdout, stderr, code } = await both([...words, '--json']);
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toBe(`${await (await fetch(`${service.url}/api/v1/${path}`)).text()}\n`);
  });

  test('all groups are in a file for a spreadsheet, as the service writes it, unless there is a limit', async () => {
    const words = ['aggregate', 'attendance', '--group', 'employee_id', '--format', 'csv'];
    const [whole, some] = await Promise.all([run(words, local), run([...words, '--limit', '7'], local)]);
    const path = 'aggregate/attendance?group=employee_id&format=csv';
    expect(whole.stdout).toBe(await (await fetch(`${service.url}/api/v1/${path}`)).text());
    expect(whole.stdout.split('\n').length).toBeGreaterThan(100);
    expect(some.stdout.trimEnd().split('\n')).toHaveLength(8);
  });

  const tables: [string[], string[]][] = [
    [['aggregate', ...GARDEN], ['count 4']],
    [
      ['aggregate', ...GARDEN, '--group', 'status', '--measure', 'count,avg(days),max(from_date)'],
      [
        'status    count  avg(days)  max(from_date)',
        'approved      2       3.75  2023-01-31',
        'pending       2       1.00  2023-03-06',
        'all           4       2.83  2023-03-06',
        '1–2 of 2 groups',
      ],
    ],
    [
      OUT,
      [
        'Who is out, 2023-01-10 to 2023-03-31',
        'month     leave  people',
        '2023-01*      2       1*',
        '2023-02       1       1*',
        '2023-03       0       0*',
        '1–3 of 3 lines',
        '* behind a period: not over yet, or not whole; behind a value: of fewer than 10, which says little',
      ],
    ],
    [
      ['insight', 'headcount', '--branch', 'nowhere', '--from', '2023-01-10', '--to', '2023-03-31'],
      ['Headcount (people), on 2023-03-31', 'headcount  0'],
    ],
    [['list', 'departments', '--offset', '9999'], ['0 of 12']],
  ];

  test.each(tables)('%j is this table', async (words, lines) => {
    expect(await both(words)).toEqual({ stdout: `${lines.join('\n')}\n`, stderr: '', code: 0 });
  });

  test('a record is shown with a line for each field, and --url may end in /api', async () => {
    const { stdout } = await run(['get', 'employees', '1'], local);
    for (const end of ['', '/api/'])
      expect((await run(['get', 'employees', '1', `--url=${service.url}${end}`])).stdout).toBe(stdout);
    expect(stdout).toMatch(/^id +1\ncode +E-00001\n/);
    expect(stdout).toMatch(/^manager_id\n/m);
  });

  const refused: [string[], keyof typeof exitCodes, string[]][] = [
    [['get', 'employees', '99999999'], 'missing', ['There is no employee with this id.']],
    [
      ['list', 'leave', '--limit', '500', '--from_date.gte', 'soon', '--employee_id', 'x'],
      'invalid',
      ['--limit is "500": Input should be ', '--employee_id is "x": ', '--from_date.gte is "soon": '],
    ],
    [
      ['insight', 'leavers', '--group', 'size', '--from', 'May'],
      'invalid',
      ['--from is "May": ', '--group is "size": '],
    ],
    [
      ['create', 'leave', '--employee_id', 'many', '--days', '-1'],
      'invalid',
      ['--employee_id is "many": ', '--leave_type: Field required.', '--days is -1: '],
    ],
    [['create', 'leave', '--data', '@/no/such/file'], 'failed', ['--data /no/such/file cannot be read (ENOENT).']],
    [['create', 'leave', '--data', '[]'], 'invalid', ['--data: ']],
    [['create', 'leave', '--leave_type', 'x', '--idempotency-key', 'a b'], 'invalid', ['--idempotency-key is "a b": ']],
    [['insight', '--branch', 'x'], 'usage', ['--branch is for a metric: name one, ']],
    [['insight', '--format', 'csv'], 'usage', ['--format csv is for a metric: name one, or take --json.']],
  ];

  test.each(refused)('%j ends as %s, with a line for each fault', async (words, ending, lines) => {
    for (const target of targets(words)) {
      const { stdout, stderr, code } = await runHere(...target);
      expect([stdout, code]).toEqual(['', exitCodes[ending].code]);
      const said = stderr.trimEnd().split('\n');
      expect(said).toEqual(lines.map((line) => expect.stringContaining(`workforce: ${line}`)));
    }
  });

  const created: [string[], object][] = [
    [
      ['--employee_id', '7', '--leave_type', '5', '--days', '2.5', '--reason', 'null'],
      { employee_id: 7, leave_type: '5', days: 2.5, reason: 'null' },
    ],
    [['--data', '{"leave_type": "annual"}'], { leave_type: 'annual', status: 'pending' }],
    [['--data', `@${join(files, 'body.json')}`], { leave_type: 'sick', days: 1.5 }],
  ];

  test.each(created)('create %j', async (words, values) => {
    const create = ['create', 'leave', ...words, '--json'];
    for (const { stdout, stderr, code } of await Promise.all([
      run(create, local),
      run([...create, '--url', service.url, '--token-file', join(files, 'token')]),
    ])) {
      expect([stderr, code]).toEqual(['', 0]);
      const record = JSON.parse(stdout);
      expect(record).toMatchObject(values);
      expect(`${await (await fetch(`${service.url}/api/v1/leave/${record.id}`)).text()}\n`).toBe(stdout);
    }
  });

  test('a create with a key creates one record, locally and through the service', async () => {
    const words = ['create', 'leave', '--leave_type', 'once', '--idempotency-key', `key-${engine}`, '--json'];
    const first = await run(words, local);
    const again = await run([...words, '--url', service.url], { WORKFORCE_API_TOKEN: TOKEN });
    expect(again).toEqual({
      ...first,
      stderr: 'workforce: This key was used before; the record is the one that was created then.\n',
    });
    const { code } = await both([...words.slice(0, 3), 'other', ...words.slice(4)]);
    expect(code).toBe(exitCodes.invalid.code);
  });

  test('a body may come from the standard input', async () => {
    const child = spawnCommand(['create', 'leave', '--data', '-', '--json'], local, { stdin: 'pipe' });
    child.stdin.write('{"leave_type": "from standard input"}');
    await child.stdin.end();
    expect(await new Response(child.stdout).json()).toMatchObject({ leave_type: 'from standard input' });
  });
});

describe('targets', () => {
  const location = temporaryFolder();
  const hidden = { employees: new Set(['base_salary']) };
  const seen = ['get', 'employees', '1', '--json'];
  let service: Service;
  beforeAll(async () => {
    service = await startService({ location, privateFields: hidden });
  });
  afterAll(() => service.stop());

  test('private fields are visible in the local database and with the token', async () => {
    const local = { WORKFORCE_DATA: location, WORKFORCE_PRIVATE_FIELDS: 'employees.base_salary' };
    const salary = async (words: string[], environment: Record<string, string>) =>
      JSON.parse((await run([...seen, ...words], environment)).stdout).base_salary;
    const toService = ['--url', service.url];
    expect(
      await Promise.all([salary([], local), salary(toService, {}), salary(toService, { WORKFORCE_API_TOKEN: TOKEN })]),
    ).toEqual([expect.any(Number), null, expect.any(Number)]);
    const { stderr, code } = await run(['list', 'employees', '--base_salary.gt', '1', '--url', service.url]);
    expect([code, stderr]).toEqual([
      4,
      expect.stringContaining('--base_salary.gt is "1": The field base_salary is private'),
    ]);
  });

  test.each(eitherEngine)('a database with other private fields is not changed (%s)', async (engine) => {
    const own = await newDatabase(engine);
    const other = await startService({ location: own, privateFields: hidden, filled: false });
    const file = join(temporaryFolder(), 'departments.ndjson');
    writeFileSync(file, '{"name": "Ceramics"}\n');
    const copying = engine === 'embedded' ? ['copy', '--to', await newDatabase('postgresql')] : ['copy', '--from', own];
    const commands = [seen, ['doctor'], ['doctor', '--fix'], ['seed'], ['import', 'departments', file], copying];
    for (const words of commands) {
      const { stderr, code } = await runHere(words, { WORKFORCE_DATA: temporaryFolder(), ...databaseSetting(own) });
      expect([words[0], code, stderr]).toEqual([
        words[0],
        1,
        expect.stringContaining('set WORKFORCE_PRIVATE_FIELDS to "employees.base_salary"'),
      ]);
    }
    expect(await other.store.audit()).toEqual([]);
    expect((await other.store.counts()).departments).toBe(0);
    const migrated = await run(['migrate'], { ...databaseSetting(own), WORKFORCE_DEMO: '0' });
    expect([migrated.code, migrated.stderr]).toEqual([
      0,
      expect.stringContaining('(private fields: employees.base_salary, from now on none).'),
    ]);
    await other.stop();
    const back = { ...databaseSetting(own), WORKFORCE_PRIVATE_FIELDS: 'employees.base_salary' };
    const { stderr, code } = await run(['doctor'], back);
    expect([code, stderr]).toEqual([1, expect.stringContaining('no field is private in it: unset WORKFORCE_PRIVATE_')]);
  });

  const endings: [string, () => string[], Record<string, string>, keyof typeof exitCodes, RegExp][] = [
    ['no database', () => seen, { WORKFORCE_DATA: join(location, 'none') }, 'failed', /There is no database in .*none/],
    ['a bad setting', () => seen, { WORKFORCE_DATA: location, PORT: 'x' }, 'failed', /PORT is "x"/],
    [
      'no service at the address',
      () => [...seen, '--url', 'http://127.0.0.1:1'],
      {},
      'unavailable',
      /127\.0\.0\.1:1 does not answer/,
    ],
    ['no token', () => ['create', 'leave', '--leave_type', 'x', '--url', service.url], {}, 'forbidden', /write token/],
    [
      'a wrong token',
      () => ['create', 'leave', '--url', service.url],
      { WORKFORCE_API_TOKEN: 'not-the-token' },
      'forbidden',
      /is not the write token/,
    ],
  ];

  test.each(endings)('%s: exit code and one line', async (_, words, environment, ending, message) => {
    const { stdout, stderr, code } = await runHere(words(), environment);
    expect({ stdout, code, lines: stderr.trimEnd().split('\n').length }).toEqual({
      stdout: '',
      code: exitCodes[ending].code,
      lines: 1,
    });
    expect(stderr).toMatch(/^workforce: /);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(environment.WORKFORCE_API_TOKEN ?? TOKEN);
  });

  test('an answer of another server, and a redirect, are reported', async () => {
    const otherServer = Bun.serve({
      port: 0,
      fetch: ({ url }) =>
        url.includes('employees') ? Response.redirect('https://x.example/') : new Response('<h1>', { status: 502 }),
    });
    const url = `http://127.0.0.1:${otherServer.port}`;
    const sent = await run([...seen, '--url', url]);
    expect([sent.code, sent.stderr]).toEqual([
      1,
      expect.stringContaining('sends to https://x.example/; give that as --url'),
    ]);
    const other = await run(['list', 'leave', '--url', url]);
    expect([other.code, other.stderr]).toEqual([
      5,
      expect.stringContaining('The answer is 502 and not from this service'),
    ]);
    await otherServer.stop(true);
  });
});

describe('on a terminal', () => {
  const location = temporaryFolder();
  let service: Service;
  beforeAll(async () => {
    service = await startService({ location });
    for (const [status, days] of leave) {
      const answer = await post(service, '/api/v1/leave', { leave_type: 'garden', status, days });
      expect(answer.status).toBe(201);
    }
  });
  afterAll(() => service.stop());

  const onTerminal = (words: string[], columns: number, environment: Record<string, string> = {}) =>
    runOnTerminal(words, columns, { WORKFORCE_DATA: location, ...environment });

  const GROUPS = ['aggregate', ...GARDEN, '--group', 'status', '--measure', 'sum(days)'];
  const approved = (bar: string) => `approved        7.5  ${bar}`;

  test('there are bars, a bold heading, and a dim last row', async () => {
    const { lines, code } = await onTerminal(GROUPS, 51);
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
    [{ LANG: 'en_GB.UTF-8', LC_ALL: 'POSIX' }, '#'],
    [{ NO_COLOR: '1' }, '█'],
  ];
  test.each(locales)('with %j bars are of %s', async (environment, sign) => {
    const { lines } = await onTerminal(GROUPS, 41, environment);
    expect(lines[1]).toBe(approved(sign.repeat(20)));
    expect(lines[0]!.includes('\x1b')).toBe(environment.NO_COLOR === undefined);
  });
});
