// A coordinator and workers with the Citus extension, to run the service on. Citus is no package of npm: its programs
// are those of CITUS_PG_BIN or of the system.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import type { Settings } from './process.ts';
import { type PostgresServer, query } from './server.ts';

export const HOW_TO_GET_CITUS =
  'No PostgreSQL with the Citus extension was found. Set CITUS_PG_BIN to the folder of its programs (pg_ctl, initdb, postgres): docs/distributed-engines.md says how to build one.';

/** The folder of the programs of a PostgreSQL that has the extension; `undefined` where there is none. */
export function citusPrograms(): string | undefined {
  const system = '/usr/lib/postgresql';
  const versions = existsSync(system) ? readdirSync(system).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = process.env.CITUS_PG_BIN
    ? [process.env.CITUS_PG_BIN]
    : versions.map((version) => join(system, version, 'bin'));
  return folders.find(hasCitus);
}

function hasCitus(bin: string): boolean {
  const config = join(bin, 'pg_config');
  if (!existsSync(config)) return false;
  const { stdout } = Bun.spawnSync([config, '--pkglibdir']);
  return existsSync(join(stdout.toString().trim(), 'citus.so'));
}

const SETTINGS: Settings = {
  shared_preload_libraries: 'citus',
  max_prepared_transactions: '200',
  max_connections: '300',
  max_worker_processes: '32',
  wal_level: 'logical',
  'citus.node_conninfo': 'sslmode=disable',
  // Transactions that a worker has prepared and not committed are looked for so often.
  'citus.recover_2pc_interval': '1s',
  'citus.node_connection_timeout': '5s',
  log_min_error_statement: 'error',
};

export type CitusCluster = {
  readonly coordinator: PostgresServer;
  readonly workers: PostgresServer[];
  /** The folder of its programs. */
  readonly bin: string;
};

/** The addresses of a cluster, the coordinator's first. */
export const addressesOf = ({ coordinator, workers }: Pick<CitusCluster, 'coordinator' | 'workers'>): string[] =>
  [coordinator, ...workers].map((node) => node.url());

/** A new database on all nodes. They know each other in it, and nothing in it is distributed yet. */
export async function createDatabase(nodes: readonly string[]): Promise<string> {
  const name = newName();
  await Promise.all(nodes.map((node) => addDatabase(node, name)));
  const [coordinator, ...workers] = nodes as [string, ...string[]];
  const run = (call: string, node: string) =>
    query(within(coordinator, name), `SELECT ${call}('${new URL(node).hostname}', ${new URL(node).port})`);
  await run('citus_set_coordinator_host', coordinator);
  for (const worker of workers) await run('citus_add_node', worker);
  return within(coordinator, name);
}

export async function addDatabase(node: string, name: string): Promise<void> {
  await query(node, `CREATE DATABASE ${name} TEMPLATE template0`);
  await query(within(node, name), 'CREATE EXTENSION citus');
}

/** A copy of a database on all nodes. Whoever uses that database is disconnected. */
export async function copyDatabase(nodes: readonly string[], from: string): Promise<string> {
  const name = newName();
  await Promise.all(
    nodes.map(async (node) => {
      // Another process may do the same at this moment.
      await query(node, `ALTER DATABASE ${from} ALLOW_CONNECTIONS false`).catch(() => undefined);
      await query(node, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`);
      await query(node, `CREATE DATABASE ${name} TEMPLATE ${from}`);
      await query(node, `ALTER DATABASE ${from} ALLOW_CONNECTIONS true`).catch(() => undefined);
    }),
  );
  return within(nodes[0]!, name);
}

const newName = (): string => `workforce_test_${crypto.randomUUID().replaceAll('-', '')}`;

const within = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: database }).href;

export async function startCitus({
  workers = 2,
  settings = {},
}: {
  workers?: number;
  settings?: Settings;
} = {}): Promise<CitusCluster> {
  const [coordinator, ...rest] = await Promise.all(Array.from({ length: workers + 1 }, () => startNode(settings)));
  return { coordinator: coordinator!, workers: rest, bin: requirePrograms() };
}

/** One more node, which is in no database yet. */
export function startNode(settings: Settings = {}): Promise<PostgresServer> {
  return startPostgres({ settings: { ...SETTINGS, ...settings }, bin: requirePrograms() });
}

function requirePrograms(): string {
  const bin = citusPrograms();
  if (!bin) throw new Error(HOW_TO_GET_CITUS);
  return bin;
}
