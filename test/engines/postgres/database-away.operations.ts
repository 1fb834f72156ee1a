// PostgreSQL that is down, misconfigured, slow or hanging. At its start the service waits or says what is wrong. While
// it serves, it soon answers 503, never claims an outcome that it does not know, and recovers by itself.
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { run, type Spawned, spawnService } from '../../harness/command.ts';
import { startPostgres } from '../../harness/postgres/postgres.ts';
import type { PostgresServer } from '../../harness/postgres/server.ts';
import { post, TOKEN } from '../../harness/service.ts';
import { killServices, stopServices } from '../../harness/service-processes.ts';
import { waitUntil } from '../../harness/wait-until.ts';

setDefaultTimeout(120_000);

/** Two and a half seconds are promised. This is longer, because the machine may be busy. */
const SOON = 5000;
const ORGANIZATIONS = '/api/v1/organizations';

let server: PostgresServer;
const services: Spawned[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterEach(async () => {
  await stopServices(services.splice(0));
});
afterAll(async () => {
  await killServices(services);
  await server.destroy();
});

const environment = (url: string) => ({
  DATABASE_URL: url,
  WORKFORCE_API_TOKEN: TOKEN,
  WORKFORCE_DEMO: '0',
  WORKFORCE_WORKERS: '1',
});

async function serve(more: Record<string, string> = {}) {
  const url = await server.createDatabase();
  const service = await spawnService({ ...environment(url), ...more });
  services.push(service);
  return { ...service, database: new URL(url).pathname.slice(1) };
}

type Answered = { status: number; retryAfter: string | null; code: string; message: string; took: number };

async function answered(ask: Promise<Response>): Promise<Answered> {
  const since = performance.now();
  const response = await ask;
  const { error = {} } = (await response.json()) as { error?: { code?: string; message?: string } };
  const took = performance.now() - since;
  const { code = '', message = '' } = error;
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), code, message, took };
}

let slugs = 0;
const create = (service: { url: string }) =>
  answered(post(service, ORGANIZATIONS, { name: 'Away', slug: `away-${++slugs}` }));
const get = (service: { url: string }, path: string) => answered(fetch(`${service.url}${path}`));

const askAll = (service: { url: string }) =>
  Promise.all([
    get(service, ORGANIZATIONS),
    get(service, `${ORGANIZATIONS}/1`),
    get(service, '/api/v1/health'),
    create(service),
  ]);

function expectUnavailable(answers: readonly Answered[]): void {
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, code: 'unavailable', retryAfter: expect.stringMatching(/^[1-9]\d*$/) });
    expect(answer.took).toBeLessThan(SOON);
  }
}

/** Career sites are for people, so they say it as a page. */
async function expectPagesToSay(service: { url: string }): Promise<void> {
  for (const path of ['/careers', '/careers/some', '/careers/some/en/job', '/careers/some/feed.xml']) {
    const response = await fetch(service.url + path);
    expect({ path, status: response.status, type: response.headers.get('content-type') }).toEqual({
      ...{ path, status: 503, type: 'text/html; charset=utf-8' },
    });
    expect([response.headers.get('cache-control'), response.headers.get('retry-after')]).toEqual([
      'no-store',
      expect.stringMatching(/^[1-9]\d*$/),
    ]);
    expect(await response.text()).toContain('Please come back in a moment');
  }
}

const isWell = async (service: { url: string }) =>
  (await get(service, '/api/v1/health')).status === 200 && (await create(service)).status === 201;

test('the start waits for a database that comes up later', async () => {
  const url = await server.createDatabase();
  await server.stop();
  // Shows that the service has tried to connect and was refused.
  let tries = 0;
  const { port, host: hostname } = server;
  const refuser = Bun.listen({
    port,
    hostname,
    socket: {
      data() {},
      open(socket) {
        tries++;
        socket.end();
      },
    },
  });
  const starting = spawnService(environment(url));
  await waitUntil('a try', () => tries > 0);
  refuser.stop(true);
  await server.start();
  const service = await starting;
  services.push(service);
  expect(service.errors()).toMatch(/^workforce: waiting for the database \(127\.0\.0\.1:\d+: .+\)\.$/m);
  expect(await isWell(service)).toBe(true);
});

