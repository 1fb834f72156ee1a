// The small tables and the audit log. Reads see the newest state; writes wait for other processes without blocking this
// one. Entries about records are written in the transaction that writes the records.
import type { NewEntry } from '../../audit-log.ts';
import {
  NOT_REMOVABLE,
  UNCHANGEABLE,
  WRITTEN_COLUMNS,
  writtenRows,
  YOUNGEST_REMOVED,
} from '../../shared/audit-table.ts';
import { type TableDialect, type TableEngine, tableDdl } from '../../table.ts';
import { tables } from '../../tables.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { groupCommit, type WriteConnection } from './group-commit.ts';

const NOW = "CAST(1000 * unixepoch('subsec') AS INTEGER)";

/** AUTOINCREMENT: a number is not given again when its entry is gone. */
const auditLogDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_audit_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, resource TEXT,
    first_id INTEGER, record_count INTEGER, client TEXT, request_id TEXT, detail TEXT
  ) STRICT`,
  `CREATE TRIGGER IF NOT EXISTS workforce_audit_log_unchanged BEFORE UPDATE ON workforce_audit_log
  BEGIN SELECT RAISE(ABORT, '${UNCHANGEABLE}'); END`,
  `CREATE TRIGGER IF NOT EXISTS workforce_audit_log_oldest_first BEFORE DELETE ON workforce_audit_log
  WHEN OLD.at BETWEEN ${NOW} - ${YOUNGEST_REMOVED} AND ${NOW}
    OR EXISTS (SELECT 1 FROM workforce_audit_log WHERE number < OLD.number)
  BEGIN SELECT RAISE(ABORT, '${NOT_REMOVABLE}'); END`,
];

const INSERT = `INSERT INTO workforce_audit_log (at, ${WRITTEN_COLUMNS.join(', ')})
  SELECT ${NOW}, ${WRITTEN_COLUMNS.map((_, i) => `value->>${i}`).join(', ')} FROM json_each(?)`;

/** Called in the transaction that the entries are about. */
export function appendEntries(prepare: Prepare, entries: readonly NewEntry[]): void {
  if (entries.length > 0) prepare(INSERT).run(writtenRows(entries));
}

const dialect: TableDialect = {
  number: 'INTEGER',
  ending: ' STRICT, WITHOUT ROWID',
  now: "CAST(round(1000 * unixepoch('subsec')) AS INTEGER)",
  same: 'IS',
  parameter: () => '?',
};

export const tablesDdl = [...tables.flatMap((each) => tableDdl<never>(each, dialect)), ...auditLogDdl];

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
