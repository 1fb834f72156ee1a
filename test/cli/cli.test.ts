// The command line as a process: output, exit codes and signals.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { commands } from '../../src/cli/commands.ts';
import { unknownNames } from '../../src/config/names.ts';
import { readSettings, SettingError, settingNames, settingRows } from '../../src/config.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { run, spawnService } from '../harness/command.ts';
import { openConnection } from '../harness/connection.ts';
import { repositoryFile } from '../harness/paths.ts';
import { post, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { runHere } from './run-here.ts';

const DEMO_OFF = { WORKFORCE_DEMO: '0' };

test('help lists commands and every setting, and is also shown without a command', async () => {
  const { stdout } = await runHere(['help']);
  const settings = Object.values(settingRows).flatMap((row) => [...row.variables, row.about]);
  for (const word of [...Object.keys(commands), ...settings]) expect(stdout).toContain(word);
  for (const said of await Promise.all([[], ['--help']].map((words) => run(words))))
    expect(said).toEqual({ stdout, stderr: '', code: 0 });
});

test('version is the version', async () => {
  expect(await run(['version'])).toEqual({ stdout: '1.0.0\n', stderr: '', code: 0 });
});

/** Settings that are wrong by themselves are found in this process, too. */
const refusals: [string, typeof run | typeof runHere, string[], Record<string, string>, RegExp][] = [
  [
    'a port that is no number',
    runHere,
    ['serve'],
    { PORT: 'http' },
    /PORT is "http", but a port is a number from 0 to 65535/,
  ],
  [
    'a host that does not exist',
    run,
    ['serve'],
    { HOST: 'no.such.host.invalid', PORT: '0', ...DEMO_OFF },
    /HOST no\.such\.host\.invalid cannot be listened on/,
  ],
  ['a token with spaces', runHere, ['serve'], { API_TOKEN: 'two words here' }, /API_TOKEN cannot be used/],
  [
    'a folder that cannot be made',
    runHere,
    ['serve'],
    { WORKFORCE_DATA: '/dev/null/data' },
    /WORKFORCE_DATA is \/dev\/null\/data, but \/dev\/null is no folder/,
  ],
  [
    'a database that does not answer',
    run,
    ['serve'],
    { DATABASE_URL: 'postgres://127.0.0.1:1/x', WORKFORCE_DATABASE_WAIT_SECONDS: '0' },
    /The database of DATABASE_URL cannot be used: 127\.0\.0\.1:1: /,
  ],
  [
    'a misspelled setting of any command',
    runHere,
    ['list', 'jobs'],
    { WORKFORCE_DTAA: '/tmp' },
    /did you mean WORKFORCE_DATA\?/,
  ],
  [
    'an address for metrics that is not here',
    run,
    ['serve'],
    { WORKFORCE_METRICS_PORT: '0', WORKFORCE_METRICS_HOST: '192.0.2.1', PORT: '0', ...DEMO_OFF },
    /WORKFORCE_METRICS_HOST 192\.0\.2\.1 cannot be listened on/,
  ],
];

test.each(refusals)('%s ends with one clear line and exit code 1', async (_, runIt, args, environment, message) => {
  const { stdout, stderr, code } = await runIt(args, { WORKFORCE_DATA: temporaryFolder(), ...environment });
  expect({ stdout, code, lines: stderr.trimEnd().split('\n').length }).toEqual({ stdout: '', code: 1, lines: 1 });
  expect(stderr).toStartWith('workforce: ');
  expect(stderr).toMatch(message);
  if (environment.API_TOKEN) expect(stderr).not.toContain(environment.API_TOKEN);
});

const misset: [Record<string, string>, RegExp][] = [
  [{ PORT: '65536' }, /PORT is "65536"/],
  [{ WORKFORCE_API_TOKEN: 'short' }, /WORKFORCE_API_TOKEN cannot be used: a token has at least 8 characters/],
  [{ WORKFORCE_DEMO: 'maybe' }, /WORKFORCE_DEMO is "maybe", but it is either 1 or 0/],
  [
    { WORKFORCE_PRIVATE_FIELDS: 'employees.salary' },
    /WORKFORCE_PRIVATE_FIELDS names "employees.salary", which is no field/,
  ],
  [
    { WORKFORCE_PRIVATE_FIELDS: 'leave.leave_type,attendance.att_date' },
    /names "attendance.att_date", which cannot be hidden: it is never null in answers, .* this is a real date/,
  ],
  [{ WORKFORCE_WORKERS: 'many' }, /WORKFORCE_WORKERS is "many", but it is a number from 1 to 64/],
  [{ WORKFORCE_WORKERS: '0' }, /WORKFORCE_WORKERS is "0"/],
  [{ DATABASE_URL: 'mysql://h/x' }, /DATABASE_URL cannot be used: it is written postgres:/],
  [{ DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:1/x' }, /DATABASE_REPLICA_URLS is set, but DATABASE_URL is not/],
  [{ WORKFORCE_POOL_SIZE: '0' }, /WORKFORCE_POOL_SIZE is "0", but it is a number from 1 to/],
];

test.each(misset)('the settings %j are refused', (environment, message) => {
  expect(() => readSettings(environment)).toThrow(message);
  expect(() => readSettings(environment)).toThrow(SettingError);
});

/** Names that are nearly ours, those of platforms, and others. */
const names: [Record<string, string>, misspelled: string | undefined, unknown: string[]][] = [
  [{ WORKFORCE_PRIVATE_FIELD: 'x' }, 'WORKFORCE_PRIVATE_FIELDS', []],
  [{ workforce_private_fields: 'x' }, 'WORKFORCE_PRIVATE_FIELDS', []],
  [{ WORKFROCE_API_TOKEN: 'x' }, 'WORKFORCE_API_TOKEN', []],
  [{ WORKFORCE_METRIC_PORT: '9100' }, 'WORKFORCE_METRICS_PORT', []],
  [{ WORKFORCE_WORKER: '2' }, 'WORKFORCE_WORKERS', []],
  [{ WORKFORCE_LOGS: 'off' }, 'WORKFORCE_LOG', []],
  [{ WORKFORCE_PRIVATE_FIELD: ' ' }, undefined, []],
  [{ WORKFORCE_APP: 'x', WORKFORCE_TOKEN: 'x' }, undefined, ['WORKFORCE_APP', 'WORKFORCE_TOKEN']],
  [{ WORKFORCE_PORT: '9000' }, undefined, ['WORKFORCE_PORT']],
  [
    { WORKFORCE_SERVICE_HOST: '10.0.0.1', WORKFORCE_SERVICE_PORT: '80', WORKFORCE_PORT: 'tcp://10.0.0.1:80' },
    undefined,
    [],
  ],
  [{ WORKFORCE_PORT_80_TCP: 'tcp://10.0.0.1:80', WORKFORCE_PORT_80_TCP_ADDR: '10.0.0.1' }, undefined, []],
  [{ WORKFORCE_DB_SERVICE_HOST: '10.0.0.2', WORKFORCE_DB_PORT: 'tcp://10.0.0.2:5432' }, undefined, []],
  [{ WORKFORCE_SERVICE_PORT_HTTP: '80' }, undefined, []],
  [{ DATABASE_USER: 'x', DATABASE_REPLICA_URL: 'x', API_TOKENS: 'x', PORTS: '1' }, undefined, []],
  [{ WORKFORCE_INTERNAL_WORKER: '1' }, undefined, []],
];

test.each(names)('the names %j', (environment, misspelled, unknown) => {
  const read = () => readSettings({ ...environment });
  if (misspelled) expect(read).toThrow(`did you mean ${misspelled}?`);
  else expect(read).not.toThrow();
  if (!misspelled) expect(unknownNames(environment, settingNames)).toEqual(unknown);
});

test('the first start fills the database and says so; later ones do not, and created records stay', async () => {
  const environment = { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_API_TOKEN: TOKEN };
  const first = await spawnService(environment);
  expect(first.output()).toMatch(/Filled the database with [\d,]+ demo records/);
  const created = await post(first, '/api/v1/organizations', { name: 'Kept', slug: 'kept' });
  expect(created.status).toBe(201);
  const [bytes, location] = [await created.text(), created.headers.get('location')];
  first.process.kill('SIGKILL');
  await first.process.exited;
  const second = await spawnService(environment);
  expect(second.output()).not.toContain('Filled');
  expect(await (await fetch(second.url + location)).text()).toBe(bytes);
  expect(await (await fetch(`${second.url}/api/v1/organizations?slug=kept`)).text()).toContain(bytes);
  second.process.kill('SIGINT');
  expect(await second.process.exited).toBe(0);
});

test('SIGTERM finishes the request in flight, closes the database and exits 0', async () => {
  const data = temporaryFolder();
  // One process, so that answers to later requests show that this one is read; workers.operations.ts has more.
  const environment = { WORKFORCE_DATA: data, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1', ...DEMO_OFF };
  const service = await spawnService(environment);
  const connection = await openConnection(service.url);
  const finish = connection.begin('/api/v1/organizations', { name: 'In flight', slug: 'in-flight' });
  // When the first is answered, it has come; when the second is, which is read in a later turn, it is read too.
  for (let turn = 0; turn < 2; turn++) await (await fetch(`${service.url}/api/v1/health`)).text();
  service.process.kill('SIGTERM');
  expect((await finish()).status).toBe(201);
  expect(await service.process.exited).toBe(0);
  expect(await Bun.file(join(data, 'workforce.db-wal')).exists()).toBe(false);
  const store = openSqlite({ folder: data }, { catalogue });
  expect((await store.counts()).organizations).toBe(1);
  await store.close();
});

test('a signal during a migration is not lost', async () => {
  const done = join(temporaryFolder(), 'done');
  const module = repositoryFile('src/serve/stop-signal.ts');
  // Busy like a long migration, during which no events are handled.
  const busy = `
    const { endEarly } = await import(${JSON.stringify(module)});
    const { existsSync, writeSync } = await import('node:fs');
    const ready = endEarly();
    writeSync(1, 'busy');
    while (!existsSync(${JSON.stringify(done)}));
    await ready();
    process.exit(0);`;
  const child = Bun.spawn([process.execPath, '-e', busy], { stdout: 'pipe', stderr: 'inherit' });
  for await (const chunk of child.stdout) if (new TextDecoder().decode(chunk).includes('busy')) break;
  child.kill('SIGTERM');
  writeFileSync(done, '');
  expect(await child.exited).toBe(1);
});
