// The records that those of a page or a batch refer to, for `expand` and for fields such as `dept_id.name`: one query
// for each reference, of the same state of the data as the page.
import type { Reference } from '../../catalogue/resource.ts';
import type { RowLimits } from '../../contract/request/row-limits.ts';
import type { Expanded } from '../store.ts';
import type { Bind, Dialect } from './dialect.ts';
import { type Statement, whereSql } from './list-sql.ts';
import { recordsIn } from './record-text.ts';
import { quoted } from './schema.ts';

const decoder = new TextDecoder();

/** For each reference, the statement for the records that it leads to, each once, as far as they are there for the
 * caller. `items`: stored texts, joined by commas or as lines. */
export function expansion(
  dialect: Dialect,
  items: Uint8Array,
  follow: readonly Reference[],
  rows: RowLimits | undefined,
): (Statement & { readonly name: string })[] {
  const records = recordsIn(decoder.decode(items));
  return follow.map(({ name, target }) => {
    const ids = new Set(records.map((record) => record[name] as number | null));
    ids.delete(null);
    const extra = (bind: Bind) => dialect.oneOf('id', 'integer', [...ids] as number[], bind);
    const conditions = rows?.[target.name] ?? [];
    const { sql, parameters } = whereSql(dialect, { conditions }, { extra, oneByOne: true });
    return { name, sql: `SELECT id, json FROM ${quoted(target.table)}${sql}`, parameters };
  });
}

/** How much memory the records take, roughly: the number of their characters. */
export function sizeOf(expanded: Expanded): number {
  let size = 0;
  for (const records of Object.values(expanded)) for (const text of records.values()) size += text.length;
  return size;
}
