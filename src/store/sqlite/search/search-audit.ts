// Compares the search index with the texts of its records. The set of a gram must have exactly the records that contain it. The set of
// a common word may lack some.

import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import { counted } from '../../../contract/words.ts';
import type { Findings } from '../../shared/audit/findings.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { gramSets, storedSet } from './grams.ts';
import { add, emptySet, pack, positionOf, removeAbove, SEGMENT, segmentOf, unpack } from './position-sets.ts';
import { watermarkOf } from './search-index.ts';
import { wordSets } from './word-sets.ts';

type Rows = (columns: readonly string[]) => Iterable<Readonly<Record<string, Value>>>;
type Texts = ReadonlyMap<string, readonly number[]>;

export function searchFindings(found: Findings, prepare: Prepare, resource: Resource, rows: Rows): void {
  const { name, table } = resource;
  const watermark = watermarkOf(prepare, resource);
  const newest = prepare(`SELECT max(id) FROM ${quoted(table)}`).values()[0]![0] as number | null;
  // New records below such a watermark would never be indexed.
  if (watermark && watermark.id > (newest ?? Number.MIN_SAFE_INTEGER))
    found.add(
      'search',
      name,
      `The search index of ${name} goes up to ${watermark.id}, but the newest id is ${newest}.`,
    );
  const seen = new Set<number>();
  for (const [segment, texts] of segments(rows, watermark?.id ?? Number.MIN_SAFE_INTEGER)) {
    seen.add(segment);
    for (const what of segmentFindings(prepare, name, segment, texts, watermark!.id - segment * SEGMENT))
      found.add('search', name, `The search index of ${name}, segment ${segment}, ${what}.`);
  }
  const stored = prepare('SELECT DISTINCT segment FROM workforce_grams WHERE resource = ?').values(name) as [number][];
  // What is above the watermark is not looked at, and goes on when the watermark moves.
  const isAhead = (segment: number) =>
    segment > segmentOf(watermark?.id ?? Number.MIN_SAFE_INTEGER) && segment <= segmentOf(newest ?? 0);
  for (const [segment] of stored)
    if (!seen.has(segment) && !isAhead(segment))
      found.add('search', name, `The search index of ${name} has a segment ${segment}, but no record is there.`);
}

/** For each segment, its texts with the positions of their records. */
function* segments(rows: Rows, last: number): Generator<[segment: number, texts: Texts]> {
  let [segment, texts] = [Number.NaN, new Map<string, number[]>()];
  for (const { search: text, id } of rows(['search']) as Iterable<{ search: string; id: number }>) {
    if (id > last) break;
    if (segmentOf(id) !== segment) {
      if (texts.size > 0) yield [segment, texts];
      [segment, texts] = [segmentOf(id), new Map()];
    }
    const known = texts.get(text);
    if (known) known.push(positionOf(id));
    else texts.set(text, [positionOf(id)]);
  }
  if (texts.size > 0) yield [segment, texts];
}

/** `last`: the position of the watermark. */
function* segmentFindings(
  prepare: Prepare,
  name: string,
  segment: number,
  texts: Texts,
  last: number,
): Generator<string> {
  const stored = (longer: boolean) => {
    const sql = `SELECT gram, positions FROM workforce_grams WHERE resource = ? AND segment = ? AND length(gram) ${longer ? '>' : '<='} 3`;
    const sets = prepare(sql).values(name, segment) as [string, Uint8Array][];
    const upTo = sets.map(
      ([gram, set]) => [gram, last < SEGMENT - 1 ? pack(removeAbove(unpack(set), last)) : set] as const,
    );
    return new Map(upTo.filter(([, set]) => set.length > 0));
  };
  const grams = stored(false);
  for (const set of gramSets(texts)) {
    const known = grams.get(set.gram);
    grams.delete(set.gram);
    if (known && Buffer.compare(known, storedSet(set)) === 0) continue;
    yield known
      ? `at ${set.gram} has other records than those that hold it`
      : `at ${set.gram} is missing, but is in ${counted(new Set(set.positions).size, 'record')}`;
  }
  for (const gram of grams.keys()) yield `at ${gram} has records, but none holds it`;
  const words = stored(true);
  for (const set of wordSets(texts)) {
    const known = words.get(set.gram);
    words.delete(set.gram);
    // Batches in which the word was rare are missing in the set.
    if (known && !isSubset(known, set.positions)) yield `at ${set.gram} has records that do not hold it`;
  }
  for (const word of words.keys()) yield `at ${word} has records that do not hold it`;
}

function isSubset(stored: Uint8Array, positions: Uint16Array): boolean {
  const real = add(emptySet(), positions);
  return unpack(stored).every((bits, i) => (bits & ~real[i]!) === 0);
}
