// The servers together: which one takes writes now, and which one answers a read. Looks at them all a few times a second.
// Replication and promotion are PostgreSQL's; this only notices them.
import { Refusal } from '../../../contract/errors.ts';
import { isLost, type Query } from './connection.ts';
import type { Node } from './server.ts';

export type ClusterSettings = { readonly maxLagSeconds: number };

export type ReplicaState = { readonly name: string; readonly in_use: boolean; readonly lag_seconds: number | null };

export type Cluster = {
  /** The server that takes writes; throws when there is none just now. */
  primary(): Node;
  /** Runs a read where it can be answered, on another server when one fails. `position`: nothing older will do. */
  read<T>(position: Position, run: (query: Query, on: Node) => Promise<T>): Promise<T>;
  state(): { readonly primary: boolean; readonly replicas: readonly ReplicaState[] };
  /** Why servers that could take writes do not answer. */
  faults(): { readonly code: string; readonly message: string }[];
  /** Resolves after a look at every server. */
  look(): Promise<void>;
  close(): Promise<void>;
};

/** How new the data must be: a place in the log, or `newest`, which is the primary's. */
export type Position = bigint | 'newest' | undefined;

const LOOK_EVERY = 250;
/** How long a read waits for a replica to come as far as it asks before the primary is asked. */
const CATCH_UP = { milliseconds: 60, step: 5 };

export function cluster(primaries: readonly Node[], replicas: readonly Node[], settings: ClusterSettings): Cluster {
  const progress = progressOf(settings.maxLagSeconds);
  const nodes = [...primaries, ...replicas];
  let [current, turn] = [primaries[0]!, 0];

  function note(): void {
    // Where an old primary comes back as if nothing had happened, the one that was promoted last has the data.
    const timelineOf = (each: Node) => each.seen()?.timeline ?? 0;
    const latest = Math.max(...primaries.map(timelineOf));
    const now = [current, ...primaries].find((each) => each.seen()?.writable && timelineOf(each) === latest);
    if (now && now !== current) progress.forget();
    current = now ?? current;
    const seen = current.seen();
    if (seen?.writable) progress.note(seen.position);
  }

  async function look(): Promise<void> {
    await Promise.all(nodes.map((each) => each.look()));
    note();
  }

  const timer = setInterval(() => {
    note();
    for (const each of nodes) void each.look();
  }, LOOK_EVERY);

  const lagOf = (replica: Node): number | undefined => {
    const seen = replica.seen();
    return seen && progress.lag(seen.position);
  };
  const isWell = (replica: Node): boolean => (lagOf(replica) ?? Number.POSITIVE_INFINITY) <= settings.maxLagSeconds;

  /** The replicas that may answer, the one whose turn it is first. */
  function wellReplicas(tried: ReadonlySet<Node>): Node[] {
    const well = replicas.filter((each) => !tried.has(each) && isWell(each));
    turn = (turn + 1) % Math.max(1, well.length);
    return [...well.slice(turn), ...well.slice(0, turn)];
  }

  async function reader(position: Position, tried: ReadonlySet<Node>): Promise<Node | undefined> {
    const well = position === 'newest' ? [] : wellReplicas(tried);
    if (position === undefined || position === 'newest') return well[0] ?? writable(tried);
    const since = performance.now();
    while (well.length > 0) {
      const found = well.find((each) => (each.seen()?.position ?? -1n) >= position);
      if (found) return found;
      if (performance.now() - since > CATCH_UP.milliseconds) break;
      await new Promise((resolve) => setTimeout(resolve, CATCH_UP.step));
      await Promise.race(well.map((each) => each.look()));
    }
    return writable(tried);
  }

  function writable(tried?: ReadonlySet<Node>): Node | undefined {
    if (!current.seen()?.writable) note();
    return current.seen()?.writable && !tried?.has(current) ? current : undefined;
  }

  async function readOnce<T>(position: Position, run: (query: Query, on: Node) => Promise<T>): Promise<T> {
    const tried = new Set<Node>();
    for (let failure: unknown = unavailable(); ; ) {
      const chosen = await reader(position, tried);
      if (!chosen) throw failure;
      try {
        return await run(chosen.query, chosen);
      } catch (error) {
        if (!isLost(error) && !isConflict(error)) throw error;
        if (isLost(error)) failure = error;
        tried.add(chosen);
        void chosen.look();
      }
    }
  }

  return {
    primary() {
      const node = writable();
      if (!node) throw unavailable();
      return node;
    },
    look,
    // Connections may go while their server is well, all at once even; when it still answers, it is asked once more.
    read: (position, run) =>
      readOnce(position, run).catch(async (error) => {
        if (!isLost(error)) throw error;
        if (current.seen()) await current.look();
        return readOnce(position, run);
      }),
    faults: () =>
      primaries.flatMap((each) => {
        const fault = each.fault();
        const { host, port } = each.address;
        return fault ? [{ code: codeOf(fault), message: `${host}:${port}: ${fault.message}` }] : [];
      }),
    state: () => ({
      primary: current.seen()?.writable === true,
      replicas: replicas.map((each) => {
        const lag = lagOf(each);
        return { name: each.name, in_use: isWell(each), lag_seconds: lag === undefined ? null : rounded(lag) };
      }),
    }),
    async close() {
      clearInterval(timer);
      await Promise.all(nodes.map((each) => each.close()));
    },
  };
}

const rounded = (seconds: number): number | null => (Number.isFinite(seconds) ? Math.round(seconds * 10) / 10 : null);

/** Knows when the primary was where, and so for how long a replica has been behind. While there is no primary to be behind
 * of, nobody falls back further: replicas go on answering until another server is promoted. */
function progressOf(maxLagSeconds: number) {
  let samples: { at: number; position: bigint }[] = [];
  let last = 0;
  return {
    note(position: bigint) {
      const now = performance.now();
      last = now;
      // What was there at the first look may have been there for long: whoever lacks it is behind for nobody knows how long.
      const at = samples.length > 0 ? now : Number.NEGATIVE_INFINITY;
      if (samples.at(-1)?.position !== position) samples.push({ at, position });
      // The oldest that counts stays, so that whoever is behind it is known to be late.
      const late = now - 1000 * (maxLagSeconds + 1);
      while (samples.length > 1 && samples[1]!.at < late) samples.shift();
    },
    forget() {
      samples = [];
    },
    lag(position: bigint): number {
      const missing = samples.find((sample) => sample.position > position);
      return missing ? (last - missing.at) / 1000 : 0;
    },
  };
}

export const unavailable = (message = 'The database cannot answer just now; nothing was written. Try again shortly.') =>
  new Refusal('unavailable', message, { headers: { 'Retry-After': '1' } });

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** A replica had to give up a read for what came from the primary. */
const isConflict = (error: unknown): boolean => codeOf(error) === '40001';
