// `workforce export`: all matching records, or no file.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type Chunks, jsonArray, recordCounter } from '../../src/cli/api/record-stream.ts';
import { exitCodes } from '../../src/cli/options/exit-codes.ts';
import { finished, run, spawnCommand } from '../harness/command.ts';
import { databaseSetting, demoDatabase, eitherEngine } from '../harness/databases.ts';
import { allRecords, type Service, startService, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { runHere } from './run-here.ts';

const text = (path: string): Promise<string> => Bun.file(path).text();

test('- is the standard output for an export, and nothing that a backup can be written to', async () => {
  const local = databaseSetting(await demoDatabase('embedded'));
  const cwd = temporaryFolder();
  const here = (...words: string[]) => finished(spawnCommand(words, local, { cwd }));
  const plain = await here('export', 'departments');
  for (const words of [['--output=-'], ['-o', '-', '--force']])
    expect([words, await here('export', 'departments', ...words)]).toEqual([words, plain]);
  expect(await here('backup', '-')).toEqual({
    stdout: '',
    stderr: expect.stringMatching(/^workforce: A backup is a file of its own; give it a name, such as monday\.db\.\n$/),
    code: exitCodes.usage.code,
  });
  expect(readdirSync(cwd)).toEqual([]);
});

describe.each(eitherEngine)('%s', (engine) => {
  let service: Service;
  let local: Record<string, string>;
  const folder = temporaryFolder();
  beforeAll(async () => {
    const location = await demoDatabase(engine);
    local = databaseSetting(location);
    service = await startService({ engine, location });
  });
  afterAll(() => service.stop());

  test.each([['csv'], ['ndjson'], ['json']])(
    '%s is the same from the local database and from a service, to a file and to a pipe',
    async (format) => {
      const words = ['export', 'employees', '--status', 'active', '--format', format];
      const file = (name: string) => join(folder, `${name}.${format}`);
      const [here, there, toFile] = await Promise.all([
        run(words, local),
        run([...words, '--url', service.url], { WORKFORCE_API_TOKEN: TOKEN }),
        run([...words, '-o', file('local')], local),
      ]);
      expect([here.stderr, here.code]).toEqual(['', 0]);
      expect(there).toEqual(here);
      const records = await allRecords(service, 'employees?status=active');
      expect(records.length).toBeGreaterThan(100);
      expect(toFile).toEqual({
        stdout: expect.stringMatching(new RegExp(`^Wrote ${records.length} records to .* in [\\d.]+ s\\.\\n$`)),
        stderr: '',
        code: 0,
      });
      expect(await text(file('local'))).toBe(here.stdout);
      expect(existsSync(`${file('local')}.part`)).toBe(false);
      if (format === 'json') expect(JSON.parse(here.stdout)).toEqual(records);
      if (format === 'ndjson')
        expect(
          here.stdout
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line)),
        ).toEqual(records);
      if (format === 'csv') expect(here.stdout.split('\r\n').length).toBe(records.length + 2);
    },
  );

  test('no matching records give an empty array, no line, or a header', async () => {
    const words = ['export', 'leave', '--leave_type', 'none such', '--format'];
    expect((await run([...words, 'json'], local)).stdout).toBe('[]\n');
    expect((await run([...words, 'ndjson'], local)).stdout).toBe('');
    expect((await run([...words, 'csv'], local)).stdout).toMatch(/^id,employee_id,.*\r\n$/);
  });
});

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** A fake service that sends two lines and then cuts the connection, hangs, or ends the answer properly. */
function fakeService(end: 'cut' | 'hang' | 'complete', last = '{"id":2}\n', type = 'application/x-ndjson') {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
      );
      socket.write(chunk('{"id":1}\n') + chunk(last));
      if (end !== 'hang') socket.end(end === 'complete' ? chunk('') : '');
    });
  });
  return new Promise<{ url: string; stop: () => void }>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() }),
    ),
  );
}

const folder = temporaryFolder();
const words = ['export', 'employees', '--format', 'ndjson', '--url'];

test.each([
  ['breaks off', 'cut', undefined, /The stream broke off \(ECONNRESET\); it is not whole/],
  ['ends in the middle of a record', 'complete', '{"id":', /The stream ends in the middle of a record/],
] as const)('a stream that %s is an error, and leaves no file', async (name, end, last, message) => {
  const service = await fakeService(end, last);
  const file = join(folder, `${name}.ndjson`);
  const ended = [
    await run([...words, service.url, '-o', file]),
    await run([...words, service.url]),
    await run(['list', ...words.slice(1), service.url]),
  ];
  for (const { code, stderr } of ended) {
    expect(code).toBe(exitCodes.unavailable.code);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }
  expect(readdirSync(folder).filter((each) => each.startsWith(name))).toEqual([]);
  service.stop();
});

