// The table workforce_audit_log. Entries about records are written in the transaction that writes the records.
import { DAY } from '../../../contract/limits.ts';
import {
  type AuditLog,
  type AuditSettings,
  asEntry,
  auditSql,
  type NewEntry,
  NOT_REMOVABLE,
  UNCHANGEABLE,
  WRITTEN_COLUMNS,
  writtenRows,
  YOUNGEST_REMOVED,
} from '../../audit-log.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { groupCommit, type WriteConnection } from './group-commit.ts';

const NOW = "CAST(1000 * unixepoch('subsec') AS INTEGER)";

/** AUTOINCREMENT: a number is not given again when its entry is gone. */
export const auditLogDdl = [
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

const sql = auditSql(() => '?', NOW);
const nothing = () => undefined;

type AuditLogOptions = {
  readonly writing: WriteConnection;
  readonly prepare: Prepare;
  readonly snapshot: Snapshot;
  /** Runs a read or a write, and turns its failure into a refusal. */
  readonly answering: <T>(run: () => T) => T;
  readonly audit: AuditSettings;
};

export function auditLog({ writing, prepare, snapshot, answering, audit }: AuditLogOptions): AuditLog {
  const { commit } = groupCommit<number>(writing, { applied: nothing, beforeCommit: nothing, rolledBack: nothing });
  const write = (run: (own: Prepare) => number): Promise<number> => answering(() => commit(() => run(writing.prepare)));
  const read = <T>({ sql: text, values }: { sql: string; values: (string | number)[] }, as: (row: unknown[]) => T) =>
    answering(() => {
      snapshot.refresh();
      return prepare(text)
        .values(...values)
        .map(as);
    });
  return {
    async add(given) {
      const entries = [given].flat();
      if (audit.days === 0 || entries.length === 0) return;
      await write((own) => {
        appendEntries(own, entries);
        return entries.length;
      });
      audit.onWritten(entries);
    },
    read: (filter) => read(sql.read(filter), asEntry),
    before: (filter, count) => read(sql.before(filter, count), ([number]) => Number(number))[0]!,
    trim: (days) =>
      write((own) => {
        const [row] = own(sql.oldest).values(Math.round(days * DAY));
        return row?.[0] ? own(sql.trim).values(row[0] as number).length : 0;
      }),
  };
}
