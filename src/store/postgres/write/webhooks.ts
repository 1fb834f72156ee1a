// The table workforce_webhooks, on the server that takes writes: what a replica says of it may be old.
import type { Value } from '../../../catalogue/kinds.ts';
import { StoreError } from '../../store.ts';
import { asWebhook, type Webhooks, webhookSql, webhooksTable, webhookWrites } from '../../webhooks.ts';
import { isForbidden } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';

export const webhooksDdl = [webhooksTable('BIGINT')];

const sql = webhookSql({ parameter: (n) => `$${n}`, same: 'IS NOT DISTINCT FROM' });
const NOW = 'floor(1000 * extract(epoch FROM clock_timestamp()))::bigint';

/** `refusing`: says what the failure of a statement means. */
export function webhooks(primary: () => Server, refusing: <T>(answer: Promise<T>) => Promise<T>): Webhooks {
  const run = (text: string, values: readonly Value[] = []) =>
    refusing(Promise.try(() => primary().query(text, values)).catch(explain));
  /** Whether a row was written. */
  const write = async (text: string, values: readonly Value[]): Promise<boolean> =>
    (await run(text, values)).length > 0;
  return {
    async all() {
      const rows = await run(sql.select(NOW));
      return { now: Number(rows[0]?.at(-1) ?? Date.now()), webhooks: rows.map(asWebhook) };
    },
    ...webhookWrites(sql, write),
  };
}

function explain(error: unknown): never {
  if (!isForbidden(error)) throw error;
  throw new StoreError(
    `Webhooks cannot be changed by this user (${(error as Error).message}); run this as the owner of the tables, or grant what docs/postgresql-roles.sql grants.`,
  );
}
