// Where the embedded database keeps the lengths and landmarks of lists: written in the same transaction as the records.
import type { Resource } from '../../../catalogue/resource.ts';
import { landmarks, type Notes, notes } from '../../shared/list-counters.ts';
import type { Prepare } from '../connection/statements.ts';
import { forgetCounts } from '../read/incremental-counts.ts';

export const keptListsDdl = [
  `CREATE TABLE workforce_counts (
    resource TEXT NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (resource, field, value)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE workforce_landmarks (
    resource TEXT NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL, place INTEGER NOT NULL, id INTEGER NOT NULL,
    PRIMARY KEY (resource, field, value, place)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX workforce_landmarks_by_id ON workforce_landmarks (resource, field, value, id)',
];

export type Tally = Pick<Notes, 'add'> & {
  /** Writes down what was noted. */
  flush(): void;
  /** Forgets what was noted, because the records were not written after all. */
  discard(): void;
};

export function tally(prepare: Prepare, resource: Resource): Tally {
  const noted = notes(resource);
  const count = `INSERT INTO workforce_counts VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT DO UPDATE SET count = count + ?4 RETURNING count`;
  const mark = 'INSERT INTO workforce_landmarks VALUES (?, ?, ?, ?, ?)';
  return {
    add: noted.add,
    flush() {
      for (const { field, value, ids } of noted.growth()) {
        const [[after]] = prepare(count).values(resource.name, field, value, ids.length) as [[number]];
        for (const { place, id } of landmarks(ids, after)) prepare(mark).run(resource.name, field, value, place, id);
      }
      noted.clear();
    },
    discard: noted.clear,
  };
}

export function forgetLists(prepare: Prepare, { name }: Resource): void {
  for (const table of ['workforce_counts', 'workforce_landmarks'])
    prepare(`DELETE FROM ${table} WHERE resource = ?`).run(name);
  forgetCounts(prepare);
}
