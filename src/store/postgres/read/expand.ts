// The records that those of a page or a batch refer to.
import type { Reference } from '../../../catalogue/resource.ts';
import { expandedBy, referencedBy } from '../../shared/expansion.ts';
import { quoted } from '../../shared/schema.ts';
import type { Expanded } from '../../store.ts';
import type { Query } from '../connection/connection.ts';
import { postgres } from '../dialect.ts';

/** `query` is of the server that `items` are from, because another one may be behind it. */
export async function expand(query: Query, items: Uint8Array, follow: readonly Reference[]): Promise<Expanded> {
  const found = referencedBy(items, follow).map(async (referenced) => {
    const ids = postgres.oneOf('id', 'integer', '$1');
    const sql = `SELECT id, json FROM ${quoted(referenced.field.target.table)} WHERE ${ids}`;
    const rows = await query(sql, [JSON.stringify(referenced.ids)], true);
    return [referenced, rows.map(([id, json]) => [Number(id), json!.toString()] as const)] as const;
  });
  return expandedBy(await Promise.all(found));
}
