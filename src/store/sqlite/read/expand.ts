// The records that those of a page or a batch refer to.
import type { Reference } from '../../../catalogue/resource.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import { expandedBy, referencedBy, referencedSql } from '../../shared/expansion.ts';
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
  expandedBy(
    referencedBy(items, follow).map((referenced) => {
      const { sql, parameters } = referencedSql(sqlite, referenced, rows);
      const found = prepare(sql).values(...parameters);
      return [referenced, found as [number, string][]] as const;
    }),
  );
