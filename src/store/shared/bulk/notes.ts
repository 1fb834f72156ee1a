// The table workforce_notes: what imports and erasures store beside the records. Its kinds are in jobs/.
import type { Note, Notes } from '../../maintenance.ts';
import { ask, type Bind, type SqlEngine } from '../dialect.ts';

export const notes = (engine: SqlEngine): Notes => ({
  async noted(kind, resource, names) {
    const rows = await ask(
      engine,
      (bind) => `SELECT name, id FROM workforce_notes WHERE kind = ${bind(kind)} AND resource = ${bind(resource)}
        AND ${engine.dialect.oneOf('name', 'string', names, bind)}`,
    );
    return new Map(rows.map(([name, id]) => [String(name), idOf(id)]));
  },
  async notesOf(kind) {
    const rows = await ask(engine, (bind) => `SELECT name FROM workforce_notes WHERE kind = ${bind(kind)}`);
    return rows.map(([name]) => String(name));
  },
  async notesAbout(resource, ids) {
    const rows = await ask(engine, (bind) => `${ALL} ${about(engine, resource, ids, bind)}`);
    return rows.map(asNote);
  },
  note: (all) => addNotes(engine, all),
  async forgetNotes(kind) {
    await ask(engine, (bind) => `DELETE FROM workforce_notes WHERE kind = ${bind(kind)}`);
  },
});

const ALL = 'SELECT kind, resource, name, id FROM workforce_notes';

/** The marks of erasures.ts, which are about the files of this database and in no copy. */
export const UNSCRUBBED = 'unscrubbed';

const about = ({ dialect }: SqlEngine, resource: string, ids: readonly number[], bind: Bind): string =>
  `WHERE resource = ${bind(resource)} AND ${dialect.oneOf('id', 'integer', ids, bind)}`;

/** How many are written at a time. */
const BATCH = 10_000;
const COLUMNS = { kind: 'string', resource: 'string', name: 'string', id: 'integer' } as const;

export async function addNotes(engine: SqlEngine, all: readonly Note[]): Promise<void> {
  for (let from = 0; from < all.length; from += BATCH) {
    const json = JSON.stringify(all.slice(from, from + BATCH));
    await ask(
      engine,
      (
        bind,
      ) => `INSERT INTO workforce_notes SELECT kind, resource, name, id FROM ${engine.dialect.given(COLUMNS, json, bind)}
        WHERE true ON CONFLICT (kind, resource, name) DO UPDATE SET id = excluded.id`,
    );
  }
}

/** For records that are erased: their notes, and the idempotency keys that they were created with. */
export async function forgetRecords(engine: SqlEngine, resource: string, ids: readonly number[]): Promise<void> {
  for (const table of ['workforce_idempotency', 'workforce_notes'])
    await ask(engine, (bind) => `DELETE FROM ${table} ${about(engine, resource, ids, bind)}`);
}

export const allNotes = async ({ run }: SqlEngine): Promise<Note[]> =>
  (await run(`${ALL} WHERE kind <> '${UNSCRUBBED}'`)).map(asNote);

const asNote = ([kind, resource, name, id]: readonly unknown[]): Note => ({
  ...{ kind: String(kind), resource: String(resource), name: String(name) },
  id: idOf(id),
});

const idOf = (id: unknown): number | null => (id === null ? null : Number(id));
