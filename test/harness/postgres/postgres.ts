// Real PostgreSQL for tests and benchmarks: a new database on a shared server, servers of one's own, and clusters to
// break. Everything is removed when this process ends, however it ends.
import { join } from 'node:path';
import { startCleanup } from '../cleanup.ts';
import { repositoryFile } from '../paths.ts';
import { type Installation, installation } from './installation.ts';
import type { Settings } from './process.ts';
import { createDatabase, newServer, type PostgresServer } from './server.ts';

/** The settings of a test come after these and win. */
const SETTINGS: Settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', shared_buffers: '32MB' };

/** For data that does not have to survive a crash. */
export const SHARED_SETTINGS: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '256MB',
  max_connections: '200',
};

/** `bin`: the folder of the programs of another PostgreSQL than that of the tests. */
export async function startPostgres({
  settings = {},
  bin,
}: {
  settings?: Settings;
  bin?: string;
} = {}): Promise<PostgresServer> {
  const installed = await installation(bin);
  const server = await newServer(installed);
  const template = templates.get(installed) ?? initialize(installed, bin);
  templates.set(installed, template);
  await installed.run(['cp', '-RP', await template, server.folder]);
  server.configure({ ...SETTINGS, ...settings });
  server.choosePort();
  await server.startOnSomePort();
  return server;
}

const templates = new WeakMap<Installation, Promise<string>>();

/** An empty data folder. Copying it takes a tenth of the time of making it, so that all test files copy the one of
 * run.ts. */
async function initialize(installed: Installation, bin: string | undefined): Promise<string> {
  const folder = join(installed.home, 'template');
  if (process.env.TEST_POSTGRES && !bin) return folder;
  // Older versions have no locale provider of their own.
  const locale = ['--encoding=UTF8', ...(bin ? [] : ['--locale-provider=builtin']), '--locale=C.UTF-8'];
  const rest = ['--username=postgres', '--auth=trust', '--no-sync', '--no-clean', '--no-instructions'];
  await installed.run(['initdb', '-D', folder, ...locale, ...rest]);
  return folder;
}

/** A primary and its standbys. `synchronous`: a commit is confirmed when one standby has it too, whichever server is
 * primary. */
export async function cluster(options: { standbys?: number; synchronous?: boolean; settings?: Settings } = {}) {
  const { standbys = 2, synchronous = false, settings = {} } = options;
  const names: Settings = synchronous ? { synchronous_standby_names: 'ANY 1 (*)' } : {};
  const primary = await startPostgres({ settings: { ...names, ...settings } });
  return { primary, standbys: await primary.standbys(standbys) };
}

const shared = new WeakMap<Installation, Promise<PostgresServer>>();

/** One server for all tests of a file, or of run.ts. */
export async function sharedServer(): Promise<PostgresServer> {
  const installed = await installation();
  const server = shared.get(installed) ?? startPostgres({ settings: SHARED_SETTINGS });
  shared.set(installed, server);
  return server;
}

/** The URL of a new database, empty or a copy of another, on the shared server, or on the one that TEST_DATABASE_URL
 * names. */
export async function freshDatabase(template?: string): Promise<string> {
  if (process.env.TEST_CITUS) return citusDatabase(process.env.TEST_CITUS, template);
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return (await sharedServer()).createDatabase(template);
  const url = await createDatabase(server, template);
  dropAfterThisProcess(server, new URL(url).pathname.slice(1));
  return url;
}

/** On a coordinator and its workers, `given` are their addresses and the name of an empty database whose tables are
 * distributed. */
async function citusDatabase(given: string, template: string | undefined): Promise<string> {
  const [empty, ...nodes] = given.split(' ');
  const { copyDatabase } = await import('./citus.ts');
  return copyDatabase(nodes, template ?? empty!);
}

const dropping = new Map<string, Bun.FileSink>();

function dropAfterThisProcess(server: string, name: string): void {
  const drop = [process.execPath, repositoryFile('test/harness/postgres/drop-databases.ts'), server];
  const names = dropping.get(server) ?? startCleanup(drop, () => dropping.delete(server));
  dropping.set(server, names);
  names.write(`${name}\n`);
  names.flush();
}
