// The files of an embedded database change under a service: nothing is acknowledged that would be lost, health tells,
// the log says it once, no worker answers from another database, and what is put back is served again.

import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type Spawned, spawnService } from '../harness/command.ts';
import { childrenOf, isAlive } from '../harness/processes.ts';
import { TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

const started: Spawned[] = [];
afterEach(async () => {
  for (const { process: child } of started.splice(0)) {
    child.kill('SIGTERM');
    await child.exited;
  }
});

const settings = (data: string, workers = 1) => ({
  WORKFORCE_DATA: data,
  WORKFORCE_API_TOKEN: TOKEN,
  WORKFORCE_DEMO: '0',
  WORKFORCE_WORKERS: String(workers),
});

async function start(workers = 1): Promise<Spawned & { data: string; file: string }> {
  const data = join(temporaryFolder(), 'data');
  const service = await spawnService(settings(data, workers));
  started.push(service);
  expect(await create(service.url, 'first')).toBe(201);
  return { ...service, data, file: join(data, 'workforce.db') };
}

async function create(url: string, slug: string): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/organizations`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify({ name: slug, slug }),
  });
  return status;
}

const get = (url: string, path: string) => fetch(`${url}/api/v1/${path}`, { headers: { Connection: 'close' } });
const healthOf = async (url: string) => (await get(url, 'health')).status;

/** What happens to the files, and what the log says about it. */
const LOSSES: [string, (file: string) => void, RegExp][] = [
  ['the folder is removed', (file) => rmSync(join(file, '..'), { recursive: true }), /is no longer there/],
  ['the file is removed', (file) => rmSync(file), /is no longer there/],
  ['the file is replaced', replaceByCopy, /another file is at .* now/],
  ['the file is overwritten', (file) => writeFileSync(file, noise()), /was overwritten by something else/],
  ['the log is removed', (file) => rmSync(`${file}-wal`), /-wal was removed or replaced/],
];

const contentOf = (file: string) => (existsSync(file) ? Bun.hash(readFileSync(file)).toString(36) : undefined);
function recordsIn(file: string): number {
  const db = new Database(file, { readonly: true });
  const [[count]] = db.prepare('SELECT count(*) FROM organizations').values() as [[number]];
  db.close();
  return count;
}

const noise = () => crypto.getRandomValues(new Uint8Array(65_536));

function replaceByCopy(file: string): void {
  cpSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
}

describe.each(LOSSES)('%s', (_, lose, message) => {
  test('creates are refused, health fails, the log says it once, and nothing is written', async () => {
    const { url, data, file, errors, process: child } = await start();
    lose(file);
    const left = contentOf(file);
    for (const slug of ['a', 'b', 'c']) expect(await create(url, slug)).toBe(503);
    for (let i = 0; i < 3; i++) expect(await healthOf(url)).toBe(503);
    // Lists that are answered by other connections and processes do not make a database of their own.
    for (const path of ['organizations?format=csv', 'organizations?sort=-name&format=ndjson'])
      expect((await get(url, path)).status).toBe(503);
    // The line of another process arrives a moment later.
    await waitUntil('the message', () => new RegExp(message).test(errors()));
    expect(errors().match(new RegExp(message, 'g'))).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await child.exited).toBe(message.source.includes('overwritten') ? 137 : 0);
    // Without its log the file is still ours, and gets what was acknowledged.
    if (message.source.includes('-')) expect(recordsIn(file)).toBe(1);
    else expect(contentOf(file)).toEqual(left);
    if (!existsSync(file) && existsSync(data)) expect(readdirSync(data)).not.toContain('workforce.db');
  });
});

test('a file that is put back is served again, with all that was acknowledged', async () => {
  const { url, file, errors } = await start();
  renameSync(file, `${file}.away`);
  expect([await create(url, 'lost'), await healthOf(url)]).toEqual([503, 503]);
  renameSync(`${file}.away`, file);
  expect([await create(url, 'second'), await healthOf(url)]).toEqual([201, 200]);
  expect((await (await get(url, 'organizations')).json()) as object).toMatchObject({ meta: { total: 2 } });
  await waitUntil('the line in the log', () => errors().includes('creates are accepted again'));
});

test('a page of the file that cannot be read is no success, and health remembers it', async () => {
  const { url, file, process: child, data } = await start();
  const body = 'x'.repeat(15_000);
  for (let i = 0; i < 60; i++) {
    const response = await fetch(`${url}/api/v1/organizations`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'x', slug: `s-${i}`, settings_json: JSON.stringify(body) }),
    });
    expect(response.status).toBe(201);
  }
  child.kill('SIGTERM');
  await child.exited;
  damageRecord(file, 30);
  const again = await spawnService(settings(data));
  started.push(again);
  expect(await healthOf(again.url)).toBe(200);
  const read = await get(again.url, 'organizations/30');
  expect([read.status, ((await read.json()) as any).error.code]).toEqual([503, 'unavailable']);
  expect(await healthOf(again.url)).toBe(503);
  const id = read.headers.get('x-request-id')!;
  const line = new RegExp(`^workforce: database: SQLITE_CORRUPT .*  ${id}$`, 'm');
  await waitUntil('the line in the log', () => line.test(again.errors()));
});

/** Overwrites the page that holds one record. */
function damageRecord(file: string, id: number): void {
  const db = new Database(file, { readonly: true });
  const [[size]] = db.prepare('PRAGMA page_size').values() as [[number]];
  db.close();
  const bytes = readFileSync(file);
  const at = bytes.indexOf(`"slug":"s-${id - 2}"`);
  expect(at).toBeGreaterThan(0);
  const page = Math.floor(at / size) * size;
  bytes.fill(0xff, page, page + size);
  writeFileSync(file, bytes);
}

describe('with several workers', () => {
  test.each([
    ['removed', (file: string) => rmSync(join(file, '..'), { recursive: true })],
    ['replaced', replaceByCopy],
  ])('a worker that is replaced after the database was %s serves no other one', async (_, lose) => {
    const { url, data, file, process: child, errors } = await start(2);
    const before = readdirSync(data).sort();
    lose(file);
    const [victim] = childrenOf(child.pid);
    process.kill(victim!, 'SIGKILL');
    await waitUntil('the end of the worker', () => !isAlive(victim!));
    await waitUntil('what the new one says', () => errors().includes('is no longer at'));
    for (let i = 0; i < 10; i++) {
      expect(await create(url, `again-${i}`)).toBe(503);
      expect((await (await get(url, 'organizations')).json()) as object).toMatchObject({ meta: { total: 1 } });
    }
    expect(existsSync(data) ? readdirSync(data).sort() : before).toEqual(before);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await child.exited).toBe(0);
    expect(errors().match(/is no longer at/g)!.length).toBeLessThanOrEqual(2);
  });
});

test('a second service on the same database is refused, and a killed one leaves no lock behind', async () => {
  const { data, process: child } = await start();
  const { code, stderr } = await run(['serve'], { ...settings(data), PORT: '0' });
  expect([code, stderr]).toEqual([
    1,
    `workforce: The database in ${data} is being served already, by process ${child.pid}; stop that one, or set WORKFORCE_DATA to another folder.\n`,
  ]);
  child.kill('SIGKILL');
  await child.exited;
  const again = await spawnService(settings(data));
  started.push(again);
  expect(await create(again.url, 'second')).toBe(201);
});

test('a log without its database is not taken for an empty database', async () => {
  const { data, file, process: child } = await start();
  child.kill('SIGKILL');
  await child.exited;
  const log = readFileSync(`${file}-wal`);
  expect(log.length).toBeGreaterThan(0);
  rmSync(file);
  const { code, stderr } = await run(['serve'], { ...settings(data), PORT: '0' });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/the file is missing, but its log .* is there; put the file back/),
  ]);
  expect(readFileSync(`${file}-wal`)).toEqual(log);
});

test('everything that is made for the database is readable by its owner only', async () => {
  const { data } = await start();
  const modes = ['.', ...readdirSync(data)].map((name) => [
    name,
    (statSync(join(data, name)).mode & 0o777).toString(8),
  ]);
  expect(Object.fromEntries(modes)).toEqual({
    '.': '700',
    'workforce.db': '600',
    'workforce.db-shm': '600',
    'workforce.db-wal': '600',
    'workforce.lock': '600',
  });
});
