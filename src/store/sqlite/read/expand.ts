// The records that those of a page or a batch refer to.
import type { Reference } from '../../../catalogue/resource.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import { expandedBy, referencedBy } from '../../shared/expansion.ts';
import { whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
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
      const { name, table } = referenced.field.target;
      const { sql, parameters } = whereSql(
        sqlite,
        { conditions: rows?.[name] ?? [], terms: [] },
        {
          searchPrivate: false,
          extra: (bind) => sqlite.oneOf('id', 'integer', referenced.ids, bind),
          oneByOne: true,
        },
      );
      const found = prepare(`SELECT id, json FROM ${quoted(table)}${sql}`).values(...parameters);
      return [referenced, found as [number, string][]] as const;
    }),
  );
