// Brings the search index up to the newest records in many small steps. Sets are added to in any order: searches ignore
// their records above the watermark. When all have their records, the watermark moves.
import type { Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { positionOf, SEGMENT, segmentOf } from './position-sets.ts';
import { addToSet, moveWatermark, watermarkOf } from './search-index.ts';
import { TextSets } from './text-sets.ts';

/** Records that are read, and sets that are stored, in one step. */
const STEP = { records: 128, stored: 16 };

/** The records of one segment above the watermark. They must not change meanwhile. */
export function* indexingSlowly(prepare: Prepare, resource: Resource): Generator<void, void> {
  const before = watermarkOf(prepare, resource)?.id ?? BEFORE_ALL;
  const sql = `SELECT id, search FROM ${quoted(resource.table)} WHERE id > ? AND id < ? ORDER BY id LIMIT ${STEP.records}`;
  const sets = new TextSets();
  let [newest, segment] = [before, Number.NaN];
  for (let isLast = false; !isLast; yield) {
    const end = Number.isNaN(segment) ? Number.MAX_SAFE_INTEGER : (segment + 1) * SEGMENT;
    const found = prepare(sql).values(newest, end) as [number, string][];
    if (Number.isNaN(segment) && found.length > 0) segment = segmentOf(found[0]![0]);
    for (const [id, text] of found) {
      if (segmentOf(id) !== segment) break;
      sets.add(positionOf(id), text);
      newest = id;
    }
    isLast = found.length < STEP.records || newest !== found.at(-1)![0];
  }
  const words = new Set<string>();
  let stored = 0;
  for (const [isWord, made] of [[false, sets.grams()] as const, [true, sets.words()] as const])
    for (const { gram, positions } of made) {
      addToSet(prepare, resource, segment, gram, positions);
      if (isWord) words.add(gram);
      stored += 1;
      if (stored % STEP.stored === 0) yield;
    }
  // Another process may have done the same meanwhile.
  if ((watermarkOf(prepare, resource)?.id ?? BEFORE_ALL) === before) moveWatermark(prepare, resource, newest, words);
}
