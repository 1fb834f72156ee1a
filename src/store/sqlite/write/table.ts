// The small tables. Reads see the newest state; writes wait for other processes without blocking this one.
import type { AuditSettings, NewEntry } from '../../audit-log.ts';
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
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { appendEntries } from './audit-log.ts';
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

type TablesOptions = {
  readonly writing: WriteConnection;
  readonly prepare: Prepare;
  readonly snapshot: Snapshot;
  /** Runs a read or a write, and turns its failure into a refusal. */
  readonly answering: <T>(run: () => T) => T;
  readonly audit: AuditSettings;
};

export function tableOf({ writing, prepare, snapshot, answering, audit }: TablesOptions) {
  const { commit } = groupCommit<boolean>(writing, { applied: nothing, beforeCommit: nothing, rolledBack: nothing });
  async function write({ text, values }: Statement, entry?: NewEntry): Promise<boolean> {
    const entries = entry ? [entry] : [];
    const isWritten = await answering(() =>
      commit(() => {
        if (writing.prepare(text).values(...(values as string[])).length === 0) return false;
        appendEntries(writing.prepare, entries);
        return true;
      }),
    );
    if (isWritten) audit.onWritten(entries);
    return isWritten;
  }
  return <Row, Set extends keyof Row = never>(definition: Definition<Row>): Table<Row, Set> => {
    const sql = tableSql(definition, dialect);
    const rows = ({ text, values }: Statement) =>
      answering(() => {
        snapshot.refresh();
        return sql.rowsIn(prepare(text).values(...(values as string[])));
      });
    return {
      read: (atLeast = {}) => rows(sql.read(atLeast)),
      get: (key) => rows(sql.get(key)).rows[0],
      ...tableWrites<Row, Set>(sql, write),
    };
  };
}
