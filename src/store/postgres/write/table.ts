// The small tables, on the server that takes writes: what a replica says of them may be old.
import type { Value } from '../../../catalogue/kinds.ts';
import { StoreError } from '../../store.ts';
import { type Definition, type Table, type TableDialect, tableDdl, tableSql, tableWrites } from '../../table.ts';
import { tables } from '../../tables.ts';
import { isForbidden } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';

const dialect: TableDialect = {
  number: 'BIGINT',
  ending: '',
  now: 'floor(1000 * extract(epoch FROM clock_timestamp()))::bigint',
  same: 'IS NOT DISTINCT FROM',
  parameter: (n) => `$${n}`,
};

export const tablesDdl = tables.flatMap((each) => tableDdl<never>(each, dialect));

/** `refusing`: says what the failure of a statement means. */
export function tableOf(primary: () => Server, refusing: <T>(answer: Promise<T>) => Promise<T>) {
  return <Row, Set extends keyof Row = never>(definition: Definition<Row>): Table<Row, Set> => {
    const sql = tableSql(definition, dialect);
    const run = ({ text, values }: { readonly text: string; readonly values: readonly Value[] }) =>
      refusing(
        Promise.try(() => primary().query(text, values)).catch((error) => {
          throw isForbidden(error) ? notAllowed(definition.title, error) : error;
        }),
      );
    return {
      read: async (atLeast = {}) => sql.rowsIn(await run(sql.read(atLeast))),
      ...tableWrites<Row, Set>(sql, async (statement) => (await run(statement)).length > 0),
    };
  };
}

const notAllowed = (title: string, error: unknown): StoreError =>
  new StoreError(
    `${title} cannot be changed by this user (${(error as Error).message}); run this as the owner of the tables, or grant what docs/postgresql-roles.sql grants.`,
  );
