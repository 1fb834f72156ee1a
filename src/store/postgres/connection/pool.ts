// The connections to one server: opened when needed, up to a limit, and replaced when they end. A query goes to an idle connection,
// or is pipelined with others; a transaction has its connection to itself.
import type { Address } from '../../database-address.ts';
import { type Connection, connection, type Query } from './connection.ts';

export type Pool = Pick<Connection, 'query' | 'transaction' | 'close'> & {
  /** Rejects the queries that wait for an answer at once. */
  drop(): void;
};

export type PoolSettings = {
  readonly size: number;
  readonly statementTimeout: number;
  /** Called when a connection has ended. */
  readonly onLoss?: () => void;
};

/** How many quick queries are pipelined: the last has to wait for the others. */
const MAX_PIPELINED = 16;

/** Waits because transactions have all connections. */
type Waiting = { go(free: Connection): void; reject(reason: Error): void };

export function pool(address: Address, { size, statementTimeout, onLoss }: PoolSettings): Pool {
  const all = new Set<Connection>();
  const taken = new Set<Connection>();
  let queue: Waiting[] = [];
  let turn: { readonly on: Connection; count: number } | undefined;

  function open(): Connection {
    const made = connection(address, statementTimeout, () => {
      all.delete(made);
      // Whatever ended this connection may have ended the idle ones too, and they notice it only later.
      for (const each of [...all]) if (each.waiting() === 0) each.drop(new Dropped());
      onLoss?.();
      serveQueue();
    });
    all.add(made);
    return made;
  }

  function free(): Connection | undefined {
    let best: Connection | undefined;
    for (const each of all) {
      if (taken.has(each)) continue;
      if (each.waiting() === 0) return each;
      if (!best || each.waiting() < best.waiting()) best = each;
    }
    return all.size < size ? open() : best;
  }

  function serveQueue(): void {
    while (queue.length > 0) {
      const found = free();
      if (!found) return;
      queue.shift()!.go(found);
    }
  }

  function onFree<T>(ask: (free: Connection) => Promise<T>): Promise<T> {
    const found = free();
    if (found) return ask(found);
    return new Promise((resolve, reject) => {
      queue.push({ go: (later) => void ask(later).then(resolve, reject), reject });
    });
  }

  /** Quick queries of one turn of the event loop are pipelined, because sending them one by one costs more than answering. */
  function shared(): Connection | undefined {
    if (turn && turn.count < MAX_PIPELINED && all.has(turn.on) && !taken.has(turn.on)) {
      turn.count += 1;
      return turn.on;
    }
    const on = free();
    if (!on) return undefined;
    if (!turn) setImmediate(endTurn);
    turn = { on, count: 1 };
    return on;
  }

  function endTurn(): void {
    turn = undefined;
  }

  return {
    query(sql, parameters, isQuick = false) {
      const on = isQuick ? shared() : undefined;
      return on ? on.query(sql, parameters) : onFree((free) => free.query(sql, parameters));
    },
    transaction: <T>(run: (query: Query) => Promise<T>, onCommit?: () => void) =>
      onFree(async (free) => {
        taken.add(free);
        try {
          return await free.transaction(run, onCommit);
        } finally {
          taken.delete(free);
          serveQueue();
        }
      }),
    drop() {
      const waiting = queue;
      queue = [];
      for (const { reject } of waiting) reject(new Dropped());
      for (const each of [...all]) each.drop(new Dropped());
    },
    async close() {
      await Promise.all([...all].map((each) => each.close()));
    },
  };
}

class Dropped extends Error {
  readonly code = 'CONNECTION_DROPPED';
  override readonly message = 'the connections to the server were dropped';
}
