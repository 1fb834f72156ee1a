// What the service does not take: files that are too large or none, clients without the right, a second file at a time;
// and that a client who leaves leaves nothing behind.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '../../../src/store/open.ts';
import { withTokens } from '../../access/tokens.ts';
import { run, spawnService } from '../../harness/command.ts';
import { eitherEngine, emptyDatabase } from '../../harness/databases.ts';
import { repositoryFile } from '../../harness/paths.ts';
import { query } from '../../harness/postgres/server.ts';
import { exchange } from '../../harness/raw-http.ts';
import { startService, TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { beginToSend, importParts, recordsOf, send, startImportService, WITHOUT_END } from './import-service.ts';

const CSV = 'name\nSales\n';
const codeOf = async (response: Response) => [response.status, (await response.json()).error?.code];
/** The folders of uploads, of any database. */
const folders = (temporary = tmpdir()) =>
  readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^workforce-imports-\d+\/\w+\/import-\w{6}$/.test(path),
  );

describe.each(eitherEngine)('on the %s database', (engine) => {
  test('a client who leaves in the middle leaves nothing behind', async () => {
    const location = await emptyDatabase(engine);
    const { importer: usual } = importParts(location, 10);
    const importers = [importParts(location, 10, WITHOUT_END).importer];
    const importer = { ...usual, begin: () => (importers.pop() ?? usual).begin() };
    const service = await startImportService(engine, { location, parts: { importer } });
    // More than what is read of a file before the first row is put in.
    const rows = Array.from({ length: 60_000 }, (_, i) => `Team ${i} ${'x'.repeat(90)}`).join('\n');
    const leaving = new AbortController();
    const response = await send(service.url, 'import/departments', `name\n${rows}\n`, {
      accept: 'application/x-ndjson',
      signal: leaving.signal,
    });
    // Some rows are written, and more are awaited, so it is in the middle however fast anybody is.
    const { value } = await response.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toStartWith('{"progress":{"rows":');
    leaving.abort();
    // The place of the one that left is free again when its process has ended.
    await waitUntil(
      'a free place',
      async () => (await send(service.url, 'import/departments?dry_run=true', CSV)).status === 200,
    );
    expect(await recordsOf(service.url, 'departments')).toEqual([]);
    await service.stop();
  });

  test('one file at a time', async () => {
    const location = await emptyDatabase(engine);
    const { importer } = importParts(location);
    const begun = Promise.withResolvers<void>();
    const begin = async () => {
      const running = await importer.begin();
      begun.resolve();
      return running;
    };
    // However long the second takes, the first is there until its end is sent.
    const parts = { importer: { ...importer, begin }, bodySeconds: 600 };
    const service = await startImportService(engine, { location, parts, listening: { idleSeconds: 0 } });
    const first = beginToSend(service.url, 'import/departments?dry_run=true', CSV);
    await begun.promise;
    const second = await send(service.url, 'import/departments', CSV);
    expect(second.headers.get('retry-after')).toBe('5');
    expect(await codeOf(second)).toEqual([503, 'unavailable']);
    first.finish();
    expect((await first.answer).status).toBe(200);
    expect((await send(service.url, 'import/departments', CSV)).status).toBe(200);
    await service.stop();
  });
});

test('a process that refuses a second file keeps its lock', async () => {
  const file = join(temporaryFolder(), 'one.lock');
  const release = await lockFile(file);
  expect(release).toBeFunction();
  for (let i = 0; i < 3; i++) expect(await lockFile(file)).toBe(process.pid);
  const script = `console.log(await (await import('${repositoryFile('src/store/open.ts')}')).lockFile('${file}'))`;
  const other = () => Bun.spawnSync([process.execPath, '-e', script]).stdout.toString().trim();
  expect(other()).toBe(String(process.pid));
  (release as () => void)();
  expect(other()).toStartWith('[Function');
});

const ENDLESS: [what: string, ends: object, says: string][] = [
  ['time', { importMinutes: 0.01 }, 'longer than 0.01 min (WORKFORCE_IMPORT_MINUTES)'],
  ['memory', { importMemory: 1 }, 'more than 1 MB of memory (WORKFORCE_IMPORT_MEMORY_MB)'],
];

test.each(ENDLESS)('an import without an end ends by its %s', async (_, ends, says) => {
  const location = await emptyDatabase('embedded');
  const parts = importParts(location, 10, WITHOUT_END, ends);
  const service = await startImportService('embedded', { location, parts });
  const response = await send(service.url, 'import/departments', CSV);
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(says)]);
  expect(await recordsOf(service.url, 'departments')).toEqual([]);
  await service.stop();
});

