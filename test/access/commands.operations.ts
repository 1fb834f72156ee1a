// `workforce token` and `workforce role` as an operator has them, beside processes that know the tokens.
import { describe, expect, test } from 'bun:test';
import { directory } from '../../src/access/directory.ts';
import { EVERYTHING, NOTHING } from '../../src/access/scopes.ts';
import { digestOf } from '../../src/access/secret.ts';
import { runHere } from '../cli/run-here.ts';
import { run, spawnService } from '../harness/command.ts';
import {
  databaseSetting,
  demoDatabase,
  eitherEngine,
  emptyDatabase,
  newDatabase,
  openDatabase,
} from '../harness/databases.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { issue, open } from './world.ts';

const DAY = 24 * 60 * 60_000;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

describe.each(eitherEngine)('%s', (engine) => {
  test('a token is shown once, alone, found by those who serve, listed without it, and revoked for all', async () => {
    const location = await emptyDatabase(engine);
    const credentials = await open(location);
    const known = directory(credentials);
    const token = (...words: string[]) => run(['token', ...words], databaseSetting(location));
    const scopes = ['--read', 'employees,leave', '--private', '--create', 'leave'];
    const made = await token('create', 'payroll', ...scopes, '--rows', 'employees?branch=London', '--expires', '90d');
    expect(made).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^wft_[0-9A-Za-z]{38}\n$/),
      stderr: expect.stringMatching(
        /^payroll is made: read employees, leave; private all; create leave; only employees\?branch=London; until .*Z\.\n.*not shown again:\n$/,
      ),
    });
    const secret = made.stdout.trim();
    const expected = {
      ...{ read: ['employees', 'leave'], private: 'all', create: ['leave'], rows: ['employees?branch=London'] },
    };
    const found = await known.find(secret, 'token');
    expect(found).toMatchObject({ name: 'payroll', scopes: expected });
    const { now } = await credentials.read();
    expect(Math.abs((found as { expiresAt: number }).expiresAt - now - 90 * DAY)).toBeLessThan(DAY);

    await waitUntil('the last use', async () => (await credentials.read()).rows[0]!.used_at !== null);
    const listed = await token('list', '--json');
    expect(JSON.parse(listed.stdout)).toEqual({
      data: [
        {
          name: 'payroll',
          kind: 'token',
          scopes: expected,
          created: TIME,
          expires: TIME,
          last_use: TIME,
          revoked: null,
        },
      ],
    });
    for (const { stdout } of [listed, await token('list')]) {
      expect(stdout).toContain('payroll');
      for (const hidden of [secret, digestOf(secret)]) expect(stdout).not.toContain(hidden);
    }
    // Nothing in the database is the secret.
    expect(JSON.stringify(await credentials.read())).not.toContain(secret);

    expect(await token('create', 'payroll', '--read', 'all')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'workforce: There is a token with this name; "workforce token revoke payroll" ends it.\n',
    });
    expect(await token('revoke', 'payroll')).toEqual({
      ...{ code: 0, stdout: 'payroll is revoked: refused by every process.\n', stderr: '' },
    });
    expect(await known.find(secret, 'token')).toEqual({ refused: 'revoked' });
    expect(await token('revoke', 'payroll')).toMatchObject({ code: 3, stdout: '' });
    expect((await token('create', 'payroll', '--read', 'all')).code).toBe(0);
    const both = JSON.parse((await token('list', '--json')).stdout).data;
    expect(both).toMatchObject([{ revoked: TIME }, { revoked: null, expires: null, last_use: null }]);
  });

  test('a role counts from the moment it is made, in the order of the list, and can be made again', async () => {
    const location = await emptyDatabase(engine);
    const credentials = await open(location);
    const known = directory(credentials);
    const role = (...words: string[]) => run(['role', ...words], databaseSetting(location));
    const all = ['--read', 'all', '--private', '--create', 'all'];
    expect(await role('create', 'hr', '--match', 'groups=hr-team', ...all)).toEqual({
      code: 0,
      stdout: 'hr is made: read all; private all; create all; for groups=hr-team.\n',
      stderr: '',
    });
    expect((await role('create', 'everybody', '--match', 'any')).code).toBe(0);
    expect(await role('create', 'hr', '--match', 'any')).toMatchObject({ code: 1, stdout: '' });
    const [hr, everybody] = [
      { name: 'hr', match: 'groups=hr-team', scopes: EVERYTHING },
      { name: 'everybody', match: 'any', scopes: NOTHING },
    ];
    const listed = async () => JSON.parse((await role('list', '--json')).stdout).data;
    expect(await listed()).toEqual([hr, everybody].map((each) => ({ ...each, created: TIME })));
    expect(await known.roles()).toEqual([hr, everybody]);
    const session = await issue(credentials, 'session', { scopes: '["hr"]' });
    expect(await known.find(session, 'session')).toMatchObject({ scopes: EVERYTHING });
    expect(await role('remove', 'hr')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^hr is removed: /) });
    expect(await known.find(session, 'session')).toMatchObject({ scopes: NOTHING });
    expect(await role('remove', 'hr')).toMatchObject({ code: 3 });
    expect((await role('create', 'hr', '--match', 'groups=people', ...all)).code).toBe(0);
    expect((await listed()).map(({ name, match }: Record<string, string>) => [name, match])).toEqual([
      ['everybody', 'any'],
      ['hr', 'groups=people'],
    ]);
  });
});

