// `workforce mirror`: files that are what the lists are, whatever happens meanwhile, and what it refuses.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changePages } from '../../src/cli/api/change-pages.ts';
import { runHere } from '../cli/run-here.ts';
import { faultyNetwork } from '../client/faulty-network.ts';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { run } from '../harness/command.ts';
import { databaseSetting, demoDatabase, eitherEngine } from '../harness/databases.ts';
import { randomFrom, SEED } from '../harness/random/sample.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { allNames, expectEqualFiles, started } from './mirroring.ts';

setDefaultTimeout(120_000);

const ODD = 'He said "so", and\r\nleft, =1+1 é';

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let location: string;
  beforeAll(async () => {
    location = await demoDatabase(engine);
    service = await startService({ engine, location });
  });
  afterAll(() => service.stop());
  let slugs = 0;
  const create = async (name = ODD): Promise<number> =>
    (await (await post(service, '/api/v1/organizations', { name, slug: `m-${engine}-${slugs++}` })).json()).id;

  test('both formats are as the lists are, after the first run and after changes, by address and beside the database', async () => {
    const [json, csv] = [temporaryFolder(), join(temporaryFolder(), 'made', 'by it')];
    const first = await Promise.all([
      run(['mirror', json, '--url', service.url, '--once']),
      run(['mirror', csv, '--format', 'csv', '--once'], databaseSetting(location)),
    ]);
    for (const { code, stdout, stderr } of first)
      expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/ is up to date: [\d,]+ records\.\n$/), '']);
    await expectEqualFiles(service, json, 'ndjson');
    await expectEqualFiles(service, csv, 'csv');
    const ids = [await create(), await create(), await create('Short')];
    await update(service.store, 'employees', csvOf([1, 100, 240].map((id) => ({ id, first_name: ODD }))));
    await update(
      service.store,
      'departments',
      csvOf([
        { id: 40_000, name: 'Far' },
        { id: 30_000, name: 'Between' },
      ]),
    );
    await erase(service.store, 'organizations', [ids[1]!]);
    await erase(service.store, 'departments', [40_000]);
    const again = await Promise.all(
      [json, csv].map((folder) => run(['mirror', folder, '--url', service.url, '--once'])),
    );
    expect(again.map(({ stdout, code }) => [code, stdout])).toEqual(
      [json, csv].map((folder) => [0, `${folder} is up to date: 10 changes.\n`]),
    );
    await expectEqualFiles(service, json, 'ndjson');
    await expectEqualFiles(service, csv, 'csv');
    expect(readdirSync(json).sort()).toEqual(
      ['mirror.json', 'mirror.lock', ...allNames.map((name) => `${name}.ndjson`)].sort(),
    );
    for (const name of ['.', ...readdirSync(csv)])
      expect([name, statSync(join(csv, name)).mode & 0o077]).toEqual([name, 0]);
  });

  test('without --once it goes on, over breaks, until it is told to end', async () => {
    const network = await faultyNetwork(service.url);
    const folder = temporaryFolder();
    const mirror = started(['mirror', folder, 'organizations', 'leave', '--url', network.url]);
    await mirror.says('up to date');
    const gone = await create();
    await mirror.fetches(1);
    await expectEqualFiles(service, folder, 'ndjson', ['organizations', 'leave']);
    network.next({ status: 502 }, 'answer cut');
    await erase(service.store, 'organizations', [gone]);
    await create();
    await mirror.fetches(3);
    await expectEqualFiles(service, folder, 'ndjson', ['organizations', 'leave']);
    const { code, errors } = await mirror.end('SIGINT');
    network.stop();
    expect([code, errors.split('\n').filter((line) => !line.includes('Trying again'))]).toEqual([0, ['']]);
  });
});

