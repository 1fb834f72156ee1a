// The records that those of a page or a batch refer to.
import type { Reference } from '../../../catalogue/resource.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import { expansion } from '../../shared/expansion.ts';
import type { Expanded } from '../../store.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';

/** Called in the transaction that `items` were read in. */
export const expand = (
  prepare: Prepare,
  items: Uint8Array,
  follow: readonly Reference[],
  rows: RowLimits | undefined,
): Expanded =>
  Object.fromEntries(
    expansion(sqlite, items, follow, rows).map(({ name, sql, parameters }) => [
      name,
      new Map(prepare(sql).values(...parameters) as [number, string][]),
    ]),
  );
