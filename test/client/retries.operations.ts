// The client on a bad network: what it retries, how long it waits, that a create still creates one record, and that a
// stream that is cut off is not taken for a whole one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type ClientOptions, ConnectionError, createClient, TimeoutError } from '../../client/src/index.ts';
import { freePort } from '../harness/free-port.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { faultyNetwork, type Mishap, type Network } from './faulty-network.ts';

let service: Service;
let network: Network;
beforeAll(async () => {
  service = await startService();
  network = await faultyNetwork(service.url);
});
afterAll(async () => {
  network.stop();
  await service.stop();
});
beforeEach(() => network.next());

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: network.url, token: TOKEN, ...options });
const leave = { employee_id: 7, leave_type: 'annual' };
const thrownBy = (call: Promise<unknown>): Promise<any> =>
  call.then(
    () => 'nothing',
    (error) => error,
  );
const leaves = async () => (await createClient({ baseUrl: service.url }).leave.list({ limit: 1 })).meta.total;
const unavailable = (retryAfter?: string): Mishap => ({
  status: 503,
  headers: {
    'content-type': 'application/json',
    'x-request-id': 'r-1',
    ...(retryAfter && { 'retry-after': retryAfter }),
  },
  body: '{"error":{"code":"unavailable","message":"The database cannot answer just now."}}',
});

const passing: [string, Mishap][] = [
  ['a request that is lost', 'request lost'],
  ['an answer that is lost', 'answer lost'],
  ['an answer that is cut off', 'answer cut'],
  ['408', { status: 408 }],
  ['429', { status: 429, headers: { 'retry-after': '0' } }],
  ['502 of a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
  ['503', unavailable()],
  ['504', { status: 504 }],
];

describe.each(passing)('%s', (_, mishap) => {
  test('a read is retried', async () => {
    network.next(mishap);
    expect(await client().employees.get(7)).toMatchObject({ id: 7 });
    expect(network.seen).toHaveLength(2);
  });

  test('a create is retried with its key, and creates one record', async () => {
    const before = await leaves();
    network.next(mishap);
    const { id } = await client().leave.create(leave);
    expect(network.seen).toHaveLength(2);
    const keys = new Set(network.seen.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(await leaves()).toBe(before + 1);
    expect((await client().leave.get(id)).id).toBe(id);
  });
});

test.each([0, 1])('with %d retries it is retried that often', async (retries) => {
  network.next(...Array<Mishap>(9).fill('answer cut'));
  expect(await thrownBy(client({ retries }).employees.get(7))).toBeInstanceOf(ConnectionError);
  expect(network.seen).toHaveLength(retries + 1);
});

const lasting: [string, Mishap][] = [
  ['500', { status: 500 }],
  ['404 without a body', { status: 404 }],
  ['writes_disabled', { status: 503, body: '{"error":{"code":"writes_disabled","message":"Off."}}' }],
];

test.each(lasting)('%s is not retried', async (_, mishap) => {
  network.next(mishap);
  await thrownBy(client().leave.create(leave));
  expect(network.seen).toHaveLength(1);
});

test('without Retry-After it waits twice as long each time', async () => {
  network.next(...Array<Mishap>(4).fill({ status: 504 }));
  const times: number[] = [];
  const timed: ClientOptions['fetch'] = (url, init) => {
    times.push(performance.now());
    return fetch(url, init);
  };
  await thrownBy(client({ fetch: timed }).employees.get(7));
  const waits = times.slice(1).map((time, i) => time - times[i]!);
  expect(waits).toHaveLength(3);
  for (const [i, wait] of waits.entries()) expect(wait).toBeGreaterThan(120 * 2 ** i);
});

const inTwoSeconds = () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000).toUTCString();

test.each([
  ['seconds', () => '1', 1000],
  ['a date', inTwoSeconds, 1000],
])('it waits for a Retry-After in %s', async (_, value, atLeast) => {
  const began = performance.now();
  network.next(unavailable(value()));
  await client().employees.get(7);
  expect(performance.now() - began).toBeGreaterThanOrEqual(atLeast - 5);
  expect(network.seen).toHaveLength(2);
});

test('a Retry-After beyond the timeout of the call ends it at once, and the error has it', async () => {
  network.next(unavailable('3600'));
  const error = await thrownBy(client().employees.get(7));
  expect({ ...error, name: error.name, message: error.message }).toMatchObject({
    name: 'UnavailableError',
    code: 'unavailable',
    status: 503,
    requestId: 'r-1',
    retryAfter: 3600,
    message: 'The database cannot answer just now.',
  });
  expect(network.seen).toHaveLength(1);
});

test('a call without an answer times out', async () => {
  network.next('silence');
  const error = await thrownBy(client({ timeout: 200 }).employees.get(7));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ code: 'timeout', status: 0, message: 'There was no answer within 200 ms.' });
});

