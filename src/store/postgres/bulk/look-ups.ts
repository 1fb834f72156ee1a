// The look-ups of imports and erasures in the database before they change it.
import type { ImportSession } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import type { Query } from '../connection/connection.ts';
import { arrayText } from '../dialect.ts';
import { lookUpSql, normal } from '../read/check-relations.ts';
import { nextId } from '../write/retired-ids.ts';

/** How many records are read at a time. */
const BATCH = 4000;

type LookUps = Pick<ImportSession, 'nextId' | 'stored' | 'recordsAfter' | 'idsBy' | 'count' | 'mismatches'>;

export const lookUps = (query: Query): LookUps => ({
  nextId: (resource) => nextId(query, resource),
  async stored({ table }, ids) {
    const sql = `SELECT id, json FROM ${quoted(table)}
      WHERE id = ANY ($1::text::bigint[])`;
    const rows = await query(sql, [arrayText(ids)]);
    return new Map(rows.map(([id, json]) => [Number(id), json!.toString()]));
  },
  async recordsAfter({ table }, id) {
    const sql = `SELECT json FROM ${quoted(table)} WHERE id > $1 ORDER BY id LIMIT ${BATCH}`;
    return (await query(sql, [id])).map(([json]) => json!.toString());
  },
  async idsBy(resource, field, values) {
    const wanted = resource.fields.find(({ name }) => name === 'id')!;
    const keys = [...new Set(values)].map((value) => [value]);
    const rows = await query(`${lookUpSql({ resource, by: [field], wanted })} ORDER BY record.id`, [
      JSON.stringify(keys),
    ]);
    const found = new Map<string, number[]>();
    for (const [key, id] of rows) {
      const text = JSON.stringify((JSON.parse(normal(key!)) as unknown[])[0]);
      found.set(text, [...(found.get(text) ?? []), Number(id)]);
    }
    return found;
  },
  async count({ table }) {
    const [row] = await query(`SELECT count(*) FROM ${quoted(table)}`);
    return Number(row![0]);
  },
  async mismatches({ table }, { name, target, within }) {
    const rows = await query(`SELECT own.id, other.id FROM ${quoted(table)} AS own JOIN ${quoted(target.table)} AS other
      ON other.id = own.${quoted(name)} WHERE own.${quoted(within!)} IS DISTINCT FROM other.${quoted(within!)} LIMIT 100`);
    return rows.map(([own, other]) => [Number(own), Number(other)] as const);
  },
});
