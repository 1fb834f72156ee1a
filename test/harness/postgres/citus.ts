// A coordinator and workers with the Citus extension, to run the service on. Citus is no package of npm: its programs are those of
// CITUS_PG_BIN or of the system.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import type { Settings } from './process.ts';
import type { PostgresServer } from './server.ts';

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
};

export class CitusCluster {
  constructor(
    readonly coordinator: PostgresServer,
    readonly workers: PostgresServer[],
    readonly settings: Settings,
    readonly bin: string,
  ) {}

  get nodes(): PostgresServer[] {
    return [this.coordinator, ...this.workers];
  }

  /** A new database on all nodes, which know each other in it. Nothing in it is distributed yet. */
  async createDatabase(name = `workforce_test_${crypto.randomUUID().replaceAll('-', '')}`): Promise<string> {
    await Promise.all(this.nodes.map((node) => addDatabase(node, name)));
    const { coordinator } = this;
    await coordinator.query(`SELECT citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`, name);
    for (const { host, port } of this.workers)
      await coordinator.query(`SELECT citus_add_node('${host}', ${port})`, name);
    return coordinator.url(name);
  }

  /** One more worker, which is not in any database yet. */
  async addWorker(): Promise<PostgresServer> {
    const worker = await startPostgres({ settings: this.settings, bin: this.bin });
    this.workers.push(worker);
    return worker;
  }
}

export async function addDatabase(node: PostgresServer, name: string): Promise<void> {
  await node.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await node.query('CREATE EXTENSION citus', name);
}

export async function startCitus({
  workers = 2,
  settings = {},
}: {
  workers?: number;
  settings?: Settings;
} = {}): Promise<CitusCluster> {
  const bin = citusPrograms();
  if (!bin) throw new Error(HOW_TO_GET_CITUS);
  const all = { ...SETTINGS, ...settings };
  const [coordinator, ...rest] = await Promise.all(
    Array.from({ length: workers + 1 }, () => startPostgres({ settings: all, bin })),
  );
  return new CitusCluster(coordinator!, rest, all, bin);
}