test.each(eitherEngine)(
  'the command line has the rights of its token, and no output has a secret (%s)',
  async (engine) => {
    const place = databaseSetting(await demoDatabase(engine));
    const made = async (...words: string[]) => (await run(['token', 'create', ...words], place)).stdout.trim();
    const rows = ['--rows', 'employees?branch=London'];
    const token = await made('reader', '--read', 'employees,leave', ...rows, '--create', 'leave');
    const calendar = await made('team', '--calendar');
    // A limit that no record fits is told, each condition by itself, and the token is made.
    const limits = [
      'employees?branch=London&branch=Londn',
      'leave?leave_type=annual&id[gt]=999999',
      'jobs?id=1&id[gt]=1',
    ];
    for (const [command, more] of [
      ['token', ['--read', 'all']],
      ['role', ['--match', 'any']],
    ] as const) {
      const words = [command, 'create', 'limited', ...more, ...limits.flatMap((each) => ['--rows', each])];
      const { code, stderr } = await run(words, place);
      expect([command, code, [...stderr.matchAll(/^No record fits "(.*)" now: /gm)].map(([, text]) => text)]).toEqual([
        ...[command, 0],
        ['employees?branch=Londn', 'leave?id[gt]=999999', 'jobs?id=1&id[gt]=1'],
      ]);
    }
    const log = { WORKFORCE_LOG: 'requests', WORKFORCE_READ: 'token', WORKFORCE_DEMO: '0' };
    const service = await spawnService({ ...place, ...log });
    const command = (secret: string, ...words: string[]) =>
      run([...words, '--url', service.url], { WORKFORCE_API_TOKEN: secret });
    const { stdout } = await command(token, 'list', 'employees', '--limit', '200', '--json');
    const branches = JSON.parse(stdout).data.map(({ branch }: { branch: string }) => branch);
    expect(new Set(branches)).toEqual(new Set(['London']));
    for (const [words, scope] of [
      [['list', 'departments'], 'read:departments'],
      [['create', 'organizations', '--data', '{"name":"x","slug":"x"}'], 'create:organizations'],
    ] as const)
      expect(await command(token, ...words)).toEqual({ code: 6, stdout: '', stderr: expect.stringContaining(scope) });
    for (const wrong of ['wrong-token-0123456789', `${token.slice(0, -1)}_`]) {
      const refused = await command(wrong, 'list', 'employees');
      expect(refused).toMatchObject({ code: 6, stdout: '', stderr: expect.not.stringContaining(wrong) });
    }
    expect((await fetch(service.url + calendar)).status).toBe(200);
    service.process.kill();
    await service.ended;
    expect(service.output()).toContain('/calendar/who-is-out.ics');
    expect(service.output() + service.errors()).not.toMatch(/wf[ct]_/);
  },
);

const database = emptyDatabase('embedded').then(async (location) => {
  await (await openDatabase(location)).close();
  return databaseSetting(location);
});

test('a backup has the tokens, and a copy leaves them behind', async () => {
  const [folder, restored, copied] = [
    await emptyDatabase('embedded'),
    temporaryFolder(),
    await newDatabase('postgresql'),
  ];
  const secret = await issue(await open(folder), 'token', { name: 'payroll' });
  const file = `${temporaryFolder()}/backup.db`;
  const steps: [string[], string][] = [
    [['create', 'organizations', '--name', 'A', '--slug', 'a'], folder],
    [['backup', file], folder],
    [['restore', file], restored],
    [['copy', '--to', copied], folder],
  ];
  for (const [words, location] of steps) expect(await run(words, databaseSetting(location))).toMatchObject({ code: 0 });
  expect(await directory(await open(restored)).find(secret, 'token')).toMatchObject({ name: 'payroll' });
  expect(await directory(await open(copied)).find(secret, 'token')).toEqual({ refused: 'unknown' });
});

const REFUSED: [string, string[], number, RegExp][] = [
  ['nothing that it may do', ['token', 'create', 'a'], 2, /It could do nothing: say what it may with --read/],
  ['a resource that is none', ['token', 'create', 'a', '--read', 'leaf'], 2, /did you mean leave\?/],
  [
    'creates of a calendar',
    ['token', 'create', 'a', '--calendar', '--create', 'leave'],
    2,
    /A calendar creates nothing/,
  ],
  ['an end in the past', ['token', 'create', 'a', '--read', 'all', '--expires', '2020-01-01'], 2, /is in the past/],
  ['an option of another action', ['token', 'list', '--read', 'all'], 2, /"token list" takes no --read/],
  ['a token that there is not', ['token', 'revoke', 'other'], 3, /There is no token with this name/],
  ['a role without a match', ['role', 'create', 'a', '--read', 'all'], 2, /--match says who has it/],
  ['a role that there is not', ['role', 'remove', 'other'], 3, /There is no role with this name/],
];

test.each(REFUSED)('%s is refused', async (_, words, code, message) => {
  const { stdout, stderr, code: ended } = await runHere(words, await database);
  expect([stdout, ended, stderr]).toEqual(['', code, expect.stringMatching(message)]);
  expect(stderr.trim().split('\n').length).toBe(1);
});
