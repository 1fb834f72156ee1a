// Streams of whole lists: each shows one state of the data, few run at a time, one whose reader is gone ends, and one
// that breaks cannot be mistaken for a complete one.
import { Database } from 'bun:sqlite';
import { afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { STREAMS } from '../../src/contract/limits.ts';
import { streams as newStreams } from '../../src/http/response/streams.ts';
import { seed } from '../../src/jobs/seed.ts';
import { log } from '../../src/log/log.ts';
import { update } from '../engines/changes/changing.ts';
import { spawnService } from '../harness/command.ts';
import { databaseSetting, engines, newDatabase, openDatabase } from '../harness/databases.ts';
import { query } from '../harness/postgres/server.ts';
import { openSocket } from '../harness/raw-http.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

const COUNT = 300;
const LAST_CHUNK = '\r\n0\r\n\r\n';

/** More than the socket buffers hold, so that a stream lasts until it is read. */
const organizations: DataRecord[] = Array.from({ length: COUNT }, (_, i) => ({
  id: i + 1,
  name: 'x',
  slug: `x-${i}`,
  default_locale: 'en',
  timezone: 'UTC',
  settings_json: `"${'long '.repeat(10_000)}"`,
  created: '2026-01-01T00:00:00Z',
}));

/** Each leads to an organization of its own. */
const brands: DataRecord[] = organizations.map(({ id }) => ({
  id: id!,
  organization_id: id!,
  name: 'y',
  slug: `y-${id}`,
  created: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
}));

const stopping: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

type Reader = {
  readonly socket: Socket;
  /** The head. After it, reading is paused. */
  readonly head: Promise<string>;
  /** Reads to the end of the connection, and returns everything. */
  rest(): Promise<string>;
};

/** Sends a GET and reads the head of the answer only. */
function reader(url: string, path: string, localAddress?: string): Reader {
  const socket = openSocket(url, localAddress).on('connect', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`),
  );
  const received: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const head = new Promise<string>((resolve) =>
    socket.on('data', (chunk: Buffer) => {
      if (received.push(chunk) > 1) return;
      socket.pause();
      resolve(chunk.toString('latin1').split('\r\n\r\n')[0]!);
    }),
  );
  const rest = async () => {
    await head;
    socket.resume();
    await closed;
    return Buffer.concat(received).toString('latin1');
  };
  return { socket, head, rest };
}

describe.each(engines)('on the %s database', (engine) => {
  let location: string;
  beforeAll(async () => {
    location = await newDatabase(engine);
    const store = await openDatabase(location);
    await seed(store, catalogue, [
      { resource: 'organizations', records: organizations },
      { resource: 'brands', records: brands },
    ]);
    await store.close();
  });

  async function started(streams = newStreams()) {
    const service = await startService({ engine, location, filled: false, parts: { streams } });
    stopping.push(() => service.stop());
    const underWay = () => streams.measures()[0]!.samples[0]!.value;
    const broken = () => streams.measures()[1]!.samples[0]!.value;
    return { service, underWay, broken };
  }

  /** Whether no transaction holds an old state of the data. */
  async function isFree(): Promise<boolean> {
    if (engine === 'postgresql') return (await idleInTransaction()).length === 0;
    const db = new Database(join(location, 'workforce.db'));
    try {
      return (db.query('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 0;
    } finally {
      db.close();
    }
  }
  const idleInTransaction = () =>
    query(
      location,
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );

  const change = async (sql: string) => {
    if (engine === 'postgresql') return void (await query(location, sql));
    const db = new Database(join(location, 'workforce.db'));
    db.run(sql);
    db.close();
  };

  const NDJSON = '/api/v1/organizations?format=ndjson';
  const newOne = (service: Service, slug: string) => post(service, '/api/v1/organizations', { name: 'x', slug });

  // Only on PostgreSQL a stream holds a transaction.
  const holdsNone = engine === 'embedded';

  test('when a reader goes away, its stream ends, and so does its transaction', async () => {
    const { service, underWay } = await started();
    const stream = reader(service.url, NDJSON);
    await stream.head;
    expect(underWay()).toBe(1);
    await newOne(service, 'meanwhile');
    if (holdsNone) await waitUntil('the end of other transactions', isFree);
    else expect(await isFree()).toBe(false);
    stream.socket.destroy();
    await waitUntil('the end of all streams', () => underWay() === 0);
    await waitUntil('the end of their transactions', isFree);
  });

  test('a reader that does not read is disconnected', async () => {
    const { service, underWay, broken } = await started(newStreams({ seconds: 0.5, bytesPerSecond: 1e9 }));
    const stream = reader(service.url, NDJSON);
    await stream.head;
    await waitUntil('the end of all streams', () => underWay() === 0);
    await waitUntil('the end of their transactions', isFree);
    expect(broken()).toBe(1);
    expect(await stream.rest()).not.toContain(LAST_CHUNK);
  });

  test('there are few at a time; further ones are refused after a moment, and other reads go on', async () => {
    const { service, underWay } = await started(newStreams(undefined, 200));
    const streams = Array.from({ length: STREAMS.places }, () => reader(service.url, NDJSON));
    await Promise.all(streams.map(({ head }) => head));
    const refused = await fetch(service.url + NDJSON);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await refused.json()).error.code).toBe('unavailable');
    expect((await fetch(`${service.url}/api/v1/organizations?limit=1`)).status).toBe(200);
    expect((await newOne(service, 'created')).status).toBe(201);
    const texts = await Promise.all(streams.map((stream) => stream.rest()));
    expect(texts.every((text) => text.endsWith(LAST_CHUNK))).toBe(true);
    await waitUntil('the end of all streams', () => underWay() === 0);
    const after = await fetch(`${service.url}${NDJSON}&limit=1`);
    expect([after.status, (await after.text()).split('\n').length]).toEqual([200, 2]);
  });

  test('one more than allowed waits for its turn, unless its reader goes away, of which the log has nothing', async () => {
    const { service, underWay } = await started(newStreams(undefined, 60_000));
    const logged = spyOn(log, 'error');
    const streams = Array.from({ length: STREAMS.places }, () => reader(service.url, NDJSON));
    await Promise.all(streams.map(({ head }) => head));
    const gone = reader(service.url, NDJSON);
    const answer = fetch(`${service.url}${NDJSON}&limit=1`);
    await Bun.sleep(100);
    gone.socket.destroy();
    await Promise.all(streams.map((stream) => stream.rest()));
    expect([(await answer).status, (await (await answer).text()).split('\n').length]).toEqual([200, 2]);
    await waitUntil('the end of all streams', () => underWay() === 0);
    await waitUntil('the end of their transactions', isFree);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  // Other addresses of this machine are there without being set up on Linux only.
  test.skipIf(process.platform !== 'linux')(
    'a client that has all of them gives one up to a client that has none',
    async () => {
      const { service, broken } = await started();
      const streams = Array.from({ length: STREAMS.places }, () => reader(service.url, NDJSON));
      await Promise.all(streams.map(({ head }) => head));
      const other = reader(service.url, `${NDJSON}&limit=1`, '127.0.0.2');
      expect(await other.head).toContain('200 OK');
      expect(await other.rest()).toEndWith(LAST_CHUNK);
      const texts = await Promise.all(streams.map((stream) => stream.rest()));
      expect(texts.filter((text) => !text.endsWith(LAST_CHUNK))).toHaveLength(1);
      expect(broken()).toBe(1);
    },
  );

  const whenEmbedded = holdsNone ? test : () => undefined;
  whenEmbedded('when older records change meanwhile, it is broken off', async () => {
    for (const path of [NDJSON, `${NDJSON}&sort=-name`]) {
      const { service, broken } = await started();
      const stream = reader(service.url, path);
      await stream.head;
      await change("INSERT OR REPLACE INTO workforce_meta VALUES ('generation', abs(random()) || '')");
      expect(await stream.rest()).not.toEndWith(LAST_CHUNK);
      expect(broken()).toBe(1);
    }
  });

  test.each([
    '/api/v1/brands?format=ndjson&expand=organization_id',
    '/api/v1/brands?format=csv&fields=id,organization_id.name,organization_id.settings_json&sort=-id',
  ])(
    '%s: when a record that others lead to is changed meanwhile, it is as it was, or the stream is broken off',
    async (path) => {
      const { service, broken } = await started();
      const stream = reader(service.url, path);
      await stream.head;
      const ids = [1, 2, COUNT - 1, COUNT];
      const renamed = `id,name\n${ids.map((id) => `${id},${crypto.randomUUID()} changed`).join('\n')}\n`;
      expect((await update(service.store, 'organizations', renamed)).counts[1]).toBe(ids.length);
      const text = await stream.rest();
      expect(text).not.toContain('changed');
      expect([text.endsWith(LAST_CHUNK), broken()]).toEqual(holdsNone ? [false, 1] : [true, 0]);
      expect((await (await fetch(service.url + path)).text()).match(/changed/g)).toHaveLength(ids.length);
      const back = `id,name\n${ids.map((id) => `${id},x`).join('\n')}\n`;
      await update(service.store, 'organizations', back);
    },
  );

  test('a service that is stopped finishes its streams first', async () => {
    const where = databaseSetting(location);
    const settings = { WORKFORCE_WORKERS: '1', WORKFORCE_DEMO: '0', WORKFORCE_LOG: 'off' };
    const service = await spawnService({ ...settings, WORKFORCE_DATA: temporaryFolder(), ...where });
    const stream = reader(service.url, NDJSON);
    await stream.head;
    service.process.kill('SIGTERM');
    const text = await stream.rest();
    expect(text).toContain(`"x-${COUNT - 1}"`);
    expect(text.endsWith(LAST_CHUNK)).toBe(true);
    expect(await service.process.exited).toBe(0);
  });

  if (engine === 'postgresql')
    test('one whose database connection is ended has no last chunk', async () => {
      const { service, underWay, broken } = await started();
      const stream = reader(service.url, NDJSON);
      await stream.head;
      let pid: number | undefined;
      await waitUntil('the stream to be in its transaction', async () => {
        pid = (await idleInTransaction())[0]?.pid;
        return pid !== undefined;
      });
      await query(location, `SELECT pg_terminate_backend(${pid})`);
      const text = await stream.rest();
      expect(text).toStartWith('HTTP/1.1 200 OK');
      expect(text).not.toContain(LAST_CHUNK);
      expect([underWay(), broken()]).toEqual([0, 1]);
      expect((await (await fetch(service.url + NDJSON)).text()).match(/\n/g)!.length).toBeGreaterThanOrEqual(COUNT);
    });
  test('records that are created meanwhile are not in it', async () => {
    const { service } = await started();
    const stream = reader(service.url, NDJSON);
    await stream.head;
    expect((await newOne(service, 'written-meanwhile')).status).toBe(201);
    const text = await stream.rest();
    expect(text.endsWith(LAST_CHUNK)).toBe(true);
    expect(text).not.toContain('written-meanwhile');
    expect(await (await fetch(service.url + NDJSON)).text()).toContain('written-meanwhile');
  });

  test('one that fails in the middle has no last chunk, and the next one works', async () => {
    const { service, broken, underWay } = await started();
    await change(`UPDATE organizations SET json = '{}' WHERE id = ${COUNT - 10}`);
    const path = '/api/v1/organizations?format=csv';
    const text = await reader(service.url, path).rest();
    expect(text).toStartWith('HTTP/1.1 200 OK');
    expect(text.length).toBeGreaterThan(1000);
    expect(text).not.toContain(LAST_CHUNK);
    expect(await fetch(service.url + path).then((response) => response.text().catch(() => 'lost'))).toBe('lost');
    await waitUntil('two streams to break', () => broken() === 2 && underWay() === 0);
    expect((await (await fetch(`${service.url}${path}&limit=5`)).text()).split('\r\n').length).toBe(7);
    await waitUntil('the end of their transactions', isFree);
  });

  test('one that fails before it begins is answered with an ordinary error', async () => {
    const { service } = await started();
    await change(`UPDATE organizations SET json = '{}' WHERE id = 1`);
    const response = await fetch(`${service.url}/api/v1/organizations?format=csv`);
    expect([response.status, (await response.json()).error.code]).toEqual([500, 'internal_error']);
    await waitUntil('the end of their transactions', isFree);
  });
});
