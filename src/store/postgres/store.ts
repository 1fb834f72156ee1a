// PostgreSQL: the same records, texts and answers as the embedded database, for any number of processes on any number
// of hosts. Puts the parts of the engine together.
// docs/design/connections.md has the whole picture.

import { messageOf } from '../../contract/errors.ts';
import { DAY, LANE } from '../../contract/limits.ts';
import { repairing } from '../audit-log.ts';
import { type Address, parseAddresses } from '../database-address.ts';
import type { Database, EngineSettings } from '../maintenance.ts';
import { allNotes } from '../shared/bulk/notes.ts';
import { COPYING } from '../shared/copy-mark.ts';
import { lane } from '../shared/lane/lane.ts';
import { type Measure, measure } from '../shared/measure.ts';
import type { Model } from '../shared/model.ts';
import { REMEMBERED, remembered } from '../shared/remembered.ts';
import { type Health, StoreError } from '../store.ts';
import { smallTables } from '../tables.ts';
import { audit } from './admin/audit.ts';
import { migrate } from './admin/migrate.ts';
import { repair } from './admin/repair.ts';
import { scrub } from './admin/scrub.ts';
import { openCopyTarget } from './bulk/copy-target.ts';
import { importInto } from './bulk/import-session.ts';
import { distribute } from './citus/distribute.ts';
import { distributionOf, type PostgresModel } from './citus/distribution.ts';
import { settle } from './citus/settle.ts';
import { type Workers, workersOf } from './citus/workers.ts';
import { type Cluster, cluster, type ReplicaState } from './connection/cluster.ts';
import { type Query, runSql } from './connection/connection.ts';
import { asRefusal, isForbidden } from './connection/errors.ts';
import { readMeta, refuseUnfinished, writeMeta } from './connection/meta.ts';
import { server } from './connection/server.ts';
import { postgres } from './dialect.ts';
import { changeReads } from './read/changes.ts';
import { reads } from './read/read.ts';
import { newestIds, scan } from './read/scan.ts';
import { creates } from './write/create.ts';
import { lockWatermark } from './write/list-counters.ts';
import { tableEngine } from './write/table.ts';

export type PostgresSettings = EngineSettings & {
  readonly url: string;
  readonly replicaUrls?: readonly string[];
  readonly maxLagSeconds: number;
  readonly poolSize: number;
  readonly statementTimeoutSeconds: number;
  /** How long to wait for a database that does not answer yet. */
  readonly waitSeconds: number;
  /** The name of the address where it was given; for messages. */
  readonly named?: string;
  /** Told why the database does not answer yet. */
  readonly onWait?: (reason: string) => void;
};

export const openPostgres = (
  settings: PostgresSettings,
  { catalogue, privateFields = {} }: Pick<Model, 'catalogue'> & Partial<Model>,
): Promise<Database> =>
  opened(settings, async (servers) => {
    const { change = 'all', unfinishedCopy = false } = settings;
    const model = { catalogue, privateFields };
    if (!unfinishedCopy) await refuseUnfinished(servers.primary().query);
    await migrate(servers.primary(), model, change);
    const distributed = await distributionOf(servers.primary().query, catalogue);
    if (distributed.size > 0 && settings.replicaUrls?.length)
      throw new StoreError(
        'its tables are distributed, and a replica of the coordinator may be behind its workers: unset DATABASE_REPLICA_URLS',
      );
    const known = await rememberedIn(servers.primary().query, { ...settings, change });
    return database(servers, { ...model, distributed }, settings, known);
  });

/** Distributes the tables of a database that is of this version; `say` is told of each step. */
export const distributePostgres = (
  settings: PostgresSettings,
  model: Model,
  shards: number,
  say: (line: string) => void,
): Promise<void> =>
  opened(settings, async (servers) => {
    await distribute(servers.primary(), model, shards, say);
    await servers.close();
  });

