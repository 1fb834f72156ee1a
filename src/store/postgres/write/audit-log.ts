// The table workforce_audit_log. Entries about records are written in the transaction that writes the records. Where
// several transactions write at the same moment, one with a smaller number may be seen a little later.
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
import { StoreError } from '../../store.ts';
import type { Query } from '../connection/connection.ts';
import { isForbidden } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';

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

const sql = auditSql((n) => `$${n}`, NOW);

type AuditLogOptions = {
  readonly primary: () => Server;
  /** Turns the failure of a statement into its refusal. */
  readonly refusing: <T>(answer: Promise<T>) => Promise<T>;
  readonly audit: AuditSettings;
};

export function auditLog({ primary, refusing, audit }: AuditLogOptions): AuditLog {
  const run = <T>(ask: (server: Server) => Promise<T>): Promise<T> =>
    refusing(Promise.try(() => ask(primary())).catch(explain));
  const read = ({ sql: text, values }: { sql: string; values: (string | number)[] }) =>
    run((server) => server.query(text, values));
  return {
    async add(given) {
      const entries = [given].flat();
      if (audit.days === 0 || entries.length === 0) return;
      await run((server) => appendEntries(server.query, entries));
      audit.onWritten(entries);
    },
    read: async (filter) => (await read(sql.read(filter))).map(asEntry),
    before: async (filter, count) => Number((await read(sql.before(filter, count)))[0]![0]),
    trim: (days) =>
      run(async ({ query }) => {
        const [row] = await query(sql.oldest, [Math.round(days * DAY)]);
        return row?.[0] ? (await query(sql.trim, [Number(row[0])])).length : 0;
      }),
  };
}

function explain(error: unknown): never {
  if (!isForbidden(error)) throw error;
  throw new StoreError(
    `The audit log cannot be used by this user (${(error as Error).message}); run this as the owner of the tables, or grant what docs/postgresql-roles.sql grants.`,
  );
}
