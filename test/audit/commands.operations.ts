// The audit log as an operator has it: every command that changes something has an entry, the service writes them too,
// and `workforce audit-log` shows them. No value of a record is in the table or in the log.
import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import postgres from 'postgres';
import { run, runOnTerminal, type Spawned, spawnCommand, spawnService } from '../harness/command.ts';
import { databaseSetting, type Engine, eitherEngine, emptyDatabase, newDatabase } from '../harness/databases.ts';
import { post, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { execute } from './world.ts';

const MARKER = 'Zq7marker';
const ON = { WORKFORCE_AUDIT_DAYS: '30' };

const services: Spawned[] = [];
afterAll(async () => {
  for (const { process } of services) process.kill('SIGKILL');
  await Promise.all(services.map(({ process }) => process.exited));
});

type Environment = Record<string, string>;

async function entriesOf(environment: Environment, ...options: string[]): Promise<any[]> {
  const { stdout } = await run(['audit-log', '--json', ...options], environment);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** A command that has to succeed. Returns its standard error. */
async function done(args: string[], environment: Environment): Promise<string> {
  const { code, stderr, stdout } = await run(args, environment);
  expect({ args, code, stdout, stderr }).toMatchObject({ args, code: 0 });
  return stderr;
}

/** The location of a database that has its tables and no records. */
async function ready(engine: Engine): Promise<string> {
  const location = await emptyDatabase(engine);
  await done(['migrate'], { ...databaseSetting(location), WORKFORCE_DEMO: '0' });
  return location;
}

/** `audit-log --follow`, until it is ended. */
function follow(environment: Environment) {
  const child = spawnCommand(['audit-log', '--follow', '--json'], environment);
  let text = '';
  const reading = (async () => {
    for await (const some of child.stdout.pipeThrough(new TextDecoderStream())) text += some;
  })();
  const lines = () => text.split('\n').slice(0, -1);
  return {
    lines,
    async end(): Promise<string[]> {
      child.kill('SIGINT');
      await reading;
      expect(await child.exited).toBe(0);
      return lines();
    },
  };
}

function fileOf(name: string, text: string): string {
  const file = `${temporaryFolder()}/${name}`;
  writeFileSync(file, text);
  return file;
}

describe.each(eitherEngine)('%s', (engine) => {
  test('every command that changes something has its entry where the database has an audit log, and none has a value', async () => {
    const location = await newDatabase(engine);
    await done(['migrate'], { ...databaseSetting(location), ...ON, WORKFORCE_DEMO: '0' });
    // What the database has counts, whatever the environment denies.
    const environment = { ...databaseSetting(location), WORKFORCE_AUDIT_DAYS: '0' };
    const rows = (ids: number[]) => ids.map((id) => `${id},${MARKER},${MARKER},2026-03-04,${MARKER}\n`).join('');
    const added = fileOf('leave.csv', `id,leave_type,status,applied_on,reason\n${rows([1, 2, 5])}`);
    const changed = fileOf('leave.csv', `id,reason\n1,${MARKER}X\n5,${MARKER}Y\n`);
    let said = await done(['import', 'leave', added], { ...environment, WORKFORCE_DEMO: '0' });
    said += await done(['import', 'leave', changed, '--update'], environment);
    said += await done(['create', 'leave', '--leave_type', MARKER, '--reason', MARKER], environment);
    said += await done(['webhooks', 'add', 'crm', `https://crm.example/${MARKER}`, '--private'], environment);
    said += await done(['webhooks', 'replay', 'crm', '--after', 'beginning'], environment);
    said += await done(['webhooks', 'resume', 'crm'], environment);
    said += await done(['webhooks', 'remove', 'crm'], environment);
    said += await done(['erase', 'leave', '1', '2', '--yes', '--cascade'], environment);
    await execute(location, `UPDATE leave SET json = '{"id":6}' WHERE id = 6`);
    said += await done(['doctor', '--fix'], environment);
    const found = await entriesOf(environment);
    expect(found.map((each) => [each.action, each.resource, each.first_id, each.record_count, each.detail])).toEqual([
      ['import', 'leave', 1, 3, '1 file'],
      ['update', 'leave', 1, 2, 'ids 1, 5; 1 file'],
      ['create', 'leave', 6, 1, null],
      ['webhook.create', null, null, null, 'crm, with private fields'],
      ['webhook.replay', null, null, null, 'crm'],
      ['webhook.resume', null, null, null, 'crm'],
      ['webhook.remove', null, null, null, 'crm'],
      ['erase', 'leave', 1, 2, 'ids 1-2'],
      ['repair', null, null, null, expect.stringContaining('of leave: columns and texts were rebuilt')],
    ]);
    const isCommand = { actor: expect.stringMatching(/^command line \(.+\)$/), client: hostname(), request_id: null };
    for (const entry of found) expect(entry).toMatchObject(isCommand);
    for (const { action } of found)
      expect(said).toContain(action.startsWith('webhook') ? action : 'Audit: command line (');
    expect(said.match(/^workforce: Audit: /gm)).toHaveLength(found.length);
    const table = JSON.stringify(await execute(location, 'SELECT * FROM workforce_audit_log'), (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    );
    expect([table.includes(MARKER), said.includes(MARKER)]).toEqual([false, false]);
  });

  test('what is checked, refused or without the setting has no entry', async () => {
    const environment = databaseSetting(await ready(engine));
    const file = fileOf('departments.csv', 'id,name\n1,One\n');
    const wrong = fileOf('departments.csv', 'id,name\n1,\n');
    await done(['import', 'departments', file, '--dry-run'], { ...environment, ...ON });
    expect((await run(['import', 'departments', wrong], { ...environment, ...ON })).code).toBe(4);
    for (const off of ['', '0']) {
      const without = { ...environment, WORKFORCE_AUDIT_DAYS: off };
      expect(await done(['create', 'leave', '--leave_type', 'annual'], without)).toBe('');
      expect(await done(['webhooks', 'add', `crm${off}`, 'https://crm.example/'], without)).toBe('');
    }
    expect(await done(['import', 'departments', file], environment)).toBe('');
    const { stdout, stderr, code } = await run(['audit-log'], environment);
    expect([stdout, code]).toEqual(['', 0]);
    expect(stderr).toBe(
      'The audit log is switched off, so nothing is added to it; WORKFORCE_AUDIT_DAYS=365 keeps one for a year, for this command and the service.\nThere is no such entry.\n',
    );
  });

  test('an audit log is remembered from its first entry on, and ended by migrate alone', async () => {
    const environment = databaseSetting(await ready(engine));
    const create = ['create', 'leave', '--leave_type', 'annual'];
    const counted = async () => (await entriesOf(environment)).length;
    await done(create, environment);
    await done(create, { ...environment, ...ON });
    await done(create, environment);
    expect(await counted()).toBe(2);
    await done(['migrate'], { ...environment, WORKFORCE_DEMO: '0' });
    await done(create, { ...environment, WORKFORCE_AUDIT_DAYS: '0' });
    expect(await counted()).toBe(3);
    await done(['migrate'], { ...environment, WORKFORCE_DEMO: '0', WORKFORCE_AUDIT_DAYS: '0' });
    await done(create, environment);
    expect(await counted()).toBe(3);
  });

  test('the service writes entries, also into its log, and without values; --follow shows them as they come', async () => {
    const location = await ready(engine);
    const environment = { ...databaseSetting(location), ...ON };
    const service = await spawnService({
      ...environment,
      WORKFORCE_API_TOKEN: TOKEN,
      WORKFORCE_DEMO: '0',
      WORKFORCE_WORKERS: '2',
    });
    services.push(service);
    const following = follow(environment);
    const send = (key: string, leave_type = MARKER) =>
      post(
        service,
        '/api/v1/leave',
        { leave_type, reason: MARKER },
        { 'Idempotency-Key': key, 'X-Request-Id': `id-${key}` },
      );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(`key-${i}`)));
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: number }).id));
    expect((await send('key-3')).status).toBe(201);
    expect((await post(service, '/api/v1/leave', { leave_type: 7, reason: MARKER })).status).toBe(422);
    const found = await entriesOf(environment);
    expect(found.map((each) => `${each.request_id} ${each.first_id}`).sort()).toEqual(
      ids.map((id, i) => `id-key-${i} ${id}`).sort(),
    );
    for (const entry of found)
      expect(entry).toMatchObject({ actor: 'write token', action: 'create', resource: 'leave', client: '127.0.0.1' });
    await waitUntil('all entries to be followed', () => following.lines().length >= 20);
    expect((await following.end()).sort()).toEqual(found.map((each) => JSON.stringify(each)).sort());
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    const lines = service.errors().match(/^workforce: Audit: write token created leave \d+ {2}id-key-\d+$/gm);
    expect(lines).toHaveLength(20);
    const all = JSON.stringify(found) + service.errors() + service.output();
    expect(all).not.toContain(MARKER);
  });
});