test('a service that cannot be reached is a ConnectionError with its cause', async () => {
  const baseUrl = `http://127.0.0.1:${freePort()}`;
  const error = await thrownBy(client({ baseUrl, retries: 1 }).employees.get(7));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ code: 'connection_failed', status: 0, cause: expect.anything() });
  expect(error.message).toStartWith(`${baseUrl} did not answer: `);
});

test('an answer that is not from the service is an error', async () => {
  network.next({ status: 200, body: '<html>Please sign in</html>' });
  expect(await thrownBy(client().employees.list())).toMatchObject({ code: 'unexpected_answer', status: 200 });
  for (const body of ['<html>Go away</html>', '{"error":"Go away"}', '{"detail":"Go away"}', 'null']) {
    network.next({ status: 403, body });
    expect(await thrownBy(client().employees.list())).toMatchObject({ code: 'unexpected_answer', status: 403 });
  }
});

test.each<[string, Mishap[]]>([
  ['before', []],
  ['during', ['silence']],
  ['while waiting to retry', [unavailable('30')]],
])('a call is aborted %s', async (when, mishaps) => {
  network.next(...mishaps);
  const stop = new AbortController();
  if (when === 'before') stop.abort(new Error('enough'));
  const call = thrownBy(client().employees.get(7, {}, { signal: stop.signal }));
  if (when !== 'before') await waitUntil('a request', () => network.seen.length > 0);
  stop.abort(new Error('enough'));
  expect(await call).toEqual(new Error('enough'));
  expect(network.seen).toHaveLength(mishaps.length);
});

test('reads after a create send the newest position, creates send none', async () => {
  const ask = client();
  const at = (position: string): Mishap => ({ status: 201, headers: { 'workforce-position': position }, body: '{}' });
  network.next('pass', at('0/FF'), at('1/0'), at('0/AB'), 'pass');
  await ask.employees.get(7);
  for (let i = 0; i < 3; i++) await ask.leave.create(leave);
  await ask.employees.get(7);
  expect(network.seen.map(({ headers }) => headers['workforce-position'])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    '1/0',
  ]);
});

test('the given headers, the token and a new key for each create are sent', async () => {
  const ask = client({ headers: { 'X-Tenant': 'north' } });
  for (let i = 0; i < 2; i++) await ask.leave.create(leave);
  const [first, second] = network.seen.map(({ headers }) => headers);
  expect(first).toMatchObject({ 'x-tenant': 'north', authorization: `Bearer ${TOKEN}` });
  expect(first!['idempotency-key']).not.toBe(second!['idempotency-key']);
});

test('a stream that is cut off throws', async () => {
  network.next('answer stalls', 'answer stalls');
  let records = 0;
  const reading = async () => {
    for await (const { id } of client().attendance.export({ format: 'ndjson' })) {
      records += id > 0 ? 1 : 0;
      network.cut();
    }
  };
  expect(await thrownBy(reading())).toBeInstanceOf(ConnectionError);
  expect(records).toBeGreaterThan(0);
  const file = await client().attendance.export({ format: 'csv' });
  network.cut();
  expect(await thrownBy(new Response(file).text())).toBeInstanceOf(ConnectionError);
  expect(network.seen).toHaveLength(2);
});
