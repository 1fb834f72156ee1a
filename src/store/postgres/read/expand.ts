// The records that those of a page or a batch refer to.
import type { Reference } from '../../../catalogue/resource.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import { expandedBy, referencedBy, referencedSql } from '../../shared/expansion.ts';
import type { Expanded } from '../../store.ts';
import type { Query } from '../connection/connection.ts';
import { postgres } from '../dialect.ts';

/** `query` is of the server that `items` are from, because another one may be behind it. */
export async function expand(
  query: Query,
  items: Uint8Array,
  follow: readonly Reference[],
  rows: RowLimits | undefined,
): Promise<Expanded> {
  const found = referencedBy(items, follow).map(async (referenced) => {
    const { sql, parameters } = referencedSql(postgres, referenced, rows);
    const records = await query(sql, parameters, true);
    return [referenced, records.map(([id, json]) => [Number(id), json!.toString()] as const)] as const;
  });
  return expandedBy(await Promise.all(found));
}
