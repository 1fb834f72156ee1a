// Least privilege: with the roles of docs/postgresql-roles.sql, the service can read and create, and nothing else.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { directory } from '../../../src/access/directory.ts';
import { digestOf, newSecret } from '../../../src/access/secret.ts';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { TAIL } from '../../../src/store/postgres/write/list-counters.ts';
import { creatable, sampleBody } from '../../api/spec-tables.ts';
import { run, type Spawned, spawnService } from '../../harness/command.ts';
import { openDatabase } from '../../harness/databases.ts';
import { repositoryFile } from '../../harness/paths.ts';
import { startPostgres } from '../../harness/postgres/postgres.ts';
import { type PostgresServer, query } from '../../harness/postgres/server.ts';
import { post, TOKEN } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { secretFile, startReceiver } from '../../webhooks/receiver.ts';

const steps = readFileSync(repositoryFile('docs/postgresql-roles.sql'), 'utf8').split(/^-- Step \d/m);

/** A server of its own, because roles belong to a whole server. */
let server: PostgresServer;
let [admin, owner, service] = ['', '', ''];
beforeAll(async () => {
  server = await startPostgres({ settings: { fsync: 'off' } });
  admin = await server.createDatabase();
  [owner, service] = ['workforce_owner', 'workforce_service'].map((role) =>
    admin.replace('//postgres@', `//${role}@`),
  ) as [string, string];
  await runStep(1, admin);
});
const services: Spawned[] = [];
afterAll(async () => {
  for (const { process } of services) process.kill('SIGKILL');
  await server.destroy();
});

async function started(environment: Record<string, string>): Promise<Spawned> {
  const running = await spawnService({ DATABASE_URL: service, ...environment });
  services.push(running);
  return running;
}

async function runStep(number: number, as: string): Promise<void> {
  const statements = steps[number]!.replaceAll(/--.*/g, '').replace(/^.*\n/, '').split(/;$/m);
  for (const statement of statements.filter((each) => each.trim() !== '')) await query(as, statement);
}

const leave = catalogue.find(({ name }) => name === 'leave')!;
const MIGRATE =
  /^workforce: The database of DATABASE_URL cannot be used: its tables are not those of this version.*; run "workforce migrate" as the owner of its tables\.\n$/;
const serve = (environment: Record<string, string> = {}) =>
  run(['serve'], { DATABASE_URL: service, PORT: '0', ...environment });

test('before the owner has run migrate, the service refuses to start and says so in one line', async () => {
  const { code, stderr } = await serve();
  expect([code, stderr]).toEqual([1, expect.stringMatching(MIGRATE)]);
});

test('an empty database is left to the owner to fill', async () => {
  // A server that was slow to answer is said to take writes, so the log may have a line.
  expect(await run(['migrate'], { DATABASE_URL: owner, WORKFORCE_DEMO: '0' })).toMatchObject({ code: 0 });
  await runStep(3, owner);
  const { code, stderr } = await serve();
  const line = /^workforce: The database cannot be changed by this user .*; run "workforce migrate" as the owner/m;
  expect([code, stderr]).toEqual([1, expect.stringMatching(line)]);
});

test('the service reads and creates', async () => {
  expect(await run(['migrate'], { DATABASE_URL: owner })).toMatchObject({ code: 0 });
  const running = await started({ WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1' });
  for (const { name } of catalogue) {
    const response = await fetch(`${running.url}/api/v1/${name}?q=a`);
    expect([name, response.status]).toEqual([name, 200]);
  }
  for (const table of creatable) {
    const key = { 'Idempotency-Key': `key-of-${table.path}` };
    const response = await post(running, `/api${table.path}`, sampleBody(table), key);
    expect([table.path, response.status, await response.text()]).toEqual([table.path, 201, expect.anything()]);
  }
  for (const version of [0, 1]) {
    const response = await post(running, '/auth/kept', { version, items: [] });
    expect([response.status, await response.json()]).toEqual([200, { written: true, version: version + 1, items: [] }]);
  }
  running.process.kill();
  expect(await running.ended).toBe(0);
  expect(running.errors()).not.toContain('denied');
});

test('the service updates the list counters, however many records are created', async () => {
  const watermark = async () =>
    (await query(admin, "SELECT id FROM workforce_watermarks WHERE resource = 'leave'"))[0].id;
  const before = await watermark();
  const store = await openDatabase(service);
  await Promise.all(Array.from({ length: TAIL + 1 }, () => store.create(leave, { leave_type: 'annual' })));
  await store.create(leave, { leave_type: 'annual' });
  expect(Number(await watermark())).toBeGreaterThan(Number(before));
  expect(await store.audit()).toEqual([]);
  await store.close();
});

const forbidden = [
  ...catalogue.flatMap(({ table }) => [`UPDATE ${table} SET json = ''`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]),
  'DELETE FROM workforce_list_counters',
  'UPDATE workforce_landmarks SET id = 0',
  'DELETE FROM workforce_landmarks',
  "INSERT INTO workforce_watermarks VALUES ('leave', 1)",
  'DELETE FROM workforce_watermarks',
  "INSERT INTO workforce_meta VALUES ('a', 'b')",
  "UPDATE workforce_meta SET value = ''",
  "UPDATE workforce_webhooks SET url = 'https://b.example/'",
  "UPDATE workforce_webhooks SET secret = ''",
  'INSERT INTO workforce_webhooks SELECT * FROM workforce_webhooks',
  'DELETE FROM workforce_webhooks',
  "UPDATE workforce_credentials SET scopes = ''",
  'UPDATE workforce_credentials SET expires_at = NULL',
  "UPDATE workforce_credentials SET kind = 'token'",
  "INSERT INTO workforce_credentials VALUES ('a', 'token', 'a', '{}', NULL, 0, NULL, NULL, NULL, 0)",
  "INSERT INTO workforce_credentials VALUES ('role:a', 'role', 'a', '{}', 'any', 0, NULL, NULL, NULL, 0)",
  'DELETE FROM workforce_saved_views',
  "UPDATE workforce_audit_log SET actor = ''",
  'TRUNCATE workforce_audit_log',
  'ALTER TABLE workforce_audit_log DISABLE TRIGGER ALL',
  'DROP FUNCTION workforce_audit_log_unchanged CASCADE',
  'ALTER TABLE leave ADD COLUMN a TEXT',
  'CREATE TABLE a (b TEXT)',
  'DROP TABLE leave',
  "SELECT setval('leave_ids', 1)",
];

test('the service can do nothing else', async () => {
  for (const statement of forbidden) {
    const outcome = await query(service, statement).then(
      () => 'done',
      ({ code }) => code,
    );
    expect([statement, outcome]).toEqual([statement, '42501']);
  }
});

test('an erasure is left to the owner, and nothing of it is done', async () => {
  const { code, stderr } = await run(['erase', 'leave', '1', '--yes'], { DATABASE_URL: service });
  const line = /^workforce: The database cannot be changed by this user .* as that user\. Nothing was erased\.\n$/;
  expect([code, stderr]).toEqual([1, expect.stringMatching(line)]);
  expect(await run(['get', 'leave', '1'], { DATABASE_URL: service })).toMatchObject({ code: 0 });
});

test('the service sends webhooks that the owner has added', async () => {
  const receiver = startReceiver();
  const add = ['webhooks', 'add', 'crm', receiver.url, '--secret-file', await secretFile()];
  expect(await run(add, { DATABASE_URL: service })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^workforce: Webhooks cannot be changed by this user .*\n$/),
  });
  expect(await run(add, { DATABASE_URL: owner })).toMatchObject({ code: 0 });
  const running = await started({
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_WORKERS: '1',
    WORKFORCE_WEBHOOKS: 'any',
  });
  await post(running, '/api/v1/leave', { leave_type: 'annual', employee_id: 1 });
  expect((await receiver.received(1))[0]!.data).toHaveLength(1);
  running.process.kill();
  expect(await running.ended).toBe(0);
  expect(running.errors()).not.toContain('cannot be');
  await receiver.stop();
});

