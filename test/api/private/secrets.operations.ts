// Secrets stay secret: no log, metric, answer to others or list of processes contains the token, the database's
// password or a value that somebody sent, in a valid request or an invalid one.
import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type Spawned, spawnService } from '../../harness/command.ts';
import { newDatabase } from '../../harness/databases.ts';
import { freePort } from '../../harness/free-port.ts';
import { query as statement } from '../../harness/postgres/server.ts';
import { childrenOf, isAlive } from '../../harness/processes.ts';
import { exchange } from '../../harness/raw-http.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { waitUntil } from '../../harness/wait-until.ts';

/** Easy to find in a log, and valid wherever they are put. `kept` is stored in a record. */
const secrets = {
  token: 'tk-5ecret-0f-the-0perator',
  wrongToken: 'tk-n0t-the-0perators',
  password: 'pw-5ecret-0f-the-database',
  body: 'b0dy-value-nobody-sees',
  query: 'query-value-nobody-sees',
  header: 'header-value-nobody-sees',
  key: 'key-value-nobody-sees',
  kept: 'kept-value-of-a-record',
};
type Secret = keyof typeof secrets;

const { token, wrongToken, password, body, query, header, key, kept } = secrets;
const API = '/api/v1';
const bearer = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
const organization = (slug: string, more: object = {}) => JSON.stringify({ name: body, slug, ...more });
const create = (text: string, headers: Record<string, string> = bearer, path = '/organizations') =>
  [path, { method: 'POST', headers, body: text }] as const;

let made = 0;

const asked = (): (readonly [string, RequestInit?])[] => [
  ['/employees'],
  [`/employees?q=${query}&branch=${query}`],
  [`/employees?limit=${query}`],
  [`/employees?${query}=1&token=${token}&access_token=${token}`],
  [`/employees/${token}`],
  [`/${token}/${query}`],
  [`/organizations?slug=${token}`],
  ['/employees', { headers: bearer }],
  ['/employees', { headers: { Authorization: token } }],
  [
    '/employees',
    { headers: { Authorization: `Basic ${btoa(`x:${token}`)}`, 'X-Api-Key': token, Cookie: `a=${token}` } },
  ],
  ['/employees', { headers: { 'X-Request-Id': token } }],
  [
    '/employees',
    { headers: { 'If-None-Match': `"${header}"`, 'Accept-Encoding': header, 'Workforce-Position': header } },
  ],
  ['/employees', { headers: { Origin: `https://${header}.example`, Referer: `https://x.example/?${token}` } }],
  ['/leave', { method: 'DELETE', headers: bearer }],
  [`/leave?${query}=${query}`, { method: 'OPTIONS', headers: { 'Access-Control-Request-Headers': header } }],
  create(organization(`made-${process.pid}-${made++}`, { name: kept })),
  create(organization(`made-${process.pid}-${made++}`, { name: kept }), {
    ...bearer,
    'Idempotency-Key': `${key}-${made}`,
  }),
  create(organization(`made-${process.pid}-${made++}`, { name: kept }), {
    ...bearer,
    'Idempotency-Key': `${token}-${made}`,
  }),
  create(organization('Not a slug')),
  create(organization('made', { settings_json: `{"password": "${token}"` })),
  create(organization('made'), { ...bearer, Authorization: `Bearer ${wrongToken}` }),
  create(organization('made'), { ...bearer, Authorization: `Basic ${token}` }),
  create(organization('made'), { ...bearer, 'Content-Type': `text/${header}` }),
  create(organization('made'), { ...bearer, 'Idempotency-Key': `${key} ${'x'.repeat(256)}` }),
  create(`{"name": "${token} ${body}", `),
  create(`{"${body}": 1, "${token}": 2}`),
  create(JSON.stringify({ employee_id: 999_999, leave_type: body, reason: token }), bearer, '/leave'),
  create(`{"name": "${body}", "slug": "${'x'.repeat(1024 * 1024)}"}`),
  create(organization('made', { name: kept }), bearer, `/organizations?token=${token}`),
];

