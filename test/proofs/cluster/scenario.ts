// What happens to servers in production, done to real ones under load. Run once, short, by cluster.test.ts, and again and
// again by cluster-long.ts. Each returns what it measured, in milliseconds.
import { expect } from 'bun:test';
import type { Finding } from '../../../src/store/shared/audit/findings.ts';
import { openDatabase } from '../../harness/databases.ts';
import type { PostgresServer } from '../../harness/postgres/server.ts';
import { connectionsTo, healthOf, killServices, spawnServices } from '../../harness/service-processes.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { inUse, POOL, PROCESSES, primaryKnown, SOON, type Stage, underLoad } from './stage.ts';

export type Measured = Readonly<Record<string, number>>;

const NOT_NOTICED = { refused: 0, unknown: 0 };

export async function replicaKilled(stage: Stage): Promise<Measured> {
  const [replica] = stage.standbys;
  const measured = await underLoad(stage, async (traffic) => {
    await replica!.kill('SIGKILL');
    await inUse(stage, [false, true]);
    await stage.hold();
    await traffic.served();
    await replica!.start();
    await inUse(stage, [true, true]);
    return stage;
  });
  expect(measured).toMatchObject(NOT_NOTICED);
  return measured;
}

export async function replicaLagging(stage: Stage): Promise<Measured> {
  const [, replica] = stage.standbys;
  const measured = await underLoad(stage, async () => {
    await replica!.pauseReplay();
    const since = performance.now();
    await inUse(stage, [true, false]);
    const leftOutAfter = Math.round(performance.now() - since);
    const { body } = await healthOf(stage.services[0]!);
    expect(body.database!.replicas[1]!.lag_seconds).toBeGreaterThanOrEqual(1);
    await stage.hold();
    await replica!.resumeReplay();
    await inUse(stage, [true, true]);
    return { ...stage, measured: { leftOutAfter } };
  });
  expect(measured).toMatchObject(NOT_NOTICED);
  // One that has just begun to lag is no reason to leave it out.
  expect(measured.leftOutAfter).toBeGreaterThan(700);
  return measured;
}

export async function replicaHanging(stage: Stage): Promise<Measured> {
  const [replica] = stage.standbys;
  const measured = await underLoad(stage, async (traffic) => {
    await replica!.pause();
    await inUse(stage, [false, true]);
    await stage.hold();
    await traffic.served();
    replica!.resume();
    await inUse(stage, [true, true]);
    return stage;
  });
  expect(measured).toMatchObject(NOT_NOTICED);
  await expectFewConnections(replica!);
  return measured;
}

export async function primaryHanging(stage: Stage): Promise<Measured> {
  const measured = await underLoad(stage, async () => {
    await stage.primary.pause();
    await primaryKnown(stage, false);
    await stage.hold();
    stage.primary.resume();
    await primaryKnown(stage, true);
    return stage;
  });
  expect(measured.refused! + measured.unknown!).toBeGreaterThan(0);
  await expectFewConnections(stage.primary);
  return measured;
}

/** Those that were given up while the server hung must not live on there. A process may have two pools to a server, as one
 * of the hosts and as a replica, each with one more that looks. */
async function expectFewConnections(server: PostgresServer): Promise<void> {
  const most = PROCESSES * 2 * (POOL + 1);
  await waitUntil(`connections that were given up to go`, async () => (await connectionsTo(server)) <= most);
}

/** The primary is lost, another takes over; then the first comes back as if nothing had happened. */
export async function primaryKilled(stage: Stage): Promise<Measured> {
  const { primary, standbys } = stage;
  let heir = standbys[0]!;
  const measured = await underLoad(stage, async (traffic) => {
    await primary.kill('SIGKILL');
    const killed = performance.now();
    await primaryKnown(stage, false);
    await stage.hold();
    heir = await furthest(standbys);
    await heir.promote();
    const promoted = performance.now();
    await traffic.served();
    const [writesAfter, outage] = [promoted, killed].map((since) => Math.round(performance.now() - since));
    return { primary: heir, measured: { writesAfter: writesAfter!, outage: outage! } };
  });
  expect(measured.refused).toBeGreaterThan(0);
  expect(measured.writesAfter).toBeLessThan(2 * SOON);
  await expectNobodyWritesTo(primary, stage, heir);
  expect(await findings(heir, stage.database)).toEqual([]);
  return measured;
}

/** Neither those who saw the old primary's end, nor those who start now and find it first among the hosts. */
async function expectNobodyWritesTo(old: PostgresServer, stage: Stage, heir: PostgresServer): Promise<void> {
  await old.start();
  const newcomers = await spawnServices(1, stage.environment);
  try {
    const services = [...stage.services, ...newcomers];
    expect(await underLoad({ ...stage, services }, async () => ({ primary: heir }))).toMatchObject(NOT_NOTICED);
  } finally {
    await killServices(newcomers);
  }
}

/** Of standbys of which any may have confirmed a commit, the one that has received most has them all. */
async function furthest(standbys: readonly PostgresServer[]): Promise<PostgresServer> {
  const received = async (standby: PostgresServer) => {
    const [row] = await standby.query(`SELECT pg_last_wal_receive_lsn() - '0/0' AS bytes,
      EXISTS (SELECT 1 FROM pg_stat_wal_receiver WHERE status = 'streaming') AS streaming`);
    return { standby, bytes: Number(row.bytes), isStreaming: row.streaming as boolean };
  };
  await waitUntil('standbys to have received what was sent', async () =>
    (await Promise.all(standbys.map(received))).every(({ isStreaming }) => !isStreaming),
  );
  const all = await Promise.all(standbys.map(received));
  return all.sort((a, b) => b.bytes - a.bytes)[0]!.standby;
}

/** What `workforce doctor` would say. */
async function findings(server: PostgresServer, database: string): Promise<readonly Finding[]> {
  const store = await openDatabase(server.url(database));
  try {
    return await store.audit();
  } finally {
    await store.close();
  }
}