test('a service that cannot stream is reported', async () => {
  const service = await fakeService('complete', undefined, 'application/json');
  const { code, stderr } = await run([...words, service.url]);
  expect([code, stderr]).toEqual([1, 'workforce: The service does not write ndjson; it is of an older version.\n']);
  service.stop();
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves no file', async (signal) => {
  const service = await fakeService('hang');
  const file = join(folder, `${signal}.ndjson`);
  const child = spawnCommand([...words, service.url, '-o', file], {});
  await waitUntil('the first records', async () => (await text(`${file}.part`).catch(() => '')) !== '');
  // Unfinished, it is for its owner only, too.
  expect((statSync(`${file}.part`).mode & 0o777).toString(8)).toBe('600');
  child.kill(signal);
  expect(await child.exited).toBe(exitCodes.interrupted.code);
  expect(await new Response(child.stderr).text()).toBe('workforce: Interrupted; the export is not whole.\n');
  expect(readdirSync(folder).filter((each) => each.startsWith(signal))).toEqual([]);
  service.stop();
});

test('an existing file is replaced with --force only', async () => {
  const service = await fakeService('complete');
  const file = join(folder, 'there.ndjson');
  writeFileSync(file, 'old');
  const refused = await run([...words, service.url, '-o', file]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `workforce: ${file} is there already; --force puts the export in its place.\n`,
  ]);
  expect(await text(file)).toBe('old');
  const forced = await run([...words, service.url, '-o', file, '--force']);
  expect(forced).toMatchObject({ code: 0, stdout: expect.stringContaining('Wrote 2 records to ') });
  expect(await text(file)).toBe('{"id":1}\n{"id":2}\n');
  const nowhere = await run([...words, service.url, '-o', join(folder, 'none', 'x')]);
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringMatching(/x\.part cannot be written \(ENOENT\)/)]);
  service.stop();
});

const lines = '{"id":1}\n{"id":2}\n';
const named: [name: string, format: string[], written: string][] = [
  ['a.csv', [], 'id\r\n1\r\n2\r\n'],
  ['a.JSONL', [], lines],
  ['a.json', [], '[\n{"id":1},\n{"id":2}\n]\n'],
  // What was asked for in words counts more than a name.
  ['b.csv', ['--format', 'ndjson'], lines],
];

test.each(named)('%s with %j is written as its name or the format says, for its owner only', async (...row) => {
  const [name, format, written] = row;
  const service = Bun.serve({
    port: 0,
    fetch: ({ url }) => {
      const asked = new URL(url).searchParams.get('format');
      const [type, body] = asked === 'csv' ? ['text/csv', 'id\r\n1\r\n2\r\n'] : ['application/x-ndjson', lines];
      return new Response(body, { headers: { 'Content-Type': type } });
    },
  });
  const file = join(temporaryFolder(), name);
  // What an export that was killed has left, readable for everyone.
  writeFileSync(`${file}.part`, 'left');
  chmodSync(`${file}.part`, 0o644);
  const ended = await run(['export', 'employees', '-o', file, ...format, '--url', service.url.href]);
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  expect(await text(file)).toBe(written);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  await service.stop(true);
});

test('what to write to a file without a known ending is asked for', async () => {
  const file = join(temporaryFolder(), 'employees.csv.gz');
  expect(await runHere(['export', 'employees', '-o', file, '--url', 'http://127.0.0.1:1'])).toEqual({
    stdout: '',
    stderr: `workforce: What to write to ${file} cannot be told from its name; add --format csv, --format xlsx, --format ndjson or --format json.\n`,
    code: exitCodes.usage.code,
  });
});

const encoder = new TextEncoder();
async function* pieces(all: Uint8Array, size: number): Chunks {
  for (let i = 0; i < all.length; i += size) yield all.subarray(i, i + size);
}

test.each([[1], [3], [100]])('in pieces of %i bytes, lines become one array and records are counted', async (size) => {
  const records = [{ a: 'é日\\n"' }, { a: 'line\nend,' }, { a: '👩‍👧' }];
  const lines = encoder.encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const parts: Uint8Array[] = [];
  for await (const part of jsonArray(pieces(lines, size))) parts.push(part);
  expect(JSON.parse(Buffer.concat(parts).toString())).toEqual(records);
  const counts: ['csv' | 'ndjson', Uint8Array, number][] = [
    ['ndjson', lines, 3],
    ['ndjson', encoder.encode(''), 0],
    ['csv', encoder.encode(''), 0],
    ['csv', encoder.encode('a,b\r\n1,"x\r\n""y"""\r\n"\n",\r\n'), 2],
  ];
  for (const [format, bytes, expected] of counts) {
    const count = recordCounter(format);
    let total = 0;
    for await (const piece of pieces(bytes, size)) total = count(piece);
    expect(total).toBe(expected);
  }
});
