// The idempotency keys of creates, stored in the same transaction as the records: a create that is sent again, to
// whichever process, is answered with the record that it made.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { KEY_SECONDS } from '../../shared/idempotency.ts';
import { quoted } from '../../shared/schema.ts';
import type { Once, Outcome } from '../../store.ts';
import type { Query } from '../connection/connection.ts';
import { arrayText } from '../dialect.ts';

export const idempotencyDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_idempotency (
    key TEXT COLLATE "C" PRIMARY KEY, fingerprint TEXT NOT NULL, resource TEXT NOT NULL, id BIGINT NOT NULL, at BIGINT NOT NULL
  )`,
  'CREATE INDEX IF NOT EXISTS workforce_idempotency_by_at ON workforce_idempotency (at)',
];

/** Every batch of new keys deletes up to so many that have expired. */
const EXPIRED_AT_ONCE = 1000;

const now = (): number => Math.floor(Date.now() / 1000);

type Keyed = { readonly once: Once | undefined };

/** The earlier outcome of the key of each draft, in the order of the drafts; `undefined` for new keys. */
export async function usedKeys(
  query: Query,
  catalogue: Catalogue,
  drafts: readonly Keyed[],
): Promise<(Outcome | undefined)[]> {
  const keys = drafts.flatMap(({ once }) => (once ? [once.key] : []));
  if (keys.length === 0) return drafts.map(() => undefined);
  const rows = await query(
    `SELECT key, fingerprint, resource, id FROM workforce_idempotency
     WHERE at > $1 AND key = ANY ($2::text::text[])`,
    [now() - KEY_SECONDS, arrayText(keys)],
  );
  const found = new Map(rows.map(([key, ...rest]) => [key!.toString(), rest.map(String) as [string, string, string]]));
  return Promise.all(
    drafts.map(async ({ once }): Promise<Outcome | undefined> => {
      const used = once && found.get(once.key);
      if (!used) return undefined;
      const [fingerprint, resource, id] = used;
      if (fingerprint !== once.fingerprint) return { conflict: true };
      const { table } = catalogue.find(({ name }) => name === resource)!;
      const [row] = await query(`SELECT json FROM ${quoted(table)} WHERE id = $1`, [Number(id)]);
      if (!row) throw new TryAgain();
      return { id: Number(id), json: row![0]!.toString(), replayed: true };
    }),
  );
}

/** A worker does not show the record yet, or another process used a key at the same moment. The code makes the batch
 * start again. */
class TryAgain extends Error {
  readonly code = '40001';
}

type Written = Keyed & { readonly resource: Resource; readonly outcome: Outcome };

export async function storeKeys(query: Query, written: readonly Written[]): Promise<void> {
  const keys = written.flatMap(({ once, resource, outcome }) =>
    once && 'json' in outcome ? [{ ...once, resource: resource.name, id: outcome.id }] : [],
  );
  if (keys.length === 0) return;
  const stored = await query(
    `INSERT INTO workforce_idempotency AS used
     SELECT key, fingerprint, resource, id, $1 FROM json_to_recordset($2::text::json)
       AS given (key text, fingerprint text, resource text, id bigint)
     ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint, resource = excluded.resource,
       id = excluded.id, at = excluded.at WHERE used.at <= $1 - ${KEY_SECONDS}
     RETURNING 1`,
    [now(), JSON.stringify(keys)],
  );
  if (stored.length < keys.length) throw new TryAgain();
  await query(
    `DELETE FROM workforce_idempotency WHERE key IN (
       SELECT key FROM workforce_idempotency WHERE at <= $1 ORDER BY at LIMIT ${EXPIRED_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
    [now() - KEY_SECONDS],
  );
}
