// The look-ups of imports and erasures in the database before they change it.
import type { Value } from '../../../catalogue/kinds.ts';
import type { ImportSession } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { nextId } from '../write/retired-ids.ts';

/** How many records are read at a time. */
const BATCH = 4000;

type LookUps = Pick<ImportSession, 'nextId' | 'stored' | 'recordsAfter' | 'idsBy' | 'count' | 'mismatches'>;

export const lookUps = (prepare: Prepare): LookUps => ({
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
    const sql = `SELECT ${column}, id FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?)) ORDER BY id`;
    const found = new Map<string, number[]>();
    for (const [value, id] of prepare(sql).values(JSON.stringify(values)) as [Value, number][]) {
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
