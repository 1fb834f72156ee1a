// The records that those of a page or a batch refer to, for `expand` and for fields such as `dept_id.name`: one query
// for each reference, of the same state of the data as the page.
import type { Reference } from '../../catalogue/resource.ts';
import type { RowLimits } from '../../contract/request/row-limits.ts';
import type { Expanded } from '../store.ts';
import type { Bind, Dialect } from './dialect.ts';
import { type Statement, whereSql } from './list-sql.ts';
import { recordsIn } from './record-text.ts';
import { quoted } from './schema.ts';

/** The ids that one reference leads to, each once. */
export type Referenced = { readonly field: Reference; readonly ids: readonly number[] };

const decoder = new TextDecoder();

/** `items`: stored texts, joined by commas or as lines. */
export function referencedBy(items: Uint8Array, follow: readonly Reference[]): Referenced[] {
  const records = recordsIn(decoder.decode(items));
  return follow.map((field) => {
    const ids = new Set(records.map((record) => record[field.name] as number | null));
    ids.delete(null);
    return { field, ids: [...ids] as number[] };
  });
}

/** The statement for these records, as far as they are there for the caller. */
export function referencedSql(dialect: Dialect, { field, ids }: Referenced, rows: RowLimits | undefined): Statement {
  const { name, table } = field.target;
  const extra = (bind: Bind) => dialect.oneOf('id', 'integer', ids, bind);
  const { sql, parameters } = whereSql(dialect, { conditions: rows?.[name] ?? [] }, { extra, oneByOne: true });
  return { sql: `SELECT id, json FROM ${quoted(table)}${sql}`, parameters };
}

export const expandedBy = (found: readonly (readonly [Referenced, Iterable<readonly [number, string]>])[]): Expanded =>
  Object.fromEntries(found.map(([{ field }, records]) => [field.name, new Map(records)]));

/** How much memory the records take, roughly: the number of their characters. */
export function sizeOf(expanded: Expanded): number {
  let size = 0;
  for (const records of Object.values(expanded)) for (const text of records.values()) size += text.length;
  return size;
}
