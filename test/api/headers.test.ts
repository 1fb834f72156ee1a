// The headers of every kind of answer: for browsers, for caches, and the request id that is also in the log.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Answered } from '../../src/http/app.ts';
import { spawnService } from '../harness/command.ts';
import { eitherEngine, newDatabase } from '../harness/databases.ts';
import { exchange } from '../harness/raw-http.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
const JSON_BODY = { 'Content-Type': 'application/json' };
const HOLDER = { Authorization: `Bearer ${TOKEN}` };
const MCP = { ...JSON_BODY, Accept: 'application/json, text/event-stream' };
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const LEAVE = '{"leave_type":"annual"}';

type Row = [what: string, path: string, init: RequestInit, expected: [status: number, cache: string, vary: string]];

const listed: [number, string, string] = [200, 'no-cache', 'Accept, Accept-Encoding, Prefer'];
const record = (status: number): [number, string, string] => [status, 'no-cache', 'Accept-Encoding, Prefer'];
const document: [number, string, string] = [200, 'no-cache', 'Accept-Encoding'];
const streamed: [number, string, string] = [200, 'no-store', 'Accept, Prefer'];
const refused = (status: number): [number, string, string] => [status, 'no-store', ''];

const rows: Row[] = [
  ['a list', '/api/v1/jobs', {}, listed],
  ['a record', '/api/v1/jobs/1', {}, record(200)],
  ['nothing new', '/api/v1/jobs/1', { headers: { 'If-None-Match': '*' } }, record(304)],
  ['HEAD of a list', '/api/v1/jobs', { method: 'HEAD' }, listed],
  ['a whole list', '/api/v1/jobs?format=csv', {}, streamed],
  ['a create', '/api/v1/leave', { method: 'POST', headers: { ...JSON_BODY, ...HOLDER }, body: LEAVE }, refused(201)],
  ['401', '/api/v1/leave', { method: 'POST', headers: JSON_BODY, body: LEAVE }, refused(401)],
  ['404 of a record', '/api/v1/jobs/0', {}, refused(404)],
  ['405', '/api/v1/jobs', { method: 'DELETE' }, refused(405)],
  [
    '413',
    '/api/v1/leave',
    { method: 'POST', headers: { ...JSON_BODY, ...HOLDER }, body: ' '.repeat(1024 * 1024 + 1) },
    refused(413),
  ],
  ['414', `/api/v1/jobs?q=${'a'.repeat(32_768)}`, {}, refused(414)],
  ['422 of a read', '/api/v1/jobs?limit=0', {}, refused(422)],
  ['422 of a create', '/api/v1/leave', { method: 'POST', headers: { ...JSON_BODY, ...HOLDER } }, refused(422)],
  ['the index', '/api', {}, refused(200)],
  ['health', '/api/v1/health', {}, refused(200)],
  ['the front page', '/', {}, [200, 'no-cache', '']],
  ['the docs', '/api/docs', {}, [200, 'no-cache', '']],
  ['the script of the docs', '/api/docs/scalar.js', {}, document],
  ['OpenAPI', '/api/openapi.json', {}, document],
  ['Swagger', '/swagger.json', {}, document],
  ['the text for models', '/llms.txt', {}, document],
  ['a message of an assistant', '/mcp', { method: 'POST', headers: MCP, body: PING }, refused(200)],
  ['what is no message', '/mcp', { method: 'POST', headers: MCP, body: '{}' }, refused(400)],
  ['OPTIONS', '/api/v1/leave', { method: 'OPTIONS' }, [204, '', '']],
];

