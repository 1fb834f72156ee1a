// The small tables, on the server that takes writes: the rows of a replica may be old.
import type { AuditSettings, NewEntry } from '../../audit-log.ts';
import { StoreError } from '../../store.ts';
import {
  type Definition,
  type Statement,
  type Table,
  type TableDialect,
  tableDdl,
  tableSql,
  tableWrites,
} from '../../table.ts';
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

type TablesOptions = {
  readonly primary: () => Server;
  /** Turns the failure of a statement into its refusal. */
  readonly refusing: <T>(answer: Promise<T>) => Promise<T>;
  readonly audit: AuditSettings;
};

export function tableOf({ primary, refusing, audit }: TablesOptions) {
  return <Row, Set extends keyof Row = never>(definition: Definition<Row>): Table<Row, Set> => {
    const sql = tableSql(definition, dialect);
    const ask = <T>(question: (server: Server) => Promise<T>): Promise<T> =>
      refusing(
        Promise.try(() => question(primary())).catch((error) => {
          throw isForbidden(error) ? notAllowed(definition.title, error) : error;
        }),
      );
    const run = ({ text, values }: Statement) => ask((server) => server.query(text, values));
    async function write(statement: Statement, entry?: NewEntry): Promise<boolean> {
      if (!entry) return (await run(statement)).length > 0;
      const isWritten = await ask((server) =>
        server.transaction(async (query) => {
          if ((await query(statement.text, statement.values)).length === 0) return false;
          await appendEntries(query, [entry]);
          return true;
        }),
      );
      if (isWritten) audit.onWritten([entry]);
      return isWritten;
    }
    return {
      read: async (atLeast = {}) => sql.rowsIn(await run(sql.read(atLeast))),
      get: async (key) => sql.rowsIn(await run(sql.get(key))).rows[0],
      ...tableWrites<Row, Set>(sql, write),
    };
  };
}

const notAllowed = (title: string, error: unknown): StoreError =>
  new StoreError(
    `${title} cannot be changed by this user (${(error as Error).message}); run this as the owner of the tables, or grant what docs/postgresql-roles.sql grants.`,
  );
