// The table workforce_notes: what imports and erasures store beside the records. Its kinds are in jobs/.
import type { Note, Notes } from '../../maintenance.ts';
import type { Query, Row } from '../connection/connection.ts';
import { arrayText } from '../dialect.ts';

export const notesDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_notes (
    kind TEXT NOT NULL, resource TEXT NOT NULL, name TEXT NOT NULL, id BIGINT, PRIMARY KEY (kind, resource, name))`,
  'CREATE INDEX IF NOT EXISTS workforce_notes_by_id ON workforce_notes (resource, id)',
];

export const notes = (query: Query): Notes => ({
  async noted(kind, resource, names) {
    const sql = `SELECT name, id FROM workforce_notes WHERE kind = $1 AND resource = $2
      AND name = ANY ($3::text::text[])`;
    const rows = await query(sql, [kind, resource, arrayText(names)]);
    return new Map(rows.map(([name, id]) => [name!.toString(), id === null ? null : Number(id)]));
  },
  async notesOf(kind) {
    const rows = await query('SELECT name FROM workforce_notes WHERE kind = $1', [kind]);
    return rows.map(([name]) => name!.toString());
  },
  async notesAbout(resource, ids) {
    const sql = `SELECT kind, resource, name, id FROM workforce_notes
      WHERE resource = $1 AND id = ANY ($2::text::bigint[])`;
    return (await query(sql, [resource, arrayText(ids)])).map(asNote);
  },
  note: (all) => addNotes(query, all),
  async forgetNotes(kind) {
    await query('DELETE FROM workforce_notes WHERE kind = $1', [kind]);
  },
});

/** How many are written at a time. */
const BATCH = 10_000;

export async function addNotes(query: Query, all: readonly Note[]): Promise<void> {
  for (let from = 0; from < all.length; from += BATCH)
    await query(
      `INSERT INTO workforce_notes SELECT kind, resource, name, id
       FROM json_to_recordset($1::text::json) AS note (kind TEXT, resource TEXT, name TEXT, id BIGINT)
       ON CONFLICT (kind, resource, name) DO UPDATE SET id = excluded.id`,
      [JSON.stringify(all.slice(from, from + BATCH))],
    );
}

/** For records that are erased. */
export async function forgetRecords(query: Query, resource: string, ids: readonly number[]): Promise<void> {
  await query(
    `DELETE FROM workforce_notes WHERE resource = $1
     AND id = ANY ($2::text::bigint[])`,
    [resource, arrayText(ids)],
  );
}

export const allNotes = async (query: Query): Promise<Note[]> =>
  (await query('SELECT kind, resource, name, id FROM workforce_notes')).map(asNote);

const asNote = ([kind, resource, name, id]: Row): Note => ({
  kind: kind!.toString(),
  resource: resource!.toString(),
  name: name!.toString(),
  id: id === null ? null : Number(id),
});
