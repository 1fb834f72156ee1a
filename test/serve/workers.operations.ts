// Several workers on one port and one database file: totals are exact across them, dead ones are replaced, all end
// together.
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../src/config.ts';
import { STUCK_AFTER } from '../../src/serve/watchdog.ts';
import { run, type Spawned, spawnService } from '../harness/command.ts';
import { type Connection, openConnection } from '../harness/connection.ts';
import { freePort } from '../harness/free-port.ts';
import { childrenOf, isAlive, serverEnd } from '../harness/processes.ts';
import { TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

// Thousands of durable writes can be slow, depending on the disk.
setDefaultTimeout(120_000);

const WORKERS = 3;
const PATH = '/api/v1/organizations';

type WorkerService = Spawned & { readonly data: string; workers(): number[] };

const started: WorkerService[] = [];
const opened: Connection[] = [];
const besides: Bun.Subprocess[] = [];

afterEach(async () => {
  for (const child of besides.splice(0)) child.kill('SIGKILL');
  for (const connection of opened.splice(0)) connection.close();
  for (const service of started.splice(0)) {
    service.process.kill('SIGTERM');
    await service.process.exited;
  }
});
/** `preload`: a program that each worker runs before its own. */
async function startWorkers(workers = WORKERS, preload?: string, port = 0): Promise<WorkerService> {
  const data = temporaryFolder();
  const environment = {
    ...{ WORKFORCE_DATA: data, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: String(workers) },
    PORT: String(port),
    ...(preload && { BUN_OPTIONS: `--preload ${await writtenTo(join(data, 'preload.ts'), preload)}` }),
  };
  const spawned = await spawnService(environment);
  const service = { ...spawned, data, workers: () => childrenOf(spawned.process.pid) };
  started.push(service);
  return service;
}

async function writtenTo(path: string, program: string): Promise<string> {
  await Bun.write(path, `if (process.send) { ${program} }`);
  return path;
}

const endOf = (service: WorkerService, connection: Connection) =>
  serverEnd(Number(new URL(service.url).port), connection.localPort, service.workers());

async function openTo(service: WorkerService): Promise<Connection> {
  const connection = await openConnection(service.url);
  opened.push(connection);
  return connection;
}

/** The worker that answers on a connection. */
async function ownerOf(service: WorkerService, connection: Connection): Promise<number> {
  let owner: number | undefined;
  await waitUntil('the worker of a connection', () => {
    owner = endOf(service, connection).owner;
    return owner !== undefined;
  });
  return owner!;
}

/** One connection to each worker. The system distributes connections, so more are opened until every worker has one. */
async function openToEach(service: WorkerService): Promise<Connection[]> {
  const byWorker = new Map<number, Connection>();
  while (byWorker.size < WORKERS) {
    const connection = await openTo(service);
    await connection.get('/api/v1/health');
    byWorker.set(await ownerOf(service, connection), connection);
  }
  return [...byWorker.values()];
}

/** Begins a create on each connection. The service has read all but the last bytes of it. */
async function beginOnEach(service: WorkerService, connections: Connection[]) {
  const finish = connections.map((each, i) => each.begin(PATH, { name: 'In flight', slug: `in-flight-${i}` }));
  await waitUntil('the service to read them', () => connections.every((each) => endOf(service, each).unread === 0));
  return () => Promise.all(finish.map(async (end) => (await end()).status));
}

const totalOn = async (connection: Connection) => JSON.parse((await connection.get(`${PATH}?limit=1`)).body).meta.total;

test('the number of workers is all cores, a number from 1 to 64, and 1 where ports cannot be shared', () => {
  const workers = (text: string | undefined, system: string) =>
    readSettings({ WORKFORCE_WORKERS: text }, system).workers;
  expect(workers(undefined, 'linux')).toBe(Math.min(64, availableParallelism()));
  expect([workers('1', 'linux'), workers(' 64 ', 'linux')]).toEqual([1, 64]);
  for (const text of ['0', '65', '-1', '1.5', '2e0', '0x2', 'two', '100'])
    expect(() => workers(text, 'linux')).toThrow(/WORKFORCE_WORKERS is ".+", but it is a number from 1 to 64/);
  expect([workers(undefined, 'darwin'), workers('1', 'win32')]).toEqual([1, 1]);
  expect(() => workers('2', 'darwin')).toThrow(/WORKFORCE_WORKERS is 2, but processes can share a port only on Linux/);
});

describe.skipIf(process.platform !== 'linux')('several workers', () => {
  test('a record that one worker creates is visible to all at once, and every total is exact', async () => {
    const connections = await openToEach(await startWorkers());
    for (let id = 1; id <= 200; id++) {
      const writer = connections[id % WORKERS]!;
      const before = await Promise.all(connections.map((each) => each.get(`${PATH}/${id}`)));
      expect(before.map(({ status }) => status)).toEqual(Array(WORKERS).fill(404));
      const { status, body } = await writer.post(PATH, { name: `Organization ${id}`, slug: `organization-${id}` });
      expect({ id, status }).toEqual({ id, status: 201 });
      const after = await Promise.all(connections.map((each) => each.get(`${PATH}/${id}`)));
      expect(after.map((answer) => answer.body)).toEqual(Array(WORKERS).fill(body));
      expect(await Promise.all(connections.map(totalOn))).toEqual(Array(WORKERS).fill(id));
    }
  });

  test('a worker that dies is replaced, and the others go on', async () => {
    const service = await startWorkers();
    const connections = await openToEach(service);
    const victim = await ownerOf(service, connections[0]!);
    let over = false;
    const readOn = async (connection: Connection): Promise<void> => {
      while (!over) expect((await connection.get('/api/v1/employees')).status).toBe(200);
    };
    const readers = connections.slice(1).map(readOn);
    process.kill(victim, 'SIGKILL');
    await waitUntil('another worker', () => service.workers().filter((pid) => pid !== victim).length === WORKERS);
    expect((await openToEach(service)).length).toBe(WORKERS);
    over = true;
    await Promise.all(readers);
    expect(service.errors()).toBe(`workforce: worker ${victim} ended (SIGKILL); starting another.\n`);
  });

  /** In seconds. A loop is noticed when it has used so much of a CPU, of which it gets a small part on a busy
   * machine. */
  const LOOP_NOTICED = (60 * STUCK_AFTER) / 1000;
  /** What keeps a worker from answering for good, when it gets this signal. */
  const stuck: [string, NodeJS.Signals, string][] = [
    ['loops', 'SIGUSR2', "process.on('SIGUSR2', () => { for (;;); });"],
  ];
  test.each(stuck)(
    'a worker that %s is noticed and replaced',
    async (_, signal, preload) => {
      const service = await startWorkers(WORKERS, preload);
      const connections = await openToEach(service);
      const [worker] = service.workers();
      process.kill(worker!, signal);
      const isReplaced = () => {
        const workers = service.workers();
        return workers.length === WORKERS && !workers.includes(worker!);
      };
      await waitUntil('it is replaced', isReplaced, LOOP_NOTICED);
      expect(isAlive(worker!)).toBe(false);
      for (const connection of connections) connection.close();
      for (const connection of await openToEach(service))
        expect((await connection.get('/api/v1/health')).status).toBe(200);
    },
    1000 * (LOOP_NOTICED + 60),
  );

  const stops: [string, (service: WorkerService, workers: number[]) => void][] = [
    ['SIGTERM', (service) => service.process.kill('SIGTERM')],
    [
      'Ctrl-C, which reaches every process',
      (service, pids) => [service.process.pid, ...pids].forEach((pid) => void process.kill(pid, 'SIGINT')),
    ],
  ];
  test.each(stops)('%s ends all of them after the requests in flight, with exit code 0', async (_, stop) => {
    const service = await startWorkers();
    const finish = await beginOnEach(service, await openToEach(service));
    const workers = service.workers();
    stop(service, workers);
    expect(await finish()).toEqual(Array(WORKERS).fill(201));
    expect(await service.ended).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(await Bun.file(join(service.data, 'workforce.db-wal')).exists()).toBe(false);
    expect(service.errors()).toBe('');
  });

  test('a second signal, some time after the first, ends them without waiting', async () => {
    const service = await startWorkers();
    await beginOnEach(service, await openToEach(service));
    const workers = service.workers();
    await waitUntil('the end', () => {
      service.process.kill('SIGTERM');
      return service.process.exitCode !== null;
    });
    expect(service.process.exitCode).toBe(1);
    await waitUntil('the end of the workers', () => !workers.some(isAlive));
  });

  test('workers whose supervisor is killed finish what is in flight and end', async () => {
    const service = await startWorkers(WORKERS, undefined, freePort());
    const connections = await openToEach(service);
    const finish = await beginOnEach(service, connections);
    const workers = service.workers();
    service.process.kill('SIGKILL');
    await service.process.exited;
    expect(await finish()).toEqual(Array(WORKERS).fill(201));
    await waitUntil('the end of the workers', () => !workers.some(isAlive));
    await expect(openConnection(service.url)).rejects.toThrow();
  });

  test('a port in use is refused, by one worker and by several', async () => {
    for (const workers of [1, WORKERS]) {
      const { url } = await startWorkers(workers);
      const settings = { PORT: new URL(url).port, WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0' };
      const { stdout, stderr, code } = await run(['serve'], { ...settings, WORKFORCE_WORKERS: '2' });
      expect([stdout, code]).toEqual(['', 1]);
      expect(stderr).toMatch(/^workforce: PORT \d+ on HOST 127\.0\.0\.1 cannot be listened on .*set another\.\n$/);
    }
  });

  test('when no worker can be started any more, the service ends with a line that says why', async () => {
    const service = await startWorkers();
    const workers = service.workers();
    writeFileSync(join(service.data, 'workforce.db'), crypto.getRandomValues(new Uint8Array(8192)));
    process.kill(workers[0]!, 'SIGKILL');
    expect(await service.process.exited).toBe(1);
    await waitUntil('the last line', () => service.errors().includes('WORKFORCE_WORKERS=1'));
    const lines = service.errors().trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toMatch(
      /^workforce: Workers keep ending before they answer \(the last: The database .*WORKFORCE_WORKERS=1/,
    );
    expect(workers.filter(isAlive)).toEqual([]);
  });
});