test('--follow shows an entry that is committed after one with a greater number, once', async () => {
  const location = await ready('postgresql');
  const environment = { ...databaseSetting(location), ...ON };
  const following = follow(environment);
  const [gate, late] = [postgres(location, { max: 1 }), postgres(location, { max: 1 })];
  await gate`SELECT pg_advisory_lock(1)`;
  const writing = late.begin(async (sql) => {
    await sql`INSERT INTO workforce_audit_log (at, actor, action) VALUES (${Date.now()}, 'late', 'sign-in')`;
    await sql`SELECT pg_advisory_xact_lock(1)`;
  });
  writing.catch(() => undefined);
  const waits = async () => {
    const waiting = await gate`SELECT 1 FROM pg_locks JOIN pg_database ON oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
    return waiting.length === 1;
  };
  await waitUntil('the late one to have its number', waits);
  await done(['create', 'leave', '--leave_type', 'annual'], environment);
  await waitUntil('the first entry', () => following.lines().length === 1);
  await gate`SELECT pg_advisory_unlock(1)`;
  await writing;
  await waitUntil('the late entry', () => following.lines().length > 1);
  await done(['create', 'leave', '--leave_type', 'annual'], environment);
  await waitUntil('the last entry', () => following.lines().length > 2);
  expect((await following.end()).map((line) => JSON.parse(line).number)).toEqual([2, 1, 3]);
  await Promise.all([gate.end(), late.end()]);
});

test('demo data, copies and restored backups have an entry', async () => {
  const [folder, target] = [temporaryFolder(), await newDatabase('postgresql')];
  const environment = { WORKFORCE_DATA: folder, ...ON };
  await done(['generate', '--employees', '5', '--attendance-days', '1'], environment);
  await done(['copy', '--to', target], environment);
  const backup = `${temporaryFolder()}/monday.db`;
  await done(['backup', backup], environment);
  await done(['restore', '--force', backup], environment);
  const [seeded, restored] = await entriesOf(environment);
  expect(seeded).toMatchObject({ action: 'seed', detail: 'demo data', record_count: expect.any(Number) });
  expect(restored).toMatchObject({ action: 'restore', detail: 'monday.db', record_count: seeded.record_count });
  expect(await entriesOf({ DATABASE_URL: target })).toMatchObject([
    { action: 'copy', record_count: seeded.record_count },
  ]);
});

test('a table for people: columns, filters, the newest, and nothing that a terminal would run', async () => {
  const folder = await ready('embedded');
  const environment = { WORKFORCE_DATA: folder, ...ON };
  await done(['create', 'leave', '--leave_type', 'annual'], environment);
  const day = 86_400_000;
  await execute(
    folder,
    `INSERT INTO workforce_audit_log (at, actor, action, resource, first_id, record_count, client, request_id, detail) VALUES
     (${Date.now() - 3 * day}, 'person \u001b[31mada', 'import', 'employees', 7, 1200, '10.0.0.7', 'r-1', 'two\nlines'),
     (${Date.now()}, 'public', 'sign-in.refused', NULL, NULL, NULL, '10.0.0.9', NULL, NULL)`,
  );
  const shown = async (...options: string[]) => (await run(['audit-log', ...options], environment)).stdout.split('\n');
  const [head, ...lines] = await shown();
  expect(head!.split(/ +/)).toEqual(['time', 'actor', 'action', 'what', 'from', 'request', 'detail']);
  expect(lines.slice(0, -1).map((line) => line.slice(21).replace(/ {2,}/g, ' | '))).toEqual([
    expect.stringMatching(/^command line \(\w+\) \| create \| leave 1 \| /),
    'person \\u001b[31mada | import | 1200 employees | 10.0.0.7 | r-1 | two lines',
    'public | sign-in.refused | 10.0.0.9',
  ]);
  const numbers = async (...options: string[]) => (await entriesOf(environment, ...options)).map((each) => each.number);
  expect(await numbers('--limit', '2')).toEqual([2, 3]);
  expect(await numbers('--since', '2d')).toEqual([1, 3]);
  expect(await numbers('--until', new Date(Date.now() - day).toISOString().slice(0, 10))).toEqual([2]);
  expect(await numbers('--since', '1w', '--actor', 'public')).toEqual([3]);
  expect(await numbers('--action', 'import', '--resource', 'employees')).toEqual([2]);
  const { lines: narrow } = await runOnTerminal(['audit-log'], 60, environment);
  expect(narrow.filter((line) => Bun.stringWidth(Bun.stripANSI(line)) > 60)).toEqual([]);
});

test.each([
  [
    ['--since', 'yesterday'],
    '--since is "yesterday", but it is such as 30m, 12h, 7d, 2w, 2026-03-04 or 2026-03-04T15:30.',
  ],
  [['--limit', '0'], '--limit is "0", but it is a whole number of at least 1.'],
])('%j is refused', async (options, message) => {
  const environment = { WORKFORCE_DATA: temporaryFolder() };
  expect(await run(['audit-log', ...options], environment)).toMatchObject({
    code: 2,
    stderr: `workforce: ${message}\n`,
  });
});

test('a log of many pages is shown to its end', async () => {
  const folder = await ready('embedded');
  const environment = { WORKFORCE_DATA: folder, ...ON };
  await done(['create', 'leave', '--leave_type', 'annual'], environment);
  await execute(
    folder,
    `INSERT INTO workforce_audit_log (at, actor, action) SELECT ${Date.now()}, 'public', 'sign-in' FROM
     (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3500) SELECT i FROM n)`,
  );
  expect(await entriesOf(environment)).toHaveLength(100);
  const all = await entriesOf(environment, '--since', '1d');
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 3501 }, (_, i) => i + 1));
  expect(await entriesOf(environment, '--limit', '2500')).toEqual(all.slice(-2500));
});

test.each(['0.5', 'many', '36501'])('%s days is refused', async (days) => {
  const environment = { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_AUDIT_DAYS: days };
  const stderr = expect.stringMatching(/WORKFORCE_AUDIT_DAYS is ".*", but it is a (whole )?number from 1 to 36500\./);
  expect(await run(['audit-log'], environment)).toMatchObject({ code: 1, stderr });
});