describe('a folder in any state', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ attendanceDays: 2 });
  });
  afterAll(() => service.stop());
  const NAMES = ['departments', 'organizations'];
  const once = (folder: string, ...more: string[]) =>
    runHere(['mirror', folder, '--url', service.url, '--once', ...more]);
  const stateIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'mirror.json'), 'utf8'));
  const restoring = (folder: string, state: object) =>
    writeFileSync(join(folder, 'mirror.json'), JSON.stringify(state));

  const leftovers: [string, (folder: string, before: object) => void, RegExp][] = [
    ['parts of files', (folder) => writeFileSync(join(folder, 'departments.ndjson.part'), '{"id":1'), /: 2 changes/],
    ['files that are newer than the state', (folder, before) => restoring(folder, before), /: 3 changes/],
    ['no cursor yet', (folder, before) => restoring(folder, { ...before, cursor: null }), /: \d+ records/],
    [
      'another cursor',
      (folder, before) => restoring(folder, { ...before, cursor: 'x' }),
      /not know .* begins again.*records/s,
    ],
  ];
  test.each(leftovers)('%s', async (what, leave, says) => {
    const folder = temporaryFolder();
    const slug = what.replaceAll(' ', '-');
    expect((await once(folder, ...NAMES)).code).toBe(0);
    const before = stateIn(folder);
    await post(service, '/api/v1/organizations', { name: 'A', slug: `${slug}-1` });
    await once(folder);
    leave(folder, before);
    await post(service, '/api/v1/organizations', { name: 'B', slug: `${slug}-2` });
    await post(service, '/api/v1/organizations', { name: 'C', slug: `${slug}-3` });
    const { stdout, code } = await once(folder);
    expect([code, stdout]).toEqual([0, expect.stringMatching(says)]);
    await expectEqualFiles(service, folder, 'ndjson', NAMES);
    expect(readdirSync(folder).sort()).toEqual([
      'departments.ndjson',
      'mirror.json',
      'mirror.lock',
      'organizations.ndjson',
    ]);
  });

  test('killed at any moment, whole files are left, and the next run goes on', async () => {
    const folder = temporaryFolder();
    const random = randomFrom(SEED);
    for (let round = 0; round < 4; round++) {
      await update(
        service.store,
        'departments',
        csvOf(Array.from({ length: 40 }, (_, at) => ({ id: 5000 + 40 * round + at, name: ODD }))),
      );
      const mirror = started(['mirror', folder, '--url', service.url]);
      const changed = Promise.withResolvers<void>();
      let left = 1 + Math.floor(random() * 10);
      const watcher = watch(folder, () => void (--left <= 0 && changed.resolve()));
      await Promise.race([changed.promise, mirror.says('up to date')]);
      await mirror.end('SIGKILL');
      watcher.close();
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.ndjson'))) {
        const lines = readFileSync(join(folder, name), 'utf8').split('\n');
        const ids = lines.slice(0, -1).map((line) => JSON.parse(line).id);
        expect([lines.at(-1), ids]).toEqual(['', [...new Set(ids)].sort((a, b) => a - b)]);
      }
    }
    expect((await once(folder)).code).toBe(0);
    await expectEqualFiles(service, folder, 'ndjson');
  });

  const refusals: [string, (folder: string) => void, string[], number, RegExp][] = [
    [
      'a file of somebody else',
      (folder) => writeFileSync(join(folder, 'leave.ndjson'), 'mine'),
      [],
      1,
      /leave\.ndjson is there already and is of no mirror/,
    ],
    [
      'another format',
      (folder) => restoring(folder, { format: 'ndjson', resources: ['leave'], cursor: null }),
      ['--format', 'csv'],
      2,
      /is a mirror of leave as ndjson/,
    ],
    ['a resource that is none', () => undefined, ['leave', 'salaries'], 2, /RESOURCE has to be one of employees/],
  ];
  test.each(refusals)('%s is refused, and nothing is changed', async (_, prepare, more, ending, says) => {
    const folder = temporaryFolder();
    prepare(folder);
    const files = () =>
      readdirSync(folder)
        .filter((name) => name !== 'mirror.lock')
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    const before = files();
    const { code, stderr } = await once(folder, ...more);
    expect([code, stderr]).toEqual([ending, expect.stringMatching(says)]);
    expect(files()).toEqual(before);
  });

  test('a folder has one mirror at a time; a full folder that cannot be written to is said', async () => {
    const folder = temporaryFolder();
    const mirror = started(['mirror', folder, 'departments', '--url', service.url]);
    await mirror.says('up to date');
    const { code, stderr } = await once(folder);
    expect([code, stderr]).toEqual([
      1,
      `workforce: Process ${mirror.child.pid} keeps the mirror in ${folder} already; stop that one first.\n`,
    ]);
    expect((await mirror.end('SIGTERM')).code).toBe(0);
    writeFileSync(join(folder, 'a file'), '');
    const other = await once(join(folder, 'a file'));
    expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(/a file cannot be (written|used)/)]);
  });

  test('a service without the feed is said politely, and so is one that is away; an end before the end is 130', async () => {
    const network = await faultyNetwork(service.url);
    const folder = temporaryFolder();
    const old = {
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: '{"error":{"code":"not_found","message":"There is nothing here."}}',
    };
    for (const command of [['mirror', folder], ['follow']]) {
      network.next(old);
      const { code, stderr } = await run([...command, '--url', network.url]);
      expect([code, stderr]).toEqual([1, 'workforce: This service has no changes feed: it is of an older version.\n']);
    }
    for (const command of [
      ['mirror', folder, '--once'],
      ['follow', '--once'],
    ]) {
      network.next('silence');
      const waiting = started([...command, '--url', network.url]);
      while (network.seen.length === 0) await Bun.sleep(5);
      const { code, errors } = await waiting.end('SIGINT');
      expect([code, errors]).toEqual([130, expect.stringMatching(/^workforce: Interrupted/)]);
    }
    network.stop();
    // The port of the network may be another program's by now.
    const away = await run(['mirror', folder, '--url', 'http://127.0.0.1:9']);
    expect([away.code, away.stderr]).toEqual([5, expect.stringMatching(/does not answer/)]);
  });
});

