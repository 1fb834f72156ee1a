// Brings the search index up to the newest records in many small steps. Sets are added to in any order: what they have above the watermark is
// not looked at. When all have their records, the watermark moves.
import type { Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { addLines, type GramSet, gramSets, storedSet } from './grams.ts';
import { mergePacked, positionOf, SEGMENT, segmentOf } from './position-sets.ts';
import { addToSet, moveWatermark, watermarkOf } from './search-index.ts';
import { wordSets } from './word-sets.ts';

/** Records whose sets are made together. */
const RECORDS = 1024;
/** Records that are read, sets that are made, and sets that are stored in one step. */
const STEP = { records: 256, made: 128, stored: 16 };

/** The records of one segment above the watermark. They must not change meanwhile. */
export function* indexingSlowly(prepare: Prepare, resource: Resource): Generator<void, void> {
  const before = watermarkOf(prepare, resource)?.id ?? BEFORE_ALL;
  const sql = `SELECT id, search FROM ${quoted(resource.table)} WHERE id > ? AND id < ? ORDER BY id LIMIT ${STEP.records}`;
  const [sets, words] = [new Map<string, Uint8Array>(), new Set<string>()];
  let [newest, segment] = [before, Number.NaN];
  for (let isLast = false; !isLast; ) {
    const lines = new Map<string, number[]>();
    for (let read = 0; read < RECORDS && !isLast; read += STEP.records) {
      const end = Number.isNaN(segment) ? Number.MAX_SAFE_INTEGER : (segment + 1) * SEGMENT;
      const found = prepare(sql).values(newest, end) as [number, string][];
      if (Number.isNaN(segment) && found.length > 0) segment = segmentOf(found[0]![0]);
      for (const [id, text] of found) {
        if (segmentOf(id) !== segment) break;
        addLines(lines, positionOf(id), text);
        newest = id;
      }
      isLast = found.length < STEP.records || newest !== found.at(-1)![0];
      yield;
    }
    yield* addSets(sets, lines, words);
  }
  let stored = 0;
  for (const [gram, positions] of sets) {
    addToSet(prepare, resource, segment, gram, positions);
    stored += 1;
    if (stored % STEP.stored === 0) yield;
  }
  // Another process may have done the same meanwhile.
  if ((watermarkOf(prepare, resource)?.id ?? BEFORE_ALL) === before) moveWatermark(prepare, resource, newest, words);
}

/** The sets of some records, together with those of others. */
function* addSets(
  sets: Map<string, Uint8Array>,
  lines: ReadonlyMap<string, readonly number[]>,
  words: Set<string>,
): Generator<void, void> {
  let made = 0;
  const add = (set: GramSet) => {
    const [known, positions] = [sets.get(set.gram), storedSet(set)];
    sets.set(set.gram, known ? mergePacked(known, positions) : positions);
    made += 1;
    return made % STEP.made === 0;
  };
  for (const set of gramSets(lines)) if (add(set)) yield;
  for (const set of wordSets(lines)) {
    words.add(set.gram);
    if (add(set)) yield;
  }
}
