// The limits of the service and what happens beyond them: our own error wherever the runtime allows it, and normal
// service again afterwards.
import { afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { ADDRESS_LENGTH, BODY_SECONDS, FAULTS, HEADER_BYTES } from '../../src/contract/limits.ts';
import { clientAddress } from '../../src/http/request/address.ts';
import { bodyLimits } from '../../src/http/request/body.ts';
import { rateLimit } from '../../src/http/request/limits.ts';
import { bodyHeaders } from '../../src/http/response/body.ts';
import { responseCache } from '../../src/http/response/cache.ts';
import { type Connection, openConnection } from '../harness/connection.ts';
import { type Answer, answersIn, exchange, openSocket, rawGet } from '../harness/raw-http.ts';
import { post, type Service, type ServiceOptions, startService, TOKEN } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const PATH = '/api/v1/organizations';
const stopping: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0).reverse()) await stop();
});

async function start(options: ServiceOptions): Promise<Service> {
  const service = await startService({ filled: false, ...options });
  stopping.push(() => service.stop());
  return service;
}

async function open(service: Service): Promise<Connection> {
  const connection = await openConnection(service.url);
  stopping.push(connection.close);
  return connection;
}

const codeOf = ({ status, body }: Answer) => [status, JSON.parse(body).error.code];