describe('headers', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ parts: { onAnswered: () => undefined } });
  });
  afterAll(async () => {
    await service.stop();
  });

  test.each(rows)('of %s', async (_, path, init, [status, cache, vary]) => {
    // Several times, because later answers may come from the cache.
    for (let round = 0; round < 3; round++) {
      const { headers, ...answer } = await fetch(service.url + path, init).then(async (response) => ({
        status: response.status,
        headers: response.headers,
        text: await response.text(),
      }));
      expect([answer.status, headers.get('cache-control') ?? '', headers.get('vary') ?? '']).toEqual([
        status,
        cache,
        vary,
      ]);
      const expected = {
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        // Pages of other origins may read, but without the credentials of the browser.
        'access-control-allow-credentials': null,
        server: null,
        'x-powered-by': null,
        'set-cookie': null,
      };
      for (const [name, value] of Object.entries(expected)) expect([name, headers.get(name)]).toEqual([name, value]);
      expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/);
      // Pages of other origins may read what the answer says about parameters and pages.
      if (vary.includes('Prefer')) expect(headers.get('access-control-expose-headers')).toBe('*');
      const type = headers.get('content-type');
      const policy = headers.get('content-security-policy');
      if (type?.startsWith('text/html')) expect(policy).not.toBe(NO_PAGE);
      else if (status !== 204) expect(policy).toBe(NO_PAGE);
      if (type?.startsWith('application/json') && answer.text !== '') JSON.parse(answer.text);
    }
  });

  test('a preflight may be kept for a day, and names what pages may send', async () => {
    const answer = await fetch(`${service.url}/api/v1/leave`, { method: 'OPTIONS' });
    expect(answer.headers.get('access-control-max-age')).toBe('86400');
    const allowed = answer.headers.get('access-control-allow-headers')!.toLowerCase().split(', ');
    const names = ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'prefer', 'workforce-position'];
    expect(allowed).toEqual(expect.arrayContaining(names));
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('a 500 has the error envelope and the usual headers, and no details', async () => {
    const broken = await startService();
    const { error } = console;
    try {
      console.error = () => undefined;
      broken.store.counts = () => {
        throw new TypeError('SELECT secret FROM somewhere');
      };
      const answer = await fetch(`${broken.url}/`);
      expect([answer.status, (await answer.json()).error.code]).toEqual([500, 'internal_error']);
      expect(answer.headers.get('content-security-policy')).toBe(NO_PAGE);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    } finally {
      console.error = error;
      await broken.stop();
    }
  });

  test('pages run only scripts and styles that their policy names', async () => {
    const directives = (policy: string) =>
      new Map(policy.split('; ').map((each) => [each.split(' ')[0]!, each.split(' ').slice(1)]));
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    for (const path of ['/', '/api/docs']) {
      const answer = await fetch(service.url + path);
      const html = await answer.text();
      const policy = directives(answer.headers.get('content-security-policy')!);
      expect(policy.get('default-src')).toEqual(["'none'"]);
      for (const name of ['base-uri', 'form-action', 'frame-ancestors']) expect(policy.get(name)).toEqual(["'none'"]);
      const scripts = policy.get('script-src') ?? policy.get('default-src')!;
      for (const loose of ["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', 'data:'])
        expect(scripts).not.toContain(loose);
      // A script has an address on this host, or it is configuration and not code.
      for (const [, attributes, code] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
        expect(code).toBe('');
        const source = / src="([^"]*)"/.exec(attributes!)?.[1];
        if (source === undefined) expect(attributes).toContain('data-configuration');
        else {
          expect(source).toStartWith('/api/docs/');
          expect(scripts).toEqual(["'self'"]);
          expect((await fetch(service.url + source)).headers.get('content-type')).toStartWith('text/javascript');
        }
      }
      const styles = policy.get('style-src')!;
      for (const [, style] of html.matchAll(/<style>([\s\S]*?)<\/style>/g)) expect(styles).toContain(hash(style!));
      expect(html).not.toMatch(/ on\w+=| style=|javascript:/);
    }
    // Only the docs page may use any style, because its script generates them.
    const front = await fetch(service.url);
    expect(front.headers.get('content-security-policy')).not.toContain('unsafe-inline');
  });

  test('a well-formed request id of the sender is returned; otherwise there is a new one', async () => {
    const idFor = async (id: string) => {
      const head = `GET /api HTTP/1.1\r\nHost: test\r\nConnection: close\r\nX-Request-Id: ${id}\r\n\r\n`;
      return /^x-request-id: (.*)\r$/im.exec(await exchange(service.url, head))?.[1];
    };
    for (const id of ['a', 'trace-1.2:3_4', 'A'.repeat(128)]) expect(await idFor(id)).toBe(id);
    for (const id of ['', ' ', 'a b', 'a"b', 'a\\', '<x>', 'é', 'A'.repeat(129), 'a,b', '{}', 'x\tq', 'for-wft_0'])
      expect([id, await idFor(id)]).not.toEqual([id, id.trim()]);
  });
});

describe.each(eitherEngine)('ids on the %s database', (engine) => {
  test('are different for hundreds of requests, and the same in the log', async () => {
    const logged: Answered[] = [];
    const onAnswered = (answered: Answered) => void logged.push(answered);
    const service = await startService({ engine, parts: { onAnswered } });
    const paths = ['/api/v1/jobs', '/api/v1/jobs/1', '/api/v1/jobs?q=a', '/', '/api/v1/none', '/api/v1/jobs?limit=0'];
    const ask = async (i: number) => {
      const path = paths[i % paths.length]!;
      const own: Record<string, string> = i % 5 === 0 ? { 'X-Request-Id': `own-${i}` } : {};
      const sent = i % 7 === 0 ? { method: 'HEAD' } : i % 11 === 0 ? { method: 'POST', body: LEAVE } : {};
      const headers = { ...own, ...(i % 3 === 0 ? { 'If-None-Match': '*' } : {}), ...JSON_BODY, ...HOLDER };
      const answer = await fetch(service.url + (i % 77 === 11 ? '/api/v1/leave' : path), { ...sent, headers });
      await answer.arrayBuffer();
      const id = answer.headers.get('x-request-id')!;
      if (own['X-Request-Id']) expect(id).toBe(own['X-Request-Id']);
      return { id, status: answer.status };
    };
    const answers = [];
    for (let round = 0; round < 5; round++)
      answers.push(...(await Promise.all(Array.from({ length: 100 }, (_, i) => ask(100 * round + i)))));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    const inLog = new Map(logged.map(({ requestId, status }) => [requestId, status]));
    expect(logged).toHaveLength(answers.length);
    for (const { id, status } of answers) expect([id, inLog.get(id)]).toEqual([id, status]);
    await service.stop();
  });

  test('are never the same in two workers', async () => {
    const location = await newDatabase(engine);
    const where = engine === 'embedded' ? { WORKFORCE_DATA: temporaryFolder() } : { DATABASE_URL: location };
    const service = await spawnService({ ...where, WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '2' });
    const ids: string[] = [];
    for (let round = 0; round < 4; round++) {
      // A new connection for each request: the kernel distributes them among the workers.
      const head = 'GET /api/v1/jobs HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n';
      const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(service.url, head)));
      ids.push(...answers.map((answer) => /^x-request-id: (.*)\r$/im.exec(answer)![1]!));
    }
    service.process.kill('SIGTERM');
    await service.process.exited;
    expect(new Set(ids).size).toBe(ids.length);
    // Each worker continues its own sequence.
    const inOrder = ids.map(Number).sort((a, b) => a - b);
    expect(inOrder.filter((id, i) => id - (inOrder[i - 1] ?? 0) > ids.length)).toHaveLength(2);
    await waitUntil('a line for each', () => service.output().split('"request_id"').length > ids.length);
    for (const id of ids) expect(service.output()).toContain(`"request_id":"${id}"`);
  });
});