test('the service has the sessions of people who sign in, and ends them', async () => {
  const store = await openDatabase(service);
  const known = directory(store.credentials);
  const secret = newSecret('session');
  const session = { digest: digestOf(secret), kind: 'session', name: 'Ada', scopes: '["hr"]' } as const;
  await known.add({ ...session, claim: null, expires_at: null });
  expect(await known.find(secret, 'session')).toMatchObject({ name: 'Ada', role: 'hr' });
  await waitUntil('the last use', async () => (await store.credentials.read()).rows[0]!.used_at !== null);
  expect(await known.revoke(digestOf(secret))).toBe(true);
  expect(await store.credentials.removeBelow({ revoked_at: Number.MAX_SAFE_INTEGER })).toBe(true);
  await store.close();
});

test('tokens are for the owner to make; the service knows them and revokes them', async () => {
  const create = ['token', 'create', 'payroll', '--read', 'all'];
  expect(await run(create, { DATABASE_URL: service })).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: expect.stringMatching(/^workforce: Tokens and roles cannot be changed by this user .*\n$/),
  });
  const { stdout } = await run(create, { DATABASE_URL: owner });
  const store = await openDatabase(service);
  const known = directory(store.credentials);
  expect(await known.find(stdout.trim(), 'token')).toMatchObject({ name: 'payroll' });
  expect(await known.revoke(digestOf(stdout.trim()))).toBe(true);
  await store.close();
});

test('the service adds to the audit log, and removes what is old', async () => {
  const old = Date.now() - 3 * 86_400_000;
  await query(
    admin,
    `INSERT INTO workforce_audit_log (at, actor, action) SELECT ${old}, 'old', 'create' FROM generate_series(1, 1500)`,
  );
  const running = await started({ WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1', WORKFORCE_AUDIT_DAYS: '2' });
  await post(running, '/api/v1/leave', { leave_type: 'annual' });
  const actors = async () => (await query(admin, 'SELECT actor FROM workforce_audit_log')).map(({ actor }) => actor);
  await waitUntil('old entries to go', async () => (await actors()).length === 1);
  expect(await actors()).toEqual(['write token']);
  await expect(query(service, 'DELETE FROM workforce_audit_log')).rejects.toThrow(/only the oldest entries/);
  expect(await actors()).toEqual(['write token']);
  running.process.kill();
  expect(await running.ended).toBe(0);
  expect(running.errors()).not.toContain('stay for now');
});

test('a version with other tables needs a migration by the owner', async () => {
  await query(admin, "UPDATE workforce_meta SET value = 'of an older version' WHERE key = 'catalogue'");
  const { code, stderr } = await serve();
  expect([code, `${stderr.trim().split('\n').at(-1)}\n`]).toEqual([1, expect.stringMatching(MIGRATE)]);
  expect(await run(['migrate'], { DATABASE_URL: owner })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^workforce: Migrating .*\nworkforce: The database is migrated, in [\d.]+ s\.\n$/),
  });
  const running = await started({ WORKFORCE_WORKERS: '2' });
  expect((await fetch(`${running.url}/api/v1/leave`)).status).toBe(200);
  running.process.kill();
  expect(await running.process.exited).toBe(0);
});
