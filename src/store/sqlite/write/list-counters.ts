// The list counters of the embedded database: written in the same transaction as the records.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { type CounterDeltas, counterDeltas, landmarks } from '../../shared/list-counters.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { invalidateCounts } from '../read/incremental-counts.ts';

export const listCountersDdl = [
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

export type ListCounters = Pick<CounterDeltas, 'add'> & {
  /** Stores the deltas. */
  flush(): void;
  /** Drops the deltas, because the records were not written after all. */
  discard(): void;
};

export function listCounters(prepare: Prepare, resource: Resource): ListCounters {
  const deltas = counterDeltas(resource);
  const count = `INSERT INTO workforce_counts VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT DO UPDATE SET count = count + ?4 RETURNING count`;
  const mark = 'INSERT INTO workforce_landmarks VALUES (?, ?, ?, ?, ?)';
  return {
    add: deltas.add,
    flush() {
      for (const { field, value, ids } of deltas.list()) {
        const [[length]] = prepare(count).values(resource.name, field, value, ids.length) as [[number]];
        for (const { place, id } of landmarks(ids, length)) prepare(mark).run(resource.name, field, value, place, id);
      }
      deltas.clear();
    },
    discard: deltas.clear,
  };
}

/** Counts all records of a resource again. */
export function rebuildCounters(prepare: Prepare, resource: Resource): void {
  for (const table of ['workforce_counts', 'workforce_landmarks'])
    prepare(`DELETE FROM ${table} WHERE resource = ?`).run(resource.name);
  invalidateCounts(prepare);
  const counters = listCounters(prepare, resource);
  const page = prepare(`SELECT * FROM ${quoted(resource.table)} WHERE id > ? ORDER BY id LIMIT 5000`);
  for (let after = BEFORE_ALL; ; ) {
    const rows = page.all(after) as DataRecord[];
    if (rows.length === 0) break;
    for (const row of rows) counters.add(row);
    counters.flush();
    after = rows.at(-1)!.id as number;
  }
}
