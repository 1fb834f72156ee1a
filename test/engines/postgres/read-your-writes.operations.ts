// A client that sends the position of its create reads what it wrote, from any process and replica, while replicas lag.
// A client that does not may read an older state.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Spawned } from '../../harness/command.ts';
import { cluster } from '../../harness/postgres/postgres.ts';
import type { PostgresServer } from '../../harness/postgres/server.ts';
import { randomFrom, SEED } from '../../harness/random/sample.ts';
import { post } from '../../harness/service.ts';
import { environmentOf, healthOf, killServices, spawnServices, stopServices } from '../../harness/service-processes.ts';
import { waitUntil } from '../../harness/wait-until.ts';

setDefaultTimeout(120_000);

const ORGANIZATIONS = '/api/v1/organizations';
const TRIES = 100;
const CLIENTS = 8;

let primary: PostgresServer;
let standbys: PostgresServer[];
let services: Spawned[] = [];
let environment: Record<string, string>;
beforeAll(async () => {
  ({ primary, standbys } = await cluster({ standbys: 2 }));
  const database = new URL(await primary.createDatabase()).pathname.slice(1);
  // However long it takes until they are asked, replicas whose replay is paused are in use.
  environment = { ...environmentOf({ primary, standbys }, database), WORKFORCE_MAX_LAG_SECONDS: '100' };
  services = await spawnServices(2, environment);
  await waitUntil('both replicas to be in use', async () => {
    const healths = await Promise.all(services.map(healthOf));
    return healths.every(({ inUse }) => inUse?.join() === 'true,true');
  });
});
afterAll(async () => {
  await killServices(services);
  await Promise.all([primary, ...standbys].map((server) => server.destroy()));
});

/** Pauses and resumes replay at random. */
function lagging(standby: PostgresServer): { stop(): Promise<void> } {
  let stopped = false;
  const random = randomFrom(SEED);
  const work = (async () => {
    while (!stopped) {
      await standby.query('SELECT pg_wal_replay_pause()');
      await Bun.sleep(random() * 300);
      await standby.resumeReplay();
      await Bun.sleep(random() * 100);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await work;
    },
  };
}

let slugs = 0;

async function write(service: Spawned): Promise<{ id: number; position: string }> {
  const response = await post(service, ORGANIZATIONS, { name: 'Written', slug: `written-${++slugs}` });
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: number };
  return { id, position: response.headers.get('Workforce-Position')! };
}

/** Whether a record is found by its id, and in the list of ids from it on. */
async function found(service: Spawned, id: number, headers: Record<string, string>) {
  const [one, list] = await Promise.all([
    fetch(`${service.url}${ORGANIZATIONS}/${id}`, { headers }),
    fetch(`${service.url}${ORGANIZATIONS}?id[gte]=${id}&limit=1`, { headers }),
  ]);
  await one.text();
  const { data } = (await list.json()) as { data: { id: number }[] };
  expect([200, 404]).toContain(one.status);
  return { one: one.status === 200, list: data[0]?.id === id };
}

test(`${TRIES} times, a record is read through another process from replicas that lag`, async () => {
  const lags = standbys.map(lagging);
  let tries = 0;
  const client = async () => {
    while (tries++ < TRIES) {
      const [writer, reader] = tries % 2 ? services : services.toReversed();
      const { id, position } = await write(writer!);
      expect(await found(reader!, id, { 'Workforce-Position': position })).toEqual({ one: true, list: true });
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, client));
  } finally {
    await Promise.all(lags.map((each) => each.stop()));
  }
});

test('any other position is answered from the newest state', async () => {
  await Promise.all(standbys.map((standby) => standby.pauseReplay()));
  const { id } = await write(services[0]!);
  expect(await found(services[1]!, id, {})).toEqual({ one: false, list: false });
  for (const position of ['x', '0/', 'FFFFFFFF/FFFFFFFF', '1'.repeat(1000)])
    expect(await found(services[1]!, id, { 'Workforce-Position': position })).toEqual({ one: true, list: true });
  await Promise.all(standbys.map((standby) => standby.resumeReplay()));
});

test('a process that starts uses no replica before it knows its lag', async () => {
  await Promise.all(standbys.map((standby) => standby.pauseReplay()));
  const { id } = await write(services[0]!);
  const newcomers = await spawnServices(1, environment);
  try {
    expect((await healthOf(newcomers[0]!)).inUse).toEqual([false, false]);
    expect(await found(newcomers[0]!, id, {})).toEqual({ one: true, list: true });
    await Promise.all(standbys.map((standby) => standby.resumeReplay()));
    await waitUntil('them to be in use', async () => (await healthOf(newcomers[0]!)).inUse!.join() === 'true,true');
  } finally {
    await killServices(newcomers);
  }
});

test('without a primary, reads without a position are answered by replicas, and those with one are refused', async () => {
  const { id, position } = await write(services[0]!);
  await waitUntil('replicas to have it', async () =>
    (await Promise.all(services.map((each) => found(each, id, {})))).every(({ one, list }) => one && list),
  );
  await primary.stop();
  for (const service of services) {
    for (let times = 4; times > 0; times--) {
      expect(await found(service, id, {})).toEqual({ one: true, list: true });
      expect(await found(service, id, { 'Workforce-Position': position })).toEqual({ one: true, list: true });
    }
    const newest = await fetch(`${service.url}${ORGANIZATIONS}/${id}`, { headers: { 'Workforce-Position': 'x' } });
    expect(newest.status).toBe(503);
    expect(newest.headers.get('Retry-After')).toBe('1');
  }
  await primary.start();
  await waitUntil('writes', async () => {
    const response = await post(services[0]!, ORGANIZATIONS, { name: 'Back', slug: 'back' });
    return response.status === 201;
  });
  await stopServices(services);
});
