// Both ends of a copy: reading records in the order of their ids, and taking them in, a transaction a portion. What is kept
// about lists and the search index grow at the end, segment by segment, so that both always go up to the seal.
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { COPYING, notEmpty, notNewer, STAYS_UNFINISHED } from '../../shared/copy-mark.ts';
import { isKept } from '../../shared/list-counters.ts';
import { quoted } from '../../shared/schema.ts';
import { BEFORE_ALL, type Intake, type PrivateFields } from '../../store.ts';
import { listIndexDdl } from '../connection/schema.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { sealedOf, sealSegment } from '../search/search-index.ts';
import { tally } from '../write/list-counters.ts';
import { rowWriter } from '../write/row-writer.ts';
import { bulkTransaction } from './bulk-transaction.ts';
import { checkReferences, isEmpty } from './bulk-writer.ts';
import { copyingSince } from './copy-mark.ts';

/** So many records are read at a time, and written in one transaction. */
const PORTION = 4000;

/** Lets signals through. */
const turn = () => new Promise(setImmediate);

export function newestIds(prepare: Prepare, state: Snapshot, catalogue: Catalogue): Record<string, number> {
  state.fresh();
  return Object.fromEntries(catalogue.map((resource) => [resource.name, newestId(prepare, resource)]));
}

const newestId = (prepare: Prepare, { table }: Resource): number =>
  (prepare(`SELECT max(id) FROM ${quoted(table)}`).values()[0]?.[0] as number | null) ?? BEFORE_ALL;

export async function* scan(
  prepare: Prepare,
  state: Snapshot,
  { table }: Resource,
  after: number,
  upTo: number,
): AsyncGenerator<readonly string[]> {
  const page = `SELECT id, json FROM ${quoted(table)} WHERE id > ? AND id <= ? ORDER BY id LIMIT ${PORTION}`;
  for (let from = after; ; ) {
    state.fresh();
    const found = prepare(page).values(from, upTo) as [number, string][];
    if (found.length === 0) return;
    from = found.at(-1)![0];
    yield found.map(([, json]) => json);
    await turn();
  }
}

export async function openIntake(file: string, catalogue: Catalogue, privateFields: PrivateFields): Promise<Intake> {
  const unindexed = new Set<Resource>();
  await bulkTransaction(file, (_, prepare) => {
    if (copyingSince(prepare) !== undefined) return;
    if (!isEmpty(prepare, catalogue)) throw notEmpty();
    prepare('INSERT INTO workforce_meta VALUES (?, ?)').run(COPYING, new Date().toISOString());
  });
  return {
    take: (resource, records) =>
      bulkTransaction(file, (db, prepare) => {
        const newest = newestId(prepare, resource);
        if (newest >= (records[0]!.id as number)) throw notNewer(resource.one, newest);
        if (!unindexed.has(resource))
          for (const { name } of listIndexDdl(resource)) db.run(`DROP INDEX IF EXISTS ${quoted(name)}`);
        unindexed.add(resource);
        const writer = rowWriter(prepare, resource, privateFields[resource.name]);
        for (const record of records) writer.insert(record);
      }),
    async complete() {
      for (const resource of catalogue) {
        for (const { sql } of listIndexDdl(resource)) {
          await bulkTransaction(file, (db) => void db.run(sql));
          await turn();
        }
        while (await bulkTransaction(file, (_, prepare) => takeSegmentIn(prepare, resource))) await turn();
      }
      await bulkTransaction(file, (_, prepare) => checkReferences(prepare, catalogue, STAYS_UNFINISHED));
    },
    release: () =>
      bulkTransaction(file, (_, prepare) => void prepare('DELETE FROM workforce_meta WHERE key = ?').run(COPYING)),
  };
}

/** Counts, landmarks and search index of the next records that are in none of them; `false` when all are. */
function takeSegmentIn(prepare: Prepare, resource: Resource): boolean {
  const before = sealedOf(prepare, resource)?.id ?? BEFORE_ALL;
  if (!sealSegment(prepare, resource)) return false;
  const fields = ['id', ...resource.fields.filter(isKept).map((field) => field.name)];
  const rows = prepare(`SELECT ${fields.map(quoted).join(', ')} FROM ${quoted(resource.table)} WHERE id > ? AND id <= ?
    ORDER BY id`);
  const notes = tally(prepare, resource);
  for (const row of rows.iterate(before, sealedOf(prepare, resource)!.id)) notes.add(row as DataRecord);
  notes.flush();
  return true;
}
