// The small tables. Reads see the newest state; writes wait for other processes without blocking this one.
import { type Definition, type Table, type TableDialect, tableDdl, tableSql, tableWrites } from '../../table.ts';
import { tables } from '../../tables.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { groupCommit, type WriteConnection } from './group-commit.ts';

const dialect: TableDialect = {
  number: 'INTEGER',
  ending: ' STRICT, WITHOUT ROWID',
  now: "CAST(round(1000 * unixepoch('subsec')) AS INTEGER)",
  same: 'IS',
  parameter: () => '?',
};

export const tablesDdl = tables.flatMap((each) => tableDdl<never>(each, dialect));

const nothing = () => undefined;

type Parts = {
  readonly writing: WriteConnection;
  readonly prepare: Prepare;
  readonly snapshot: Snapshot;
  /** Runs a read or a write, and says what its failure means. */
  readonly answering: <T>(run: () => T) => T;
};

export function tableOf({ writing, prepare, snapshot, answering }: Parts) {
  const { commit } = groupCommit<boolean>(writing, { applied: nothing, beforeCommit: nothing, rolledBack: nothing });
  return <Row, Set extends keyof Row = never>(definition: Definition<Row>): Table<Row, Set> => {
    const sql = tableSql(definition, dialect);
    return {
      read: (atLeast = {}) =>
        answering(() => {
          snapshot.refresh();
          const { text, values } = sql.read(atLeast);
          return sql.rowsIn(prepare(text).values(...(values as string[])));
        }),
      ...tableWrites<Row, Set>(sql, ({ text, values }) =>
        answering(() => commit(() => writing.prepare(text).values(...(values as string[])).length > 0)),
      ),
    };
  };
}
