// What is kept about lists so that nothing has to be counted: how long each is, and which id stands at every STRIDE-th
// place. A list here is a whole resource, or its records with one value of one filter. Written in the same transaction
// as the records; nothing is ever deleted and ids only grow, so places never change.
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { columnValue } from '../record-text.ts';
import type { Prepare } from './statement-cache.ts';

export const STRIDE = 64;

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

/** The value as it stands in the tables; a whole resource is the list of the field '' with the value ''. */
export const listValue = (value: Value): string => JSON.stringify(value);

export const isKept = (field: Resource['fields'][number]): boolean => field.filter && !field.kind.distinct;

export type Tally = {
  /** Notes a record that was written; ids come in ascending order. */
  add(record: DataRecord): void;
  /** Writes down what was noted. */
  flush(): void;
  /** Forgets what was noted, because the records were not written after all. */
  discard(): void;
};

/** Notes come in groups, so that many records of one list cost one update of its count. */
export function tally(prepare: Prepare, resource: Resource): Tally {
  const fields = resource.fields.filter(isKept);
  const count = `INSERT INTO workforce_counts VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT DO UPDATE SET count = count + ?4 RETURNING count`;
  const mark = 'INSERT INTO workforce_landmarks VALUES (?, ?, ?, ?, ?)';
  let whole: number[] = [];
  const byValue = fields.map(() => new Map<Value, number[]>());

  function write(field: string, value: string, ids: readonly number[]): void {
    const [[after]] = prepare(count).values(resource.name, field, value, ids.length) as [[number]];
    const before = after - ids.length;
    for (let place = Math.ceil(Math.max(before, 1) / STRIDE) * STRIDE; place < after; place += STRIDE) {
      prepare(mark).run(resource.name, field, value, place, ids[place - before]!);
    }
  }

  return {
    add(record) {
      const id = record.id as number;
      whole.push(id);
      for (let i = 0; i < fields.length; i++) {
        const value = columnValue(fields[i]!, record[fields[i]!.name] ?? null);
        const ids = byValue[i]!.get(value);
        if (ids) ids.push(id);
        else byValue[i]!.set(value, [id]);
      }
    },
    flush() {
      if (whole.length === 0) return;
      write('', '', whole);
      for (const [i, lists] of byValue.entries()) {
        for (const [value, ids] of lists) write(fields[i]!.name, listValue(value), ids);
      }
      this.discard();
    },
    discard() {
      whole = [];
      for (const lists of byValue) lists.clear();
    },
  };
}

export function forgetLists(prepare: Prepare, { name }: Resource): void {
  for (const table of ['workforce_counts', 'workforce_landmarks'])
    prepare(`DELETE FROM ${table} WHERE resource = ?`).run(name);
}
