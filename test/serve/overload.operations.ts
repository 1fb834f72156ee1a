// More load than the service can handle: quick refusals, the rest is served, memory stays limited, and normal service
// afterwards.
import { afterEach, expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { type Spawned, spawnService } from '../harness/command.ts';
import { openConnection } from '../harness/connection.ts';
import { demoDatabase } from '../harness/databases.ts';
import { keptOpen } from '../harness/postgres/server.ts';
import { openSocket } from '../harness/raw-http.ts';
import { startService, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

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
