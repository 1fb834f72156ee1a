// One PostgreSQL server: a pool of connections to it, and a look at it now and then that tells whether it answers, whether
// it takes writes and how far it has come. One that stops answering has its connections dropped, so that nobody waits.
import type { Address } from '../../database-address.ts';
import { type Pool, pool } from './pool.ts';

/** `timeline`: how many promotions there were before this server came to take writes; 0 while it does not. */
export type Seen = { readonly writable: boolean; readonly position: bigint; readonly timeline: number };

export type Node = Pick<Pool, 'query' | 'transaction'> & {
  /** A transaction that may take long, on a connection that nothing else waits for. */
  readonly longTransaction: Pool['transaction'];
  readonly name: string;
  readonly address: Address;
  /** What the last look showed; `undefined` when there was no answer. */
  seen(): Seen | undefined;
  /** Why there was no answer. */
  fault(): Error | undefined;
  look(): Promise<void>;
  close(): Promise<void>;
};

export type NodeSettings = { readonly poolSize: number; readonly statementTimeout: number };

/** A server that takes longer than this over the smallest question counts as away. */
const PATIENCE = 700;

const LOOK = `SELECT (NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off')::text,
  (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text,
  CASE WHEN pg_is_in_recovery() THEN '0' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END`;

export function node(name: string, address: Address, { poolSize, statementTimeout }: NodeSettings): Node {
  const work = pool(address, { size: poolSize, statementTimeout });
  const long = pool(address, { size: poolSize, statementTimeout });
  const watch = pool(address, { size: 1, statementTimeout: PATIENCE, onLoss: startle });
  let seen: Seen | undefined;
  let fault: Error | undefined;
  let looking: Promise<void> | undefined;
  let closed = false;

  /** The server may have started anew, and a replica then be further back than it was. */
  function startle(): void {
    if (closed || !seen) return;
    if (!seen.writable) seen = { ...seen, position: 0n };
    void looked();
  }

  function looked(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  const asked = () => inTime(watch.query(LOOK));

  async function look(): Promise<void> {
    try {
      // A connection may go while its server is well.
      const [row] = await asked().catch((error) => {
        if (error instanceof Late || !seen) throw error;
        return asked();
      });
      const [writable, position, timeline] = row!.map((value) => value?.toString());
      seen = {
        writable: writable === 'true',
        position: parsePosition(position ?? '0/0')!,
        timeline: Number.parseInt(timeline!, 16),
      };
      fault = undefined;
    } catch (error) {
      if (closed) return;
      fault = error as Error;
      seen = undefined;
      for (const each of [work, long, watch]) each.drop();
    }
  }

  return {
    name,
    address,
    seen: () => seen,
    fault: () => fault,
    look: looked,
    query: work.query,
    transaction: work.transaction,
    longTransaction: long.transaction,
    async close() {
      closed = true;
      await Promise.all([work.close(), long.close(), watch.close()]);
    },
  };
}

class Late extends Error {}

/** Gives up on an answer that takes too long; one that is there already, but not yet read, is not late. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setTimeout(() => reject(new Late('it does not answer')), 1), PATIENCE);
  });
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Where in the write-ahead log a server is; `undefined` for a text that is no such place. */
export function parsePosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : undefined;
}
