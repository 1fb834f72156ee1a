// Brings the search index up to the newest records, a few milliseconds at a time, in the transactions of creates. Sets are added to in any order: what
// they have above the watermark is not looked at. When all have their records, the watermark moves.
import type { Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { GENERATION_SQL } from '../columns/blocks.ts';
import type { Prepare } from '../connection/statements.ts';
import { positionsByLine } from './grams.ts';
import { mergePacked, positionOf, SEGMENT, segmentOf } from './position-sets.ts';
import { addToSet, isLongTail, moveWatermark, watermarkOf } from './search-index.ts';
import { segmentSets, setsOf } from './segment-sets.ts';

/** How long one transaction works on it, in milliseconds. */
const MILLISECONDS = 3;
/** Records whose sets are made, and sets that are stored, between two looks at the clock. */
const RECORDS = 256;
const SETS = 32;

export type TailIndex = {
  /** Called in a transaction that has created records. */
  advance(newest: number): void;
  /** Called when the transaction was rolled back: what it stored is gone. */
  reset(): void;
};

export function tailIndex(prepare: Prepare, resource: Resource): TailIndex {
  let work: Generator<void> | undefined;
  let begunIn = '';
  return {
    advance(newest) {
      if (!work && !isLongTail(prepare, resource, newest)) return;
      const generation = prepare(GENERATION_SQL).values()[0]![0] as string;
      // Records that were there have changed, and with them the sets.
      if (!work || begunIn !== generation) work = indexing(prepare, resource);
      begunIn = generation;
      for (const until = performance.now() + MILLISECONDS; work && performance.now() < until; )
        if (work.next().done) work = undefined;
    },
    reset() {
      work = undefined;
    },
  };
}

/** The records of one segment above the watermark. */
function* indexing(prepare: Prepare, resource: Resource): Generator<void> {
  const before = watermarkOf(prepare, resource)?.id ?? BEFORE_ALL;
  const [table, words] = [quoted(resource.table), new Set<string>()];
  const sets = new Map<string, Uint8Array>();
  const sql = `SELECT id, search FROM ${table} WHERE id > ? AND id < ? ORDER BY id LIMIT ${RECORDS}`;
  let [newest, segment] = [before, Number.NaN];
  for (;;) {
    const end = Number.isNaN(segment) ? Number.MAX_SAFE_INTEGER : (segment + 1) * SEGMENT;
    const found = prepare(sql).values(newest, end) as [number, string][];
    if (found.length === 0) break;
    if (Number.isNaN(segment)) segment = segmentOf(found[0]![0]);
    const own = found.filter(([id]) => segmentOf(id) === segment);
    newest = own.at(-1)![0];
    const made = segmentSets(positionsByLine(own.map(([id, text]) => [positionOf(id), text])));
    for (const [gram, positions] of setsOf(made)) {
      const known = sets.get(gram);
      sets.set(gram, known ? mergePacked(known, positions) : positions);
    }
    for (const word of made.words) words.add(word);
    yield;
  }
  let stored = 0;
  for (const [gram, positions] of sets) {
    addToSet(prepare, resource, segment, gram, positions);
    stored += 1;
    if (stored % SETS === 0) yield;
  }
  // Another process may have done the same meanwhile.
  if ((watermarkOf(prepare, resource)?.id ?? BEFORE_ALL) === before) moveWatermark(prepare, resource, newest, words);
}
