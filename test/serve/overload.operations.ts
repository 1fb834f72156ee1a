// More load than the service can handle: quick refusals, the rest is served, memory stays limited, and normal service
// afterwards.
import { afterEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { type Spawned, spawnService } from '../harness/command.ts';
import { openConnection } from '../harness/connection.ts';
import { demoDatabase } from '../harness/databases.ts';
import { keptOpen } from '../harness/postgres/server.ts';
import { exchange, openSocket } from '../harness/raw-http.ts';
import { post, startService, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

const MIB = 1024 * 1024;
const stopping: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

const ORGANIZATIONS = '/api/v1/organizations';

async function spawned(settings: Record<string, string>, before: string[] = []): Promise<Spawned> {
  const base = { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1' };
  const service = await spawnService({ ...base, WORKFORCE_LOG: 'off', ...settings }, before);
  stopping.push(async () => {
    service.process.kill('SIGTERM');
    await service.process.exited;
  });
  return service;
}

test('while PostgreSQL is blocked, requests up to the limit wait, others are refused at once, and then all goes on', async () => {
  const location = await demoDatabase('postgresql');
  const limits = { inFlight: 20, perMinute: undefined };
  const service = await startService({ engine: 'postgresql', location, parts: { limits } });
  stopping.push(() => service.stop());
  const answers: { status: number; retry: string | null }[] = [];
  const ask = async () => {
    const { status, headers } = await fetch(`${service.url}/api/v1/jobs?limit=1`);
    answers.push({ status, retry: headers.get('retry-after') });
    return status;
  };
  const release = await keptOpen(location, 'BEGIN; LOCK TABLE jobs IN ACCESS EXCLUSIVE MODE');
  const asked = Array.from({ length: 200 }, ask);
  await waitUntil('all refusals', () => answers.length >= 180);
  for (const method of ['HEAD', 'OPTIONS'])
    expect((await fetch(`${service.url}/api/v1/jobs`, { method })).status).toBe(503);
  // All refusals came before any other answer.
  expect(answers).toEqual(Array(180).fill({ status: 503, retry: '1' }));
  await release();
  await Promise.all(asked);
  expect(answers.slice(180).map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (let round = 0; round < 3; round++) {
    const after = await Promise.all(Array.from({ length: 20 }, ask));
    expect(after).toEqual(after.map(() => 200));
  }
});

test('of more creates than allowed at a time, each is created or refused, and exactly the created ones are stored', async () => {
  const service = await spawned({ WORKFORCE_DEMO: '0', WORKFORCE_MAX_IN_FLIGHT: '8' });
  const answers: string[] = [];
  const create = async () => {
    const body = JSON.stringify({ name: 'x', slug: `x-${crypto.randomUUID()}` });
    const headers = `Authorization: Bearer ${TOKEN}\r\nContent-Type: application/json`;
    answers.push(
      await exchange(
        service.url,
        `POST ${ORGANIZATIONS} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    );
  };
  const of = (status: number) => answers.filter((text) => text.startsWith(`HTTP/1.1 ${status}`));
  // Until more of them are there at a time than are allowed, however quick the service is.
  for (let sent = 0; sent === 0 || of(503).length === 0; sent += 1500) {
    await Promise.all(Array.from({ length: 1500 }, create));
    expect(of(201).length + of(503).length).toBe(answers.length);
  }
  expect(of(503).every((text) => /^retry-after: 1\r$/im.test(text))).toBe(true);
  expect((await (await fetch(service.url + ORGANIZATIONS)).json()).meta.total).toBe(of(201).length);
  expect((await post(service, ORGANIZATIONS, { name: 'x', slug: 'afterwards' })).status).toBe(201);
});

describe('many clients that do not read their answers', () => {
  const memoryOf = ({ process: { pid } }: Spawned): number =>
    1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);

  /** Connections that have sent their requests and read nothing of the answers. */
  const crowd = ({ url }: Spawned, count: number, path: string, each: number) =>
    Promise.all(
      Array.from({ length: count }, () => {
        const bytes = `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`.repeat(each);
        return new Promise<Socket>((resolve, reject) => {
          const socket = openSocket(url).on('connect', () => {
            socket.pause();
            socket.write(bytes, () => resolve(socket));
          });
          socket.on('error', reject);
        });
      }),
    );

  test('take little memory, keep nobody from being answered, and leave no memory used', async () => {
    const service = await spawned({});
    const quick = async () => expect((await fetch(`${service.url}/api/v1/jobs?limit=2`)).status).toBe(200);
    const page = '/api/v1/candidates?limit=200';
    // Warm up first: what a page and the docs allocate once does not count.
    for (const path of [page, page, '/api/docs/scalar.js']) await (await fetch(service.url + path)).arrayBuffer();
    const before = memoryOf(service);
    for (const [count, path, each] of [
      [1000, page, 1],
      [50, page, 100],
      [100, '/api/docs/scalar.js', 1],
    ] as const) {
      const sockets = await crowd(service, count, path, each);
      // Without a limit of time: the system may try to connect for seconds while so many others do. The proof
      // `overload` measures how long others wait.
      for (let i = 0; i < 5; i++) await quick();
      expect(memoryOf(service) - before).toBeLessThan(150 * MIB);
      for (const socket of sockets) socket.destroy();
      await quick();
    }
    await waitUntil('the memory to be given back', async () => {
      await quick();
      await Bun.sleep(50);
      return memoryOf(service) - before <= 60 * MIB;
    });
  });
});

/** A connection that sends nothing. The system accepts it before the service does; one that the service never accepts is
 * reset or waits. */
const opened = (url: string) =>
  new Promise<Socket>((resolve) => {
    const socket = openSocket(url);
    socket.on('connect', () => resolve(socket)).on('error', () => resolve(socket));
  });

const health = (url: string, init: RequestInit = {}) => fetch(`${url}/api/v1/health`, { keepalive: false, ...init });

test('beyond the limit of open files, connections wait or are refused, open ones are answered, and the service recovers', async () => {
  const fewFiles = ['sh', '-c', 'ulimit -n 100; exec "$@"', 'sh'];
  const service = await spawned({ WORKFORCE_DEMO: '0' }, fewFiles);
  const inside = await openConnection(service.url);
  expect((await inside.get('/api/v1/health')).status).toBe(200);
  const sockets = await Promise.all(Array.from({ length: 400 }, () => opened(service.url)));
  for (let i = 0; i < 20; i++)
    expect((await inside.post(ORGANIZATIONS, { name: 'x', slug: `x-${i}` })).status).toBe(201);
  expect(service.process.exitCode).toBeNull();
  for (const socket of sockets) socket.destroy();
  inside.close();
  await waitUntil('the service to recover', () =>
    health(service.url, { signal: AbortSignal.timeout(3000) }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  expect((await (await fetch(service.url + ORGANIZATIONS)).json()).meta.total).toBe(20);
});
