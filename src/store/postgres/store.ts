// PostgreSQL as the store: the same records, texts and answers as the embedded database, for any number of processes on
// any number of hosts.
import type { Catalogue } from '../../catalogue/resource.ts';
import type { Refusal } from '../../contract/errors.ts';
import { type Address, parseAddresses } from '../database-address.ts';
import { type Measure, measure } from '../shared/measure.ts';
import type { Change } from '../shared/migration.ts';
import { type Health, type PrivateFields, type Store, StoreError } from '../store.ts';
import { audit } from './admin/audit.ts';
import { migrate } from './admin/migrate.ts';
import { mend } from './admin/repair.ts';
import { newestIds, openIntake, refuseUnfinished, scan } from './bulk/copy-target.ts';
import { takeIn } from './bulk/import-session.ts';
import { loadRecords } from './bulk/load.ts';
import { type Cluster, cluster, type ReplicaState, unavailable } from './connection/cluster.ts';
import { isLost } from './connection/connection.ts';
import { node } from './connection/server.ts';
import { reading } from './read/read.ts';
import { writing } from './write/create.ts';

export type PostgresSettings = {
  readonly url: string;
  readonly replicaUrls: readonly string[];
  readonly maxLagSeconds: number;
  readonly poolSize: number;
  readonly statementTimeoutSeconds: number;
  /** How long to wait for a database that does not answer yet. */
  readonly waitSeconds: number;
  /** What the address is called where it was given. */
  readonly named?: string;
  /** Opens a database that a copy into it has not finished: for the copy. */
  readonly unfinished?: boolean;
  /** What may be changed to open it. */
  readonly change?: Change;
};

/** `onWait` is told why nothing happens yet. */
export async function openPostgres(
  settings: PostgresSettings,
  catalogue: Catalogue,
  privateFields: PrivateFields = {},
  onWait: (reason: string) => void = () => undefined,
): Promise<Store> {
  let servers: Cluster | undefined;
  try {
    servers = serversOf(settings);
    await awaited(servers, settings, onWait);
    if (!settings.unfinished) await refuseUnfinished(servers.primary().query);
    await migrate(servers.primary(), catalogue, privateFields, settings.change);
    return postgresStore(servers, catalogue, privateFields, settings);
  } catch (error) {
    await servers?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The database of ${settings.named ?? 'DATABASE_URL'} cannot be used: ${reason}.`);
  }
}

function serversOf({ url, replicaUrls, maxLagSeconds, poolSize, statementTimeoutSeconds }: PostgresSettings): Cluster {
  const how = { poolSize, statementTimeout: 1000 * statementTimeoutSeconds };
  const named = (name: string, addresses: readonly Address[]) =>
    addresses.map((address, i) => node(`${name}-${i + 1}`, address, how));
  return cluster(named('primary', addressesOf(url)), named('replica', replicaUrls.flatMap(addressesOf)), {
    maxLagSeconds,
  });
}

function addressesOf(url: string): Address[] {
  const parsed = parseAddresses(url);
  if ('fault' in parsed) throw new StoreError(parsed.fault);
  return parsed.addresses;
}

/** Faults that waiting does not mend: the password, the user, the name of the database; a certificate that is not to be
 * trusted, or that is not there to trust in. */
const HOPELESS = /^(28|3D|ENOENT|EACCES)|CERT|SIGNATURE/;

async function awaited(
  servers: Cluster,
  { waitSeconds }: PostgresSettings,
  onWait: (reason: string) => void,
): Promise<void> {
  const until = performance.now() + 1000 * waitSeconds;
  for (;;) {
    await servers.look();
    if (servers.state().primary) return;
    const faults = servers.faults();
    const reason = faults.map(({ message }) => message).join('; ') || 'none of its hosts takes writes';
    if (faults.some(({ code }) => HOPELESS.test(code)) || performance.now() > until) throw new StoreError(reason);
    onWait(reason);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function postgresStore(
  servers: Cluster,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  { statementTimeoutSeconds }: PostgresSettings,
): Store {
  const read = reading(servers, catalogue, privateFields);
  // A statement that takes too long is given up first, and says so.
  const write = writing(servers.primary, catalogue, privateFields, 1000 * (statementTimeoutSeconds + 1));
  const answer = <T>(promise: Promise<T>): Promise<T> =>
    promise.catch((error) => {
      throw foreseen(error, statementTimeoutSeconds);
    });
  return {
    list: (resource, query, all, position) => answer(read.list(resource, query, all, position)),
    stream: async (resource, query, all, position) => {
      const stream = await answer(read.stream(resource, query, all, position));
      return { ...stream, next: () => answer(Promise.resolve(stream.next())) };
    },
    get: (resource, id, position) => answer(read.get(resource, id, position)),
    check: (resource, values) => answer(read.check(resource, values)),
    create: (resource, values, once, sender) => answer(write.create(resource, values, once, sender)),
    load: (batches, options = {}) => loadRecords(servers.primary(), catalogue, privateFields, batches, options),
    newest: () => newestIds(servers.primary(), catalogue),
    scan: (resource, after, upTo) => scan(servers.primary().query, resource, after, upTo),
    intake: () => openIntake(servers.primary, catalogue, privateFields),
    takeIn: (resources, writes, run) => takeIn(servers.primary(), catalogue, privateFields, resources, writes, run),
    // Other hosts write without telling this one: nothing may be kept.
    version: () => Number.NaN,
    audit: () => answer(audit(servers.primary(), catalogue, privateFields)),
    mend: (found) => mend(servers.primary(), catalogue, privateFields, found),
    counts: () => answer(read.counts()),
    health: () => answer(healthOf(servers)),
    measures: async () => [...write.measures(), ...(await measuresOf(servers))],
    close: () => servers.close(),
  };
}

/** Says which servers are in use, where there are several; fails when no read could be answered. */
async function healthOf(servers: Cluster): Promise<Health | undefined> {
  await servers.read(undefined, (query) => query('SELECT 1'));
  const state = servers.state();
  return state.replicas.length > 0 ? { engine: 'postgresql', ...state } : undefined;
}

async function measuresOf(servers: Cluster): Promise<Measure[]> {
  const { primary, replicas } = servers.state();
  const size = await servers
    .read(undefined, (query) => query('SELECT pg_database_size(current_database())'))
    .then(([row]) => [{ value: Number(row![0]) }])
    .catch(() => []);
  const named = (value: (replica: ReplicaState) => number) =>
    replicas.map((replica) => ({ labels: { replica: replica.name }, value: value(replica) }));
  return [
    measure('gauge', 'workforce_database_bytes', 'Size of the database.', size),
    measure('gauge', 'workforce_primary_up', 'Whether the server that takes writes answers.', Number(primary)),
    measure(
      'gauge',
      'workforce_replica_in_use',
      'Whether a replica answers reads.',
      named(({ in_use }) => Number(in_use)),
    ),
    measure(
      'gauge',
      'workforce_replica_lag_seconds',
      'How far a replica is behind; NaN while it is not known.',
      named(({ lag_seconds }) => lag_seconds ?? Number.NaN),
    ),
  ];
}

/** A database that is away or takes too long is the operator's matter; the caller hears that it may try again. */
function foreseen(error: unknown, seconds: number): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === '57014')
    return said(message, unavailable(`This question took longer than ${seconds} s; ask for less at a time.`));
  if (isLost(error) || /^(53|25006|58)/.test(code)) return said(message, unavailable());
  return error;
}

function said(message: string, refusal: Refusal): Refusal {
  console.error(`database: ${message}`);
  return refusal;
}
