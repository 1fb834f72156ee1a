// One PostgreSQL server: pools of connections to it, and a probe that tells whether it answers, whether it takes writes
// and how far it has replayed the log. When a probe gets no answer, the connections are dropped, so that nobody waits
// on them.
import type { Value } from '../../../catalogue/kinds.ts';
import { LANE, STREAMS } from '../../../contract/limits.ts';
import type { Address } from '../../database-address.ts';
import { IDLE, type Row } from './connection.ts';
import { type Cancel, pool } from './pool.ts';

/** `timeline`: the number of promotions before this server came to take writes; 0 while it does not. */
type ServerStatus = { readonly writable: boolean; readonly position: bigint; readonly timeline: number };

export type Server = ReturnType<typeof server>;

type ServerSettings = { readonly poolSize: number; readonly statementTimeout: number };

/** A server that takes longer over the probe counts as away. Long enough for a machine that is only very busy:
 * connections of such a server are worth more than the second that is lost when it hangs. In milliseconds. */
const PROBE_TIMEOUT = 2000;

const PROBE = `SELECT (NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off')::text,
  (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text,
  CASE WHEN pg_is_in_recovery() THEN '0' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END`;

export function server(name: string, address: Address, { poolSize, statementTimeout }: ServerSettings) {
  const idleTimeout = IDLE.quick;
  const work = pool(address, { size: poolSize, statementTimeout, idleTimeout });
  // They lock nothing that others wait for, and a client may read slowly.
  const streams = pool(address, { size: STREAMS.places, statementTimeout, idleTimeout: 0 });
  // The process that waits for a long question gives it up first, and says why.
  const long = pool(address, { size: LANE.places, statementTimeout: statementTimeout + 1000, idleTimeout });
  const probes = pool(address, { size: 1, statementTimeout: PROBE_TIMEOUT, idleTimeout, onLoss });
  let status: ServerStatus | undefined;
  let fault: Error | undefined;
  let probing: Promise<void> | undefined;
  let closed = false;

  const cancel: Cancel = (backend) => work.query('SELECT pg_cancel_backend($1)', [backend], true);

  /** The server may have been restarted, and a replica may then be further behind than it was. */
  function onLoss(): void {
    if (closed || !status) return;
    if (!status.writable) status = { ...status, position: 0n };
    void probeOnce();
  }

  /** Probes that are asked for at the same time share one. */
  function probeOnce(): Promise<void> {
    probing ??= probe().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  const ask = () => withTimeout(probes.query(PROBE));

  async function probe(): Promise<void> {
    try {
      // A connection may be lost while its server is well.
      const [row] = await ask().catch((error) => {
        if (error instanceof Late || !status) throw error;
        return ask();
      });
      const [writable, position, timeline] = row!.map((value) => value?.toString());
      status = {
        writable: writable === 'true',
        position: parsePosition(position ?? '0/0')!,
        timeline: Number.parseInt(timeline!, 16),
      };
      fault = undefined;
    } catch (error) {
      if (closed) return;
      fault = error as Error;
      status = undefined;
      for (const each of [work, streams, long, probes]) each.drop();
    }
  }

  return {
    name,
    address,
    /** What the last probe found; `undefined` when it got no answer. */
    status: (): ServerStatus | undefined => status,
    /** Why it got none. */
    fault: (): Error | undefined => fault,
    probe: probeOnce,
    query: work.query,
    transaction: work.transaction,
    /** For transactions that may take long: on a pool of its own, so that no quick query waits for them. */
    longTransaction: streams.transaction,
    /** For a statement that may take long and may no longer be wanted: on a pool of its own, too. */
    long: (sql: string, parameters: readonly Value[], signal: AbortSignal): Promise<readonly Row[]> =>
      long.cancellable(sql, parameters, signal, cancel),
    cancel,
    async close(): Promise<void> {
      closed = true;
      // Who has asked a long question is gone by now.
      long.drop();
      await Promise.all([work, streams, probes].map((each) => each.close()));
    },
  };
}

class Late extends Error {}

/** The second timer gives an answer that has arrived, but was not read yet, a turn of the event loop. */
async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setTimeout(() => reject(new Late('it does not answer')), 1), PROBE_TIMEOUT);
  });
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** A position in the write-ahead log; `undefined` for a text that is none. */
export function parsePosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : undefined;
}
