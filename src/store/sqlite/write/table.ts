// How the small tables and the audit log reach the file. Reads see the newest state; writes wait for other processes
// without blocking this one.
import { type TableDialect, type TableEngine, tableDdl } from '../../table.ts';
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

/** `answering` runs a read or a write, and turns its failure into a refusal. */
export function tableEngine(
  writing: WriteConnection,
  prepare: Prepare,
  snapshot: Snapshot,
  answering: <T>(run: () => T) => T,
): TableEngine {
  const { commit } = groupCommit<number>(writing, { applied: nothing, beforeCommit: nothing, rolledBack: nothing });
  return {
    dialect,
    read: ({ text, values }) =>
      answering(() => {
        snapshot.refresh();
        return prepare(text).values(...values);
      }),
    write: (statement, _, entries = []) =>
      answering(() =>
        commit(() => {
          const written = statement ? writing.prepare(statement.text).values(...statement.values).length : 0;
          if (!statement || written > 0) appendEntries(writing.prepare, entries);
          return written;
        }),
      ),
  };
}