/** A connection that cannot be used is closed again, and the reason names the setting. */
async function opened<T>(settings: PostgresSettings, use: (servers: Cluster) => Promise<T>): Promise<T> {
  let servers: Cluster | undefined;
  try {
    servers = clusterOf(settings);
    await untilAnswered(servers, settings);
    return await use(servers);
  } catch (error) {
    await servers?.close();
    const reason = messageOf(error);
    throw new StoreError(`The database of ${settings.named ?? 'DATABASE_URL'} cannot be used: ${reason}.`);
  }
}

function clusterOf({ url, replicaUrls = [], ...settings }: PostgresSettings): Cluster {
  const { maxLagSeconds, poolSize, statementTimeoutSeconds } = settings;
  const serversAt = (name: string, addresses: readonly Address[]) =>
    addresses.map((address, i) =>
      server(`${name}-${i + 1}`, address, { poolSize, statementTimeout: 1000 * statementTimeoutSeconds }),
    );
  return cluster(
    serversAt('primary', addressesOf(url)),
    serversAt('replica', replicaUrls.flatMap(addressesOf)),
    maxLagSeconds,
  );
}

function addressesOf(url: string): Address[] {
  const parsed = parseAddresses(url);
  if ('fault' in parsed) throw new StoreError(parsed.fault);
  return parsed.addresses;
}

/** Faults that waiting does not fix: password, user, name of the database, or a certificate that is missing or not
 * trusted. */
const PERMANENT = /^(28|3D|ENOENT|EACCES)|CERT|SIGNATURE/;

async function untilAnswered(servers: Cluster, { waitSeconds, onWait }: PostgresSettings): Promise<void> {
  const until = performance.now() + 1000 * waitSeconds;
  for (;;) {
    await servers.probe();
    if (servers.state().primary) return;
    const faults = servers.faults();
    const reason = faults.map(({ message }) => message).join('; ') || 'none of its hosts takes writes';
    if (faults.some(({ code }) => PERMANENT.test(code)) || performance.now() > until) throw new StoreError(reason);
    onWait?.(reason);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function database(
  servers: Cluster,
  model: PostgresModel,
  { statementTimeoutSeconds: timeoutSeconds, long: settings }: PostgresSettings,
  { changesDays, audit: auditing }: Omit<ReturnType<typeof remembered>, 'store'>,
): Database {
  const long = settings && {
    lane: lane({ places: LANE.places, seconds: settings.seconds }),
    quickRows: settings.quickRows,
  };
  const read = reads(servers, model, long);
  const keeping = { retention: Math.round(changesDays * DAY), audit: auditing };
  // The statement timeout comes first, and says more.
  const write = creates(servers.primary, model, { timeout: 1000 * (timeoutSeconds + 1), ...keeping });
  const feed = changeReads(servers, model, keeping.retention);
  const workers = model.distributed.size > 0 ? workersOf(servers) : undefined;
  const refusing = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error) => {
      throw asRefusal(workers ? workers.explain(error) : error, timeoutSeconds);
    });
  return {
    list: (resource, query, options) => refusing(read.list(resource, query, options)),
    async stream(resource, query, options) {
      const stream = await refusing(read.stream(resource, query, options));
      return { ...stream, next: () => refusing(Promise.try(stream.next)) };
    },
    aggregate: (resource, query, options) => refusing(read.aggregate(resource, query, options)),
    explain: read.explain,
    get: (resource, id, options) => refusing(read.get(resource, id, options)),
    check: (resource, values) => refusing(read.check(resource, values)),
    create: (resource, values, options) => refusing(write.create(resource, values, options)),
    // Other hosts write without telling this one.
    version: () => undefined,
    marks: (resources, options) => refusing(read.marks(resources, options?.position)),
    changes: (query) => refusing(feed.changes(query)),
    newestChange: () => refusing(feed.newestChange()),
    counts: () => refusing(read.counts()),
    health: () => refusing(healthOf(servers, workers)),
    importInto: importInto(servers.primary, model, keeping),
    // Creates wait for a moment, so that none that is under way can still bring an older id.
    newest: () =>
      servers.primary().transaction(async (query) => {
        // An unfinished copy is not counted yet.
        if ((await readMeta(query, COPYING)) === undefined) await settle(query, model.distributed);
        for (const resource of model.catalogue) await lockWatermark(query, resource);
        return newestIds(query, model.catalogue);
      }),
    scan: (resource, range) => scan(servers.primary().query, resource, range),
    notes: () => allNotes({ run: runSql(servers.primary().query), dialect: postgres }),
    ...smallTables(tableEngine(servers.primary, refusing), auditing),
    copyTarget: () => openCopyTarget(servers.primary, model, auditing),
    audit: () => refusing(audit(servers.primary(), model)),
    repair: (found, actor) => repairing(auditing, actor, (entryOf) => repair(servers.primary(), model, found, entryOf)),
    scrub: () => scrub(servers.primary(), model),
    measures: async () => [
      ...write.measures(),
      ...(long?.lane.measures() ?? []),
      ...(await measuresOf(servers, workers)),
    ],
    identity: () => undefined,
    isOverwritten: () => false,
    close: () => servers.close(),
  };
}

