// One connection to a server. Only this file imports the driver. A connection that has ended is not used again: one
// that the driver reopens may still have unsent queries of the old one, and then a query is never answered
// (porsager/postgres#1154, #1208).

import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import postgres from 'postgres';
import type { Value } from '../../../catalogue/kinds.ts';
import { tracedStatement } from '../../../trace/span.ts';
import type { Address } from '../../database-address.ts';
import type { RunSql } from '../../shared/dialect.ts';
import { isAnswered, isLost } from './errors.ts';

export type Row = readonly (Buffer | null)[];
/** Runs a statement, as a prepared one if possible. Values are returned as the bytes of their text. `isQuick`: it may
 * be pipelined with others. */
export type Query = (sql: string, parameters?: readonly Value[], isQuick?: boolean) => Promise<readonly Row[]>;

/** The first value of the first row, as a text. */
export const firstValue = async (query: Query, ...asked: Parameters<Query>): Promise<string | undefined> =>
  (await query(...asked))[0]?.[0]?.toString();

/** For statements that both engines share. */
export const runSql =
  (query: Query): RunSql =>
  async (sql, values) =>
    (await query(sql, values)).map((row) => row.map((value) => value?.toString() ?? null));

/** How long a transaction may wait for its process, in milliseconds. What it has locked is free again after that, also
 * when the process was stopped or its machine is gone. */
export const IDLE = { quick: 10_000, bulk: 600_000 };

/** For a transaction of bulk work: its statements take long, and it may wait for a file. */
export const beginBulk = (query: Query) =>
  query(
    `SELECT set_config('statement_timeout', '0', true),
       set_config('idle_in_transaction_session_timeout', '${IDLE.bulk}', true)`,
  );

export type Connection = ReturnType<typeof connection>;

/** In milliseconds; 0 for no limit of ours. */
export type Timeouts = { readonly statementTimeout: number; readonly idleTimeout: number };

export function connection(address: Address, timeouts: Timeouts, onEnd: () => void) {
  const waiting = new Set<(reason: Error) => void>();
  const sql = client(address, timeouts, open, () => drop(new Ended()));
  const isPrepared = preparedStatements();
  let backend: Promise<number> | undefined;
  let socket: Socket | undefined;
  let hasEnded = false;

  function open(): Socket {
    // When a server closes connections before they are ready, the driver would retry without end.
    if (socket) drop(new Ended());
    if (hasEnded) throw new Ended();
    const { host, port } = address;
    // The driver checks the certificate against the host of the socket.
    socket = Object.assign(connect({ host, port }), { host });
    return socket;
  }

  /** Rejects the queries that wait for an answer at once. */
  function drop(reason: Error): void {
    if (hasEnded) return;
    hasEnded = true;
    void sql.end({ timeout: 0 });
    socket?.destroy();
    for (const reject of waiting) reject(reason);
    onEnd();
  }

  function tracked<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      // Removed before the caller continues, so that its next query finds the connection idle.
      answer
        .finally(() => void waiting.delete(reject))
        .then(resolve, (error) => {
          // The driver may take a while to close the connection.
          if (isUnusable(error)) drop(error);
          reject(error);
        });
    });
  }

  const inTransaction = async <T>(run: (query: Query) => Promise<T>, client: postgres.TransactionSql): Promise<T> => {
    try {
      const result = await run(async (text, parameters = []) => {
        if (hasEnded) throw new Ended();
        return runQuery(client, text, parameters, isPrepared(text));
      });
      if (hasEnded) throw new Ended();
      return result;
    } catch (error) {
      // The driver would send a commit or a rollback now, and fail because the connection has ended.
      if (isUnusable(error)) await new Promise(() => drop(error as Error));
      throw error;
    }
  };

  const query: Query = (text, parameters = []) => tracked(runQuery(sql, text, parameters, isPrepared(text)));

  return {
    /** How many queries wait for an answer. */
    waiting: (): number => waiting.size,
    query,
    /** The number of the process that serves this connection. */
    backend(): Promise<number> {
      backend ??= firstValue(query, 'SELECT pg_backend_pid()').then(Number);
      return backend;
    },
    /** Runs statements in a transaction. `onCommit` is called before COMMIT is sent. */
    transaction: <T>(run: (query: Query) => Promise<T>, onCommit?: () => void): Promise<T> =>
      tracked(
        sql.begin(async (client) => {
          const result = await inTransaction(run, client);
          onCommit?.();
          return result;
        }) as Promise<T>,
      ),
    drop,
    /** Waits for open queries first. */
    close: (): Promise<void> => sql.end({ timeout: 5 }),
  };
}

class Ended extends Error {
  readonly code = 'CONNECTION_ENDED';
  override readonly message = 'the server has closed the connection';
}

const isUnusable = (error: unknown): boolean => isLost(error) && !isAnswered(error);

const runQuery = async (
  client: Pick<postgres.Sql, 'unsafe'>,
  sql: string,
  parameters: readonly Value[],
  prepare: boolean,
): Promise<readonly Row[]> =>
  (await tracedStatement('postgresql', sql, () =>
    client.unsafe(sql, parameters as (string | number | null)[], { prepare }).raw(),
  )) as unknown as Row[];

/** The server keeps about 30 kB for each prepared statement, and there is no limit to the combinations of filters. */
const MAX_PREPARED = 400;

function preparedStatements(): (sql: string) => boolean {
  const prepared = new Set<string>();
  return (sql) => prepared.has(sql) || (prepared.size < MAX_PREPARED && prepared.add(sql).has(sql));
}

function client(
  address: Address,
  { statementTimeout, idleTimeout }: Timeouts,
  socket: () => Socket,
  onclose: () => void,
): postgres.Sql {
  const { host, port, user, password, database } = address;
  return postgres({
    host,
    port,
    user,
    password,
    database,
    ssl: ssl(address),
    max: 1,
    connect_timeout: 5,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    onclose,
    // Documented, but not in the driver's types.
    ...({ socket } as object),
    connection: {
      application_name: 'workforce',
      statement_timeout: statementTimeout,
      // Nothing is sent for 0.
      idle_in_transaction_session_timeout: idleTimeout,
      // A query takes well under a millisecond; starting parallel workers or the compiler takes ten.
      max_parallel_workers_per_gather: '0',
      jit: 'off',
      // Of Citus; plain PostgreSQL does not mind it. Statements that change several shards use one connection to each
      // worker: there is less to prepare and to commit, and a table can be changed after it was read in the
      // transaction.
      'citus.multi_shard_modify_mode': 'sequential',
    },
  });
}

function ssl({ sslMode, sslRootCert }: Address): boolean | 'prefer' | 'require' | object {
  if (sslMode === 'disable') return false;
  if (sslMode === 'allow' || sslMode === 'prefer') return 'prefer';
  if (sslMode === 'require' && sslRootCert === undefined) return 'require';
  return {
    ...(sslRootCert !== undefined && { ca: readFileSync(sslRootCert, 'utf8') }),
    // Only verify-full checks that the certificate is for this host.
    ...(sslMode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}