/** Ends every connection of others to the database. */
const endConnections = (location: string) =>
  query(
    location,
    'SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

test('a database that is lost in the middle of an import is 503', async () => {
  const location = await emptyDatabase('postgresql');
  const parts = importParts(location, 10, WITHOUT_END);
  const service = await startImportService('postgresql', { location, parts });
  const rows = Array.from({ length: 60_000 }, (_, i) => `Team ${i} ${'x'.repeat(90)}`).join('\n');
  const response = send(service.url, 'import/departments', `name\n${rows}\n`);
  let isAnswered = false;
  void response.finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    await Bun.sleep(300);
    await endConnections(location);
  }
  expect(await codeOf(await response)).toEqual([503, 'unavailable']);
  await service.stop();
});

test('a temporary folder that is full is 503', async () => {
  const { importer } = importParts(await emptyDatabase('embedded'));
  const running = (await importer.begin())!;
  const file = await running.create('staff.csv');
  await file.close();
  expect(await Promise.resolve(file.write(Buffer.from('x'))).catch((error) => error.code)).toBe('unavailable');
  running.end();
});

describe.each(eitherEngine)('what is no such file, on the %s database', (engine) => {
  let service: Awaited<ReturnType<typeof startImportService>>;
  let before: string[];
  beforeAll(async () => {
    before = folders();
    service = await startImportService(engine, { megabytes: 1 });
  });
  afterAll(() => service.stop());

  const wrong: [what: string, path: string, content: string | Blob, sent: object, status: number, says: RegExp][] = [
    ['too large', 'import/departments', `name\n${'Team\n'.repeat(250_000)}`, {}, 413, /larger than 1 MB/],
    ['no name of a table', 'import/departments', CSV, { name: 'team.pdf' }, 422, /such as staff.csv/],
    ['no workbook', 'import/departments', 'PK no zip', { name: 'team.xlsx' }, 422, /team\.xlsx/],
    ['nothing', 'import/departments', '', {}, 422, /is empty/],
    ['a path in the mapping', 'import/departments', CSV, { mapping: { columns: { name: '../x' } } }, 422, /no field/],
  ];
  test.each(wrong)('%s', async (_, path, content, sent, status, says) => {
    const response = await send(service.url, path, content, sent);
    const text = await response.text();
    expect([response.status, says.test(text), text]).toEqual([status, true, text]);
    expect(text).not.toContain(tmpdir());
  });

  test('no form, a form without a file, and a form that ends early', async () => {
    const post = (type: string, body: string) =>
      fetch(`${service.url}/api/v1/import/departments`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': type },
        body,
      });
    const head = '--b\r\nContent-Disposition: form-data; name="mapping"\r\n\r\n{}';
    expect(await codeOf(await post('text/csv', CSV))).toEqual([422, 'validation_error']);
    expect(await (await post('multipart/form-data; boundary=b', `${head}\r\n--b--`)).text()).toContain(
      'file: Field required',
    );
    expect(await (await post('multipart/form-data; boundary=b', head)).text()).toContain(
      'ended before it was complete',
    );
  });

  const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="file.csv"\r\n\r\n';
  const END = '\r\n--b--\r\n';
  /** In chunks, so that no length is said. */
  const inChunks = (chunks: Iterable<string>, headers = '') =>
    exchange(
      service.url,
      `POST /api/v1/import/departments?dry_run=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nConnection: close\r\n${headers || 'Transfer-Encoding: chunked\r\n'}\r\n` +
        [...chunks].map((each) => `${each.length.toString(16)}\r\n${each}\r\n`).join('') +
        '0\r\n\r\n',
    );
  const MIB = 'x'.repeat(1 << 20);
  const forms: [what: string, chunks: string[], status: number][] = [
    ['a file', [HEAD, CSV, END], 200],
    ['a preamble', ['x'.repeat(10_000), '\r\n', HEAD, CSV, END], 422],
    ['long headers of a part', [`--b\r\nX: ${'x'.repeat(20_000)}\r\n`, HEAD.slice(5), CSV, END], 422],
    ['much behind the end', [HEAD, CSV, END, ...Array.from({ length: 5 }, () => MIB)], 413],
  ];
  test.each(forms)('a form in chunks with %s', async (_, chunks, status) => {
    const answer = await inChunks(chunks);
    // The rest is not read, which may cost the answer.
    if (status !== 413 || answer !== '') expect(answer).toStartWith(`HTTP/1.1 ${status} `);
  });

  test('a form that is compressed', async () => {
    const answer = await inChunks([HEAD, CSV, END], 'Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 422 .*The body should not be compressed/s);
  });

  test('a name that is cut to its end begins with no dash', async () => {
    const name = `${'x'.repeat(50)}-${'-'.repeat(95)}.csv`;
    const response = await send(service.url, 'import/departments?dry_run=true', CSV, { name });
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('such as staff.csv')]);
    const other = await send(service.url, 'import/departments?dry_run=true', CSV, {
      name: `${'x'.repeat(50)}--${'y'.repeat(94)}.csv`,
    });
    expect(other.status).toBe(200);
  });

  test('nothing of it stays', async () => {
    expect(await recordsOf(service.url, 'departments')).toEqual([]);
    await waitUntil('folders that are gone', () => folders().every((name) => before.includes(name)));
  });
});

