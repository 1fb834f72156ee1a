// The connections to one server: opened when needed, up to a limit, and replaced when they end. A query gets an idle
// connection or is pipelined with others. A transaction has its connection alone.
import type { Value } from '../../../catalogue/kinds.ts';
import { afterWaiting } from '../../../trace/span.ts';
import type { Address } from '../../database-address.ts';
import { type Connection, connection, type Query, type Row, type Timeouts } from './connection.ts';

/** Ends what a process of the server is doing. */
export type Cancel = (backend: number) => Promise<unknown>;

type PoolSettings = Timeouts & {
  readonly size: number;
  /** Called when a connection has ended. */
  readonly onLoss?: () => void;
};

/** How many quick queries are pipelined. The last has to wait for the others. */
const MAX_PIPELINED = 16;

/** It waits while all connections are in transactions. */
type QueuedTask = { run(connection: Connection): void; reject(reason: Error): void };

export function pool(address: Address, { size, onLoss, ...timeouts }: PoolSettings) {
  const all = new Set<Connection>();
  const inTransaction = new Set<Connection>();
  let queue: QueuedTask[] = [];
  let turn: { readonly connection: Connection; count: number } | undefined;

  function open(): Connection {
    const opened = connection(address, timeouts, () => {
      all.delete(opened);
      // The same cause may have ended the idle connections too, and they would notice it only later.
      for (const each of [...all]) if (each.waiting() === 0) each.drop(new Dropped());
      onLoss?.();
      serveQueue();
    });
    all.add(opened);
    return opened;
  }

  function free(): Connection | undefined {
    let leastBusy: Connection | undefined;
    for (const each of all) {
      if (inTransaction.has(each)) continue;
      if (each.waiting() === 0) return each;
      if (!leastBusy || each.waiting() < leastBusy.waiting()) leastBusy = each;
    }
    return all.size < size ? open() : leastBusy;
  }

  function serveQueue(): void {
    while (queue.length > 0) {
      const found = free();
      if (!found) return;
      queue.shift()!.run(found);
    }
  }

  function withFree<T>(task: (connection: Connection) => Promise<T>): Promise<T> {
    const found = free();
    if (found) return task(found);
    return new Promise((resolve, reject) => {
      const run = (connection: Connection) => void task(connection).then(resolve, reject);
      queue.push({ run: afterWaiting({ name: 'wait for a connection' }, run), reject });
    });
  }

  /** Quick queries of one turn of the event loop are pipelined, because sending each alone takes longer than answering
   * it. */
  function pipelined(): Connection | undefined {
    if (turn && turn.count < MAX_PIPELINED && all.has(turn.connection) && !inTransaction.has(turn.connection)) {
      turn.count += 1;
      return turn.connection;
    }
    const found = free();
    if (!found) return undefined;
    if (!turn) setImmediate(endTurn);
    turn = { connection: found, count: 1 };
    return found;
  }

  function endTurn(): void {
    turn = undefined;
  }

  const query: Query = (sql, parameters, isQuick = false) => {
    const shared = isQuick ? pipelined() : undefined;
    return shared ? shared.query(sql, parameters) : withFree((chosen) => chosen.query(sql, parameters));
  };

  return {
    query,
    /** Runs a statement that ends on the server too when the signal is aborted. */
    cancellable: (sql: string, parameters: readonly Value[], signal: AbortSignal, cancel: Cancel) =>
      withFree(async (chosen): Promise<readonly Row[]> => {
        signal.throwIfAborted();
        const { promise: stopped, reject } = Promise.withResolvers<never>();
        const backend = chosen.backend();
        const stop = () => {
          reject(signal.reason);
          // A cancel that comes too late would end the next statement, so this connection has none.
          void backend.then(cancel).then(
            () => chosen.drop(new Dropped()),
            () => chosen.drop(new Dropped()),
          );
        };
        backend.catch(() => undefined);
        signal.addEventListener('abort', stop);
        try {
          const answer = chosen.query(sql, parameters);
          answer.catch(() => undefined);
          return await Promise.race([answer, stopped]);
        } finally {
          signal.removeEventListener('abort', stop);
        }
      }),
    transaction: <T>(run: (query: Query) => Promise<T>, onCommit?: () => void): Promise<T> =>
      withFree(async (chosen) => {
        inTransaction.add(chosen);
        try {
          return await chosen.transaction(run, onCommit);
        } finally {
          inTransaction.delete(chosen);
          serveQueue();
        }
      }),
    /** Rejects the queries that wait for an answer at once. */
    drop(): void {
      const waiting = queue;
      queue = [];
      for (const { reject } of waiting) reject(new Dropped());
      for (const each of [...all]) each.drop(new Dropped());
    },
    async close(): Promise<void> {
      await Promise.all([...all].map((each) => each.close()));
    },
  };
}

class Dropped extends Error {
  readonly code = 'CONNECTION_DROPPED';
  override readonly message = 'the connections to the server were dropped';
}
