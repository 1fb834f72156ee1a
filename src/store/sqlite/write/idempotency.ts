// The idempotency keys of creates, stored in the same transaction as the records: a create that is sent again is
// answered with the record that it made.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { KEY_SECONDS } from '../../shared/idempotency.ts';
import { quoted } from '../../shared/schema.ts';
import type { Once, Outcome } from '../../store.ts';
import type { Prepare } from '../connection/statements.ts';

export const idempotencyDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_idempotency (
    key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, resource TEXT NOT NULL, id INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS workforce_idempotency_by_at ON workforce_idempotency (at)',
];

/** Every new key deletes up to so many that have expired. */
const EXPIRED_AT_ONCE = 10;

const now = (): number => Math.floor(Date.now() / 1000);

export function idempotencyKeys(prepare: Prepare, catalogue: Catalogue) {
  const tables = new Map(catalogue.map(({ name, table }) => [name, table]));
  const find = 'SELECT fingerprint, resource, id FROM workforce_idempotency WHERE key = ? AND at > ?';
  const store = 'INSERT OR REPLACE INTO workforce_idempotency VALUES (?, ?, ?, ?, ?)';
  const expire = `DELETE FROM workforce_idempotency WHERE key IN
    (SELECT key FROM workforce_idempotency WHERE at <= ? ORDER BY at LIMIT ${EXPIRED_AT_ONCE})`;
  return {
    /** The earlier outcome of the key; `undefined` for a new key. */
    find({ key, fingerprint }: Once): Outcome | undefined {
      const [row] = prepare(find).values(key, now() - KEY_SECONDS) as [string, string, number][];
      if (!row) return undefined;
      const [used, resource, id] = row;
      if (used !== fingerprint) return { conflict: true };
      const sql = `SELECT json FROM ${quoted(tables.get(resource)!)} WHERE id = ?`;
      return { id, json: prepare(sql).values(id)[0]![0] as string, replayed: true };
    },
    store({ key, fingerprint }: Once, { name }: Resource, id: number): void {
      prepare(store).run(key, fingerprint, name, id, now());
      prepare(expire).run(now() - KEY_SECONDS);
    },
  };
}
