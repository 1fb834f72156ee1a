// All servers together: which one takes writes now, and which one answers a read. All are probed a few times a second.
// Replication and promotion are PostgreSQL's business; the cluster only notices them.
// docs/design/connections.md has the whole picture.
import { log } from '../../../log/log.ts';
import type { Query } from './connection.ts';
import { codeOf, isConflict, isLost, unavailable } from './errors.ts';
import type { Server } from './server.ts';

export type ReplicaState = { readonly name: string; readonly in_use: boolean; readonly lag_seconds: number | null };

export type Cluster = ReturnType<typeof cluster>;

/** How new the data must be: a position in the log, or `newest`, which only the primary has. */
export type Position = bigint | 'newest' | undefined;

/** In milliseconds. */
const PROBE_EVERY = 250;
/** How long a read waits for a replica to reach its position before it goes to the primary. In milliseconds. */
const CATCH_UP = { longest: 60, step: 5 };

export function cluster(primaries: readonly Server[], replicas: readonly Server[], maxLagSeconds: number) {
  const progress = primaryProgress(maxLagSeconds);
  const servers = [...primaries, ...replicas];
  let [current, turn] = [primaries[0]!, 0];

  function choosePrimary(): void {
    // An old primary may come back as if nothing had happened. The one that was promoted last has the data.
    const timelineOf = (each: Server) => each.status()?.timeline ?? 0;
    const latest = Math.max(...primaries.map(timelineOf));
    const now = [current, ...primaries].find((each) => each.status()?.writable && timelineOf(each) === latest);
    if (now && now !== current) progress.reset();
    current = now ?? current;
    const status = current.status();
    if (status?.writable) progress.add(status.position);
  }

  /** Resolves when every server was probed. */
  async function probe(): Promise<void> {
    await Promise.all(servers.map((each) => each.probe()));
    choosePrimary();
  }

  const logChanges = changeLog();
  const timer = setInterval(() => {
    choosePrimary();
    logChanges(current, replicas, isUsable);
    for (const each of servers) void each.probe();
  }, PROBE_EVERY);

  const lagOf = (replica: Server): number | undefined => {
    const status = replica.status();
    return status && progress.lag(status.position);
  };
  const isUsable = (replica: Server): boolean => (lagOf(replica) ?? Number.POSITIVE_INFINITY) <= maxLagSeconds;

  /** The replicas that may answer, beginning with the one whose turn it is. */
  function usableReplicas(tried: ReadonlySet<Server>): Server[] {
    const usable = replicas.filter((each) => !tried.has(each) && isUsable(each));
    turn = (turn + 1) % Math.max(1, usable.length);
    return [...usable.slice(turn), ...usable.slice(0, turn)];
  }

  async function chooseReader(position: Position, tried: ReadonlySet<Server>): Promise<Server | undefined> {
    const usable = position === 'newest' ? [] : usableReplicas(tried);
    if (position === undefined || position === 'newest') return usable[0] ?? writable(tried);
    const since = performance.now();
    while (usable.length > 0) {
      const found = usable.find((each) => (each.status()?.position ?? -1n) >= position);
      if (found) return found;
      if (performance.now() - since > CATCH_UP.longest) break;
      await new Promise((resolve) => setTimeout(resolve, CATCH_UP.step));
      await Promise.race(usable.map((each) => each.probe()));
    }
    return writable(tried);
  }

  function writable(tried?: ReadonlySet<Server>): Server | undefined {
    if (!current.status()?.writable) choosePrimary();
    return current.status()?.writable && !tried?.has(current) ? current : undefined;
  }

  async function readOnce<T>(position: Position, run: (query: Query, on: Server) => Promise<T>): Promise<T> {
    const tried = new Set<Server>();
    for (let failure: unknown = unavailable(); ; ) {
      const chosen = await chooseReader(position, tried);
      if (!chosen) throw failure;
      try {
        return await run(chosen.query, chosen);
      } catch (error) {
        if (!isLost(error) && !isConflict(error)) throw error;
        if (isLost(error)) failure = error;
        tried.add(chosen);
        void chosen.probe();
      }
    }
  }

  return {
    /** The server that takes writes; throws when there is none at the moment. */
    primary(): Server {
      const found = writable();
      if (!found) throw unavailable();
      return found;
    },
    probe,
    /** Runs a read on a server that may answer it, and on another one when that fails. Connections may be lost while
     * their server is well, even all at once. While it still answers, the read is tried again. */
    read: <T>(position: Position, run: (query: Query, on: Server) => Promise<T>): Promise<T> =>
      readOnce(position, run).catch(async (error) => {
        if (!isLost(error)) throw error;
        if (current.status()) await current.probe();
        return readOnce(position, run);
      }),
    /** Why servers that could take writes do not answer. */
    faults: () =>
      primaries.flatMap((each) => {
        const fault = each.fault();
        const { host, port } = each.address;
        return fault ? [{ code: codeOf(fault), message: `${host}:${port}: ${fault.message}` }] : [];
      }),
    state: (): { readonly primary: boolean; readonly replicas: readonly ReplicaState[] } => ({
      primary: current.status()?.writable === true,
      replicas: replicas.map((each) => {
        const lag = lagOf(each);
        return { name: each.name, in_use: isUsable(each), lag_seconds: lag === undefined ? null : rounded(lag) };
      }),
    }),
    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all(servers.map((each) => each.close()));
    },
  };
}

