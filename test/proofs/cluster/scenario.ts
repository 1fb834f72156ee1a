// What happens to servers in production, done to real ones under load. cluster.operations.ts runs each once, long.ts
// many times. Each returns what it measured, in milliseconds.
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
  for (const { errors } of stage.services) {
    const wanted = /replica-1 answers no reads for now \(.+\)\.\n[\s\S]*replica-1 answers reads again\./;
    await waitUntil('the log of it', () => wanted.test(errors()));
  }
  return measured;
}

export async function replicaLagging(stage: Stage): Promise<Measured> {
  const [, replica] = stage.standbys;
  const measured = await underLoad(stage, async () => {
    // From before the pause, of which it is known later than it begins.
    const since = performance.now();
    await replica!.pauseReplay();
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
  // A standby that has lagged for a moment only is still in use.
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

/** Connections that were given up while the server hung must be closed on it. A process may have two pools to a server,
 * as one of the hosts and as a replica, each with one more connection for probes. */
async function expectFewConnections(server: PostgresServer): Promise<void> {
  const most = PROCESSES * 2 * (POOL + 1);
  await waitUntil(`connections that were given up to go`, async () => (await connectionsTo(server)) <= most);
}

/** The primary is killed and a standby promoted; then the old primary starts again. */
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

/** Neither processes that saw the old primary end, nor new ones, which find it first among the hosts, write to it. */
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

/** The standby that has received the most. It has every commit that any standby has confirmed. */
export async function furthest(standbys: readonly PostgresServer[]): Promise<PostgresServer> {
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

/** The findings of `workforce doctor`. */
async function findings(server: PostgresServer, database: string): Promise<readonly Finding[]> {
  const store = await openDatabase(server.url(database));
  try {
    return await store.audit();
  } finally {
    await store.close();
  }
}
