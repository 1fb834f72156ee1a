// The keys that creates were sent with, in the same transaction as the records: a create that is sent again is answered
// with the record it made.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { KEY_SECONDS } from '../../shared/idempotency.ts';
import { quoted } from '../../shared/schema.ts';
import type { Once, Outcome } from '../../store.ts';
import type { Prepare } from '../connection/statements.ts';

export const idempotencyDdl = [
  `CREATE TABLE workforce_idempotency (
    key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, resource TEXT NOT NULL, id INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX workforce_idempotency_by_at ON workforce_idempotency (at)',
];

/** So many that are too old are cleared whenever one is kept. */
const CLEARED = 10;

const now = (): number => Math.floor(Date.now() / 1000);

export function keptKeys(prepare: Prepare, catalogue: Catalogue) {
  const tables = new Map(catalogue.map(({ name, table }) => [name, table]));
  const find = 'SELECT fingerprint, resource, id FROM workforce_idempotency WHERE key = ? AND at > ?';
  const keep = 'INSERT OR REPLACE INTO workforce_idempotency VALUES (?, ?, ?, ?, ?)';
  const clear = `DELETE FROM workforce_idempotency WHERE key IN
    (SELECT key FROM workforce_idempotency WHERE at <= ? ORDER BY at LIMIT ${CLEARED})`;
  return {
    /** What the key was used for already, if it was. */
    find({ key, fingerprint }: Once): Outcome | undefined {
      const [row] = prepare(find).values(key, now() - KEY_SECONDS) as [string, string, number][];
      if (!row) return undefined;
      const [used, resource, id] = row;
      if (used !== fingerprint) return { conflict: true };
      const sql = `SELECT json FROM ${quoted(tables.get(resource)!)} WHERE id = ?`;
      return { id, json: prepare(sql).values(id)[0]![0] as string, replayed: true };
    },
    keep({ key, fingerprint }: Once, { name }: Resource, id: number): void {
      prepare(keep).run(key, fingerprint, name, id, now());
      prepare(clear).run(now() - KEY_SECONDS);
    },
  };
}
