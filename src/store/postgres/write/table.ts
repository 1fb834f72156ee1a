// The small tables and the audit log, on the server that takes writes: the rows of a replica may be old. Entries about
// records are written in the transaction that writes the records. Where several transactions write at the same moment,
// an entry with a smaller number may be seen a little later.
import type { NewEntry } from '../../audit-log.ts';
import {
  NOT_REMOVABLE,
  UNCHANGEABLE,
  WRITTEN_COLUMNS,
  writtenRows,
  YOUNGEST_REMOVED,
} from '../../shared/audit-table.ts';
import { StoreError } from '../../store.ts';
import { type TableDialect, type TableEngine, tableDdl } from '../../table.ts';
import { tables } from '../../tables.ts';
import type { Query } from '../connection/connection.ts';
import { isForbidden } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';

const NOW = 'floor(1000 * extract(epoch FROM clock_timestamp()))::bigint';

const trigger = (name: string, when: string): string[] => [
  `DROP TRIGGER IF EXISTS ${name} ON workforce_audit_log`,
  `CREATE TRIGGER ${name} ${when} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
];

/** The table is named by the trigger, because a temporary table of the same name would come before it. */
const auditLogDdl = [
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

const dialect: TableDialect = {
  number: 'BIGINT',
  ending: '',
  now: NOW,
  same: 'IS NOT DISTINCT FROM',
  parameter: (n) => `$${n}`,
};

export const tablesDdl = [...tables.flatMap((each) => tableDdl<never>(each, dialect)), ...auditLogDdl];

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
