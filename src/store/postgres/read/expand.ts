// The records that those of a page or a batch refer to.
import type { Reference } from '../../../catalogue/resource.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import { expansion } from '../../shared/expansion.ts';
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
  const found = expansion(postgres, items, follow, rows).map(async ({ name, sql, parameters }) => {
    const records = await query(sql, parameters, true);
    return [name, new Map(records.map(([id, json]) => [Number(id), json!.toString()]))] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}
