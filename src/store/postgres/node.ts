// One PostgreSQL server: a pool of connections to it, and a look at it now and then that tells whether it answers, whether
// it takes writes and how far it has come. One that stops answering has its connections dropped, so that nobody waits.
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import type { Value } from '../../catalogue/kinds.ts';
import type { Address } from './address.ts';

export type Row = readonly (Buffer | null)[];
/** Runs a prepared statement; values come as the bytes of their text form. */
export type Query = (sql: string, parameters?: readonly Value[]) => Promise<readonly Row[]>;

export type Seen = { readonly writable: boolean; readonly position: bigint };

export type Node = {
  readonly name: string;
  readonly address: Address;
  /** What the last look showed; `undefined` when there was no answer. */
  seen(): Seen | undefined;
  /** Why there was no answer. */
  fault(): Error | undefined;
  look(): Promise<void>;
  readonly query: Query;
  /** Runs statements in a transaction on one connection. `onCommit` is told before the commit is asked for. */
  transaction<T>(run: (query: Query) => Promise<T>, onCommit?: () => void): Promise<T>;
  close(): Promise<void>;
};

export type NodeSettings = { readonly poolSize: number; readonly statementTimeout: number };

/** A server that takes longer than this over the smallest question counts as away. */
const PATIENCE = 700;

const LOOK = `SELECT (NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off')::text,
  (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text`;

export function node(name: string, address: Address, { poolSize, statementTimeout }: NodeSettings): Node {
  const connect = (max: number) => client(address, max, statementTimeout);
  let [pool, watch] = [connect(poolSize), connect(1)];
  let seen: Seen | undefined;
  let fault: Error | undefined;
  let looking: Promise<void> | undefined;
  let closed = false;

  /** Whoever waits for an answer hears at once that there will be none. */
  function drop(): void {
    const gone = [pool, watch];
    [pool, watch] = [connect(poolSize), connect(1)];
    for (const each of gone) void each.end({ timeout: 0 });
  }

  async function look(): Promise<void> {
    try {
      const [row] = await inTime(watch.unsafe(LOOK, [], { prepare: true }).raw());
      const [writable, position] = row as unknown as [Buffer, Buffer | null];
      seen = { writable: writable.toString() === 'true', position: parsePosition(position?.toString() ?? '0/0')! };
      fault = undefined;
    } catch (error) {
      if (closed) return;
      fault = error as Error;
      if (seen !== undefined || error instanceof Late) drop();
      seen = undefined;
    }
  }

  return {
    name,
    address,
    seen: () => seen,
    fault: () => fault,
    look() {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    query: (sql, parameters = []) => ask(pool, sql, parameters),
    transaction: (run, onCommit) =>
      pool.begin(async (connection) => {
        const result = await run((sql, parameters = []) => ask(connection, sql, parameters));
        onCommit?.();
        return result;
      }) as Promise<Awaited<ReturnType<typeof run>>>,
    async close() {
      closed = true;
      await Promise.all([pool.end({ timeout: 5 }), watch.end({ timeout: 0 })]);
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

const ask = async (
  connection: Pick<postgres.Sql, 'unsafe'>,
  sql: string,
  parameters: readonly Value[],
): Promise<readonly Row[]> =>
  (await connection.unsafe(sql, parameters as (string | number | null)[], { prepare: true }).raw()) as unknown as Row[];

function client(address: Address, max: number, statementTimeout: number): postgres.Sql {
  const { host, port, user, password, database } = address;
  return postgres({
    host,
    port,
    user,
    password,
    database,
    ssl: ssl(address),
    max,
    // Connections come back soon after a server does.
    backoff: () => 0.1,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => undefined,
    connection: {
      application_name: 'workforce',
      statement_timeout: statementTimeout,
      // Answers take well under a millisecond; starting workers or a compiler for them takes ten.
      max_parallel_workers_per_gather: '0',
      jit: 'off',
    },
  });
}

function ssl({ sslMode, sslRootCert }: Address): boolean | 'prefer' | 'require' | object {
  if (sslMode === 'disable') return false;
  if (sslMode === 'allow' || sslMode === 'prefer') return 'prefer';
  if (sslMode === 'require' && sslRootCert === undefined) return 'require';
  return {
    ...(sslRootCert !== undefined && { ca: readFileSync(sslRootCert, 'utf8') }),
    // Short of verify-full, a certificate need not be for this host.
    ...(sslMode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

/** Where in the write-ahead log a server is; `undefined` for a text that is no such place. */
export function parsePosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : undefined;
}