test('a database that never comes up ends the start with one line', async () => {
  const url = await server.createDatabase();
  await server.stop();
  try {
    const { code, stdout, stderr } = await run(['serve'], {
      ...environment(url),
      WORKFORCE_DATABASE_WAIT_SECONDS: '1',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [waiting, last, ...more] = stderr.trim().split('\n');
    expect(waiting).toStartWith('workforce: waiting for the database (127.0.0.1:');
    expect(last).toMatch(
      /^workforce: The database of DATABASE_URL cannot be used: 127\.0\.0\.1:\d+: .*ECONNREFUSED.*\.$/,
    );
    expect(more).toEqual([]);
  } finally {
    await server.start();
  }
});

test.each([
  ['password', (url: URL) => ({ ...url, username: 'careful', password: 'guessed' }), 'password authentication failed'],
])('a wrong %s ends the start at once with one line', async (_, wrong, reason) => {
  await askForPasswords();
  const url = Object.assign(new URL(await server.createDatabase()), wrong(new URL('postgres://x')));
  const { code, stderr } = await run(['serve'], environment(url.href));
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toStartWith('workforce: The database of DATABASE_URL cannot be used: ');
  expect(stderr).toContain(reason);
  expect(stderr).not.toContain('guessed');
});

/** Requires a password from one user; the others are trusted. */
async function askForPasswords(): Promise<void> {
  await server.query(`DO $$ BEGIN
    IF to_regrole('careful') IS NULL THEN CREATE ROLE careful LOGIN SUPERUSER PASSWORD 'known'; END IF; END $$`);
  const rules = ['host all careful 127.0.0.1/32 scram-sha-256', 'host all,replication all 127.0.0.1/32 trust'];
  writeFileSync(join(server.folder, 'pg_hba.conf'), `${rules.join('\n')}\n`);
  await server.query('SELECT pg_reload_conf()');
}

test.each([
  ['killed', () => server.kill('SIGKILL'), () => server.start()],
  ['hanging', () => server.pause(), async () => server.resume()],
])(
  'while the only server is %s, everything is answered 503 soon, and all is well by itself after',
  async (_, leave, comeBack) => {
    const service = await serve();
    expect(await isWell(service)).toBe(true);
    await leave();
    // Some arrive before the failure is noticed, and some after.
    const before = await askAll(service);
    const after = await askAll(service);
    await expectPagesToSay(service);
    await comeBack();
    expectUnavailable([...before, ...after]);
    await waitUntil('it to be well', () => isWell(service));
  },
);

/** Opens a session that holds a lock. */
async function locking(database: string, statement: string) {
  const sql = postgres(server.url(database), { max: 1, onnotice: () => undefined });
  await sql.unsafe('BEGIN');
  await sql.unsafe(statement);
  return { release: () => sql.end() };
}

const waitingFor = async (event: string) =>
  (
    await server.query(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'workforce' AND
    '${event}' IN (wait_event_type, wait_event)`)
  ).length;

test('when the server hangs during a create, it and those after it are soon answered', async () => {
  const service = await serve();
  const lock = await locking(service.database, 'SELECT 1 FROM workforce_watermarks FOR UPDATE');
  const first = create(service);
  await waitUntil('the create to wait', async () => (await waitingFor('Lock')) > 0);
  await server.pause();
  const answers = [await first, await create(service)];
  server.resume();
  await lock.release();
  expectUnavailable(answers);
  for (const { message } of answers) expect(message).toContain('nothing was written');
  await waitUntil('it to be well', () => isWell(service));
  const rows = await server.query('SELECT count(*)::int AS count FROM organizations', service.database);
  expect(rows).toMatchObject([{ count: 1 }]);
});

test('when the server is killed during a commit, the answer says that the outcome is not known', async () => {
  const service = await serve();
  server.configure({ synchronous_standby_names: 'nobody' });
  const asked = create(service);
  await waitUntil('the commit to wait', async () => (await waitingFor('SyncRep')) > 0);
  await server.kill('SIGKILL');
  server.configure({ synchronous_standby_names: '' });
  const answer = await asked;
  await server.start();
  expectUnavailable([answer]);
  expect(answer.message).toContain('not known');
  await waitUntil('it to be well', () => isWell(service));
});

test('requests that take longer than the statement timeout are answered 503, however many there are', async () => {
  const service = await serve({ WORKFORCE_STATEMENT_TIMEOUT_SECONDS: '0.2' });
  const lock = await locking(service.database, 'LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE');
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 ? create(service) : get(service, ORGANIZATIONS))),
  );
  await lock.release();
  expectUnavailable(answers);
  const messages = answers.map(({ message }) => message);
  expect(messages.filter((message) => message.includes('0.2 s'))).not.toEqual([]);
  // Who creates is told what became of it, and not to ask for less.
  const ofCreates = messages.filter((_, i) => i % 2);
  expect(ofCreates.filter((message) => !message.includes('nothing was written'))).toEqual([]);
  // Creates that wait together fail together, before their commit, so that their outcome is known.
  expect(messages.filter((message) => message.includes('not known'))).toEqual([]);
  // On a busy machine a create may take longer than that for other reasons.
  await waitUntil('it to be well', () => isWell(service));
});