const raw = [
  `${token} / HTTP/1.1\r\nHost: ${header}\r\nConnection: close\r\n\r\n`,
  `GET /api/v1/employees HTTP/1.1\r\nHost: ${header}\r\nAuthori zation: ${token}\r\nConnection: close\r\n\r\n`,
  `GET /${'x'.repeat(40_000)}${token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `POST /api/v1/leave HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 9999\r\n\r\n{"reason": "${body}`,
];

/** Sends them all and returns the answers, head and body. Left out is what the contract returns to the sender: `input`
 * in a 422, the query in the links of a list, and the names of parameters that were ignored. */
async function sendSecrets(url: string): Promise<{ asked: string; status: number; text: string }[]> {
  const answers = asked().map(async ([path, init]) => {
    const answer = await fetch(`${url}${API}${path}`, init);
    const headers = [...answer.headers].filter(([name]) => name !== 'link').map(withoutNames);
    const text = `${JSON.stringify(headers)} ${await answer.text()}`;
    const shown = answer.status === 422 ? withoutInputs(text) : text;
    return { asked: `${init?.method ?? 'GET'} ${path}`.slice(0, 100), status: answer.status, text: shown };
  });
  const rough = raw.map(async (bytes) => {
    const text = await exchange(url, bytes, true);
    return { asked: bytes.slice(0, 60), status: 0, text };
  });
  return Promise.all([...answers, ...rough]);
}

/** The name of a parameter is returned, and never its value. */
const withoutNames = ([name, value]: [string, string]): [string, string] => [
  name,
  name === 'workforce-ignored' ? value.replaceAll(query, '') : value,
];

/** A 422 returns the faulty value and its name to the sender. */
const withoutInputs = (text: string): string =>
  text.replace(/"input":("(?:[^"\\]|\\.)*"|\{[^}]*\}|[^,}\]]*)/g, '').replace(/"loc":\[[^\]]*\]/g, '');

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
  await statement(location, "ALTER TABLE organizations ADD CONSTRAINT short CHECK (name NOT LIKE 'kept%')");
  const answers = await sendSecrets(service.url);
  service.process.kill('SIGTERM');
  await service.ended;
  const failed = answers.filter(({ status }) => status === 500);
  expect(failed.length).toBeGreaterThan(0);
  for (const { text } of failed) expect(heldBy(text)).toEqual([]);
  expect(service.errors()).toContain('violates check constraint "short"');
  expect(heldBy(service.errors() + service.output())).toEqual([]);
});

const starts: [string, string[], Record<string, string>][] = [
  ['a database that is away', ['serve'], { DATABASE_URL: `postgres://someone:${password}@127.0.0.1:1/x` }],
  ['a host that is none', ['migrate'], { DATABASE_URL: `postgres://someone:${password}@no.such.host.invalid/x` }],
  ['another protocol', ['serve'], { DATABASE_URL: `mysql://someone:${password}@127.0.0.1/x` }],
  ['a sign too many', ['serve'], { DATABASE_URL: `postgres://someone:${password}@@127.0.0.1:1/x` }],
  ['an unknown parameter', ['serve'], { DATABASE_URL: `postgres://someone@127.0.0.1:1/x?pasword=${password}` }],
  [
    'a replica with another protocol',
    ['serve'],
    { DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_REPLICA_URLS: `http://a:${password}@127.0.0.1/x` },
  ],
  ['a copy with a password in its address', ['copy', '--to', `postgres://someone:${password}@127.0.0.1:1/x`], {}],
  ['a token with spaces', ['serve'], { WORKFORCE_API_TOKEN: `${token} ${token}` }],
];

test.each(starts)('%s: the output contains neither the token nor the password', async (_, args, environment) => {
  const folder = { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DATABASE_WAIT_SECONDS: '0' };
  const { stdout, stderr } = await run(args, { ...folder, WORKFORCE_API_TOKEN: token, ...environment });
  expect(stdout + stderr).not.toBe('');
  expect(heldBy(stdout + stderr)).toEqual([]);
});