test('who may put in what', async () => {
  const location = await emptyDatabase('embedded');
  const { service, tokens } = await withTokens(
    {
      reader: { read: 'all', create: [] },
      'some-creates': { read: 'all', create: ['organizations'] },
      'blind-creates': { read: [], create: ['applications'] },
      'all-creates': { read: 'all', create: 'all' },
      limited: { read: 'all', create: 'all', rows: ['employees?branch=London'] },
    },
    { engine: 'embedded', filled: false, location, parts: importParts(location) },
  );
  const put = (token: string, path = 'import/departments', csv = CSV) =>
    send(service.url, `${path}?dry_run=true`, csv, { token });
  const organizations = 'name,slug\nOurs,ours\n';
  expect(await codeOf(await put(''))).toEqual([401, 'unauthorized']);
  expect(await codeOf(await put('wrong-token'))).toEqual([401, 'unauthorized']);
  expect(await codeOf(await put(tokens.reader!))).toEqual([403, 'forbidden']);
  expect(await codeOf(await put(tokens['some-creates']!))).toEqual([403, 'forbidden']);
  expect((await put(tokens['some-creates']!, 'import/organizations', organizations)).status).toBe(200);
  expect((await put(tokens['all-creates']!)).status).toBe(200);
  const blind = await put(tokens['blind-creates']!, 'import/applications');
  expect(blind.headers.get('www-authenticate')).toContain('scope="read:candidates read:jobs"');
  expect(await (await put(tokens.limited!)).text()).toContain('A file may refer to any record');
  const [mine] = (await (await send(service.url, 'import', organizations, { token: tokens['some-creates']! })).json())
    .data;
  expect(mine.resource).toBe('organizations');
  const me = await (
    await fetch(`${service.url}/auth/me`, { headers: { Authorization: `Bearer ${tokens['some-creates']}` } })
  ).json();
  expect(me.import).toEqual(['organizations']);
  await service.stop();
});

test('where files are not taken, or nothing is written, it says so', async () => {
  const off = await startService({ filled: false });
  expect(await (await send(off.url, 'import/departments', CSV)).text()).toContain('WORKFORCE_IMPORT_MB');
  await off.stop();
  const without = await startImportService('embedded', { token: undefined });
  expect(await codeOf(await send(without.url, 'import/departments', CSV))).toEqual([503, 'writes_disabled']);
  await without.stop();
});

test('where there is no folder for temporary files, the client is told, and the log says why', async () => {
  const settings = {
    WORKFORCE_DATA: temporaryFolder(),
    WORKFORCE_DEMO: '0',
    WORKFORCE_WORKERS: '1',
    WORKFORCE_API_TOKEN: TOKEN,
  };
  const service = await spawnService({ ...settings, TMPDIR: '/nowhere' });
  const answer = await send(service.url, 'import/departments', 'name\nSales\n');
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('has no room for files')]);
  service.process.kill('SIGTERM');
  await service.ended;
  expect(service.errors()).toContain('No file can be put in: /nowhere cannot be written to');
});

test.each([
  ['a start', ['serve']],
  ['doctor', ['doctor']],
])('what a killed service was sent is deleted by %s', async (_, words) => {
  const [data, temporary] = [await emptyDatabase('embedded'), temporaryFolder()];
  const settings = {
    ...{ WORKFORCE_DATA: data, WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '1', WORKFORCE_API_TOKEN: TOKEN },
    TMPDIR: temporary,
  };
  const service = await spawnService(settings);
  expect((await send(service.url, 'import/departments', CSV)).status).toBe(200);
  const { answer } = beginToSend(service.url, 'import/departments', CSV);
  answer.catch(() => undefined);
  await waitUntil('the folder of the file', () => folders(temporary).length === 1);
  for (const path of folders(temporary).flatMap((folder) => [folder, join(folder, '..')]))
    expect([path, statSync(join(temporary, path)).mode & 0o077]).toEqual([path, 0]);
  // What runs is left alone.
  await run(['doctor'], settings);
  expect(folders(temporary)).toHaveLength(1);
  service.process.kill('SIGKILL');
  await service.ended;
  expect(folders(temporary)).toHaveLength(1);
  if (words[0] === 'serve') {
    const again = await spawnService(settings);
    again.process.kill('SIGTERM');
    await again.ended;
  } else expect((await run(words, settings)).code).toBe(0);
  expect(folders(temporary)).toEqual([]);
});

test('a folder that others made for uploads is not used', async () => {
  const temporary = temporaryFolder();
  const theirs = join(temporary, `workforce-imports-${process.getuid!()}`);
  mkdirSync(theirs, { mode: 0o700 });
  chmodSync(theirs, 0o777);
  const settings = {
    ...{ WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '1', WORKFORCE_API_TOKEN: TOKEN },
    TMPDIR: temporary,
  };
  const service = await spawnService(settings);
  expect((await send(service.url, 'import/departments', CSV)).status).toBe(503);
  service.process.kill('SIGTERM');
  await service.ended;
  expect(service.errors()).toContain('is not a folder that only this user may open');
});
