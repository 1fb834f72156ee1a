// The proxy of deploy/, with its real configuration, in front of real services. It needs haproxy, which npm does not
// install, so `npm test -- proxy` runs it and `npm test` does not.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { run, type Spawned } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { repositoryFile } from '../harness/paths.ts';
import { cluster } from '../harness/postgres/postgres.ts';
import type { PostgresServer } from '../harness/postgres/server.ts';
import { post } from '../harness/service.ts';
import { environmentOf, killServices, spawnServices } from '../harness/service-processes.ts';
import { waitUntil } from '../harness/wait-until.ts';

const haproxy = Bun.which('haproxy') ?? 'haproxy';
const CONFIGURATION = repositoryFile('deploy/haproxy.cfg');

type Proxy = { readonly url: string; log(): string; stop(): Promise<void> };

const hostOf = (url: string): string => new URL(url).host;

async function startProxy(first: string, second: string): Promise<Proxy> {
  const port = freePort();
  const env = { PROXY_PORT: String(port), API_1: hostOf(first), API_2: hostOf(second) };
  const child = Bun.spawn([haproxy, '-db', '-f', CONFIGURATION], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) said += new TextDecoder().decode(chunk);
  };
  void hear(child.stdout);
  void hear(child.stderr);
  const url = `http://127.0.0.1:${port}`;
  await waitUntil('the proxy', () =>
    fetch(`${url}/api`).then(
      ({ status }) => status === 200,
      () => {
        if (child.exitCode !== null) throw new Error(`It did not start: ${said}`);
        return false;
      },
    ),
  );
  return {
    url,
    log: () => said,
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}

/** The instance that each request so far was sent to. */
const instancesOf = (proxy: Proxy): string[] => [...proxy.log().matchAll(/ api\/(api-\d) /g)].map(([, name]) => name!);

/** A server that answers everything, and stores its requests. */
function echo() {
  const requests: { method: string; url: string; headers: Headers }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ method, url, headers }) {
      // A copy, because the runtime drops the headers after the answer.
      if (!url.endsWith('/health')) requests.push({ method, url, headers: new Headers(headers) });
      return new Response('{}', { headers: { 'Workforce-Position': '0/1' } });
    },
  });
  return { url: server.url.href, requests, stop: () => server.stop(true) };
}

/** A server whose health check succeeds, and that closes the connection on everything else. */
function brokenServer() {
  let asked = 0;
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, bytes) {
        if (bytes.toString().includes('/health')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        else if (bytes.toString().startsWith('POST')) asked++;
        socket.end();
      },
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, asked: () => asked, stop: () => server.stop(true) };
}

test('headers are forwarded both ways, and a client cannot forge its address', async () => {
  const [one, two] = [echo(), echo()];
  const proxy = await startProxy(one.url, two.url);
  const headers = { 'X-Forwarded-For': '10.1.2.3', 'Workforce-Position': '0/ABC', 'If-None-Match': '"x"' };
  const answer = await fetch(`${proxy.url}/api/v1/employees?q=a%20b`, { headers });
  expect(answer.headers.get('workforce-position')).toBe('0/1');
  const [request] = [...one.requests, ...two.requests].filter(({ url }) => url.includes('employees'));
  expect(request!.url).toEndWith('/api/v1/employees?q=a%20b');
  const sent = (name: string) => request!.headers.get(name);
  expect([sent('x-forwarded-for'), sent('workforce-position'), sent('if-none-match')]).toEqual([
    '127.0.0.1',
    '0/ABC',
    '"x"',
  ]);
  await Promise.all([proxy.stop(), one.stop(), two.stop()]);
});

test('a read whose connection is closed is sent to the other instance; a create is sent once', async () => {
  const [broken, whole] = [brokenServer(), echo()];
  const proxy = await startProxy(broken.url, whole.url);
  const reads = await Promise.all(Array.from({ length: 20 }, () => fetch(`${proxy.url}/api/v1/employees`)));
  expect(reads.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const creates = Array.from({ length: 20 }, () => post(proxy, '/api/v1/leave', {}));
  const statuses = (await Promise.allSettled(creates)).map((each) =>
    each.status === 'fulfilled' ? each.value.status : 'closed',
  );
  const arrived = whole.requests.filter(({ method }) => method === 'POST').length;
  expect(broken.asked()).toBeGreaterThan(0);
  expect(broken.asked() + arrived).toBe(20);
  expect(statuses.filter((status) => status === 200)).toHaveLength(arrived);
  await Promise.all([proxy.stop(), broken.stop(), whole.stop()]);
});

let servers: PostgresServer[] = [];
let services: Spawned[] = [];
let proxy: Proxy;

beforeAll(async () => {
  const { primary, standbys } = await cluster({ standbys: 2, synchronous: true });
  servers = [primary, ...standbys];
  const database = new URL(await primary.createDatabase()).pathname.slice(1);
  const environment = environmentOf({ primary, standbys }, database);
  expect((await run(['migrate'], { DATABASE_URL: environment.DATABASE_URL! })).code).toBe(0);
  services = await spawnServices(2, environment);
  proxy = await startProxy(services[0]!.url, services[1]!.url);
});
afterAll(async () => {
  await Promise.all([killServices(services), proxy?.stop()]);
  await Promise.all(servers.map((server) => server.destroy()));
});

test('reads are distributed, and a client that sends a position reads its own writes', async () => {
  for (let i = 0; i < 20; i++) {
    const created = await post(proxy, '/api/v1/organizations', { name: 'Seen', slug: `seen-${i}` });
    expect(created.status).toBe(201);
    const position = created.headers.get('workforce-position')!;
    expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
    const headers = { 'Workforce-Position': position };
    expect((await fetch(proxy.url + created.headers.get('location'), { headers })).status).toBe(200);
  }
  await waitUntil('requests to both', () => new Set(instancesOf(proxy)).size === 2);
});

test('no reader notices an instance that is killed', async () => {
  const statuses = new Map<number | string, number>();
  let reading = true;
  const readers = Array.from({ length: 8 }, async () => {
    while (reading) {
      const status = await fetch(`${proxy.url}/api/v1/employees?limit=20`).then(
        async (answer) => (await answer.json()).data.length && answer.status,
        (error) => String(error),
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const count = () => [...statuses.values()].reduce((sum, each) => sum + each, 0);
  await waitUntil('reads', () => count() > 100);
  services[0]!.process.kill('SIGKILL');
  await services[0]!.process.exited;
  const then = count();
  await waitUntil('the proxy to notice', () => /api-1 is DOWN/.test(proxy.log()) && count() > then + 500);
  reading = false;
  await Promise.all(readers);
  expect([...statuses.keys()]).toEqual([200]);
});
