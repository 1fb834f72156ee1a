// The look-ups of imports and erasures in the database before they change it.
import type { ImportSession } from '../../maintenance.ts';
import { ask, type SqlEngine } from '../dialect.ts';
import { quoted } from '../schema.ts';

/** How many records are read at a time. */
const BATCH = 4000;

type LookUps = Pick<ImportSession, 'stored' | 'recordsAfter' | 'idsBy' | 'count' | 'mismatches'>;

export const lookUps = (engine: SqlEngine): LookUps => ({
  async stored({ table }, ids) {
    const rows = await ask(
      engine,
      (bind) => `SELECT id, json FROM ${quoted(table)} WHERE ${engine.dialect.oneOf('id', 'integer', ids, bind)}`,
    );
    return new Map(rows.map(([id, json]) => [Number(id), String(json)]));
  },
  async recordsAfter({ table }, after) {
    const rows = await ask(
      engine,
      (bind) => `SELECT json FROM ${quoted(table)} WHERE id > ${bind(after)} ORDER BY id LIMIT ${BATCH}`,
    );
    return rows.map(([json]) => String(json));
  },
  async idsBy({ table }, { name, kind }, values) {
    const { type } = kind.schema;
    const wanted = [...new Set(values.filter((value) => value !== null))];
    const rows = await ask(
      engine,
      (bind) => `SELECT ${quoted(name)}, id FROM ${quoted(table)}
        WHERE ${engine.dialect.oneOf(quoted(name), type, wanted, bind)} ORDER BY id`,
    );
    const idsOf = Map.groupBy(rows, ([value]) => JSON.stringify(type === 'string' ? value : Number(value)));
    return new Map([...idsOf].map(([value, found]) => [value, found.map(([, id]) => Number(id))]));
  },
  async count({ table }) {
    const [row] = await engine.run(`SELECT count(*) FROM ${quoted(table)}`);
    return Number(row![0]);
  },
  async mismatches({ table }, { name, target, within }) {
    const rows = await engine.run(
      `SELECT own.id, other.id FROM ${quoted(table)} AS own JOIN ${quoted(target.table)} AS other
        ON other.id = own.${quoted(name)} WHERE own.${quoted(within!)} IS DISTINCT FROM other.${quoted(within!)} LIMIT 100`,
    );
    return rows.map(([own, other]) => [Number(own), Number(other)] as const);
  },
});