describe('what answers is no service, or means no good', () => {
  const entry = (more: object) => ({ cursor: 'c', resource: 'leave', id: 1, kind: 'created', at: '', ...more });
  const page = (data: unknown, cursor: unknown = 'c', up_to_date: unknown = true) => ({
    data,
    meta: { cursor, up_to_date },
  });
  const pages: readonly (readonly [what: string, page: unknown])[] = [
    ['no page', null],
    ['other parts', { data: {}, meta: 7 }],
    ['a cursor that is none', page([], 'c'.repeat(1000))],
    ['no end that is known', page([], 'c', 'yes')],
    ['a resource outside of the folder', page([entry({ resource: '../../outside', kind: 'erased', record: null })])],
    ['a resource that was not asked for', page([entry({ resource: 'jobs', record: { id: 1 } })])],
    ['a name of every object', page([entry({ resource: '__proto__', kind: 'erased', record: null })])],
    ['an id that is text', page([entry({ id: '1\n', record: { id: '1\n' } })])],
    ['an id below one', page([entry({ id: -5, record: { id: -5 } })])],
    ['a record of another id', page([entry({ record: { id: 2 } })])],
    ['an entry that is none', page([null])],
  ];
  const serving = (fetch: (request: Request) => Response) => Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });

  test.each(pages)('%s', async (_, answer) => {
    const server = serving(() => Response.json(answer));
    const around = temporaryFolder();
    writeFileSync(join(around, 'outside.ndjson'), '');
    mkdirSync(join(around, 'copy'));
    const { code, stderr } = await runHere([
      ...['mirror', join(around, 'copy'), 'leave', '--once', '--url', server.url.origin],
    ]);
    await server.stop(true);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^workforce: What answers is not the changes feed/)]);
    expect(readdirSync(around).sort()).toEqual(['copy', 'outside.ndjson']);
  });

  const piece = new Uint8Array(1024 * 1024).fill(32);
  const bomb = Bun.gzipSync(new Uint8Array(64 * 1024 * 1024));
  let sent = 0;
  const endless = () =>
    new ReadableStream({
      pull: (controller) => {
        sent += piece.length;
        controller.enqueue(piece);
      },
    });
  test.each([
    ['a page that does not end', () => new Response(endless())],
    ['an error that does not end', () => new Response(endless(), { status: 500 })],
    ['a page that unpacks to too much', () => new Response(bomb, { headers: { 'Content-Encoding': 'gzip' } })],
  ])('%s is left', async (_, answer) => {
    sent = 0;
    const server = serving(answer);
    const { code, stderr } = await runHere(['mirror', temporaryFolder(), '--once', '--url', server.url.origin]);
    await server.stop(true);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/larger than|not from this service/)]);
    expect(sent).toBeLessThan(1e9);
  });

  const reading = { after: undefined, resources: ['leave'], once: true, signal: new AbortController().signal };

  test('a byte now and then ends with the time of a page, and so does silence', async () => {
    const drops = () =>
      new ReadableStream({
        pull: async (controller) => {
          await Bun.sleep(20);
          controller.enqueue(new Uint8Array([32]));
        },
      });
    const server = serving(({ url }) => (url.includes('drops') ? new Response(drops()) : (undefined as never)));
    for (const path of ['drops', 'silence']) {
      const send = (_: string, init?: RequestInit) =>
        path === 'silence'
          ? new Promise<Response>((_, reject) => init!.signal!.addEventListener('abort', reject))
          : fetch(`${server.url}${path}`, init);
      const ended = await changePages(send, { ...reading, patience: 200 })
        .next()
        .catch((error) => error);
      expect([path, ended.message]).toEqual([path, 'The service took more than 0.2 s for a page.']);
    }
    await server.stop(true);
  });

  test('cursors that come again are asked for a second later, and with --once not for ever', async () => {
    const reads = async (length: number): Promise<number> => {
      let asked = 0;
      const send = async () => Response.json(page([], `c${asked++ % length}`, false));
      const began = performance.now();
      const ended = await Array.fromAsync(changePages(send, reading)).catch((error) => error);
      expect(ended).toMatchObject({ ending: 'unavailable', message: expect.stringContaining('does not get to it') });
      expect(performance.now() - began).toBeGreaterThan(4000);
      return asked;
    };
    const [same, three] = await Promise.all([reads(1), reads(3)]);
    expect(same).toBeLessThan(8);
    expect(three).toBeLessThan(30);
  });

  test('a wait without news that is no wait is not asked for at once', async () => {
    const stop = new AbortController();
    let asked = 0;
    const send = async () => {
      asked += 1;
      return Response.json(page([]));
    };
    const ending = setTimeout(() => stop.abort(), 1500);
    await Array.fromAsync(changePages(send, { ...reading, once: false, signal: stop.signal }));
    clearTimeout(ending);
    expect(asked).toBeLessThan(5);
  });
});
