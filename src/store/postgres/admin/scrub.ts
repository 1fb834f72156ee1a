// Removes the bytes of deleted rows from the tables. The log, replicas and backups of the server are the operator's.
import { messageOf } from '../../../contract/errors.ts';
import { forgetErasures, unfinishedErasures } from '../../shared/bulk/erasures.ts';
import type { Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import { type Connection, connection, firstValue, type Query, runSql } from '../connection/connection.ts';
import type { Server } from '../connection/server.ts';
import { postgres } from '../dialect.ts';

const OWN_TABLES = ['workforce_list_counters', 'workforce_landmarks', 'workforce_idempotency', 'workforce_notes'];

/** The role of a service may not (docs/postgresql-roles.sql); the owner of the tables finishes erasures then. */
export const mayReadNotes = async (query: Query): Promise<boolean> =>
  (await firstValue(query, "SELECT has_table_privilege('workforce_notes', 'SELECT')")) === 't';

export async function scrub(server: Server, { catalogue }: Pick<Model, 'catalogue'>): Promise<boolean> {
  if (!(await mayReadNotes(server.query))) return false;
  const unfinished = await unfinishedErasures(runSql(server.query));
  if (!unfinished) return false;
  const changed = catalogue.filter(({ name }) => unfinished.resources.has(name));
  // Large tables take longer than a statement of the service may.
  const own = connection(server.address, { statementTimeout: 0, idleTimeout: 0 }, () => undefined);
  try {
    await own.query('SET statement_timeout = 0');
    await vacuum(own, [...changed.map(({ table }) => table), ...OWN_TABLES]);
    await forgetErasures({ run: runSql(own.query), dialect: postgres }, unfinished);
  } catch (error) {
    throw new StoreError(
      `The records are erased, but their tables may still hold the bytes: they cannot be vacuumed (${messageOf(error)}). Run "workforce doctor --fix" as the owner of the tables; the next start or erasure tries it too.`,
      { cause: error },
    );
  } finally {
    await own.close();
  }
  return true;
}

/** Whether the user may vacuum a table; the server passes over others with a warning only. */
const MAY_VACUUM = `SELECT CASE WHEN current_setting('server_version_num')::int >= 170000
  THEN has_table_privilege(oid, 'MAINTAIN') ELSE pg_has_role(relowner, 'USAGE') END
  FROM pg_class WHERE oid = to_regclass($1)`;

async function vacuum({ query }: Connection, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if ((await firstValue(query, MAY_VACUUM, [quoted(table)])) !== 't')
      throw new StoreError(`this user may not do it with ${table}`);
    await query(`VACUUM ANALYZE ${quoted(table)}`);
  }
}
