// Three service processes on a primary and two synchronous standbys, and clients that write and read while something
// happens to the servers.
import { expect } from 'bun:test';
import type { Spawned } from '../../harness/command.ts';
import { cluster } from '../../harness/postgres/postgres.ts';
import type { PostgresServer } from '../../harness/postgres/server.ts';
import { post } from '../../harness/service.ts';
import { environmentOf, healthOf, killServices, type Servers, spawnServices } from '../../harness/service-processes.ts';
import { expectExactly, type Figures, startTraffic, type Traffic } from '../../harness/traffic.ts';
import { waitUntil } from '../../harness/wait-until.ts';

export type Stage = Servers & {
  readonly services: readonly Spawned[];
  readonly environment: Record<string, string>;
  readonly database: string;
  /** The organization of the records that the writers create. */
  readonly organization: number;
  /** Waits for `holdSeconds`, while a server is in a bad state. */
  hold(): Promise<void>;
};

export const PROCESSES = 3;
export const POOL = 5;

/** Generous, because the machine may be busy. The long form prints the real figures. */
export const SOON = 5000;

export async function openStage(holdSeconds: number): Promise<Stage> {
  const servers = await cluster({ standbys: 2, synchronous: true });
  const database = new URL(await servers.primary.createDatabase()).pathname.slice(1);
  const environment = {
    ...environmentOf(servers, database),
    WORKFORCE_MAX_LAG_SECONDS: '1',
    WORKFORCE_POOL_SIZE: String(POOL),
    WORKFORCE_WEBHOOKS: 'off',
  };
  const services = await spawnServices(PROCESSES, environment);
  const response = await post(services[0]!, '/api/v1/organizations', { name: 'Stage', slug: 'stage' });
  const { id } = (await response.json()) as { id: number };
  const hold = () => Bun.sleep(1000 * holdSeconds);
  const stage = { ...servers, services, environment, database, organization: id, hold };
  await inUse(stage, [true, true]);
  return stage;
}

export async function closeStage({ services, primary, standbys }: Stage): Promise<void> {
  await killServices(services);
  await Promise.all([primary, ...standbys].map((server) => server.destroy()));
}

/** Waits until every process reports for each standby whether it is in use as wanted. */
export async function inUse({ services }: Stage, wanted: readonly boolean[]): Promise<void> {
  await waitUntil(`replicas in use: ${wanted}`, async () => {
    const healths = await Promise.all(services.map(healthOf));
    return healths.every(({ inUse }) => inUse?.join() === wanted.join());
  });
}

/** Waits until every process reports that there is a primary, or that there is none. */
export async function primaryKnown({ services }: Stage, wanted: boolean): Promise<void> {
  await waitUntil(`primary: ${wanted}`, async () => {
    const healths = await Promise.all(services.map(healthOf));
    return healths.every(({ body }) => body.database?.primary === wanted && (body.status === 'ok') === wanted);
  });
}

/**
 * Runs `act` while clients write and read. All reads have to succeed, no process may have ended, and the answers to the
 * writers are compared with the records on the server that `act` returns.
 */
export async function underLoad(
  { services, organization, database }: Stage,
  act: (traffic: Traffic) => Promise<{ primary: PostgresServer; measured?: Record<string, number> }>,
): Promise<Figures & Record<string, number>> {
  const traffic = startTraffic(services, organization);
  try {
    await traffic.served();
    const { primary, measured = {} } = await act(traffic);
    await traffic.served();
    await traffic.stop();
    const figures = { ...traffic.figures(), ...measured };
    // An answer says nothing about its cause, but the log does.
    if (traffic.faults.length > 0) for (const { errors } of services) console.error(errors());
    expect(traffic.faults).toEqual([]);
    expect(figures.reads).toBeGreaterThan(0);
    expect(figures.longestGap).toBeLessThan(SOON);
    expect(figures.slowestRefusal).toBeLessThan(SOON);
    await expectExactly(primary, database, traffic);
    return figures;
  } finally {
    await traffic.stop();
  }
}
