// Several service processes on the same PostgreSQL servers, as if on several hosts, and their health reports.
import { expect } from 'bun:test';
import { type Spawned, spawnService } from './command.ts';
import type { PostgresServer } from './postgres/server.ts';
import { TOKEN } from './service.ts';

export type Servers = { readonly primary: PostgresServer; readonly standbys: readonly PostgresServer[] };

/** The URL names all servers, whichever is primary. */
export function environmentOf({ primary, standbys }: Servers, database: string): Record<string, string> {
  const hosts = [primary, ...standbys].map(({ host, port }) => `${host}:${port}`).join(',');
  return {
    DATABASE_URL: `postgres://postgres@${hosts}/${database}?target_session_attrs=read-write`,
    DATABASE_REPLICA_URLS: standbys.map((standby) => standby.url(database)).join(','),
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_DEMO: '0',
    WORKFORCE_WORKERS: '1',
  };
}

export const spawnServices = (count: number, environment: Record<string, string>): Promise<Spawned[]> =>
  Promise.all(Array.from({ length: count }, () => spawnService(environment)));

/** Stops them with SIGTERM. The test fails if one has crashed before, or does not exit with 0. */
export async function stopServices(services: readonly Spawned[]): Promise<void> {
  const wasRunning = services.map((each) => each.process.exitCode === null && each.process.signalCode === null);
  for (const each of services) each.process.kill('SIGTERM');
  const codes = await Promise.all(services.map((each) => each.process.exited));
  expect(wasRunning.concat(codes.map((code) => code === 0))).not.toContain(false);
}

/** Ends them at once, for a test that has failed already. */
export async function killServices(services: readonly Spawned[]): Promise<void> {
  for (const each of services) each.process.kill('SIGKILL');
  await Promise.all(services.map((each) => each.process.exited));
}

export type ReplicaHealth = { name: string; in_use: boolean; lag_seconds: number | null };

export async function healthOf(service: { url: string }) {
  const response = await fetch(`${service.url}/api/v1/health`);
  const body = (await response.json()) as {
    status: string;
    database?: { primary: boolean; replicas: ReplicaHealth[] };
    error?: { code: string };
  };
  return { response, body, inUse: body.database?.replicas.map((each) => each.in_use) };
}

/** How many connections the service has open to a server. */
export async function connectionsTo(server: PostgresServer): Promise<number> {
  const [row] = await server.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'workforce'",
  );
  return row.count;
}
