// Records on the command line: the same bytes from the local database and from a service, on both engines; and exit
// codes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '../../src/cli/options/exit-codes.ts';
import { run, spawnCommand } from '../harness/command.ts';
import { casesOn, databaseSetting, demoDatabase, engines, newDatabase } from '../harness/databases.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

describe.each(engines)('%s', (engine) => {
  let service: Service;
  let local: Record<string, string>;
  const files = temporaryFolder();
  beforeAll(async () => {
    const location = await demoDatabase(engine);
    local = databaseSetting(location);
    service = await startService({ engine, location });
    writeFileSync(join(files, 'token'), `${TOKEN}\n`);
    writeFileSync(join(files, 'body.json'), '{"leave_type": "sick", "days": 1.50}');
  });
  afterAll(() => service.stop());

  /**
   * Runs a command on the local database and on the service, and expects the same outcome. Once is enough for the
   * service: that it answers the same from either engine is proven by test/engines/differential.test.ts.
   */
  async function both(words: string[]) {
    if (engine === 'postgresql') return run(words, local);
    const [here, there] = await Promise.all([
      run(words, local),
      run([...words, '--url', service.url], { WORKFORCE_API_TOKEN: TOKEN }),
    ]);
    expect(there).toEqual(here);
    return here;
  }

  const reads: [string[], string][] = [
    [['list', 'employees'], 'employees'],
    [['list', 'employees', '--limit', '3', '--offset=5'], 'employees?limit=3&offset=5'],
    [['list', 'applications', '--stage', 'offer', '--stage', 'hired'], 'applications?stage=offer&stage=hired'],
    [['list', 'employees', '--manager_id', 'null'], 'employees?manager_id=null'],
    [
      ['list', 'leave', '--status.ne', 'approved', '--employee_id.branch.ne=London'],
      'leave?status[ne]=approved&employee_id.branch[ne]=London',
    ],
    [
      ['list', 'attendance', '--att_date.weekday', '1', '--employee_id.dept_id', '2'],
      'attendance?att_date[weekday]=1&employee_id.dept_id=2',
    ],
    [
      ['list', 'employees', '--termination_date.gte_or_null', '2026-01-01'],
      'employees?termination_date[gte_or_null]=2026-01-01',
    ],
    [['list', 'leave', '--days.gt', '2', '--days[lt]=4', '--q', 'é & +'], 'leave?days[gt]=2&days[lt]=4&q=é %26 %2B'],
    [['list', 'leave', '--sort', '-days,id', '--fields', 'id,days'], 'leave?sort=-days,id&fields=id,days'],
    [['list', 'employees', '--expand', 'dept_id', '--limit=2'], 'employees?expand=dept_id&limit=2'],
    [
      ['get', 'employees', '7', '--fields=id,dept_id', '--expand', 'dept_id'],
      'employees/7?fields=id,dept_id&expand=dept_id',
    ],
    [['get', 'employees', '7'], 'employees/7'],
    [['get', 'employees', '7', '--fields', 'id,dept_id.name'], 'employees/7?fields=id,dept_id.name'],
    [['list', 'leave', '--fields', 'id,employee_id.email'], 'leave?fields=id,employee_id.email'],
  ];

  test.each(casesOn(engine, reads))('%j --json is what the service answers', async (words, path) => {
    const { stdout, stderr, code } = await both([...words, '--json']);
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toBe(`${await (await fetch(`${service.url}/api/v1/${path}`)).text()}\n`);
  });

  test('a table has a line for each record, and says which part of the list it is', async () => {
    const { stdout, code } = await both(['list', 'departments', '--offset', '1', '--limit', '3']);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^id {2}name/),
      expect.stringMatching(/^ 2 {2}\w/),
      expect.stringMatching(/^ 3 {2}\w/),
      expect.stringMatching(/^ 4 {2}\w/),
      expect.stringMatching(/^2–4 of \d+$/),
      '',
    ]);
    expect((await both(['list', 'departments', '--offset', '9999'])).stdout).toMatch(/^0 of \d+\n$/);
  });

  test('a record is shown with a line for each field, and --url may end in /api', async () => {
    const { stdout } = await both(['get', 'employees', '1']);
    for (const end of ['/', '/api', '/api/'])
      expect((await run(['get', 'employees', '1', `--url=${service.url}${end}`])).stdout).toBe(stdout);
    expect(stdout).toMatch(/^id +1\ncode +E-00001\n/);
    expect(stdout).toMatch(/^manager_id\n/m);
  });

  const refused: [string[], keyof typeof exitCodes, string[]][] = [
    [['get', 'employees', '99999999'], 'missing', ['There is no employee with this id.']],
    [['get', 'employees', 'seven'], 'missing', ['There is no employee with this id.']],
    [
      ['list', 'leave', '--limit', '500', '--from_date.gte', 'soon', '--employee_id', 'x'],
      'invalid',
      ['--limit is "500": Input should be ', '--employee_id is "x": ', '--from_date.gte is "soon": '],
    ],
    [['list', 'leave', '--sort', 'size', '--fields', 'x'], 'invalid', ['--sort is "size": ', '--fields is "x": ']],
    [['get', 'employees', '1'.repeat(65)], 'invalid', ['ID is "111']],
    [
      ['create', 'leave', '--employee_id', 'many', '--days', '-1'],
      'invalid',
      ['--employee_id is "many": ', '--leave_type: Field required.', '--days is -1: '],
    ],
    [['create', 'leave', '--data', '[]'], 'invalid', ['--data: ']],
    [['create', 'leave', '--data', '{"leave_type": "x", "leave_type": "y"}'], 'invalid', ['--leave_type']],
    [['create', 'leave', '--leave_type', 'x', '--idempotency-key', 'a b'], 'invalid', ['--idempotency-key is "a b": ']],
    [['create', 'leave', '--data', '@/no/such/file'], 'failed', ['--data /no/such/file cannot be read (ENOENT).']],
  ];

  test.each(casesOn(engine, refused))('%j ends as %s, with a line for each fault', async (words, ending, lines) => {
    const { stdout, stderr, code } = await both(words);
    expect([stdout, code]).toEqual(['', exitCodes[ending].code]);
    const said = stderr.trimEnd().split('\n');
    expect(said).toEqual(lines.map((line) => expect.stringContaining(`workforce: ${line}`)));
  });

  const created: [string[], object][] = [
    [
      ['--employee_id', '7', '--leave_type', '5', '--days', '2.5', '--reason', 'null'],
      { employee_id: 7, leave_type: '5', days: 2.5, reason: 'null' },
    ],
    [['--data', '{"leave_type": "annual"}'], { leave_type: 'annual', status: 'pending' }],
    [['--data', `@${join(files, 'body.json')}`], { leave_type: 'sick', days: 1.5 }],
  ];

  test.each(casesOn(engine, created))('create %j', async (words, values) => {
    const targets: [string[], Record<string, string>][] = [
      [[], local],
      [['--url', service.url, '--token-file', join(files, 'token')], {}],
    ];
    for (const [more, environment] of targets) {
      const { stdout, stderr, code } = await run(['create', 'leave', ...words, '--json', ...more], environment);
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
    expect(await salary([], local)).toBeNumber();
    expect(await salary(['--url', service.url], {})).toBeNull();
    expect(await salary(['--url', service.url], { WORKFORCE_API_TOKEN: TOKEN })).toBeNumber();
    const { stderr, code } = await run(['list', 'employees', '--base_salary.gt', '1', '--url', service.url]);
    expect([code, stderr]).toEqual([
      4,
      expect.stringContaining('--base_salary.gt is "1": The field base_salary is private'),
    ]);
  });

  test.each(engines)('a database with other private fields is not changed (%s)', async (engine) => {
    const own = await newDatabase(engine);
    const other = await startService({ location: own, privateFields: hidden, filled: false });
    const file = join(temporaryFolder(), 'departments.ndjson');
    writeFileSync(file, '{"name": "Ceramics"}\n');
    const copying = engine === 'embedded' ? ['copy', '--to', await newDatabase('postgresql')] : ['copy', '--from', own];
    const commands = [seen, ['doctor'], ['doctor', '--fix'], ['seed'], ['import', 'departments', file], copying];
    for (const words of commands) {
      const { stderr, code } = await run(words, { WORKFORCE_DATA: temporaryFolder(), ...databaseSetting(own) });
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
    [
      'a token that is too short',
      () => ['create', 'leave', '--url', service.url],
      { WORKFORCE_API_TOKEN: 'short' },
      'failed',
      /WORKFORCE_API_TOKEN cannot be used/,
    ],
    [
      'a file without a token',
      () => [...seen, '--url', service.url, '--token-file', join(location, 'none')],
      {},
      'failed',
      /--token-file .*none cannot be read/,
    ],
    [
      'another service',
      () => [...seen, '--url', `${service.url}/swagger.json`],
      {},
      'missing',
      /nothing at this address/,
    ],
  ];

  test.each(endings)('%s: exit code and one line', async (_, words, environment, ending, message) => {
    const { stdout, stderr, code } = await run(words(), environment);
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
