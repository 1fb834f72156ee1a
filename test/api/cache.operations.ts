// Cached answers: ETags, 304, compression, and never a stale answer, even when another process writes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { bodyHeaders } from '../../src/http/response/body.ts';
import { responseCache } from '../../src/http/response/cache.ts';
import { spawnService } from '../harness/command.ts';
import { demoDatabase, eitherEngine } from '../harness/databases.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const folder = await demoDatabase('embedded');
const leave = catalogue.find(({ name }) => name === 'leave')!;
let service: Service;
beforeAll(async () => {
  service = await startService({ location: folder });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers }, decompress: false });

const addresses = [
  '/api/v1/employees',
  '/api/v1/leave?status=approved&q=a',
  '/api/openapi.json',
  '/swagger.json',
  '/api/docs/scalar.js',
];

describe.each(addresses)('%s', (path) => {
  test('has a strong ETag that is the same for the same bytes, and is answered 304 without a body to it', async () => {
    const [first, second] = [await ask(path), await ask(path)];
    const tag = first.headers.get('etag')!;
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(second.headers.get('etag')).toBe(tag);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    for (const sent of [tag, `"other", ${tag}`, `W/${tag}`, '*', tag.replace(/"$/, '-br"')]) {
      const response = await ask(path, { 'If-None-Match': sent });
      expect([sent, response.status, await response.text(), response.headers.get('etag')]).toEqual([
        sent,
        304,
        '',
        tag,
      ]);
    }
    for (const sent of ['"other"', 'nonsense', tag.slice(1, -1)])
      expect((await ask(path, { 'If-None-Match': sent })).status).toBe(200);
    const head = await fetch(`${service.url}${path}`, { method: 'HEAD', headers: { 'If-None-Match': tag } });
    expect(head.status).toBe(304);
  });
});

const undo: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  zstd: (bytes) => Bun.zstdDecompressSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => Bun.gunzipSync(bytes),
};

const encodings: [string, string | null][] = [
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br, gzip;q=0', 'br'],
  ['*', 'zstd'],
  ['*;q=0', null],
  ['deflate', null],
];

test.each(encodings)('a cached answer is compressed for Accept-Encoding: %s', async (header, encoding) => {
  const path = '/api/v1/candidates?limit=100';
  const plain = await (await ask(path)).bytes();
  // It is cached from the second request on.
  await ask(path);
  const response = await ask(path, { 'Accept-Encoding': header });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  const bytes = await response.bytes();
  expect(Buffer.from(encoding ? undo[encoding]!(bytes) : bytes).equals(Buffer.from(plain))).toBe(true);
});

describe.each(eitherEngine)('the first answer on the %s database', (engine) => {
  let first: Service;
  beforeAll(async () => {
    first = await startService({ engine, parts: { careers: { publicUrl: () => 'https://hr.example.com' } } });
  });
  afterAll(() => first.stop());
  const request = (path: string, init: RequestInit) => fetch(first.url + path, { ...init, decompress: false });

  // Each address is asked here for the first time: lists, a page of a career site, a calendar, a metric.
  const paths = (encoding: string) => [
    `/api/v1/candidates?limit=${{ zstd: 41, br: 42, gzip: 43 }[encoding]}`,
    `/api/v1/leave?limit=60&sort=${{ zstd: 'id', br: '-id', gzip: 'status' }[encoding]}`,
    `/careers/alderwick?lang=${encoding}`,
    `/calendar/who-is-out.ics?x=${encoding}`,
    `/api/v1/insights/headcount?every=month&group=${{ zstd: 'dept_id', br: 'branch', gzip: 'gender' }[encoding]}`,
  ];
  test.each(['zstd', 'br', 'gzip'])('is compressed with %s, in the form that is sent again', async (encoding) => {
    for (const path of paths(encoding)) {
      const headers = { 'Accept-Encoding': encoding };
      const answers: [Headers, Uint8Array<ArrayBuffer>][] = [];
      for (let time = 0; time < 4; time++) {
        const answer = await request(path, { headers });
        answers.push([answer.headers, await answer.bytes()]);
      }
      const plain = await request(path, { headers: { 'Accept-Encoding': 'identity' } });
      const tag = plain.headers.get('etag')!.slice(0, -1);
      const text = await plain.bytes();
      expect([path, plain.headers.get('content-encoding'), text.length > 4096]).toEqual([path, null, true]);
      for (const [sent, bytes] of answers) {
        expect([path, sent.get('content-encoding'), sent.get('etag')]).toEqual([path, encoding, `${tag}-${encoding}"`]);
        expect(sent.get('vary')).toContain('Accept-Encoding');
        expect(sent.get('link')).toBe(plain.headers.get('link'));
        expect(bytes.length).toBeLessThan(text.length / 2);
        // What has the same strong tag is the same to the last byte, from the cache or not.
        expect(Buffer.compare(bytes, answers[0]![1])).toBe(0);
        expect(Buffer.compare(undo[encoding]!(bytes), text)).toBe(0);
      }
    }
  });

  test('that is short is sent as it is, and so is one to a client that takes no compression', async () => {
    for (const [path, accept] of [
      ['/api/v1/jobs/2', 'zstd, br, gzip'],
      ['/api/v1/employees?limit=7', 'zstd, br, gzip'],
      ['/api/v1/employees?limit=79', 'identity'],
    ] as const) {
      const answer = await request(path, { headers: { 'Accept-Encoding': accept } });
      expect([path, answer.headers.get('content-encoding')]).toEqual([path, null]);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    }
  });
});

test.each(['/api/openapi.json', '/api/docs/scalar.js'])('%s stays the same, and is compressed better', async (path) => {
  const answer = await ask(path, { 'Accept-Encoding': 'br' });
  const text = await (await ask(path)).bytes();
  const quick = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  expect((await answer.bytes()).length).toBeLessThan(0.85 * quick.length);
});

test('a create by another process is in the next answer, each time', async () => {
  const other = await spawnService({ WORKFORCE_DATA: folder, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1' });
  const address = '/api/v1/leave?leave_type=elsewhere&limit=1';
  let expected = 0;
  const created = async () => {
    const response = await fetch(`${other.url}/api/v1/leave`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: '{"leave_type":"elsewhere"}',
    });
    expect(response.status).toBe(201);
    return response.json();
  };
  for (let i = 0; i < 40; i++) {
    const { id } = await created();
    expected += 1;
    const { meta } = await (await ask(address)).json();
    expect(meta.total).toBe(expected);
    if (i % 10 === 0) expect((await ask(`/api/v1/leave/${id}`)).status).toBe(200);
  }
  other.process.kill('SIGTERM');
  expect(await other.process.exited).toBe(0);
});

test('the cache stays within its size, and drops everything when the data version changes', () => {
  const cache = responseCache();
  const body = 'x'.repeat(100_000);
  const headers = bodyHeaders({});
  for (let i = 0; i < 1000; i++) {
    // An answer that was requested only once is not stored.
    cache.offer(1, `key ${i}`, { content: body + i, headers });
    expect(cache.find(1, `key ${i}`)).toBeUndefined();
    cache.offer(1, `key ${i}`, { content: body + i, headers });
  }
  const kept = Array.from({ length: 1000 }, (_, i) => cache.find(1, `key ${i}`)).filter((entry) => entry);
  const bytes = kept.reduce((sum, entry) => sum + entry!.bytes.length, 0);
  expect(bytes).toBeGreaterThan(10_000_000);
  expect(bytes).toBeLessThan(32 * 1024 * 1024);
  expect(cache.find(1, 'key 999')).toBeDefined();
  expect(cache.find(2, 'key 999')).toBeUndefined();
  expect(cache.find(1, 'key 999')).toBeUndefined();
});

test('what was made of an older version of the data is not kept', () => {
  const cache = responseCache();
  cache.find(1, 'key');
  cache.find(2, 'another');
  cache.offer(1, 'key', { content: 'old', headers: bodyHeaders({}), isDear: true });
  expect(cache.find(2, 'key')).toBeUndefined();
});

test('an answer that a create overtakes is not kept', async () => {
  const { list } = service.store;
  const overtaken: typeof list = async (...asked) => {
    const page = await list(...asked);
    await service.store.create(leave, { leave_type: 'overtaking' });
    return page;
  };
  Object.assign(service.store, { list: overtaken });
  const path = '/api/v1/leave?leave_type=overtaking&limit=1';
  const totals: number[] = [];
  for (let i = 0; i < 4; i++) totals.push((await (await ask(path)).json()).meta.total);
  Object.assign(service.store, { list });
  expect(totals).toEqual([0, 1, 2, 3]);
});

test('a cached answer for a caller with the token never goes to one without', async () => {
  const own = temporaryFolder();
  const guarded = await startService({ location: own, privateFields: { employees: new Set(['base_salary']) } });
  const salary = async (token?: string) => {
    const response = await fetch(
      `${guarded.url}/api/v1/employees?limit=1`,
      token ? { headers: { Authorization: `Bearer ${token}` } } : {},
    );
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('vary')).toContain('Authorization');
    return { value: (await response.json()).data[0].base_salary, tag: response.headers.get('etag') };
  };
  const [open, shut, again] = [await salary(TOKEN), await salary(), await salary(TOKEN)];
  expect([typeof open.value, shut.value, typeof again.value]).toEqual(['number', null, 'number']);
  expect(shut.tag).not.toBe(open.tag);
  await guarded.stop();
  rmSync(own, { recursive: true });
});
