// The log and the metrics: a line for every request, without secrets, even when nobody reads the log; and metrics that
// Prometheus can read, exact over all workers.

import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { jsonLine, readableLine } from '../../src/serve/request-log.ts';
import { type Spawned, spawnService } from '../harness/command.ts';
import { databaseSetting, type Engine, eitherEngine, newDatabase } from '../harness/databases.ts';
import { freePort } from '../harness/free-port.ts';
import { MAIN } from '../harness/paths.ts';
import { query } from '../harness/postgres/server.ts';
import { childrenOf } from '../harness/processes.ts';
import { exchange } from '../harness/raw-http.ts';
import { post, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { prometheusText } from './prometheus-text.ts';

const SETTINGS = { WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '1' };
const stopping: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

const ended = async (child: Bun.Subprocess) => {
  child.kill('SIGTERM');
  await child.exited;
};

async function start(settings: Record<string, string> = {}): Promise<Spawned> {
  const service = await spawnService({ WORKFORCE_DATA: temporaryFolder(), ...SETTINGS, ...settings });
  stopping.push(() => ended(service.process));
  return service;
}

const linesIn = (text: string) => text.split('\n').filter((line) => line.startsWith('{') && !line.includes('"level":'));

/** Starts with its output in a file, and its errors in the same one, as `serve > log 2>&1` does. */
async function startInto(file: string, settings: Record<string, string>, errors = '2>&1') {
  const [port, { PATH = '', HOME = '' }] = [freePort(), process.env];
  const env = { PATH, HOME, ...SETTINGS, WORKFORCE_DATA: temporaryFolder(), PORT: String(port), ...settings };
  const child = Bun.spawn(['sh', '-c', `exec "$@" > "$0" ${errors}`, file, process.execPath, MAIN, 'serve'], { env });
  stopping.push(() => ended(child));
  const url = `http://127.0.0.1:${port}`;
  await waitUntil('the service', () =>
    fetch(`${url}/api`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { url, child, read: () => readFileSync(file, 'utf8') };
}

/** A service whose output goes into a pipe, as in a shell, which is read only when the test calls `readOutput`. */
async function startUnread(settings: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const fifo = join(folder, 'output');
  Bun.spawnSync(['mkfifo', fifo]);
  const ours = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
  const { url, child } = await startInto(fifo, { WORKFORCE_DATA: folder, ...settings }, '2> /dev/null');
  let said = '';
  const buffer = Buffer.alloc(65_536);
  /** Reads what has been written, and returns all of the output so far. */
  function readOutput(): string {
    for (;;) {
      try {
        said += buffer.toString('utf8', 0, readSync(ours, buffer));
      } catch {
        return said;
      }
    }
  }
  stopping.push(async () => closeSync(ours));
  return { url, child, readOutput };
}

const KEYS = ['time', 'method', 'route', 'status', 'duration_ms', 'request_id'];

describe('a line for every request', () => {
  test('has the method, the route, the status, how long it took, the id and the time, and nothing else', async () => {
    const service = await start();
    const secret = 'secret4711';
    const asked: [string, string, string, number][] = [
      ['GET', `/api/v1/employees?q=${secret}&code=${secret}`, '/api/v1/employees', 200],
      ['GET', `/api/v1/employees?limit=${secret}`, '/api/v1/employees', 422],
      ['GET', `/api/v1/employees/${secret}`, '/api/v1/employees/{item_id}', 404],
      ['HEAD', '/api/v1/jobs/4711', '/api/v1/jobs/{item_id}', 404],
      ['GET', `/${secret}/../x?${secret}`, 'unknown', 404],
      ['GET', `/api/v1/${secret}`, 'unknown', 404],
      ['DELETE', '/api/v1/jobs', '/api/v1/jobs', 405],
      ['PROPFIND', '/api/v1/jobs', '/api/v1/jobs', 405],
      ['OPTIONS', '/api/v1/leave', '/api/v1/leave', 204],
      ['GET', '/', '/', 200],
      ['POST', '/api/v1/leave', '/api/v1/leave', 422],
    ];
    for (const [method, path] of asked) {
      const headers = `Host: ${secret}\r\nConnection: close\r\nAuthorization: Bearer ${TOKEN}\r\nCookie: ${secret}\r\nUser-Agent: ${secret}`;
      const body = `{"reason":"${secret}"}`;
      await exchange(
        service.url,
        `${method} ${path} HTTP/1.1\r\n${headers}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    }
    await waitUntil('a line for each request', () => linesIn(service.output()).length >= asked.length);
    const lines = linesIn(service.output()).map((line) => JSON.parse(line));
    expect(lines).toHaveLength(asked.length);
    for (const [i, [method, , route, status]] of asked.entries()) {
      const line = lines[i];
      expect(Object.keys(line)).toEqual(KEYS);
      expect(line).toMatchObject({ method: method === 'PROPFIND' ? 'other' : method, route, status });
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(line.duration_ms).toBeGreaterThanOrEqual(0);
      expect(line.request_id).toMatch(/^[\w-]+$/);
    }
    expect(service.output() + service.errors()).not.toMatch(new RegExp(`${secret}|4711|${TOKEN}`));
  });

  test('is short and readable on a terminal', async () => {
    const answered = {
      method: 'GET',
      route: '/api/v1/jobs',
      status: 200,
      milliseconds: 1.26,
      at: 0,
      requestId: 'id-1',
    };
    const time = '2026-03-04T05:06:07.008Z';
    expect(readableLine(answered, time, false)).toMatch(/^05:06:07 {2}200 {2}GET {5}\/api\/v1\/jobs {2}1\.3 ms\n$/);
    expect(readableLine({ ...answered, status: 503 }, time, true)).toMatch(/ 503 .* \(slow\) {2}id-1\n$/);
    expect(JSON.parse(jsonLine(answered, time, true))).toMatchObject({
      time,
      status: 200,
      duration_ms: 1.26,
      slow: true,
    });
  });

  test('marks slow requests; WORKFORCE_LOG limits it to errors or turns it off', async () => {
    const path = '/api/v1/leave';
    const said: Record<string, string[]> = {};
    for (const [name, settings] of Object.entries({
      slow: { WORKFORCE_SLOW_MS: '0' },
      errors: { WORKFORCE_LOG: 'errors', WORKFORCE_API_TOKEN: '' },
      slowErrors: { WORKFORCE_LOG: 'errors', WORKFORCE_SLOW_MS: '0' },
      off: { WORKFORCE_LOG: 'off', WORKFORCE_API_TOKEN: '' },
    })) {
      const service = await start(settings);
      const answers = [
        await fetch(service.url + path),
        await fetch(`${service.url}/nothing`),
        await post(service, path, {}),
      ];
      expect(answers.every(({ headers }) => headers.has('x-request-id'))).toBe(name !== 'off');
      service.process.kill('SIGTERM');
      await service.ended;
      said[name] = linesIn(service.output());
    }
    const slow = (lines: string[]) => lines.map((line) => JSON.parse(line)).map((line) => [line.status, line.slow]);
    expect(slow(said.slow!)).toEqual([
      [200, true],
      [404, true],
      [422, true],
    ]);
    expect(slow(said.errors!)).toEqual([[503, undefined]]);
    expect(slow(said.slowErrors!)).toEqual(slow(said.slow!));
    expect(said.off).toEqual([]);
  });
});

describe('everything else that the log says', () => {
  const lines = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => parsed(line, text));

  /** Anything else than JSON is shown whole: most often it is an error that nobody caught. */
  const parsed = (line: string, text: string) => {
    try {
      return JSON.parse(line);
    } catch {
      const others = text.split('\n').filter((each) => !each.startsWith('{'));
      throw new Error(`No JSON in the log:\n${others.join('\n')}`);
    }
  };

  test('is JSON in the same file, and no line is lost', async () => {
    const file = join(temporaryFolder(), 'log');
    const settings = { WORKFORCE_WORKERS: '2', WORKFORCE_DEMO: '1', WORKFORCE_OF_OTHERS: '1' };
    const { url, child, read } = await startInto(file, settings);
    await waitUntil('the line of the start', () => read().includes(' on http:'));
    const ask = (id: string) =>
      fetch(`${url}/api/v1/jobs/1`, { headers: { 'X-Request-Id': id, Connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      );
    // Lines on standard error between those on standard output. Those that a worker had not written when it was killed
    // are lost.
    for (let i = 0; i < 3; i++) {
      await Promise.all(Array.from({ length: 50 }, () => ask('before')));
      const [victim] = childrenOf(child.pid);
      process.kill(victim!, 'SIGKILL');
      await waitUntil('another worker', () => childrenOf(child.pid).filter((pid) => pid !== victim).length === 2);
      await waitUntil('an answer', () => ask('before'));
    }
    const ids = Array.from({ length: 300 }, (_, i) => `after-${i}`);
    for (const id of ids) expect(await ask(id)).toBe(true);
    await ended(child);
    const said = lines(read());
    expect(said.map(({ request_id: id }) => id).filter((id) => id?.startsWith('after-'))).toEqual(
      expect.arrayContaining(ids),
    );
    const events = said.filter(({ level }) => level).map(({ level, message }) => `${level}: ${message}`);
    const deaths = events.filter((event) => event.includes('ended (SIGKILL)'));
    expect(deaths).toHaveLength(3);
    expect(events.filter((event) => !deaths.includes(event))).toEqual([
      'warning: WORKFORCE_OF_OTHERS is set, but is no setting of this program; it has no effect.',
      expect.stringMatching(/^info: Filled the database with [\d,]+ demo records in [\d.]+ s\.$/),
      expect.stringMatching(/^info: Workforce and Recruiting Data Service \S+ on http:/),
      'info: Stopping: what is being answered is finished first.',
      'info: Stopped.',
    ]);
  });

  test('why it does not start is JSON too', async () => {
    const file = join(temporaryFolder(), 'log');
    const command = ['sh', '-c', 'exec "$@" > "$0" 2>&1', file, process.execPath, MAIN, 'serve'];
    const { PATH = '' } = process.env;
    expect(await Bun.spawn(command, { env: { PATH, PORT: 'http' } }).exited).toBe(1);
    expect(lines(readFileSync(file, 'utf8'))).toEqual([
      {
        time: expect.any(String),
        level: 'error',
        message: 'PORT is "http", but a port is a number from 0 to 65535.',
      },
    ]);
  });

  test.each(eitherEngine)('an unexpected error has its stack and the id of its request (%s)', async (engine) => {
    const location = await newDatabase(engine);
    const file = join(temporaryFolder(), 'log');
    const { url, read } = await startInto(file, { ...databaseSetting(location), WORKFORCE_LOG: 'off' });
    await breakTable(engine, location);
    const answer = await fetch(`${url}/api/v1/jobs/1`);
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { error: { code: 'internal_error', message: 'Something went wrong on our side; it has been logged.' } },
    ]);
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^\d+$/);
    const errors = () => lines(read()).filter(({ level }) => level === 'error');
    await waitUntil('the error in the log', () => errors().length > 0);
    expect(errors()).toEqual([
      {
        time: expect.any(String),
        level: 'error',
        message: 'An unexpected error ended a request.',
        request_id: id,
        stack: expect.stringMatching(/\n {4}at /),
      },
    ]);
  });
});

/** Takes away a column that reads need. */
async function breakTable(engine: Engine, location: string): Promise<void> {
  const sql = 'ALTER TABLE jobs RENAME COLUMN json TO gone';
  if (engine === 'postgresql') return void (await query(location, sql));
  const db = new Database(join(location, 'workforce.db'));
  db.run(sql);
  db.close();
}

describe('into a pipe', () => {
  /** Sends many small pipelined requests over a few connections, so that the log is the bottleneck. */
  const ask = async (url: string, count: number, connections: number) => {
    const path = '/api/v1/career-sites/1';
    const each = count / connections;
    const request = `GET ${path} HTTP/1.1\r\nHost: test\r\nX-Request-Id: ${'x'.repeat(120)}\r\n`;
    const bytes = `${`${request}\r\n`.repeat(each - 1)}${request}Connection: close\r\n\r\n`;
    const answers = await Promise.all(Array.from({ length: connections }, () => exchange(url, bytes)));
    return answers.reduce((sum, text) => sum + text.split('HTTP/1.1 404').length - 1, 0);
  };

  const entriesIn = (text: string) =>
    linesIn(text.slice(0, text.lastIndexOf('\n') + 1)).map((line) => JSON.parse(line));
  /** The number of requests in the log, those that it only counts included. */
  const tally = (text: string) =>
    entriesIn(text).reduce((sum, { status, left_out = 0 }) => sum + left_out + (status === 404 ? 1 : 0), 0);

  test('a reader who stops reading does not stop the service, and the log then says how many lines were left out', async () => {
    const { url, child, readOutput } = await startUnread();
    const wanted = 12_000;
    // Nobody reads the log until all of them are answered.
    expect(await ask(url, wanted, 20)).toBe(wanted);
    await waitUntil('the log to have them all', async () => tally(await readOutput()) === wanted);
    const leftOut = entriesIn(await readOutput()).reduce((sum, { left_out = 0 }) => sum + left_out, 0);
    expect(leftOut).toBeGreaterThan(0);
    expect(child.exitCode).toBeNull();
    // Later lines are complete again.
    expect(await ask(url, 100, 1)).toBe(100);
    await waitUntil('the log to have them all', async () => tally(await readOutput()) === wanted + 100);
  });
});

describe('/metrics', () => {
  const metricsOf = async (port: number) => {
    const answer = await fetch(`http://127.0.0.2:${port}/metrics`);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return prometheusText(await answer.text());
  };

  test('is exact over all workers, also when one was replaced, and on its own address and port only', async () => {
    const port = freePort();
    const service = await start({
      WORKFORCE_WORKERS: '2',
      WORKFORCE_METRICS_PORT: String(port),
      WORKFORCE_METRICS_HOST: '127.0.0.2',
      WORKFORCE_LOG: 'off',
    });
    const head = 'HTTP/1.1\r\nHost: test\r\nConnection: close\r\n';
    const paths = ['/api/v1/jobs', '/api/v1/jobs/1', '/nothing', '/api/v1/jobs?limit=0', '/'];
    // A new connection for each request, so that both workers get some.
    for (let i = 0; i < 40; i++)
      await Promise.all(paths.map((path) => exchange(service.url, `GET ${path} ${head}\r\n`)));
    for (let i = 0; i < 7; i++) await post(service, '/api/v1/organizations', { name: 'x', slug: `x-${i}` });
    const families = await metricsOf(port);
    const sum = (name: string, labels: Record<string, string> = {}) =>
      [...families.values()]
        .flatMap(({ samples }) => samples)
        .filter((sample) => sample.name === name)
        .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
        .reduce((total, { value }) => total + value, 0);
    expect(sum('workforce_requests_total')).toBe(207);
    expect(sum('workforce_requests_total', { route: '/api/v1/jobs', status: '200' })).toBe(40);
    expect(sum('workforce_requests_total', { route: '/api/v1/jobs', status: '422', method: 'GET' })).toBe(40);
    expect(sum('workforce_requests_total', { route: 'unknown', status: '404' })).toBe(40);
    expect(sum('workforce_requests_total', { method: 'POST', status: '201' })).toBe(7);
    expect(sum('workforce_creates_total')).toBe(7);
    expect(sum('workforce_request_seconds_count')).toBe(207);
    expect(sum('workforce_request_seconds_bucket', { le: '+Inf' })).toBe(207);
    expect(sum('workforce_request_seconds_sum')).toBeGreaterThan(0);
    const own = (process: string) => sum('workforce_requests_total', { process });
    expect([own('1') > 0, own('2') > 0, own('1') + own('2')]).toEqual([true, true, 207]);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
    expect((await fetch(`http://127.0.0.2:${port}/api/v1/jobs`)).status).toBe(404);
    expect(await exchange(`http://127.0.0.2:${port}`, 'GET /metrics HTTP/1.0\r\n\r\n')).toStartWith('HTTP/1.1 200');

    // The remaining worker keeps its label, so that no counter seems to jump.
    const ownIn = (now: typeof families, process: string) =>
      now
        .get('workforce_requests_total')!
        .samples.filter(({ labels }) => labels.process === process)
        .reduce((total, { value }) => total + value, 0);
    const last = await metricsOf(port);
    const before = [ownIn(last, '1'), ownIn(last, '2')];
    const [first] = childrenOf(service.process.pid);
    process.kill(first!, 'SIGKILL');
    await waitUntil(
      'another worker',
      () => childrenOf(service.process.pid).length === 2 && !childrenOf(service.process.pid).includes(first!),
    );
    const after = await (async () => {
      for (;;) {
        const now = await metricsOf(port);
        const samples = now.get('workforce_resident_bytes')!.samples.map(({ labels }) => labels.process);
        if (samples.length === 2) return now;
      }
    })();
    expect([
      [0, before[1]!],
      [before[0]!, 0],
    ]).toContainEqual([ownIn(after, '1'), ownIn(after, '2')]);
  });
});