const rounded = (seconds: number): number | null => (Number.isFinite(seconds) ? Math.round(seconds * 10) / 10 : null);

/** Stores when the primary was at which position, and so for how long a replica has been behind. While there is no
 * primary nobody falls further behind: replicas go on answering until another server is promoted. */
function primaryProgress(maxLagSeconds: number) {
  let samples: { at: number; position: bigint }[] = [];
  let last = 0;
  return {
    add(position: bigint) {
      const now = performance.now();
      last = now;
      // What the first probe found may have been there for long: how far a replica without it is behind is not known.
      const at = samples.length > 0 ? now : Number.NEGATIVE_INFINITY;
      if (samples.at(-1)?.position !== position) samples.push({ at, position });
      // The newest of the old samples stays, so that a replica behind it is known to be late.
      const late = now - 1000 * (maxLagSeconds + 1);
      while (samples.length > 1 && samples[1]!.at < late) samples.shift();
    },
    reset() {
      samples = [];
    },
    lag(position: bigint): number {
      const missing = samples.find((sample) => sample.position > position);
      return missing ? (last - missing.at) / 1000 : 0;
    },
  };
}

/** What the first call finds is how it begins, and no change. */
export function changeLog() {
  /** Empty when no server took writes. */
  let writer: string | undefined;
  const inUse = new Map<Server, boolean>();

  function logWriter(current: Server): void {
    const now = current.status()?.writable ? current.name : '';
    // A server that was slow to answer at first was never said to be away.
    if (writer === undefined && now === '') return;
    if (writer !== undefined && now !== writer) {
      if (now === '') log.warning(`No server takes writes (${reason(current)}); creates are refused.`);
      else log.info(`${now} takes writes.`);
    }
    writer = now;
  }

  function logReplica(replica: Server, isInUse: boolean): void {
    const was = inUse.get(replica);
    inUse.set(replica, isInUse);
    if (was === undefined || was === isInUse) return;
    if (isInUse) log.info(`${replica.name} answers reads again.`);
    else log.warning(`${replica.name} answers no reads for now (${reason(replica)}).`);
  }

  return (current: Server, replicas: readonly Server[], isUsable: (replica: Server) => boolean): void => {
    logWriter(current);
    for (const replica of replicas) logReplica(replica, isUsable(replica));
  };
}

const reason = (server: Server): string => server.fault()?.message ?? 'it answers, but is read-only or too far behind';