async function rememberedIn(query: Query, { change = 'all', audit, changesDays }: EngineSettings) {
  const allowed = async <T>(run: Promise<T>): Promise<T | undefined> =>
    run.catch((error) => {
      if (!isForbidden(error)) throw error;
      return undefined;
    });
  const stored = {
    audit: await readMeta(query, REMEMBERED.audit),
    changes: await readMeta(query, REMEMBERED.changes),
    hasEntries: ((await allowed(query('SELECT 1 FROM workforce_audit_log LIMIT 1')))?.length ?? 0) > 0,
  };
  const { store, ...settings } = remembered({ change, audit, changesDays }, stored);
  // With the least rights, the service cannot store it: "workforce migrate" has.
  for (const [key, value] of store) await allowed(writeMeta(query, key, value));
  return settings;
}

/** Lists the servers where there are replicas, or where a worker is away; fails when no server could answer a read. */
async function healthOf(servers: Cluster, workers: Workers | undefined): Promise<Health | undefined> {
  await servers.read(undefined, (query) => query('SELECT 1 FROM workforce_meta LIMIT 1'));
  const state = servers.state();
  const states = (await workers?.states()) ?? [];
  if (states.some(({ up }) => !up)) return { engine: 'postgresql', ...state, workers: states };
  return state.replicas.length > 0 ? { engine: 'postgresql', ...state } : undefined;
}

async function measuresOf(servers: Cluster, workers: Workers | undefined): Promise<Measure[]> {
  const { primary, replicas } = servers.state();
  const states = (await workers?.states().catch(() => [])) ?? [];
  const up = states.map(({ name, up }) => ({ labels: { worker: name }, value: Number(up) }));
  const size = await servers
    .read(undefined, (query) => query('SELECT pg_database_size(current_database())'))
    .then(([row]) => [{ value: Number(row![0]) }])
    .catch(() => []);
  const perReplica = (value: (replica: ReplicaState) => number) =>
    replicas.map((replica) => ({ labels: { replica: replica.name }, value: value(replica) }));
  const inUse = perReplica(({ in_use }) => Number(in_use));
  const lag = perReplica(({ lag_seconds }) => lag_seconds ?? Number.NaN);
  return [
    measure('gauge', 'workforce_database_bytes', 'Size of the database.', size),
    measure('gauge', 'workforce_primary_up', 'Whether the server that takes writes answers.', Number(primary)),
    ...(workers ? [measure('gauge', 'workforce_worker_up', 'Whether a worker answers.', up)] : []),
    measure('gauge', 'workforce_replica_in_use', 'Whether a replica answers reads.', inUse),
    measure('gauge', 'workforce_replica_lag_seconds', 'How far a replica is behind; NaN while it is not known.', lag),
  ];
}
