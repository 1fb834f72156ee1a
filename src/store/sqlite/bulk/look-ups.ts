// What imports and erasures look up in the database before they change it.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import type { ImportSession } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { idAt } from '../columns/blocks.ts';
import { columnFields } from '../columns/column.ts';
import type { Dictionary } from '../columns/dictionary.ts';
import { rowsIn } from '../columns/selection.ts';
import { tables } from '../columns/table.ts';
import { flagsOf } from '../columns/tests.ts';
import type { Prepare } from '../connection/statements.ts';
import { nextId } from '../write/retired-ids.ts';

/** How many records are read at a time. */
const BATCH = 4000;

type LookUps = Pick<ImportSession, 'nextId' | 'stored' | 'recordsAfter' | 'idsBy' | 'count' | 'mismatches'>;

/** `isChanged`: the session has written, changed or removed records of the resource. */
export const lookUps = (prepare: Prepare, isChanged: (resource: Resource) => boolean): LookUps => ({
  nextId: (resource) => nextId(prepare, resource),
  stored({ table }, ids) {
    const sql = `SELECT id, json FROM ${quoted(table)} WHERE id IN (SELECT value FROM json_each(?))`;
    return new Map(prepare(sql).values(JSON.stringify(ids)) as [number, string][]);
  },
  recordsAfter({ table }, id) {
    const sql = `SELECT json FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT ${BATCH}`;
    return prepare(sql)
      .values(id)
      .map(([json]) => json as string);
  },
  idsBy(resource, field, values) {
    const [table, column] = [quoted(resource.table), quoted(field.name)];
    // Columns are of the records before this session.
    const isInColumns = field.index !== 'plain' && columnFields(resource).includes(field) && !isChanged(resource);
    const within = isInColumns ? `id IN (SELECT value FROM json_each(?2)) AND` : '';
    const sql = `SELECT ${column}, id FROM ${table} WHERE ${within} ${column} IN (SELECT value FROM json_each(?1)) ORDER BY id`;
    const ids = isInColumns ? [JSON.stringify(idsWith(prepare, resource, field, values))] : [];
    const found = new Map<string, number[]>();
    for (const [value, id] of prepare(sql).values(JSON.stringify(values), ...ids) as [Value, number][]) {
      const key = JSON.stringify(value);
      const known = found.get(key);
      if (known) known.push(id);
      else found.set(key, [id]);
    }
    return found;
  },
  count: ({ table }) => prepare(`SELECT count(*) FROM ${quoted(table)}`).values()[0]![0] as number,
  mismatches({ table }, { name, target, within }) {
    const sql = `SELECT own.id, other.id FROM ${quoted(table)} AS own JOIN ${quoted(target.table)} AS other
      ON other.id = own.${quoted(name)} WHERE own.${quoted(within!)} IS NOT other.${quoted(within!)} LIMIT 100`;
    return prepare(sql).values() as [number, number][];
  },
});

/** The records that have one of the values. */
function idsWith(prepare: Prepare, resource: Resource, field: Field, values: readonly Value[]): number[] {
  const table = tables(prepare, (_, read) => read()).of(resource);
  const selected = {
    table,
    tests: [{ field, flags: (own: Dictionary) => flagsOf({ field, operator: 'in', values }, own) }],
  };
  return table.blocks.flatMap((block) => {
    const { length, at } = rowsIn(selected, block);
    return Array.from({ length }, (_, row) => idAt(block, at ? at[row]! : row));
  });
}
