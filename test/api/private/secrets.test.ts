// Secrets stay secret: no log, metric, answer to others or list of processes contains the token, the database's
// password or a value that somebody sent.
import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type Spawned, spawnService } from '../../harness/command.ts';
import { newDatabase } from '../../harness/databases.ts';
import { freePort } from '../../harness/free-port.ts';
import { query } from '../../harness/postgres/server.ts';
import { childrenOf, isAlive } from '../../harness/processes.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { type Secret, secrets, sendSecrets } from './secret-requests.ts';

const started: Spawned[] = [];
afterAll(() => {
  for (const service of started) service.process.kill('SIGTERM');
});

async function start(environment: Record<string, string>): Promise<Spawned> {
  const service = await spawnService(environment);
  started.push(service);
  return service;
}

const names = Object.keys(secrets) as Secret[];

/** The secrets that a text contains. */
const heldBy = (text: string, but: readonly Secret[] = []): Secret[] =>
  names.filter((name) => !but.includes(name) && text.includes(secrets[name]));

function withPassword(url: string): string {
  const address = new URL(url);
  address.password ||= secrets.password;
  return address.href;
}

/** Makes a process believe that its output is a terminal, so that it writes the log for people. */
async function onTerminal(): Promise<Record<string, string>> {
  const file = join(temporaryFolder(), 'terminal.ts');
  await Bun.write(file, 'process.stdout.isTTY = true;');
  return { BUN_OPTIONS: `--preload ${file}` };
}

const services: [string, 'embedded' | 'postgresql', string, () => Promise<Record<string, string>>][] = [
  ['the embedded database, a log for machines', 'embedded', '2', async () => ({})],
  ['the embedded database, a log for people', 'embedded', '1', onTerminal],
  ['PostgreSQL', 'postgresql', '2', async () => ({})],
];

test.each(services)('served from %s: no output contains a secret', async (_, engine, workers, more) => {
  const location = await newDatabase(engine);
  const where = engine === 'embedded' ? { WORKFORCE_DATA: location } : { DATABASE_URL: withPassword(location) };
  const metricsPort = freePort();
  const environment = {
    ...where,
    ...(await more()),
    WORKFORCE_API_TOKEN: secrets.token,
    WORKFORCE_METRICS_PORT: String(metricsPort),
    WORKFORCE_DEMO: '0',
    WORKFORCE_SLOW_MS: '0',
    WORKFORCE_WORKERS: workers,
  };
  const service = await start(environment);
  const answers = await sendSecrets(service.url);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 204, 401, 404, 405, 413, 422, 0]));
  for (const { asked, status, text } of answers)
    expect({ asked, status, held: heldBy(text, status === 201 ? ['kept'] : []) }).toEqual({ asked, status, held: [] });

  const pids = [service.process.pid, ...childrenOf(service.process.pid)];
  for (const pid of pids) {
    const title = ['cmdline', 'comm'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8')).join(' ');
    expect(heldBy(title)).toEqual([]);
  }
  expect(heldBy(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())).toEqual([]);

  if (workers !== '1') {
    // A crash while requests are in flight, which the runtime itself reports.
    const rest = sendSecrets(service.url).catch(() => []);
    process.kill(pids[1]!, 'SIGSEGV');
    await rest;
    await waitUntil('the end of the worker', () => !isAlive(pids[1]!));
  }
  service.process.kill('SIGTERM');
  await service.ended;
  expect(service.output()).toContain(workers === '1' ? ' 422  POST ' : '"route":"/api/v1/organizations"');
  expect(heldBy(service.output())).toEqual([]);
  expect(heldBy(service.errors())).toEqual([]);
  if (engine === 'embedded') {
    const file = join(temporaryFolder(), 'backup.db');
    const { stdout, stderr } = await run(['backup', file], environment);
    expect(heldBy(stdout + stderr)).toEqual([]);
    expect(heldBy(readFileSync(file, 'latin1'))).toEqual(['kept']);
  }
});

test('an unexpected error is logged without the record that it happened to', async () => {
  const location = await newDatabase('postgresql');
  const service = await start({
    DATABASE_URL: location,
    WORKFORCE_API_TOKEN: secrets.token,
    WORKFORCE_DEMO: '0',
    WORKFORCE_WORKERS: '1',
  });
  await query(location, "ALTER TABLE organizations ADD CONSTRAINT short CHECK (name NOT LIKE 'kept%')");
  const answers = await sendSecrets(service.url);
  service.process.kill('SIGTERM');
  await service.ended;
  const failed = answers.filter(({ status }) => status === 500);
  expect(failed.length).toBeGreaterThan(0);
  for (const { text } of failed) expect(heldBy(text)).toEqual([]);
  expect(service.errors()).toContain('violates check constraint "short"');
  expect(heldBy(service.errors() + service.output())).toEqual([]);
});

const { token, password } = secrets;
const starts: [string, string[], Record<string, string>][] = [
  ['help', ['help'], {}],
  ['a database that is away', ['serve'], { DATABASE_URL: `postgres://someone:${password}@127.0.0.1:1/x` }],
  [
    'a replica that is away',
    ['doctor'],
    { DATABASE_URL: `postgres://someone:${password}@127.0.0.1:1/x?sslmode=require` },
  ],
  ['a host that is none', ['migrate'], { DATABASE_URL: `postgres://someone:${password}@no.such.host.invalid/x` }],
  ['a port that is none', ['serve'], { DATABASE_URL: `postgres://someone:${password}@127.0.0.1:port/x` }],
  ['another protocol', ['serve'], { DATABASE_URL: `mysql://someone:${password}@127.0.0.1/x` }],
  ['a sign too many', ['serve'], { DATABASE_URL: `postgres://someone:${password}@@127.0.0.1:1/x` }],
  ['an unknown parameter', ['serve'], { DATABASE_URL: `postgres://someone@127.0.0.1:1/x?pasword=${password}` }],
  [
    'a replica with another protocol',
    ['serve'],
    { DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_REPLICA_URLS: `http://a:${password}@127.0.0.1/x` },
  ],
  ['a copy with a password in its address', ['copy', '--to', `postgres://someone:${password}@127.0.0.1:1/x`], {}],
  [
    'a copy from a database that is away',
    ['copy', '--from', 'postgres://someone@127.0.0.1:1/x'],
    { PGPASSWORD: password },
  ],
  ['a token with spaces', ['serve'], { WORKFORCE_API_TOKEN: `${token} ${token}` }],
  ['a folder that cannot be made', ['serve'], { WORKFORCE_DATA: '/dev/null/data' }],
];

test.each(starts)('%s: the output contains neither the token nor the password', async (_, args, environment) => {
  const folder = { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DATABASE_WAIT_SECONDS: '0' };
  const { stdout, stderr } = await run(args, { ...folder, WORKFORCE_API_TOKEN: token, ...environment });
  expect(stdout + stderr).not.toBe('');
  expect(heldBy(stdout + stderr)).toEqual([]);
});