const head = (more: string) =>
  `POST ${PATH} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

/** Waits for timeouts, so it runs beside the other tests. Checked in the last one. */
let idle: Promise<string[]>;
beforeAll(async () => {
  const service = await startService({ filled: false, listening: { idleSeconds: 1 } });
  const ends = [
    exchange(service.url, ''),
    exchange(service.url, `GET ${PATH} HTTP/1.1\r\nHost: test\r\n\r\n`),
    exchange(service.url, `GET ${PATH} HTTP/1.1\r\nHos`),
    exchange(service.url, `${head('Content-Length: 100')}{`),
  ];
  idle = Promise.all(ends).finally(() => service.stop());
});

describe('sizes', () => {
  test('a body of 1 MiB is read; one byte more is 413, with its length stated or in chunks', async () => {
    const service = await start({});
    const fits = `{"name":"x","slug":"x"${' '.repeat(1024 * 1024 - 23)}}`;
    expect((await post(service, PATH, fits)).status).toBe(201);
    const stated = head(`Content-Length: ${fits.length + 1}`);
    expect(answersIn(await exchange(service.url, `${stated}${fits} `)).map(codeOf)).toEqual([
      [413, 'payload_too_large'],
    ]);
    // Refused because of its stated length, before any of it was sent.
    expect(answersIn(await exchange(service.url, stated)).map(codeOf)).toEqual([[413, 'payload_too_large']]);
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const chunked = `${head('Transfer-Encoding: chunked')}${chunk.repeat(17)}`;
    expect(answersIn(await exchange(service.url, chunked)).map(codeOf)).toEqual([[413, 'payload_too_large']]);
    expect((await fetch(`${service.url}/api/v1/health`)).status).toBe(200);
  });

  test('an address of 32,768 characters is read, one more is 414, and headers over 64 KiB are 431', async () => {
    const service = await start({});
    const rest = ADDRESS_LENGTH - `http://test${PATH}?colour=`.length;
    expect((await rawGet(service.url, `${PATH}?colour=${'x'.repeat(rest)}`)).status).toBe(200);
    expect(codeOf(await rawGet(service.url, `${PATH}?colour=${'x'.repeat(rest + 1)}`))).toEqual([414, 'uri_too_long']);
    const large = `GET ${PATH} HTTP/1.1\r\nHost: test\r\nX-Large: ${'x'.repeat(HEADER_BYTES)}\r\n\r\n`;
    expect(await exchange(service.url, large)).toStartWith('HTTP/1.1 431 ');
    expect((await fetch(`${service.url}/api/v1/health`)).status).toBe(200);
  });

  test('of long addresses that come at the same moment, one is read before others are answered', async () => {
    let turn = 0;
    const counted = new Map<number, number>();
    const service = await start({});
    const { list } = service.store;
    const slowly: typeof list = (...asked) => {
      counted.set(turn, (counted.get(turn) ?? 0) + 1);
      for (const end = performance.now() + 20; performance.now() < end; );
      return list(...asked);
    };
    Object.assign(service.store, { list: slowly });
    let isOver = false;
    const next = (): void => {
      turn += 1;
      if (!isOver) setImmediate(next);
    };
    next();
    const path = `${PATH}?colour=${'x'.repeat(3000)}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => rawGet(service.url, path)));
    isOver = true;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Math.max(...counted.values())).toBe(1);
  });

  const headers = (count: number) => Array.from({ length: count - 2 }, (_, i) => `X-${i}: x\r\n`).join('');
  test.each([
    ['198 headers', 200, `GET ${PATH} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n${headers(198)}\r\n`],
    ['199 headers', 431, `GET ${PATH} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n${headers(199)}\r\n`],
  ])('%s: %d, and the connection is closed', async (_, status, bytes) => {
    const service = await start({});
    expect(answersIn(await exchange(service.url, bytes)).map((answer) => answer.status)).toEqual([status]);
  });

  const repeated = (text: string, times: number) => Array.from({ length: times }, (_, i) => text.replace('#', `${i}`));
  const JSON_POST = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
  const posting = (body: string) => ({ method: 'POST', headers: JSON_POST, body });
  const duplicates = `{${repeated('"":0', 150_000).join(',')}}`;
  test.each([
    ['parameters', `/api/v1/employees?${repeated('dept_id=x', 3000).join('&')}`, {}, 2950],
    ['duplicate keys', '/api/v1/leave', posting(duplicates), 149_949],
    ['duplicate keys of a message', '/mcp', posting(duplicates), 149_949],
    ['unknown fields', '/api/v1/leave', posting(`{${repeated('"field_#":0', 20_000).join(',')}}`), 19_951],
  ])('an answer lists the first faults of many, and says how many more there are: %s', async (_, path, init, more) => {
    const service = await start({});
    const response = await fetch(service.url + path, init);
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(text.length).toBeLessThan(50_000);
    const body = JSON.parse(text);
    const { errors, more: left } = body.error ? body.error.details : { errors: body.detail, more: body.more };
    expect([errors.length, left]).toEqual([FAULTS, more]);
    if (body.error) expect(body.error.message).toContain(`(and ${FAULTS + more - 1} more, see details.errors)`);
  });

  test('the cache stays within its bounds, however long the addresses are', () => {
    const cache = responseCache();
    const headers = bodyHeaders({});
    const content = '{"data":[],"meta":{"total":0,"limit":50,"offset":0}}';
    const store = (version: number, key: string, text = content) => {
      for (let time = 0; time < 2; time++) {
        cache.find(version, key);
        cache.offer(version, key, { content: text, headers });
      }
    };
    const measured = () => Object.fromEntries(cache.measures().map(({ name, samples }) => [name, samples[0]!.value]));
    const key = (i: number) => `/api/v1/organizations?x=${String(i).padEnd(480, 'x')}`;
    for (let i = 0; i < 40_000; i++) store(1, key(i));
    expect(measured().workforce_cache_bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(measured().workforce_cache_entries! * (1024 + 2 * 500)).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(cache.find(1, key(39_999))).toBeDefined();
    // Long addresses are not cached, because anyone can make up any number of them.
    const long = `/?x=${'y'.repeat(600)}`;
    store(1, long);
    expect(cache.find(1, long)).toBeUndefined();
    // Pages are sent as clones of a response, which contains a copy of the bytes.
    for (let i = 0; i < 400; i++) store(3, `page ${i}`, 'x'.repeat(100_000));
    expect(measured().workforce_cache_entries! * 3 * 100_000).toBeLessThanOrEqual(32 * 1024 * 1024);
    // An entry that is stored again counts once.
    for (let i = 0; i < 1000; i++) store(4, 'same');
    expect(measured().workforce_cache_bytes).toBeLessThan(2000);
    // An answer that took so long that the data has changed meanwhile is of no use, and does no harm.
    cache.offer(3, 'same', { content: 'old', headers });
    expect(cache.find(4, 'same')).toBeDefined();
  });
});

describe('times', () => {
  test.each([
    ['with its length stated', head('Content-Length: 100')],
    ['in chunks', head('Transfer-Encoding: chunked')],
  ])('a body %s that does not end is 408, and the connection is closed', async (_, sent) => {
    const service = await start({ parts: { bodySeconds: 0.3 } });
    const began = performance.now();
    const [answer] = answersIn(await exchange(service.url, sent));
    expect(codeOf(answer!)).toEqual([408, 'request_timeout']);
    expect(answer!.headers.get('connection')).toBe('close');
    // After the time that was set, and not the usual one.
    expect(performance.now() - began).toBeLessThan(1000 * BODY_SECONDS);
    expect((await post(service, PATH, { name: 'x', slug: 'x' })).status).toBe(201);
  });
});

describe('bodies that are still arriving', () => {
  const limited = () => start({ parts: { limits: { inFlight: 3, perMinute: undefined } } });

  test('occupy no requests: others are answered, and each body can be finished', async () => {
    const service = await limited();
    const connections = await Promise.all(Array.from({ length: 10 }, () => open(service)));
    const finish = connections.map((each, i) => each.begin(PATH, { name: 'slow', slug: `slow-${i}` }));
    for (const init of [{}, { method: 'HEAD' }, { method: 'OPTIONS' }])
      expect((await fetch(`${service.url}${PATH}`, init)).ok).toBe(true);
    expect((await post(service, PATH, { name: 'quick', slug: 'quick' })).status).toBe(201);
    for (const end of finish) expect((await end()).status).toBe(201);
    for (const each of connections) each.close();
    expect((await (await fetch(`${service.url}${PATH}`)).json()).meta.total).toBe(11);
  });

  const KIB = 1024;
  const refusedBy = (act: () => unknown) => expect(act).toThrow(expect.objectContaining({ code: 'unavailable' }));
  test('share their memory fairly: who holds most gives way to others, and may use all of it alone', () => {
    const { memory } = bodyLimits(640 * KIB);
    const cancelled: string[] = [];
    const reserve = (client: string, name: string, bytes = 1) =>
      memory.reserve(client, bytes, ({ code }) => void cancelled.push(`${name} ${code}`));
    const releases = Array.from({ length: 10 }, (_, i) => reserve('crowd', `crowd ${i}`));
    refusedBy(() => reserve('crowd', 'one too many'));
    const others = Array.from({ length: 5 }, (_, i) => reserve('other', `other ${i}`));
    expect(cancelled).toEqual([9, 8, 7, 6, 5].map((i) => `crowd ${i} unavailable`));
    // Both hold half by now.
    refusedBy(() => reserve('other', 'one too many'));
    refusedBy(() => reserve('crowd', 'one too many'));
    reserve('third', 'large', 200 * KIB);
    expect(cancelled.length).toBe(9);
    // What is released twice, or after it was cancelled, counts once.
    for (const release of [...releases, ...others, ...others]) release();
    for (let i = 0; i < 6; i++) reserve('crowd', `again ${i}`);
    refusedBy(() => reserve('crowd', 'one too many'));
  });
});

describe('requests a minute', () => {
  const PER_MINUTE = 120;
  const limits = { inFlight: 100, perMinute: PER_MINUTE };
  const limited = (behindProxy = false) => start({ parts: { limits }, listening: { behindProxy } });

  /** Sends a request from a given address of this machine. */
  function from(service: Service, localAddress: string, headers = '', method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = openSocket(service.url, localAddress).on('connect', () =>
        socket.write(`${method} /api/v1/health HTTP/1.1\r\nHost: test\r\nConnection: close\r\n${headers}\r\n`),
      );
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answersIn(text, method === 'HEAD')[0]!));
    });
  }

  /** Asks until the service refuses. The requests of this minute that came before are counted, too. */
  async function useUp(service: Service, headers: Record<string, string> = {}, before = 0): Promise<Response> {
    for (let sent = before; ; sent++) {
      const answer = await fetch(`${service.url}/api/v1/health`, { headers });
      const text = await answer.text();
      if (answer.status === 429) {
        expect(sent).toBeGreaterThanOrEqual(PER_MINUTE);
        return new Response(text, answer);
      }
    }
  }

  /** A client that has used up its requests gets one more every half second. */
  const allowedSince = (begun: number) => 1 + (performance.now() - begun) / (60_000 / PER_MINUTE);

  test('beyond the limit, a request is answered 429 with a Retry-After that is right', async () => {
    const service = await limited();
    const first = await fetch(`${service.url}/api/v1/health`);
    expect(first.headers.get('ratelimit-policy')).toBe(`"default";q=${PER_MINUTE};w=60`);
    expect(first.headers.get('ratelimit')).toBe(`"default";r=${PER_MINUTE - 1};t=1`);
    const refused = await useUp(service, {}, 1);
    expect((await refused.json()).error.code).toBe('rate_limited');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=1');
    expect(refused.headers.get('ratelimit-policy')).toBe(`"default";q=${PER_MINUTE};w=60`);
    await Bun.sleep(1000 * Number(refused.headers.get('retry-after')));
    expect((await fetch(`${service.url}/api/v1/health`)).status).toBe(200);
  });

  test('each client has its own limit, and cannot get more with a forged X-Forwarded-For', async () => {
    const service = await limited();
    await useUp(service);
    const begun = performance.now();
    const statuses = [];
    for (let i = 0; i < 20; i++)
      statuses.push(
        (await from(service, '127.0.0.1', `X-Forwarded-For: 10.0.0.${i}\r\nForwarded: for=10.0.1.${i}\r\n`)).status,
      );
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(allowedSince(begun));
    expect((await from(service, '127.0.0.2')).status).toBe(200);
    // A few are allowed on a machine that takes half a second for each request.
    await waitUntil('a refusal of HEAD', async () => (await from(service, '127.0.0.1', '', 'HEAD')).status === 429);
  });

  test('behind a proxy the last address counts, which the proxy has added', async () => {
    const service = await limited(true);
    await useUp(service, { 'X-Forwarded-For': '10.0.0.1' });
    const begun = performance.now();
    const spoofed = [];
    for (let i = 0; i < 20; i++)
      spoofed.push((await from(service, '127.0.0.1', `X-Forwarded-For: 10.9.9.${i}, 10.0.0.1\r\n`)).status);
    expect(spoofed.filter((status) => status === 200).length).toBeLessThanOrEqual(allowedSince(begun));
    expect((await from(service, '127.0.0.1', 'X-Forwarded-For: 10.0.0.2\r\n')).status).toBe(200);
    expect((await from(service, '127.0.0.1')).status).toBe(200);
  });

  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff::2', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
    ['unknown'.repeat(20), 'unknown'.repeat(20).slice(0, 64)],
  ])('%s is the client %s', (address, client) => {
    const request = new Request('http://test/', { headers: { 'X-Forwarded-For': `1.1.1.1, ${address}` } });
    expect(clientAddress(request, '127.0.0.1', true)).toBe(client);
    expect(clientAddress(request, '127.0.0.1', false)).toBe('127.0.0.1');
  });

  test('at most a hundred thousand clients are remembered', () => {
    const quotaOf = rateLimit(1);
    const isAllowed = (client: string) => {
      const quota = quotaOf(client);
      try {
        quota.check();
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate_limited' });
        return false;
      }
    };
    expect([isAllowed('first'), isAllowed('first')]).toEqual([true, false]);
    for (let i = 1; i < 100_000; i++) isAllowed(`client ${i}`);
    expect(isAllowed('first')).toBe(false);
    isAllowed('one more');
    expect(isAllowed('first')).toBe(true);
  });
});

test('idle connections are closed: unused ones, used ones, and ones in the middle of a request', async () => {
  expect((await idle).map((text) => text.slice(0, 12))).toEqual(['', 'HTTP/1.1 200', '', '']);
});
