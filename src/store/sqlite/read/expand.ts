// The records that those of a page or a batch refer to.
import type { Reference } from '../../../catalogue/resource.ts';
import { expandedBy, referencedBy } from '../../shared/expansion.ts';
import { quoted } from '../../shared/schema.ts';
import type { Expanded } from '../../store.ts';
import type { Prepare } from '../connection/statements.ts';

/** Called in the transaction that `items` were read in. */
export const expand = (prepare: Prepare, items: Uint8Array, follow: readonly Reference[]): Expanded =>
  expandedBy(
    referencedBy(items, follow).map((referenced) => {
      const { table } = referenced.field.target;
      const sql = `SELECT id, json FROM ${quoted(table)} WHERE id IN (SELECT value FROM json_each(?))`;
      return [referenced, prepare(sql).values(JSON.stringify(referenced.ids)) as [number, string][]] as const;
    }),
  );
