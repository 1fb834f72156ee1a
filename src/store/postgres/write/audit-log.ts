// The table workforce_audit_log. Entries about records are written in the transaction that writes the records. Where
// several transactions write at the same moment, one with a smaller number may be seen a little later.
import type { NewEntry } from '../../audit-log.ts';
import {
  NOT_REMOVABLE,
  UNCHANGEABLE,
  WRITTEN_COLUMNS,
  writtenRows,
  YOUNGEST_REMOVED,
} from '../../shared/audit-table.ts';
import type { Query } from '../connection/connection.ts';

const NOW = 'floor(1000 * extract(epoch FROM clock_timestamp()))::bigint';

const trigger = (name: string, when: string): string[] => [
  `DROP TRIGGER IF EXISTS ${name} ON workforce_audit_log`,
  `CREATE TRIGGER ${name} ${when} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
];

/** The table is named by the trigger, because a temporary table of the same name would come before it. */
export const auditLogDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_audit_log (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at BIGINT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
    resource TEXT, first_id BIGINT, record_count BIGINT, client TEXT, request_id TEXT, detail TEXT
  )`,
  `CREATE OR REPLACE FUNCTION workforce_audit_log_unchanged() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION '${UNCHANGEABLE}'; END $$`,
  ...trigger('workforce_audit_log_unchanged', 'BEFORE UPDATE OR TRUNCATE ON workforce_audit_log'),
  `CREATE OR REPLACE FUNCTION workforce_audit_log_oldest_first() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE oldest bigint;
  BEGIN
    EXECUTE format('SELECT min(number) FROM %I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO oldest;
    IF EXISTS (SELECT 1 FROM gone WHERE number > oldest OR at BETWEEN ${NOW} - ${YOUNGEST_REMOVED} AND ${NOW})
    THEN RAISE EXCEPTION '${NOT_REMOVABLE}'; END IF;
    RETURN NULL;
  END $$`,
  ...trigger('workforce_audit_log_oldest_first', 'AFTER DELETE ON workforce_audit_log REFERENCING OLD TABLE AS gone'),
];

const TYPES: Readonly<Record<string, string>> = { first_id: 'bigint', record_count: 'bigint' };

const INSERT = `INSERT INTO workforce_audit_log (at, ${WRITTEN_COLUMNS.join(', ')})
  SELECT ${NOW}, ${WRITTEN_COLUMNS.map((name, i) => `(entry->>${i})::${TYPES[name] ?? 'text'}`).join(', ')}
  FROM json_array_elements($1::text::json) AS entry`;

/** Called in the transaction that the entries are about. */
export async function appendEntries(query: Query, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length > 0) await query(INSERT, [writtenRows(entries)]);
}
