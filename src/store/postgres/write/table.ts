// How the small tables and the audit log reach the server that takes writes: the rows of a replica may be old.
import { StoreError } from '../../store.ts';
import { type TableDialect, type TableEngine, tableDdl } from '../../table.ts';
import { tables } from '../../tables.ts';
import { isForbidden } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';
import { appendEntries } from './audit-log.ts';

const dialect: TableDialect = {
  number: 'BIGINT',
  ending: '',
  now: 'floor(1000 * extract(epoch FROM clock_timestamp()))::bigint',
  same: 'IS NOT DISTINCT FROM',
  parameter: (n) => `$${n}`,
};

export const tablesDdl = tables.flatMap((each) => tableDdl<never>(each, dialect));

/** `refusing` turns the failure of a statement into its refusal. */
export function tableEngine(primary: () => Server, refusing: <T>(answer: Promise<T>) => Promise<T>): TableEngine {
  const ask = <T>(what: string, question: (server: Server) => Promise<T>): Promise<T> =>
    refusing(
      Promise.try(() => question(primary())).catch((error) => {
        throw isForbidden(error) ? notAllowed(what, error) : error;
      }),
    );
  return {
    dialect,
    read: ({ text, values }, what) => ask(what, (server) => server.query(text, values)),
    write: (statement, what, entries = []) =>
      ask(what, async (server) => {
        if (statement && entries.length === 0) return (await server.query(statement.text, statement.values)).length;
        return server.transaction(async (query) => {
          const written = statement ? (await query(statement.text, statement.values)).length : 0;
          if (!statement || written > 0) await appendEntries(query, entries);
          return written;
        });
      }),
  };
}

const notAllowed = (what: string, error: unknown): StoreError =>
  new StoreError(
    `${what} by this user (${(error as Error).message}); run this as the owner of the tables, or grant what docs/postgresql-roles.sql grants.`,
  );
