// The table workforce_notes: what imports and erasures store beside the records. Its kinds are in jobs/.
import type { Note, Notes } from '../../maintenance.ts';
import type { Prepare } from '../connection/statements.ts';

export const notesDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_notes (
    kind TEXT NOT NULL, resource TEXT NOT NULL, name TEXT NOT NULL, id INTEGER, PRIMARY KEY (kind, resource, name)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS workforce_notes_by_id ON workforce_notes (resource, id)',
];

export const notes = (prepare: Prepare): Notes => ({
  noted(kind, resource, names) {
    const sql = `SELECT name, id FROM workforce_notes
      WHERE kind = ? AND resource = ? AND name IN (SELECT value FROM json_each(?))`;
    return new Map(prepare(sql).values(kind, resource, JSON.stringify(names)) as [string, number | null][]);
  },
  notesOf: (kind) =>
    prepare('SELECT name FROM workforce_notes WHERE kind = ?')
      .values(kind)
      .map(([name]) => name as string),
  notesAbout: (resource, ids) =>
    prepare(`SELECT kind, resource, name, id FROM workforce_notes
      WHERE resource = ? AND id IN (SELECT value FROM json_each(?))`).all(resource, JSON.stringify(ids)) as Note[],
  note: (all) => addNotes(prepare, all),
  forgetNotes: (kind) => void prepare('DELETE FROM workforce_notes WHERE kind = ?').run(kind),
});

export function addNotes(prepare: Prepare, all: readonly Note[]): void {
  const insert = prepare('INSERT OR REPLACE INTO workforce_notes VALUES (?, ?, ?, ?)');
  for (const { kind, resource, name, id } of all) insert.run(kind, resource, name, id);
}

/** For records that are erased. */
export const forgetRecords = (prepare: Prepare, resource: string, ids: readonly number[]): void =>
  void prepare('DELETE FROM workforce_notes WHERE resource = ? AND id IN (SELECT value FROM json_each(?))').run(
    resource,
    JSON.stringify(ids),
  );

export const allNotes = (prepare: Prepare): Note[] =>
  prepare('SELECT kind, resource, name, id FROM workforce_notes').all() as Note[];
